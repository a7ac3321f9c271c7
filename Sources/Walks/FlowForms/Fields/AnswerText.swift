// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

/// Formats a field's values for display and for editing.
struct AnswerText {
  /// The field's type.
  let type: FieldType

  let choices: [Choice]

  /// The time zone of dates and times.
  var zone = ZoneRules.utc

  /// The language of yes and no.
  var catalog = MessageCatalog.english

  /// The replacement for a secret of any length.
  static let mask = "••••"

  /// Returns a value for display: labels for choices, yes or no, and dots for a secret.
  func shown(_ value: Value) -> String {
    switch (type, value) {
    case (.secret, _): Self.mask
    case (.boolean, .bool(let flag)): flag ? catalog.yes : catalog.no
    case (.choices, .list(let values)):
      values.isEmpty ? catalog.none : catalog.list(values.map(label(of:)))
    case (.choice, _): label(of: value)
    case (.datetime, _), (.duration, _): TypedTime.text(of: value, as: type, in: zone)
    default: value.plainText
    }
  }

  /// Returns a value for editing: text that the field's parser reads as the same value.
  func edited(_ value: Value) -> String {
    switch (type, value) {
    case (.secret, _): ""
    case (.boolean, .bool(let flag)): flag ? catalog.yes : catalog.no
    case (.choices, .list(let values)):
      values.isEmpty ? catalog.none : values.map(\.plainText).joined(separator: ", ")
    case (.datetime, _), (.duration, _): TypedTime.text(of: value, as: type, in: zone)
    default: value.plainText
    }
  }

  private func label(of value: Value) -> String {
    choices.first { $0.value == value }?.label ?? value.plainText
  }
}
