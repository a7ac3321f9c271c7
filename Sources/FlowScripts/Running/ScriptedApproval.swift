// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// The delegate of a script: approves, unless the script has said that it denies.
final class ScriptedApproval: FlowRunnerDelegate {
  /// The denials that wait for their request.
  var denials: [(denial: ScriptCommand.Denial, place: SourcePlace)] = []

  /// Why the last command was denied, where the session is at a failure and shows no denial.
  var denialAtFailure: String?

  /// Whether requests are approved that no command of the script makes.
  var isBypassed = false

  func didRequestPush(
    from id: String, answers: [String: Value], in runner: FlowRunner
  ) -> RunnerDecision { decide(isPush: true) }

  func didRequestPop(to id: String, count: Int, in runner: FlowRunner) -> RunnerDecision {
    decide(isPush: false)
  }

  private func decide(isPush: Bool) -> RunnerDecision {
    guard !isBypassed, let index = denials.firstIndex(where: { $0.denial.isPush == isPush }) else {
      return .approve
    }
    return .deny(reason: denials.remove(at: index).denial.reason)
  }
}
