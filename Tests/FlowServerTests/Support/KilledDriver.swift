// SPDX-License-Identifier: Apache-2.0

import AsyncFlows
import FlowExpressions
import FlowForms
import FlowServer

/// One of the programs that can drive a walk, in a common form.
enum KilledDriver {
  case runner(FlowRunner)
  case served(FlowWalk)
  case async(AsyncFlowRunner)

  static let kinds = 4

  /// Continues a session with one of the drivers.
  static func driving(_ session: FlowSession, kind: Int, in world: KilledWorld) async throws -> Self
  {
    switch kind {
    case 0, 1:
      let runner = FlowRunner(continuing: session, effects: world, clock: { .epoch })
      runner.onEvent = { world.save($0) }
      runner.performsEffects = kind == 0
      let driver = Self.runner(runner)
      if case .notStarted = session.state { runner.start() }
      if kind == 0 { runner.resume() }
      driver.perform()
      return driver
    case 2:
      var services = WalkServices(effects: world, clock: { .epoch })
      services.onEvent = { world.save($0) }
      var walk = FlowWalk(session, services: services)
      walk.start()
      return .served(walk)
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
      case .served(let walk): walk.session
      case .async(let runner): await runner.session
      }
    }
  }

  var question: WalkDecision? {
    get async {
      switch self {
      case .runner(let runner): runner.decision
      case .served(let walk): if case .deciding(let decision) = walk.state { decision } else { nil }
      case .async(let runner): await runner.decision
      }
    }
  }

  mutating func send(_ event: FlowEvent) async throws {
    switch self {
    case .runner(let runner): runner.send(event)
    case .served(var walk):
      switch event {
      case .next(.value(let value)?): _ = try? walk.submit(.one(.value(value)))
      case .back(let count): _ = try? walk.back(count)
      case .backTo(let id): _ = try? walk.back(to: id)
      case .retry: _ = try? walk.retry()
      default: break
      }
      self = .served(walk)
    case .async(let runner): try await runner.send(event)
    }
    perform()
  }

  /// Answers a question about effects: yes, no, or not at all (nil).
  mutating func answer(_ question: WalkDecision, _ isYes: Bool?) async throws {
    let answer: DecisionAnswer? =
      if case .doubt = question { isYes.map { $0 ? .yes : .no() } } else { isYes == true ? .yes : nil }
    switch self {
    case .runner(let runner):
      if let answer { runner.decide(answer, on: question) } else { runner.refuseEffect() }
    case .served(var walk):
      // Every answer is a decision there.
      _ = try? walk.decide(answer ?? .no())
      self = .served(walk)
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
    if case .served = self { false } else { true }
  }

  /// Performs what a runner doesn't perform by itself, as the faces do.
  private func perform() {
    guard case .runner(let runner) = self, !runner.performsEffects else { return }
    while let effect = runner.takeEffect() {
      runner.send(.effectEnded(effect(EffectCancellation())))
    }
  }
}
