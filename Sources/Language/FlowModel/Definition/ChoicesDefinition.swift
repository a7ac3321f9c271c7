// SPDX-License-Identifier: Apache-2.0

/// The choices of a field.
public enum ChoicesDefinition: Hashable, Sendable {
  /// Choices that the file lists.
  case listed([ChoiceDefinition])

  /// Choices from data: one for each element of a CEL list, which is `item` in the other
  /// expressions. Consecutive choices with the same section are below its title.
  case computed(
    from: ExpressionSource, value: ExpressionSource?, label: LocalizedText?, hint: LocalizedText?,
    section: LocalizedText? = nil)
}

/// A choice that the file lists.
public struct ChoiceDefinition: Hashable, Sendable {
  /// The answer if it's chosen.
  public var value: LiteralValue

  /// The label, or nil to show the value.
  public var label: LocalizedText?

  /// A short explanation next to the label.
  public var hint: LocalizedText?

  /// The title of the section of the list that it's in, or nil if it's in none.
  ///
  /// Consecutive choices with the same section are below its title.
  public var section: LocalizedText?

  /// Whether a line separates it from the choices above it.
  public var isSeparated: Bool

  /// The condition for offering it, or nil to always offer it.
  public var when: ExpressionSource?

  /// The condition under which it's shown, but can't be chosen.
  public var disabledWhen: ExpressionSource?

  /// The condition under which it's always a part of the answer of a question for several choices.
  public var lockedWhen: ExpressionSource?

  /// The reason why it can't be chosen, or why it's always chosen.
  public var disabled: LocalizedText?

  /// Whether it goes with no other choice.
  public var isAlone: Bool

  /// What expressions read of it, as `data(answer).key`.
  public var data: [ChoiceDatum]

  /// Creates a choice.
  public init(
    value: LiteralValue, label: LocalizedText? = nil, hint: LocalizedText? = nil,
    section: LocalizedText? = nil, isSeparated: Bool = false, when: ExpressionSource? = nil,
    disabledWhen: ExpressionSource? = nil, lockedWhen: ExpressionSource? = nil,
    disabled: LocalizedText? = nil, isAlone: Bool = false, data: [ChoiceDatum] = []
  ) {
    self.value = value
    self.label = label
    self.hint = hint
    self.section = section
    self.isSeparated = isSeparated
    self.when = when
    self.disabledWhen = disabledWhen
    self.lockedWhen = lockedWhen
    self.disabled = disabled
    self.isAlone = isAlone
    self.data = data
  }
}

/// A key of a choice's data with its value, a literal.
public struct ChoiceDatum: Hashable, Sendable {
  /// The key.
  public var key: Identifier

  /// The value.
  public var value: LiteralValue

  /// Creates a key with its value.
  public init(_ key: Identifier, _ value: LiteralValue) {
    self.key = key
    self.value = value
  }
}
