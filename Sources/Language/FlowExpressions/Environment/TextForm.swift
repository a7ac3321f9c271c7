// SPDX-License-Identifier: Apache-2.0

/// A form of text that's a string in the language, but more than that in a flow.
///
/// Dates and times of day are strings, so they're compared and shown as written. Answers, inputs,
/// `today`, literals, and values made from them are known to have a form.
public enum TextForm: Sendable, Hashable, CaseIterable {
  /// A date such as `2026-01-31`.
  case date

  /// A time of day, such as `02:00` or `02:00:30`.
  case time

  /// Returns whether a text has this form.
  func contains(_ text: String) -> Bool {
    switch self {
    case .date: (try? CalendarDate(text)) != nil
    case .time: (try? TimeOfDay(text)) != nil
    }
  }

  /// The form of a text, or `nil` if it has none.
  package init?(of text: String) {
    guard let form = Self.allCases.first(where: { $0.contains(text) }) else { return nil }
    self = form
  }

  /// The name of the form, for messages.
  package var described: String {
    switch self {
    case .date: "a date"
    case .time: "a time"
    }
  }

  /// The function that converts a text to this form.
  package var function: String {
    switch self {
    case .date: "date"
    case .time: "time"
    }
  }
}
