// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import StackFlowCore

/// A ``LoggedEvent`` in little memory, with its number among all that were added to a log, from 1.
///
/// A session has two events for each answer: the answer, and the approval of its move. They take 56
/// bytes each, instead of 96.
struct WalkLogEntry: Sendable {
  /// An event, with those that are rare in a box.
  fileprivate enum Content: Sendable {
    case next(FieldInput?)
    case approve(request: Int)
    indirect case other(FlowEvent)
    indirect case effect(FlowEvent, LoggedEffect)
    indirect case taking(FlowEvent, TakenAnswers)
  }

  // In this order, there's no padding.
  private let content: Content
  private let outcome: LoggedEvent.Outcome
  private let isWithheld: Bool
  private let depth: Int32
  private let target: String?
  private let now: Timestamp

  /// The number, which no walk is long enough to bring to its maximum.
  let number: UInt32

  /// Creates an entry from an event of a session.
  init(_ logged: LoggedEvent, number: Int) {
    if let taken = logged.taken {
      content = .taking(logged.event, taken)
    } else {
      content = Content(logged)
    }
    outcome = logged.outcome
    isWithheld = logged.isWithheld
    depth = Int32(clamping: logged.depth)
    target = logged.target
    now = logged.now
    self.number = UInt32(clamping: number)
  }

  /// The event alone.
  var event: FlowEvent {
    switch content {
    case .next(let input): .next(input)
    case .approve(let request): .decide(.approve, on: .init(serial: request))
    case .other(let event), .effect(let event, _), .taking(let event, _): event
    }
  }

  /// The event with what's known about it.
  var logged: LoggedEvent {
    var effect: LoggedEffect?
    var taken: TakenAnswers?
    switch content {
    case .effect(_, let known): effect = known
    case .taking(_, let known): taken = known
    case .next, .approve, .other: break
    }
    return LoggedEvent(
      event: event, now: now, target: target, depth: Int(depth), outcome: outcome,
      isWithheld: isWithheld, effect: effect, taken: taken)
  }
}

extension WalkLogEntry.Content {
  fileprivate init(_ logged: LoggedEvent) {
    self =
      switch logged.event {
      case .next(let input): .next(input)
      case .decide(.approve, let request) where request == .init(serial: request.serial):
        .approve(request: request.serial)
      default:
        if let effect = logged.effect {
          .effect(logged.event, effect)
        } else {
          .other(logged.event)
        }
      }
  }
}
