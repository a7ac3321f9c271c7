// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics
import StackFlowCore

/// The delegate of a script.
///
/// It approves all requests that the script doesn't deny.
final class ScriptedApproval: FlowRunnerDelegate {
  /// The denials that haven't been used yet.
  var denials: [(denial: ScriptCommand.Denial, place: SourcePlace)] = []

  /// The reason why the last command was denied at a failure, at which no step shows it.
  var denialAtFailure: String?

  /// Whether to approve the current request, because no command of the script made it.
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
