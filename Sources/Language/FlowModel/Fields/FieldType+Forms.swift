// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

// The part of each type of fields that belongs to this module. A file named `FieldType+…` in other modules says what
// they do; none of them has a `default`, so that the compiler names all that a new type lacks.
extension FieldType {
  // MARK: In flow files

  /// Returns the type of its answers in expressions, given the type of its choices or items.
  package func valueType(choices: ValueType) -> ValueType {
    switch self {
    case .string, .text, .secret, .date, .time, .path: .string
    case .datetime: .timestamp
    case .duration: .duration
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
    switch self {
    case .date: .date
    case .time: .time
    case .string, .text, .secret, .integer, .number, .boolean, .datetime, .duration, .path, .choice,
      .choices, .list, .map:
      nil
    }
  }

  /// The constraints that apply to its fields.
  var constraints: [ConstraintKind] {
    switch self {
    case .string: [.minLength, .maxLength, .pattern, .format]
    case .text, .secret: [.minLength, .maxLength, .pattern]
    case .integer, .number: [.min, .max, .multipleOf]
    case .date, .time, .datetime, .duration: [.min, .max]
    case .path: [.minLength, .maxLength, .pattern, .must]
    case .choices, .map: [.minItems, .maxItems]
    case .list: [.minItems, .maxItems, .unique]
    case .boolean, .choice: []
    }
  }

  /// Its widgets, in the order in which messages name them.
  package var widgets: [FieldWidget] {
    switch self {
    case .string: [.line, .search]
    case .text: [.lines, .editor]
    case .secret: [.line]
    case .integer, .number: [.line, .slider, .stepper]
    case .boolean: [.buttons, .toggle]
    case .date, .datetime: [.line, .calendar]
    case .time: [.line, .clock]
    case .duration: [.line, .stepper]
    case .path: [.line, .tree]
    case .choice: [.list, .menu, .search, .buttons]
    case .choices: [.checklist, .search]
    case .list, .map: [.line, .lines]
    }
  }

  // MARK: In messages about flow files

  /// A description of its literals, for messages.
  var described: String {
    switch self {
    case .string, .text, .secret: "a text"
    case .date: "a date such as 2026-01-31"
    case .time: "a time such as 02:00"
    case .datetime: "a date and time such as 2026-01-31 09:00"
    case .duration: "a duration such as 1h30m"
    case .path: "a path"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .choice: "one of the choices"
    case .choices: "a list of choices"
    case .list: "a list"
    case .map: "a map from names to values"
    }
  }

  /// A description of several values, for messages.
  var describedInList: String {
    switch self {
    case .string, .text, .secret: "texts"
    case .integer: "whole numbers"
    case .number: "numbers"
    case .boolean: "true or false"
    case .date: "dates"
    case .time: "times such as 02:00"
    case .datetime: "dates and times"
    case .duration: "durations such as 1h30m"
    case .path: "paths"
    case .choice, .choices, .list, .map: "values"
    }
  }

  // MARK: In messages about answers

  /// The message that says what to enter.
  var neededMessage: MessageID {
    switch self {
    case .string, .text, .secret: .textNeeded
    case .integer: .integerNeeded
    case .number: .numberNeeded
    case .boolean: .yesOrNoNeeded
    case .date: .dateNeeded
    case .time: .timeNeeded
    case .datetime: .dateTimeNeeded
    case .duration: .durationNeeded
    case .path: .pathNeeded
    case .choice, .choices: .choiceNeeded
    case .list: .itemsNeeded
    case .map: .pairsNeeded
    }
  }

  /// Returns an example where nothing else is known, with its text in one form or more; nil if there's
  /// none.
  func stockExample(in zone: ZoneRules) -> (value: Value, texts: [String])? {
    let texts: [String]
    switch self {
    case .integer: return (.int(8080), ["8080"])
    case .number: return (.double(2.5), ["2.5"])
    case .date: texts = ["2026-01-31"]
    case .time: texts = ["02:00", "02:00:30"]
    case .datetime: texts = ["2026-01-31 09:00"]
    case .duration: texts = ["1h30m", "PT1H30M"]
    case .list: return (.list([.string("a"), .string("b")]), ["a, b"])
    case .map: return (.map(ValueMap([("a", "1"), ("b", "2")])), ["a=1, b=2"])
    case .string, .text, .secret, .boolean, .path, .choice, .choices: return nil
    }
    return (try? TypedTime.value(of: texts[0], as: self, in: zone)).map { ($0, texts) }
  }

  /// The messages about values below and above the limits.
  package var rangeMessages: (below: MessageID, above: MessageID) {
    switch self {
    case .date, .time, .datetime: (.tooEarly, .tooLate)
    case .duration: (.tooBrief, .tooExtended)
    case .string, .text, .secret, .integer, .number, .boolean, .path, .choice, .choices, .list,
      .map:
      (.tooSmall, .tooLarge)
    }
  }
}
