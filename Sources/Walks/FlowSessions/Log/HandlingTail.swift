// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import Localization
import StackFlowCore

// Handles the events of a saved walk that wait for their questions.
extension FlowSession {
  /// Handles an event of the user, and then what waits for the questions that follow.
  mutating func handleBeforeTail(_ event: FlowEvent, now: Timestamp) {
    if handleSettling(event, now: now) { return }
    let subject = phase.step.map { $0.focusedField?.id ?? $0.id }
    handleLogged(event, now: now)
    if event.isAnswer {
      // The user's own answer counts, not the saved one.
      if case .edit(let field, _) = event {
        tail?.removeAll(of: field)
      } else if let subject {
        tail?.removeAll(of: subject)
      }
    }
    if case .back = event { return }
    if case .backTo = event { return }
    handleTail()
  }

  /// Handles the waiting events up to where the walk is.
  ///
  /// - Complexity: Each waiting event is handled at most once.
  mutating func handleTail() {
    while true {
      if meetPastEffects() { continue }
      guard let (unit, event) = takeWaiting() else { break }
      let count = handling.announcements.count
      announceStaying(event)
      handleLogged(event, now: unit.event.now)
      let isRefused = handling.announcements[count...].contains(where: \.isRefusal)
      answerNeeds(with: unit.replies)
      if isRefused, !confirmsNext(after: unit), !hasWaitingAnswers { break }
    }
    if tail?.isEmpty == true {
      tail = nil
      tailEnd = log.addedCount
    }
  }

  /// Announces an answer that stays as it was accepted, though its field offers something else.
  private mutating func announceStaying(_ event: FlowEvent) {
    guard tail?.tellsStaying == true,
      case .edit(let id, .remembered(let value, .accepted)) = event,
      case .asking(let step) = phase, let field = step.field(id),
      let offer = field.offer,
      offer.value != value
    else { return }
    announce(
      .answerStayed(id: id, name: field.name, text: field.shownText(of: value)))
  }

  /// Gives the session the saved decisions and facts as long as it needs them.
  private mutating func answerNeeds(with replies: [LoggedEvent]) {
    for reply in replies {
      guard case .needs(let need) = state else { return }
      switch (need, reply.event) {
      case (.approval(let request), .decide(let decision, _)):
        handleLogged(.decide(decision, on: request.id), now: reply.now)
      case (.lookUp(let path), .found(let facts)) where facts.path == path:
        handleLogged(reply.event, now: reply.now)
      default: return
      }
    }
  }

  /// Returns the waiting event that can be handled now, in the form that fits the state, and removes
  /// it; nil if there is none.
  private mutating func takeWaiting() -> (unit: ReplayTail.Unit, event: FlowEvent)? {
    switch state {
    case .needs(.effect(let request)):
      return take(request.step) { if case .decideFile = $0.event { $0.event } else { nil } }
    case .notStarted, .needs, .failed, .finished: return nil
    case .asking(let step):
      if let found = takeAnswer(in: step) { return found }
      guard step.focusedField?.id != step.id else { return nil }
      // A yes counts only for what it was said to.
      if let agreement = self.agreement(to: step),
        let waiting = tail?.next(of: step.id),
        waiting.event.taken?.agreement != agreement
      {
        tail?.removeAll(of: step.id)
        return nil
      }
      // Random texts that weren't saved are drawn again by the walk, with the event that submits the step.
      if step.visibleFields.contains(where: \.awaitsRandomText) {
        tail?.removeAll(of: step.id)
        return nil
      }
      let found = take(step.id) { $0.isWithheld ? nil : $0.event }
      guard let (unit, event) = found, step.kind == .repeat,
        case .answer(.value(let records)?) = event, case .list = records
      else { return found }
      // Records without an answer to a question that's new stay in their list, and are marked.
      return (unit, .answer(.remembered(known(records, of: step.id), .given)))
    }
  }

  /// Returns the oldest event that waits for a field of a step, and removes it; nil if none does.
  ///
  /// An answer that didn't lead on is entered, because the flow may have fewer fields now. At a field that isn't
  /// focused, because the flow has other fields now, an answer that led on is entered, and its step is submitted then.
  private mutating func takeAnswer(
    in step: StepState
  ) -> (unit: ReplayTail.Unit, event: FlowEvent)? {
    let waiting = step.visibleFields.compactMap { field in
      tail?.next(of: field.id).flatMap { $0.event.isWithheld ? nil : $0 }
    }
    guard let next = waiting.min(by: { $0.place < $1.place }), let id = next.event.subject else {
      return nil
    }
    let isFocused = id == step.focusedField?.id
    // In the same flow, an answer leads where it led, and the last one of a form has submitted it.
    let isSame = tail?.tellsStaying == false && next.event.outcome == .handled
    let leadsOn = next.leadsOn || isSame && id == step.visibleFields.last?.id
    let keepsNext =
      isFocused && (leadsOn || isSame || step.field(id)?.isSecret == true)
    guard
      let found = take(
        id,
        as: { entry in
          switch entry.event {
          case _ where keepsNext: entry.event
          case .answer(let input?): .edit(field: id, input)
          // Keeps what was entered there before.
          case .answer(nil): .focus(field: id)
          case .edit, .focus, .setAside: entry.event
          default: isFocused ? entry.event : nil
          }
        })
    else { return nil }
    if leadsOn, !isFocused, case .answer = found.unit.event.event {
      let submission = LoggedEvent(
        event: .submit, now: found.unit.event.now, target: step.id, depth: found.unit.event.depth)
      tail?.insertNext(
        ReplayTail.Unit(event: submission, replies: found.unit.replies))
    }
    return found
  }

  private mutating func take(
    _ subject: String, as form: (LoggedEvent) -> FlowEvent?
  ) -> (unit: ReplayTail.Unit, event: FlowEvent)? {
    guard let unit = tail?.next(of: subject), let event = form(unit.event) else {
      return nil
    }
    tail?.removeNext(of: subject)
    return (unit, event)
  }

  /// Whether answers wait for the fields of the top step.
  private var hasWaitingAnswers: Bool {
    guard case .asking(let step) = state else { return false }
    return step.visibleFields.contains { field in
      tail?.next(of: field.id).map { !$0.event.isWithheld } ?? false
    }
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
