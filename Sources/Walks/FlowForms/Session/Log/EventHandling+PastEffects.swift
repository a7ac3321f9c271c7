// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
package import Localization
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

/// The question about an effect in doubt.
public enum EffectDoubt: Hashable, Sendable {
  /// Whether it happened; if not, it's performed.
  case interrupted

  /// Whether it happened, although the walk no longer requests it.
  case outdated

  /// Whether it counts as a part of this walk, because it happened and can't be undone.
  case final

  package var question: MessageID { self == .final ? .pastQuestion : .doubtQuestion }

  /// The hint about the answers that can be typed.
  package var hint: MessageID {
    switch self {
    case .interrupted: .doubtYes
    case .outdated: .pastHappened
    case .final: .pastCounts
    }
  }

  /// The label of a button for yes.
  package var yes: MessageID { self == .final ? .doCount : .doItHappened }

  /// The label of a button for no.
  package var no: MessageID {
    switch self {
    case .interrupted: .doItNow
    case .outdated: .doItHappenedNot
    case .final: .doNotCount
    }
  }
}

// Meets the effects of a saved walk again, or undoes them, or has the user decide about them.
//
// None of this is in the log, which is what happened in this walk. What's left of the effects is saved
// after it, with the events that wait.
extension FlowSession {
  /// The effect that may have happened, which only the user knows; nil if there isn't one.
  ///
  /// It began in a walk that was restored, or in one that another driver has left. Performing it again
  /// would be wrong unless the user says so.
  public var effectInDoubt: EffectRequest? {
    guard isInDoubt, case .needs(.effect(let request)) = state else { return nil }
    return request
  }

  /// Whether an effect of the walk's past is being undone or asked about.
  package var isSettling: Bool {
    if case .settling = phase { true } else { false }
  }

  /// The question about ``effectInDoubt``.
  package var doubt: EffectDoubt {
    guard case .settling(let request, _) = phase, !request.isUndo, let effect = tail?.effects.last
    else { return .interrupted }
    return effect.stage == .done ? .final : .outdated
  }

  /// Notes that an effect that has begun may have happened, because its driver is gone.
  mutating func doubtEffect() {
    if hasBegunEffect { isInDoubt = true }
  }

  /// Notes that the effect in doubt didn't happen, so that it's requested anew.
  mutating func clearDoubt() {
    hasBegunEffect = false
    isInDoubt = false
  }

  /// Remembers an effect that failed while it was in doubt: no one knows whether it happened.
  mutating func keepDoubt(about moment: EffectMoment, _ announcements: [FlowAnnouncement]) {
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
  mutating func meetPastEffects(_ announcements: inout [FlowAnnouncement]) -> Bool {
    guard let effects = tail?.effects, !effects.isEmpty else { return false }
    switch phase {
    case .performing(let request) where !hasBegunEffect || isInDoubt:
      guard let index = effects.firstIndex(where: { $0.step == request.step }) else { return false }
      let effect = effects[index]
      guard effect.isSame(as: request), effect.stage != .undoing else {
        if hasBegunEffect { return false }
        settle(before: .performing(request), &announcements)
        return !isSettling
      }
      tail?.effects.remove(at: index)
      // An effect that only reads is performed again if its result is a secret.
      if effect.stage == .done, effect.result == nil, !effect.isLasting, !hasBegunEffect {
        return true
      }
      if effect.stage != .begun, let result = effect.result {
        announcements += handleLogged(.effectEnded(result), now: effect.end?.now ?? now)
        return true
      }
      announcements += handleLogged(.effectBegan, now: effect.beginning?.now ?? now)
      isInDoubt = true
      return false
    case .undoing(let request, let goal) where !hasBegunEffect && !isInDoubt:
      let next = Settlement.undoing(request, goal)
      if isInTheWay(of: next) { settle(before: next, &announcements) }
      return false
    case .finished(let result):
      _ = settlesBeforeFinishing(result)
      return false
    default: return false
    }
  }

  /// Begins to settle what's left of the walk's past before it ends.
  ///
  /// - Returns: Whether anything is left.
  mutating func settlesBeforeFinishing(_ result: FlowResult) -> Bool {
    if case .left = result.outcome { return false }
    guard tail?.effects.contains(where: \.isLasting) == true else { return false }
    var announcements: [FlowAnnouncement] = []
    settle(before: .finishing(result), &announcements)
    return isSettling
  }

  // MARK: Settling

  /// Requests the next undo or decision about what stands in the way, newest first, or goes on.
  private mutating func settle(
    before next: Settlement, _ announcements: inout [FlowAnnouncement]
  ) {
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
      announcements.append(.ended(result.outcome))
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
  /// - Returns: The announcements, or nil if the event is to be handled like any other.
  mutating func handleSettling(_ event: FlowEvent, now: Timestamp) -> [FlowAnnouncement]? {
    if case .leave = event { return nil }
    var announcements: [FlowAnnouncement] = []
    guard case .settling(let request, let next) = phase else {
      guard case .failed = phase, case .retry = event, let result = tail?.finishing else {
        tail?.finishing = nil
        return nil
      }
      settle(before: .finishing(result), &announcements)
      log.addUnlogged()
      return announcements + handleTail()
    }
    guard let last = tail?.effects.indices.last, let effect = tail?.effects[last] else { return [] }
    self.now = now
    switch event {
    case .effectBegan where request.isUndo:
      guard !hasBegunEffect || isInDoubt else { return [] }
      hasBegunEffect = true
      isInDoubt = false
      let undo = LoggedEffect(request: request, holdsSecret: holdsSecret(request))
      tail?.effects[last].beginUndo(
        LoggedEvent(event: .effectBegan, now: now, depth: stack.count, effect: undo))
    case .effectEnded(let result) where request.isUndo:
      guard result.hasUndone(request) else {
        if !isInDoubt { tail?.effects[last].failUndo() }
        announcements.append(
          .undoFailed(id: effect.step, message: complaint(about: request, result)))
        failSettling(request, result, before: next, &announcements)
        break
      }
      announcements.append(.didUndo(id: effect.step))
      tail?.effects.removeLast()
      settle(before: next, &announcements)
    case .effectEnded(let result):
      if case .failed = result {
        failSettling(request, result, before: next, &announcements)
        break
      }
      if effect.stage != .done {
        tail?.effects[last].assume(result)
        settle(before: next, &announcements)
        break
      }
      tail?.effects.removeLast()
      guard case .performing(let wanted) = next, wanted.step == effect.step else {
        settle(before: next, &announcements)
        break
      }
      hasBegunEffect = false
      isInDoubt = false
      phase = .performing(wanted)
      announcements += handleLogged(
        .effectEnded(effect.result ?? assumedResult(of: wanted)), now: now)
    case .retry where !request.isUndo:
      // The user says that it didn't happen, or that it doesn't count.
      tail?.effects.removeLast()
      settle(before: next, &announcements)
    default: return []
    }
    log.addUnlogged()
    return announcements + handleTail()
  }

  /// Lets what's next fail because of an effect of the past that isn't settled.
  private mutating func failSettling(
    _ request: EffectRequest, _ result: EffectResult, before next: Settlement,
    _ announcements: inout [FlowAnnouncement]
  ) {
    hasBegunEffect = false
    isInDoubt = false
    let message = catalog.text(
      .notUndone,
      [
        "step": .quoted(name(of: request.step)),
        "problem": .text(complaint(about: request, result)),
      ])
    switch next {
    case .performing(let wanted):
      phase = .performing(wanted)
      announcements += handleLogged(.effectEnded(.failed(message: message)), now: now)
    case .undoing(let wanted, let goal):
      phase = .undoing(wanted, goal)
      announcements += handleLogged(.effectEnded(.failed(message: message)), now: now)
    case .finishing(let result):
      tail?.finishing = result
      let place = flow.step(withID: request.step)?.place ?? flow.definition.id.place
      fail(
        FlowFailure(
          message: message, place: place,
          effect: EffectFailure(step: request.step, retries: request.step)), &announcements)
    }
  }

  private func complaint(about request: EffectRequest, _ result: EffectResult) -> String {
    hidingSecrets(request.sentence(result.complaint(catalog), catalog))
  }
}
