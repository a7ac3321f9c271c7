// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import FlowScripts
package import FlowSessions
import SourceDiagnostics

/// A walk that's explored: a session, the world around it, and the moves that led here.
///
/// It's a value, so a copy continues in another direction. No command is run, and no file is written.
package struct ExploredWalk: Sendable {
  /// The flow.
  package let flow: CheckedFlow

  /// How it began.
  package let start: ExplorationStart

  let engine: ExploredEngine

  /// The session.
  package private(set) var session: FlowSession

  /// The events outside of the session.
  package private(set) var world: ExploredWorld

  /// The moves so far.
  package private(set) var moves: [ExplorationMove] = []

  /// The state before each move.
  private(set) var moments: [ExploredMoment] = []

  /// The announcements of the last move.
  private(set) var said: [FlowAnnouncement] = []

  /// The effects of the last move.
  private(set) var effects: [Performed] = []

  /// An effect that was performed, with the session before and after the result was known.
  struct Performed: Sendable {
    let request: EffectRequest
    let begun: FlowSession
    let ended: FlowSession

    /// The session once the paths that it needs were looked up, as after an undo.
    let known: FlowSession

    /// The steps whose effects stood then.
    let standing: [String]
  }

  /// Whether the next command that's undone fails.
  private var failsUndo = false

  /// The walk as a script, and the result of it, once it has ended.
  package var asScript: (script: FlowScript, result: ScriptResult)?

  /// The maximum number of replies to the session in a row, which no flow needs.
  private static let maximumReplies = 100_000

  /// Begins a walk; nil if the flow doesn't take the inputs.
  package init?(_ flow: CheckedFlow, _ start: ExplorationStart, _ engine: ExploredEngine) {
    guard let session = try? FlowSession(flow: flow, inputs: start.inputs) else { return nil }
    self.flow = flow
    self.start = start
    self.engine = engine
    self.session = session
    world = ExploredWorld(files: ScriptedFiles(start.files))
    send(.start)
    settle()
  }

  /// Whether the session has ended, or failed where it can't be tried again.
  package var hasEnded: Bool {
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
  package mutating func make(_ move: ExplorationMove) -> Bool {
    let before = ExploredMoment(session, world)
    let count = session.eventCount
    (said, effects) = ([], [])
    guard perform(move) else { return false }
    settle()
    let isMissed = failsUndo
    failsUndo = false
    guard session.eventCount != count, !isMissed else {
      (session, world) = (before.session, before.world)
      return false
    }
    moments.append(before)
    moves.append(move)
    return true
  }

  private mutating func perform(_ move: ExplorationMove) -> Bool {
    switch (move, session.state) {
    case (.answer(let id, let input), .asking(let step)):
      guard (step.focusedField?.id ?? step.answeredAsWhole) == id else { return false }
      send(.next(input))
      // A secret that must be confirmed is typed twice.
      if let field = self.step?.focusedField, field.id == id, field.awaitsRepeat {
        send(.next(input))
      }
    case (.pass(let id), .asking(let step)):
      guard step.id == id, step.focusedField == nil, step.answeredAsWhole == nil else {
        return false
      }
      send(.next(nil))
    case (.done(let id), .asking(let step)) where step.id == id && step.kind == .repeat:
      send(.next(nil))
    case (.confirm(let id), .asking(let step)):
      let problems =
        step.focusedField.map { $0.id == id ? $0.problems : [] }
        ?? (step.id == id ? step.problems : [])
      guard problems.contains(where: { $0.severity == .warning }) else { return false }
      send(.confirm)
    case (.acceptSuggestions, .asking): send(.acceptSuggestions)
    case (.back(let count), .asking), (.back(let count), .failed):
      guard session.canGoBack, count <= max(1, session.shownSteps.count) else { return false }
      send(.back(count))
    case (.backFailing(let count), .asking), (.backFailing(let count), .failed):
      guard session.canGoBack, count <= max(1, session.shownSteps.count) else { return false }
      failsUndo = true
      send(.back(count))
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
    case (.result(let id, let outcome), .needs(.effect(let request))):
      guard request.step == id, !request.isUndo, request.isCall else { return false }
      world.outcomes[id, default: []].append(outcome)
      finish(request, with: outcome.result(isAction: request.isAction))
    case (.overwrite(let id, let isOverwritten), .needs(.effect(let request))):
      guard request.step == id, existingFile(request), case .write(let write) = request.effect
      else { return false }
      var decided = request
      decided.effect = .write(write.deciding(isOverwritten ? .overwrite : .keep))
      finish(decided)
    case (.retry(let id), .failed(let failure)) where failure.effect?.retries == id: send(.retry)
    default: return false
    }
    return true
  }

  /// Approves moves, looks up paths, and performs the effects whose result isn't chosen.
  private mutating func settle() {
    for _ in 0..<Self.maximumReplies {
      guard let need = session.need else { return }
      switch need {
      case .approval(let request): send(.approve(request))
      case .lookUp(let query): send(.found(world.files.facts(of: query)))
      case .effect(let request) where request.isCall:
        guard request.isUndo else { return }
        var outcome = ScriptedRun.Outcome()
        if failsUndo { outcome = ScriptedRun.Outcome(status: 1, errors: "it fails") }
        failsUndo = false
        finish(request, with: outcome.result(isAction: request.isAction))
      case .effect(let request):
        guard !existingFile(request) else { return }
        finish(request)
      }
    }
  }

  /// Whether a write waits for the decision whether it overwrites a file.
  private func existingFile(_ request: EffectRequest) -> Bool {
    guard case .write(let write) = request.effect, write.exists == .ask else { return false }
    return world.files.meetsFile(write)
  }

  /// Begins an effect, and ends it with a result; nil performs it on the files.
  private mutating func finish(_ request: EffectRequest, with result: EffectResult? = nil) {
    send(.effectBegan)
    let begun = session
    let result =
      result ?? engine.perform(request, &world.files) ?? .failed(message: "failed")
    world.take(request, result, in: flow)
    send(.effectEnded(result))
    let ended = session
    while case .lookUp(let query) = session.need { send(.found(world.files.facts(of: query))) }
    effects.append(
      Performed(
        request: request, begun: begun, ended: ended, known: session, standing: world.standing))
  }

  private mutating func send(_ event: FlowEvent) {
    said += engine.handle(&session, event, start.now)
  }
}

extension StepState {
  fileprivate func isList(_ id: String) -> Bool { kind == .repeat && self.id == id }
}
