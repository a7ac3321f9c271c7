// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowSessions
import Foundation
import Synchronization
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

/// The screen while a command runs.
@MainActor
@Suite struct EffectProgressTests {
  /// A host whose command writes, and ends when the screen has shown something.
  private final class Writing: EffectHost {
    struct State {
      var terminal: MemoryTerminal?
      var frames: [String] = []
      var isShown = false
    }

    let state = Mutex(State())
    let written: String
    let wanted: String
    private let painted = DispatchSemaphore(value: 0)

    init(_ written: String, until wanted: String) {
      self.written = written
      self.wanted = wanted
    }

    func permission(for request: EffectRequest) -> EffectPermission { .granted }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }

    func saw(_ frame: String) {
      state.withLock { state in
        state.frames.append(frame)
        if frame.contains(wanted) { state.isShown = true }
      }
      painted.signal()
    }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      cancellation.output.append(Array(written.utf8))
      let terminal = state.withLock { $0.terminal }
      // The clock advances by a second after each frame, which leads to the next one, until the screen
      // shows it. One that never does fails the test.
      for _ in 0..<1_000 where !state.withLock({ $0.isShown }) {
        // clock: a screen that never shows it would hold up all tests.
        guard painted.wait(timeout: .now() + .seconds(patience)) == .success else { break }
        terminal?.advance(by: .seconds(1))
      }
      if state.withLock({ $0.isShown }) { return .ended(CommandResult(status: 0)) }
      return .failed(message: "nothing was shown")
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
    let rows = Array(shown.split(separator: "\n").drop { !$0.contains("Building") }.prefix(5))
    expectEqual(rows.first, "  ◆ Building")
    // How long it takes is behind it where the screen was slow to show it.
    expectEqual(rows.dropFirst().first?.contains(" run make all"), true)
    expectEqual(
      rows.dropFirst(2), ["  │   one", #"  │   \u{1b}[2Jtwo"#, "  │   token ••••"])
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
    let host = Writing("", until: " s\n")
    let walk = try await walk(host)
    await walk.type("x\r")
    let frame = try #require(host.state.withLock { $0.frames }.first { $0.contains(" s\n") })
    let row = try #require(frame.split(separator: "\n").first { $0.hasSuffix(" s") })
    #expect(row.contains(" run make all  "))
    // The window has 60 columns, and a margin.
    expectEqual(row.count, 58)
  }
}
