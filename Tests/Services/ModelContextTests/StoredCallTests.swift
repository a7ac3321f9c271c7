// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowServer
import FlowSessions
import FlowTesting
import FlowWalks
import JSONRPC
import SavedWalks
import ScriptTrips
import SealedWalks
import Testing

@testable import ModelContext

/// Walks that calls go on with in a store, which servers share.
@Suite struct StoredCallTests {
  private let store: SealedStore

  init() throws {
    store = SealedStore(
      wrapping: MemoryWalkStore(),
      keys: try #require(WalkKey(bytes: WalkKeys.key).flatMap { WalkKeyRing($0) }))
  }

  private let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })

  private static func flow() throws -> CheckedFlow {
    try checkedFlow(
      """
      flow: 1
      id: trip
      steps:
        - { ask: name, type: string }
        - { ask: age, type: integer, min: 18 }
        - { ask: last, type: string }
      """, name: "trip.flow.yaml")
  }

  /// A client of a server of its own.
  private func client(
    _ style: ContextConversation.Style = .handshakeWithoutForms, over other: MemoryLedger
  ) throws -> ContextConversation {
    let flow = try Self.flow()
    var server = ContextServer(
      [ContextTool(ServedFlow(flow))], in: environment, tokens: WalkKeys.tokens(WalkKeys.key),
      ledger: other)
    server.store = store
    server.owner = "ada"
    return try ContextConversation(server, style, tool: "trip")
  }

  private func data(_ outcome: ContextConversation.Outcome) throws -> ValueMap {
    guard case .result(let result) = outcome, case .map(let data)? = result["structuredContent"]
    else { throw Unexpected(text: "\(outcome)") }
    return data
  }

  private struct Unexpected: Error { let text: String }

  private func isRefused(_ outcome: ContextConversation.Outcome) -> Bool {
    if case .result(let result) = outcome { result["isError"] == true } else { false }
  }

  @Test(arguments: [
    ContextConversation.Style.handshakeWithoutForms, .statelessWithoutForms,
  ])
  func anotherServerGoesOn(style: ContextConversation.Style) throws {
    let ledger = MemoryLedger()
    let begun = try data(client(style, over: ledger).call(["answers": ["name": "Ada"]]))
    let first = try #require(begun["walk"])
    // A refused call changes nothing.
    let refused = try client(style, over: ledger).call(
      ["walk": first, "answers": ["age": 7]])
    let second = try #require(try data(refused)["walk"])
    let third = try #require(
      try data(client(style, over: ledger).call(["walk": second, "answers": ["age": 20]]))["walk"])
    let end = try data(client(style, over: ledger).call(["walk": third, "answers": ["last": "x"]]))
    guard case .map(let result)? = end["result"] else {
      Issue.record("it hasn't ended: \(end)")
      return
    }
    expectEqual(result["output"], ["name": "Ada", "age": 20, "last": "x"])
  }

  @Test func ofTwoServersThatGoOnOneIsRefused() async throws {
    let ledger = MemoryLedger()
    let begun = try data(client(over: ledger).call(["answers": ["name": "Ada"]]))
    let walk = try #require(begun["walk"])
    let next = try data(client(over: ledger).call(["walk": walk, "answers": ["age": 20]]))
    #expect(next["walk"] != walk)
    #expect(isRefused(try client(over: ledger).call(["walk": walk, "answers": ["age": 30]])))
    let end = try data(
      client(over: ledger).call(["walk": #require(next["walk"]), "answers": ["last": "x"]]))
    guard case .map(let result)? = end["result"] else {
      Issue.record("it hasn't ended: \(end)")
      return
    }
    expectEqual(result["output"], ["name": "Ada", "age": 20, "last": "x"])
    // A walk that has ended is gone.
    expectEqual(try await store.list(after: nil, limit: 10).count, 0)
  }

  @Test func namesThatAreNoWalksAreRefused() throws {
    let client = try client(over: MemoryLedger())
    for name in ["", "x", "x-1", "x-y", "-", "a-b-1", "../x-1"] {
      #expect(isRefused(try client.call(["walk": .string(name)])), "\(name)")
    }
  }

  /// On two machines, each with a ledger of its own, one call begins the effects of a state.
  @Test func aStateIsClaimedOnceOnAllMachines() async throws {
    let session = try FlowSession(flow: try Self.flow())
    let walk = SavedWalk(session, keepingSecrets: true)
    let revision = try await store.create("w", walk, summary: WalkSummary(walk))
    let place = KeptPlace(id: "w", revision: revision)
    let moment = WalkMoment(walk: "w", number: 1)
    func ledger(at place: KeptPlace) -> StoredLedger {
      StoredLedger(MemoryLedger(), in: store, at: place, session)
    }
    let (first, second) = (ledger(at: place), ledger(at: place))
    expectEqual([first.claim(moment), second.claim(moment)], [true, false])
    #expect(first.place != place && second.place == place)
    expectEqual(ledger(at: first.place).claim(moment), true)
  }

  private func begun(
    by owner: String?
  ) throws -> (service: FlowService, id: String, revision: Int) {
    let service = FlowService([ServedFlow(try Self.flow())], in: environment, store: store)
    let begun = try service.begin(
      try FlowSession(flow: try Self.flow()), speaking: false, tasks: ["discards"], owner: owner)
    return (service, begun.id, begun.walk.revision)
  }

  @Test(arguments: ContextConversation.Style.allCases)
  func aWalkOfAnotherProgramGoesOnInBoth(style: ContextConversation.Style) throws {
    let (service, id, revision) = try begun(by: "ada")
    let ledger = MemoryLedger()
    let named = Value.string("\(id)@\(revision)")
    let second = try data(
      client(style, over: ledger).call(
        ["walk": named, "answers": ["name": "Ada"], "questions": "return"]))
    let (_, depth) = try service.take(id, owner: "ada") { (walk) throws(RPCError) in
      let depth = walk.session.depth
      do throws(WalkError) { _ = try walk.send(.answer(.one(.text("20")))) } catch {
        throw RPCError(error, state: walk.state)
      }
      return depth
    }
    expectEqual(depth, 2)
    // An earlier form is out of date, and changes nothing.
    for late in [named, try #require(second["walk"])] {
      let call = try client(style, over: ledger).call(
        ["walk": late, "answers": ["last": "late"], "questions": "return"])
      #expect(isRefused(call), "\(call)")
    }
    let end = try data(
      client(style, over: ledger).call(["walk": .string(id), "answers": ["last": "x"]]))
    guard case .map(let result)? = end["result"] else {
      Issue.record("it hasn't ended: \(end)")
      return
    }
    expectEqual(result["output"], ["name": "Ada", "age": 20, "last": "x"])
    // A service that has the walk in memory asks the store only when it changes it.
    let other = FlowService([ServedFlow(try Self.flow())], in: environment, store: store)
    let (_, state) = try other.take(id, owner: "ada") { (walk) throws(RPCError) in walk.state }
    guard case .ended = state else {
      Issue.record("it hasn't ended in the store: \(state)")
      return
    }
  }

  @Test func aWalkOfAnotherOwnerIsNone() throws {
    for owner in ["eve", nil] {
      let (_, id, _) = try begun(by: owner)
      #expect(isRefused(try client(over: MemoryLedger()).call(["walk": .string(id)])))
    }
  }

  @Test func whatACallLeavesOpenIsKeptForTheNext() throws {
    let (_, id, _) = try begun(by: "ada")
    let client = try client(over: MemoryLedger())
    let shown = try data(
      client.call(["walk": .string(id), "answers": ["name": "Ada", "last": "x"]]))
    let end = try data(
      client.call(["walk": #require(shown["walk"]), "answers": ["age": 20]]))
    #expect(end["result"] != nil, "\(end)")
  }
}
