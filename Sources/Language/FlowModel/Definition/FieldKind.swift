// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import Localization

/// A row of the table in `FieldType.swift`: the properties that the language gives a type of fields.
///
/// The properties that belong to other modules, such as its widget and its schema, are in their files named
/// `FieldType+…`.
package final class FieldKind: Sendable {
  /// The family of the answers, which most code distinguishes instead of types.
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

  /// The family of its answers.
  package let family: Family

  /// The constraints that apply to its fields.
  let constraints: [ConstraintKind]

  /// Its widgets, in the order in which messages name them.
  package let widgets: [FieldWidget]

  /// A description of its literals, for messages about flow files.
  package let described: String

  /// A description of several values, for messages about flow files.
  let describedInList: String

  /// The message that says what to enter.
  let needed: MessageID

  /// The hint about the form of an answer; nil if it needs none.
  package let hint: MessageID?

  /// An answer where nothing else is known, as it's typed in one form or more; empty if there's none.
  package let examples: [String]

  /// The advice to write instead of items of the type; nil if a list can have them.
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

// MARK: - Rows that differ in little

extension FieldKind {
  /// The advice to write instead of items of several types.
  static let askInRepeat = "ask for them in a 'repeat'"

  /// A type of texts.
  static func texts(
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
  static func times(
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
  static func items(
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
