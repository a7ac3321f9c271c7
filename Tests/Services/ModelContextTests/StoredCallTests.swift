// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import FlowTesting
import JSONRPC
import ModelContext
import SavedWalks
import ScriptTrips
import SealedWalks
import Testing

/// Walks that calls go on with in a store, which servers share.
@Suite struct StoredCallTests {
  private let store: SealedStore

  init() throws {
    store = SealedStore(
      wrapping: MemoryWalkStore(),
      keys: try #require(WalkKey(bytes: WalkKeys.key).flatMap { WalkKeyRing($0) }))
  }

  /// A client of a server of its own.
  private func client(
    _ style: ContextConversation.Style = .handshakeWithoutForms, over other: MemoryLedger
  ) throws -> ContextConversation {
    let flow = try checkedFlow(
      """
      flow: 1
      id: trip
      steps:
        - { ask: name, type: string }
        - { ask: age, type: integer, min: 18 }
        - { ask: last, type: string }
      """, name: "trip.flow.yaml")
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    var server = ContextServer(
      [ContextTool(ServedFlow(flow))], in: environment, tokens: WalkKeys.tokens(WalkKeys.key),
      ledger: other)
    server.store = store
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
    // What's refused changes nothing.
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
}
