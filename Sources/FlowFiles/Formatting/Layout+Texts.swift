// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Texts of several lines, and whatever else is moved as a whole.
extension Layout {
  /// Moves the lines after the first of a range as the first one moves.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - old: The column of its start.
  ///   - new: The column that its start gets.
  ///   - least: The least indentation of the lines.
  mutating func move(_ range: SourceRange, from old: Int, to new: Int, atLeast least: Int) {
    for index in linesAfterFirst(of: range) where !lines[index].isBlank {
      lines[index].target = max(least, lines[index].indentation + new - old)
    }
  }

  /// The lines of a range after its first.
  private func linesAfterFirst(of range: SourceRange) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = line(at: range.lowerBound) + 1
    return first..<max(first, line(at: range.upperBound - 1) + 1)
  }

  /// Keeps everything after the first line of a range but indentation.
  mutating func keep(_ range: SourceRange) {
    for index in linesAfterFirst(of: range) { lines[index].freedom = .exact }
  }

  /// Keeps the blank lines of a text without or in quotes: they are its line breaks.
  mutating func keepLines(of scalar: YAMLScalar) {
    let after = linesAfterFirst(of: scalar.range)
    for index in after { lines[index].freedom = .kept }
    guard scalar.style == .doubleQuoted else { return }
    // `\ ` at the end of a line is a blank of the text.
    for index in line(at: scalar.range.lowerBound)..<after.upperBound {
      var end = lines[index].end
      while end > lines[index].content, bytes[end - 1].isBlank { end -= 1 }
      if end > lines[index].start, bytes[end - 1] == UInt8(ascii: "\\") {
        lines[index].freedom = .exact
      }
    }
  }

  /// Lays out a text after `|` or `>`.
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

  /// The last line that belongs to a block: what is blank after its last text belongs to it only
  /// where it has more blanks than the text's indentation.
  private func lastLine(ofBlockUpTo end: Int, indentation: Int) -> Int {
    var last = end
    for index in (end + 1)..<max(end + 1, lines.count) {
      guard lines[index].isBlank else { break }
      if lines[index].end - lines[index].start > indentation { last = index }
    }
    return last
  }

  /// Keeps the breaks after a block that ends with `+`, and gives a last line its break without
  /// giving the text one.
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

  /// The spaces at the start of a line; tabs are none.
  private func spaces(of index: Int) -> Int {
    var offset = lines[index].start
    while offset < lines[index].end, bytes[offset] == 0x20 { offset += 1 }
    return offset - lines[index].start
  }
}
