// SPDX-License-Identifier: Apache-2.0

package import TerminalCells

// Erasing the region, also after the window has got another size.
extension InlineRegion {
  /// The query for the place of the cursor, to be sent before ``paint(_:cursor:windowRows:)``; nil where
  /// it isn't needed.
  ///
  /// - Parameter columns: The width of the window now, in cells.
  /// - Returns: The query.
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
  mutating func erase(columns: Int) -> [UInt8] {
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
  func partsBeforeCursor(in grid: CellGrid, columns: Int) -> [Int] {
    let parts = grid.parts(ofRow: cursor.row, columns: columns, end: written[cursor.row])
    var start = 0
    for (index, width) in parts.enumerated() {
      start += width
      if cursor.column < start { return Array(parts[..<index]) }
    }
    return parts.dropLast()
  }

  /// The region begins anew in the row of the cursor.
  mutating func forget() {
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
  mutating func move(toRow row: Int) -> [UInt8] {
    let distance = row - cursor.row
    cursor = CellPosition(column: 0, row: row)
    if distance == 0 { return [0x0D] }
    return Array("\r\u{1B}[\(abs(distance))\(distance > 0 ? "B" : "A")".utf8)
  }
}
