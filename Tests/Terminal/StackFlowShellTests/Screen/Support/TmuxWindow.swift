// SPDX-License-Identifier: Apache-2.0

import Foundation
import StackFlowTesting
import TerminalEmulation
import TerminalIO
import Testing

/// A window of tmux, which reflows rows when its width changes, with a program in it.
///
/// The server has a socket and a configuration of its own. Its client runs on a pseudo-terminal, so
/// the screen is what a user of tmux sees. Waiting ends as soon as the window shows what it should; the
/// limit is only for a program that hangs, however busy the machine is.
final class TmuxWindow {
  private let folder: URL
  private let tmux: String
  private let client: PseudoTerminal<EmulatedScreen>

  /// Starts a program by a shell script.
  init(_ script: String, columns: Int, rows: Int) throws {
    tmux = try #require(
      ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
        FileManager.default.isExecutableFile(atPath: $0)
      }, "tmux is installed by Scripts/test")
    folder = FileManager.default.temporaryDirectory.appending(path: "sf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let run = folder.appending(path: "run.sh")
    try script.write(to: run, atomically: true, encoding: .utf8)
    let configuration = folder.appending(path: "tmux.conf")
    try "set -g status off\nset -g escape-time 0\nset -g default-terminal screen-256color\n"
      .write(to: configuration, atomically: true, encoding: .utf8)
    let size = WindowSize(columns: columns, rows: rows)
    client = try PseudoTerminal(
      running: tmux,
      arguments: [
        "-S", folder.appending(path: "s").path, "-f", configuration.path, "-u", "new-session",
        "sh '\(run.path)'",
      ], size: size,
      // Without a home, the program would say on the screen that the walk can't be saved.
      environment: ["PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "STACKFLOW_NO_SAVE": "1"],
      screen: EmulatedScreen(size: size))
  }

  deinit {
    _ = try? output(of: ["kill-server"])
    try? FileManager.default.removeItem(at: folder)
  }

  /// Types a text, and waits for nothing.
  func type(_ text: String) throws { try client.send(bytes: Array(text.utf8)) }

  /// Changes the size of the window, and waits for nothing.
  func resize(columns: Int, rows: Int) throws {
    try client.resize(to: WindowSize(columns: columns, rows: rows), isSettled: false)
  }

  /// The rows of the window, without blanks at their ends.
  var lines: [String] { client.screen.lines }

  /// The rows that have left the window at its top, and those of the window; wrapped ones as one.
  func allLines() throws -> [String] {
    try output(of: ["capture-pane", "-p", "-J", "-S", "-"]).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in String(line.reversed().drop { $0 == " " || $0 == "\r" }.reversed()) }
  }

  /// Waits until the window shows what it should.
  func wait(
    for what: String, at place: SourceLocation = #_sourceLocation,
    until isReached: ([String]) -> Bool
  ) throws {
    do {
      try client.waitForScreen { isReached($0.lines) }
    } catch {
      Issue.record("\(what) is not reached:\n\(client.screen.picture)", sourceLocation: place)
      throw error
    }
  }

  private func output(of command: [String]) throws -> String {
    let terminal = try PseudoTerminal(
      running: tmux, arguments: ["-S", folder.appending(path: "s").path] + command,
      environment: ["PATH": "/usr/bin:/bin"], streams: ChildStreams(output: .pipe),
      screen: Transcript())
    _ = try terminal.waitForExit()
    return String(decoding: terminal.standardOutput, as: UTF8.self)
  }
}
