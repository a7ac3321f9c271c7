// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import SourceDiagnostics

/// A walk that's explored, the world around it, and the moves that led here.
///
/// It's a value, so a copy continues in another direction. It continues as every walk does: the world is its host, in
/// which no command is run, and no file is written.
package struct ExploredWalk: Sendable {
  /// The flow.
  let flow: CheckedFlow

  /// How it began.
  let start: ExplorationStart

  let engine: ExploredEngine

  /// The walk of a user.
  private var walk: FlowWalk

  /// The events outside of the session.
  private(set) var world: ExploredWorld

  /// The moves so far.
  private(set) var moves: [ExplorationMove] = []

  /// The state before each move.
  private(set) var moments: [ExploredMoment] = []

  /// The announcements of the last move.
  private(set) var said: [FlowAnnouncement] = []

  /// The effects of the last move.
  private(set) var effects: [PerformedEffect] = []

  /// The walk as a script, and the result of it, once it has ended.
  var asScript: (script: FlowScript, result: ScriptResult)?

  /// The walk as a script to be typed at faces, once it has ended; nil if there's none.
  var asTypedScript: FlowScript?

  /// Begins a walk; nil if the flow doesn't take the inputs.
  init?(_ flow: CheckedFlow, _ start: ExplorationStart, _ engine: ExploredEngine) {
    guard let session = try? FlowSession(flow: flow, inputs: start.inputs) else { return nil }
    self.flow = flow
    self.start = start
    self.engine = engine
    world = ExploredWorld(files: ScriptedFiles(start.files))
    walk = FlowWalk(session, services: WalkServices(clock: { start.now }))
    let host = enter()
    send(.start)
    take(host)
  }

  /// The session.
  var session: FlowSession { walk.session }

  /// Whether the session has ended, or failed where it can't be tried again.
  var hasEnded: Bool {
    switch session.state {
    case .finished: true
    case .failed(let failure):
      failure.effect?.retries == nil && !(failure.effect?.isUndo == true && session.canGoBack)
    default: false
    }
  }

  /// Whether the last move was an answer that was refused.
  var isRefused: Bool {
    said.contains { announcement in
      guard case .refused(let problems) = announcement else { return false }
      return problems.contains { $0.severity == .error }
    }
  }

  /// The step that's asked; nil if none is.
  var step: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
  }

  /// Makes a move.
  ///
  /// - Parameter move: The move.
  /// - Returns: Whether it applies here, and something happened. Otherwise, nothing has changed.
  mutating func make(_ move: ExplorationMove) -> Bool {
    let before = walk
    let moment = ExploredMoment(session, world)
    (said, effects) = ([], [])
    let host = enter(making: move)
    guard perform(move), walk.revision != before.revision, !host.missesUndo else {
      walk = before
      return false
    }
    take(host)
    moments.append(moment)
    moves.append(move)
    return true
  }

  /// Makes the world the host of the walk.
  private mutating func enter(making move: ExplorationMove? = nil) -> ExploredHost {
    let host = ExploredHost(of: flow, in: world, by: engine, making: move)
    var services = walk.services
    services.effects = host
    services.paths = host
    services.random = { host.random() }
    services.handler = { host.handle(&$0, $1, $2) }
    walk.services = services
    return host
  }

  /// Takes what has happened in the world.
  private mutating func take(_ host: ExploredHost) {
    (world, effects) = host.taken
  }

  private mutating func perform(_ move: ExplorationMove) -> Bool {
    switch (move, session.state) {
    case (.answer(let id, let input), .asking(let step)):
      guard (step.focusedField?.id ?? step.wholeID) == id else { return false }
      send(.answer(input))
      // A secret that must be confirmed is typed twice.
      if let field = self.step?.focusedField, field.id == id, field.awaitsRepeat {
        send(.answer(input))
      }
    case (.pass(let id), .asking(let step)):
      guard step.id == id, step.focusedField == nil, step.wholeID == nil else {
        return false
      }
      send(.answer(nil))
    case (.done(let id), .asking(let step)) where step.id == id && step.kind == .repeat:
      send(.answer(nil))
    case (.confirm(let id), .asking(let step)):
      let problems =
        step.focusedField.map { $0.id == id ? $0.problems : [] }
        ?? (step.id == id ? step.problems : [])
      guard problems.contains(where: { $0.severity == .warning }) else { return false }
      send(.confirm)
    case (.acceptSuggestions, .asking): send(.acceptSuggestions)
    case (.back(steps: let count), .asking), (.back(steps: let count), .failed):
      guard session.canGoBack, count <= max(1, session.stepsBack) else { return false }
      send(.back(steps: count))
    case (.backFailing(let count), .asking), (.backFailing(let count), .failed):
      guard session.canGoBack, count <= max(1, session.stepsBack) else { return false }
      send(.back(steps: count))
    case (.backTo(let id), .asking), (.backTo(let id), .failed):
      guard session.canGoBack(to: id) else { return false }
      send(.backTo(id))
    case (.add(let list), .asking(let step)) where step.isList(list): send(.addItem)
    case (.edit(let list, let position), .asking(let step)) where step.isList(list):
      send(.editItem(position))
    case (.remove(let list, let position), .asking(let step)) where step.isList(list):
      send(.removeItem(position))
    case (.restore(let list), .asking(let step)) where step.isList(list): send(.restoreItem)
    case (.move(let list, let from, let to), .asking(let step)) where step.isList(list):
      send(.moveItem(from: from, to: to))
    case (.result(let id, _), .needs(.effect(let request))):
      guard request.step == id, !request.isUndo, request.isCall else { return false }
      send(nil)
    case (.overwrite(let id, let isOverwritten), .needs(.effect(let request))):
      guard request.step == id, !request.isCall else { return false }
      overwrite(isOverwritten)
    case (.retry(let id), .failed(let failure)) where failure.effect?.retries == id: send(.retry)
    default: return false
    }
    return true
  }

  /// Decides about all files that the pending write meets; what can't be overwritten is kept.
  private mutating func overwrite(_ isOverwritten: Bool) {
    while let decision = walk.decision, case .overwrite(_, let file) = decision {
      let isKept = !isOverwritten || file.obstacle != nil
      send(walk.take(isKept ? .keep : .yes, to: decision))
    }
  }

  private mutating func send(_ event: FlowEvent?) { said += walk.settle(event) }
}

extension StepState {
  fileprivate func isList(_ id: String) -> Bool { kind == .repeat && self.id == id }
}
