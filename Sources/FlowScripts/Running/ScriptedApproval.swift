// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics
import StackFlowCore

/// The delegate of a script: approves, unless the script has said that it denies.
final class ScriptedApproval: FlowRunnerDelegate {
  /// The denials that no request has met yet.
  var denials: [(denial: ScriptCommand.Denial, place: SourcePlace)] = []

  /// Why the last command was denied, where the session is at a failure and shows no denial.
  var denialAtFailure: String?

  /// Whether requests are approved that no command of the script makes.
  var isBypassed = false

  func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision { decide(isPush: true) }

  func didRequestPop(
    _ count: Int, to id: String, _ request: NavigationRequest, in runner: FlowRunner
  ) -> FlowDecision { decide(isPush: false) }

  private func decide(isPush: Bool) -> FlowDecision {
    guard !isBypassed, let index = denials.firstIndex(where: { $0.denial.isPush == isPush }) else {
      return .approve
    }
    return .deny(reason: denials.remove(at: index).denial.reason)
  }
}
