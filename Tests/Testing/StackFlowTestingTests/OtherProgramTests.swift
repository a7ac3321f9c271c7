// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomTesting
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

/// The screens of programs that aren't ours are those that libvterm draws.
@Suite struct OtherProgramTests {
  /// Both screens, drawn from the same output.
  private struct BothScreens: ScreenReader {
    var own: TerminalScreen
    var other: EmulatedScreen

    init(size: WindowSize) {
      own = TerminalScreen(size: size)
      other = EmulatedScreen(size: size)
    }

    mutating func take(_ bytes: [UInt8]) {
      own.take(bytes)
      other.take(bytes)
    }

    mutating func resize(to size: WindowSize) {
      own.resize(to: size)
      other.resize(to: size)
    }

    mutating func takeReplies() -> [UInt8] {
      _ = other.takeReplies()
      return own.takeReplies()
    }

    var picture: String { "\(own.picture)\n\(other.picture)" }

    /// Whether both show the same, with the cursor at the same place.
    var agree: Bool {
      own.lines == other.lines && own.row == other.cursor.row && own.column == other.cursor.column
        && own.isAlternate == other.isAlternate && own.isCursorVisible == other.isCursorVisible
    }
  }

  /// Keys, and a text that's seen when they have been handled.
  struct Program: CustomTestStringConvertible, Sendable {
    let path: String
    let arguments: [String]
    let steps: [(keys: String, seen: String)]
    var testDescription: String { path }
  }

  private static let programs = [
    Program(
      path: "/bin/bash", arguments: ["--noprofile", "--norc"],
      steps: [
        ("", "$"), ("echo 日本語 'e\u{301}' 😀 end\u{1}\u{B}echo gone\u{15}\u{19}\r", "gone"),
        ("for i in $(seq 40); do printf '%s\\t%s\\n' $i $((i * i)); done\r", "40      1600"),
        ("\u{12}prin\u{7}\u{15}printf '\\e[3;5r\\e[3H\\n\\n\\n\\e[r\\e[HA%sZ\\n' -\r", "A-Z"),
      ]),
    Program(
      path: "/usr/bin/less", arguments: ["Flows/practice-visit.he.texts.yaml"],
      steps: [
        ("", "practice-visit.he"), ("jjj", "reason.choices.checkup"), ("\u{6}", "vaccination"),
        ("kk", ":"),
        ("?patient.label\r", "patient.label"),
      ]),
    Program(
      path: "/usr/bin/vi", arguments: ["-u", "NONE", "-n", "ARCHITECTURE.md"],
      steps: [
        ("", "# Architecture"), ("10\u{5}jddp", "value"), ("ggOnew 日本 line\u{1B}", "new 日本 line"),
        (":set number\r", "  1 "), ("5Gzt\u{19}\u{19}u:split\r", "ARCHITECTURE.md [+]"),
        ("GOlast\u{1B}", "last"),
      ]),
  ]

  @Test(arguments: programs.filter { FileManager.default.isExecutableFile(atPath: $0.path) })
  func bothScreensShowTheSame(_ program: Program) throws {
    let size = WindowSize(columns: 60, rows: 16)
    let terminal = try PseudoTerminal(
      running: program.path, arguments: program.arguments, size: size,
      environment: [
        "HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "PS1": "$ ", "LESSHISTFILE": "-",
        "LESSCHARSET": "utf-8",
      ],
      directory: ProjectFolder.url.path, screen: BothScreens(size: size))
    for step in program.steps {
      try terminal.send(step.keys)
      try terminal.waitForScreen { $0.own.lines.contains { $0.contains(step.seen) } }
      #expect(
        terminal.screen.agree, "after \(step.keys.debugDescription)\n\(terminal.screen.picture)")
    }
  }
}
