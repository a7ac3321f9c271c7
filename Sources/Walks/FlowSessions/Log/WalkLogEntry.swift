// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import StackFlowCore

/// A ``LoggedEvent`` in little memory, with its number among all that were added to a log, from 1.
///
/// A session has two events for each answer: the answer, and the approval of its move. They take 56
/// bytes each, instead of 96.
struct WalkLogEntry: Sendable {
  /// An event, with those that are rare in a box.
  fileprivate enum Content: Sendable {
    case answer(FieldInput?)
    case approve(request: Int)
    indirect case other(FlowEvent)
    indirect case effect(FlowEvent, LoggedEffect)
    indirect case taking(FlowEvent, TakenAnswers, LoggedEffect?)
  }

  private var content: Content
  let outcome: LoggedEvent.Outcome
  let depth: Int32
  let target: String?
  private let now: Timestamp

  /// The number, which no walk is long enough to bring to its maximum.
  let number: UInt32

  /// Creates an entry for an event that a session has handled; nothing is withheld from it.
  init(
    _ event: FlowEvent, now: Timestamp, target: String?, depth: Int, outcome: LoggedEvent.Outcome,
    taken: TakenAnswers?, number: Int
  ) {
    content = if let taken { .taking(event, taken, nil) } else { Content(event) }
    self.outcome = outcome
    self.depth = Int32(clamping: depth)
    self.target = target
    self.now = now
    self.number = UInt32(clamping: number)
  }

  /// Notes the effect that the event begins or ends.
  mutating func note(_ effect: LoggedEffect) {
    content =
      if case .taking(let event, let taken, _) = content {
        .taking(event, taken, effect)
      } else {
        .effect(event, effect)
      }
  }

  /// About how many bytes the entry takes.
  ///
  /// - Complexity: O(*n*) in the number of parts of its values.
  var storedSize: Int {
    let values =
      switch content {
      case .answer(let input): input?.storedSize ?? 0
      case .approve: 0
      case .other(let event): event.storedSize
      case .effect(let event, let effect): event.storedSize + effect.storedSize
      case .taking(let event, let taken, let effect):
        event.storedSize + taken.storedSize + (effect?.storedSize ?? 0)
      }
    return 64 + values
  }

  /// The id of what the event is about, or nil if there is nothing.
  var subject: String? {
    switch content {
    case .answer, .approve: target
    case .other(let event), .effect(let event, _), .taking(let event, _, _): event.field ?? target
    }
  }

  /// Whether the event answers a field, or tries to.
  var isAnswer: Bool {
    switch content {
    case .answer(let input): input != nil
    case .approve: false
    case .other(let event), .effect(let event, _), .taking(let event, _, _): event.isAnswer
    }
  }

  /// The event alone.
  var event: FlowEvent {
    switch content {
    case .answer(let input): .answer(input)
    case .approve(let request): .decide(.approve, on: .init(serial: request))
    case .other(let event), .effect(let event, _), .taking(let event, _, _): event
    }
  }

  /// The answers that the submission accepted beside the event's own; nil if there are none.
  var taken: TakenAnswers? {
    if case .taking(_, let taken, _) = content { taken } else { nil }
  }

  /// The event with what's known about it.
  var logged: LoggedEvent {
    let effect: LoggedEffect? =
      switch content {
      case .effect(_, let known): known
      case .taking(_, _, let known): known
      case .answer, .approve, .other: nil
      }
    return LoggedEvent(
      event: event, now: now, target: target, depth: Int(depth), outcome: outcome,
      effect: effect, taken: taken)
  }
}

extension WalkLogEntry.Content {
  fileprivate init(_ event: FlowEvent) {
    self =
      switch event {
      case .answer(let input): .answer(input)
      case .decide(.approve, let request) where request == .init(serial: request.serial):
        .approve(request: request.serial)
      default: .other(event)
      }
  }
}
