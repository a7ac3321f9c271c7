// SPDX-License-Identifier: Apache-2.0

import Localization

/// A pattern with the fields of `strftime`.
struct DatePattern {
  /// A part of a pattern: characters as they are, or a field.
  private enum Part {
    case character(Character)
    case field(Character, isBare: Bool)
  }

  /// A field that isn't known, or no field after `%`.
  struct Mistake: Error {
    let message: String
  }

  private var parts: [Part] = []

  /// Reads a pattern.
  ///
  /// - Throws: An error that names the first field that isn't known.
  /// - Complexity: O(*n*) in the length of the pattern.
  init(_ pattern: String) throws(Mistake) {
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts.append(.character(character))
        continue
      }
      let isBare = rest.first == "-"
      if isBare { rest.removeFirst() }
      guard let field = rest.popFirst() else {
        throw Mistake(
          message: "the pattern ends inside a field; write '%%' for a percent sign")
      }
      guard Self.fields.contains(field) else {
        throw Mistake(
          message: "'%\(isBare ? "-" : "")\(field)' isn't a field of a date; the fields are "
            + Self.fields.map { "%\($0)" }.joined(separator: ", "))
      }
      parts.append(.field(field, isBare: isBare))
    }
  }

  /// Returns a time in the form of the pattern.
  ///
  /// - Complexity: O(*n*) in the length of the pattern.
  func text(of time: DateTimeComponents, in words: CalendarWords) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .character(let character): result.append(character)
      case .field(let field, let isBare):
        let text = Self.text(of: field, in: time, words)
        guard isBare else {
          result += text
          continue
        }
        let bare = text.drop { $0 == "0" || $0 == " " }
        result += bare.isEmpty ? "0" : String(bare)
      }
    }
    return result
  }

  private static let fields: [Character] = Array("YymdejHIMSpbhBaA%")

  private static func text(
    of field: Character, in time: DateTimeComponents, _ words: CalendarWords
  ) -> String {
    // Weekdays count from Sunday here, and from Monday in the words.
    let weekday = (time.dayOfWeek + 6) % 7
    switch field {
    case "Y": return CivilCalendar.padded(time.year, 4)
    case "y": return CivilCalendar.padded(time.year % 100, 2)
    case "m": return CivilCalendar.padded(time.month, 2)
    case "d": return CivilCalendar.padded(time.day, 2)
    case "e": return (time.day < 10 ? " " : "") + String(time.day)
    case "j": return CivilCalendar.padded(time.dayOfYear, 3)
    case "H": return CivilCalendar.padded(time.hour, 2)
    case "I": return CivilCalendar.padded((time.hour + 11) % 12 + 1, 2)
    case "M": return CivilCalendar.padded(time.minute, 2)
    case "S": return CivilCalendar.padded(time.second, 2)
    case "p": return words.halvesOfDay[time.hour < 12 ? 0 : 1]
    case "b", "h": return words.abbreviatedMonths[time.month - 1]
    case "B": return words.months[time.month - 1]
    case "a": return words.abbreviatedWeekdays[weekday]
    case "A": return words.weekdays[weekday]
    default: return "%"
    }
  }
}
