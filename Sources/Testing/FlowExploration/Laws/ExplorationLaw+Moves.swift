// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks

// The laws of every move.
extension ExplorationLaw {
  /// No question refuses every answer, and a list can be submitted or changed.
  ///
  /// A question that refuses all answers that were tried may accept another one; only where all are known, or two
  /// limits contradict each other, is the law broken.
  static let everyPathEnds = ExplorationLaw(
    "every-path-ends", "every path ends", at: .stuck,
    culprit: { ($0.step?.focusedField?.id ?? $0.step?.id)?.withoutPositions }
  ) { walk in
    guard let step = walk.step else { return nil }
    guard let field = step.focusedField else {
      return step.kind == .repeat ? "'\(step.id)' can be neither submitted nor changed" : nil
    }
    if let limits = field.contradiction {
      return "'\(field.id)' accepts no answer: \(limits)"
    }
    // Another answer in its form may let one of them pass.
    let isAlone = step.kind == .ask || step.visibleFields.count == 1
    return isAlone && !field.mayAcceptOthers ? "'\(field.id)' accepts none of its answers" : nil
  }

  static let noExpressionFails = ExplorationLaw(
    "no-expression-fails", "no expression fails", at: .everywhere,
    culprit: { walk in
      guard case .failed(let failure) = walk.session.state else { return nil }
      return "\(failure.place)"
    }
  ) { walk in
    guard case .failed(let failure) = walk.session.state, failure.effect == nil else { return nil }
    return "\(failure.place): \(failure.message)"
  }

  static let refusalsChangeNothing = ExplorationLaw(
    "refusals-change-nothing", "an answer that's refused changes nothing", at: .everywhere
  ) { walk in
    guard walk.isRefused, case .answer(let id, _)? = walk.moves.last,
      let before = walk.moments.last
    else { return nil }
    return WalkDigest.difference(before.session.answers, walk.session.answers)
      .map { "after an answer of '\(id)' is refused, the walk \($0)" }
  }

  static let undoLeavesNoTrace = ExplorationLaw(
    "undo-leaves-no-trace", "going back leaves no trace, and going forward again repeats it",
    at: .everywhere
  ) { walk in
    let moves = walk.moves
    if moves.last == .acceptSuggestions, moves.dropLast().last?.isBack == true {
      let before = walk.moments[walk.moments.count - 2].session
      guard before.depth == walk.session.depth, before.topStepID == walk.session.topStepID else {
        return nil
      }
      return WalkDigest.difference(before.answers, walk.session.answers)
        .map { "after going back and forward again, the walk \($0)" }
    }
    guard moves.last?.isBack == true, let step = walk.step else { return nil }
    let index = walk.moments.lastIndex { moment in
      moment.session.depth == walk.session.depth && moment.session.topStepID == step.id
    }
    // Since then, nothing below it may have changed: it was never left by going back.
    guard let index,
      walk.moments[index...].allSatisfy({ moment in
        moment.session.depth >= walk.session.depth
          && (moment.session.topStepID == step.id || moment.session.canGoBack(to: step.id))
      })
    else { return nil }
    let same = walk.moments[index]
    if let difference = WalkDigest.difference(same.session.answers, walk.session.answers) {
      return "after going back to '\(step.id)', the walk \(difference)"
    }
    if same.world.standing != walk.world.standing {
      return "after going back to '\(step.id)', other effects remain"
    }
    return same.world.files == walk.world.files
      ? nil : "after going back to '\(step.id)', the files aren't as they were"
  }

  static let effectsAreKept = ExplorationLaw(
    "effects-are-kept", "nothing that happened is dropped, also by saving and restoring",
    at: .situations
  ) { walk in
    let standing = walk.world.standing
    func difference(_ session: FlowSession, _ words: String) -> String? {
      let found = session.standingEffects.map(\.step)
      guard found != standing else { return nil }
      let lost = standing.first { !found.contains($0) }
      return lost.map { "'\($0)' happened, but \(words) doesn't know it" }
        ?? "\(words) has effects that didn't happen or were undone"
    }
    if let found = difference(walk.session, "the walk") { return found }
    guard !standing.isEmpty, let restored = walk.engine.restore(walk.session) else { return nil }
    return difference(restored, "the restored walk")
  }

  /// A process that's killed after an effect began, and before it ended, leaves a walk that asks; after its end,
  /// one that knows it.
  static let effectsAreNotRepeated = ExplorationLaw(
    "effects-are-not-repeated", "nothing that was begun is done twice without a question",
    at: .everywhere
  ) { walk in
    for effect in walk.effects {
      let name = "'\(effect.request.step)' is \(effect.request.isUndo ? "undone" : "performed")"
      guard let restored = walk.engine.restore(effect.begun) else {
        return "the walk can't be restored while \(name)"
      }
      let services = WalkServices(effects: NoEffects(.granted), clock: { walk.start.now })
      let state = FlowWalk(restored, services: services).state
      guard case .deciding(.doubt) = state else {
        return "after a kill while \(name), the walk doesn't ask about it"
      }
      guard let later = walk.engine.restore(effect.ended),
        let known = walk.engine.restore(effect.known)
      else { return "the walk can't be restored after \(name)" }
      if known.standingEffects.map(\.step) != effect.standing {
        return "after a kill when \(name), the walk doesn't know it"
      }
      if let difference = WalkDigest(effect.ended).difference(from: WalkDigest(later)) {
        return "after a kill when \(name), the walk \(difference)"
      }
    }
    return nil
  }

  static let replayAgrees = ExplorationLaw(
    "replay-agrees", "handling the same events again gives the same state", at: .situations
  ) { walk in
    guard let replayed = walk.engine.replay(walk.session, walk.start.inputs) else {
      return "the events can't be handled again"
    }
    return WalkDigest(walk.session).difference(from: WalkDigest(replayed))
      .map { "the replayed walk \($0)" }
  }

  static let restoringAgrees = ExplorationLaw(
    "restoring-agrees", "a walk that's saved and restored is the same", at: .situations
  ) { walk in
    guard let restored = walk.engine.restore(walk.session) else {
      return "the saved walk can't be restored"
    }
    return WalkDigest(walk.session).difference(from: WalkDigest(restored))
      .map { "the restored walk \($0)" }
  }
}

extension FieldState {
  /// Whether answers that weren't tried may be accepted where all those that were tried are refused.
  var mayAcceptOthers: Bool {
    switch type {
    case .boolean, .choice: false
    default: contradiction == nil
    }
  }

  /// Two limits that no answer satisfies together; nil if there are none.
  fileprivate var contradiction: String? {
    let pairs = [
      (ConstraintKind.min, ConstraintKind.max), (.minLength, .maxLength), (.minItems, .maxItems),
    ]
    for (low, high) in pairs {
      guard let least = limit(of: low), let greatest = limit(of: high) else { continue }
      let isImpossible =
        switch (least, greatest) {
        case (.string(let least), .string(let greatest)): type == .date && least > greatest
        case (.timestamp(let least), .timestamp(let greatest)): least > greatest
        default: (least.asDouble ?? 0) > (greatest.asDouble ?? .infinity)
        }
      if isImpossible {
        return "'\(low.rawValue)' is \(least.plainText), "
          + "and '\(high.rawValue)' is \(greatest.plainText)"
      }
    }
    let open = choices.count(where: \.isEnabled)
    if type == .choices, let least = itemLimits.least, least > open,
      !choices.contains(where: \.isAlone), otherLabel == nil
    {
      return "'minItems' is \(least), and \(open) can be chosen"
    }
    return nil
  }
}
