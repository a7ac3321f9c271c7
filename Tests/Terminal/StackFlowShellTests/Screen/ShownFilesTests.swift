// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowSessions
import StackFlowShell
import TerminalIO
import Testing

/// Files that a button shows before they're written.
@MainActor
@Suite struct ShownFilesTests {
  private struct Asking: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .asked }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult { .done }
  }

  private func walk(rows: Int) async throws -> ScreenWalk {
    let lines = (1...30).map { "          line \($0)\n" }.joined()
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - write: it
          path: notes.md
          content: |
      \(lines)  - { ask: end, type: string }
      """, rows: rows, effects: Asking())
    await walk.type("ada\r")
    await walk.type(Key(.right))
    await walk.type("\r")
    return walk
  }

  @Test func filesThatDoNotFitAreReadPageByPage() async throws {
    let walk = try await walk(rows: 14)
    #expect(walk.text.contains("page scroll"))
    #expect(!walk.text.contains("| line 20"))
    for _ in 0..<3 { await walk.type(Key(.pageDown)) }
    #expect(walk.text.contains("| line 30"))
    await walk.type(Key(.pageUp))
    #expect(!walk.text.contains("| line 30"))
    #expect(walk.difference == nil)
    // The button that has shown them hides them.
    await walk.type("\r")
    #expect(!walk.text.contains("| line"))
    #expect(!walk.text.contains("scroll"))
  }

  @Test func filesThatFitNeedNoScrolling() async throws {
    let walk = try await walk(rows: 60)
    #expect(walk.text.contains("| line 30"))
    #expect(!walk.text.contains("scroll"))
  }
}
