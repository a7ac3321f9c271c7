// SPDX-License-Identifier: Apache-2.0

import TerminalCells

// Erasing the region, also after the window has got another size.
extension InlineRegion {
  /// The output that erases the region and leaves the cursor in its first row.
  mutating func clear() -> [UInt8] {
    if let newColumns { return erase(columns: newColumns, isAsked: false) }
    guard shown != nil else { return [] }
    let rowCount = written.count
    let output = move(toRow: 0) + Self.eraseRows(isSeveral: rowCount > 1)
    forget()
    return output
  }

  /// The size of the window has changed; the next output adapts to it.
  ///
  /// - Parameter columns: The width of the window now, in cells.
  mutating func resize(columns: Int) {
    if shown != nil { newColumns = columns }
  }

  /// The output that erases the region after the window's size has changed, or above which rows are
  /// stale.
  ///
  /// At most as many rows are erased above the cursor as the region has there at any width.
  ///
  /// - Parameters:
  ///   - columns: The width of the window now, in cells.
  ///   - isAsked: Whether the terminal was asked for the place of the cursor.
  /// - Returns: The bytes.
  mutating func erase(columns: Int, isAsked: Bool) -> [UInt8] {
    newColumns = nil
    guard shown != nil else { return [] }
    let line = RowText(end: written[cursor.row], wide: texts[cursor.row].wide)
    var up = cursor.row
    var isSealed = false
    if reflows {
      let wrapped =
        texts[..<cursor.row].reduce(0) { $0 + $1.parts(columns: columns).count }
        + line.partsBefore(column: cursor.column, columns: columns).count
      if trace.isSilent {
        up = wrapped
      } else if isAsked {
        isSealed = trace.leavesRows || (trace.erasable == 0 && wrapped > up)
        up += trace.erasable
        trace.ask(
          .erasing(
            RowTrace.Erasing(
              line: line, column: cursor.column, below: Array(texts[(cursor.row + 1)...]), up: up,
              windowRows: windowRows)))
      }
      trace.beginErasing()
    }
    var output: [UInt8] = [0x0D]
    if up > 0 { output += "\u{1B}[\(up)A".utf8 }
    // A line break ends the row above, which would continue in the region.
    if isSealed { output += "\u{1B}7\u{1B}[A\n\u{1B}8".utf8 }
    output += Self.eraseRows(isSeveral: up > 0)
    forget()
    return output
  }

  /// The output that erases the row of the cursor and those below it.
  ///
  /// Some terminals keep above the window what is erased from its first row to its end. So where there
  /// are several rows, the first one is erased alone.
  private static func eraseRows(isSeveral: Bool) -> [UInt8] {
    Array((isSeveral ? "\u{1B}[K\u{1B}[B\u{1B}[J\u{1B}[A" : "\u{1B}[J").utf8)
  }

  /// The question where the cursor is and how wide the window is, before the region is erased.
  mutating func placeQuery() -> [UInt8] {
    guard reflows, !trace.isSilent else { return [] }
    trace.ask(.column)
    return trace.isSilent ? [] : Array("\u{1B}[6n\u{1B}[999C\u{1B}[6n".utf8)
  }

  /// The same question after a frame, which leaves the cursor where it is.
  mutating func paintedQuery(columns: Int, move: Int) -> [UInt8] {
    let painted = RowTrace.Painted(
      above: Array(texts[..<cursor.row]), columns: columns, move: move)
    trace.ask(.painted(painted))
    guard !trace.isSilent else { return [] }
    let back = cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : ""
    return Array("\u{1B}[999C\u{1B}[6n\r\(back)".utf8)
  }

  /// Takes a terminal's answer to the question where the cursor is.
  ///
  /// - Parameter report: The bytes of the answer.
  /// - Returns: What the answer is; nil if it's another report.
  mutating func take(report: [UInt8]) -> RowTrace.Answer? {
    guard trace.isAsking, let place = Self.place(ofReport: report) else { return nil }
    return trace.take(
      row: place.row, column: place.column,
      columns: newColumns == nil ? shown?.size.columns : nil)
  }

  /// The cell, from 0, in a report such as `CSI 12;5R`.
  static func place(ofReport report: [UInt8]) -> CellPosition? {
    guard report.starts(with: [0x1B, 0x5B]), report.last == 0x52 else { return nil }
    var numbers = [0]
    for byte in report.dropFirst(2).dropLast() {
      switch byte {
      case 0x30...0x39 where numbers[numbers.count - 1] < 100_000:
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
      case 0x3B where numbers.count == 1: numbers.append(0)
      default: return nil
      }
    }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return CellPosition(column: numbers[1] - 1, row: numbers[0] - 1)
  }

  /// The region begins anew in the row of the cursor.
  mutating func forget() {
    shown = nil
    written = []
    texts = []
    cursor = .zero
  }

  /// The region goes elsewhere: nothing is known of what is above it.
  mutating func moveAway() {
    forget()
    newColumns = nil
    trace.forget()
  }

  /// The output that prints a grid of any height from the row of the cursor on, which is empty, and
  /// ends in the row after it.
  func print(_ grid: CellGrid) -> [UInt8] {
    var output: [UInt8] = []
    let blank = CellGrid(size: grid.size, ambiguous: grid.ambiguous)
    for row in 0..<grid.size.rows {
      let update = TerminalUpdate(
        from: blank, to: grid, rows: [row],
        at: .relative(cursor: CellPosition(column: 0, row: row)), depth: depth)
      output += update.bytes + [0x0D, 0x0A]
    }
    return output
  }

  /// Moves to the start of a row of the region.
  mutating func move(toRow row: Int) -> [UInt8] {
    let distance = row - cursor.row
    cursor = CellPosition(column: 0, row: row)
    if distance == 0 { return [0x0D] }
    // Line breaks move down also where the window has become lower.
    if distance > 0 { return [0x0D] + Array(repeating: 0x0A, count: distance) }
    return Array("\r\u{1B}[\(-distance)A".utf8)
  }
}
