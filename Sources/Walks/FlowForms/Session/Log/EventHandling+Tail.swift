// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import StackFlowCore

// Handles the events of a saved walk that wait for their questions.
extension FlowSession {
  /// The ids of the fields, lists, steps, and effects of a restored walk for which saved events
  /// wait, sorted.
  ///
  /// They are handled once the walk reaches them. What it doesn't reach any more isn't needed.
  public var awaitedReplays: [String] { tail?.subjects ?? [] }

  /// The events of a restored walk that wait for their questions, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  public var awaitedEvents: [LoggedEvent] { tail?.events ?? [] }

  /// Returns the newest events if they can be appended to what was saved at an earlier
  /// ``eventCount``.
  ///
  /// They can't while something waits in a restored walk, because that's saved after the events.
  ///
  /// - Parameters:
  ///   - count: The ``eventCount`` at which the walk was saved.
  ///   - keepsSecrets: Whether secrets are kept; see ``events(after:keepingSecrets:)``.
  /// - Returns: The events, or nil if the whole walk has to be saved again.
  /// - Complexity: O(*n*) in the number of returned events.
  public func appendableEvents(
    after count: Int, keepingSecrets keepsSecrets: Bool = false
  ) -> [LoggedEvent]? {
    guard tail == nil, count >= tailEnd else { return nil }
    return events(after: count, keepingSecrets: keepsSecrets)
  }

  /// Handles an event of the user, and then what waits for the questions that follow.
  mutating func handleBeforeTail(_ event: FlowEvent, now: Timestamp) -> [FlowAnnouncement] {
    if let announcements = handleSettling(event, now: now) { return announcements }
    let subject = phase.step.map { $0.focusedField?.id ?? $0.id }
    var announcements = handleLogged(event, now: now)
    if event.isAnswer {
      // The user's own answer counts, not the saved one.
      if case .edit(let field, _) = event {
        tail?.removeAll(of: field)
      } else if let subject {
        tail?.removeAll(of: subject)
      }
    }
    if case .back = event { return announcements }
    if case .backTo = event { return announcements }
    announcements += handleTail()
    return announcements
  }

  /// Handles the waiting events as far as the walk has come.
  ///
  /// - Complexity: Each waiting event is handled at most once.
  @discardableResult
  mutating func handleTail() -> [FlowAnnouncement] {
    var announcements: [FlowAnnouncement] = []
    while true {
      if meetPastEffects(&announcements) { continue }
      guard let (unit, event) = takeWaiting() else { break }
      let said = handleLogged(event, now: unit.event.now)
      announcements += said
      announcements += answerNeeds(with: unit.replies)
      if said.contains(where: \.isRefusal), !confirmsNext(after: unit) { break }
    }
    if tail?.isEmpty == true {
      tail = nil
      tailEnd = log.addedCount
    }
    return announcements
  }

  /// Gives the session the saved decisions and facts as long as it needs them.
  private mutating func answerNeeds(with replies: [LoggedEvent]) -> [FlowAnnouncement] {
    var announcements: [FlowAnnouncement] = []
    for reply in replies {
      guard case .needs(let need) = state else { break }
      switch (need, reply.event) {
      case (.approval(let request), .decide(let decision, _)):
        announcements += handleLogged(.decide(decision, on: request.id), now: reply.now)
      case (.lookUp(let query), .found(let facts)) where facts.path == query.path:
        announcements += handleLogged(reply.event, now: reply.now)
      default: return announcements
      }
    }
    return announcements
  }

  /// Returns the waiting event that can be handled now, in the form that fits the state, and removes
  /// it; nil if there is none.
  private mutating func takeWaiting() -> (unit: ReplayTail.Unit, event: FlowEvent)? {
    switch state {
    case .notStarted, .needs, .failed, .finished: return nil
    case .asking(let step):
      if let focused = step.focusedField?.id, tail?.next(of: focused) != nil {
        return take(focused) { $0.isWithheld ? nil : $0.event }
      }
      for field in step.visibleFields where field.id != step.focusedField?.id {
        let found = take(field.id) { entry in
          guard !entry.isWithheld else { return nil }
          switch entry.event {
          case .next(let input?): return .edit(field: field.id, input)
          case .edit, .focus: return entry.event
          default: return nil
          }
        }
        if let found { return found }
      }
      guard step.focusedField?.id != step.id else { return nil }
      return take(step.id) { $0.isWithheld ? nil : $0.event }
    }
  }

  private mutating func take(
    _ subject: String, as form: (LoggedEvent) -> FlowEvent?
  ) -> (unit: ReplayTail.Unit, event: FlowEvent)? {
    guard let unit = tail?.next(of: subject), let event = form(unit.event) else { return nil }
    tail?.removeNext(of: subject)
    return (unit, event)
  }

  /// Returns whether a refused answer is confirmed by the next waiting event.
  private func confirmsNext(after unit: ReplayTail.Unit) -> Bool {
    guard case .asking(let step) = state else { return false }
    if case .confirm? = tail?.next(of: step.id)?.event.event { return true }
    guard let subject = unit.event.subject else { return false }
    return tail?.next(of: subject)?.event.event == unit.event.event
  }
}

extension FlowAnnouncement {
  /// Whether it announces refused answers.
  fileprivate var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}
