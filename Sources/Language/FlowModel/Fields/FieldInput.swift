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
  private var extras: Extras?

  /// Whether it has neither a section nor a line above it, and can be chosen.
  package var isPlain: Bool { extras == nil }

  /// The title of the section of the list that it's in; nil if it's in none.
  public var section: String? {
    get { extras?.section }
    set {
      guard newValue != section else { return }
      extras = Extras(newValue, isSeparated, disabledReason)
    }
  }

  /// Whether a line separates it from the choices above it.
  public var isSeparated: Bool {
    get { extras?.isSeparated ?? false }
    set {
      guard newValue != isSeparated else { return }
      extras = Extras(section, newValue, disabledReason)
    }
  }

  /// The reason why it can't be chosen now.
  ///
  /// It's nil if it can be, and empty if the file gives no reason.
  public var disabledReason: String? {
    get { extras?.disabledReason }
    set {
      guard newValue != disabledReason else { return }
      extras = Extras(section, isSeparated, newValue)
    }
  }

  /// Whether it can be chosen.
  public var isEnabled: Bool { disabledReason == nil }

  /// Creates a choice.
  public init(
    value: Value, label: String, hint: String? = nil, section: String? = nil,
    isSeparated: Bool = false, disabledReason: String? = nil
  ) {
    self.value = value
    self.label = label
    self.hint = hint
    extras = Extras(section, isSeparated, disabledReason)
  }

  private final class Extras: Hashable, Sendable {
    let section: String?
    let isSeparated: Bool
    let disabledReason: String?

    /// Creates extras; nil if there's nothing in them.
    init?(_ section: String?, _ isSeparated: Bool, _ disabledReason: String?) {
      guard section != nil || isSeparated || disabledReason != nil else { return nil }
      self.section = section
      self.isSeparated = isSeparated
      self.disabledReason = disabledReason
    }

    static func == (one: Extras, other: Extras) -> Bool {
      one.section == other.section && one.isSeparated == other.isSeparated
        && one.disabledReason == other.disabledReason
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(section)
      hasher.combine(isSeparated)
      hasher.combine(disabledReason)
    }
  }
}
