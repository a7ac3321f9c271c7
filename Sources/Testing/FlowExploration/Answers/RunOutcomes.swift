// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScripts

/// The results with which commands and actions end.
struct RunOutcomes: Sendable {
  /// The results in the scripts of the flow, by the ids of the steps.
  private var known: [String: [ScriptedRun.Outcome]] = [:]

  init(_ scripts: [FlowScript]) {
    for script in scripts {
      for (id, run) in script.runs.sorted(by: { $0.key < $1.key }) {
        for outcome in run.outcomes where known[id]?.contains(outcome) != true {
          known[id, default: []].append(outcome)
        }
      }
    }
  }

  /// Returns results that succeed, of which there's always one, and results that fail.
  func outcomes(
    of request: EffectRequest, in flow: CheckedFlow
  ) -> (successes: [ScriptedRun.Outcome], failures: [ScriptedRun.Outcome]) {
    let capture = flow.definition.run(request.step.withoutPositions[...])?.capture
    let given = known[request.step] ?? known[request.step.withoutPositions] ?? []
    let succeeds: (ScriptedRun.Outcome) -> Bool = { $0.status == 0 || capture?.kind == .status }
    var successes = given.filter(succeeds)
    var failures = given.filter { !succeeds($0) }
    if successes.isEmpty {
      switch capture?.kind {
      case .text?: successes = [.init(content: .text("output"))]
      case .lines?:
        successes = [.init(content: .lines(["one", "two"])), .init(content: .lines([]))]
      case .json?: successes = [.init(content: .json(capture?.type?.sample ?? .null))]
      case .status?: successes = [.init(), .init(status: 1)]
      case nil: successes = [.init()]
      }
    }
    if failures.isEmpty, capture?.kind != .status {
      failures = [.init(status: 1, errors: "it fails")]
    }
    return (successes, failures)
  }
}
