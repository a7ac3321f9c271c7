// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// Suggestions: answers of this walk or an earlier one, which are offered again.
extension SessionReader {
  /// Returns the answer to offer again, which may no longer be acceptable, or nil if there isn't
  /// one.
  ///
  /// Answers of this walk take precedence over those of an earlier walk.
  func suggestion(for state: FieldState, of field: CheckedField) -> Value? {
    guard field.isOfferedAgain else { return nil }
    if let value = session.suggestions[state.id] { return value }
    switch options.suggestions[state.id] {
    case .value(let value)?: return value
    case .text(let text)?:
      let parser = AnswerParser(
        type: field.type, choices: state.choices, items: state.texts.items, zone: options.zone,
        catalog: state.catalog, constraints: state.constraints, extendedReading: field.reading)
      return try? parser.parse(text)
    case nil, FieldInput.none?, .offered?: return nil
    }
  }

  /// Returns the records that a list offers again.
  func suggestedRecords(_ id: String) -> Value? {
    if let value = session.suggestions[id] { return value }
    guard case .value(let value)? = options.suggestions[id] else { return nil }
    return value
  }

  /// Returns whether a default is taken without asking, as far as the priority of its field says.
  func mayTakeDefault(_ priority: FieldPriority) -> Bool {
    options.takesDefaults || priority < options.priorityThreshold
  }

  /// Returns whether a list takes the defaults of its items without asking, as far as nothing was given or
  /// answered before.
  func mayTakeDefaultItems(of id: String) -> Bool {
    options.takesDefaults && !session.consumed.contains(id) && suggestedRecords(id) == nil
  }

  /// Returns whether a field's default, or no answer, is taken without asking.
  ///
  /// Answers given in advance or answered before are now suggestions, not defaults.
  func isTakenUnasked(_ field: FieldState) -> Bool {
    guard mayTakeDefault(field.priority) else { return false }
    if field.offer?.isSuggestion == true || session.consumed.contains(field.id) { return false }
    if field.hasRefusedDefault, field.value == nil { return false }
    return field.found.allSatisfy { $0.severity == .warning }
  }

  /// Returns whether a random text is taken for a field without asking, as Enter alone takes it.
  func isDrawnUnasked(_ field: FieldState) -> Bool {
    field.generate != nil && field.draft == .untouched && mayTakeDefault(field.priority)
      && !session.consumed.contains(field.id)
  }
}
