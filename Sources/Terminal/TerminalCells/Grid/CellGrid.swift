// SPDX-License-Identifier: Apache-2.0

/// The content of a terminal: a rectangle of cells.
///
/// Wide characters occupy two cells, the second of which is a continuation; overwriting one half
/// blanks the other. Drawing is clipped to the grid.
public struct CellGrid: Sendable {
  /// The width and height.
  public let size: CellSize

  /// The width of ambiguous characters in this grid's terminal.
  public let ambiguous: AmbiguousWidth

  /// The cells, row by row.
  var cells: [StoredCell]

  /// The clusters of several scalars, and the links, by the numbers in cells.
  var clusters: [Character] = []
  var links: [String] = []

  /// The maximum number of cells of a grid; larger sizes are cut to fewer rows.
  static let maximumCellCount = 1 << 20

  /// Creates a grid of blank cells.
  ///
  /// A size of more than `maximumCellCount` cells loses its last rows, and then columns.
  public init(size: CellSize, ambiguous: AmbiguousWidth = .narrow) {
    let columns = min(size.columns, Self.maximumCellCount)
    let rows = columns == 0 ? size.rows : min(size.rows, Self.maximumCellCount / columns)
    self.size = CellSize(columns: columns, rows: rows)
    self.ambiguous = ambiguous
    cells = Self.blankCells(columns * rows)
  }

  /// Blank cells, of which the first ones are copied as long as there are too few.
  private static func blankCells(_ count: Int) -> [StoredCell] {
    Array(unsafeUninitializedCapacity: count) { cells, initialized in
      initialized = min(count, 16)
      UnsafeMutableBufferPointer(rebasing: cells[..<initialized]).initialize(repeating: .blank)
      while initialized < count {
        let length = min(initialized, count - initialized)
        _ = cells[initialized..<initialized + length]
          .initialize(fromContentsOf: UnsafeMutableBufferPointer(rebasing: cells[..<length]))
        initialized += length
      }
    }
  }

  /// The cell at a position; nil outside the grid.
  public subscript(_ position: CellPosition) -> Cell? {
    index(position).map { cell(cells[$0]) }
  }

  /// The text of a row without the blanks at its end; empty outside the grid.
  public func text(ofRow row: Int) -> String {
    guard (0..<size.rows).contains(row) else { return "" }
    var text = ""
    for cell in cells[row * size.columns..<(row + 1) * size.columns] where !cell.isContinuation {
      text.append(character(of: cell))
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of all rows, each without the blanks at its end.
  public var lines: [String] { (0..<size.rows).map(text(ofRow:)) }

  /// The rectangle of the whole grid.
  public var bounds: CellRect { CellRect(size: size) }

  func index(_ position: CellPosition) -> Int? {
    guard (0..<size.columns).contains(position.column), (0..<size.rows).contains(position.row)
    else { return nil }
    return position.row * size.columns + position.column
  }

  /// Checks that every wide character has a continuation, and every continuation a wide character.
  package func _checkInvariants() {
    #if DEBUG || CHECKS_INVARIANTS
    precondition(cells.count == size.columns * size.rows)
    for row in 0..<size.rows {
      var continues = false
      for cell in cells[row * size.columns..<(row + 1) * size.columns] {
        precondition(cell.isContinuation == continues, "a half of a wide character")
        precondition(!character(of: cell).isShownEscaped, "a control character in a cell")
        continues = cell.width == 2
      }
      precondition(!continues, "a wide character over the right edge")
    }
    #endif
  }
}

extension CellGrid {
  /// Writes a text on one row, starting at a position, and returns its width in columns.
  ///
  /// Control characters are written as their escapes. Characters without width are left out. A wide
  /// character that's cut by an edge leaves a blank.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - position: The cell of its first character, which may be outside the grid.
  ///   - style: How it is drawn.
  ///   - clip: The only cells that may change; nil for the whole grid.
  /// - Returns: The columns of the whole text, including the clipped part.
  /// - Complexity: O(*n*) in the length of the text, all of which is measured.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at position: CellPosition, style: CellStyle = .plain,
    clip: CellRect? = nil
  ) -> Int {
    let clip = clip.map { $0.intersection(bounds) } ?? bounds
    guard clip.rows.contains(position.row) else { return text.cellWidth(ambiguous: ambiguous) }
    var column = position.column
    let style = stored(style)
    // The loop over a text of a known type looks up no types.
    let text = String(text)
    if let count = text.printableASCIICount {
      write(ascii: text.utf8[...], count, at: position, style: style, clip: clip)
      return count
    }
    var index = text.startIndex
    while index < text.endIndex {
      let run = text.printableASCIIRun(from: index)
      if run.count > 0 {
        let place = CellPosition(column: column, row: position.row)
        write(ascii: text.utf8[index..<run.end], run.count, at: place, style: style, clip: clip)
        column += run.count
        index = run.end
        continue
      }
      if let sign = text.loneScalar(at: index) {
        let width = ScalarTraits(of: sign.scalar).width(ambiguous: ambiguous)
        let text = sign.scalar.value
        put(text, width: width, column: column, row: position.row, style: style, clip: clip)
        column += width
        index = sign.end
        continue
      }
      let character = text[index]
      index = text.index(after: index)
      if character.isShownEscaped {
        for ascii in character.escapedForDisplay {
          let text = storedText(ascii)
          put(text, width: 1, column: column, row: position.row, style: style, clip: clip)
          column += 1
        }
      } else {
        let width = character.cellWidth(ambiguous: ambiguous)
        guard width > 0 else { continue }
        let text = storedText(character)
        put(text, width: width, column: column, row: position.row, style: style, clip: clip)
        column += width
      }
    }
    return column - position.column
  }

  /// Writes printable ASCII, each byte of which is a cell.
  private mutating func write(
    ascii text: Substring.UTF8View, _ length: Int, at position: CellPosition, style: StoredStyle,
    clip: CellRect
  ) {
    let first = max(position.column, clip.columns.lowerBound)
    let skipped = first - position.column
    let count = min(length - skipped, clip.columns.upperBound - first)
    guard count > 0 else { return }
    splitWide(at: first, row: position.row)
    splitWide(at: first + count, row: position.row)
    let start = position.row * size.columns + first
    func put(_ bytes: UnsafeBufferPointer<UInt8>) {
      for index in 0..<count {
        cells[start + index] = StoredCell(
          text: UInt32(bytes[skipped + index]), style: style, width: 1)
      }
    }
    guard text.withContiguousStorageIfAvailable(put) == nil else { return }
    Array(text).withUnsafeBufferPointer(put)
  }

  /// Fills a rectangle with a character; one that isn't one cell wide counts as a blank.
  ///
  /// - Complexity: O(*k*) in the number of cells of the part inside the grid.
  public mutating func fill(
    _ rect: CellRect, with character: Character = " ", style: CellStyle = .plain
  ) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    let isNarrow = !character.isShownEscaped && character.cellWidth(ambiguous: ambiguous) == 1
    let style = stored(style)
    let cell = StoredCell(text: isNarrow ? storedText(character) : 0x20, style: style, width: 1)
    for row in rect.rows {
      splitWide(at: rect.columns.lowerBound, row: row)
      splitWide(at: rect.columns.upperBound, row: row)
    }
    let (count, columns) = (rect.size.columns, size.columns)
    let start = rect.origin.row * columns + rect.origin.column
    cells.withUnsafeMutableBufferPointer { cells in
      let first = UnsafeMutableBufferPointer(rebasing: cells[start..<start + count])
      first.update(repeating: cell)
      for place in stride(from: start + columns, to: start + rect.size.rows * columns, by: columns)
      {
        _ = cells[place..<place + count].update(fromContentsOf: first)
      }
    }
  }

  /// Changes the style of each cell of a rectangle; nil blanks the cell in the plain style.
  ///
  /// Both halves of a wide character get the style of the first; one that is only partly in the
  /// rectangle is changed as a whole.
  ///
  /// - Complexity: O(*k*) in the number of cells of the part inside the grid.
  public mutating func restyle(_ rect: CellRect, _ change: (CellStyle) -> CellStyle?) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    // Neighbors mostly have the same style.
    var last: (old: StoredStyle, new: StoredStyle?)?
    for row in rect.rows {
      let start = row * size.columns
      for column in rect.columns {
        let index = start + column
        var cell = cells[index]
        guard !cell.isContinuation || column == rect.columns.lowerBound else { continue }
        let first = cell.isContinuation ? index - 1 : index
        cell = cells[first]
        let style: StoredStyle?
        if let last, last.old == cell.style {
          style = last.new
        } else {
          style = change(self.style(of: cell)).map { stored($0) }
          last = (cell.style, style)
        }
        for half in first..<first + cell.width {
          if let style { cells[half].style = style } else { cells[half] = .blank }
        }
      }
    }
  }

  /// Copies a rectangle of another grid to a position in this one.
  ///
  /// - Complexity: O(*k*) in the number of cells that are copied.
  public mutating func copy(_ source: CellRect, of other: CellGrid, to position: CellPosition) {
    let source = source.intersection(other.bounds)
    let target = CellRect(origin: position, size: source.size).intersection(bounds)
    guard !target.isEmpty else { return }
    let down = source.origin.row - position.row
    let right = source.origin.column - position.column
    let isWhole = other.clusters.isEmpty && other.links.isEmpty
    for row in target.rows {
      splitWide(at: target.columns.lowerBound, row: row)
      splitWide(at: target.columns.upperBound, row: row)
      let from = (row + down) * other.size.columns + right
      let to = row * size.columns
      let (first, last) = (target.columns.lowerBound, target.columns.upperBound - 1)
      if isWhole, !other.cells[from + first].isContinuation, other.cells[from + last].width < 2 {
        cells.withUnsafeMutableBufferPointer { cells in
          other.cells.withUnsafeBufferPointer { others in
            _ = cells[to + first...to + last].update(
              fromContentsOf: others[from + first...from + last])
          }
        }
        continue
      }
      for column in target.columns {
        var cell = other.cells[from + column]
        if (cell.isContinuation && column == first) || (cell.width == 2 && column == last) {
          cell = cell.blanked
        }
        cells[to + column] = isWhole ? cell : adopt(cell, of: other)
      }
    }
  }

  private mutating func put(
    _ text: UInt32, width: Int, column: Int, row: Int, style: StoredStyle, clip: CellRect
  ) {
    let columns = clip.columns
    guard column < columns.upperBound, column + width > columns.lowerBound else { return }
    let start = row * size.columns
    if width == 2, column < columns.lowerBound || column + 1 >= columns.upperBound {
      let visible = max(column, columns.lowerBound)
      splitWide(at: visible, row: row)
      splitWide(at: visible + 1, row: row)
      cells[start + visible] = StoredCell(text: 0x20, style: style, width: 1)
      return
    }
    splitWide(at: column, row: row)
    splitWide(at: column + width, row: row)
    cells[start + column] = StoredCell(text: text, style: style, width: width)
    if width == 2 { cells[start + column + 1] = StoredCell(text: 0x20, style: style, width: 0) }
  }

  /// Blanks both halves of a wide character that reaches over the left edge of a column.
  private mutating func splitWide(at column: Int, row: Int) {
    guard column > 0, column < size.columns else { return }
    let index = row * size.columns + column
    guard cells[index].isContinuation else { return }
    cells[index - 1] = cells[index - 1].blanked
    cells[index] = cells[index].blanked
  }
}
