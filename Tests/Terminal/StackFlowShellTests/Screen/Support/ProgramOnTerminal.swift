// SPDX-License-Identifier: Apache-2.0

import Foundation
import StackFlowShell
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

/// The built program on a pseudo-terminal.
enum ProgramOnTerminal {
  /// Starts a walk.
  ///
  /// - Parameters:
  ///   - file: The flow file, in the folder.
  ///   - kind: The face.
  ///   - folder: The working directory.
  ///   - columns: The width of the window, in cells.
  ///   - rows: Its height.
  ///   - environment: More variables.
  /// - Returns: The terminal, before the program waits for a key.
  /// - Throws: If the program can't be started.
  static func walk(
    _ file: String, at kind: FaceKind, in folder: String, columns: Int = 80,
    rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PseudoTerminal<EmulatedScreen> {
    let program = try #require(BuiltProgram.path("stackflow"))
    let size = WindowSize(columns: columns, rows: rows)
    let all = [
      "COLORTERM": "truecolor", "HOME": "/nonexistent", "INPUTRC": "/dev/null",
      "PATH": "/usr/bin:/bin", "STACKFLOW_NO_SAVE": "1",
    ]
    return try PseudoTerminal(
      running: program, arguments: ["run", file, "--ui", kind.rawValue], size: size,
      environment: all.merging(environment) { $1 }, directory: folder,
      streams: ChildStreams(output: .pipe),
      screen: EmulatedScreen(size: size))
  }

  /// Starts a walk of a flow that's given as text.
  static func walk(
    flow text: String, at kind: FaceKind, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal<EmulatedScreen> {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "screens-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(
      to: folder.appending(path: "it.flow.yaml"), atomically: true, encoding: .utf8)
    let terminal = try walk(
      "it.flow.yaml", at: kind, in: folder.path, columns: columns, rows: rows,
      environment: environment)
    // From here on the file isn't needed.
    try terminal.waitForKeyWait()
    return terminal
  }

  /// Runs work that blocks its thread on one of its own: the faces need those that tasks share.
  static func apart<Output: Sendable>(
    _ work: @escaping @Sendable () throws -> Output
  ) async throws -> Output {
    try await BlockingWork.run { Result(catching: work) }.get()
  }
}

/// How the program has ended.
struct ProgramEnd: Sendable {
  let exit: PseudoTerminal<EmulatedScreen>.Exit

  /// The standard output.
  let output: String

  /// Whether the modes, the cursor and the screen are as they were.
  let isRestored: Bool

  let picture: String

  /// Waits for the end.
  init(_ terminal: PseudoTerminal<EmulatedScreen>) throws {
    exit = try terminal.waitForExit()
    output = String(decoding: terminal.standardOutput, as: UTF8.self)
    isRestored =
      terminal.isRestored && terminal.screen.isCursorVisible && !terminal.screen.isAlternate
    picture = terminal.screen.picture
  }
}
