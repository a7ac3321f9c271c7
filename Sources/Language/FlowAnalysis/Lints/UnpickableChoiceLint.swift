// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds choices that can't be picked on any path to their question.
///
/// The lint considers `when` and `disabledWhen` of the choice, the conditions on the path, and the
/// error-level checks of the field.
extension FlowLint {
  static let unpickableChoice = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "unpickable-choice"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for placed in flow.steps {
      flow.enter(placed)
      guard let field = placed.field, case .listed(let choices)? = field.choices,
        let name = flow.facts.numbers[placed.step.id.name],
        !field.choosesItems,
        field.type == .choice
          || choices.contains(where: { $0.when != nil || $0.disabledWhen != nil })
      else { continue }
      let isChecked = field.validations.contains { $0.level == .error }
      let suspects = choices.filter { isChecked || $0.when != nil || $0.disabledWhen != nil }
      guard !suspects.isEmpty, flow.prover.isPossible([], at: placed.path) == true else {
        continue
      }
      for choice in suspects {
        guard let notes = whyUnpickable(choice, field, name, placed, flow) else { continue }
        found.append(
          Diagnostic(
            id, .warning,
            "'\(choice.value.value.plainText)' can never be picked", at: choice.value.place,
            notes: notes))
      }
    }
    return found
  }

  private static func whyUnpickable(
    _ choice: ChoiceDefinition, _ field: FieldDefinition, _ name: Int, _ placed: PlacedStep,
    _ flow: LintedFlow
  ) -> [Diagnostic.Note]? {
    let facts = flow.facts
    if let offered = facts.offered(choice),
      flow.prover.isPossible([offered], at: placed.path) == false
    {
      let source = choice.when ?? choice.disabledWhen
      var notes: [Diagnostic.Note] = []
      if let source {
        let isWhen = choice.when != nil
        notes = [
          .init(
            isWhen ? "its condition is never true here" : "it is always disabled here",
            at: source.place)
        ]
      }
      return notes + Reasons(for: [offered], at: placed.path, flow.prover).notes
    }
    guard field.type == .choice else { return nil }
    let picked = facts.formulas.atom(
      facts.terms.number(.name(name)), .compares(.equal, choice.value.value))
    guard flow.prover.isPossible([facts.presences[name], picked], at: placed.path) == false
    else { return nil }
    return field.validations.filter { $0.level == .error }.prefix(2).map {
      .init("a check refuses it", at: $0.check.place)
    }
  }
}
