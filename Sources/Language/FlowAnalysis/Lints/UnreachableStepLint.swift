// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds steps that no path reaches.
///
/// The lint understands comparisons of answers with literals, and takes into account choices,
/// bounds, error-level checks, the conditions around the step, and earlier stops. If a condition
/// isn't understood, or the search reaches its limit, nothing is reported.
extension FlowLint {
  static let unreachableStep = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "unreachable-step"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var unreached: Set<Int> = []
    var lastStops = 0
    for (index, placed) in flow.steps.enumerated() {
      flow.enter(placed)
      if let parent = placed.parent, unreached.contains(parent) {
        unreached.insert(index)
        continue
      }
      guard placed.condition != nil || placed.path.stopsBefore != lastStops else { continue }
      lastStops = placed.path.stopsBefore
      guard flow.prover.isPossible([], at: placed.path) == false else { continue }
      unreached.insert(index)
      let name = placed.step.id.name
      let reasons = Reasons(for: [], at: placed.path, flow.prover)
      // Report only the first step after a stop that always ends the flow.
      if placed.condition == nil {
        found.append(
          Diagnostic(
            id, .warning, "no path reaches '\(name)' or what follows",
            at: placed.step.place, notes: reasons.notes))
        break
      }
      let place = placed.step.when?.place ?? placed.step.place
      found.append(
        Diagnostic(
          id, .warning, "no path reaches '\(name)'; its condition is never true here",
          at: place, notes: reasons.notes.filter { $0.place != place }))
    }
    return found
  }
}
