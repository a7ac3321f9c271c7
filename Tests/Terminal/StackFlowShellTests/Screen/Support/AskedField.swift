// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowSessions
import FlowTesting
import StackFlowShell
import TerminalCells
import TerminalIO
import Testing

/// The field of a flow with one question, as a widget gets it.
func askedField(_ keys: String) throws -> FieldState {
  let text = "flow: 1\nid: w\nsteps:\n  - { ask: x, \(keys) }\n"
  let flow = try checkedFlow(text, name: "w.flow.yaml")
  var session = try FlowSession(flow: flow)
  session.send(.start, now: .epoch)
  let step = try #require(session.state.step)
  return try #require(step.focusedField)
}

struct NoField: Error {}

/// A line with its cursor at the end.
func line(_ text: String, isOffered: Bool = false) -> EditedLine {
  EditedLine(prompt: "", text: text, isOffered: isOffered)
}

extension ScreenWidget {
  /// Returns the widget's picture at a width, without blanks at the ends of rows.
  func picture(columns: Int, line: EditedLine = line(""), listRows: Int = 8) -> [String] {
    let context = WidgetContext(line: line, listRows: listRows)
    let size = CellSize(columns: columns, rows: rows(columns: columns, in: context))
    var grid = CellGrid(size: size)
    grid.draw(in: grid.bounds) { draw(on: &$0, in: context) }
    return grid.lines
  }

  /// Takes a key, and the line that follows from it.
  @discardableResult
  mutating func press(_ key: Key, on text: String = "") -> WidgetUse {
    let use = take(key, line: line(text))
    switch use {
    case .text(let changed): lineChanged(line(changed))
    case .offer(let changed): lineChanged(line(changed, isOffered: true))
    default: break
    }
    return use
  }
}
