// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import SourceDiagnostics
import StackFlowCore

// Keeps the log: which events are in it, and what's known about each.
extension FlowSession {
  /// Handles an event, and adds it to the log if it had an effect.
  mutating func handleLogged(_ event: FlowEvent, now: Timestamp) {
    let before = Mark(self)
    let target = target(of: event)
    let isPop = isPopping
    let moment = effectMoment
    let wasInDoubt = isInDoubt
    let count = handling.announcements.count
    handling.taken = nil
    handling.left = Dictionary()
    handling.isIgnored = false
    handleLookingUp(event, now: now)
    let said = handling.announcements[count...]
    if said.isEmpty, handling.isIgnored || event.isOftenIgnored || before.takesNoInput,
      before == Mark(self)
    {
      self.now = before.now
      return
    }
    let outcome = Self.outcome(said, isPop: isPop)
    if outcome == .wentBack { handling.taken = answersLeft }
    var entry = WalkLogEntry(
      event, now: now, target: target, depth: stack.count, outcome: outcome,
      taken: handling.taken, number: log.nextNumber)
    if let moment, let effect = loggedEffect(event, at: moment, wasInDoubt: wasInDoubt, said) {
      entry.note(effect)
    }
    log.add(consume entry, isOpen: lookup != nil, isPlainRefusal: Self.isPlainRefusal(said))
    if wasInDoubt, let moment { keepDoubt(about: moment, said) }
  }

  /// Returns the result if an event ends the pending effect, or notes that the effect has begun.
  mutating func endOfEffect(_ event: FlowEvent) -> EffectResult? {
    switch event {
    case .effectBegan:
      hasBegunEffect = true
      isInDoubt = false
    case .effectEnded(let result):
      hasBegunEffect = false
      isInDoubt = false
      return result
    default: break
    }
    return nil
  }

  // MARK: What is known about an event

  /// The parts of a session that an ignored event leaves unchanged.
  private struct Mark: Equatable {
    let requestCount: Int
    let depth: Int
    let focus: Int?
    let denial: String?
    let kind: Int
    let hasBegunEffect: Bool
    let giveCount: Int
    let asideCount: Int
    let fileDecisionCount: Int
    let lookup: ObjectIdentifier?
    let now: Timestamp

    init(_ session: FlowSession) {
      requestCount = session.requestCount
      depth = session.stack.count
      let step = session.phase.step
      focus = step?.focus
      denial = step?.denial
      kind = session.phase.number
      hasBegunEffect = session.hasBegunEffect
      giveCount = session.giveCount
      asideCount = session.asideCount
      fileDecisionCount = session.fileDecisionCount
      lookup = session.lookup.map { ObjectIdentifier($0) }
      now = session.now
    }

    /// Whether the session ignores what a user does at a question.
    var takesNoInput: Bool { lookup != nil || kind != 1 && kind != 2 }

    static func == (left: Mark, right: Mark) -> Bool {
      left.requestCount == right.requestCount && left.depth == right.depth
        && left.focus == right.focus && left.denial == right.denial && left.kind == right.kind
        && left.hasBegunEffect == right.hasBegunEffect && left.giveCount == right.giveCount
        && left.asideCount == right.asideCount
        && left.lookup == right.lookup && left.fileDecisionCount == right.fileDecisionCount
    }
  }

  /// Returns the id of what an event is about, unless the event names it.
  private func target(of event: FlowEvent) -> String? {
    switch event {
    case .answer: phase.step.map { $0.focusedField?.id ?? $0.id }
    case .submit, .confirm, .acceptSuggestions, .addItem, .editItem, .removeItem, .restoreItem,
      .moveItem:
      phase.step?.id
    case .decideFile, .effectBegan, .effectEnded:
      switch phase {
      case .performing(let request): request.step
      default: nil
      }
    case .retry:
      if case .failed(let failure, _) = phase {
        failure.effect?.retries
      } else {
        nil
      }
    case .start, .edit, .focus, .setAside, .back, .backTo, .give, .decide, .found, .leave: nil
    }
  }

  /// Whether the session is about to go back, or is going back.
  private var isPopping: Bool {
    switch phase {
    case .awaiting(let move, _):
      if case .pop = move.goal { true } else { false }
    case .undoing: true
    default: false
    }
  }

  private static func outcome(
    _ announcements: ArraySlice<FlowAnnouncement>, isPop: Bool
  ) -> LoggedEvent.Outcome {
    var outcome = LoggedEvent.Outcome.handled
    var isPop = isPop
    for announcement in announcements {
      switch announcement {
      case .effectFailed: isPop = true
      case .move(.didPop) where isPop: return .wentBack
      case .refused, .move(.denied): outcome = .refused
      default: break
      }
    }
    return outcome
  }

  /// Returns whether an answer was refused because of errors, and nothing else happened.
  private static func isPlainRefusal(_ announcements: ArraySlice<FlowAnnouncement>) -> Bool {
    !announcements.isEmpty
      && announcements.allSatisfy { announcement in
        guard case .refused(let problems) = announcement else { return false }
        return problems.allSatisfy { $0.severity == .error }
      }
  }
}

extension FlowSession.Phase {
  /// The number of the case.
  fileprivate var number: Int {
    switch self {
    case .idle: 0
    case .asking: 1
    case .awaiting: 2
    case .performing: 3
    case .undoing: 4
    case .failed: 5
    case .finished: 6
    case .settling: 7
    }
  }
}
