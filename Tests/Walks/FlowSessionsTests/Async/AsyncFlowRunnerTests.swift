// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowCore
import Synchronization
import Testing

/// An actor walks flows, with decisions and effects that take their time.
@Suite struct AsyncFlowRunnerTests {
  private static func flow(_ steps: String) throws -> CheckedFlow {
    try checkedFlow("flow: 1\nid: f\nsteps:\n" + steps, name: "f.flow.yaml")
  }

  private static func questions() throws -> CheckedFlow {
    try flow(
      """
        - ask: name
          type: string
        - ask: port
          type: integer
          max: 9000
      """)
  }

  private static func effects() throws -> CheckedFlow {
    try flow(
      """
        - ask: name
          type: string
        - run: make
          action: make
          with: { name: name }
          capture: json
          type: string
        - note: end
          text: "made ${make}"
      """)
  }

  /// Opens once, and lets everyone through who waits for it.
  private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    func open() {
      isOpen = true
      for waiter in waiting { waiter.resume() }
      waiting = []
    }
    func pass() async {
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }
  }

  /// Decides when a gate opens, and says when it has been asked.
  private struct GatedDelegate: AsyncFlowDelegate {
    let asked = Gate()
    let gate = Gate()
    var decision: FlowDecision = .approve
    func decidePush(
      _ request: NavigationRequest, answers: [String: Value], in session: FlowSession
    ) async -> FlowDecision {
      await asked.open()
      await gate.pass()
      return answers["name"] == "taken" ? .deny(reason: "it's taken") : decision
    }
  }

  private struct GatedEffects: AsyncEffectHost {
    let asked = Gate()
    let gate = Gate()
    func perform(_ request: EffectRequest) async -> EffectResult {
      await asked.open()
      await gate.pass()
      return .returned("it")
    }
  }

  private func asked(_ state: SessionState) -> String? {
    state.step?.id
  }

  // MARK: Events

  @Test func aWalkHasTheLogAndTheResultOfASynchronousOne() async throws {
    let flow = try Self.questions()
    let events: [FlowEvent] = [
      .start, .answer(.text("a")), .answer(.text("99999")), .back(steps: 1), .answer(.text("b")),
      .answer(.text("80")),
    ]
    let plain = try FlowRunner(flow: flow, clock: { .epoch })
    let runner = try AsyncFlowRunner(flow: flow, clock: { .epoch })
    for event in events {
      let expected = plain.send(event)
      try await expectEqual(runner.send(event), expected)
    }
    expectEqual(await runner.session.events, plain.session.events)
    guard case .finished(let result) = await runner.state, case .finished(let other) = plain.state
    else {
      Issue.record("it isn't finished")
      return
    }
    expectEqual(result, other)
  }

  @Test func aRestoredSessionGoesOn() async throws {
    let flow = try Self.questions()
    let plain = try FlowRunner(flow: flow, clock: { .epoch })
    plain.start()
    plain.send(.answer(.text("a")))
    let runner = AsyncFlowRunner(continuing: plain.session, clock: { .epoch })
    expectEqual(asked(await runner.state), "port")
    try await runner.send(.answer(.text("80")))
    guard case .finished(let result) = await runner.state else {
      Issue.record("it isn't finished")
      return
    }
    expectEqual(result.output, ["name": "a", "port": 80])
  }

  // MARK: Decisions

  @Test func aDelegateDecidesLater() async throws {
    let delegate = GatedDelegate()
    let runner = try AsyncFlowRunner(
      flow: Self.questions(), delegate: delegate, clock: { .epoch })
    try await runner.start()
    async let sent = runner.send(.answer(.text("a")))
    await delegate.asked.pass()
    guard case .needs(.approval) = await runner.state else {
      Issue.record("it doesn't wait")
      return
    }
    await delegate.gate.open()
    #expect(try await sent.contains { $0.pushedStep == "port" })
    expectEqual(asked(await runner.state), "port")
  }

  @Test func aDenialHasItsReason() async throws {
    let delegate = GatedDelegate()
    await delegate.gate.open()
    let runner = try AsyncFlowRunner(
      flow: Self.questions(), delegate: delegate, clock: { .epoch })
    try await runner.start()
    let announced = try await runner.send(.answer(.text("taken")))
    #expect(announced.contains { $0.denialReason == "it's taken" })
    expectEqual(asked(await runner.state), "name")
  }

  @Test func whatIsOpenIsAnsweredBySomeoneElse() async throws {
    var delegate = GatedDelegate()
    delegate.decision = .later
    await delegate.gate.open()
    let runner = try AsyncFlowRunner(
      flow: Self.questions(), delegate: delegate, clock: { .epoch })
    try await runner.start()
    try await runner.send(.answer(.text("a")))
    guard case .needs(.approval(let request)) = await runner.state else {
      Issue.record("it isn't open")
      return
    }
    try await runner.answer(request, .approve)
    expectEqual(asked(await runner.state), "port")
    await #expect(throws: FlowStackError.self) { try await runner.answer(request, .approve) }
  }

  @Test func leavingCancelsADecision() async throws {
    let delegate = GatedDelegate()
    let runner = try AsyncFlowRunner(
      flow: Self.questions(), delegate: delegate, clock: { .epoch })
    try await runner.start()
    async let sent = runner.send(.answer(.text("a")))
    await delegate.asked.pass()
    try await runner.send(.leave(.quit))
    await delegate.gate.open()
    _ = try await sent
    guard case .finished(let result) = await runner.state else {
      Issue.record("it isn't finished")
      return
    }
    expectEqual(result.outcome, .left(.quit))
  }

  // MARK: Effects

  @Test func anEffectTakesItsTime() async throws {
    let host = GatedEffects()
    let runner = try AsyncFlowRunner(flow: Self.effects(), effects: host, clock: { .epoch })
    try await runner.start()
    async let sent = runner.send(.answer(.text("a")))
    await host.asked.pass()
    #expect(await runner.session.effectInProgress != nil)
    #expect(await runner.decision == nil)
    await host.gate.open()
    _ = try await sent
    let step = try #require(await runner.state.step)
    expectEqual(step.text, "made it")
  }

  @Test func withoutAHostEffectsFail() async throws {
    let runner = try AsyncFlowRunner(flow: Self.effects(), clock: { .epoch })
    try await runner.start()
    try await runner.send(.answer(.text("a")))
    guard case .failed = await runner.state else {
      Issue.record("\(await runner.state)")
      return
    }
  }

  @Test func anEffectInDoubtIsAskedAbout() async throws {
    let flow = try Self.effects()
    let host = GatedEffects()
    let runner = try AsyncFlowRunner(flow: flow, effects: host, clock: { .epoch })
    try await runner.start()
    let task = Task { try await runner.send(.answer(.text("a"))) }
    await host.asked.pass()
    let saved = await runner.session
    await host.gate.open()
    _ = try await task.value
    let other = GatedEffects()
    await other.gate.open()
    let restored = AsyncFlowRunner(continuing: saved, effects: other, clock: { .epoch })
    try await restored.resume()
    guard case .doubt? = await restored.decision else {
      Issue.record("no one is asked")
      return
    }
    try await restored.decide(.perform)
    expectEqual(asked(await restored.state), "end")
  }

  private struct BlockingHost: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission {
      if case .action(let call) = request.effect, call.arguments["name"] == "no" {
        return .refused(reason: "it's forbidden")
      }
      return .granted
    }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult { .returned("blocked") }
  }

  @Test func aBlockingHostIsAnotherOne() async throws {
    for (name, isRefused) in [("a", false), ("no", true)] {
      let runner = try AsyncFlowRunner(
        flow: Self.effects(), effects: BlockingEffects(BlockingHost()), clock: { .epoch })
      try await runner.start()
      try await runner.send(.answer(.text(name)))
      let state = await runner.state
      if case .failed(let failure) = state {
        #expect(isRefused && failure.message.contains("it's forbidden"))
      } else {
        #expect(!isRefused && asked(state) == "end")
      }
    }
  }

  // MARK: Cancellation

  @Test func aCanceledDecisionStaysOpen() async throws {
    let flow = try Self.questions()
    let delegate = GatedDelegate()
    let runner = try AsyncFlowRunner(flow: flow, delegate: delegate, clock: { .epoch })
    try await runner.start()
    let task = Task { try await runner.send(.answer(.text("a"))) }
    await delegate.asked.pass()
    task.cancel()
    await delegate.gate.open()
    _ = try await task.value
    guard case .needs(.approval) = await runner.state else {
      Issue.record("the canceled decision was used")
      return
    }
    // The walk is a value that can be saved, and continues here or elsewhere.
    let saved = await runner.session
    let replayed = try FlowSession.replaying(saved.events, flow: flow)
    let restored = AsyncFlowRunner(continuing: replayed, delegate: delegate, clock: { .epoch })
    try await restored.resume()
    expectEqual(asked(await restored.state), "port")
    try await runner.resume()
    expectEqual(asked(await runner.state), "port")
  }

  @Test func anEffectDoesNotBeginInACanceledTask() async throws {
    let host = GatedEffects()
    await host.gate.open()
    let runner = try AsyncFlowRunner(flow: Self.effects(), effects: host, clock: { .epoch })
    try await runner.start()
    let gate = Gate()
    let task = Task {
      await gate.pass()
      try await runner.send(.answer(.text("a")))
    }
    task.cancel()
    await gate.open()
    try await task.value
    #expect(await runner.session.effectInProgress == nil)
    try await runner.resume()
    expectEqual(asked(await runner.state), "end")
  }

  // MARK: Saving

  private actor Store {
    struct Full: Error {}
    private(set) var counts: [Int] = []
    private(set) var effects: [Bool] = []
    var isFull = false
    func setFull(_ isFull: Bool) { self.isFull = isFull }
    func save(_ session: FlowSession) throws {
      if isFull { throw Full() }
      counts.append(session.eventCount)
      effects.append(session.effectInProgress != nil)
    }
  }

  @Test func eachEventIsSavedBeforeWhatItRequests() async throws {
    let store = Store()
    let host = GatedEffects()
    await host.gate.open()
    let delegate = GatedDelegate()
    await delegate.gate.open()
    let runner = try AsyncFlowRunner(
      flow: Self.effects(), delegate: delegate, effects: host,
      saving: { try await store.save($0) }, clock: { .epoch })
    try await runner.start()
    try await runner.send(.answer(.text("a")))
    let counts = await store.counts
    expectEqual(counts, Array(1...counts.count), "\(counts)")
    // It's saved once that the effect has begun, and afterwards that it has ended.
    expectEqual(await store.effects.count { $0 }, 1)
    #expect(await store.effects.last == false)
  }

  @Test func whatNoDelegateDecidesAndWhatIsSentTogetherIsSavedOnce() async throws {
    let store = Store()
    let host = GatedEffects()
    await host.gate.open()
    let runner = try AsyncFlowRunner(
      flow: Self.effects(), effects: host, saving: { try await store.save($0) }, clock: { .epoch })
    try await runner.start()
    try await runner.send([.edit(field: "name", .text("a")), .submit])
    expectEqual(asked(await runner.state), "end")
    // The start; the answer, with its approval; the beginning and the end of the effect.
    let effects = await store.effects
    expectEqual(effects, [false, false, true, false])
  }

  @Test func nothingIsPerformedThatIsNotSaved() async throws {
    let store = Store()
    let host = GatedEffects()
    await host.gate.open()
    let runner = try AsyncFlowRunner(
      flow: Self.effects(), effects: host, saving: { try await store.save($0) }, clock: { .epoch })
    try await runner.start()
    await store.setFull(true)
    await #expect(throws: Store.Full.self) { try await runner.send(.answer(.text("a"))) }
    #expect(await runner.session.effectInProgress == nil)
    guard case .needs(.effect) = await runner.state else {
      Issue.record("it went on unsaved")
      return
    }
    await store.setFull(false)
    try await runner.resume()
    expectEqual(asked(await runner.state), "end")
  }

  // MARK: Updates

  @Test func observersSeeEveryAnnouncementInOrder() async throws {
    let runner = try AsyncFlowRunner(flow: Self.questions(), clock: { .epoch })
    let updates = await runner.updates()
    let more = await runner.updates()
    var sent: [FlowAnnouncement] = try await runner.start()
    sent += try await runner.send(.answer(.text("a")))
    sent += try await runner.send(.answer(.text("80")))
    for sequence in [updates, more] {
      var seen: [FlowAnnouncement] = []
      var last: SessionState?
      for await update in sequence {
        expectEqual(update.missed, 0)
        seen += update.announcements
        last = update.state
      }
      expectEqual(seen, sent)
      guard case .finished = last else {
        Issue.record("the last state isn't the end")
        continue
      }
    }
    // After the end, there's only the state.
    var count = 0
    for await update in await runner.updates() {
      #expect(update.announcements.isEmpty)
      count += 1
    }
    expectEqual(count, 1)
  }

  @Test func aSlowObserverIsToldWhatItMissed() async throws {
    let runner = try AsyncFlowRunner(flow: Self.questions(), clock: { .epoch })
    var iterator = await runner.updates(bufferingAtMost: 2).makeAsyncIterator()
    expectEqual(await iterator.next()?.missed, 0)
    try await runner.start()
    for _ in 0..<10 {
      try await runner.send(.answer(.text("a")))
      try await runner.send(.back(steps: 1))
    }
    try await runner.send(.leave(.quit))
    let first = try #require(await iterator.next())
    #expect(first.missed > 10)
    expectEqual(await iterator.next()?.missed, 0)
    #expect(await iterator.next() == nil)
  }

  @Test func severalTasksSendOneAfterTheOther() async throws {
    let store = Store()
    let runner = try AsyncFlowRunner(
      flow: Self.questions(), saving: { try await store.save($0) }, clock: { .epoch })
    try await runner.start()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { try await runner.send(.edit(field: "name", .text("a"))) }
      }
      try await group.waitForAll()
    }
    let counts = await store.counts
    expectEqual(counts, counts.sorted())
  }
}
