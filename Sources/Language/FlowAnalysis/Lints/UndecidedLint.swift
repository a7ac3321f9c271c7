// SPDX-License-Identifier: Apache-2.0

import FlowForms
import SourceDiagnostics

/// Says that a search reached its limit, so that other findings may be missing.
///
/// It's the last lint, after all searches.
enum UndecidedLint: FlowLint {
  static let explanation = Explanation(
    "not-decided", "some conditions weren't decided",
    meaning: """
      Some conditions of the flow depend on each other in more combinations than the check may try. \
      An answer that one of them guards counts as unasked, which is reported where it matters. \
      But an unreachable step, a constant condition, a choice that can never be picked, or a \
      redundant presence test may be missing from the findings. The finding shows the first of \
      these conditions.
      """,
    example: """
      - form: shift
        fields:
          - { ask: q0, type: integer }
          - { ask: q1, type: integer, when: q0 > 1, default: { value: q0 } }
          # … and hundreds of fields, each with a 'when' that reads several of the fields before
      """,
    remedy: """
      let each condition depend on fewer answers, for example on one that a 'compute' or a choice \
      sums up, or split the flow; or allow [not-decided].
      """)

  static func check(_ flow: LintedFlow) -> [Diagnostic] {
    guard let path = flow.prover.firstUndecided else { return [] }
    let condition = path.conditions.last.map { flow.facts.conditions[$0].source.place }
    return [
      Diagnostic(
        explanation.id, .warning,
        "some conditions have too many combinations to try; findings about them may be missing",
        at: flow.definition.id.place,
        notes: condition.map { [.init("the first one not decided is here", at: $0)] } ?? [])
    ]
  }
}
