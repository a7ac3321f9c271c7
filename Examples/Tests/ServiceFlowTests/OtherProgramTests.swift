// SPDX-License-Identifier: Apache-2.0

import Foundation
import StackFlowTesting
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// Programs that aren't ours, on a pseudo-terminal: a test types keys, and reads the screen that an emulator draws.
///
/// Such a program doesn't say when it waits for a key, so each test waits for what it's going to see.
@Suite struct OtherProgramTests {
  private static let size = WindowSize(columns: 40, rows: 8)

  private static func start(
    _ path: String, _ arguments: String...
  ) throws -> PseudoTerminal<EmulatedScreen> {
    try PseudoTerminal(
      running: path, arguments: arguments, size: size,
      environment: [
        "HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "PS1": "$ ", "LESSHISTFILE": "-",
      ],
      screen: EmulatedScreen(size: size))
  }

  @Test func aShellEditsItsLine() throws {
    let shell = try Self.start("/bin/bash", "--noprofile", "--norc")
    try shell.waitForScreen { $0.lines[0] == "$" }
    // The word is corrected, from its beginning, before the line is entered.
    try shell.send("cho 6 x 7\u{1}e\r")
    try shell.waitForScreen { $0.lines[2] == "$" }
    #expect(shell.screen.text == "$ echo 6 x 7\n6 x 7\n$")
    #expect(shell.screen.cursor == .init(row: 2, column: 2))
    try shell.send("exit 3\r")
    #expect(try shell.waitForExit() == .exited(3))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less")))
  func aPagerFindsAWord() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    let numbers = (1...90).map { "line \($0)" }.joined(separator: "\n") + "\n"
    try numbers.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let less = try Self.start("/usr/bin/less", file.path)
    try less.waitForScreen { $0.lines[6] == "line 7" && !$0.lines[7].isEmpty }
    #expect(less.screen.isAlternate)
    try less.send("/line 42\r")
    try less.waitForScreen { $0.lines[0] == "line 42" }
    let found = try #require(less.screen.cell(at: .init(row: 0, column: 0)))
    #expect(found.attributes.contains(.reverse))
    // A key that scrolls back.
    try less.send(Key(.up))
    try less.waitForScreen { $0.lines[0] == "line 41" }
    // A pager that's about to wait for a key looks at the size of its window only after that key; one that waits
    // already can lose the key.
    try less.resize(to: WindowSize(columns: 40, rows: 10), isSettled: false)
    try less.send(Key(.down))
    try less.waitForScreen { ["line 49", "line 50"].contains($0.lines[8]) && $0.lines[9] == ":" }
    try less.send("q")
    #expect(try less.waitForExit() == .exited(0))
    #expect(!less.screen.isAlternate)
  }
}
