// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// Rows that are added, removed, and moved.
  static let rowPictures: [Picture] = [insert, remove, move, replace, set, hide, reorder, change]

  private static let insert = Picture(
    "insert", "Where new rows go",
    "Several rows keep their order wherever they're inserted. An invalid location changes "
      + "nothing and throws an error."
  ) { space in
    func panel(_ caption: String, at location: InsertLocation?) throws -> Panel {
      let stack = try textStack(
        ["A", "B", "C"], columns: min(14, space.small), rows: 6, style: bare)
      if let location {
        try stack.addRows([TextRow("x"), TextRow("y")], at: location)
        for index in 0..<stack.count where texts([stack.rows[index]]).first?.isLowercase == true {
          try stack.setHighlightColor(Look.accent, for: [.index(index)])
        }
      }
      return Panel(caption, stack, notes: [texts(stack.rows)])
    }
    let stack = try textStack(["A", "B", "C"], columns: min(14, space.small), rows: 6, style: bare)
    var refused = ""
    do { try stack.addRow(text: "x", at: .index(9)) } catch { refused = "\(error)" }
    return [
      try panel("before", at: nil),
      try panel("x y .top", at: .top),
      try panel("x y .bottom", at: .bottom),
      try panel("x y .index(1)", at: .index(1)),
      try panel("x y .before(B)", at: .before(.index(1))),
      try panel("x y .after(B)", at: .after(.index(1))),
      Panel("x .index(9)", stack, notes: [refused]),
    ]
  }

  private static let remove = Picture(
    "remove", "Removing rows",
    "Indices are resolved before any row is removed, in any order; unknown ones are skipped. "
      + "The removed rows are returned with their controllers."
  ) { space in
    func stack() throws -> ScrollStack {
      try textStack(
        ["A", "B", "C", "D", "E"], columns: min(18, space.small), rows: 5, style: bare)
    }
    let one = try stack()
    let row = try one.removeRow(.index(1))
    let many = try stack()
    let rows = many.removeRows([2, 0, 1, 1, 9].map { .index($0) })
    let all = try stack()
    let everything = all.removeAllRows()
    return [
      Panel("before", try stack()),
      Panel("removeRow(1)", one, notes: ["returns " + texts([row])]),
      Panel("removeRows 2 0 1 1 9", many, notes: ["returns " + texts(rows)]),
      Panel("removeAllRows", all, notes: ["returns " + texts(everything)]),
    ]
  }

  private static let move = Picture(
    "move", "Moving rows",
    "A row is removed and inserted again at its new index. Its overrides move with it."
  ) { space in
    func panel(_ from: Int, _ to: Int) throws -> Panel {
      let stack = try textStack(
        ["A", "B", "C", "D"], columns: min(14, space.small), rows: 4, style: bare)
      try stack.setRowInsets(CellInsets(left: 4), for: [.index(from)])
      try stack.moveRow(.index(from), to: to)
      return Panel("\(from) → \(to)", stack, notes: [texts(stack.rows)])
    }
    return [try panel(0, 0), try panel(0, 2), try panel(1, 3), try panel(3, 0)]
  }

  private static let replace = Picture(
    "replace", "Replacing a row",
    "This is a single change: the count stays the same, and the new row has the style of the stack."
  ) { space in
    let columns = min(20, space.small)
    let stack = try textStack(["A", "B", "C"], columns: columns, rows: 5)
    let before = Panel("before", stack)
    let old = try stack.replaceRow(.index(1), with: GaugeRow("B", part: 0.6))
    let name = (old as? TextRow)?.text ?? ""
    return [before, Panel("replaceRow(1, with: gauge)", stack, notes: ["returns \(name)"])]
  }

  private static let set = Picture(
    "set", "Setting all rows",
    "`setRows` applies a difference: rows that remain keep their identity and overrides, here "
      + "the insets of B, and as few rows as possible move."
  ) { space in
    let columns = min(20, space.small)
    let stack = try textStack(["A", "B", "C", "D"], columns: columns, rows: 4, style: bare)
    try stack.setRowInsets(CellInsets(left: 4), for: [.index(1)])
    let before = Panel("before", stack)
    let kept = stack.rows.map(\.controller)
    let log = EventLog()
    stack.delegate = log
    try stack.setRows([kept[1], TextRow("new"), kept[3], kept[2]])
    return [before, Panel("setRows B new D C", stack, notes: log.lines)]
  }

  private static let hide = Picture(
    "hide", "Hidden rows",
    "A hidden row has no length, but it's still in the stack. Hiding is a state and isn't "
      + "counted: the last call wins, however often it's repeated."
  ) { space in
    let columns = min(18, space.small)
    let stack = try textStack(["A", "B", "C"], columns: columns, rows: 6)
    func notes() -> [String] {
      ["rows    " + texts(stack.rows), "visible " + texts(stack.visibleRows)]
    }
    var panels = [Panel("before", stack, notes: notes())]
    try stack.setRowHidden(true, for: .index(1))
    panels.append(Panel("hide row 1", stack, notes: notes()))
    stack.setRowsHidden(true, for: [.index(1), .index(2)])
    stack.setRowsHidden(true, for: [.index(1), .index(2)])
    panels.append(Panel("hide 1 and 2, twice", stack, notes: notes()))
    stack.setRowsHidden(false, for: [.index(1), .index(2)])
    panels.append(Panel("show 1 and 2, once", stack, notes: notes()))
    return panels
  }

  private static let reorder = Picture(
    "reorder", "Reordering by hand",
    "A reorderable row is picked up, carried from place to place, and dropped, which is a "
      + "single move, or put back."
  ) { space in
    let columns = min(18, space.small)
    let stack = try textStack(["A", "B", "C", "D"], columns: columns, rows: 4, style: bare)
    stack.rows[0].isReorderable = true
    func notes() -> [String] { ["rows " + texts(stack.rows)] }
    var panels = [Panel("before", stack, notes: notes())]
    stack.pickUp(.index(0))
    stack.carry(by: 2)
    panels.append(Panel("pickUp(0) carry(by: 2)", stack, notes: notes()))
    stack.drop()
    panels.append(Panel("drop()", stack, notes: notes()))
    stack.pickUp(.index(2))
    stack.carry(by: -2)
    stack.cancelCarrying()
    panels.append(Panel("picked up, cancelled", stack, notes: notes()))
    return panels
  }

  private static let change = Picture(
    "change", "Changing content",
    "A controller reports that its content changed. Only its row is measured again, and the "
      + "following rows move."
  ) { space in
    let columns = min(20, space.small)
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: columns, rows: 6))
    let text = TextRow("Port")
    let gauge = GaugeRow("copied", part: 0.2)
    try stack.addRows([text, gauge])
    let before = Panel("before", stack)
    text.text = "Port: which one should it listen on?"
    let longer = Panel("text = …", stack)
    gauge.part = 0.9
    return [before, longer, Panel("gauge.part = 0.9", stack)]
  }
}

/// Records the announcements of a stack.
final class EventLog: ScrollStackDelegate {
  private(set) var lines: [String] = []

  /// Returns the lines so far, and clears them.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func name(_ row: ScrollStackRow) -> String {
    (row.controller as? TextRow).map { String($0.text.prefix(6)) } ?? "\(row.id)"
  }

  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    lines.append("+ \(name(row)) at \(index)")
  }

  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    lines.append("- \(name(row)) at \(index)")
  }

  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack) {
    lines.append("\(name(row)) \(from) → \(to)")
  }

  func didScroll(to offset: Int, in stack: ScrollStack) { lines.append("offset \(offset)") }

  func rowDidBecomeVisible(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack
  ) {
    lines.append("\(name(row)) seen: \(visibility.words)")
  }

  func rowDidBecomeHidden(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack
  ) {
    lines.append("\(name(row)) gone: \(visibility.words)")
  }

  func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack
  ) {
    lines.append("\(name(row)) \(from) → \(to) %")
  }

  func scrollSettled(at offset: Int, in stack: ScrollStack) { lines.append("settled at \(offset)") }
}

extension RowVisibility {
  /// The visibility in a word.
  var words: String {
    switch self {
    case .hidden: "hidden"
    case .offscreen: "offscreen"
    case .partial(let percentage): "\(percentage) %"
    case .entire: "entire"
    case .removed: "removed"
    }
  }
}
