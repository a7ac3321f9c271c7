// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// The last pass: indents comments, and normalizes blank lines and line breaks.
extension Layout {
  /// Returns all edits, sorted by range; the ranges don't overlap.
  ///
  /// - Complexity: O(*n* log *n*) in the number of lines.
  mutating func finished() -> [FixIt.Edit] {
    placeComments()
    var isAfterBlank = true
    var pending: [Int] = []
    for index in lines.indices {
      let line = lines[index]
      if line.isBlank, line.freedom == .free {
        // Keep a blank line only between two other lines.
        if isAfterBlank { drop(index) } else { pending.append(index) }
        isAfterBlank = true
        continue
      }
      isAfterBlank = false
      for index in pending { tidyEnds(of: index) }
      pending = []
      tidyEnds(of: index)
    }
    for index in pending { drop(index) }
    return edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  private mutating func drop(_ index: Int) {
    edits.append(FixIt.Edit(SourceRange(lines[index].start, lines[index].next), ""))
  }

  /// Normalizes the indentation, the trailing white space, and the line break.
  private mutating func tidyEnds(of index: Int) {
    let line = lines[index]
    var end = line.end
    if line.isBlank, line.freedom != .exact {
      // A blank last line gets no line break, which would be another one of the text above it.
      if line.next == line.end { return replaceBlanks(SourceRange(line.start, line.next), by: "") }
      end = line.start
    } else {
      let start = line.freedom == .exact && line.isBlank ? line.end : line.content
      let target = line.target ?? line.indentation
      indent(SourceRange(line.start, start), by: target)
      if line.freedom != .exact {
        while end > line.content, bytes[end - 1].isBlank { end -= 1 }
      }
    }
    replaceBlanks(SourceRange(end, line.next), by: "\n")
  }

  /// Replaces the indentation.
  ///
  /// In an exact line, tabs after the spaces are part of the text.
  private mutating func indent(_ range: SourceRange, by target: Int) {
    var spaces = range.lowerBound
    while spaces < range.upperBound, bytes[spaces] == 0x20 { spaces += 1 }
    let isText = lines[line(at: range.lowerBound)].freedom == .exact
    let old = isText ? SourceRange(range.lowerBound, spaces) : range
    replaceBlanks(old, by: String(repeating: " ", count: max(0, target)))
  }

  // MARK: Comments

  /// Gives each comment the column of what it describes.
  ///
  /// A comment that's indented no further than the next content belongs to that content. A comment
  /// that's indented further belongs to the preceding map or list that it's aligned with.
  private mutating func placeComments() {
    let next = nextContents()
    var open: [Level] = []
    var level = 0
    var last = SourceRange(at: 0)
    for index in lines.indices where !lines[index].isBlank {
      let line = lines[index]
      guard line.target == nil, bytes[line.content] == UInt8(ascii: "#") else {
        last = SourceRange(line.content, line.end)
        // `---`, `...`, and directives stay where they are.
        if line.target == nil { lines[index].target = line.indentation }
        continue
      }
      open.removeAll { $0.range.upperBound <= last.lowerBound }
      while level < levels.count, levels[level].range.lowerBound < last.upperBound {
        if levels[level].range.upperBound > last.lowerBound { open.append(levels[level]) }
        level += 1
      }
      let follower = next[index].map { lines[$0] }
      let column = line.indentation
      if let follower, column <= follower.indentation {
        lines[index].target = follower.target ?? follower.indentation
        continue
      }
      let floor = follower?.indentation ?? -1
      let candidates = open.filter { $0.oldColumn <= column && $0.oldColumn > floor }
      // If two have the same column, such as a list that isn't indented below its key, use the
      // outer one.
      let deepest = candidates.map(\.oldColumn).max()
      let chosen = candidates.first { $0.oldColumn == deepest }
      lines[index].target =
        chosen?.newColumn ?? follower.map { $0.target ?? $0.indentation } ?? 0
    }
  }

  /// Returns the index of the next line with content for each line, or nil if there's none.
  private func nextContents() -> [Int?] {
    var next: [Int?] = Array(repeating: nil, count: lines.count)
    var found: Int?
    for index in lines.indices.reversed() {
      next[index] = found
      let line = lines[index]
      if !line.isBlank, line.target != nil || bytes[line.content] != UInt8(ascii: "#") {
        found = index
      }
    }
    return next
  }
}
