// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Multiline texts, and everything else that's moved as a whole.
extension Layout {
  /// Moves the remaining lines of a range by as much as the first one.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - old: The column of its start.
  ///   - new: The new column of its start.
  ///   - least: The minimum indentation of the lines.
  mutating func move(_ range: SourceRange, from old: Int, to new: Int, atLeast least: Int) {
    for index in linesAfterFirst(of: range) where !lines[index].isBlank {
      lines[index].target = max(least, lines[index].indentation + new - old)
    }
  }

  /// Returns the indices of the lines of a range, without the first.
  private func linesAfterFirst(of range: SourceRange) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = line(at: range.lowerBound) + 1
    return first..<max(first, line(at: range.upperBound - 1) + 1)
  }

  /// Keeps everything except the indentation after the first line of a range.
  mutating func keep(_ range: SourceRange) {
    for index in linesAfterFirst(of: range) { lines[index].freedom = .exact }
  }

  /// Keeps the blank lines of a plain or quoted text, which are its line breaks.
  mutating func keepLines(of scalar: YAMLScalar) {
    let after = linesAfterFirst(of: scalar.range)
    for index in after { lines[index].freedom = .kept }
    guard scalar.style == .doubleQuoted else { return }
    // `\ ` at the end of a line is a space in the text.
    for index in line(at: scalar.range.lowerBound)..<after.upperBound {
      var end = lines[index].end
      while end > lines[index].content, bytes[end - 1].isBlank { end -= 1 }
      if end > lines[index].start, bytes[end - 1] == UInt8(ascii: "\\") {
        lines[index].freedom = .exact
      }
    }
  }

  /// Indents a block text, which begins with `|` or `>`.
  mutating func placeBlock(_ scalar: YAMLScalar, inside parent: Int) {
    let header = line(at: scalar.range.lowerBound)
    var indicators = scalar.range.lowerBound + 1
    var digit: Int?
    var keepsBreaks = false
    while indicators < lines[header].end {
      switch bytes[indicators] {
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        digit = Int(bytes[indicators] - UInt8(ascii: "0"))
      case UInt8(ascii: "+"): keepsBreaks = true
      case UInt8(ascii: "-"): break
      default:
        indicators = lines[header].end
        continue
      }
      indicators += 1
    }
    let end = line(at: max(scalar.range.lowerBound, scalar.range.upperBound - 1))
    guard end > header else { return }
    let first = (header + 1...end).first { !lines[$0].isBlank }
    guard let old = digit.map({ max(0, scalar.parentIndent) + $0 }) ?? first.map(spaces) else {
      return
    }
    let last = lastLine(ofBlockUpTo: end, indentation: old)
    let body = (header + 1)...last
    let new = max(0, parent) + (digit ?? Self.step)
    for index in body {
      let spaces = spaces(of: index)
      if lines[index].isBlank, spaces <= old, lines[index].end - lines[index].start == spaces {
        lines[index].freedom = .kept
        continue
      }
      lines[index].freedom = .exact
      lines[index].target = spaces - old + new
    }
    endBlock(scalar, last: last, keepsBreaks: keepsBreaks)
  }

  /// Returns the index of the last line of a block.
  ///
  /// A blank line after its last text belongs to it only if it has more spaces than the text's
  /// indentation.
  private func lastLine(ofBlockUpTo end: Int, indentation: Int) -> Int {
    var last = end
    for index in (end + 1)..<max(end + 1, lines.count) {
      guard lines[index].isBlank else { break }
      if lines[index].end - lines[index].start > indentation { last = index }
    }
    return last
  }

  /// Keeps the line breaks after a block with `+`, and ends the last line of the file with a line
  /// break without adding one to the text.
  private mutating func endBlock(_ scalar: YAMLScalar, last: Int, keepsBreaks: Bool) {
    if keepsBreaks {
      var index = last + 1
      while index < lines.count, lines[index].isBlank {
        lines[index].freedom = .kept
        index += 1
      }
    }
    guard last == lines.count - 1, lines[last].next == lines[last].end else { return }
    let start = scalar.range.lowerBound + 1
    var offset = start
    while offset < bytes.count, !bytes[offset].isBlankOrBreak {
      if bytes[offset] == UInt8(ascii: "-") { return }
      if bytes[offset] == UInt8(ascii: "+") {
        edits.append(FixIt.Edit(SourceRange(offset, offset + 1), "-"))
        return
      }
      offset += 1
    }
    edits.append(FixIt.Edit(SourceRange(at: offset), "-"))
  }

  /// Returns the number of spaces, not counting tabs, at the start of a line.
  private func spaces(of index: Int) -> Int {
    var offset = lines[index].start
    while offset < lines[index].end, bytes[offset] == 0x20 { offset += 1 }
    return offset - lines[index].start
  }
}
