// SPDX-License-Identifier: Apache-2.0

import FlowFiles
package import SourceDiagnostics

/// The edits that format a file.
package enum FormattingEdits {
  /// Returns the edits that format a file; empty if it's formatted, or has mistakes in its YAML.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: The path of the file.
  ///   - limit: The maximum size in bytes.
  ///   - part: The range whose lines are formatted; nil for the whole file.
  /// - Returns: The edits, each of a line or of blank lines, in order.
  /// - Complexity: O(*n*) in the length of the file.
  package static func edits(
    of bytes: [UInt8], path: String, limit: Int, in part: SourceRange? = nil
  ) -> [FixIt.Edit] {
    guard FileKind(of: path).isOfTheLanguage else { return [] }
    let formatted = FlowFormatter.format(bytes, name: path, limit: limit)
    guard formatted.isChanged else { return [] }
    let all = edits(from: bytes, to: Array(formatted.text.utf8))
    return part.map { part in all.filter { lines(of: part, in: bytes).overlaps($0.range) } } ?? all
  }

  /// Returns the lines of a range, whose end can be the beginning of the next line.
  private static func lines(of part: SourceRange, in bytes: [UInt8]) -> SourceRange {
    let lines = TextLines(bytes)
    let first = lines.line(at: part.lowerBound)
    let last = lines.line(at: max(part.lowerBound, part.upperBound - 1))
    return SourceRange(lines.whole(first).lowerBound, lines.whole(last).upperBound)
  }

  /// Returns the edits that follow a line break that was typed: the formatted line before it, and the indentation of
  /// the line that it began.
  ///
  /// - Parameters:
  ///   - offset: The offset in the new line, in UTF-8.
  ///   - bytes: The file with the line break.
  ///   - path: The path of the file.
  ///   - limit: The maximum size in bytes.
  /// - Returns: The edits, in order.
  package static func edits(
    afterLineBreakAt offset: Int, in bytes: [UInt8], path: String, limit: Int
  ) -> [FixIt.Edit] {
    let lines = TextLines(bytes)
    let line = lines.line(at: offset)
    guard line > 0 else { return [] }
    let before = lines.range(line - 1)
    var found = edits(of: bytes, path: path, limit: limit).filter {
      $0.range.lowerBound >= before.lowerBound
        && $0.range.upperBound <= lines.whole(line - 1).upperBound
    }
    let own = lines.range(line)
    let indentation = lines.indentation(line)
    guard own.lowerBound + indentation == own.upperBound,
      let wanted = TextLines.indentation(after: bytes[before.lowerBound..<before.upperBound]),
      wanted != indentation
    else { return found }
    found.append(FixIt.Edit(own, String(repeating: " ", count: wanted)))
    return found
  }

  /// Returns the smallest edits of whole lines that turn a text into one that differs in white space only, or a single
  /// edit.
  static func edits(from old: [UInt8], to new: [UInt8]) -> [FixIt.Edit] {
    let (lines, newLines) = (TextLines(old), TextLines(new))
    var edits: [FixIt.Edit] = []
    var (left, right) = (0, 0)
    while left < lines.count || right < newLines.count {
      let isOld = left < lines.count, isNew = right < newLines.count
      let a = isOld ? old[lines.whole(left).lowerBound..<lines.whole(left).upperBound] : []
      let b = isNew ? new[newLines.whole(right).lowerBound..<newLines.whole(right).upperBound] : []
      if isOld, isNew, a.filter({ !$0.isSpace }) == b.filter({ !$0.isSpace }) {
        if a != b {
          edits.append(FixIt.Edit(lines.whole(left), String(decoding: b, as: UTF8.self)))
        }
        left += 1
        right += 1
      } else if isOld, a.allSatisfy(\.isSpace) {
        if !a.isEmpty { edits.append(FixIt.Edit(lines.whole(left), "")) }
        left += 1
      } else if isNew, b.allSatisfy(\.isSpace) {
        let offset = isOld ? lines.whole(left).lowerBound : old.count
        if !b.isEmpty {
          edits.append(FixIt.Edit(SourceRange(at: offset), String(decoding: b, as: UTF8.self)))
        }
        right += 1
      } else {
        return [change(from: old, to: new)].compactMap { $0 }
      }
    }
    return edits
  }

  /// Returns the edit of the part in which two texts differ; nil if they're equal.
  package static func change(from old: [UInt8], to new: [UInt8]) -> FixIt.Edit? {
    guard old != new else { return nil }
    let change = TextChange(from: old, to: new)
    var (start, end) = (change.start, old.count - change.oldEnd)
    // Not within a character.
    while start > 0, start < old.count, old[start] & 0xC0 == 0x80 { start -= 1 }
    while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
    return FixIt.Edit(
      SourceRange(start, old.count - end),
      String(decoding: new[start..<(new.count - end)], as: UTF8.self))
  }
}

extension UInt8 {
  /// Whether it's a space, a tab, or a part of a line break.
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
