// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowScripts
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import StackFlowTesting
import Synchronization
import TerminalCells
import Testing

@testable import StackFlowShell
@testable import TerminalIO

/// A walk at a terminal in memory, with a record of what two screen readers speak of it.
@MainActor
final class HeardWalk {
  let terminal: MemoryTerminal
  let runner: FlowRunner

  /// The typed keys, and below each the words that were heard, by yasr's rules and by Fenrir's.
  private(set) var record = ""

  private var yasr = YasrSpeaker()
  private var fenrir = FenrirSpeaker()
  private var typed = ""

  /// Begins a walk, and hears its first question.
  ///
  /// - Parameters:
  ///   - text: The flow.
  ///   - kind: The face, in lines or inline; with reduced motion.
  ///   - host: What runs commands.
  /// - Throws: If the flow has mistakes.
  init(_ text: String, at kind: FaceKind, effects host: TimedCommands = TimedCommands())
    async throws
  {
    let flow = try checkedFlow(text, name: "w.flow.yaml")
    runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
    terminal = MemoryTerminal(
      traits: TerminalTraits(understandsEscapes: true, reflowsRows: true, takesCommands: true))
    terminal.writesModes = true
    host.terminal.withLock { $0 = terminal }
    let face: any WalkFace
    if kind == .line {
      let lines = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
      face = lines
    } else {
      let screen = ScreenFace(
        runner: runner, terminal: terminal, editor: PlainLineEditor(), place: .inline, theme: .dark)
      screen.isStill = true
      screen.hidesCommands = true
      screen.onFrame = { grid, _ in
        if grid.lines.contains(where: { $0.contains("ctrl-c cancel") }) { host.shown.signal() }
      }
      face = screen
    }
    Task {
      _ = await face.walk(timeout: nil)
      terminal.close()
    }
    await hear()
  }

  /// Types keys one by one, written as in the `keys` of a script: `ada<Enter>`.
  func type(_ keys: String) async {
    for (name, bytes) in zip(Self.names(keys), Self.keys(keys)) {
      typed += name
      yasr.take(key: bytes)
      fenrir.take(key: bytes)
      terminal.type(bytes: bytes)
      await hear()
    }
    flushTyped()
  }

  /// The bytes of each key.
  nonisolated static func keys(_ keys: String) -> [[UInt8]] {
    names(keys).map { ScriptKeys($0).bytes }
  }

  private nonisolated static func names(_ keys: String) -> [String] {
    var names: [String] = []
    var rest = keys[...]
    while let first = rest.first {
      let last = first == "<" ? rest.firstIndex(of: ">") : rest.startIndex
      let end = last.map { rest.index(after: $0) } ?? rest.endIndex
      names.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return names
  }

  /// Waits until the face waits for the user, also for the end of a command, and adds what was heard to the record.
  private func hear() async {
    await terminal.settle()
    let written = terminal.takeBytes()
    let (first, second) = (yasr.speak(written), fenrir.speak(written))
    guard !first.isEmpty || !second.isEmpty else { return }
    flushTyped()
    if first == second {
      for text in first { record += "  both    \(text)\n" }
    } else {
      for text in first { record += "  yasr    \(text)\n" }
      for text in second { record += "  Fenrir  \(text)\n" }
    }
  }

  private func flushTyped() {
    if !typed.isEmpty { record += "\(typed)\n" }
    typed = ""
  }
}

/// Runs commands that take as long as their last argument says, in seconds, and write a line after each second.
final class TimedCommands: EffectHost {
  let terminal = Mutex<MemoryTerminal?>(nil)

  /// Signals that a screen shows the command.
  let shown = DispatchSemaphore(value: 0)

  /// The seconds after which lines say something; empty for a screen.
  private let told: Set<Int>

  init(toldAfter told: Set<Int> = []) { self.told = told }

  func permission(for request: EffectRequest) -> EffectPermission { .granted }

  func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult {
    guard case .command(let command) = request.effect else { return .done }
    let terminal = terminal.withLock { $0 }
    if told.isEmpty { shown.wait() }
    // The lines have set their timer.
    while !told.isEmpty, terminal?.events.nextDeadline == nil { sched_yield() }
    for second in 0..<(command.arguments.last.flatMap { Int($0) } ?? 0) {
      cancellation.output.append(Array("part \(second + 1)\n".utf8))
      let count = terminal?.writeCount
      terminal?.advance(by: .seconds(1))
      // The clock advances once it's said.
      while told.contains(second + 1), terminal?.writeCount == count { sched_yield() }
    }
    return .ended(CommandResult(status: 0))
  }
}
