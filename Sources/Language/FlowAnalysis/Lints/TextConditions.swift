// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Decides the conditions of blocks in the texts of a step.
///
/// Conditions that read the name of a loop aren't decided, and neither are those of messages, which
/// know more about the answer than other texts. A condition in a file that texts use may have another value where
/// another text uses it.
struct TextConditions {
  /// A condition that always has the same value where it's evaluated.
  struct Constant {
    let source: ExpressionSource
    let isTrue: Bool

    /// The reasons.
    let notes: [Diagnostic.Note]
  }

  /// Returns the constant conditions in the texts of a step, whose names are entered.
  static func constants(in placed: PlacedStep, _ flow: LintedFlow) -> [Constant] {
    var search = TextConditions(flow: flow, path: placed.path)
    for expression in flow.textConditions[placed.number] ?? [] { search.visit(expression) }
    return search.found
  }

  private let flow: LintedFlow
  private var path: FlowPath
  private var found: [Constant] = []

  private init(flow: LintedFlow, path: FlowPath) {
    self.flow = flow
    self.path = path
  }

  private mutating func visit(_ expression: IndexedExpression) {
    let (facts, outer) = (flow.facts, path)
    let bound = Set(flow.index.boundNames(in: expression.scope).map(\.id.name))
    guard let root = expression.checked?.compiled.root, !root.reads(bound) else { return }
    var formulas: [FormulaID] = []
    for condition in flow.index.conditions(from: expression.conditions) {
      let given = flow.index.expressions[condition.expression]
      if condition.kind == .part {
        path.conditions += facts.conditionNumbers[given.source.place].map { [$0] } ?? []
      } else if let root = given.checked?.compiled.root {
        let formula = ConditionReader(facts).formula(root)
        formulas.append(condition.isTrue ? formula : facts.formulas.not(formula))
      }
    }
    decide(expression.source, root, ConditionReader(facts).formula(root), given: formulas)
    path = outer
  }

  private mutating func decide(
    _ source: ExpressionSource, _ root: ParsedExpression, _ formula: FormulaID, given: [FormulaID]
  ) {
    let (prover, facts) = (flow.prover, flow.facts)
    let isTest =
      switch root.kind {
      case .hasName, .call(_, "hasValue", _): true
      default: false
      }
    for isTrue in isTest ? [false] : [true, false] {
      let goals = given + [isTrue ? facts.formulas.not(formula) : formula]
      guard prover.isPossible(goals, at: path) == false, prover.isPossible(given, at: path) == true
      else { continue }
      found.append(
        Constant(
          source: source, isTrue: isTrue, notes: Reasons(for: goals, at: path, prover).notes))
      return
    }
  }
}

extension LintedFlow {
  /// Returns the conditions in texts that can be decided, by the index of their step.
  static func textConditions(in index: FlowIndex) -> [Int: [IndexedExpression]] {
    let conditions = index.expressions.filter { expression in
      guard expression.use == .condition, !expression.isShared, let step = expression.step else {
        return false
      }
      switch expression.role {
      case .summary, .heading, .message, .checkMessage, .choiceDisabled: return false
      case .choiceLabel, .choiceHint, .choiceSection:
        if case .listed? = index.steps[step].field?.choices { return true }
        return false
      default: return true
      }
    }
    return Dictionary(grouping: conditions.inFileOrder { ($0.step, $0.role) }) { $0.step ?? 0 }
  }
}
