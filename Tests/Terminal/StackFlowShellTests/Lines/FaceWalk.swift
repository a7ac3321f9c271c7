// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// A walk of the line face on a terminal in memory, with its output.
@MainActor
struct FaceWalk {
  let terminal: MemoryTerminal
  let face: LineFace<PlainLineEditor>
  let runner: FlowRunner

  init(_ text: String, columns: Int = 80, rows: Int = 24, escapes: Bool = true) throws {
    let flow = try checkedFlow(text, name: "w.flow.yaml")
    runner = try FlowRunner(flow: flow, clock: { .epoch })
    terminal = MemoryTerminal(
      size: WindowSize(columns: columns, rows: rows),
      traits: TerminalTraits(understandsEscapes: escapes))
    face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    face.tellsWords = false
  }

  /// Types lines, each with Enter.
  ///
  /// More keys may already have been typed.
  func type(_ lines: String...) {
    for line in lines { terminal.type(line + "\r") }
  }

  /// Walks until everything typed was read.
  ///
  /// - Returns: The shown lines, and the answers as JSON, or `null` if the walk was left.
  func end() async -> (shown: [String], result: String) {
    terminal.hangUp()
    guard case .finished(let result) = await face.walk() else { return ([], "") }
    let shown = terminal.takeOutput().split(
      separator: "\r\n", omittingEmptySubsequences: false)
    return (shown.map(String.init), JSONWriter().text(of: result.output) ?? "")
  }
}
