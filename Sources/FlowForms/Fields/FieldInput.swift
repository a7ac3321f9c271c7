// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// What is put into a field.
public enum FieldInput: Hashable, Sendable {
  /// What a person typed; it goes through the field's parser.
  case text(String)

  /// Data, as a file or a program gives it; it must be of the field's type.
  case value(Value)

  /// Nothing: the field is left empty although it may have a default.
  case none

  /// What is offered, whatever was put in before.
  case offered
}

/// A choice as it is offered.
public struct Choice: Hashable, Sendable {
  /// The answer when it's chosen.
  public var value: Value

  /// What the person sees.
  public var label: String

  /// A short explanation next to it.
  public var hint: String?

  /// Why it can't be chosen now; nil: it can, empty: the file gives no reason.
  public var disabledReason: String?

  /// Whether it can be chosen.
  public var isEnabled: Bool { disabledReason == nil }

  /// Creates a choice.
  public init(value: Value, label: String, hint: String? = nil, disabledReason: String? = nil) {
    self.value = value
    self.label = label
    self.hint = hint
    self.disabledReason = disabledReason
  }
}
