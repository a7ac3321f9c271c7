// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScripts
import SourceDiagnostics

// What every move must obey.
extension ExplorationLaw {
  /// At a closed question, some answer is accepted, and a list can be submitted or changed.
  static let everyPathEnds = ExplorationLaw("every-path-ends", "every path ends", at: .stuck) {
    walk in
    guard let step = walk.step else { return nil }
    guard let field = step.focusedField else {
      return step.kind == .repeat ? "'\(step.id)' can be neither submitted nor changed" : nil
    }
    switch field.type {
    case .boolean: break
    case .choice where field.choices.count <= 24: break
    default: return nil
    }
    return "'\(field.id)' accepts none of its answers"
  }

  static let noExpressionFails = ExplorationLaw(
    "no-expression-fails", "no expression fails", at: .everywhere
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
    return WalkSummary.difference(before.session.answers, walk.session.answers)
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
      return WalkSummary.difference(before.answers, walk.session.answers)
        .map { "after going back and forward again, the walk \($0)" }
    }
    guard moves.last?.isBack == true, let step = walk.step else { return nil }
    let same = walk.moments.last { moment in
      moment.session.depth == walk.session.depth && moment.session.topStepID == step.id
    }
    guard let same else { return nil }
    if let difference = WalkSummary.difference(same.session.answers, walk.session.answers) {
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
    at: .everywhere
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

  /// A process that's killed after an effect began, and before it ended, leaves a walk that asks.
  static let effectsAreNotRepeated = ExplorationLaw(
    "effects-are-not-repeated", "nothing that was begun is done twice without a question",
    at: .everywhere
  ) { walk in
    for (session, request) in walk.begun {
      guard let restored = walk.engine.restore(session) else {
        return "the walk can't be restored while '\(request.step)' is performed"
      }
      let services = WalkServices(effects: NoEffects(), clock: { walk.start.now })
      let state = FlowWalk(restored, services: services).state
      if case .deciding(.doubt) = state { continue }
      return "after a kill while '\(request.step)' is performed, the walk doesn't ask about it"
    }
    return nil
  }

  static let replayAgrees = ExplorationLaw(
    "replay-agrees", "handling the same events again gives the same state", at: .everywhere
  ) { walk in
    guard let replayed = walk.engine.replay(walk.session, walk.start.inputs) else {
      return "the events can't be handled again"
    }
    return WalkSummary(walk.session).difference(from: WalkSummary(replayed))
      .map { "the replayed walk \($0)" }
  }

  static let restoringAgrees = ExplorationLaw(
    "restoring-agrees", "a walk that's saved and restored is the same", at: .everywhere
  ) { walk in
    guard let restored = walk.engine.restore(walk.session) else {
      return "the saved walk can't be restored"
    }
    return WalkSummary(walk.session).difference(from: WalkSummary(restored))
      .map { "the restored walk \($0)" }
  }
}

/// A host that performs nothing, for walks that must ask first.
private struct NoEffects: EffectHost {
  func permission(for request: EffectRequest) -> EffectPermission { .granted }
  func meetsFile(_ request: WriteRequest) -> Bool { false }
  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    .failed(message: "nothing is performed")
  }
}
