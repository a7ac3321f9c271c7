// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// Why an answer isn't accepted, or is accepted only when the person confirms it.
public struct Problem: Hashable, Sendable {
  /// The rule that the answer breaks.
  public enum Rule: Hashable, Sendable {
    /// The text is no value of the field's type.
    case type

    /// There must be an answer.
    case required

    /// A constraint of the file.
    case constraint(ConstraintKind)

    /// It is none of the choices, or one that can't be chosen now.
    case choice

    /// A check of the file, by its index from 0.
    case validation(Int)

    /// A secret's second entry differs from the first.
    case confirmation

    /// The rule could not be evaluated for this answer.
    case uncheckable
  }

  /// The id of the field.
  public var field: String

  /// The rule.
  public var rule: Rule

  /// The words for the person.
  public var message: String

  /// An error refuses; a warning can be confirmed.
  public var severity: Severity

  /// The answer that was probably meant, as a person types it; nil when no one can tell.
  public var proposal: String?

  /// Creates a problem.
  public init(
    field: String, rule: Rule, message: String, severity: Severity = .error,
    proposal: String? = nil
  ) {
    self.field = field
    self.rule = rule
    self.message = message
    self.severity = severity
    self.proposal = proposal
  }
}
