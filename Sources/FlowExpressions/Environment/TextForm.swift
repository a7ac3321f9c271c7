// SPDX-License-Identifier: Apache-2.0

/// What a text is written as, where it is a string to the language and more than that to a flow.
///
/// Dates and times of the day are strings, so that they are compared and shown as they are; whether
/// a string is one is known of answers, inputs, `today`, literals, and of what is made of those.
public enum TextForm: Sendable, Hashable, CaseIterable {
  /// A date such as `2026-01-31`.
  case date

  /// A time of the day such as `02:00` or `02:00:30`.
  case time

  /// Whether a text is one.
  public func contains(_ text: String) -> Bool {
    switch self {
    case .date: (try? CalendarDate(text)) != nil
    case .time: (try? TimeOfDay(text)) != nil
    }
  }

  /// The form of a text; nil when it is of none.
  package init?(of text: String) {
    guard let form = Self.allCases.first(where: { $0.contains(text) }) else { return nil }
    self = form
  }

  /// What it is, for people.
  package var described: String {
    switch self {
    case .date: "a date"
    case .time: "a time"
    }
  }

  /// The function that makes one of a text.
  package var function: String {
    switch self {
    case .date: "date"
    case .time: "time"
    }
  }
}
