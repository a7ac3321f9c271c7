// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The reason why an answer isn't accepted, or must be confirmed.
public struct Problem: Hashable, Sendable {
  /// The rule that the answer violates.
  public enum Rule: Hashable, Sendable {
    /// The text isn't a value of the field's type.
    case type

    /// An answer is required.
    case required

    /// A constraint in the file.
    case constraint(ConstraintKind)

    /// It isn't one of the choices, or can't be chosen now.
    case choice

    /// A check in the file, by its 0-based index.
    case validation(Int)

    /// The two entries of a secret differ.
    case confirmation

    /// The rule couldn't be evaluated for this answer.
    case uncheckable
  }

  /// The id of the field.
  public var field: String

  /// The rule.
  public var rule: Rule

  /// The message for the user.
  public var message: String

  /// The severity.
  ///
  /// An error refuses the answer; a warning can be confirmed.
  public var severity: Severity

  /// The typed text that was probably meant, or nil if that's unclear.
  public var proposal: String?

  /// The position of the item that violates the rule, from 0; nil if it isn't about an item of a list or a map.
  public var item: Int?

  /// Creates a problem.
  package init(
    field: String, rule: Rule, message: String, severity: Severity = .error,
    proposal: String? = nil, item: Int? = nil
  ) {
    self.field = field
    self.rule = rule
    self.message = message
    self.severity = severity
    self.proposal = proposal
    self.item = item
  }
}
