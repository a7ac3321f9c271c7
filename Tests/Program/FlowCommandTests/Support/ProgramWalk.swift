// SPDX-License-Identifier: Apache-2.0

import FlowScripts
import Foundation
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

/// A walk of the built program on a pseudo-terminal, which records a golden.
///
/// The line face never repaints what it has written. So a frame only shows the rows from the last
/// frame's cursor on, and each frame checks that the rows above didn't change.
final class ProgramWalk {
  private let terminal: PseudoTerminal<RecordedScreen>
  private var frames: [String]
  private var firstRow = 0
  private var rowsAbove: [String] = []
  private let repaints: Bool
  private let name: String
  private let place: SourceLocation

  /// Starts the program with a command line, and takes the first frame.
  ///
  /// Standard input is a pipe if there's `input` for it, and standard output is one unless `output`
  /// is false. A program that ends by itself doesn't wait for a key, and has no first frame. `shell` is a
  /// line for a shell that starts the program as `"$@"`.
  ///
  /// - Throws: An error if the program can't be started, or ends before it waits for a key.
  convenience init(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, input: String? = nil,
    output: Bool = true, waits: Bool = true, repaints: Bool = false,
    environment: [String: String] = [:], directory: String = ProgramFixtures.folder,
    name: String = #function, place: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(
      arguments: arguments, columns: columns, rows: rows, input: input, output: output,
      waits: waits, repaints: repaints, environment: environment, directory: directory,
      name: name, place: place)
  }

  /// The same for arguments that are a list.
  init(
    arguments: [String], shell: String? = nil, columns: Int = 80, rows: Int = 24,
    input: String? = nil, output: Bool = true, waits: Bool = true, repaints: Bool = false,
    environment: [String: String] = [:], directory: String = ProgramFixtures.folder,
    name: String = #function, place: SourceLocation = #_sourceLocation
  ) throws {
    self.name = String(name.prefix { $0 != "(" })
    self.place = place
    self.repaints = repaints
    let size = WindowSize(columns: columns, rows: rows)
    let program = try ProgramFixtures.program()
    terminal = try PseudoTerminal(
      running: shell == nil ? program : "/bin/sh",
      arguments: (shell.map { ["-c", $0, "sh", program] } ?? []) + arguments, size: size,
      environment: ProgramFixtures.environment(environment), directory: directory,
      streams: ChildStreams(
        input: input == nil ? .terminal : .pipe, output: output ? .pipe : .terminal),
      screen: RecordedScreen(size: size))
    frames = []
    if let input { terminal.writeStandardInput(Array(input.utf8)) }
    let heading = "$ " + (["stackflow"] + arguments).joined(separator: " ")
    if waits {
      try terminal.waitForKeyWait()
      addFrame(heading)
    } else {
      frames.append(heading + "\n")
    }
  }

  /// Types keys such as `fra<Tab><Enter>`, and takes a frame of the result.
  func type(_ keys: String) throws {
    try terminal.type(bytes: ScriptKeys(keys).bytes)
    addFrame("keys: \(keys)")
  }

  /// Types keys while the program is busy, and takes no frame.
  func typeAhead(_ keys: String) throws { try terminal.send(bytes: ScriptKeys(keys).bytes) }

  /// Types keys, all of which are there before the program, and a shell that has started it, go on.
  func typeAtOnce(_ keys: String) throws {
    terminal.send(signal: SIGSTOP, toGroup: true)
    try typeAhead(keys)
    terminal.send(signal: SIGCONT, toGroup: true)
  }

  /// Types keys one line after the other.
  func type(lines: String...) throws {
    for line in lines { try type(line + "<Enter>") }
  }

  /// Resizes the window, and takes a frame.
  func resize(columns: Int, rows: Int = 24) throws {
    try terminal.resize(to: WindowSize(columns: columns, rows: rows))
    addFrame("the window is \(columns) columns wide", isResized: true)
  }

  /// Sends a signal.
  func send(signal: Int32) { terminal.send(signal: signal) }

  /// Lets the time come that the program waits for.
  func passTime() { terminal.passTime() }

  /// Closes the terminal, as closing its window does.
  func hangUp() { terminal.hangUp() }

  /// The text on the terminal and above it, without trailing spaces.
  var everyRow: [String] {
    var rows = terminal.screen.screen.scrollback + terminal.screen.screen.lines
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows
  }

  /// Waits for the end without a golden, and returns the exit status.
  func finish() throws -> Int32 {
    switch try terminal.waitForExit() {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    }
  }

  /// Waits for the end, checks that the terminal is restored, and compares all frames with the
  /// golden of this test.
  ///
  /// - Returns: The exit status, or 128 plus the number of the signal that ended it.
  @discardableResult
  func end(isTerminalKept: Bool = true) throws -> Int32 {
    let status = try finish()
    if isTerminalKept {
      #expect(terminal.isRestored, "the terminal's modes are put back", sourceLocation: place)
      #expect(terminal.screen.screen.isCursorVisible, sourceLocation: place)
      #expect(!terminal.screen.screen.isAlternate, sourceLocation: place)
    }
    let last = terminal.screen.rows(from: firstRow).map(Golden.visible)
    frames.append((last + ["exit: \(status)"]).joined(separator: "\n") + "\n")
    if !output.isEmpty { frames.append("standard output:\n\(output)") }
    let text = frames.joined(separator: Golden.separator + "\n")
    Golden.compare(text, with: name, at: place)
    return status
  }

  /// The standard output, if it's a pipe.
  var output: String { String(decoding: terminal.standardOutput, as: UTF8.self) }

  /// All bytes sent to the terminal.
  var sent: String { terminal.screen.text }

  private func addFrame(_ heading: String, isResized: Bool = false) {
    let screen = terminal.screen
    let all = screen.screen.scrollback + screen.screen.lines
    if !isResized, !repaints {
      let above = Array(all.prefix(firstRow))
      #expect(above == rowsAbove, "nothing above is painted again", sourceLocation: place)
    }
    let rows = screen.rows(from: firstRow)
    frames.append(([heading] + rows).map(Golden.visible).joined(separator: "\n") + "\n")
    guard !repaints else { return }
    firstRow = screen.cursorRow
    rowsAbove = Array(all.prefix(firstRow))
  }
}
