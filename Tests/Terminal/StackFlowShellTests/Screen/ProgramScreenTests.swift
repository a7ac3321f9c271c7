// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import StackFlowShell
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

/// The built program on a pseudo-terminal, at each face.
@Suite struct ProgramScreenTests {
  private static let signals: [Int32] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  @Test(arguments: TerminalDisciplineTests.kinds.indices)
  func aSignalRestoresTheTerminal(number: Int) async throws {
    for (place, kind) in FaceKind.allCases.enumerated() {
      let field = TerminalDisciplineTests.kinds[number]
      // Each signal comes to every face, and at every kind of field in memory.
      let signal = Self.signals[(number + place) % Self.signals.count]
      let end = try await ProgramOnTerminal.apart {
        let flow = "flow: 1\nid: it\nsteps:\n  - { ask: it, \(field) }\n"
        let terminal = try ProgramOnTerminal.walk(flow: flow, at: kind)
        try terminal.type("2a")
        terminal.send(signal: signal)
        return try ProgramEnd(terminal)
      }
      expectEqual(end.exit, .exited(128 + signal), "\(field), \(kind)")
      #expect(end.isRestored, "\(field), \(kind)\n\(end.picture)")
      #expect(end.output.isEmpty)
    }
  }

  // MARK: The user's editor

  @Test(arguments: [FaceKind.inline, .full])
  func theUsersEditorHasTheTerminalAsItWas(kind: FaceKind) async throws {
    let end = try await ProgramOnTerminal.apart {
      let editor =
        "echo editing $(stty -a | tr \" \" \"\\n\" | grep -cx \"icanon\\|echo\"); "
        + "cat $1; read line; echo \"$line\" >> $1"
      let terminal = try ProgramOnTerminal.walk(
        flow: """
          flow: 1
          id: it
          title: Two questions
          steps:
            - { ask: story, type: text }
            - { ask: last, type: string, label: And the last }
          """, at: kind, environment: ["EDITOR": "sh -c '\(editor)' editor"])
      try terminal.type("once upon\na time")
      // From now on the editor takes keys, so what the program has taken says nothing.
      try terminal.send(bytes: Array("\u{18}\u{5}".utf8))
      try terminal.waitForScreen { $0.lines.contains("editing 2") && $0.lines.contains("a time") }
      #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
      #expect(!terminal.screen.text.contains("◆"), "\(terminal.screen.picture)")
      try terminal.send(bytes: Array("it ended\r".utf8))
      try terminal.waitForScreen { $0.text.contains("◆ And the last") }
      expectEqual(terminal.screen.isAlternate, (kind == .full))
      expectEqual(terminal.screen.lines.count { $0.contains("◆") }, 1, "\(terminal.screen.picture)")
      try terminal.send(bytes: Array("x\r".utf8))
      return try ProgramEnd(terminal)
    }
    expectEqual(end.exit, .exited(0))
    #expect(end.isRestored)
    try expectEqual(
      Value(json: end.output),
      Value(json: #"{"story":"once upon\na time\nit ended","last":"x"}"#))
  }

  // MARK: A terminal that doesn't take output

  /// A note of more bytes than a terminal takes before it's read.
  private static let longFlow = """
    flow: 1
    id: it
    steps:
      - { ask: first, type: string }
      - { note: it, title: Long, text: "\(String(repeating: "e\u{301}", count: 60_000))" }
      - { ask: last, type: string, label: And the last }
    """

  /// A walk whose program can't write the rest of a frame.
  private static func stuckWalk(
    at kind: FaceKind
  ) throws -> PseudoTerminal<EmulatedScreen> {
    let terminal = try ProgramOnTerminal.walk(flow: longFlow, at: kind, columns: 500, rows: 200)
    try terminal.send(bytes: Array("x\r".utf8))
    try terminal.waitForScreen { screen in
      (0..<200).contains { screen.cell(at: .init(row: $0, column: 4))?.text == "e\u{301}" }
    }
    terminal.takesOutput = false
    return terminal
  }

  @Test(arguments: [FaceKind.inline, .full])
  func ctrlCLeavesATerminalThatTakesNoOutput(kind: FaceKind) async throws {
    let (exit, isRestored) = try await ProgramOnTerminal.apart {
      let terminal = try Self.stuckWalk(at: kind)
      try terminal.send(bytes: [3, 3, 3])
      return (try terminal.waitForExit(), terminal.isRestored)
    }
    expectEqual(exit, .signalled(SIGINT))
    #expect(isRestored)
  }

  @Test(arguments: [FaceKind.inline, .full])
  func signalsEndAWalkOnATerminalThatTakesNoOutput(kind: FaceKind) async throws {
    let (exit, isRestored) = try await ProgramOnTerminal.apart {
      let terminal = try Self.stuckWalk(at: kind)
      return (try terminal.waitForExit(insistingWith: SIGTERM), terminal.isRestored)
    }
    expectEqual(exit, .signalled(SIGTERM))
    #expect(isRestored)
  }

  @Test(arguments: [FaceKind.inline, .full])
  func aSlowTerminalLosesNothing(kind: FaceKind) async throws {
    let end = try await ProgramOnTerminal.apart {
      let terminal = try Self.stuckWalk(at: kind)
      try terminal.send(bytes: Array("\rlast".utf8))
      terminal.takesOutput = true
      // The step slides in.
      try terminal.waitForScreen { screen in
        "last".enumerated().allSatisfy { column, letter in
          screen.cell(at: .init(row: screen.cursor.row, column: 6 + column))?.text == "\(letter)"
        }
      }
      try terminal.type(" one")
      expectEqual(terminal.screen.lines.count { $0.contains("◆") }, 1, "\(terminal.screen.picture)")
      try terminal.send(bytes: [0x0D])
      return try ProgramEnd(terminal)
    }
    expectEqual(end.exit, .exited(0))
    #expect(end.isRestored)
    try expectEqual(Value(json: end.output), Value(json: #"{"first":"x","last":"last one"}"#))
  }
}
