// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

/// The continuation of a session once nothing of its past is left to undo or to ask about.
enum Settlement: Sendable {
  /// It requests the effect of the top step.
  case performing(EffectRequest)

  /// It undoes an effect, to go back.
  case undoing(EffectRequest, PopGoal)

  /// It ends.
  case finishing(FlowResult)
}

// Meets the effects of a saved walk again, or undoes them, or has the user decide about them.
//
// None of this is in the log, which is what happened in this walk. What's left of the effects is saved
// after it, with the events that wait.
extension FlowSession {
  /// Remembers an effect that failed while it was in doubt: no one knows whether it happened.
  mutating func keepDoubt(about moment: EffectMoment, _ announcements: ArraySlice<FlowAnnouncement>)
  {
    let request = moment.request
    if !request.isUndo, announcements.contains(where: \.isFailedEffect),
      let beginning = log.events.last(where: {
        $0.event == .effectBegan && $0.target == request.step
      }),
      let effect = PastEffect(inDoubt: beginning)
    {
      var tail = self.tail ?? ReplayTail()
      tail.effects.append(effect)
      self.tail = tail
    }
  }

  // MARK: Reaching an effect

  /// Uses a past effect where the same is requested, or begins to settle one that stands in the way.
  ///
  /// - Returns: Whether the session moved.
  mutating func meetPastEffects() -> Bool {
    guard let effects = tail?.effects, !effects.isEmpty else { return false }
    switch phase {
    case .performing(let request) where !hasBegunEffect || isInDoubt:
      guard let index = effects.firstIndex(where: { $0.step == request.step }) else { return false }
      let effect = effects[index]
      guard effect.isSame(as: request), effect.stage != .undoing else {
        if hasBegunEffect { return false }
        settle(before: .performing(request))
        return !isSettling
      }
      if effect.isWithheld, holdsNewSecrets {
        guard effect.isLasting else {
          tail?.effects.remove(at: index)
          return true
        }
        tail?.effects[index].isQuestioned = true
        hasBegunEffect = false
        isInDoubt = true
        phase = .settling(request, before: .performing(request))
        return false
      }
      tail?.effects.remove(at: index)
      // An effect that only reads is performed again if its result is a secret.
      if effect.stage == .done, effect.result == nil, !effect.isLasting,
        !hasBegunEffect
      {
        return true
      }
      if effect.stage != .begun, let result = effect.result {
        handleLogged(.effectEnded(result), now: effect.end?.now ?? now)
        return true
      }
      handleLogged(.effectBegan, now: effect.beginning?.now ?? now)
      isInDoubt = true
      return false
    case .undoing(let request, let goal)
    where !hasBegunEffect && !isInDoubt:
      let next = Settlement.undoing(request, goal)
      if isInTheWay(of: next) { settle(before: next) }
      return false
    case .finished(let result):
      _ = settlesBeforeFinishing(result)
      return false
    default: return false
    }
  }

  /// Whether a secret on the stack was entered, drawn, or captured, so that it can be another one than the walk had
  /// when it was saved.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  private var holdsNewSecrets: Bool {
    (0..<max(0, stack.count - 1)).contains { depth in
      guard let step = stack.entry(at: depth).flatMap({ flow.step(at: $0.item.planIndex) }),
        let submission = stack.entry(at: depth + 1)?.item.submission
      else { return false }
      if submission.effect != nil { return flow.capturesSecret(step.id) }
      if submission.items != nil {
        return submission.origin != .given && flow.takesSecret(step.id)
      }
      return zip(step.elements.indices, submission.values).contains { index, value in
        value != nil && step.elements[index].field?.isSecret == true
          && submission.origin(of: index) != .given
      }
    }
  }

  /// The index of the past effect that's settled; nil if there's none.
  private var settledIndex: Int? {
    guard let effects = tail?.effects else { return nil }
    return effects.firstIndex(where: \.isQuestioned) ?? effects.indices.last
  }

  /// The past effect that's settled; nil if there's none.
  var settledEffect: PastEffect? {
    guard isSettling, let index = settledIndex else { return nil }
    return tail?.effects[index]
  }

  /// Begins to settle what's left of the walk's past before it ends.
  ///
  /// - Returns: Whether anything is left.
  mutating func settlesBeforeFinishing(_ result: FlowResult) -> Bool {
    if case .left = result.outcome { return false }
    guard tail?.effects.contains(where: \.isLasting) == true else { return false }
    let count = handling.announcements.count
    settle(before: .finishing(result))
    // The end is announced by what has finished.
    handling.announcements.removeLast(handling.announcements.count - count)
    return isSettling
  }

  // MARK: Settling

  /// Asks for the next undo or decision that's in the way, newest first; continues if there's none.
  private mutating func settle(before next: Settlement) {
    hasBegunEffect = false
    isInDoubt = false
    tail?.finishing = nil
    while let effect = tail?.effects.last, isInTheWay(of: next) {
      guard effect.isLasting else {
        tail?.effects.removeLast()
        log.addUnlogged()
        continue
      }
      switch (effect.stage, effect.undo, effect.request) {
      case (.done, let undo?, _): phase = .settling(undo, before: next)
      case (.undoing, let undo?, _):
        hasBegunEffect = true
        isInDoubt = true
        phase = .settling(undo, before: next)
      case (_, _, let request?):
        isInDoubt = true
        phase = .settling(request, before: next)
      case (_, _, nil):
        tail?.effects.removeLast()
        continue
      }
      return
    }
    switch next {
    case .performing(let request): phase = .performing(request)
    case .undoing(let request, let goal):
      phase = .undoing(request, goal)
      isInDoubt = doubtfulUndos.contains(request.step)
    case .finishing(let result):
      phase = .finished(result)
      announce(.ended(result.outcome))
    }
  }

  /// Returns whether the newest effect of the past is settled before what's next.
  ///
  /// Effects are undone in the reverse order. What can't be undone doesn't keep the user from going back
  /// to an answer before it; it's asked about where the walk requests it again, or ends.
  private func isInTheWay(of next: Settlement) -> Bool {
    guard let effects = tail?.effects, let last = effects.last else { return false }
    return switch next {
    case .performing(let request): effects.contains { $0.step == request.step }
    case .undoing: last.isLasting && last.undo != nil
    case .finishing: true
    }
  }

  /// Handles an event while an effect of the past is settled.
  ///
  /// - Returns: Whether it was handled; otherwise, it's to be handled like any other.
  mutating func handleSettling(_ event: FlowEvent, now: Timestamp) -> Bool {
    if case .leave = event { return false }
    guard case .settling(let request, let next) = phase else {
      guard case .failed = phase, case .retry = event,
        let result = tail?.finishing
      else {
        tail?.finishing = nil
        return false
      }
      settle(before: .finishing(result))
      log.addUnlogged()
      handleTail()
      return true
    }
    guard let index = settledIndex, let effect = tail?.effects[index] else { return true }
    self.now = now
    guard settles(event, effect, at: index, request, before: next) else { return true }
    log.addUnlogged()
    handleTail()
    return true
  }

  /// Settles an effect of the past by an event, and returns whether it did.
  private mutating func settles(
    _ event: FlowEvent, _ effect: PastEffect, at index: Int, _ request: EffectRequest,
    before next: Settlement
  ) -> Bool {
    switch event {
    case .effectBegan where request.isUndo:
      guard !hasBegunEffect || isInDoubt else { return false }
      hasBegunEffect = true
      isInDoubt = false
      let undo = LoggedEffect(request: request, holdsSecret: holdsSecret(request))
      let beginning = LoggedEvent(
        event: .effectBegan, now: now, depth: stack.count, effect: undo)
      tail?.effects[index].beginUndo(beginning)
    case .effectEnded(let result) where request.isUndo:
      guard result.hasUndone(request) else {
        if !isInDoubt { tail?.effects[index].failUndo() }
        announce(
          .undoFailed(id: effect.step, message: complaint(about: request, result)))
        failSettling(request, result, before: next)
        break
      }
      announce(.didUndo(id: effect.step))
      tail?.effects.removeLast()
      settle(before: next)
    case .effectEnded(let result):
      if case .failed = result {
        failSettling(request, result, before: next)
        break
      }
      if effect.stage != .done {
        tail?.effects[index].assume(result)
        // It has happened, but perhaps with another secret.
        if effect.isQuestioned { isInDoubt = true } else { settle(before: next) }
        break
      }
      tail?.effects.remove(at: index)
      guard case .performing(let wanted) = next, wanted.step == effect.step else {
        settle(before: next)
        break
      }
      hasBegunEffect = false
      isInDoubt = false
      phase = .performing(wanted)
      handleLogged(
        .effectEnded(effect.result ?? assumedResult(of: wanted)), now: now)
    case .retry where !request.isUndo:
      // The user says that it didn't happen, or that it doesn't count.
      if effect.isQuestioned, effect.stage == .done, effect.undo != nil {
        tail?.effects[index].reject()
      } else {
        tail?.effects.remove(at: index)
      }
      settle(before: next)
    default: return false
    }
    return true
  }

  /// Lets what's next fail because of an effect of the past that isn't settled.
  private mutating func failSettling(
    _ request: EffectRequest, _ result: EffectResult, before next: Settlement
  ) {
    hasBegunEffect = false
    isInDoubt = false
    for index in tail?.effects.indices ?? 0..<0 { tail?.effects[index].isQuestioned = false }
    let message = catalog.text(
      .notUndone,
      [
        "step": .quoted(name(of: request.step)),
        "problem": .text(complaint(about: request, result)),
      ])
    switch next {
    case .performing(let wanted):
      phase = .performing(wanted)
      handleLogged(.effectEnded(.failed(message: message)), now: now)
    case .undoing(let wanted, let goal):
      phase = .undoing(wanted, goal)
      handleLogged(.effectEnded(.failed(message: message)), now: now)
    case .finishing(let result):
      tail?.finishing = result
      let place = flow.step(withID: request.step)?.place ?? flow.id.place
      fail(
        FlowFailure(
          message: message, place: place,
          effect: EffectFailure(step: request.step, retries: request.step)))
    }
  }

  private func complaint(about request: EffectRequest, _ result: EffectResult) -> String {
    hidingSecrets(request.sentence(result.complaint(catalog), catalog))
  }
}
