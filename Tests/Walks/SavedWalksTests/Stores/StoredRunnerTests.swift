// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import SavedWalks
import StackFlowCore
import Testing

/// Async runners over a store: what's announced is stored, of two runners one is over, and nothing that happened
/// outside is done twice.
@Suite struct StoredRunnerTests {
  private static func flow(committing: Bool = false) throws -> CheckedFlow {
    let commit = committing ? "\n  - { commit: sure, text: Sure? }" : ""
    return try checkedFlow(
      """
      flow: 1
      id: account
      steps:
        - { ask: name, type: string }\(commit)
        - { run: make, action: make, with: { name: name } }
        - { ask: last, type: string }
      """, name: "account.flow.yaml")
  }

  /// Counts effects, of which the first may fail, and waits before each one ends if it's told to.
  private actor Effects: AsyncEffectHost {
    private(set) var count = 0
    private var waiting: CheckedContinuation<Void, Never>?
    private var started: CheckedContinuation<Void, Never>?
    private let isHeld: Bool
    private let failureCount: Int

    init(isHeld: Bool = false, failing failureCount: Int = 0) {
      self.isHeld = isHeld
      self.failureCount = failureCount
    }

    func perform(_ request: EffectRequest) async -> EffectResult {
      count += 1
      if isHeld {
        started?.resume()
        started = nil
        await withCheckedContinuation { waiting = $0 }
      }
      guard count > failureCount else { return .failed(message: "was busy") }
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
    await runner.state.step?.id
  }

  @Test func aNewWalkIsStoredAndAnotherRunnerContinuesIt() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let first = try await Self.runner(store)
    try await first.start()
    try await first.send(.answer(.text("billing")))
    expectEqual(await asked(first), "last")
    let second = try await Self.runner(store)
    try await second.start()
    expectEqual(await asked(second), "last")
    try await second.send(.answer(.text("end")))
    guard case .finished(let result) = await second.state else {
      Issue.record("it hasn't ended")
      return
    }
    expectEqual(result.output, ["name": "billing", "last": "end"])
    let stored = try await store.load("walk")
    expectEqual(stored.walk, SavedWalk(await second.session))
  }

  /// The failure is stored, and each runner can try again, until it succeeds.
  @Test func aFailurePastACommitIsTriedAgainByAnotherRunner() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let effects = Effects(failing: 3)
    let flow = try Self.flow(committing: true)
    func runner() async throws -> AsyncFlowRunner {
      let runner = try await AsyncFlowRunner(
        flow: flow, in: store, id: "walk", effects: effects, clock: { .epoch })
      try await runner.start()
      return runner
    }
    let first = try await runner()
    try await first.send(.answer(.text("billing")))
    try await first.send(.answer(.text("yes")))
    for count in 1...3 {
      let next = try await runner()
      guard case .failed(let failure) = await next.state else {
        Issue.record("it hasn't failed")
        return
      }
      expectEqual(failure.effect, EffectFailure(step: "make", retries: "make"))
      #expect(await !next.session.canGoBack)
      expectEqual(await effects.count, count)
      try await next.send(.retry)
    }
    let last = try await runner()
    expectEqual(await asked(last), "last")
    // It's over, and isn't tried again.
    try await last.send(.retry)
    expectEqual(await effects.count, 4)
  }

  @Test func eachEventIsStoredBeforeItIsPublished() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let runner = try await Self.runner(store)
    let updates = await runner.updates()
    try await runner.start()
    try await runner.send(.answer(.text("billing")))
    try await runner.send(.answer(.text("end")))
    var before = 0
    for await update in updates {
      // The store has at least the events that led to the update.
      let stored = try await store.load("walk").walk.events.count
      #expect(update.announcements.isEmpty || stored > before)
      before += update.announcements.isEmpty ? 0 : 1
    }
    #expect(before > 3)
  }

  @Test func whatIsNotStoredIsNotPublished() async throws {
    let process = StoreProcess(MemoryWalkStore(clock: { .epoch }))
    let runner = try await Self.runner(process)
    var updates = await runner.updates().makeAsyncIterator()
    #expect(await updates.next()?.announcements.isEmpty == true)
    await process.setCut(true)
    await #expect(
      throws: WalkStoreError.unavailable(reason: "the process has no connection")
    ) {
      try await runner.start()
    }
    await process.setCut(false)
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
    try await first.send(.answer(.text("billing")))
    await #expect(throws: StaleWalkError(id: "walk")) {
      try await second.send(.answer(.text("payments")))
    }
    #expect(await second.isStale)
    // It takes nothing more, and the walk stays as it is.
    let stored = try await store.load("walk")
    await #expect(throws: StaleWalkError.self) { try await second.resume() }
    await #expect(throws: StaleWalkError.self) { try await second.send(.leave(.quit)) }
    try await expectEqual(store.load("walk"), stored)
    try await second.reload()
    #expect(await !second.isStale)
    expectEqual(await asked(second), "last")
    try await second.send(.answer(.text("end")))
    guard case .finished(let result) = await second.state else {
      Issue.record("it hasn't ended")
      return
    }
    expectEqual(result.output, ["name": "billing", "last": "end"])
    // Now the other one is over.
    await #expect(throws: StaleWalkError.self) { try await first.send(.answer(.text("late"))) }
  }

  // MARK: Leases

  private func isInDoubt(_ runner: AsyncFlowRunner) async -> Bool {
    if case .doubt? = await runner.decision { true } else { false }
  }

  private static let elsewhere = PerformedElsewhere(id: "walk", step: "make", since: .epoch)

  @Test func anEffectOfAKilledProcessIsInDoubtAndNotRepeated() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let process = StoreProcess(store)
    let held = Effects(isHeld: true)
    let killed = try await Self.runner(process, held)
    try await killed.start()
    let task = Task { try await killed.send(.answer(.text("billing"))) }
    await held.begun()
    await process.kill()
    let effects = Effects()
    let next = try await Self.runner(store, effects)
    try await next.start()
    #expect(await next.elsewhere == nil)
    #expect(await isInDoubt(next))
    expectEqual(await effects.count, 0)
    try await next.decide(.yes)
    expectEqual(await asked(next), "last")
    expectEqual(await effects.count, 0)
    // Its later acts aren't stored.
    await held.release()
    await #expect(throws: WalkStoreError.self) { try await task.value }
    expectEqual(await asked(next), "last")
  }

  /// Its beginning is a change, also where the log has it already: who was asked before is over.
  @Test func whoWasAskedAboutAnEffectThatBeganAgainIsOver() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let process = StoreProcess(store)
    let held = Effects(isHeld: true)
    let killed = try await Self.runner(process, held)
    try await killed.start()
    let task = Task { try await killed.send(.answer(.text("billing"))) }
    await held.begun()
    await process.kill()
    await held.release()
    _ = try? await task.value
    let asked = try await Self.runner(store)
    #expect(await isInDoubt(asked))
    let second = StoreProcess(store)
    let again = Effects(isHeld: true)
    let performing = try await Self.runner(second, again)
    let performed = Task { try await performing.decide(.perform) }
    await again.begun()
    await second.kill()
    await again.release()
    _ = try? await performed.value
    // The user's word was true of the first attempt.
    await #expect(throws: StaleWalkError(id: "walk")) { try await asked.decide(.perform) }
    try await asked.reload()
    #expect(await isInDoubt(asked))
  }

  @Test func whatAnotherRunnerPerformsIsPerformedElsewhereAndNotInDoubt() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let held = Effects(isHeld: true)
    let first = try await Self.runner(store, held)
    try await first.start()
    let task = Task { try await first.send(.answer(.text("billing"))) }
    await held.begun()
    let stored = try await store.load("walk")
    let effects = Effects()
    let second = try await Self.runner(store, effects)
    expectEqual(await second.elsewhere, Self.elsewhere)
    #expect(await second.decision == nil)
    await #expect(throws: Self.elsewhere) { try await second.start() }
    await #expect(throws: Self.elsewhere) { try await second.resume() }
    await #expect(throws: Self.elsewhere) { try await second.send(.back(steps: 1)) }
    await #expect(throws: Self.elsewhere) { try await second.decide(.perform) }
    await #expect(throws: Self.elsewhere) { try await second.refuseEffect() }
    try await expectEqual(store.load("walk"), stored)
    expectEqual(
      "\(Self.elsewhere)",
      "'make' of the walk 'walk' is being performed elsewhere, since 1970-01-01T00:00:00Z; "
        + "reload the walk later")
    await held.release()
    _ = try await task.value
    // It's still over until it looks again.
    await #expect(throws: Self.elsewhere) { try await second.send(.leave(.quit)) }
    try await second.start()
    expectEqual(await asked(second), "last")
    expectEqual(await effects.count, 0)
    try await second.send(.answer(.text("end")))
    guard case .finished = await second.state else {
      Issue.record("it hasn't ended")
      return
    }
  }

  @Test func aRunnerThatWasAtAQuestionMeetsTheEffectOfAnother() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let held = Effects(isHeld: true)
    let first = try await Self.runner(store, held)
    try await first.start()
    let second = try await Self.runner(store)
    let task = Task { try await first.send(.answer(.text("billing"))) }
    await held.begun()
    // The walk was changed, which is more than that it's leased.
    await #expect(throws: StaleWalkError(id: "walk")) {
      try await second.send(.answer(.text("payments")))
    }
    try await second.reload()
    expectEqual(await second.elsewhere, Self.elsewhere)
    await held.release()
    _ = try await task.value
    try await second.reload()
    #expect(await second.elsewhere == nil)
    expectEqual(await asked(second), "last")
  }

  @Test func theUserCanLeaveWhereAnEffectIsPerformed() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let held = Effects(isHeld: true)
    let first = try await Self.runner(store, held)
    try await first.start()
    let task = Task { try await first.send(.answer(.text("billing"))) }
    await held.begun()
    try await first.send(.leave(.quit))
    let second = try await Self.runner(store)
    expectEqual(await second.elsewhere, Self.elsewhere)
    await held.release()
    _ = try await task.value
    try await second.reload()
    #expect(await second.elsewhere == nil)
    await store.release(try await store.lease("walk"))
  }

  @Test func anEffectWaitsForTheLease() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let effects = Effects()
    let runner = try await Self.runner(store, effects)
    try await runner.start()
    let lease = try await store.lease("walk")
    await #expect(throws: WalkStoreError.leased("walk")) {
      try await runner.send(.answer(.text("billing")))
    }
    expectEqual(await effects.count, 0)
    await store.release(lease)
    try await runner.resume()
    expectEqual(await effects.count, 1)
    expectEqual(await asked(runner), "last")
  }

  @Test func aRunnerUsesTheLeaseOfItsCaller() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    try await Self.runner(store).start()
    let lease = try await store.lease("walk")
    let effects = Effects()
    let runner = try await AsyncFlowRunner(
      flow: Self.flow(), in: store, id: "walk", holding: lease, effects: effects, clock: { .epoch })
    try await runner.send(.answer(.text("billing")))
    expectEqual(await asked(runner), "last")
    expectEqual(await effects.count, 1)
    // It's the caller who ends it.
    try await store.renew(lease)
    await store.release(lease)
    try await runner.send(.answer(.text("end")))
    guard case .finished = await runner.state else {
      Issue.record("it hasn't ended")
      return
    }
  }

  @Test func noEffectBeginsWhereTheCallersLeaseIsLost() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    try await Self.runner(store).start()
    let lease = try await store.lease("walk")
    let effects = Effects()
    let runner = try await AsyncFlowRunner(
      flow: Self.flow(), in: store, id: "walk", holding: lease, effects: effects, clock: { .epoch })
    await store.release(lease)
    await #expect(throws: WalkStoreError.leaseLost("walk")) {
      try await runner.send(.answer(.text("billing")))
    }
    expectEqual(await effects.count, 0)
  }

  /// Waits until it's canceled.
  private actor Cancelable: AsyncEffectHost {
    private(set) var isCanceled = false
    private var hasBegun = false
    private var started: CheckedContinuation<Void, Never>?
    private let onCancellation: @Sendable () async -> Void

    init(onCancellation: @escaping @Sendable () async -> Void = {}) {
      self.onCancellation = onCancellation
    }

    func perform(_ request: EffectRequest) async -> EffectResult {
      hasBegun = true
      started?.resume()
      started = nil
      // It has no element, and ends with the task.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      isCanceled = true
      await onCancellation()
      return .failed(message: "was canceled")
    }

    /// Returns when an effect is being performed.
    func begun() async {
      if !hasBegun { await withCheckedContinuation { started = $0 } }
    }
  }

  @Test func anEffectIsCanceledBeforeItsLeaseEnds() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let process = StoreProcess(store, leaseLifetime: 0.004)
    let effects = Cancelable()
    let runner = try await AsyncFlowRunner(
      flow: Self.flow(), in: process, id: "walk", effects: effects, clock: { .epoch })
    try await runner.start()
    let task = Task { try await runner.send(.answer(.text("billing"))) }
    await effects.begun()
    await process.loseLeases()
    _ = try await task.value
    #expect(await effects.isCanceled)
    // No one has gone on, so what has happened is known.
    let next = try await Self.runner(store)
    #expect(await !isInDoubt(next))
    guard case .failed = await runner.state else {
      Issue.record("\(await runner.state)")
      return
    }
  }

  @Test func whoLosesALeaseToSomeoneElseIsOver() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let process = StoreProcess(store, leaseLifetime: 0.004)
    let other = Effects()
    // While the effect ends, someone else is asked about it, and performs it.
    let effects = Cancelable {
      await Task {
        guard let next = try? await Self.runner(store, other) else { return }
        _ = try? await next.decide(.perform)
      }.value
    }
    let runner = try await AsyncFlowRunner(
      flow: Self.flow(), in: process, id: "walk", effects: effects, clock: { .epoch })
    try await runner.start()
    let task = Task { try await runner.send(.answer(.text("billing"))) }
    await effects.begun()
    await process.loseLeases()
    await #expect(throws: StaleWalkError(id: "walk")) { try await task.value }
    expectEqual(await other.count, 1)
    try await runner.reload()
    expectEqual(await asked(runner), "last")
  }

  @Test func aLeaseThatIsRenewedLasts() async throws {
    let process = StoreProcess(MemoryWalkStore(clock: { .epoch }), leaseLifetime: 3_600)
    let effects = Effects()
    let runner = try await Self.runner(process, effects)
    try await runner.start()
    try await runner.send(.answer(.text("billing")))
    expectEqual(await asked(runner), "last")
    expectEqual(await effects.count, 1)
  }

  @Test(arguments: [false, true])
  func whatIsNotStoredAfterAnEffectKeepsItsLease(reloads: Bool) async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let process = StoreProcess(store)
    let held = Effects(isHeld: true)
    let runner = try await Self.runner(process, held)
    try await runner.start()
    let task = Task { try await runner.send(.answer(.text("billing"))) }
    await held.begun()
    await process.setCut(true)
    await held.release()
    await #expect(throws: WalkStoreError.self) { try await task.value }
    // Its result is known here, so no one else is asked about it.
    try await expectEqual(Self.runner(store).elsewhere, Self.elsewhere)
    if reloads { await #expect(throws: WalkStoreError.self) { try await runner.reload() } }
    await process.setCut(false)
    // Also a runner that begins again with what's stored stores first that the effect has ended.
    if reloads { try await runner.reload() } else { try await runner.resume() }
    expectEqual(await asked(runner), "last")
    let next = try await Self.runner(store)
    #expect(await next.elsewhere == nil)
    expectEqual(await asked(next), "last")
    expectEqual(await held.count, 1)
  }

  // MARK: Changes

  @Test func eventsThatAreSentTogetherAreOneRevision() async throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: account
      steps:
        - form: place
          fields:
            - { ask: host, type: string }
            - { ask: port, type: integer }
        - { ask: last, type: string }
      """, name: "account.flow.yaml")
    let store = MemoryWalkStore(clock: { .epoch })
    let runner = try await AsyncFlowRunner(flow: flow, in: store, id: "walk", clock: { .epoch })
    try await runner.start()
    let before = try await store.load("walk").revision
    try await runner.send([
      .edit(field: "host", .text("db")), .edit(field: "port", .text("80")), .submit,
    ])
    expectEqual(await asked(runner), "last")
    try await expectEqual(store.load("walk").revision, before.next)
    try await runner.send(.answer(.text("end")))
    try await expectEqual(store.load("walk").revision, before.next.next)
  }

  @Test func ofEventsThatAreSentTogetherAllOrNoneAreStored() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let runner = try await Self.runner(store)
    try await runner.start()
    try await Self.runner(store).send(.edit(field: "name", .text("other")))
    let stored = try await store.load("walk")
    await #expect(throws: StaleWalkError.self) {
      try await runner.send([.edit(field: "name", .text("billing")), .submit])
    }
    try await expectEqual(store.load("walk"), stored)
  }

  /// Leaves each decision to someone else.
  private struct Later: AsyncFlowDelegate {
    func decidePush(
      _ request: NavigationRequest, answers: [String: Value], in session: FlowSession
    ) async -> FlowDecision { .later }
  }

  @Test func aLookChangesNothing() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    await #expect(throws: WalkStoreError.unknown("walk")) {
      try await store.look(at: "walk", flow: Self.flow())
    }
    // The process that continues it approves the answer, and performs the effect.
    let process = StoreProcess(store)
    let runner = try await AsyncFlowRunner(
      flow: Self.flow(), in: process, id: "walk", delegate: Later(), clock: { .epoch })
    try await runner.start()
    try await runner.send(.answer(.text("billing")))
    let stored = try await store.load("walk")
    let view = try await store.look(at: "walk", flow: Self.flow())
    guard case .needs(.approval) = view.state else {
      Issue.record("\(view.state)")
      return
    }
    expectEqual(view.revision, stored.revision)
    expectEqual(view.notices, [])
    try await expectEqual(store.load("walk"), stored)
    let held = Effects(isHeld: true)
    let performing = try await Self.runner(process, held)
    let task = Task { try await performing.start() }
    await held.begun()
    let during = try await store.load("walk")
    try await expectEqual(store.look(at: "walk", flow: Self.flow()).elsewhere, Self.elsewhere)
    await process.kill()
    let killed = try await store.look(at: "walk", flow: Self.flow())
    #expect(killed.elsewhere == nil && killed.session.effectInProgress != nil)
    try await expectEqual(store.load("walk"), during)
    await held.release()
    _ = try? await task.value
  }

  @Test func runnersThatBeginOneWalkShareIt() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let runners = [try await Self.runner(store), try await Self.runner(store)]
    var failures = 0
    for runner in runners {
      do { try await runner.start() } catch is StaleWalkError { failures += 1 }
    }
    expectEqual(failures, 1)
    try await expectEqual(store.load("walk").walk.events.count, 1)
  }

  // MARK: Secrets

  @Test func aWalkThatCannotGoOnWithoutASecretSaysSo() async throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: account
      steps:
        - { ask: name, type: string }
        - { ask: token, type: secret }
        - { ask: last, type: string }
      """, name: "account.flow.yaml")
    let store = MemoryWalkStore(clock: { .epoch })
    let first = try await AsyncFlowRunner(flow: flow, in: store, id: "walk", clock: { .epoch })
    try await first.start()
    try await first.send(.answer(.text("billing")))
    // Before its answer, nothing is missing.
    let second = try await AsyncFlowRunner(flow: flow, in: store, id: "walk", clock: { .epoch })
    expectEqual(await asked(second), "token")
    try await second.send(.answer(.text("plugh")))
    let bytes = String(decoding: try await store.load("walk").walk.bytes, as: UTF8.self)
    #expect(!bytes.contains("plugh"))
    let error = MissingSecretError(id: "walk", name: "token")
    await #expect(throws: error) {
      _ = try await AsyncFlowRunner(flow: flow, in: store, id: "walk", clock: { .epoch })
    }
    expectEqual(
      "\(error)",
      "the walk 'walk' can't go on: the secret 'token' isn't in the store; use a SealedStore, or give "
        + "the secret again in the answers of the options")
    // Someone who only looks is shown the question.
    try await expectEqual(store.look(at: "walk", flow: flow).notices, [.secretNeeded("token")])
    var options = SessionOptions()
    options.answers = ["token": .text("plugh"), "name": .text("ignored")]
    let third = try await AsyncFlowRunner(
      flow: flow, in: store, id: "walk", options: options, clock: { .epoch })
    try await third.start()
    expectEqual(await asked(third), "last")
    try await third.send(.answer(.text("end")))
    guard case .finished(let result) = await third.state else {
      Issue.record("it hasn't ended")
      return
    }
    expectEqual(result.output, ["name": "billing", "token": "plugh", "last": "end"])
  }
}
