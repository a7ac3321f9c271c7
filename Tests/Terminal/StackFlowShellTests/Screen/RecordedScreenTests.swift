// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowTesting
import FlowWalks
import StackFlowShell
import Synchronization
import TerminalEmulation
import TerminalIO
import Testing

/// The picture of a recording of a screen face when it's played.
@MainActor
@Suite struct RecordedScreenTests {
  private final class Recording: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var output: [UInt8] { bytes.withLock { $0 } }
    func add(_ event: RecordedTerminal.Event) {
      if case .output(let output) = event { bytes.withLock { $0 += output } }
    }
  }

  /// On a terminal that reflows rows, frames are sent along with questions, which a recording leaves out.
  @Test(arguments: [ScreenFace<PlainLineEditor>.Place.inline, .full])
  func aRecordingShowsWhatTheTerminalShowed(place: ScreenFace<PlainLineEditor>.Place) async throws {
    let flow = try checkedFlow(
      "flow: 1\nid: r\nsteps: [{ ask: one, type: string }, { ask: two, type: integer }]\n",
      name: "r.flow.yaml")
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    let size = WindowSize(columns: 40, rows: 12)
    let terminal = MemoryTerminal(
      size: size,
      traits: TerminalTraits(understandsEscapes: true, reflowsRows: true, takesCommands: false))
    let recording = Recording()
    let face = ScreenFace(
      runner: runner, terminal: RecordedTerminal(terminal) { recording.add($0) },
      editor: PlainLineEditor(), place: place)
    var shown = EmulatedScreen(size: size)
    let walk = Task { await face.walk() }
    for keys in ["", "abc\r", "x\r"] {
      terminal.type(keys)
      await terminal.settle()
      shown.take(terminal.takeBytes())
      var played = EmulatedScreen(size: size)
      played.take(recording.output)
      expectEqual(played.lines, shown.lines)
      expectEqual(played.takeReplies(), [])
    }
    #expect(shown.text.contains("✗"))
    terminal.type("\u{3}")
    _ = await walk.value
  }
}
