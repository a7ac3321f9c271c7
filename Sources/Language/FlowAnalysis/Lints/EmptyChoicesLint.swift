// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds required questions that may have no choices.
///
/// The lint considers listed choices if all of them have conditions, and choices from data if the
/// data is an input, an answer, or part of one. A field with a text for `empty` isn't reported.
extension FlowLint {
  static let emptyChoices = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "choices-may-be-empty"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.steps.compactMap { placed in
      flow.enter(placed)
      guard let field = placed.field, field.type.isChoice, field.texts[.empty] == nil,
        !field.takesOthers, field.isRequired,
        field.type == .choice || (field.count(.minItems) ?? 0) > 0, let choices = field.choices,
        let formula = emptiness(choices, flow)
      else { return nil }
      guard case .possible(let answers) = flow.prover.search([formula], at: placed.path) else {
        return nil
      }
      let words = AnswerDescription(flow.facts).list(answers)
      return Diagnostic(
        id, .warning, "'\(placed.step.id.name)' may have no choices",
        at: choices.place ?? placed.step.place,
        notes: words.isEmpty ? [] : [.init("there are none when \(words)", at: nil)])
    }
  }

  /// Returns the condition under which there are no choices, or nil if that can't be decided.
  private static func emptiness(_ choices: ChoicesDefinition, _ flow: LintedFlow) -> FormulaID? {
    switch choices {
    case .listed(let listed):
      guard !listed.isEmpty else { return nil }
      var refused: [FormulaID] = []
      for choice in listed {
        guard let offered = flow.facts.offered(choice) else { return nil }
        refused.append(flow.facts.formulas.not(offered))
      }
      let formula = flow.facts.formulas.all(refused)
      return flow.facts.isDecided(formula) ? formula : nil
    case .computed(let from, _, _, _, _):
      guard let compiled = flow.facts.compiled(from), case .list = compiled.type else { return nil }
      let reader = ConditionReader(flow.facts)
      let list = reader.term(compiled.root)
      guard flow.facts.isData(list) else { return nil }
      let size = flow.facts.terms.number(.call("size()", [list]))
      return reader.comparison(.equal, size, flow.facts.terms.number(.literal(.int(0))))
    }
  }
}

extension FieldDefinition {
  /// Whether the answer is always required.
  var isRequired: Bool {
    switch settings[.required] {
    case nil: true
    case .literal(let literal)?: literal.value == .bool(true)
    case .computed?: false
    }
  }
}

extension FlowFacts {
  /// Returns whether a term is an input, an answer, or part of one.
  func isData(_ term: TermID) -> Bool {
    switch terms[term] {
    case .name: return true
    case .call(let function, let operands):
      guard let first = operands.first, operands.count == 1, function.hasPrefix("."),
        !function.hasSuffix("()")
      else { return false }
      return isData(first)
    default: return false
    }
  }
}
