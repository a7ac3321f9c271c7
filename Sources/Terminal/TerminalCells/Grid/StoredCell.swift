// SPDX-License-Identifier: Apache-2.0

/// A cell as a grid keeps it: 16 bytes without references, so that cells are copied and compared as
/// numbers.
///
/// A cluster of several scalars or a link, which doesn't fit, is in tables of the grid.
struct StoredCell: Equatable {
  /// The scalar, or the index of a cluster with ``clusterBit``.
  var text: UInt32
  var foreground: UInt32
  var background: UInt32

  /// The attributes, the width, and the number of the link, from the lowest bits.
  var rest: UInt32

  static let clusterBit: UInt32 = 1 << 31
  static let blank = StoredCell(text: 0x20, style: StoredStyle(), width: 1)

  init(text: UInt32, style: StoredStyle, width: Int) {
    self.text = text
    foreground = style.foreground
    background = style.background
    rest = style.rest | UInt32(truncatingIfNeeded: width) << 8
  }

  var width: Int { Int(rest >> 8 & 0xFF) }
  var isContinuation: Bool { width == 0 }

  /// The number of the link; 0 for none.
  var link: Int { Int(rest >> 16) }

  var style: StoredStyle {
    get { StoredStyle(foreground: foreground, background: background, rest: rest & 0xFFFF_00FF) }
    set {
      foreground = newValue.foreground
      background = newValue.background
      rest = newValue.rest | rest & 0xFF00
    }
  }

  /// The index of the cluster; nil for a scalar.
  var cluster: Int? { text & Self.clusterBit == 0 ? nil : Int(text & ~Self.clusterBit) }

  /// Whether it means the same in every grid.
  var isWhole: Bool { (text & Self.clusterBit) | (rest & 0xFFFF_0000) == 0 }

  /// The same style without a text.
  var blanked: StoredCell { StoredCell(text: 0x20, style: style, width: 1) }
}

/// A style as a grid keeps it.
struct StoredStyle: Equatable {
  var foreground: UInt32 = 0
  var background: UInt32 = 0

  /// The attributes, and the number of the link in the upper half.
  var rest: UInt32 = 0
}

extension CellColor {
  /// The color as a number; 0 is the terminal's own.
  var stored: UInt32 {
    switch self {
    case .standard: 0
    case .named(let color): 1 << 24 | UInt32(color.rawValue)
    case .indexed(let index): 2 << 24 | UInt32(index)
    case .rgb(let color):
      3 << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }
  }

  init(stored: UInt32) {
    let low = UInt8(truncatingIfNeeded: stored)
    switch stored >> 24 {
    case 1: self = .named(NamedColor(rawValue: low) ?? .black)
    case 2: self = .indexed(low)
    case 3:
      self = .rgb(
        UInt8(truncatingIfNeeded: stored >> 16), UInt8(truncatingIfNeeded: stored >> 8), low)
    default: self = .standard
    }
  }
}

// The tables of a grid.
extension CellGrid {
  /// The maximum number of different links of a grid; further texts have none.
  static let mostLinks = 0xFFFF

  /// The style as this grid keeps it.
  mutating func stored(_ style: CellStyle) -> StoredStyle {
    var stored = StoredStyle(
      foreground: style.foreground.stored, background: style.background.stored,
      rest: UInt32(style.attributes.rawValue))
    guard let link = style.link else { return stored }
    // Cells of one link are mostly written one after another.
    var number = links.last == link ? links.count : (links.firstIndex(of: link) ?? -1) + 1
    if number == 0, links.count < Self.mostLinks {
      links.append(link)
      number = links.count
    }
    stored.rest |= UInt32(number) << 16
    return stored
  }

  /// The number of a cluster's text in a cell.
  mutating func storedText(_ character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    if let only = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      return only.value
    }
    if clusters.last != character {
      if clusters.count > 2 * cells.count + 64 { dropUnusedClusters() }
      clusters.append(character.boundedForCell)
    }
    return StoredCell.clusterBit | UInt32(clusters.count - 1)
  }

  /// Removes the clusters that were overwritten.
  private mutating func dropUnusedClusters() {
    var kept: [Character] = []
    for index in cells.indices {
      guard let cluster = cells[index].cluster else { continue }
      cells[index].text = StoredCell.clusterBit | UInt32(kept.count)
      kept.append(clusters[cluster])
    }
    clusters = kept
  }

  /// The cell of this grid that looks like one of another.
  mutating func adopt(_ cell: StoredCell, of other: CellGrid) -> StoredCell {
    guard !cell.isWhole else { return cell }
    var adopted = cell
    if cell.cluster != nil { adopted.text = storedText(other.character(of: cell)) }
    if cell.link > 0 { adopted.style = stored(other.style(of: cell)) }
    return adopted
  }

  func character(of cell: StoredCell) -> Character {
    if let cluster = cell.cluster { return clusters[cluster] }
    return Character(Unicode.Scalar(cell.text) ?? " ")
  }

  func style(of cell: StoredCell) -> CellStyle {
    CellStyle(
      foreground: CellColor(stored: cell.foreground),
      background: CellColor(stored: cell.background),
      attributes: CellAttributes(rawValue: UInt8(truncatingIfNeeded: cell.rest)),
      link: cell.link > 0 ? links[cell.link - 1] : nil)
  }

  func cell(_ cell: StoredCell) -> Cell {
    Cell(character: character(of: cell), width: Int8(cell.width), style: style(of: cell))
  }

  /// Whether two cells of two grids are equal.
  func isEqual(_ cell: StoredCell, _ otherCell: StoredCell, of other: CellGrid) -> Bool {
    if cell.isWhole || otherCell.isWhole { return cell == otherCell }
    return self.cell(cell) == other.cell(otherCell)
  }
}

extension CellGrid: Hashable {
  /// Whether two grids have the same size and equal cells.
  public static func == (left: CellGrid, right: CellGrid) -> Bool {
    left.size == right.size && left.ambiguous == right.ambiguous
      && left.rowsDiffering(from: right, limit: 1).isEmpty
  }

  /// Hashes the size and the texts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(ambiguous)
    for cell in cells where cell.isWhole { hasher.combine(cell.text) }
  }

  /// The rows of this grid that aren't the same in another one, which may have another size.
  ///
  /// - Parameters:
  ///   - other: The other grid.
  ///   - limit: The number of rows after which the search ends.
  /// - Returns: The rows, in ascending order.
  /// - Complexity: O(*k*) in the number of cells.
  package func rowsDiffering(from other: CellGrid, limit: Int = .max) -> [Int] {
    guard other.size.columns == size.columns else { return Array(0..<size.rows) }
    let columns = size.columns
    var rows: [Int] = []
    for row in 0..<size.rows where rows.count < limit {
      let start = row * columns
      if row >= other.size.rows || !hasEqualCells(as: other, in: start..<start + columns) {
        rows.append(row)
      }
    }
    return rows
  }

  /// Whether cells are equal to those of another grid.
  private func hasEqualCells(as other: CellGrid, in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while true {
      index = firstDifference(from: other, in: index..<range.upperBound)
      guard index < range.upperBound else { return true }
      guard isEqual(cells[index], other.cells[index], of: other) else { return false }
      index += 1
    }
  }

  /// Returns the first of some cells that isn't stored as in another grid, or means something else in each grid; the end
  /// if there's none.
  ///
  /// - Complexity: O(*k*) in the number of cells before it, which are compared as numbers, four at a time.
  func firstDifference(from other: CellGrid, in range: Range<Int>) -> Int {
    // A cell with one of these bits refers to more than its own numbers.
    let ownBits = StoredCell(
      text: StoredCell.clusterBit, style: StoredStyle(rest: 0xFFFF_0000), width: 0
    ).numbers
    return cells.withUnsafeBytes { own in
      other.cells.withUnsafeBytes { others in
        @inline(__always)
        func difference(_ index: Int) -> UInt64 {
          let (left, right) = (own.cell(at: index), others.cell(at: index))
          return (left.low ^ right.low) | (left.high ^ right.high)
            | (left.low & ownBits.low) | (left.high & ownBits.high)
        }
        var index = range.lowerBound
        while index &+ 4 <= range.upperBound,
          difference(index) | difference(index &+ 1) | difference(index &+ 2)
            | difference(index &+ 3) == 0
        {
          index &+= 4
        }
        while index < range.upperBound, difference(index) == 0 { index &+= 1 }
        return index
      }
    }
  }

  /// The column after the last cell of a row that isn't blank; 0 outside the grid.
  ///
  /// - Complexity: O(*k*) in the number of blank cells at its end, which are compared as numbers, four at a time.
  package func contentEnd(ofRow row: Int) -> Int {
    guard (0..<size.rows).contains(row) else { return 0 }
    let start = row * size.columns
    let blank = StoredCell.blank.numbers
    return cells.withUnsafeBytes { cells in
      @inline(__always)
      func difference(_ index: Int) -> UInt64 {
        let cell = cells.cell(at: index)
        return (cell.low ^ blank.low) | (cell.high ^ blank.high)
      }
      var end = start + size.columns
      while end &- 4 >= start,
        difference(end &- 1) | difference(end &- 2) | difference(end &- 3)
          | difference(end &- 4) == 0
      {
        end &-= 4
      }
      while end > start, difference(end &- 1) == 0 { end &-= 1 }
      return end - start
    }
  }

  /// The columns of a row in which wide characters begin, before a column.
  package func wideColumns(ofRow row: Int, before end: Int) -> [Int] {
    guard (0..<size.rows).contains(row) else { return [] }
    let start = row * size.columns
    return (0..<min(end, size.columns)).filter { cells[start + $0].width == 2 }
  }
}

extension StoredCell {
  /// The stored bits, as two numbers.
  fileprivate var numbers: (low: UInt64, high: UInt64) {
    withUnsafeBytes(of: self) { $0.cell(at: 0) }
  }
}

extension UnsafeRawBufferPointer {
  /// The numbers of the cell at an index.
  @inline(__always)
  fileprivate func cell(at index: Int) -> (low: UInt64, high: UInt64) {
    (
      loadUnaligned(fromByteOffset: index &* 16, as: UInt64.self),
      loadUnaligned(fromByteOffset: index &* 16 &+ 8, as: UInt64.self)
    )
  }
}
