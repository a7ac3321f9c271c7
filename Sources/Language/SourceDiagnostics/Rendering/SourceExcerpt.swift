// SPDX-License-Identifier: Apache-2.0

internal import TerminalCells

/// A line of a file as it's shown, truncated to a width around the marked range.
struct SourceExcerpt {
  /// The text to show, with control characters as escapes and `…` where it was truncated.
  let text: String

  /// The number of cells before the mark.
  let markStart: Int

  /// The width of the mark in cells; at least one.
  let markWidth: Int

  /// The maximum number of bytes to examine on either side of the mark's start.
  ///
  /// This is enough for ordinary text of any width, and a line of a megabyte is never traversed in
  /// full.
  private static let reach = 2048

  /// The maximum number of scalars to show of one Character, since a stack of accents can be a
  /// megabyte long.
  private static let scalarsPerCharacter = 24

  /// Truncates a line.
  ///
  /// - Parameters:
  ///   - line: The line's UTF-8 range in `text`, without its line break.
  ///   - text: The file's text.
  ///   - mark: The marked range in UTF-8 offsets; clamped to the line.
  ///   - width: The maximum number of cells of the result.
  /// - Complexity: O(1) in the length of the line.
  init(of line: SourceRange, in text: String, marking mark: SourceRange, width: Int) {
    let markLower = min(max(mark.lowerBound, line.lowerBound), line.upperBound)
    let markUpper = min(max(mark.upperBound, markLower), line.upperBound)
    let from = max(line.lowerBound, markLower - Self.reach)
    let to = min(line.upperBound, markLower + Self.reach)
    var pieces = Self.pieces(of: text, from: from, to: to)
    if from > line.lowerBound, !pieces.isEmpty { pieces.removeFirst() }

    // The position of the mark, in cells from the first piece.
    var start = 0
    var end = 0
    for piece in pieces {
      if piece.end <= markLower { start += piece.width }
      if piece.start < markUpper { end += piece.width }
    }
    let total = pieces.reduce(0) { $0 + $1.width }
    let reachesFurther = markUpper > to
    if reachesFurther { end = total }
    end = max(end, start + 1)

    let cutInFront = from > line.lowerBound
    let isCutAfter = to < line.upperBound
    guard cutInFront || isCutAfter || total > width else {
      self.text = pieces.map(\.shown).joined()
      markStart = start
      markWidth = end - start
      return
    }

    // The window begins at the start of the line if the mark is in the first two thirds of the
    // window, and otherwise a third of a window before the mark. It moves left again if the line
    // ends inside it.
    var left = 0
    if cutInFront || end > width - 1 && start > width * 2 / 3 || start > width - 2 {
      left = max(0, start - width / 3)
    }
    if !isCutAfter, left > 0 { left = max(0, min(left, total - width + 2)) }
    let needsFront = cutInFront || left > 0
    let cut = Self.cut(
      pieces, from: left, isCutInFront: needsFront, isCutAfter: isCutAfter, width: width)
    let offset = (needsFront ? 1 : 0) - cut.skipped
    let shownStart = min(max(0, start + offset), width)
    self.text = cut.text
    markStart = shownStart
    markWidth = max(1, min(end + offset, max(cut.width, shownStart + 1)) - shownStart)
  }

  /// Returns the part of a line that fits, with its width and that of what was skipped, in cells.
  private static func cut(
    _ pieces: [Piece], from left: Int, isCutInFront: Bool, isCutAfter: Bool, width: Int
  ) -> (text: String, width: Int, skipped: Int) {
    let total = pieces.reduce(0) { $0 + $1.width }
    var shown = isCutInFront ? "…" : ""
    var shownCells = isCutInFront ? 1 : 0
    var skippedCells = 0
    var position = 0
    var needsAfter = isCutAfter
    for piece in pieces {
      if position < left {
        skippedCells += piece.width
        position += piece.width
        continue
      }
      // Reserve one cell for the closing `…`, unless the rest of the line fits exactly.
      let isRest = !isCutAfter && shownCells + (total - position) <= width
      guard isRest || shownCells + piece.width <= width - 1 else {
        needsAfter = true
        break
      }
      shown += piece.shown
      shownCells += piece.width
      position += piece.width
    }
    if needsAfter {
      shown += "…"
      shownCells += 1
    }
    return (shown, shownCells, skippedCells)
  }

  /// A Character as it's shown, with its range in bytes and its width in cells.
  private struct Piece {
    let shown: String
    let start: Int
    let end: Int
    let width: Int
  }

  private static func pieces(of text: String, from: Int, to: Int) -> [Piece] {
    let utf8 = text.utf8
    var lower = utf8.index(utf8.startIndex, offsetBy: from)
    while lower.samePosition(in: text.unicodeScalars) == nil { lower = utf8.index(before: lower) }
    var upper = utf8.index(utf8.startIndex, offsetBy: to)
    while upper.samePosition(in: text.unicodeScalars) == nil { upper = utf8.index(before: upper) }
    var pieces: [Piece] = []
    var offset = utf8.distance(from: utf8.startIndex, to: lower)
    for character in text[lower..<upper] {
      var shown = String(character)
      let length = shown.utf8.count
      if shown.unicodeScalars.count > scalarsPerCharacter {
        shown = String(String.UnicodeScalarView(shown.unicodeScalars.prefix(scalarsPerCharacter)))
      }
      shown = shown.escapedForDisplay
      pieces.append(
        Piece(shown: shown, start: offset, end: offset + length, width: shown.cellWidth))
      offset += length
    }
    return pieces
  }
}
