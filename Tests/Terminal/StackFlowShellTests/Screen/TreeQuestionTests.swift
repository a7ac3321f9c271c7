// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// Questions about single files of a tree on a screen, with keys.
@MainActor
@Suite struct TreeQuestionTests {
  private func walk(
    _ effects: TreeFolder, columns: Int = 80, rows: Int = 24, given: [String: FieldInput] = [:],
    more: [String] = []
  ) async throws -> ScreenWalk {
    let flow = try treeFlow(
      writing: ["a", "b", "c"], ", title: Make it",
      more: more + ["{ ask: end, type: string }"])
    var options = SessionOptions()
    options.answers = given
    let runner = try FlowRunner(flow: flow, options: options, effects: effects, clock: { .epoch })
    return await ScreenWalk(runner, columns: columns, rows: rows)
  }

  @Test(arguments: [(80, 24), (40, 15)])
  func aKeyLeadsBackToTheFileBefore(columns: Int, rows: Int) async throws {
    let effects = TreeFolder(["out/a": "1", "out/b": "2", "out/c": "3"])
    effects.obstacles = ["out/b": .folder]
    let walk = try await walk(effects, columns: columns, rows: rows)
    await walk.type("x\r")
    #expect(walk.text.contains("1 of 3: 'out/a' already exists") && walk.text.contains("Make it"))
    await walk.type("\r")
    #expect(walk.text.contains("2 of 3: 'out/b' is a folder"), "\(walk.text)")
    #expect(walk.text.contains("only kept") && !walk.text.contains("overwrite it"))
    await walk.type("\r")
    #expect(walk.text.contains("3 of 3: 'out/c' already exists"))
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("2 of 3: 'out/b' is a folder"))
    await walk.type(":back\r")
    #expect(walk.text.contains("1 of 3: 'out/a' already exists"))
    await walk.type(Key(.left))
    for _ in 0..<3 { await walk.type("\r") }
    #expect(walk.text.contains("do it") && walk.text.contains("kept"), "\(walk.text)")
    expectEqual(effects.writes, 0)
    await walk.type("\r")
    #expect(walk.text.contains("(1 changed, 2 kept)"), "\(walk.text)")
    #expect(walk.difference == nil)
    #expect(effects.files["out/a"] == "a x" && effects.files["out/c"] == "3")
  }

  @Test func nothingIsOfferedThatWouldFail() async throws {
    let effects = TreeFolder([:])
    effects.obstacles = ["out/b": .unreachable(reason: "'out' isn't a folder")]
    let walk = try await walk(effects)
    await walk.type("x\r")
    #expect(walk.text.contains("in the way  out/b") && walk.text.contains("'out' isn't a folder"))
    #expect(!walk.text.contains("do it") && walk.text.contains("go back"), "\(walk.text)")
  }

  /// The list of what happens next has the title of its first step, and those of the others above their effects.
  @Test(arguments: [80, 40, 20]) func eachEffectIsBelowTheTitleOfItsStep(columns: Int) async throws
  {
    let more = [
      "{ run: r, title: Tell them, command: [ls] }",
      "{ run: s, title: Tell them, command: [ps] }",
      "{ run: q, title: Tell them, command: [id] }",
    ]
    let walk = try await walk(TreeFolder([:]), columns: columns, rows: 60, more: more)
    await walk.type("x\r")
    let text = walk.text
    #expect(!text.contains("This happens next"), "\(text)")
    let places = ["Make it", "out/a", "Tell them", "ls", "ps", "id", "do it"].map {
      text.firstRange(of: $0)?.lowerBound
    }
    expectEqual(places.compactMap { $0 }, places.compactMap { $0 }.sorted(), "\(text)")
    #expect(!places.contains(nil), "\(text)")
    expectEqual(text.ranges(of: "Tell them").count, 1, "\(text)")
  }

  /// An effect without a title must not seem to belong to the step above it.
  @Test func effectsOfWhichOneHasNoTitleAreListedWithoutTitles() async throws {
    let more = ["{ run: r, title: Tell them, command: [ls] }", "{ run: s, command: [ps] }"]
    let walk = try await walk(TreeFolder([:]), columns: 80, rows: 60, more: more)
    await walk.type("x\r")
    #expect(walk.text.contains("This happens next"), "\(walk.text)")
    #expect(!walk.text.contains("Tell them"), "\(walk.text)")
  }

  /// Without a step to go back to, the way out of the first question is to leave.
  @Test func theFirstQuestionOfAWalkHasNoWayBack() async throws {
    let walk = try await walk(TreeFolder(["out/a": "1"]), given: ["name": .text("x")])
    #expect(walk.text.contains("'out/a' already exists"))
    #expect(walk.text.contains("leave") && !walk.text.contains("go back"), "\(walk.text)")
  }
}
