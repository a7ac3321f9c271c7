// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// The answers that are offered again: the user's entries in this walk, or answers of an earlier one.
extension FlowSession {
  /// Returns what was entered last at a field in this walk, which may no longer be acceptable: null if it was
  /// left empty on purpose, nil if nothing was entered.
  func typed(in state: FieldState, of field: CheckedField) -> Value? {
    field.isOfferedAgain && !typed.isEmpty ? typed[state.id] : nil
  }

  /// Returns the answer of an earlier walk, which may no longer be acceptable, or nil if there isn't one.
  func suggestion(for state: FieldState, of field: CheckedField) -> Value? {
    guard field.isOfferedAgain, let earlier = options.suggestions[state.id],
      !declined.contains(state.id)
    else { return nil }
    switch earlier {
    case .value(let value): return value
    case .text(let text):
      return try? state.parser(extendedReading: field.reading).parse(text)
    case .remembered(let value, _): return value
    case .empty, .offered, .default: return nil
    }
  }

  /// Returns the records that a list offers again.
  func suggestedRecords(_ id: String) -> Value? {
    if let value = typed[id] { return value }
    guard case .value(let value)? = options.suggestions[id] else { return nil }
    return value
  }

  /// Returns whether the priority of its field lets a default be taken without asking.
  func mayTakeDefault(_ priority: FieldPriority) -> Bool {
    options.takesDefaults || priority < options.priorityThreshold
  }

  /// Returns whether a list is taken as it's offered without asking, if nothing was given or entered in
  /// this walk.
  func mayTakeDefaultItems(of id: String) -> Bool {
    options.takesDefaults && !consumed.contains(id) && typed[id] == nil
  }

  /// Whether an answer was given in advance to a field, or the user was asked it before.
  func wasAnswered(_ id: String) -> Bool {
    typed[id] != nil || answered[id] != nil || consumed.contains(id)
      || typed[Unfinished.key(id)] != nil
  }

  /// Returns what's unfinished at a field; nil if nothing is.
  func unfinished(at state: FieldState, of field: CheckedField) -> FieldInput? {
    guard field.isOfferedAgain, !typed.isEmpty else { return nil }
    return typed[Unfinished.key(state.id)].flatMap(Unfinished.input)
  }

  /// Returns whether what a field offers, or no answer, is taken without asking.
  ///
  /// Where it was answered before, the user is asked again.
  func isTakenUnasked(_ field: FieldState) -> Bool {
    guard mayTakeDefault(field.priority) else { return false }
    if wasAnswered(field.id) { return false }
    // A list that may have no elements has none by default only if the flow says so.
    if field.isRequired ? field.offer == nil : field.hasRefusedDefault && field.value == nil {
      return false
    }
    return field.found.allSatisfy { $0.severity == .warning }
  }

  /// Returns whether a random text is taken for a field without asking, as Enter alone takes it.
  func isDrawnUnasked(_ field: FieldState) -> Bool {
    field.generate != nil && field.draft == .untouched && mayTakeDefault(field.priority)
      && !consumed.contains(field.id)
  }
}
