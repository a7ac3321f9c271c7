// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Expectations
import FlowEffects
import FlowExpressions
import FlowSessions
import FlowTesting
import FlowWalks
import TerminalCells
import Testing

@testable import StackFlowShell
@testable import TerminalIO

/// With reduced motion, nothing on the screen changes by itself.
@Suite @MainActor struct StillScreenTests {
  private static let day = Duration.seconds(86_400)

  /// A command that ends once the screen has shown that it runs.
  private final class ShownCommand: EffectHost {
    let shown = DispatchSemaphore(value: 0)

    func permission(for request: EffectRequest) -> EffectPermission { .granted }

    func outlook(of part: WriteRequest) -> WriteOutlook { .new }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      shown.wait()
      return .ended(CommandResult(status: 0))
    }
  }

  /// No timer runs while a command does, so time changes nothing.
  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func aScreenStaysAsItIsWhileACommandRuns(place: ScreenWalk.Face.Place) async throws {
    for isStill in [true, false] {
      let host = ShownCommand()
      var events: TerminalEvents?
      var waitsForTime: [Bool] = []
      let walk = try await ScreenWalk(
        """
        flow: 1
        id: e
        steps:
          - { ask: first, type: string }
          - { run: build, title: Building, command: [make] }
          - { ask: end, type: string }
        """, place, effects: host
      ) { face in
        face.isStill = isStill
        face.onFrame = { grid, _ in
          guard grid.lines.contains(where: { $0.contains("run make") }) else { return }
          waitsForTime.append(events?.nextDeadline != nil)
          host.shown.signal()
        }
      }
      events = walk.terminal.events
      await walk.type("x\r")
      expectEqual(waitsForTime.first, !isStill)
      expectEqual(walk.face.openQuestion, "end")
    }
  }

  @Test(arguments: TerminalDisciplineTests.kinds)
  func aScreenStaysAsItIsWhileNothingIsTyped(kind: String) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await ScreenWalk(
        """
        flow: 1
        id: kinds
        steps:
          - { note: n1, title: First, text: "\((1...30).map { "line \($0)\\n" }.joined())" }
          - { ask: first, type: string }
          - { ask: it, \(kind) }
        """, place, columns: 40, rows: 10
      ) { $0.isStill = true }
      for keys in [
        "\u{1B}[6~", "\u{1B}[1;5B", "\u{1B}[1;5A", "\r", "x\r", "2", "\u{1B}[1;5A", "\u{7F}",
      ] {
        await walk.type(keys)
        await walk.advance(by: Self.day)
        expectEqual(walk.output, [], "\(place), after \(keys.debugDescription)")
      }
    }
  }

  /// Without motion, whether by the option or by the environment, a screen is still.
  @Test func looksWithoutMotionAreStill() throws {
    var looks = WalkLooks(kind: .inline)
    for hasMotion in [true, false] {
      looks.hasMotion = hasMotion
      let face = looks.face(
        for: try FlowRunner(
          flow: try checkedFlow(
            "flow: 1\nid: w\nsteps:\n  - { ask: a, type: string }\n", name: "w"),
          clock: { .epoch }), on: MemoryTerminal(), editor: PlainLineEditor())
      let screen = try #require(face as? ScreenFace<PlainLineEditor>)
      expectEqual(screen.isStill, !hasMotion)
    }
  }
}
