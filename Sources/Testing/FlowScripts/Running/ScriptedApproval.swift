// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import SourceDiagnostics
import StackFlowCore

/// Approves all requests that the script doesn't deny.
///
/// Unchecked because only one thread at a time uses it: the script waits while a face handles what it typed.
final class ScriptedApproval: @unchecked Sendable {
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

  /// Returns an event as the session handles it: the approval of a request that the script denies is a denial.
  func decided(_ event: FlowEvent, in session: FlowSession) -> FlowEvent {
    guard case .decide(.approve, let id) = event, let request = session.pendingRequest,
      request.id == id
    else { return event }
    defer { count += 1 }
    guard !isBypassed, deniedNumbers?.contains(count) ?? true,
      let index = denials.firstIndex(where: { $0.denial.isPush == (request.move == .push) })
    else { return event }
    denied.append(count)
    return .decide(.deny(reason: denials.remove(at: index).denial.reason), on: id)
  }
}
