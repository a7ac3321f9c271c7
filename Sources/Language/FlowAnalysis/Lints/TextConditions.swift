// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Decides the conditions of blocks in the texts of a step.
///
/// Conditions that read the name of a loop aren't decided, and neither are those of messages, which
/// know more about the answer than other texts.
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
    search.visit(placed.step)
    return search.found
  }

  private let flow: LintedFlow
  private var path: FlowPath
  private var found: [Constant] = []

  /// The maximum number of conditions before a condition in a text that are taken into account.
  private static let maximumGiven = 64

  private init(flow: LintedFlow, path: FlowPath) {
    self.flow = flow
    self.path = path
  }

  private mutating func visit(_ step: StepDefinition) {
    visit(step.title)
    switch step.kind {
    case .ask(let field): visit(field)
    case .note(let text), .commit(let text): visit(text)
    case .stop(let text, _): visit(text)
    case .run(let run):
      for call in [run.call, run.undo].compactMap({ $0 }) { visit(call) }
    case .write(let write):
      visit(write.path.parts)
      if case .tree(let tree) = write.content {
        for text in tree.texts { visit(text.parts, bound: tree.each == nil ? [] : ["item"]) }
      }
      guard case .parts(let parts) = write.content else { return }
      for part in parts {
        let outer = path
        if let number = part.when.flatMap({ flow.facts.conditionNumbers[$0.place] }) {
          path.conditions.append(number)
        }
        visit(part.text.parts, bound: part.each == nil ? [] : ["item"])
        path = outer
      }
    case .group, .form, .compute, .repeat, .flow, .review: break
    }
  }

  private mutating func visit(_ call: CallDefinition) {
    visit(call.stdin)
    guard case .command(let arguments) = call.target else { return }
    for argument in arguments {
      let outer = path
      if let number = argument.when.flatMap({ flow.facts.conditionNumbers[$0.place] }) {
        path.conditions.append(number)
      }
      for text in argument.texts ?? [] {
        visit(text.parts, bound: argument.each == nil ? [] : ["item"])
      }
      path = outer
    }
  }

  private mutating func visit(_ field: FieldDefinition) {
    for text in field.texts.all { visit(text) }
    guard case .listed(let choices)? = field.choices else { return }
    for choice in choices {
      let given = choice.when.flatMap { flow.facts.compiled($0) }
        .map { [ConditionReader(flow.facts).formula($0.root)] }
      for text in [choice.label, choice.hint, choice.section] { visit(text, given: given ?? []) }
    }
  }

  private mutating func visit(_ text: LocalizedText?, given: [FormulaID] = []) {
    for variant in text?.variants ?? [] { visit(variant.template.parts, given: given) }
  }

  /// Decides the conditions in parts of a text.
  ///
  /// - Parameters:
  ///   - parts: The parts.
  ///   - given: The formulas that are true where they're shown.
  ///   - bound: The names that stand for elements of lists there.
  private mutating func visit(
    _ parts: [TextTemplate.Part], given: [FormulaID] = [], bound: Set<String> = []
  ) {
    for part in parts {
      switch part {
      case .words, .expression: break
      case .conditional(let conditional):
        var given = given
        for branch in conditional.branches {
          guard let root = flow.facts.compiled(branch.condition)?.root, !root.reads(bound) else {
            visit(branch.parts, given: given, bound: bound)
            continue
          }
          let formula = ConditionReader(flow.facts).formula(root)
          decide(branch.condition, root, formula, given: given)
          guard given.count < Self.maximumGiven else {
            visit(branch.parts, given: given, bound: bound)
            continue
          }
          visit(branch.parts, given: given + [formula], bound: bound)
          given.append(flow.facts.formulas.not(formula))
        }
        visit(conditional.otherwise, given: given, bound: bound)
      case .loop(let loop):
        visit(loop.parts, given: given, bound: bound.union([loop.name.name, loop.indexName]))
      }
    }
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
