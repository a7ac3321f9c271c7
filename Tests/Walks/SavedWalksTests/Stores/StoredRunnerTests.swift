// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowForms
import FlowTesting
import SavedWalks
import Testing

/// Async runners over a store: what's announced is stored, of two runners one is over, and nothing that happened
/// outside is done twice.
@Suite struct StoredRunnerTests {
  private static func flow() throws -> CheckedFlow {
    try checkedFlow(
      """
      flow: 1
      id: account
      steps:
        - { ask: name, type: string }
        - { run: make, action: make, with: { name: name } }
        - { ask: last, type: string }
      """, name: "account.flow.yaml")
  }

  /// Counts effects, and waits before each one ends if it's told to.
  private actor Effects: AsyncEffectHost {
    private(set) var count = 0
    private var waiting: CheckedContinuation<Void, Never>?
    private var started: CheckedContinuation<Void, Never>?
    private let isHeld: Bool

    init(isHeld: Bool = false) { self.isHeld = isHeld }

    func perform(_ request: EffectRequest) async -> EffectResult {
      count += 1
      if isHeld {
        started?.resume()
        started = nil
        await withCheckedContinuation { waiting = $0 }
      }
      return .returned(.null)
    }

    /// Returns when an effect is being performed.
    func begun() async {
      if waiting == nil { await withCheckedContinuation { started = $0 } }
    }

    func release() { waiting?.resume() }
  }

  private static func runner(
    _ store: any WalkStore, _ effects: Effects = Effects()
  ) async throws -> AsyncFlowRunner {
    try await AsyncFlowRunner(
      flow: flow(), in: store, id: "walk", effects: effects, clock: { .epoch })
  }

  private func asked(_ runner: AsyncFlowRunner) async -> String? {
    if case .asking(let step) = await runner.state { step.id } else { nil }
  }

  @Test func aNewWalkIsStoredAndAnotherRunnerContinuesIt() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let first = try await Self.runner(store)
    try await first.start()
    try await first.send(.next(.text("billing")))
    #expect(await asked(first) == "last")
    let second = try await Self.runner(store)
    try await second.start()
    #expect(await asked(second) == "last")
    try await second.send(.next(.text("end")))
    guard case .finished(let result) = await second.state else {
      Issue.record("it hasn't ended")
      return
    }
    expectEqual(result.output, ["name": "billing", "last": "end"])
    let stored = try await store.load("walk")
    #expect(stored.walk == SavedWalk(await second.session))
  }

  @Test func eachEventIsStoredBeforeItIsPublished() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let runner = try await Self.runner(store)
    let updates = await runner.updates()
    try await runner.start()
    try await runner.send(.next(.text("billing")))
    try await runner.send(.next(.text("end")))
    var before = 0
    for await update in updates {
      // The store has at least the events that led to the update.
      let stored = try await store.load("walk").walk.events.count
      #expect(update.announcements.isEmpty || stored > before)
      before += update.announcements.isEmpty ? 0 : 1
    }
    #expect(before > 3)
  }

  /// A store that takes no more.
  private struct FullStore: WalkStore {
    let base = MemoryWalkStore(clock: { .epoch })
    var maximumWalkByteCount: Int { base.maximumWalkByteCount }

    func create(_ id: String, _ walk: SavedWalk) async throws(WalkStoreError) -> WalkRevision {
      try await base.create(id, walk)
    }
    func append(
      _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
      holding lease: WalkLease?
    ) async throws(WalkStoreError) -> WalkRevision { throw .unavailable(reason: "it's full") }
    func replace(
      _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?
    ) async throws(WalkStoreError) -> WalkRevision { throw .unavailable(reason: "it's full") }
    func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
      try await base.load(id)
    }
    func list(after id: String?, limit: Int) async -> [StoredWalk.Entry] {
      await base.list(after: id, limit: limit)
    }
    func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
      try await base.lease(id)
    }
    func release(_ lease: WalkLease) async { await base.release(lease) }
    func remove(
      _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
    ) async throws(WalkStoreError) { try await base.remove(id, after: revision, holding: lease) }
  }

  @Test func whatIsNotStoredIsNotPublished() async throws {
    let runner = try await Self.runner(FullStore())
    var updates = await runner.updates().makeAsyncIterator()
    #expect(await updates.next()?.announcements.isEmpty == true)
    await #expect(throws: WalkStoreError.unavailable(reason: "it's full")) {
      try await runner.start()
    }
    // A reload begins again with what's stored; nothing was published in between.
    try await runner.reload()
    let update = await updates.next()
    #expect(update?.announcements.isEmpty == true && update?.missed == 0)
    guard case .notStarted? = update?.state else {
      Issue.record("it has started")
      return
    }
  }

  @Test func ofTwoRunnersTheLaterIsOverUntilItReloads() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let first = try await Self.runner(store)
    try await first.start()
    let second = try await Self.runner(store)
    try await first.send(.next(.text("billing")))
    await #expect(throws: StaleWalkError(id: "walk")) {
      try await second.send(.next(.text("payments")))
    }
    #expect(await second.isStale)
    // It takes nothing more, and the walk stays as it is.
    let stored = try await store.load("walk")
    await #expect(throws: StaleWalkError.self) { try await second.resume() }
    await #expect(throws: StaleWalkError.self) { try await second.send(.leave(.quit)) }
    #expect(try await store.load("walk") == stored)
    try await second.reload()
    #expect(await !second.isStale)
    #expect(await asked(second) == "last")
    try await second.send(.next(.text("end")))
    guard case .finished(let result) = await second.state else {
      Issue.record("it hasn't ended")
      return
    }
    expectEqual(result.output, ["name": "billing", "last": "end"])
    // Now the other one is over.
    await #expect(throws: StaleWalkError.self) { try await first.send(.next(.text("late"))) }
  }

  @Test func anEffectOfACrashedRunnerIsInDoubtAndNotRepeated() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let held = Effects(isHeld: true)
    let crashed = try await Self.runner(store, held)
    try await crashed.start()
    let task = Task { try await crashed.send(.next(.text("billing"))) }
    await held.begun()
    // Its process ends here; what it does later isn't stored.
    let effects = Effects()
    let next = try await Self.runner(store, effects)
    try await next.start()
    guard case .doubt? = await next.decision else {
      Issue.record("the effect isn't in doubt: \(await next.state)")
      return
    }
    #expect(await effects.count == 0)
    try await next.decide(.yes)
    #expect(await asked(next) == "last")
    #expect(await effects.count == 0)
    await held.release()
    await #expect(throws: StaleWalkError.self) { try await task.value }
    #expect(await crashed.isStale)
  }

  @Test func runnersThatBeginOneWalkShareIt() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let runners = [try await Self.runner(store), try await Self.runner(store)]
    var failures = 0
    for runner in runners {
      do { try await runner.start() } catch is StaleWalkError { failures += 1 }
    }
    expectEqual(failures, 1)
    #expect(try await store.load("walk").walk.events.count == 1)
  }

  @Test func secretsAreStoredOnlyIfTheyAreKept() async throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: account
      steps:
        - { ask: token, type: secret }
        - { ask: last, type: string }
      """, name: "account.flow.yaml")
    for keepsSecrets in [false, true] {
      let store = MemoryWalkStore(clock: { .epoch })
      let runner = try await AsyncFlowRunner(
        flow: flow, in: store, id: "walk", keepingSecrets: keepsSecrets, clock: { .epoch })
      try await runner.start()
      try await runner.send(.next(.text("plugh")))
      let restored = try await AsyncFlowRunner(
        flow: flow, in: store, id: "walk", clock: { .epoch })
      #expect(await asked(restored) == (keepsSecrets ? "last" : "token"))
      let bytes = String(decoding: try await store.load("walk").walk.bytes, as: UTF8.self)
      expectEqual(bytes.contains("plugh"), keepsSecrets)
    }
  }
}
