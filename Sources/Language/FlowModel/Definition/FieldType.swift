// SPDX-License-Identifier: Apache-2.0

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

/// The kinds of dates, times, and durations.
package enum TimeKind: Sendable {
  case date, time, datetime, duration
}

extension FieldType {
  /// Whether its answers are dates, times, or durations.
  public var isTime: Bool { timeKind != nil }

  /// Whether it takes text as it is.
  package var isText: Bool { kind.family == .text }

  /// Whether answers are chosen from choices.
  public var isChoice: Bool { kind.family == .choice || kind.family == .choices }

  /// Whether its answers consist of items of one type.
  public var hasItems: Bool { kind.family == .list || kind.family == .map }
}
