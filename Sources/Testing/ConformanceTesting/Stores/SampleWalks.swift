// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import SavedWalks

/// Walks and events to store; a store doesn't look into them.
enum SampleWalks {
  /// Returns a walk that differs from those of other numbers.
  static func walk(_ number: Int) -> SavedWalk {
    SavedWalk(
      flowID: "sample-\(number)", flowVersion: number, fingerprint: UInt64(number) << 32,
      inputs: ["text": .string("\u{0}é'\"\\\n\(number)"), "none": .null],
      events: (0..<number % 4).map { event(number * 10 + $0) })
  }

  /// Returns the summary that comes with events, or none.
  static func summary(of events: [Int]) -> WalkSummary? {
    guard let first = events.first, first % 2 == 0 else { return nil }
    var summary = summary(first)
    (summary.state, summary.outcome, summary.output) = (
      .ended, "completed", ["n": .int(Int64(first))]
    )
    return summary
  }

  /// Returns a summary that differs from those of other numbers.
  static func summary(_ number: Int) -> WalkSummary {
    var summary = WalkSummary(
      flow: "sample-\(number)", version: number, owner: number % 3 == 0 ? nil : "owner \(number)",
      notes: ["bytes": .bytes([0, 255, UInt8(truncatingIfNeeded: number)])])
    (summary.state, summary.step, summary.eventCount) = (.asking, "q", number)
    summary.begun = try? Timestamp(secondsSinceEpoch: Int64(number))
    summary.expires = try? Timestamp(secondsSinceEpoch: Int64(number), nanoseconds: 7)
    return summary
  }

  /// Returns an event that differs from those of other numbers.
  static func event(_ number: Int) -> LoggedEvent {
    let now = try? Timestamp(secondsSinceEpoch: Int64(number))
    let event: FlowEvent =
      switch number % 5 {
      case 0: .answer(.text("answer \(number)\u{0}\u{1F600}"))
      case 1: .edit(field: "field\(number)", .value(.int(Int64(number))))
      case 2: .back(steps: 1)
      case 3: .effectEnded(.returned(.bytes([0, 255, UInt8(truncatingIfNeeded: number)])))
      default: .answer(nil)
      }
    return LoggedEvent(
      event: event, now: now ?? .epoch, target: event.isAnswer ? "q" : nil, depth: number % 7)
  }

  /// Returns an event whose answer has a number of bytes.
  static func event(byteCount: Int) -> LoggedEvent {
    LoggedEvent(
      event: .answer(.text(String(repeating: "x", count: byteCount))), now: .epoch, target: "q")
  }
}

extension FlowEvent {
  fileprivate var isAnswer: Bool {
    switch self {
    case .answer, .effectEnded: true
    default: false
    }
  }
}
