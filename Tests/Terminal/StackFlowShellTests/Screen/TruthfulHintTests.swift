// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// Hints and help name only keys that do what they say, and the keys that close what's open.
@MainActor
@Suite struct TruthfulHintTests {
  private struct Folder: PathHost {
    func facts(of path: String) -> PathFacts { PathFacts(unknown: path) }
    func paths(beginning typed: String) -> [String] {
      ["notes-1.md", "notes-2.md"].filter { $0.hasPrefix(typed) }
    }
  }

  @Test func tabIsNamedAtAPathOnlyWhileItAddsSomething() async throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: p\nsteps:\n  - { ask: file, type: path }\n", name: "p.flow.yaml")
    let runner = try FlowRunner(flow: try #require(loaded.flow), clock: { .epoch })
    runner.services.paths = Folder()
    let walk = await ScreenWalk(runner)
    await walk.type("n")
    #expect(walk.text.contains("tab complete"), "\(walk.text)")
    await walk.type("\t")
    #expect(walk.text.contains("› notes-"), "\(walk.text)")
    #expect(!walk.text.contains("tab complete"), "\(walk.text)")
  }

  @Test(arguments: [("type: choice, choices: [a, b]", false), ("type: string", true)])
  func helpNamesPageUpOnlyWhereItGoesBack(field: String, goesBack: Bool) async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: h\nsteps:\n  - { ask: x, type: string }\n  - { ask: y, \(field) }\n")
    await walk.type("a\r")
    await walk.type("\u{1B}OP")
    #expect(walk.text.contains(":back"), "\(walk.text)")
    expectEqual(walk.text.contains("PageUp"), goesBack, "\(walk.text)")
  }

  @Test func helpNamesNoWayBackWhereThereIsNone() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: h
      steps:
        - { ask: x, type: string }
        - { commit: send, text: Send it? }
        - { write: note, path: n.md, content: hello }
      """, effects: PictureHost())
    await walk.type("a\r")
    await walk.type("yes\r")
    await walk.type("\u{1B}OP")
    #expect(walk.text.contains(":quit") && !walk.text.contains(":back"), "\(walk.text)")
  }

  @Test(arguments: [(40, 12), (80, 24)])
  func openHelpSaysHowItIsClosed(columns: Int, rows: Int) async throws {
    let help = (1...40).map { "word\($0)" }.joined(separator: " ")
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: h
      steps:
        - { ask: w, type: string }
        - { ask: x, type: string, help: \(help) }
        - { ask: y, type: string }
      """, columns: columns, rows: rows)
    await walk.type("a\r")
    await walk.type("b\r")
    await walk.type(Key(.tab, .shift))
    await walk.type(Key(.tab, .shift))
    await walk.type("\r")
    #expect(walk.text.contains("accept all"), "\(walk.text)")
    await walk.type("\u{1B}OP")
    #expect(walk.text.contains("f1 close help"), "\(walk.text)")
  }

  @Test func stackedButtonsAreReachedWithUpAndDown() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - { ask: x, type: string }
        - write: note
          path: n.md
          content: hello
      """, columns: 20, rows: 15, effects: PictureHost())
    await walk.type("a\r")
    #expect(walk.text.contains("> do it") || walk.text.contains("❯ do it"), "\(walk.text)")
    await walk.type(Key(.down))
    #expect(walk.text.contains("❯ show the file"), "\(walk.text)")
    await walk.type(Key(.down))
    #expect(walk.text.contains("❯ go back"), "\(walk.text)")
    await walk.type(Key(.up))
    await walk.type(Key(.up))
    #expect(walk.text.contains("❯ do it"), "\(walk.text)")
  }
}
