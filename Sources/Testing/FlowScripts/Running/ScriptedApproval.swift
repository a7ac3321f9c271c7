// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowSessions
import SourceDiagnostics
import StackFlowCore

/// Approves all requests that the script doesn't deny.
final class ScriptedApproval {
  /// The denials that haven't been used yet.
  var denials: [(denial: ScriptCommand.Denial, place: SourcePlace)] = []

  /// The reason why the last command was denied at a failure, at which no step shows it.
  var denialAtFailure: String?

  /// Whether to approve the current request, because no command of the script made it.
  var isBypassed = false

  /// The numbers of the requests that may be denied, from 0; nil for all.
  var deniedNumbers: Set<Int>?

  /// The numbers of the requests that were denied.
  private(set) var denied: [Int] = []

  /// The number of requests so far.
  private var count = 0

  /// Decides a move.
  func decide(_ request: NavigationRequest) -> FlowDecision {
    let isPush = request.move == .push
    defer { count += 1 }
    guard !isBypassed, deniedNumbers?.contains(count) ?? true,
      let index = denials.firstIndex(where: { $0.denial.isPush == isPush })
    else {
      return .approve
    }
    denied.append(count)
    return .deny(reason: denials.remove(at: index).denial.reason)
  }
}
