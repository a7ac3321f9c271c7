// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Says that a search reached its limit, so that other findings may be missing.
///
/// It's the last lint, after all searches.
extension FlowLint {
  static let undecided = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "not-decided"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    guard let path = flow.prover.firstUndecided else { return [] }
    let condition = path.conditions.last.map { flow.facts.conditions[$0].source.place }
    return [
      Diagnostic(
        id, .warning,
        "some conditions have too many combinations to try; findings about them may be missing",
        at: flow.definition.id.place,
        notes: condition.map { [.init("the first one not decided is here", at: $0)] } ?? [])
    ]
  }
}
