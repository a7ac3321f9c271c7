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

/// Pictures of a command that runs, that was told to stop, and that was stopped.
@MainActor
@Suite struct CommandGoldenTests {
  /// When a picture is taken, and how the command ends.
  struct State: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// A text that the screen shows at that time.
    let awaited: String

    /// Whether the user presses Ctrl-C while the command runs.
    var isCanceled = false

    /// Whether the command does what Ctrl-C asks for, so that the picture is of what follows.
    var isStopped = false
  }

  nonisolated static let states = [
    State(testDescription: "command-running", awaited: "compiling c.o"),
    State(testDescription: "command-stopping", awaited: "leave", isCanceled: true),
    State(testDescription: "command-stopped", awaited: "leave", isCanceled: true, isStopped: true),
  ]

  /// A host whose command runs until the screen shows a text.
  private final class Compiling: EffectHost {
    let state: State
    let terminal = Mutex<MemoryTerminal?>(nil)
    private let shown = DispatchSemaphore(value: 0)
    private let begun = DispatchSemaphore(value: 0)
    private let spins = DispatchSemaphore(value: 0)

    init(_ state: State) { self.state = state }

    func permission(for request: EffectRequest) -> EffectPermission { .granted }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }

    func saw(_ text: String) {
      if text.contains("Building it") { begun.signal() }
      if text.contains("compiling c.o") { spins.signal() }
      if text.contains(state.awaited) { shown.signal() }
    }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      cancellation.output.append(Array("compiling a.o\ncompiling b.o\ncompiling c.o\n".utf8))
      let terminal = terminal.withLock { $0 }
      // The clock moves once, after the timer of the spinner was set.
      guard isSignaled(begun) else { return .failed(message: "the command wasn't shown") }
      terminal?.advance(by: .milliseconds(200))
      guard isSignaled(spins) else { return .failed(message: "the output wasn't shown") }
      if state.isCanceled { terminal?.type(.control("c")) }
      guard isSignaled(shown) else { return .failed(message: "nothing was shown") }
      return state.isStopped
        ? .failed(message: "was cancelled")
        : .ended(CommandResult(status: 0))
    }

    /// Waits until a screen was painted; one that never is fails the test.
    private func isSignaled(_ painted: DispatchSemaphore) -> Bool {
      // clock: a screen that never is painted would hold up all tests.
      painted.wait(timeout: .now() + .seconds(patience)) == .success
    }
  }

  private static func picture(
    _ state: State, _ place: ScreenWalk.Face.Place, columns: Int, depth: ColorDepth
  ) async throws -> ScreenPicture {
    let host = Compiling(state)
    var taken: ScreenPicture?
    var isTaken = false
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: pictures
      title: New service
      steps:
        - { ask: name, type: string }
        - run: it
          title: Building it
          command: [make, --directory, "services/${name}", --always-make, all]
        - { ask: last, type: string }
      """, place, columns: columns, rows: 24, depth: depth, before: "$ run\r\n", effects: host)
    host.terminal.withLock { $0 = walk.terminal }
    walk.face.onFrame = { [unowned walk] grid, _ in
      let text = grid.lines.joined(separator: "\n")
      if !isTaken, text.contains(state.awaited) {
        isTaken = true
        walk.showWritten()
        expectEqual(walk.difference, nil, "\(columns), \(place)")
        taken = ScreenPicture(walk)
      }
      host.saw(text)
    }
    await walk.type("billing-api\r")
    expectEqual(walk.difference, nil, "\(columns), \(place)")
    return try state.isStopped ? ScreenPicture(walk) : #require(taken)
  }

  @Test(arguments: states) func theCommandLooksAsRecorded(state: State) async throws {
    var text = ScreenPicture.legend + "\n"
    for columns in [20, 40, 80, 200] {
      for place in [ScreenWalk.Face.Place.inline, .full] {
        let picture = try await Self.picture(state, place, columns: columns, depth: .truecolor)
        let plain = try await Self.picture(state, place, columns: columns, depth: .none)
        expectEqual(plain.text, picture.text, "\(columns), \(place)")
        #expect(!plain.isStyled, "\(columns), \(place)")
        text += "\n\(place), \(columns) columns\n\(picture.text)\(picture.styles)"
      }
    }
    ScreenGolden.compare(text, with: state.testDescription)
  }
}
