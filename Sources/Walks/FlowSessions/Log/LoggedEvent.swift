// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowModel

/// An event that had an effect on a session, with what's needed to handle it again.
public struct LoggedEvent: Hashable, Sendable {
  /// The outcome of an event.
  public enum Outcome: Hashable, Sendable {
    /// It was handled.
    case handled

    /// The answer was refused, or a move was denied.
    case refused

    /// Steps were popped, because the user went back.
    case wentBack
  }

  /// The event.
  public let event: FlowEvent

  /// The outcome.
  ///
  /// For an event that needed a fact about a path, the outcome is that of the ``FlowEvent/found(_:)``.
  public let outcome: Outcome

  /// Whether its answer or result is a secret that was left out; see ``withoutSecrets(in:)``.
  package let isWithheld: Bool

  /// The id of the field, list, or step that the event is about; nil if the event names it, or
  /// there is none.
  package let target: String?

  /// The number of steps on the stack after the event.
  package let depth: Int

  /// The session's `now` for the event.
  public let now: Timestamp

  /// The known facts about the effect that it begins or ends; nil for other events, and for an
  /// effect that failed.
  package var effect: LoggedEffect? {
    if case .effect(let effect) = boxed { effect } else { nil }
  }

  /// The answers that the submission accepted beside the event's own; nil if there are none.
  package var taken: TakenAnswers? {
    if case .taken(let taken) = boxed { taken } else { nil }
  }

  /// Few events have an effect or take what's offered, and both are much larger than they are.
  private enum Boxed: Hashable, Sendable {
    case none
    indirect case effect(LoggedEffect)
    indirect case taken(TakenAnswers)
  }

  private let boxed: Boxed

  /// Creates an entry of a log, to restore a saved walk.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time of the event.
  ///   - target: What the event is about, unless the event names it.
  ///   - depth: The number of steps on the stack after the event.
  ///   - outcome: What the event led to.
  ///   - isWithheld: Whether its answer or result was left out.
  ///   - effect: What's known about the effect that it begins or ends.
  ///   - taken: What the step that it submits was submitted with; ignored if there's an effect.
  package init(
    event: FlowEvent, now: Timestamp, target: String? = nil, depth: Int = 0,
    outcome: Outcome = .handled, isWithheld: Bool = false, effect: LoggedEffect? = nil,
    taken: TakenAnswers? = nil
  ) {
    self.event = event
    self.now = now
    self.target = target
    self.depth = depth
    self.outcome = outcome
    self.isWithheld = isWithheld
    boxed = effect.map { .effect($0) } ?? taken.map { .taken($0) } ?? .none
  }

  /// The id of the field, list, or step that the event is about, or nil if there is none.
  package var subject: String? { event.field ?? target }
}

extension FlowEvent {
  /// The id of the field that it names; nil if it names none.
  var field: String? {
    switch self {
    case .edit(let field, _), .focus(let field), .setAside(let field, _): field
    default: nil
    }
  }

  /// Whether it begins or ends an effect.
  package var isOfEffect: Bool {
    switch self {
    case .effectBegan, .effectEnded: true
    default: false
    }
  }

  /// Whether a session ignores it in most states, and nothing but a move shows that it didn't.
  var isOftenIgnored: Bool {
    switch self {
    case .start, .decide, .found, .decideFile, .effectBegan, .effectEnded, .retry, .focus,
      .setAside, .back, .backTo:
      true
    case .answer, .edit, .submit, .confirm, .acceptSuggestions, .addItem, .editItem, .removeItem,
      .restoreItem, .moveItem, .give, .leave:
      false
    }
  }

  /// Whether it's about a field that it names.
  var namesField: Bool {
    switch self {
    case .edit, .focus: true
    default: false
    }
  }

  /// Whether it sets unfinished input aside.
  var isAside: Bool {
    if case .setAside = self { true } else { false }
  }

  /// The input of an event that answers a field, or tries to; nil for others.
  var answer: FieldInput? {
    switch self {
    case .answer(let input?), .edit(_, let input): input
    default: nil
    }
  }

  /// Whether it answers a request of the session.
  var isReply: Bool {
    switch self {
    case .decide, .found: true
    default: false
    }
  }

  /// Whether it answers a list with its records.
  var givesRecords: Bool {
    switch self {
    case .answer(.value(.list)?), .answer(.remembered(.list, _)?): true
    default: false
    }
  }

  /// Whether it answers a field, or tries to.
  var isAnswer: Bool { answer != nil }

  /// Whether it answers a field, or tries to, with anything but what's offered, which was entered before.
  var isEntry: Bool { isAnswer && answer != .offered }
}
