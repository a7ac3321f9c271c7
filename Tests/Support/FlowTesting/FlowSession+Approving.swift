// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowSessions

extension FlowSession {
  /// Sends an event, and decides each move that it leads to.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time of the event and of the decisions.
  ///   - decision: The decision about the next move.
  /// - Returns: The announcements, in order.
  @discardableResult
  package mutating func send(
    _ event: FlowEvent, now: Timestamp = .epoch, deciding decision: () -> FlowDecision
  ) -> [FlowAnnouncement] {
    var announcements = send(event, now: now)
    while case .needs(.approval) = state { announcements += decide(decision(), now: now) }
    return announcements
  }

  /// Sends an event, and approves each move that it leads to.
  @discardableResult
  package mutating func sendApproving(
    _ event: FlowEvent, now: Timestamp = .epoch
  ) -> [FlowAnnouncement] {
    send(event, now: now) { .approve }
  }
}
