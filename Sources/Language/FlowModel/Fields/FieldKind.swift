// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import Localization

/// What the language says of a type of fields: a row of the table of types.
///
/// What only other modules can say, such as its widget and its schema, is in their files named `FieldType+…`.
package final class FieldKind: Sendable {
  /// What answers are, which most code distinguishes instead of types.
  package enum Family: Hashable, Sendable {
    /// A text.
    case text

    /// A whole number.
    case integer

    /// A number.
    case number

    /// True or false.
    case boolean

    /// A date, a time, or a duration.
    case time(TimeKind)

    /// One of the choices.
    case choice

    /// A list of choices.
    case choices

    /// A list of plain values.
    case list

    /// Plain values with names.
    case map
  }

  /// What its answers are.
  package let family: Family

  /// The constraints that apply to its fields.
  package let constraints: [ConstraintKind]

  /// Its widgets, in the order in which messages name them.
  package let widgets: [FieldWidget]

  /// A description of its literals, for messages about flow files.
  package let described: String

  /// A description of several values, for messages about flow files.
  package let describedInList: String

  /// The message that says what to enter.
  package let needed: MessageID

  /// The hint about the form of an answer; nil if it needs none.
  package let hint: MessageID?

  /// An answer where nothing else is known, as it's typed in one form or more; empty if there's none.
  package let examples: [String]

  /// What to write instead of items of the type; nil if a list can have them.
  ///
  /// An item is typed in a part of a line, and needs no facts about files.
  package let insteadOfItems: String?

  /// Words of other form languages that mean it.
  package let aliases: [String]

  /// Returns the value of typed text that isn't blank, or nil if it leaves the field empty; nil to take the text as
  /// it is.
  let read: (@Sendable (AnswerParser, _ word: String) throws(AnswerParser.Failure) -> Value?)?

  /// Returns data as a value of the type, or nil if it isn't one.
  let fit: @Sendable (DataFitting, Value) -> Value?

  /// Returns a literal of a flow file as a value of a field, or nil if it isn't one.
  let literal: @Sendable (FieldDefinition, Value) -> Value?

  init(
    _ family: Family, _ described: String, several describedInList: String = "values",
    constraints: [ConstraintKind] = [], widgets: [FieldWidget], needed: MessageID,
    hint: MessageID? = nil, examples: [String] = [], insteadOfItems: String? = nil,
    aliases: [String] = [],
    read: (@Sendable (AnswerParser, String) throws(AnswerParser.Failure) -> Value?)?,
    fit: @escaping @Sendable (DataFitting, Value) -> Value?,
    literal: @escaping @Sendable (FieldDefinition, Value) -> Value?
  ) {
    self.family = family
    self.described = described
    self.describedInList = describedInList
    self.constraints = constraints
    self.widgets = widgets
    self.needed = needed
    self.hint = hint
    self.examples = examples
    self.insteadOfItems = insteadOfItems
    self.aliases = aliases
    self.read = read
    self.fit = fit
    self.literal = literal
  }
}

// MARK: - The table

extension FieldType {
  /// What the language says of the type.
  package var kind: FieldKind {
    switch self {
    case .string: .string
    case .text: .text
    case .secret: .secret
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .date: .date
    case .time: .time
    case .datetime: .datetime
    case .duration: .duration
    case .path: .path
    case .choice: .choice
    case .choices: .choices
    case .list: .list
    case .map: .map
    }
  }
}

extension FieldKind {
  fileprivate static let string = texts(
    constraints: [.minLength, .maxLength, .pattern, .format], widgets: [.line, .search],
    aliases: ["str"])

  fileprivate static let text = texts(
    widgets: [.lines, .editor],
    insteadOfItems:
      "an item has one line, so ask for texts of several lines in a 'repeat'",
    aliases: ["multiline"])

  fileprivate static let secret = texts(
    widgets: [.line], insteadOfItems: askInRepeat, aliases: ["password"])

  fileprivate static let path = texts(
    "a path", several: "paths", constraints: [.minLength, .maxLength, .pattern, .must],
    widgets: [.line, .tree], needed: .pathNeeded, examples: ["./notes.txt"],
    insteadOfItems:
      "ask for paths in a 'repeat', where they're looked up one by one, or for texts",
    aliases: ["file", "directory", "folder"]
  ) { (parser, word) throws(AnswerParser.Failure) in try parser.path(word) }

  fileprivate static let integer = FieldKind(
    .integer, "a whole number", several: "whole numbers",
    constraints: [.min, .max, .multipleOf], widgets: [.line, .slider, .stepper],
    needed: .integerNeeded, examples: ["8080"], aliases: ["int"],
    read: { (parser, word) throws(AnswerParser.Failure) in try parser.integer(word) },
    fit: { _, data in
      switch data {
      case .int: data
      case .uint(let number): Int64(exactly: number).map { .int($0) }
      // In JSON and JSON Schema, 5.0 is an integer as well.
      case .double(let number): Int64(whole: number).map { .int($0) }
      default: nil
      }
    },
    literal: { _, value in if case .int = value { value } else { nil } })

  fileprivate static let number = FieldKind(
    .number, "a number", several: "numbers", constraints: [.min, .max, .multipleOf],
    widgets: [.line, .slider, .stepper], needed: .numberNeeded, examples: ["2.5"],
    aliases: ["float", "double"],
    read: { (parser, word) throws(AnswerParser.Failure) in try parser.number(word) },
    fit: { _, data in
      switch data {
      case .double(let number): number.isFinite ? data : nil
      case .int(let number): .double(Double(number))
      case .uint(let number): .double(Double(number))
      default: nil
      }
    },
    literal: { _, value in
      switch value {
      case .double: value
      case .int(let number): .double(Double(number))
      default: nil
      }
    })

  fileprivate static let boolean = FieldKind(
    .boolean, "true or false", several: "true or false", widgets: [.buttons, .toggle],
    needed: .yesOrNoNeeded, hint: .hintYesNo, aliases: ["bool", "confirm"],
    read: { (parser, word) throws(AnswerParser.Failure) in try parser.boolean(word) },
    fit: { _, data in if case .bool = data { data } else { nil } },
    literal: { _, value in if case .bool = value { value } else { nil } })

  fileprivate static let date = times(
    .date, "a date such as 2026-01-31", several: "dates", widgets: [.line, .calendar],
    needed: .dateNeeded, hint: .hintDate, examples: ["2026-01-31"])

  fileprivate static let time = times(
    .time, "a time such as 02:00", several: "times such as 02:00", widgets: [.line, .clock],
    needed: .timeNeeded, hint: .hintTime, examples: ["02:00", "02:00:30"])

  fileprivate static let datetime = times(
    .datetime, "a date and time such as 2026-01-31 09:00", several: "dates and times",
    widgets: [.line, .calendar], needed: .dateTimeNeeded, hint: .hintDateTime,
    examples: ["2026-01-31 09:00"], aliases: ["timestamp"])

  fileprivate static let duration = times(
    .duration, "a duration such as 1h30m", several: "durations such as 1h30m",
    widgets: [.line, .stepper], needed: .durationNeeded, hint: .hintDuration,
    examples: ["1h30m", "PT1H30M"], aliases: ["timespan"])

  fileprivate static let choice = FieldKind(
    .choice, "one of the choices", widgets: [.list, .menu, .search, .buttons],
    needed: .choiceNeeded, aliases: ["select", "enum", "radio"],
    read: { (parser, word) throws(AnswerParser.Failure) in try parser.one(word) },
    fit: { fitting, data in
      fitting.choices.first {
        $0.isEnabled && $0.value.comparedAsData == data.comparedAsData
      }?.value
    },
    literal: { field, value in field.accepts(choice: value) ? value : nil })

  fileprivate static let choices = FieldKind(
    .choices, "a list of choices", constraints: [.minItems, .maxItems],
    widgets: [.checklist, .search], needed: .choiceNeeded,
    insteadOfItems: "write 'type: choice' for items that are each one of the choices",
    aliases: ["multiselect"],
    read: { (parser, word) throws(AnswerParser.Failure) in try parser.several(word) },
    fit: { fitting, data in
      if case .list(let values) = data { fitting.picked(values) } else { nil }
    },
    literal: { field, value in
      guard case .list(let values) = value, values.allSatisfy(field.accepts(choice:)) else {
        return nil
      }
      return value
    })

  fileprivate static let list = items(
    .list, "a list", constraints: [.minItems, .maxItems, .unique], needed: .itemsNeeded,
    hint: .hintItems, examples: ["a, b"]
  ) { field, value in
    guard case .list(let values) = value else { return nil }
    let fitted = values.compactMap(field.itemLiteral)
    return fitted.count == values.count ? .list(fitted) : nil
  }

  fileprivate static let map = items(
    .map, "a map from names to values", constraints: [.minItems, .maxItems],
    needed: .pairsNeeded, hint: .hintPairs, examples: ["a=1, b=2"]
  ) { field, value in
    guard case .map(let map) = value else { return nil }
    var fitted = ValueMap()
    for entry in map {
      guard case .string = entry.key, let item = field.itemLiteral(entry.value) else { return nil }
      fitted[entry.key] = item
    }
    return .map(fitted)
  }
}

// MARK: - Rows that differ in little

extension FieldKind {
  /// What to write instead of items of several types.
  private static let askInRepeat = "ask for them in a 'repeat'"

  /// A type of texts.
  private static func texts(
    _ described: String = "a text", several: String = "texts",
    constraints: [ConstraintKind] = [.minLength, .maxLength, .pattern], widgets: [FieldWidget],
    needed: MessageID = .textNeeded, examples: [String] = [], insteadOfItems: String? = nil,
    aliases: [String] = [],
    read: (@Sendable (AnswerParser, String) throws(AnswerParser.Failure) -> Value?)? = nil
  ) -> FieldKind {
    FieldKind(
      .text, described, several: several, constraints: constraints, widgets: widgets,
      needed: needed, examples: examples, insteadOfItems: insteadOfItems, aliases: aliases,
      read: read,
      fit: { _, data in data.isString && data != "" ? data : nil },
      literal: { _, value in value.isString ? value : nil })
  }

  /// A type of dates, times, or durations.
  private static func times(
    _ kind: TimeKind, _ described: String, several: String, widgets: [FieldWidget],
    needed: MessageID, hint: MessageID, examples: [String], aliases: [String] = []
  ) -> FieldKind {
    FieldKind(
      .time(kind), described, several: several, constraints: [.min, .max], widgets: widgets,
      needed: needed, hint: hint, examples: examples, aliases: aliases,
      read: { (parser, word) throws(AnswerParser.Failure) in try parser.time(word) },
      fit: { fitting, data in TypedTime.fitted(data, to: fitting.type, in: fitting.zone) },
      literal: { field, value in
        guard value.isString, let fitted = TypedTime.fitted(value, to: field.type, in: .utc) else {
          return nil
        }
        // Without an offset, a date and time depends on the session's time zone.
        return kind == .datetime ? value : fitted
      })
  }

  /// A type of several plain values.
  private static func items(
    _ family: Family, _ described: String, constraints: [ConstraintKind], needed: MessageID,
    hint: MessageID, examples: [String],
    literal: @escaping @Sendable (FieldDefinition, Value) -> Value?
  ) -> FieldKind {
    FieldKind(
      family, described, constraints: constraints, widgets: [.line, .lines], needed: needed,
      hint: hint, examples: examples, insteadOfItems: askInRepeat,
      read: { (parser, word) throws(AnswerParser.Failure) in try parser.items(in: word) },
      fit: { fitting, data in fitting.reading.value(from: data) }, literal: literal)
  }
}
