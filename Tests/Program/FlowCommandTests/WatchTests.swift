// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import TerminalEmulation
import TerminalIO
import Testing

@testable import StackFlowTesting

/// `--watch`: each change of a file runs a command again, until a signal.
@Suite("--watch") struct WatchTests {
  private static func start(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> PseudoTerminal<EmulatedScreen> {
    try PseudoTerminal(
      running: try ProgramFixtures.program(), arguments: arguments,
      environment: ProgramFixtures.environment([:]), directory: folder.path,
      streams: ChildStreams(output: .pipe), screen: EmulatedScreen(size: .fallback))
  }

  private static let waits = "waiting for a change; stop with Ctrl-C"

  @Test func aChangedFlowIsCheckedAgain() throws {
    let folder = try TemporaryFolder()
    let flow = "flow: 1\nid: a\nsteps: [{ write: w, tree: files }]\n"
    try folder.write(flow, to: "a.flow.yaml")
    try folder.makeFolder("files")
    try folder.write("${nme}\n", to: "files/page.tmpl")
    let program = try Self.start(["check", "a.flow.yaml", "--watch"], in: folder)
    try program.waitForScreen { $0.text.contains("'nme'") && $0.text.contains(Self.waits) }
    // A file that no flow reads is no change.
    try folder.write("line\n", to: "dev.log")
    // A template of the flow, in a folder of its own.
    try folder.write("page\n", to: "files/page.tmpl")
    try program.waitForScreen {
      $0.lines.contains("── ./files/page.tmpl changed ──") && $0.text.contains("no errors")
    }
    #expect(!program.screen.text.contains("dev.log"), "\(program.screen.text)")
    program.send(signal: SIGINT)
    try expectEqual(program.waitForExit(), .signalled(SIGINT))
  }

  @Test func aChangedFlowIsDrawnAgain() throws {
    let folder = try TemporaryFolder()
    let flow = "flow: 1\nid: a\nsteps: [{ ask: x, type: boolean }, { note: y, text: b, when: x }]\n"
    try folder.write(flow, to: "a.flow.yaml")
    try folder.write("test: one\nsteps: [{ answer: { x: false } }]\n", to: "a.test.yaml")
    let program = try Self.start(["graph", "a.flow.yaml", "--watch", "a.html"], in: folder)
    try program.waitForScreen { $0.text.contains(Self.waits) }
    let page = try #require(folder.text(of: "a.html"))
    for part in [
      "1 of 1 test passes", "It's reached, for example, when `x`.", "class=\"node note partly\"",
      "'y' is never passed", "location.reload()",
    ] {
      #expect(page.contains(part), "\(part)\n\(page)")
    }
    // The page itself is no change; a mistake in the flow is, and the page says it.
    try folder.write(flow.replacing("when: x", with: "when: z"), to: "a.flow.yaml")
    try program.waitForScreen {
      let parts = $0.text.split(separator: "── ./a.flow.yaml changed ──")
      return parts.count == 2 && parts[1].contains(Self.waits)
    }
    #expect(folder.text(of: "a.html")?.contains("unknown answer 'z'") == true)
    program.send(signal: SIGINT)
    try expectEqual(program.waitForExit(), .signalled(SIGINT))
  }

  @Test func aChangedFileIsTestedAgain() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "a.flow.yaml")
    let script = "test: one\nsteps: [{ answer: { x: a } }]\n"
    try folder.write(script, to: "a.test.yaml")
    let program = try Self.start(["test", "a.test.yaml", "--watch"], in: folder)
    try program.waitForOutput("1 passed")
    try program.waitForScreen { $0.text.contains(Self.waits) }
    try folder.write(script + "---\n" + script.replacing("one", with: "two"), to: "a.test.yaml")
    try program.waitForOutput("2 passed")
    // The runs are divided by what has changed.
    try program.waitForScreen { $0.lines.contains("── ./a.test.yaml changed ──") }
    try folder.write("test: one\nsteps: [{ answer: { y: a } }]\n", to: "a.test.yaml")
    try program.waitForScreen { $0.text.contains("a.test.yaml:2:") }
    program.send(signal: SIGINT)
    try expectEqual(program.waitForExit(), .signalled(SIGINT))
  }
}
