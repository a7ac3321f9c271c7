// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import JSONRPC
import SavedWalks
import Synchronization
import Testing

@testable import FlowServer

/// A service over a store: any process continues a walk, for its owner, and nothing is lost or done twice.
@Suite struct StoredServiceTests {
  /// A clock that's set.
  private final class Clock: Sendable {
    private let time = Mutex(Timestamp.epoch)
    var now: Timestamp { time.withLock { $0 } }
    func advance(_ seconds: Int64) throws {
      let later = try now.adding(TimeSpan(seconds: seconds))
      time.withLock { $0 = later }
    }
  }

  /// Commands that wait until they're let go.
  private final class WaitingEffects: EffectHost {
    let begun = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let count = Mutex(0)
    let waits: Bool

    init(waiting waits: Bool = true) { self.waits = waits }

    func permission(for request: EffectRequest) -> EffectPermission { .granted }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
      count.withLock { $0 += 1 }
      begun.continuation.yield()
      if waits { gate.wait() }
      return .ended(CommandResult(status: 0, output: Array("built".utf8)))
    }
  }

  /// A store that can fail.
  private final class Failing: WalkStore {
    let base = MemoryWalkStore(clock: { .epoch })
    let failure = Mutex<WalkStoreError?>(nil)
    var maximumWalkByteCount: Int { base.maximumWalkByteCount }

    private func check() throws(WalkStoreError) {
      if let error = failure.withLock({ $0 }) { throw error }
    }

    func create(
      _ id: String, _ walk: SavedWalk, summary: WalkSummary
    ) async throws(WalkStoreError) -> WalkRevision {
      try check()
      return try await base.create(id, walk, summary: summary)
    }
    func append(
      _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
      holding lease: WalkLease?, summary: WalkSummary?
    ) async throws(WalkStoreError) -> WalkRevision {
      try check()
      return try await base.append(
        events, to: id, after: revision, holding: lease, summary: summary)
    }
    func replace(
      _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
      summary: WalkSummary?
    ) async throws(WalkStoreError) -> WalkRevision {
      try check()
      return try await base.replace(
        id, with: walk, after: revision, holding: lease, summary: summary)
    }
    func load(_ id: String) async throws(WalkStoreError) -> StoredWalk { try await base.load(id) }
    func list(after id: String?, limit: Int) async throws(WalkStoreError) -> [StoredWalk.Entry] {
      await base.list(after: id, limit: limit)
    }
    func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
      try check()
      return try await base.lease(id)
    }
    func renew(_ lease: WalkLease) async throws(WalkStoreError) { try await base.renew(lease) }
    func release(_ lease: WalkLease) async { await base.release(lease) }
    func remove(
      _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
    ) async throws(WalkStoreError) {
      try await base.remove(id, after: revision, holding: lease)
    }
  }

  private static let source = """
    flow: 1
    id: trip
    steps:
      - { ask: where, type: string }
      - { ask: who, type: string }
    """

  private static let building = """
    flow: 1
    id: build
    steps:
      - { ask: where, type: string }
      - { run: make, command: [make], capture: text }
      - { ask: done, type: string }
    """

  private static func service(
    _ source: String = source, in store: (any WalkStore)?, effects: (any EffectHost)? = nil,
    clock: Clock = Clock(), limits: ServiceLimits = ServiceLimits(),
    onStoreError: (@Sendable (WalkStoreError) -> Void)? = nil
  ) throws -> FlowService {
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { clock.now })
    environment.onStoreError = onStoreError
    if let effects { environment.effects = { _, _ in effects } }
    let flow = ServedFlow(try checkedFlow(source, name: "f.flow.yaml"))
    return FlowService([flow], in: environment, limits: limits, store: store)
  }

  private func call(
    _ service: FlowService, _ method: String, _ parameters: [(String, Value)] = [],
    as owner: String? = nil
  ) async throws(RPCError) -> ValueMap {
    let result = try await service.answer(method, ValueMap(parameters), owner: owner)
    guard case .map(let map) = result else { return ValueMap() }
    return map
  }

  private func refusal(
    _ service: FlowService, _ method: String, _ parameters: [(String, Value)] = [],
    as owner: String? = nil
  ) async -> RPCError.Code? {
    do throws(RPCError) {
      _ = try await call(service, method, parameters, as: owner)
      return nil
    } catch {
      return error.code
    }
  }

  private func asked(_ map: ValueMap) -> Value? {
    guard case .map(let question)? = map["question"] else { return nil }
    return question["id"]
  }

  // MARK: Processes

  @Test func anyProcessContinuesAWalk() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let (first, second) = (try Self.service(in: store), try Self.service(in: store))
    let opened = try await call(first, "open")
    let walk = ("walk", try #require(opened["walk"]))
    let next = try await call(second, "submit", [walk, ("answer", "Rome")])
    expectEqual(asked(next), "who")
    // The first process has an earlier one in memory.
    expectEqual(try await call(first, "state", [walk])["revision"], next["revision"])
    let ended = try await call(first, "submit", [walk, ("answer", "Ada")])
    expectEqual(ended["state"], "ended")
    expectEqual(try await call(second, "state", [walk])["result"], ended["result"])
    _ = try await call(second, "close", [walk])
    expectEqual(await refusal(first, "state", [walk]), .unknownWalk)
    #expect(await store.list(after: nil, limit: 1).isEmpty)
  }

  @Test func aLookInATurnSeesWhatAnotherProcessHasChanged() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let (first, second) = (try Self.service(in: store), try Self.service(in: store))
    let id = try #require(try await call(first, "open")["walk"])
    let next = try await call(second, "submit", [("walk", id), ("answer", "Rome")])
    let revision = try first.take(id.plainText, owner: nil) { $0.revision }.result
    expectEqual(.number(revision), next["revision"])
  }

  @Test func ofTwoChangesAtOneRevisionTheSecondIsStale() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let (first, second) = (try Self.service(in: store), try Self.service(in: store))
    let opened = try await call(first, "open")
    let walk = ("walk", try #require(opened["walk"]))
    let revision = ("revision", try #require(opened["revision"]))
    _ = try await call(second, "submit", [walk, revision, ("answer", "Rome")])
    expectEqual(await refusal(first, "submit", [walk, revision, ("answer", "Oslo")]), .stale)
    // Without a revision, an answer is one to what's asked now; with its question, to nothing else.
    expectEqual(
      await refusal(first, "submit", [walk, ("question", "where"), ("answer", "Oslo")]), .notAsked)
    let ended = try await call(first, "submit", [walk, ("question", "who"), ("answer", "Ada")])
    expectEqual(ended["state"], "ended")
    // A refusal by what's in memory is one by what's stored.
    expectEqual(
      await refusal(second, "submit", [walk, ("question", "who"), ("answer", "Eve")]), .outOfTurn)
  }

  /// A changed flow can ask an earlier question, and refused answers aren't kept, and yet no revision is there twice.
  @Test func aRevisionNeverReturns() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let before = """
      flow: 1
      id: trip
      steps:
        - { ask: a, type: string }
        - { ask: b, type: integer }
        - { ask: c, type: choice, choices: [x, y] }
      """
    let first = try Self.service(before, in: store)
    let walk = ("walk", try #require(try await call(first, "open")["walk"]))
    _ = try await call(first, "submit", [walk, ("answer", "q")])
    for _ in 0..<9 { _ = try await call(first, "submit", [walk, ("text", "no")]) }
    let seen = try await call(first, "submit", [walk, ("answer", 3)])
    expectEqual(asked(seen), "c")
    let again = try await call(Self.service(before, in: store), "state", [walk])
    expectEqual(again["revision"], seen["revision"])
    let after = before.replacing(
      "b, type: integer", with: "b, type: string, pattern: '^x'")
    for number in 0..<4 {
      let next = try Self.service(after, in: store)
      expectEqual(asked(try await call(next, "state", [walk])), "b")
      let late: [(String, Value)] = [
        walk, ("revision", seen["revision"] ?? 0), ("answer", "x"),
      ]
      expectEqual(await refusal(next, "submit", late), .stale, "\(number)")
      _ = try await call(next, "submit", [walk, ("answer", "refused")])
    }
  }

  @Test func manyRequestsAtOnceLoseNothing() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let questions = (0..<8).map { "  - { ask: q\($0), type: string }" }.joined(separator: "\n")
    let services = try (0..<2).map { _ in
      try Self.service("flow: 1\nid: many\nsteps:\n\(questions)", in: store)
    }
    let walk = ("walk", try #require(try await call(services[0], "open")["walk"]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          // Each answers one question, at whatever revision it's the first.
          while true {
            let revision = (
              "revision", try await call(services[number % 2], "state", [walk])["revision"]
            )
            let parameters = [
              walk, (revision.0, revision.1 ?? .null), ("answer", .string("\(number)")),
            ]
            do throws(RPCError) {
              _ = try await call(services[number % 2], "submit", parameters)
              return
            } catch {
              guard error.code == .stale || error.code == .busy else { throw error }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let ended = try await call(services[0], "state", [walk])
    guard case .map(let result)? = ended["result"], case .map(let output)? = result["output"] else {
      Issue.record("\(ended)")
      return
    }
    expectEqual(output.map(\.value.plainText).sorted(), (0..<8).map { "\($0)" })
  }

  @Test func aWalkThatWasNotStoredIsNotAcknowledged() async throws {
    let store = Failing()
    let reasons = Mutex<[WalkStoreError]>([])
    let full = WalkStoreError.unavailable(reason: "the disk is full at /secret/place")
    let service = try Self.service(in: store) { error in reasons.withLock { $0.append(error) } }
    store.failure.withLock { $0 = full }
    expectEqual(await refusal(service, "open"), .storeFailed)
    expectEqual(reasons.withLock { $0 }, [full])
    store.failure.withLock { $0 = nil }
    let opened = try await call(service, "open")
    let walk = ("walk", try #require(opened["walk"]))
    store.failure.withLock { $0 = full }
    do throws(RPCError) {
      _ = try await call(service, "submit", [walk, ("answer", "Rome")])
      Issue.record("it's acknowledged")
    } catch {
      #expect(!error.message.contains("/secret"))
      expectEqual(error.data, ["retries": true])
    }
    store.failure.withLock { $0 = nil }
    expectEqual(asked(try await call(service, "state", [walk])), "where")
    expectEqual(asked(try await call(service, "submit", [walk, ("answer", "Rome")])), "who")
  }

  // MARK: Effects

  @Test func anEffectHoldsUpNoOtherWalkAndOthersAreTold() async throws {
    let effects = WaitingEffects()
    let store = MemoryWalkStore(clock: { .epoch })
    let service = try Self.service(Self.building, in: store, effects: effects)
    let other = try Self.service(Self.building, in: store, effects: effects)
    let walk = ("walk", try #require(try await call(service, "open")["walk"]))
    let second = ("walk", try #require(try await call(service, "open")["walk"]))
    async let built = call(service, "submit", [walk, ("answer", "here")])
    var begun = effects.begun.stream.makeAsyncIterator()
    await begun.next()
    for service in [service, other] {
      expectEqual(await refusal(service, "submit", [walk, ("answer", "there")]), .busy)
      expectEqual(await refusal(service, "state", [walk]), .busy)
      expectEqual(asked(try await call(service, "state", [second])), "where")
    }
    effects.gate.signal()
    expectEqual(asked(try await built), "done")
    expectEqual(asked(try await call(other, "state", [walk])), "done")
    expectEqual(effects.count.withLock { $0 }, 1)
    expectEqual(try await call(service, "status")["effects"], 1)
  }

  @Test func whatCannotBeStoredIsNotPerformed() async throws {
    let effects = WaitingEffects(waiting: false)
    let store = Failing()
    let service = try Self.service(Self.building, in: store, effects: effects)
    let walk = ("walk", try #require(try await call(service, "open")["walk"]))
    store.failure.withLock { $0 = .unavailable(reason: "it's away") }
    expectEqual(await refusal(service, "submit", [walk, ("answer", "here")]), .storeFailed)
    expectEqual(effects.count.withLock { $0 }, 0)
    store.failure.withLock { $0 = nil }
    expectEqual(asked(try await call(service, "state", [walk])), "where")
    expectEqual(asked(try await call(service, "submit", [walk, ("answer", "here")])), "done")
    expectEqual(effects.count.withLock { $0 }, 1)
  }

  /// A process that was killed after the effect has begun leaves it in doubt.
  @Test func anEffectWhoseProcessWasKilledIsNotPerformedTwice() async throws {
    let store = MemoryWalkStore(clock: { .epoch })
    let effects = WaitingEffects()
    let service = try Self.service(Self.building, in: store, effects: effects)
    let id = try #require(try await call(service, "open")["walk"])
    async let built = refusal(service, "submit", [("walk", id), ("answer", "here")])
    var begun = effects.begun.stream.makeAsyncIterator()
    await begun.next()
    // The stored walk is what a killed process leaves.
    let left = try await store.load(id.plainText)
    let copy = MemoryWalkStore(clock: { .epoch })
    try await copy.create(id.plainText, left.walk, summary: #require(left.summary))
    effects.gate.signal()
    _ = await built
    let repeated = WaitingEffects(waiting: false)
    let other = try Self.service(Self.building, in: copy, effects: repeated)
    let state = try await call(other, "state", [("walk", id)])
    guard case .map(let decision)? = state["decision"] else {
      Issue.record("\(state)")
      return
    }
    expectEqual(decision["about"], "doubt")
    expectEqual(decision["answers"], ["yes", "perform"])
    // A no performs nothing.
    for answer: Value in ["no", "keep"] {
      expectEqual(
        await refusal(other, "decide", [("walk", id), ("answer", answer)]), .invalidParameters)
    }
    expectEqual(repeated.count.withLock { $0 }, 0)
    let done = try await call(other, "decide", [("walk", id), ("answer", "perform")])
    expectEqual(asked(done), "done")
    expectEqual(repeated.count.withLock { $0 }, 1)
    expectEqual(
      await refusal(other, "decide", [("walk", id), ("answer", "perform")]), .outOfTurn)
  }

  // MARK: Owners and limits

  @Test(arguments: [false, true])
  func aWalkOfAnotherOwnerDoesNotExist(isStored: Bool) async throws {
    let store = isStored ? MemoryWalkStore(clock: { .epoch }) : nil
    let service = try Self.service(in: store)
    let walk = ("walk", try #require(try await call(service, "open", as: "ada")["walk"]))
    for owner in [nil, "eve", ""] {
      for method in ["state", "submit", "close", "plan"] {
        expectEqual(await refusal(service, method, [walk], as: owner), .unknownWalk)
      }
    }
    let others = try isStored ? Self.service(in: store) : service
    expectEqual(await refusal(others, "state", [walk], as: "eve"), .unknownWalk)
    expectEqual(asked(try await call(others, "state", [walk], as: "ada")), "where")
  }

  @Test func aProxyNamesTheOwnersOfAConnection() async throws {
    let service = try Self.service(in: nil)
    var connection = FlowConnection(namingOwnersTo: service)
    func code(_ method: String, _ parameters: [(String, Value)] = []) -> RPCError.Code? {
      do throws(RPCError) {
        _ = try connection.handle(method, ValueMap(parameters))
        return nil
      } catch {
        return error.code
      }
    }
    for method in ["hello", "open", "nothing"] { expectEqual(code(method), .ownerNeeded) }
    for name in [.null, 1, "", .string(String(repeating: "x", count: 257))] as [Value] {
      expectEqual(code("hello", [("owner", name)]), .invalidParameters)
    }
    expectEqual(code("hello", [("owner", "ada")]), nil)
    expectEqual(code("open"), nil)
    expectEqual(code("state", [("walk", "w1")]), nil)
    expectEqual(code("hello", [("owner", "eve")]), nil)
    expectEqual(code("state", [("walk", "w1")]), .unknownWalk)
    // Only where the other end is trusted to name it.
    connection = FlowConnection(to: service, owner: "eve")
    expectEqual(code("hello", [("owner", "ada")]), .invalidParameters)
    expectEqual(code("state", [("walk", "w1")]), .unknownWalk)
  }

  @Test(arguments: [false, true])
  func theWalksOfAnOwnerAreLimitedAndEndedOnesDoNotCount(isStored: Bool) async throws {
    var limits = ServiceLimits()
    limits.walks = 2
    let store = isStored ? MemoryWalkStore(clock: { .epoch }) : nil
    let service = try Self.service(in: store, limits: limits)
    for owner in ["ada", "eve"] {
      var ids: [Value] = []
      for _ in 0..<2 {
        ids.append(try #require(try await call(service, "open", as: owner)["walk"]))
      }
      expectEqual(await refusal(service, "open", as: owner), .tooManyWalks)
      let given = ("answers", ["where": "Rome", "who": "Ada"] as Value)
      let ended = try await call(service, "submit", [("walk", ids[0]), given], as: owner)
      expectEqual(ended["state"], "ended")
      ids.append(try #require(try await call(service, "open", as: owner)["walk"]))
      expectEqual(await refusal(service, "open", as: owner), .tooManyWalks)
      // Its result can be asked for again; closing it makes no room.
      expectEqual(
        try await call(service, "state", [("walk", ids[0])], as: owner)["state"], "ended")
      _ = try await call(service, "close", [("walk", ids[0])], as: owner)
      expectEqual(await refusal(service, "open", as: owner), .tooManyWalks)
      _ = try await call(service, "close", [("walk", ids[1])], as: owner)
      _ = try await call(service, "open", as: owner)
    }
  }

  @Test(arguments: [false, true])
  func anIdleWalkExpires(isStored: Bool) async throws {
    var limits = ServiceLimits()
    limits.lifetime = try TimeSpan(seconds: 100)
    let clock = Clock()
    let store = isStored ? MemoryWalkStore(clock: { .epoch }) : nil
    let service = try Self.service(in: store, clock: clock, limits: limits)
    let walk = ("walk", try #require(try await call(service, "open")["walk"]))
    try clock.advance(90)
    _ = try await call(service, "submit", [walk, ("answer", "Rome")])
    try clock.advance(90)
    expectEqual(asked(try await call(service, "state", [walk])), "who")
    try clock.advance(11)
    for service in try [service] + (isStored ? [Self.service(in: store, clock: clock)] : []) {
      expectEqual(await refusal(service, "state", [walk]), .unknownWalk)
    }
  }

  /// A walk in memory is the same as one that's loaded.
  @Test func idleWalksAreInTheStoreOnly() async throws {
    var limits = ServiceLimits()
    (limits.walks, limits.walksInMemory) = (40, 4)
    let service = try Self.service(in: MemoryWalkStore(clock: { .epoch }), limits: limits)
    var ids: [Value] = []
    for number in 0..<40 {
      let id = try #require(try await call(service, "open")["walk"])
      ids.append(id)
      _ = try await call(service, "submit", [("walk", id), ("answer", .string("\(number)"))])
    }
    guard case .int(let count)? = try await call(service, "status")["inMemory"] else { return }
    #expect(count <= 5, "\(count)")
    for (number, id) in ids.enumerated() {
      let ended = try await call(service, "submit", [("walk", id), ("answer", "x")])
      guard case .map(let result)? = ended["result"], case .map(let output)? = result["output"]
      else {
        Issue.record("\(ended)")
        return
      }
      expectEqual(output["where"], .string("\(number)"))
    }
  }

  // MARK: Flows

  @Test(arguments: [0, 100])
  func aWalkKeepsTheFlowThatItWasOpenedIn(inMemory: Int) async throws {
    var limits = ServiceLimits()
    limits.walksInMemory = inMemory
    let service = try Self.service(in: MemoryWalkStore(clock: { .epoch }), limits: limits)
    let walk = ("walk", try #require(try await call(service, "open")["walk"]))
    let changed = Self.source.replacing("where", with: "whither")
    service.replaceFlows([ServedFlow(try checkedFlow(changed, name: "f.flow.yaml"))])
    expectEqual(asked(try await call(service, "open")), "whither")
    expectEqual(asked(try await call(service, "state", [walk])), "where")
    expectEqual(asked(try await call(service, "submit", [walk, ("answer", "Rome")])), "who")
  }
}
