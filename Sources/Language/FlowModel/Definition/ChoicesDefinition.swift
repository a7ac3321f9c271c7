// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The choices of a field.
public enum ChoicesDefinition: Hashable, Sendable {
  /// Choices that the file lists.
  case listed([ChoiceDefinition])

  /// Choices from data: one for each element of a CEL list, which is `item` in the other
  /// expressions. Consecutive choices with the same section are below its title.
  case computed(
    from: ExpressionSource, value: ExpressionSource?, label: LocalizedText?, hint: LocalizedText?,
    section: LocalizedText? = nil)

  /// The place of the first choice, or of the expression of all; nil for an empty list.
  package var place: SourcePlace? {
    switch self {
    case .listed(let choices): choices.first?.value.place
    case .computed(let from, _, _, _, _): from.place
    }
  }
}

/// A choice that the file lists.
public struct ChoiceDefinition: Hashable, Sendable {
  /// The answer if it's chosen.
  package var value: LiteralValue

  /// The label, or nil to show the value.
  package var label: LocalizedText?

  /// A short explanation next to the label.
  package var hint: LocalizedText?

  /// The title of the section of the list that it's in, or nil if it's in none.
  ///
  /// Consecutive choices with the same section are below its title.
  package var section: LocalizedText?

  /// Whether a line separates it from the choices above it.
  package var isSeparated: Bool

  /// The condition for offering it, or nil to always offer it.
  package var when: ExpressionSource?

  /// The condition under which it's shown, but can't be chosen.
  package var disabledWhen: ExpressionSource?

  /// The condition under which it's always a part of the answer of a question for several choices.
  package var lockedWhen: ExpressionSource?

  /// The reason why it can't be chosen, or why it's always chosen.
  package var disabled: LocalizedText?

  /// Whether it goes with no other choice.
  package var isAlone: Bool

  /// The data of the choice, which expressions read as `data(answer).key`.
  package var data: [ChoiceDatum]

  /// Creates a choice.
  package init(
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
package struct ChoiceDatum: Hashable, Sendable {
  /// The key.
  package var key: Identifier

  /// The value.
  package var value: LiteralValue

  /// Creates a key with its value.
  package init(_ key: Identifier, _ value: LiteralValue) {
    self.key = key
    self.value = value
  }
}
