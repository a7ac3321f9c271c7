// SPDX-License-Identifier: Apache-2.0

import FlowForms
import Foundation
import ScreenFaces
import Synchronization
import TerminalCells
import TerminalIO
import Testing

/// What the screen shows while a command runs.
@MainActor
@Suite struct EffectProgressTests {
  /// A host whose command writes, and ends when the screen has shown something.
  private final class Writing: EffectHost {
    struct State {
      var terminal: MemoryTerminal?
      var frames: [String] = []
    }

    let state = Mutex(State())
    let written: String
    let wanted: String
    let delay: Duration
    private let painted = DispatchSemaphore(value: 0)

    init(_ written: String, until wanted: String, after delay: Duration = .milliseconds(200)) {
      self.written = written
      self.wanted = wanted
      self.delay = delay
    }

    func permission(for request: EffectRequest) -> EffectPermission { .granted }
    func meetsFile(_ request: WriteRequest) -> Bool { false }

    func saw(_ frame: String) {
      state.withLock { $0.frames.append(frame) }
      if frame.contains(wanted) { painted.signal() }
    }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      cancellation.output.append(Array(written.utf8))
      state.withLock { $0.terminal }?.advance(by: delay)
      // A screen that never shows it fails the test instead of hanging it.
      return painted.wait(timeout: .now() + 30) == .success
        ? .ended(CommandResult(status: 0)) : .failed(message: "nothing was shown")
    }
  }

  private func walk(_ host: Writing, rows: Int = 24, columns: Int = 60) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: e
      steps:
        - { ask: token, type: secret }
        - run: build
          title: Building
          command: [make, all]
        - { ask: end, type: string }
      """, columns: columns, rows: rows, effects: host
    ) { face in
      face.onFrame = { grid, _ in host.saw(grid.lines.joined(separator: "\n")) }
    }
    host.state.withLock { $0.terminal = walk.terminal }
    return walk
  }

  @Test func theLastLinesOfACommandAreBelowTheSpinner() async throws {
    let host = Writing("one\n\u{1B}[2Jtwo\ntoken hunter2\n", until: "token")
    let walk = try await walk(host)
    await walk.type("hunter2\r")
    let frames = host.state.withLock { $0.frames }
    let shown = try #require(frames.first { $0.contains("token ") })
    let rows = shown.split(separator: "\n").drop { !$0.contains("Building") }
    #expect(
      rows.prefix(5) == [
        "  ◆ Building", "  │ ⠙ run: make all", "  │   one", #"  │   \u{1b}[2Jtwo"#,
        "  │   token ••••",
      ])
    #expect(frames.allSatisfy { !$0.contains("hunter2") })
    #expect(walk.text.contains("End"))
    #expect(!walk.text.contains("two"))
    #expect(walk.difference == nil)
  }

  @Test func aSmallWindowShowsFewerLines() async throws {
    let host = Writing((1...20).map { "line \($0)\n" }.joined(), until: "line 20")
    let walk = try await walk(host, rows: 10, columns: 20)
    await walk.type("x\r")
    let shown = try #require(host.state.withLock { $0.frames }.first { $0.contains("line 20") })
    #expect(shown.contains("line 19"))
    #expect(!shown.contains("line 18"))
    #expect(walk.difference == nil)
  }

  @Test func secondsAreAtTheEndOfTheRow() async throws {
    let host = Writing("", until: " 1 s")
    let walk = try await walk(host)
    // Each frame of the spinner lets a tenth of a second pass.
    let face = walk.face.onFrame
    walk.face.onFrame = { [terminal = walk.terminal] grid, cursor in
      face?(grid, cursor)
      if !grid.lines.joined().contains(" 1 s") { terminal.advance(by: .milliseconds(100)) }
    }
    await walk.type("x\r")
    let shown = try #require(host.state.withLock { $0.frames }.first { $0.contains(" 1 s") })
    let row = try #require(shown.split(separator: "\n").first { $0.contains(" 1 s") })
    #expect(row.contains(" run: make all  "))
    #expect(row.count == 60)
  }
}
