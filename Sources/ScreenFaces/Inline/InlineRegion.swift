// SPDX-License-Identifier: Apache-2.0

package import TerminalCells

/// The rows of a terminal that a program keeps up to date, below everything that was written before.
///
/// It writes the difference from what it showed last. All moves are relative to the cursor, so the
/// region may be anywhere in the window; what is above it stays and scrolls as usual. The region
/// begins at the row of the cursor, which must be empty.
///
/// A new width moves rows in terminals that reflow them. The region then counts the rows that the
/// terminal has made of its own, erases them, and is painted again. Rows that the window lost at its
/// top are erased when the terminal brings them back; for that it's asked where the cursor is. Without
/// an answer they stay.
package struct InlineRegion {
  private var shown: CellGrid?
  private var cursor = CellPosition(column: 0, row: 0)
  private let depth: ColorDepth

  /// Whether a row that becomes too long for its window continues in the rows below.
  private let reflows: Bool

  /// The columns of each row that the terminal counts as text: those after it were never written since
  /// the row was erased.
  private var written: [Int] = []

  /// The width of the window, in cells, after a new size that the region has not adapted to yet.
  private var newColumns: Int?

  /// The questions for the place of the cursor that have no answer yet.
  private var questions: [PlaceQuestion] = []

  /// The rows of the region, by their widths, that the terminal has moved out of the window.
  private var lost: [Int] = []

  /// The first row of the region in the window; nil if it isn't known.
  private var top: Int?

  /// The height of the window when the region was painted last.
  private var windowRows = 0

  /// Whether the terminal was asked for the place of the cursor since the region was painted.
  private var isAsked = false

  /// The maximum number of unanswered questions that are kept.
  private static let mostQuestions = 16

  /// Creates an empty region.
  package init(depth: ColorDepth, reflows: Bool) {
    self.depth = depth
    self.reflows = reflows
  }

  /// Whether it shows anything.
  package var isEmpty: Bool { shown == nil }

  /// What is shown, and the cell of the cursor; nil while nothing is.
  package var painted: (grid: CellGrid, cursor: CellPosition)? { shown.map { ($0, cursor) } }

  // MARK: Painting

  /// The output that shows a grid; one write.
  ///
  /// - Parameters:
  ///   - grid: The rows, at most as many as the window has.
  ///   - target: The cell of the cursor afterwards.
  ///   - windowRows: The height of the window, in cells.
  package mutating func paint(
    _ grid: CellGrid, cursor target: CellPosition, windowRows: Int
  ) -> [UInt8] {
    var output: [UInt8] = []
    if let shown, shown.size.columns != grid.size.columns { newColumns = grid.size.columns }
    if let newColumns { output += erase(columns: newColumns) }
    let target = CellPosition(
      column: min(max(0, target.column), max(0, grid.size.columns - 1)),
      row: min(max(0, target.row), max(0, grid.size.rows - 1)))
    var known = CellGrid(size: grid.size, ambiguous: grid.ambiguous)
    if let shown { known.copy(shown.bounds, of: shown, to: .zero) }
    output += setRowCount(grid.size.rows)
    output += eraseRowsWithRemains(above: target.row, of: grid, known: &known)
    let update = TerminalUpdate(
      from: known, to: grid, at: .relative(cursor: cursor), depth: depth, cursor: target)
    output += update.bytes
    cursor = update.cursor ?? cursor
    for row in 0..<grid.size.rows { written[row] = max(written[row], grid.textEnd(ofRow: row)) }
    shown = grid
    self.windowRows = windowRows
    top = top.map { min($0, max(0, windowRows - grid.size.rows)) }
    for index in questions.indices {
      questions[index].tallest = max(questions[index].tallest, grid.size.rows)
    }
    return ScreenFrame.bytes(output, columns: grid.size.columns)
  }

  /// Adds or removes rows at the end.
  private mutating func setRowCount(_ count: Int) -> [UInt8] {
    var output: [UInt8] = []
    let before = max(1, written.count)
    if count > before {
      // New rows come from the end of the region; at the end of the window it scrolls.
      output += move(toRow: before - 1)
      for _ in before..<count { output += [0x0D, 0x0A] }
      cursor = CellPosition(column: 0, row: count - 1)
    } else if count < before {
      output += move(toRow: count)
      output += "\u{1B}[J".utf8
    }
    if count < written.count {
      written.removeLast(written.count - count)
    } else {
      written += Array(repeating: 0, count: count - written.count)
    }
    return output
  }

  /// Erases the rows above the cursor that become shorter.
  ///
  /// Some terminals count cells that were erased as text when they reflow, others don't. Only the rows
  /// above the cursor have to be counted, and so they're erased whole.
  private mutating func eraseRowsWithRemains(
    above limit: Int, of grid: CellGrid, known: inout CellGrid
  ) -> [UInt8] {
    guard reflows else { return [] }
    var output: [UInt8] = []
    for row in 0..<limit where written[row] > grid.textEnd(ofRow: row) {
      output += move(toRow: row) + Array("\u{1B}[2K".utf8)
      written[row] = 0
      known.fill(
        CellRect(column: 0, row: row, columns: grid.size.columns, rows: 1), with: " ")
    }
    return output
  }

  // MARK: Erasing

  /// The query for the place of the cursor, to be sent before ``paint(_:cursor:windowRows:)``; nil where
  /// it isn't needed.
  ///
  /// - Parameter columns: The width of the window now, in cells.
  package mutating func placeQuery(columns: Int) -> String? {
    guard let shown, reflows else { return nil }
    if shown.size.columns != columns { newColumns = columns }
    guard newColumns != nil else { return nil }
    isAsked = true
    return "\u{1B}[6n"
  }

  /// The output that erases the region and leaves the cursor in its first row.
  package mutating func clear() -> [UInt8] {
    if let newColumns { return erase(columns: newColumns) }
    guard shown != nil else { return [] }
    let output = move(toRow: 0) + Array("\u{1B}[J".utf8)
    forget()
    return output
  }

  /// The size of the window has changed; the next output adapts to it.
  ///
  /// - Parameter columns: The width of the window now, in cells.
  package mutating func resize(columns: Int) {
    if shown != nil { newColumns = columns }
  }

  /// The output that erases the region after the window's size has changed.
  private mutating func erase(columns: Int) -> [UInt8] {
    newColumns = nil
    guard let grid = shown else { return [] }
    var output: [UInt8] = []
    var above = cursor.row
    if reflows {
      var rows = (0..<cursor.row).map { grid.parts(ofRow: $0, columns: columns) }
      rows.append(partsBeforeCursor(in: grid, columns: columns))
      above = rows.reduce(0) { $0 + $1.count }
      if isAsked {
        if questions.count == Self.mostQuestions { questions.removeFirst() }
        questions.append(PlaceQuestion(rows: rows, above: above))
      }
    }
    isAsked = false
    output += "\r".utf8
    if above > 0 { output += "\u{1B}[\(above)A".utf8 }
    output += "\u{1B}[J".utf8
    forget()
    return output
  }

  /// The parts of the cursor's row that are above the one with the cursor.
  private func partsBeforeCursor(in grid: CellGrid, columns: Int) -> [Int] {
    let parts = grid.parts(ofRow: cursor.row, columns: columns, end: written[cursor.row])
    var start = 0
    for (index, width) in parts.enumerated() {
      start += width
      if cursor.column < start { return Array(parts[..<index]) }
    }
    return parts.dropLast()
  }

  /// The region begins anew in the row of the cursor.
  private mutating func forget() {
    shown = nil
    written = []
    cursor = .zero
  }

  /// The output that leaves the region on the screen, with the cursor in the row after it.
  package mutating func leave() -> [UInt8] {
    guard let grid = shown else { return [] }
    let output = move(toRow: grid.size.rows - 1) + [0x0D, 0x0A]
    moveAway()
    return output
  }

  /// The region goes elsewhere: nothing is known of what is above it.
  package mutating func moveAway() {
    forget()
    newColumns = nil
    top = nil
    lost = []
    for index in questions.indices { questions[index].isVoid = true }
  }

  /// The output that prints a grid of any height from the row of the cursor on, which is empty, and
  /// ends in the row after it.
  package func print(_ grid: CellGrid) -> [UInt8] {
    var output: [UInt8] = []
    let size = CellSize(columns: grid.size.columns, rows: 1)
    let blank = CellGrid(size: size, ambiguous: grid.ambiguous)
    for row in 0..<grid.size.rows {
      var line = blank
      let rect = CellRect(column: 0, row: row, columns: size.columns, rows: 1)
      line.copy(rect, of: grid, to: .zero)
      let update = TerminalUpdate(
        from: blank, to: line, at: .relative(cursor: .zero), depth: depth)
      output += update.bytes + [0x0D, 0x0A]
    }
    return output
  }

  /// Moves to the start of a row of the region.
  private mutating func move(toRow row: Int) -> [UInt8] {
    let distance = row - cursor.row
    cursor = CellPosition(column: 0, row: row)
    if distance == 0 { return [0x0D] }
    return Array("\r\u{1B}[\(abs(distance))\(distance > 0 ? "B" : "A")".utf8)
  }

  // MARK: Rows that the window lost

  /// Takes a terminal's answer to the question where the cursor is.
  ///
  /// - Parameter report: The bytes of the answer.
  /// - Returns: What to write before the region is painted again; nil if it's another report.
  package mutating func take(report: [UInt8]) -> [UInt8]? {
    guard !questions.isEmpty, let row = Self.row(ofReport: report) else { return nil }
    let question = questions.removeFirst()
    guard !question.isVoid else { return [] }
    lost += question.parts(first: question.above - row)
    guard questions.isEmpty else { return [] }
    let first = max(0, row - question.above)
    top = min(first, max(0, windowRows - question.tallest))
    return eraseLostRows()
  }

  /// The output that erases the rows above the region that the window had lost and that the terminal
  /// has brought back; the region begins in the first of them then.
  private mutating func eraseLostRows() -> [UInt8] {
    guard let grid = shown, let top, top > 0 else { return [] }
    var count = 0
    while count < top, let width = lost.popLast() {
      let rows = max(1, (width + grid.size.columns - 1) / grid.size.columns)
      let used = min(rows, top - count)
      count += used
      // The rest of it is still out of the window.
      if used < rows { lost.append((rows - used) * grid.size.columns) }
    }
    guard count > 0 else { return [] }
    let output = move(toRow: 0) + Array("\u{1B}[\(count)A\u{1B}[J".utf8)
    forget()
    self.top = top - count
    return output
  }

  /// The row, from 0, in a report such as `CSI 12;5R`.
  private static func row(ofReport report: [UInt8]) -> Int? {
    guard report.starts(with: [0x1B, 0x5B]), report.last == 0x52 else { return nil }
    let digits = report.dropFirst(2).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count < 6 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } - 1
  }
}

/// A question for the place of the cursor, asked after a new size and before the region was erased.
private struct PlaceQuestion {
  /// The rows above the cursor: the widths of the parts that each of them has become.
  let rows: [[Int]]

  /// The number of those parts.
  let above: Int

  /// The largest number of rows that the region has had since.
  var tallest = 1

  /// Whether the region has gone elsewhere since.
  var isVoid = false

  /// The widths of the rows that the first of the parts belong to, as far as they do.
  func parts(first count: Int) -> [Int] {
    var left = count
    var widths: [Int] = []
    for row in rows where left > 0 {
      let parts = row.prefix(left)
      left -= parts.count
      if !parts.isEmpty { widths.append(parts.reduce(0, +)) }
    }
    return widths
  }
}

extension CellGrid {
  /// The column after the last cell of a row that isn't blank.
  fileprivate func textEnd(ofRow row: Int) -> Int {
    var end = size.columns
    while end > 0, let cell = self[CellPosition(column: end - 1, row: row)], cell == .blank {
      end -= 1
    }
    return end
  }

  /// The widths of the rows that a terminal makes of a row that's too long for it.
  fileprivate func parts(ofRow row: Int, columns: Int, end: Int? = nil) -> [Int] {
    let end = min(end ?? textEnd(ofRow: row), size.columns)
    guard end > columns else { return [end] }
    var parts: [Int] = []
    var width = 0
    var column = 0
    while column < end {
      let cell = max(1, Int(self[CellPosition(column: column, row: row)]?.width ?? 1))
      if width > 0, width + cell > columns {
        parts.append(width)
        width = 0
      }
      width += cell
      column += cell
    }
    return parts + [width]
  }
}
