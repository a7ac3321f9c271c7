// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowServer
import FlowSessions
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// The files of a tree are decided about one form after another, although the client carries the walk between them.
@Suite struct TreeDecisionTests {
  private static func server(_ folder: TreeFolder) throws -> ContextServer {
    let flow = try treeFlow(writing: ["a", "b", "c"])
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    environment.effects = { _, _ in folder }
    return ContextServer(
      [ContextTool(ServedFlow(flow))], in: environment, tokens: WalkKeys.tokens(WalkKeys.key),
      ledger: MemoryLedger())
  }

  /// The message of a form.
  private func message(_ outcome: ContextConversation.Outcome) throws -> String {
    guard case .form(let form) = outcome, case .string(let message)? = form["message"] else {
      throw DecisionTests.Unexpected(outcome: "\(outcome)")
    }
    return message
  }

  private static func asks(_ path: String) -> String {
    "The file '\(path)' already exists with different content."
  }

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func eachFormIsAboutTheNextFile(style: ContextConversation.Style) throws {
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    let talking = try ContextConversation(Self.server(folder), style, tool: "t")
    #expect(
      try message(talking.call(["answers": ["name": "x"]])).hasSuffix(Self.asks("out/a")))
    #expect(try message(talking.reply("accept", ["answer": "yes"])).hasSuffix(Self.asks("out/b")))
    let permission = try message(talking.reply("accept", ["answer": "keep"]))
    #expect(!permission.contains("already exists"), "\(permission)")
    expectEqual(folder.writes, 0)
    guard case .result(let result) = try talking.reply("accept", ["answer": "yes"]) else {
      Issue.record("the walk hasn't ended")
      return
    }
    expectEqual(result["isError"], false)
    expectEqual(folder.files, ["out/a": "a x", "out/b": "2", "out/c": "c x"])
  }

  /// A form is made from one look at its files; each reply looks at what was shown, and then at what's asked next.
  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func aFormTakesOneLookAtTheDisk(style: ContextConversation.Style) throws {
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    let talking = try ContextConversation(Self.server(folder), style, tool: "t")
    let all = ["out": 1, "out/a": 1, "out/b": 1, "out/c": 1]
    func looks(_ answer: String) throws -> [String: Int] {
      _ = try talking.reply("accept", ["answer": .string(answer)])
      return folder.takeLooks()
    }
    _ = try talking.call(["answers": ["name": "x"]])
    expectEqual(folder.takeLooks(), all)
    expectEqual(try looks("yes"), all.merging(["out/b": 1], uniquingKeysWith: +))
    // All files are looked at for the answer, and again for the permission.
    expectEqual(try looks("keep"), all.mapValues { 2 * $0 })
    expectEqual(try looks("yes"), all)
    expectEqual(folder.writes, 1)
  }

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func aFormLeadsBackToTheFileBefore(style: ContextConversation.Style) throws {
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    folder.obstacles = ["out/b": .folder]
    let talking = try ContextConversation(Self.server(folder), style, tool: "t")
    let first = try message(talking.call(["answers": ["name": "x"]]))
    #expect(first.hasSuffix("1 of 2: " + Self.asks("out/a")), "\(first)")
    let second = try message(talking.reply("accept", ["answer": "yes"]))
    #expect(second.hasSuffix("2 of 2: 'out/b' is a folder"), "\(second)")
    #expect(try message(talking.reply("accept", ["answer": "back"])).hasSuffix(Self.asks("out/a")))
    _ = try talking.reply("accept", ["answer": "keep"])
    let permission = try message(talking.reply("accept", ["answer": "keep"]))
    #expect(permission.contains("kept"), "\(permission)")
    _ = try talking.reply("accept", ["answer": "yes"])
    expectEqual(folder.files, ["out/a": "1", "out/b": "2", "out/c": "c x"])
  }

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func anAnswerIsOnlyForTheFileThatWasShown(style: ContextConversation.Style) throws {
    let folder = TreeFolder(["out/a": "1"])
    let talking = try ContextConversation(Self.server(folder), style, tool: "t")
    _ = try talking.call(["answers": ["name": "x"]])
    folder.set("out/a", "new")
    let again = try message(talking.reply("accept", ["answer": "yes"]))
    #expect(again.hasSuffix(Self.asks("out/a")))
    #expect(again.contains("this wasn't shown before"), "\(again)")
    let permission = try message(talking.reply("accept", ["answer": "yes"]))
    #expect(!permission.contains("already exists"))
    // A file that's new in the way isn't written over with this permission.
    folder.set("out/c", "mine")
    #expect(try message(talking.reply("accept", ["answer": "yes"])).hasSuffix(Self.asks("out/c")))
    expectEqual(folder.writes, 0)
  }
}
