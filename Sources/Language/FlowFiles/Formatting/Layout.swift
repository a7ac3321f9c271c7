// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// The layout of a file: the new indentation of each line, and the white space to remove within
/// lines.
///
/// The tree is traversed once. Block maps and lists are indented by level. Everything else that
/// spans several lines (multiline texts, brackets, keys after `?`) is moved as a whole, so that its
/// inner arrangement stays the same. Columns count bytes, from 0.
struct Layout {
  let bytes: [UInt8]
  var lines: [LayoutLine]

  /// The edits within lines.
  var edits: [FixIt.Edit] = []

  /// The block maps and lists, sorted by start, for finding what a comment belongs to.
  private(set) var levels: [Level] = []

  /// A block map or list.
  struct Level {
    let range: SourceRange
    let oldColumn: Int
    let newColumn: Int
  }

  /// The number of columns by which the contents of a map or list are indented.
  static let step = 2

  /// Creates a layout that changes nothing yet.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LayoutLine.lines(of: bytes)
  }

  /// Lays out a document.
  mutating func add(_ root: YAMLNode) {
    let isOnOwnLine = startsLine(root.range.lowerBound)
    // A document on the line of `---` can't be moved.
    let column = isOnOwnLine ? 0 : self.column(of: root.range.lowerBound)
    place(root, at: column, inside: -Self.step)
  }

  // MARK: Lines

  /// Returns the index of the line that contains an offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func startsLine(_ offset: Int) -> Bool {
    lines.indices.contains(line(at: offset)) && lines[line(at: offset)].content == offset
  }

  func column(of offset: Int) -> Int {
    lines.isEmpty ? 0 : offset - lines[line(at: offset)].start
  }

  func areBlanks(_ range: SourceRange) -> Bool {
    bytes[range.lowerBound..<range.upperBound].allSatisfy(\.isBlank)
  }

  /// Replaces white space within a line.
  mutating func replaceBlanks(_ range: SourceRange, by blanks: String) {
    guard !bytes[range.lowerBound..<range.upperBound].elementsEqual(blanks.utf8) else { return }
    edits.append(FixIt.Edit(range, blanks))
  }

  /// Returns the offset of the next content, skipping white space, line breaks, and comments.
  private func nextContent(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count {
      if bytes[offset].isBlankOrBreak {
        offset += 1
      } else if bytes[offset] == UInt8(ascii: "#") {
        while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      } else {
        break
      }
    }
    return offset
  }

  // MARK: Nodes

  /// Lays out a node.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - column: The new column of its first byte.
  ///   - parent: The new column of the map or list that contains it.
  mutating func place(_ node: YAMLNode, at column: Int, inside parent: Int) {
    guard !node.range.isEmpty else { return }
    let start = node.range.lowerBound
    if startsLine(start) { lines[line(at: start)].target = column }
    switch node.content {
    case .map(let entries) where !node.isFlowStyle:
      open(node, at: column)
      place(entries, from: start, at: column)
    case .list(let items) where !node.isFlowStyle:
      open(node, at: column)
      place(items, from: start, at: column)
    case .map, .list:
      tidyBrackets(node)
      move(node.range, from: self.column(of: start), to: column, atLeast: max(0, parent))
    case .scalar(let scalar) where scalar.style.isBlock:
      placeBlock(scalar, inside: parent)
    case .scalar(let scalar):
      keepLines(of: scalar)
      move(
        node.range, from: self.column(of: start), to: column, atLeast: max(0, parent + Self.step))
    case .broken: break
    }
  }

  private mutating func open(_ node: YAMLNode, at column: Int) {
    levels.append(
      Level(
        range: node.range, oldColumn: self.column(of: node.range.lowerBound), newColumn: column))
  }

  private mutating func place(_ entries: [YAMLEntry], from start: Int, at column: Int) {
    var offset = start
    for entry in entries {
      offset = nextContent(from: offset)
      if startsLine(offset) { lines[line(at: offset)].target = column }
      if offset == entry.key.range.lowerBound, let colon = colon(of: entry.key) {
        place(entry, colon: colon, at: column)
      } else {
        // An entry with `?` is moved as a whole.
        keep(SourceRange(offset, entry.range.upperBound))
        move(
          SourceRange(offset, entry.range.upperBound), from: self.column(of: offset), to: column,
          atLeast: 0)
      }
      offset = max(offset, entry.range.upperBound)
    }
  }

  private mutating func place(_ entry: YAMLEntry, colon: Int, at column: Int) {
    replaceBlanks(SourceRange(entry.key.range.upperBound, colon), by: "")
    let value = entry.value.range.lowerBound
    guard !entry.value.range.isEmpty else { return }
    let gap = SourceRange(colon + 1, value)
    guard line(at: value) == line(at: colon), areBlanks(gap) else {
      return place(entry.value, at: column + Self.step, inside: column)
    }
    replaceBlanks(gap, by: " ")
    place(entry.value, at: column + entry.key.range.count + 2, inside: column)
  }

  /// Returns the offset of the colon after a key, if it's on the same line.
  func colon(of key: YAMLScalar) -> Int? {
    var offset = key.range.upperBound
    while offset < bytes.count, bytes[offset].isBlank { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":") ? offset : nil
  }

  private mutating func place(_ items: [YAMLNode], from start: Int, at column: Int) {
    var offset = start
    for item in items {
      offset = nextContent(from: offset)
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "-") else { return }
      let dash = offset
      offset = max(dash + 1, item.range.upperBound)
      if startsLine(dash) { lines[line(at: dash)].target = column }
      guard !item.range.isEmpty else { continue }
      let gap = SourceRange(dash + 1, item.range.lowerBound)
      if line(at: item.range.lowerBound) == line(at: dash), areBlanks(gap) {
        replaceBlanks(gap, by: " ")
      }
      place(item, at: column + Self.step, inside: column)
    }
  }
}
