// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import FlowTesting
import JSONRPC
import ModelContext
import ScriptTrips
import Testing

/// Several versions of a flow behind one tool.
@Suite struct ToolVersionTests {
  private static func server(_ versions: Int...) throws -> ContextServer {
    let tools = try versions.map { version in
      ContextTool(
        ServedFlow(
          try checkedFlow(
            """
            flow: 1
            id: trip
            version: \(version)
            steps:
              - { ask: name\(version), type: string }
              - { ask: last, type: string }
            """, name: "trip.flow.yaml")))
    }
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    return ContextServer(
      tools, in: environment, tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
  }

  private func isAsked(_ name: String, _ outcome: ContextConversation.Outcome) throws -> Bool {
    guard case .form(let form) = outcome else { return false }
    return JSONWriter().text(of: .map(form))?.contains("\"\(name)\"") == true
  }

  @Test func aStateGoesOnInItsOwnVersionAndANewWalkInTheHighest() throws {
    let begun = try ContextConversation(Self.server(1), .stateless, tool: "trip")
    #expect(try isAsked("name1", begun.call(["answers": [:]])))
    begun.server = try Self.server(2, 1)
    let refused = try begun.reply("accept", ["name1": "", "last": "x"])
    #expect(try isAsked("name1", refused), "\(refused)")
    guard case .result(let result) = try begun.reply("accept", ["name1": "Ada", "last": "x"]),
      case .map(let data)? = result["structuredContent"], case .map(let end)? = data["result"]
    else {
      Issue.record("it hasn't ended")
      return
    }
    expectEqual(end["output"], ["name1": "Ada", "last": "x"])
    expectEqual(data["notices"], [])
    #expect(try isAsked("name2", begun.call(["answers": [:]])))
    // Once its version is gone, a state is refused.
    begun.server = try Self.server(1)
    guard case .error(let error) = try begun.reply("accept", ["name2": "x", "last": "x"]) else {
      Issue.record("it isn't refused")
      return
    }
    expectEqual(
      error["message"],
      "'requestState': the flow has changed since the token was made")
  }

  @Test(arguments: [ContextConversation.Style.statelessWithoutForms, .handshakeWithoutForms])
  func aKeptWalkGoesOnInItsOwnVersion(style: ContextConversation.Style) throws {
    let talking = try ContextConversation(Self.server(1, 2), style, tool: "trip")
    guard case .result(let begun) = try talking.call(["answers": [:]]),
      case .map(let data)? = begun["structuredContent"], let walk = data["walk"],
      case .result(let next) = try talking.call(["walk": walk, "answers": ["name2": "Ada"]]),
      case .map(let state)? = next["structuredContent"]
    else {
      Issue.record("no walk")
      return
    }
    expectEqual(data["notices"], [])
    #expect(state["notices"] != nil && next["isError"] == false)
  }

  @Test func onlyTheHighestVersionIsListed() throws {
    var server = try Self.server(1, 3, 2)
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    ].flatMap { server.handle(.bytes(Array($0.utf8))) }
    let list = lines.last ?? ""
    #expect(list.contains("name3") && !list.contains("name1") && !list.contains("name2"), "\(list)")
  }

  /// A flow that has changed without another version: a new call asks the new question, and a walk that has begun
  /// stays in its flow, with the server or the client carrying it.
  @Test(arguments: ContextConversation.Style.allCases)
  func walksGoOnInTheirFlowWhenItIsReplaced(_ style: ContextConversation.Style) throws {
    func tool(_ name: String) throws -> ContextTool {
      ContextTool(
        ServedFlow(
          try checkedFlow(
            "flow: 1\nid: trip\nsteps:\n  - { ask: \(name), type: string }\n  - { ask: last, type: string }",
            name: "trip.flow.yaml")))
    }
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    let server = ContextServer(
      [try tool("first")], in: environment, tokens: WalkKeys.tokens(WalkKeys.key),
      ledger: MemoryLedger())
    let conversation = try ContextConversation(server, style, tool: "trip")
    func text(_ outcome: ContextConversation.Outcome) -> String { "\(outcome)" }
    let begun = try conversation.call(["answers": [:]])
    #expect(text(begun).contains("first"))
    for name in ["second", "third"] {
      let notices = conversation.server.replaceTools([try tool(name)])
      expectEqual(notices.count, style.isStateless ? 0 : 1)
      #expect(notices.allSatisfy { $0.contains("notifications/tools/list_changed") })
    }
    let next: ContextConversation.Outcome
    if style.showsForms {
      next = try conversation.reply("accept", ["first": "Ada", "last": "x"])
    } else {
      guard case .result(let result) = begun, case .map(let data)? = result["structuredContent"],
        let walk = data["walk"]
      else {
        Issue.record("there's no walk in \(begun)")
        return
      }
      next = try conversation.call(["walk": walk, "answers": ["first": "Ada", "last": "x"]])
    }
    #expect(text(next).contains("Ada") && !text(next).contains("third"), "\(next)")
    #expect(text(try conversation.call(["answers": [:]])).contains("third"))
  }
}
