// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import RandomTesting
import SavedWalks
import StackFlowCore
import Synchronization
import Testing

/// Two clients of one stored walk, that are killed at any moment and come back with a flow that may have changed.
///
/// No effect is performed by two at a time or twice, nothing that happened is forgotten, what was acknowledged is
/// stored, and no one is asked about an effect whose client lives.
@Suite struct TwoClientsPropertyTests {
  private static func flow(_ version: Int) throws -> CheckedFlow {
    let extra = version == 1 ? " --again" : ""
    var steps = [
      "- { ask: a, type: choice, choices: [x, y, z] }",
      "- { run: r1, command: [do, r1, \"${a}\(extra)\"], undo: [undo, r1, \"${a}\(extra)\"] }",
      "- { ask: b, type: choice, choices: [p, q] }",
      "- { run: r2, command: [do, r2, \"${a}-${b}\"], undo: [undo, r2, \"${a}-${b}\"] }",
      "- { run: r3, command: [do, r3, \"${b}\"], undo: [undo, r3, \"${b}\"], onError: skip }",
      "- { ask: c, type: choice, choices: [m, n] }",
      "- { run: r4, command: [do, r4, \"${c}\"], undo: [undo, r4, \"${c}\"], onError: back }",
      "- { ask: d, type: choice, choices: [k, l] }",
    ]
    switch version {
    case 2: steps.insert("- { ask: new, type: choice, choices: [g, h] }", at: 2)
    case 3: steps.swapAt(3, 4)
    case 4: steps.remove(at: 4)
    default: break
    }
    let text = "flow: 1\nid: shared\nsteps:\n" + steps.map { "  \($0)\n" }.joined()
    return try checkedFlow(text, name: "shared.flow.yaml")
  }

  private static let choices: [String: [String]] = [
    "a": ["x", "y", "z"], "b": ["p", "q"], "c": ["m", "n"], "d": ["k", "l"], "new": ["g", "h"],
  ]

  /// A process with a runner.
  private struct Client {
    let process: StoreProcess
    let runner: AsyncFlowRunner
    let effects: GatedEffects
    let meeting: Meeting
    let flow: CheckedFlow

    /// Its present task, until that has ended.
    var task: Task<String?, any Error>?

    /// The number of the runner's events when that began.
    var count = 0
  }

  /// The state of one sequence.
  private final class Sequence {
    let world = SharedWorld()
    let flows: [CheckedFlow]
    let store: any WalkStore
    let another: () -> any WalkStore
    var random: SeededGenerator
    var clients: [Client] = []
    var version = 0

    /// Whether a client can come back with another flow.
    let changes: Bool
    var counts: [String: Int] = [:]

    init(
      seed: UInt64, flows: [CheckedFlow], store: any WalkStore,
      another: @escaping () -> any WalkStore
    ) {
      random = SeededGenerator(seed: seed)
      version = Int.random(in: flows.indices, using: &random)
      changes = Bool.random(using: &random)
      self.flows = flows
      self.store = store
      self.another = another
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// A new process, which begins the walk or continues it.
    func client(_ number: Int) async throws -> Client {
      let process = StoreProcess(another())
      let meeting = Meeting()
      let effects = GatedEffects(world, number, meeting)
      let runner = try await AsyncFlowRunner(
        flow: flows[version], in: process, id: "walk", effects: effects, clock: { .epoch })
      return Client(
        process: process, runner: runner, effects: effects, meeting: meeting, flow: flows[version])
    }

    /// Lets a client do something, until it's done or waits in an effect.
    func act(
      _ number: Int, _ what: String,
      _ body: @escaping @Sendable (AsyncFlowRunner) async throws -> Void
    ) async throws {
      world.note("\(number): \(what)")
      let (runner, meeting) = (clients[number].runner, clients[number].meeting)
      clients[number].count = await runner.session.eventCount
      clients[number].task = Task {
        var refusal: String?
        do {
          try await body(runner)
        } catch is StaleWalkError {
          refusal = "stale"
        } catch is PerformedElsewhere {
          refusal = "elsewhere"
        } catch let error as WalkStoreError where error.canRetry {
          refusal = "unavailable"
        }
        await meeting.arrive()
        return refusal
      }
      try await meet(number)
    }

    func meet(_ number: Int) async throws {
      await clients[number].meeting.wait()
      guard await clients[number].effects.pending == nil, let task = clients[number].task else {
        return
      }
      clients[number].task = nil
      if let refusal = try await task.value {
        counts[refusal, default: 0] += 1
        world.note("\(number): \(refusal)")
      } else if !changes {
        // Acknowledged changes are stored.
        let stored = try await store.look(at: "walk", flow: clients[number].flow).session
        let known = await clients[number].runner.session
        guard known.eventCount > clients[number].count else { return }
        guard
          stored.depth != known.depth || stored.topStepID != known.topStepID
            || stored.standingEffects.map(\.name) != known.standingEffects.map(\.name)
        else { return }
        world.state.withLock {
          $0.violation =
            $0.violation
            ?? "\(number) is at \(known.topStepID ?? ""), the store at \(stored.topStepID ?? "")"
        }
      }
    }

    /// Kills a client, and begins another process in its place.
    func kill(_ number: Int) async throws {
      await end(number)
      if changes, chance(30) { version = Int.random(in: flows.indices, using: &random) }
      clients[number] = try await client(number)
      await checkAsked(number)
      world.note("\(number) comes back in version \(version)")
    }

    private func end(_ number: Int) async {
      let client = clients[number]
      world.note("\(number) is killed")
      world.state.withLock { $0.kills += 1 }
      counts["kills", default: 0] += 1
      await client.process.kill()
      guard let request = await client.effects.pending else { return }
      world.note("in \(request.name)")
      counts["killed in effects", default: 0] += 1
      await client.effects.end(happening: chance(50))
      _ = try? await client.task?.value
    }

    /// Does one thing, with one of the clients.
    func step() async throws {
      let number = Int.random(in: clients.indices, using: &random)
      let client = clients[number]
      if await client.effects.pending != nil {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try await kill(number)
        case 1:
          // It loses the connection just when its effect ends.
          await client.process.setCut(true)
          await client.effects.end(happening: !chance(10))
          try await meet(number)
          await client.process.setCut(false)
        case 2...7:
          await client.effects.end(happening: !chance(10))
          try await meet(number)
        default: return
        }
        return
      }
      if chance(6) { return try await kill(number) }
      let runner = client.runner
      if await runner.isStale || chance(4) {
        try await act(number, "reloads") { try await $0.reload() }
        return await checkAsked(number)
      }
      if let elsewhere = await runner.elsewhere {
        counts["performed elsewhere", default: 0] += 1
        guard chance(50) else {
          return try await act(number, "looks again at \(elsewhere.step)") { try await $0.resume() }
        }
        return try await act(number, "answers") { try await $0.send(.back(steps: 1)) }
      }
      if case .doubt(let request, _)? = await runner.decision {
        return try await answer(request, by: number)
      }
      let state = await runner.state
      switch state {
      case .asking(let step):
        if chance(20) {
          let count = Int.random(in: 1...2, using: &random)
          return try await act(number, "back \(count)") { try await $0.send(.back(steps: count)) }
        }
        let id = step.focusedField?.id ?? ""
        let value = TwoClientsPropertyTests.choices[id]?.randomElement(using: &random) ?? ""
        try await act(number, "\(id) \(value)") {
          try await $0.send(.answer(.value(.string(value))))
        }
      case .failed:
        let event: FlowEvent = chance(50) ? .retry : .back(steps: 1)
        try await act(number, "\(event)") { try await $0.send(event) }
      case .notStarted, .needs: try await act(number, "resumes") { try await $0.start() }
      case .finished:
        counts["finished", default: 0] += 1
        try await act(number, "reloads") { try await $0.reload() }
      }
    }

    private func answer(_ request: EffectRequest, by number: Int) async throws {
      counts["doubts", default: 0] += 1
      let isYes = world.happened(request)
      try await act(number, "in doubt: \(request.name): \(isYes)") {
        let isInterruption = await $0.decision?.isInterruption == true
        try await $0.decide(isYes ? .yes : isInterruption ? .perform : .no())
      }
    }

    /// No one who has just looked is asked about an effect whose client lives.
    private func checkAsked(_ number: Int) async {
      guard case .doubt(let request, .interrupted)? = await clients[number].runner.decision else {
        return
      }
      world.state.withLock { state in
        guard state.performing != nil || state.kills == 0 else { return }
        state.violation =
          state.violation ?? "\(number) is asked about \(request.name), which isn't lost"
      }
    }

    func violation() async throws -> String? {
      if let violation = world.state.withLock({ $0.violation }) { return violation }
      guard world.state.withLock({ $0.performing == nil }) else { return nil }
      for client in clients where client.task != nil { return nil }
      return world.violation(in: try await store.look(at: "walk", flow: flows[version]).session)
    }
  }

  private func run(
    _ runs: RandomRuns, store: () throws -> (any WalkStore, () -> any WalkStore)
  ) async throws {
    let flows = try (0...4).map { try Self.flow($0) }
    var counts: [String: Int] = [:]
    for seed in runs.seeds {
      let (store, another) = try store()
      let sequence = Sequence(seed: seed, flows: flows, store: store, another: another)
      for number in 0..<2 { sequence.clients.append(try await sequence.client(number)) }
      for _ in 0..<Int.random(in: 20...80, using: &sequence.random) {
        try await sequence.step()
        let violation = try await sequence.violation()
        let log = sequence.world.state.withLock { $0.log }
        try #require(
          violation == nil, "seed \(seed): \(violation ?? "")\n\(log.joined(separator: "\n"))")
      }
      for client in sequence.clients {
        await client.effects.end(happening: false)
        await client.process.kill()
        _ = try? await client.task?.value
      }
      counts.merge(sequence.counts, uniquingKeysWith: +)
    }
    print("two clients: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    // A test that meets none of it finds nothing.
    for what in ["doubts", "performed elsewhere", "stale", "finished", "killed in effects"] {
      #expect(counts[what, default: 0] > 0, "\(what)")
    }
  }

  @Test func twoClientsOfAMemoryStoreFindNothing() async throws {
    try await run(RandomRuns(long: 2_000, every: 200, named: "two clients in memory")) {
      let store = MemoryWalkStore(clock: { .epoch })
      return (store, { store })
    }
  }

  @Test func twoClientsOfAFileStoreFindNothing() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/clients-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await run(RandomRuns(long: 2_000, every: 200, named: "two clients in files")) {
      let path = "\(folder)/\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return (FileWalkStore(path), { FileWalkStore(path) })
    }
  }
}
