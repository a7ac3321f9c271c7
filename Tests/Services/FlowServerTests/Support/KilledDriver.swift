// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import SavedWalks
import Synchronization

/// One of the programs that can drive a walk, in a common form.
enum KilledDriver {
  case runner(FlowRunner)
  case served(FlowWalk)
  case async(AsyncFlowRunner)

  /// One command for each step, as `stackflow next` and `answer` with `--state`: each restores what the one
  /// before it has saved.
  case stepped(FlowWalk, KilledWorld)

  /// The number of drivers; only a sealed file, which keeps secrets, is driven by single commands.
  static func kinds(in world: KilledWorld) -> Int { world.keepsSecrets ? 5 : 4 }

  /// Continues a session with one of the drivers.
  static func driving(_ session: FlowSession, kind: Int, in world: KilledWorld) async throws -> Self
  {
    switch kind {
    case 0, 1:
      let runner = FlowRunner(continuing: session, effects: world, clock: { .epoch })
      runner.services.onEvent = { world.save($0) }
      if kind == 1 { runner.services.client = .takingEffects }
      let driver = Self.runner(runner)
      if case .notStarted = session.state { runner.start() }
      if kind == 0 { runner.resume() }
      driver.perform()
      return driver
    case 2, 4:
      var services = WalkServices(effects: world, clock: { .epoch })
      services.onEvent = { world.save($0) }
      var walk = FlowWalk(session, services: services)
      walk.start()
      return kind == 2 ? .served(walk) : .stepped(walk, world)
    default:
      let runner = AsyncFlowRunner(
        continuing: session, effects: BlockingEffects(world), saving: { world.save($0) },
        clock: { .epoch })
      if case .notStarted = session.state { try await runner.start() }
      try await runner.resume()
      return .async(runner)
    }
  }

  var session: FlowSession {
    get async {
      switch self {
      case .runner(let runner): runner.session
      case .served(let walk), .stepped(let walk, _): walk.session
      case .async(let runner): await runner.session
      }
    }
  }

  var question: WalkDecision? {
    get async {
      switch self {
      case .runner(let runner): runner.decision
      case .served(let walk), .stepped(let walk, _):
        if case .deciding(let decision) = walk.state { decision } else { nil }
      case .async(let runner): await runner.decision
      }
    }
  }

  mutating func send(_ event: FlowEvent) async throws {
    switch self {
    case .runner(let runner): runner.send(event)
    case .served(var walk):
      Self.send(event, to: &walk)
      self = .served(walk)
    case .stepped(let walk, let world):
      var walk = try Self.reopened(walk, in: world)
      Self.send(event, to: &walk)
      self = .stepped(walk, world)
    case .async(let runner): try await runner.send(event)
    }
    perform()
  }

  private static func send(_ event: FlowEvent, to walk: inout FlowWalk) {
    switch event {
    case .answer(.value(let value)?): _ = try? walk.send(.answer(.one(.value(value))))
    case .back(steps: let count): _ = try? walk.send(.back(steps: count))
    case .backTo(let id): _ = try? walk.send(.backTo(id))
    case .retry: _ = try? walk.send(.retry)
    default: break
    }
  }

  /// Returns the walk as the next command finds it.
  private static func reopened(_ walk: FlowWalk, in world: KilledWorld) throws -> FlowWalk {
    guard let saved = world.state.withLock({ $0.saved }) else { return walk }
    let session = try saved.restored(in: walk.session.flow).session
    world.restart(session)
    var walk = FlowWalk(session, services: walk.services)
    if case .needs(.approval) = session.state { walk.start() }
    return walk
  }

  /// Answers a question about effects: yes, no, or not at all (nil).
  mutating func answer(_ question: WalkDecision, _ isYes: Bool?) async throws {
    let answer: DecisionAnswer? =
      if case .doubt(_, let doubt) = question {
        isYes.map { $0 ? .yes : doubt == .interrupted ? .perform : .no() }
      } else {
        isYes == true ? .yes : nil
      }
    switch self {
    case .runner(let runner):
      if let answer { runner.decide(answer, on: question) } else { runner.refuseEffect() }
    case .served(var walk):
      // Every answer is a decision there.
      _ = try? walk.send(.decide(answer ?? .no()))
      self = .served(walk)
    case .stepped(let walk, let world):
      var walk = try Self.reopened(walk, in: world)
      _ = try? walk.send(.decide(answer ?? .no()))
      self = .stepped(walk, world)
    case .async(let runner):
      if let answer {
        try await runner.decide(answer, on: question)
      } else {
        try await runner.refuseEffect()
      }
    }
    perform()
  }

  /// Whether the user can leave a question about effects unanswered.
  var canRefuse: Bool {
    switch self {
    case .served, .stepped: false
    case .runner, .async: true
    }
  }

  /// Performs what a runner doesn't perform by itself, as the faces do.
  private func perform() {
    guard case .runner(let runner) = self else { return }
    while let effect = runner.takeEffect() {
      runner.send(.effectEnded(effect(EffectCancellation())))
    }
  }
}
