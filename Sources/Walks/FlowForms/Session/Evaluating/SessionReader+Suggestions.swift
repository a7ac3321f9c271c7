// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// Suggestions: answers of this walk or an earlier one, which are offered again.
extension FlowSession {
  /// Returns the answer to offer again, which may no longer be acceptable, or nil if there isn't
  /// one.
  ///
  /// Answers of this walk take precedence over those of an earlier walk.
  func suggestion(for state: FieldState, of field: CheckedField) -> Value? {
    guard field.isOfferedAgain else { return nil }
    if let value = suggestions[state.id] { return value }
    switch options.suggestions[state.id] {
    case .value(let value)?: return value
    case .text(let text)?:
      let parser = AnswerParser(
        type: field.type, choices: state.choices, zone: options.zone, catalog: catalog,
        constraints: state.constraints, extendedReading: field.reading)
      return try? parser.parse(text)
    case nil, FieldInput.none?, .offered?: return nil
    }
  }

  /// Returns the records that a list offers again.
  func suggestedRecords(_ id: String) -> Value? {
    if let value = suggestions[id] { return value }
    guard case .value(let value)? = options.suggestions[id] else { return nil }
    return value
  }

  /// Returns whether the top list has the items that it offered, unchanged.
  func holdsSuggestedItems(_ live: StepState) -> Bool {
    guard let (planIndex, step) = topStep, case .repeat(let list) = step.kind else {
      return false
    }
    let suggestedItems = live.repeat.map { suggestion(of: $0.items, in: list) }
    // Items that are no longer valid are missing.
    if let before = suggestions[live.id] { return before == suggestedItems }
    guard options.suggestions[live.id] != nil,
      let offered = try? makeRepeat(
        list, of: step, planIndex: planIndex, items: nil, elements: nil,
        in: scope(at: stack.top?.pushedAt))
    else { return false }
    return suggestion(of: offered.items, in: list) == suggestedItems
  }
}
