// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds conditions that are always true, and checks that accept or refuse every answer.
///
/// The lint considers `when` of steps and choices, checks of fields, and the conditions in texts. It decides the same
/// conditions as `unreachableStep`; a condition that reads the time or isn't understood is
/// never reported.
extension FlowLint {
  static let constantCondition = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "constant-condition"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for placed in flow.steps {
      flow.enter(placed)
      if let when = placed.step.when, let number = placed.condition {
        let condition = flow.facts.conditions[number]
        if !condition.expression.root.isPresenceTest,
          let notes = isAlways(condition.formula, at: placed.outer, flow)
        {
          found.append(warning("this condition is always true here", when, notes))
        }
      }
      found += TextConditions.constants(in: placed, flow).map { constant in
        warning(
          "this condition is \(constant.isTrue ? "always" : "never") true here", constant.source,
          constant.notes)
      }
      guard let field = placed.field else { continue }
      found += check(choicesOf: field, placed, flow)
      found += check(checksOf: field, placed, flow)
    }
    return found
  }

  private static func warning(
    _ message: String, _ source: ExpressionSource, _ notes: [Diagnostic.Note]
  ) -> Diagnostic {
    Diagnostic(
      id, .warning, message, at: source.place,
      notes: notes.filter { $0.place != source.place })
  }

  /// Returns the reasons why a formula is always true at a reachable place, or nil if it isn't.
  private static func isAlways(
    _ formula: FormulaID, at path: FlowPath, _ flow: LintedFlow, candidate: Int? = nil
  ) -> [Diagnostic.Note]? {
    let negated = flow.facts.formulas.not(formula)
    guard flow.prover.isPossible([negated], at: path, candidate: candidate) == false,
      flow.prover.isPossible([], at: path, candidate: candidate) == true
    else { return nil }
    return Reasons(for: [negated], at: path, flow.prover, candidate: candidate).notes
  }

  private static func check(
    choicesOf field: FieldDefinition, _ placed: PlacedStep, _ flow: LintedFlow
  ) -> [Diagnostic] {
    guard case .listed(let choices)? = field.choices else { return [] }
    var found: [Diagnostic] = []
    for choice in choices {
      if let when = choice.when, let compiled = flow.facts.compiled(when),
        let notes = isAlways(
          ConditionReader(flow.facts).formula(compiled.root), at: placed.path, flow)
      {
        found.append(warning("this condition is always true here", when, notes))
      }
    }
    return found
  }

  private static func check(
    checksOf field: FieldDefinition, _ placed: PlacedStep, _ flow: LintedFlow
  ) -> [Diagnostic] {
    guard let name = flow.facts.numbers[placed.step.id.name] else { return [] }
    var found: [Diagnostic] = []
    for validation in field.validations {
      guard let compiled = flow.facts.compiled(validation.check) else { continue }
      let formula = ConditionReader(flow.facts).formula(compiled.root)
      if let notes = isAlways(formula, at: placed.path, flow, candidate: name) {
        found.append(warning("this check never refuses an answer", validation.check, notes))
      } else if flow.prover.isPossible([formula], at: placed.path, candidate: name) == false,
        flow.prover.isPossible([], at: placed.path, candidate: name) == true
      {
        found.append(
          Diagnostic(
            id, validation.level, "this check refuses every answer",
            at: validation.check.place))
      }
    }
    return found
  }
}

extension ParsedExpression {
  /// Whether it only tests whether a name has a value; the checker reports redundant tests.
  fileprivate var isPresenceTest: Bool {
    switch kind {
    case .hasName, .call(_, "hasValue", _): true
    default: false
    }
  }
}
