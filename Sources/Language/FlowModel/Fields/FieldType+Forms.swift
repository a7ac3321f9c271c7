// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

// The properties of a type that follow from its family.
extension FieldType {
  /// The kind of its answers if they're dates, times, or durations.
  package var timeKind: TimeKind? {
    if case .time(let kind) = kind.family { kind } else { nil }
  }

  /// Whether its answers are numbers.
  package var isNumber: Bool { kind.family == .integer || kind.family == .number }

  /// Whether a list can have items of the type.
  package var isItem: Bool { kind.insteadOfItems == nil }

  /// Returns the type of its answers in expressions, given the type of its choices or items.
  package func valueType(choices: ValueType) -> ValueType {
    switch kind.family {
    case .text, .time(.date), .time(.time): .string
    case .time(.datetime): .timestamp
    case .time(.duration): .duration
    case .integer: .int
    case .number: .double
    case .boolean: .bool
    case .choice: choices
    case .choices, .list: .list(choices)
    case .map: .map(.string, choices)
    }
  }

  /// The form of its answers, if they're strings with a form.
  package var form: TextForm? {
    switch timeKind {
    case .date: .date
    case .time: .time
    case .datetime, .duration, nil: nil
    }
  }

  /// The messages about values below and above the limits.
  package var rangeMessages: (below: MessageID, above: MessageID) {
    switch timeKind {
    case .date, .time, .datetime: (.tooEarly, .tooLate)
    case .duration: (.tooBrief, .tooExtended)
    case nil: (.tooSmall, .tooLarge)
    }
  }
}
