// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

/// The type of a field's answer.
public enum FieldType: String, Hashable, Sendable, CaseIterable {
  /// One line of text.
  case string

  /// Multiple lines of text.
  case text

  /// Text that's never echoed, suggested, recorded, or shown.
  case secret

  /// A whole number.
  case integer

  /// A number.
  case number

  /// Yes or no.
  case boolean

  /// A day: `2026-01-31`.
  case date

  /// A time of the day: `02:00`, `02:00:30`.
  case time

  /// A date and time, typed in the session's time zone: `2026-01-31 09:00`.
  case datetime

  /// A length of time: `1h30m`, `PT1H30M`.
  case duration

  /// The path of a file or a directory.
  case path

  /// One of several choices.
  case choice

  /// Any number of several choices.
  case choices

  /// A list of plain values.
  case list

  /// Plain values with names.
  case map
}

// MARK: - The table

extension FieldType {
  /// The row of the type in the language's table.
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
    fit: { fitting, data in fitting.one(data) },
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

// MARK: - What follows from families

/// The kinds of dates, times, and durations.
package enum TimeKind: Sendable {
  case date, time, datetime, duration
}

extension FieldType {
  /// Whether its answers are dates, times, or durations.
  package var isTime: Bool { timeKind != nil }

  /// Whether it takes text as it is.
  package var isText: Bool { kind.family == .text }

  /// Whether answers are chosen from choices.
  package var isChoice: Bool {
    switch kind.family {
    case .choice, .choices: true
    case .text, .integer, .number, .boolean, .time, .list, .map: false
    }
  }

  /// Whether its answers consist of items of one type.
  package var hasItems: Bool {
    switch kind.family {
    case .list, .map: true
    case .text, .integer, .number, .boolean, .time, .choice, .choices: false
    }
  }
}
