// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The input for a field.
public enum FieldInput: Hashable, Sendable {
  /// Typed text, which is parsed by the field.
  case text(String)

  /// Data from a file or a program, which must have the field's type.
  case value(Value)

  /// Nothing. The field is left empty, even if it has a default.
  case empty

  /// Whatever is offered, discarding earlier input.
  case offered

  /// The present default, discarding what was typed or suggested before.
  case `default`

  /// Data that a walk remembers, with its origin.
  ///
  /// A ``AnswerOrigin/typed`` answer is offered as at another visit of its question: the part that fits, or not
  /// at all. Any other one is entered as it is, and an ``AnswerOrigin/accepted`` one isn't offered again.
  case remembered(Value, AnswerOrigin)
}

/// A choice that's offered.
public struct Choice: Hashable, Sendable {
  /// The answer if it's chosen.
  public var value: Value

  /// The text to show.
  public var label: String

  /// A short explanation next to the label.
  public var hint: String?

  /// The properties that few choices have, apart so that a long list is small; nil for none of them.
  private var extras: CopyOnWrite<Extras>?

  /// Whether it has neither a section nor a line above it, and can be chosen with all others or not at all.
  package var isPlain: Bool { extras == nil }

  /// The title of the section of the list that it's in; nil if it's in none.
  public var section: String? {
    get { extras?.value.section }
    set { change { $0.section = newValue } }
  }

  /// Whether a line separates it from the choices above it.
  package var isSeparated: Bool {
    get { extras?.value.isSeparated ?? false }
    set { change { $0.isSeparated = newValue } }
  }

  /// The reason why it can't be chosen now.
  ///
  /// It's nil if it can be, and empty if the file gives no reason.
  public var disabledReason: String? {
    get { extras?.value.disabledReason }
    set { change { $0.disabledReason = newValue } }
  }

  /// The reason why it's always a part of an answer of several choices.
  ///
  /// It's nil if it needn't be, and empty if the file gives no reason.
  public var lockedReason: String? {
    get { extras?.value.lockedReason }
    set { change { $0.lockedReason = newValue } }
  }

  /// Whether it goes with no other choice.
  public var isAlone: Bool {
    get { extras?.value.isAlone ?? false }
    set { change { $0.isAlone = newValue } }
  }

  private mutating func change(_ change: (inout Extras) -> Void) {
    var changed = extras?.value ?? Extras()
    change(&changed)
    extras = changed == Extras() ? nil : CopyOnWrite(changed)
  }

  /// Whether it's always a part of an answer of several choices.
  package var isLocked: Bool { lockedReason != nil }

  /// Whether it can be chosen.
  public var isEnabled: Bool { disabledReason == nil }

  /// Creates a choice.
  package init(
    value: Value, label: String, hint: String? = nil, section: String? = nil,
    isSeparated: Bool = false, disabledReason: String? = nil, lockedReason: String? = nil,
    isAlone: Bool = false
  ) {
    self.value = value
    self.label = label
    self.hint = hint
    if section == nil, !isSeparated, disabledReason == nil, lockedReason == nil, !isAlone { return }
    extras = CopyOnWrite(
      Extras(
        section: section, isSeparated: isSeparated, disabledReason: disabledReason,
        lockedReason: lockedReason, isAlone: isAlone))
  }

  private struct Extras: Hashable, Sendable {
    var section: String?
    var isSeparated = false
    var disabledReason: String?
    var lockedReason: String?
    var isAlone = false
  }
}
