// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import Synchronization

/// An effect that was performed, with the session before and after the result was known.
struct PerformedEffect: Sendable {
  let request: EffectRequest
  let begun: FlowSession
  let ended: FlowSession

  /// The session once the paths that it needs were looked up, as after an undo.
  fileprivate(set) var known: FlowSession

  /// The steps whose effects stood then.
  let standing: [String]
}

/// The world of an explored walk as its host, for one move.
///
/// A command or an action that isn't undone is permitted once the move has chosen its result; so the walk waits for it
/// as it waits for a user.
final class ExploredHost: EffectHost, PathHost {
  private let flow: CheckedFlow
  private let engine: ExploredEngine
  private let state: Mutex<State>

  private struct State {
    var world: ExploredWorld

    /// The chosen result of the next command that isn't undone.
    var outcome: ScriptedRun.Outcome?

    /// Whether the next command that's undone fails.
    var failsUndo = false

    /// The session in which an effect has begun.
    var begun: FlowSession?

    /// The request that was performed, until its end is in the session.
    var performed: EffectRequest?

    var effects: [PerformedEffect] = []

    init(_ world: ExploredWorld) { self.world = world }
  }

  init(
    of flow: CheckedFlow, in world: ExploredWorld, by engine: ExploredEngine,
    making move: ExplorationMove?
  ) {
    self.flow = flow
    self.engine = engine
    var state = State(world)
    switch move {
    case .result(_, let outcome)?: state.outcome = outcome
    case .backFailing?: state.failsUndo = true
    default: break
    }
    self.state = Mutex(state)
  }

  /// The world, and the effects since this was created.
  var taken: (world: ExploredWorld, effects: [PerformedEffect]) {
    state.withLock { ($0.world, $0.effects) }
  }

  /// Whether no command was undone, although the move has one fail.
  var missesUndo: Bool { state.withLock { $0.failsUndo } }

  // MARK: Events

  /// Handles an event, and notes the sessions around each effect.
  func handle(
    _ session: inout FlowSession, _ event: FlowEvent, _ now: Timestamp
  ) -> [FlowAnnouncement] {
    let announcements = engine.handle(&session, event, now)
    switch event {
    case .effectBegan: state.withLock { $0.begun = session }
    case .effectEnded: end(in: session)
    case .found:
      state.withLock { state in
        guard let last = state.effects.indices.last,
          case .lookUp? = state.effects[last].known.need
        else { return }
        state.effects[last].known = session
      }
    default: break
    }
    return announcements
  }

  private func end(in session: FlowSession) {
    state.withLock { state in
      guard let request = state.performed else { return }
      // If it didn't begin, a process that's killed leaves a walk in which it hasn't.
      state.effects.append(
        PerformedEffect(
          request: request, begun: state.begun ?? session, ended: session, known: session,
          standing: state.world.standing))
      (state.begun, state.performed) = (nil, nil)
    }
  }

  // MARK: Files

  func facts(of path: String) -> PathFacts {
    state.withLock { $0.world.files.facts(of: path) }
  }

  func paths(beginning typed: String) -> [String] { [] }

  func outlook(of part: WriteRequest) -> WriteOutlook { outlooks(of: part)[0] }

  func outlooks(of write: WriteRequest) -> [WriteOutlook] {
    state.withLock { $0.world.files.outlooks(of: write) }
  }

  /// Returns a number that's random.
  func random() -> UInt64 { state.withLock { $0.world.random.next() } }

  // MARK: Effects

  func permission(for request: EffectRequest) -> EffectPermission {
    guard request.isCall, !request.isUndo else { return .granted }
    return state.withLock { $0.outcome == nil } ? .asked : .granted
  }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    state.withLock { state in
      let result = result(of: request, &state)
      state.performed = request
      state.world.take(request, result, in: flow)
      return result
    }
  }

  private func result(of request: EffectRequest, _ state: inout State) -> EffectResult {
    guard request.isCall else {
      return engine.perform(request, &state.world.files) ?? .failed(message: "failed")
    }
    var outcome = ScriptedRun.Outcome()
    if request.isUndo {
      if state.failsUndo { outcome = ScriptedRun.Outcome(status: 1, errors: "it fails") }
      state.failsUndo = false
    } else {
      outcome = state.outcome ?? outcome
      state.outcome = nil
      state.world.outcomes[request.step, default: []].append(outcome)
    }
    return outcome.result(isAction: request.isAction)
  }
}
