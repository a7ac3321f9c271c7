// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// What becomes of a request to move.
extension FlowSession {
  mutating func decide(
    _ decision: MoveDecision, on move: PendingMove, _ before: Phase,
    _ announcements: inout [FlowAnnouncement]
  ) {
    switch decision {
    case .deny(let reason):
      phase = before
      isAcceptingSuggestions = false
      deny(reason, &announcements)
    case .approve:
      switch move {
      case .push(let values): approvePush(values, from: before.step, &announcements)
      case .pop(let depth): pop(toDepth: depth, from: before.step, &announcements)
      case .item(let position): openItem(at: position, of: before.step, &announcements)
      }
    }
  }

  private mutating func approvePush(
    _ values: [Value?], from live: StepState?, _ announcements: inout [FlowAnnouncement]
  ) {
    if let step = topStep?.step, case .stop(let outcome) = step.kind {
      return stop(step, outcome, &announcements)
    }
    let submission = Submission(
      values: values, origin: .asked, items: live?.repeat?.items, leftEmpty: live?.leftEmpty ?? [])
    advance(with: submission, of: live, &announcements)
    if isAcceptingSuggestions { acceptSuggestions(&announcements) }
  }

  private mutating func stop(
    _ step: CheckedStep, _ outcome: StopOutcome, _ announcements: inout [FlowAnnouncement]
  ) {
    switch outcome {
    case .failed: finish(.failed, output: .null, stopID: step.id, &announcements)
    case .completed:
      do {
        let output = try outputValue()
        finish(.completed, output: output, stopID: step.id, &announcements)
      } catch {
        fail(error, &announcements)
      }
    }
  }
}
