// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
import FlowExpressions
import FlowModel
import HashTreeCollections
package import Localization
import StackFlowCore

// The effects of a session: the one it waits for, and those that were performed.
extension FlowSession {
  /// The effect that has begun and not ended, or nil if there isn't one.
  ///
  /// In a restored walk, it may or may not have happened. Performing it again would be wrong unless
  /// the user says so.
  public var effectInProgress: EffectRequest? {
    guard hasBegunEffect, case .needs(.effect(let request)) = state else { return nil }
    return request
  }

  /// The effect that may have happened, which only the user knows; nil if there isn't one.
  ///
  /// It began in a walk that was restored, or in one that another driver has left. Performing it again
  /// would be wrong unless the user says so.
  package var effectInDoubt: EffectRequest? {
    guard isInDoubt, case .needs(.effect(let request)) = state else { return nil }
    return request
  }

  /// A sentence that names the environment variables that the flow reads, for those who decide
  /// about an effect; nil if there are none, or the effect is an undo.
  package var environmentWords: String? {
    let names = flow.environmentVariables
    guard !names.isEmpty, !undoesGoingBack else { return nil }
    return catalog.text(.readsEnvironment, ["names": .text(catalog.list(names))])
  }

  /// Whether something was decided about a file that the pending write would replace.
  package var hasFileDecisions: Bool { !fileDecisions.isEmpty }

  /// The number of files of the pending write about which something was decided.
  package var decidedFileCount: Int { fileDecisions.count }

  /// The decision about a file of the pending write; nil if there's none.
  package func fileDecision(at path: String) -> FileDecision? { fileDecisions[path] }

  /// Whether the effect that failed was tried again before.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package var hasFailedAgain: Bool {
    log.events.last { entry in
      switch entry.event {
      case .effectBegan, .effectEnded, .found, .decideFile, .give: false
      default: entry.outcome != .refused
      }
    }?.event == .retry
  }

  /// Whether an effect of the walk's past is being undone or asked about.
  package var isSettling: Bool {
    if case .settling = phase { true } else { false }
  }

  /// Whether the requested effect undoes another because the user goes back.
  package var undoesGoingBack: Bool {
    guard !isSettling, case .needs(.effect(let request)) = state else { return false }
    return request.isUndo
  }

  /// The question about ``effectInDoubt``.
  package var doubt: EffectDoubt {
    guard case .settling(let request, _) = phase, !request.isUndo, let effect = settledEffect
    else { return .interrupted }
    guard effect.stage == .done else { return .outdated }
    return effect.isQuestioned ? .secret : .final
  }

  /// Notes that an effect that has begun may have happened, because its driver is gone.
  package mutating func doubtEffect() {
    if hasBegunEffect { isInDoubt = true }
  }

  /// Notes that what happened to the effect in doubt is known, so that its result is as good as that of any other.
  package mutating func resolveDoubt() { isInDoubt = false }

  /// Returns the attempt in which the requested effect has begun; nil if that isn't known.
  ///
  /// - Complexity: O(*n*) in the number of events since it began.
  package func attempt(of request: EffectRequest) -> EffectAttempt? {
    var beginning: LoggedEvent?
    if isSettling {
      beginning = request.isUndo ? settledEffect?.undoing : settledEffect?.beginning
    } else {
      let target = request.isUndo ? nil : request.step
      beginning = log.events.last { $0.event == .effectBegan && $0.target == target }
    }
    return beginning.flatMap { attempt(beginningWith: $0, request.step) }
  }

  /// The last effect that has ended, unless it's a failed write, with its attempt; nil if there's none.
  ///
  /// - Complexity: O(*n*) in the number of events, and O(1) without effects.
  package var lastEndedEffect: EffectRequest? {
    guard log.hasEffects else { return nil }
    let events = log.events.filter(\.event.isOfEffect)
    guard !hasBegunEffect, let end = events.last,
      let beginning = events.last(where: { $0.event == .effectBegan }),
      var request = beginning.effect?.request
    else { return nil }
    if case .effectEnded(.failed) = end.event, !request.isUndo { return nil }
    request.attempt = attempt(beginningWith: beginning, request.step)
    return request
  }

  private func attempt(beginningWith beginning: LoggedEvent, _ step: String) -> EffectAttempt? {
    guard let start = log.events.first else { return nil }
    var walk = Fingerprint()
    walk.add(flow.id.name)
    for time in [start.now, beginning.now] {
      walk.add("\(time.secondsSinceEpoch) \(time.nanosecond)")
    }
    return EffectAttempt(walk: String(walk.value, radix: 16), step: step)
  }

  /// Notes that the effect in doubt didn't happen, so that it's requested anew.
  package mutating func clearDoubt() {
    hasBegunEffect = false
    isInDoubt = false
  }

  /// Whether the output of the effect that is requested is kept as a secret.
  package var capturesSecret: Bool {
    guard case .needs(.effect(let request)) = state, !request.isUndo,
      let plan = stack.top?.planIndex, case .run(let run)? = flow.step(at: plan)?.kind,
      run.capture != nil
    else { return false }
    return !flow.secrets.shape(at: .element(plan: plan, element: 0)).isClean
  }

  /// The ids of the steps that going back to the start would undo, oldest first.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  package var undoableSteps: [String] {
    (0..<stack.count).compactMap { stack.entry(at: $0)?.item.submission?.effect?.undo?.step }
  }

  /// The effects that were performed and not undone, oldest first, except those that only read.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  package var standingEffects: [EffectRequest] {
    (0..<stack.count).compactMap { stack.entry(at: $0)?.item.submission?.effect?.done }
      + (tail?.effects ?? []).filter { $0.stage == .done && $0.isLasting }.compactMap(\.request)
  }

  /// The lasting effect of a `run` or a `write` at a depth of the stack; nil where there's none, and
  /// at any other step.
  package func standingEffect(at depth: Int) -> EffectRequest? {
    stack.entry(at: depth + 1)?.item.submission?.effect?.done
  }

  /// The kind of an effect, by whether going back undoes it; nil for one that is itself an undo.
  package func reach(of request: EffectRequest) -> EffectReach? {
    guard !request.isUndo, let step = flow.step(withID: request.step) else { return nil }
    guard case .run(let run) = step.kind else { return .undoable }
    return run.isFloor ? .final : run.undo == nil ? .harmless : .undoable
  }

  /// The newest floor: a commit, or a command that can't be undone, below which nothing can be
  /// popped; nil if there isn't one.
  package var floorStep: String? {
    guard let floor = stack.top?.floor, floor > 0 else { return nil }
    return id(at: floor - 1)
  }

  /// The known effects before the next question: up to the first command whose
  /// result something may depend on.
  public var upcomingEffects: [EffectRequest] {
    var requests: [EffectRequest] = []
    var session = self
    while requests.count < 1_000, !session.isInDoubt,
      case .needs(.effect(let request)) = session.state
    {
      requests.append(request)
      guard let result = session.expectedResult(of: request) else { break }
      session.send(.effectEnded(result), now: now)
    }
    return requests
  }

  /// Returns the result of a request that's assumed to have succeeded.
  package func assumedResult(of request: EffectRequest) -> EffectResult {
    switch expectedResult(of: request) {
    case .written?: .done
    case let result?: result
    case nil: .failed(message: catalog.text(.outputLost))
    }
  }

  /// Returns the result of a request if it succeeds, or nil if that can't be known.
  private func expectedResult(of request: EffectRequest) -> EffectResult? {
    let keeps =
      if !isSettling, case .run(let run)? = topStep?.step.kind { run.capture != nil } else { false }
    switch request.effect {
    case .command: return keeps && !request.isUndo ? nil : .ended(CommandResult(status: 0))
    case .action: return keeps && !request.isUndo ? nil : .done
    case .write: return .written(WrittenFile(previous: .nothing))
    case .restore: return .done
    }
  }
}

/// The kind of an effect, by whether going back undoes it.
package enum EffectReach: Hashable, Sendable {
  /// It's undone.
  case undoable

  /// Nothing: there is no way back past it.
  case final

  /// Nothing has to be done: it changes nothing.
  case harmless
}

/// The question about an effect in doubt.
public enum EffectDoubt: Hashable, Sendable {
  /// Whether it happened; if not, it's performed.
  case interrupted

  /// Whether it happened, although the walk no longer requests it.
  case outdated

  /// Whether it counts as a part of this walk, because it happened and can't be undone.
  case final

  /// Whether it counts as a part of this walk, because it happened with secrets that weren't saved.
  case secret

  package var question: MessageID {
    switch self {
    case .interrupted, .outdated: .doubtQuestion
    case .final: .pastQuestion
    case .secret: .pastSecret
    }
  }

  /// The hint about the answers that can be typed.
  package var hint: MessageID {
    switch self {
    case .interrupted: .doubtYes
    case .outdated: .pastHappened
    case .final, .secret: .pastCounts
    }
  }

  /// The label of a button for yes.
  package var yes: MessageID {
    switch self {
    case .interrupted, .outdated: .doItHappened
    case .final, .secret: .doCount
    }
  }

  /// The label of a button for no.
  package var no: MessageID {
    switch self {
    case .interrupted: .doItNow
    case .outdated: .doItHappenedNot
    case .final, .secret: .doNotCount
    }
  }
}
