// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
public import FlowModel
public import SourceDiagnostics

// Constraints. Each takes a literal, `.computed("…")` in CEL, `.term(…)`, or `.value(…)`.
extension Ask {
  private func constrained(_ kind: ConstraintKind, _ value: Setting) -> Ask {
    field { $0.constraints.append(ConstraintDefinition(kind, value)) }
  }

  /// Returns the question, which requires an answer, or can be left empty; by default, it requires one.
  public func required(_ isRequired: Setting) -> Ask {
    field { $0.settings[.required] = isRequired }
  }

  /// Returns the question with a minimum value of numbers, dates, times, and durations.
  public func min(_ value: Setting) -> Ask { constrained(.min, value) }

  /// Returns the question with a maximum value of numbers, dates, times, and durations.
  public func max(_ value: Setting) -> Ask { constrained(.max, value) }

  /// Returns the question with a number that the answer must be a multiple of.
  public func multipleOf(_ value: Setting) -> Ask { constrained(.multipleOf, value) }

  /// Returns the question with a minimum length in code points.
  public func minLength(_ value: Setting) -> Ask { constrained(.minLength, value) }

  /// Returns the question with a maximum length in code points.
  public func maxLength(_ value: Setting) -> Ask { constrained(.maxLength, value) }

  /// Returns the question with a minimum number of choices.
  public func minItems(_ value: Setting) -> Ask { constrained(.minItems, value) }

  /// Returns the question with a maximum number of choices.
  public func maxItems(_ value: Setting) -> Ask { constrained(.maxItems, value) }

  /// Returns the question with a regular expression, in RE2's syntax, that must match somewhere.
  ///
  /// - Parameters:
  ///   - pattern: The regular expression.
  ///   - message: The message if it doesn't match; nil for the standard one.
  /// - Returns: The question.
  public func pattern(_ pattern: Setting, _ message: LocalizedText? = nil) -> Ask {
    let asked = constrained(.pattern, pattern)
    return message.map { asked.message(for: "pattern", $0) } ?? asked
  }

  /// Returns the question with a named format, such as `email`, `uri`, or `hostname`.
  public func format(_ name: Setting) -> Ask { constrained(.format, name) }

  /// Returns the question with what must exist at a path, such as `file`.
  public func must(_ requirement: Setting) -> Ask { constrained(.must, requirement) }
}

/// A step whose answers can be checked: a question, a form, or a list.
public protocol CheckablePart: FlowStepPart {}

extension CheckablePart {
  /// Returns the step with a check of its answers, whose names are the candidates.
  ///
  /// - Parameters:
  ///   - condition: The condition that must be true, in CEL.
  ///   - message: The message if it's false.
  ///   - level: Whether a failure refuses the answer, or is a warning that can be confirmed.
  ///   - field: The field of a form that the message is shown at; nil for the first one that the
  ///     condition reads.
  /// - Returns: The step.
  public func check(
    _ condition: ExpressionSource, _ message: LocalizedText, level: Severity = .error,
    at field: Identifier? = nil
  ) -> Self {
    with {
      $0.kind.add(
        ValidationDefinition(check: condition, message: message, level: level, field: field))
    }
  }

  /// Returns the step with a check of its answers, made of keys.
  ///
  /// - Parameters:
  ///   - condition: The condition that must be true.
  ///   - message: The message if it's false.
  ///   - level: Whether a failure refuses the answer, or is a warning that can be confirmed.
  ///   - field: The field of a form that the message is shown at; nil for the first one that the
  ///     condition reads.
  /// - Returns: The step.
  public func check(
    _ condition: some FlowTerm<Bool>, _ message: LocalizedText, level: Severity = .error,
    at field: Identifier? = nil
  ) -> Self {
    check(condition.term.source, message, level: level, at: field)
  }
}

extension StepDefinition.Kind {
  /// Adds a check of the answers; of a matrix, of each row.
  fileprivate mutating func add(_ validation: ValidationDefinition) {
    switch self {
    case .ask(var field):
      field.validations.append(validation)
      self = .ask(field)
    case .form(let elements, let validations):
      self = .form(elements: elements, validations: validations + [validation])
    case .repeat(var list):
      if list.rowForm != nil {
        list.steps[0].kind.add(validation)
      } else {
        list.validations.append(validation)
      }
      self = .repeat(list)
    default: break
    }
  }
}
