// SPDX-License-Identifier: Apache-2.0

internal import TerminalCells

/// A line of a file as it is shown, cut to a width around the range that is marked in it.
struct SourceExcerpt {
  /// The shown text: control characters as escapes, `…` where something was cut.
  let text: String

  /// The cells before the mark.
  let markStart: Int

  /// The cells under the mark; at least one.
  let markWidth: Int

  /// The maximum number of bytes of a line that are looked at on either side of the mark's start.
  ///
  /// Enough for any width of ordinary text; a line of a megabyte is never walked whole.
  private static let reach = 2048

  /// The maximum number of scalars of one Character that are shown; a stack of accents can be a
  /// megabyte long.
  private static let scalarsPerCharacter = 24

  /// Cuts a line.
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

    // Where the mark is, in cells from the first piece.
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

    // The window begins at the line's start when the mark is in its first two thirds, else a third
    // of a window before the mark; it moves left again when the line ends inside it.
    var left = 0
    if cutInFront || end > width - 1 && start > width * 2 / 3 || start > width - 2 {
      left = max(0, start - width / 3)
    }
    if !isCutAfter, left > 0 { left = max(0, min(left, total - width + 2)) }
    var shown = ""
    var shownCells = 0
    var skippedCells = 0
    var position = 0
    let needsFront = cutInFront || left > 0
    if needsFront {
      shown = "…"
      shownCells = 1
    }
    var needsAfter = isCutAfter
    for piece in pieces {
      if position < left {
        skippedCells += piece.width
        position += piece.width
        continue
      }
      // One cell is kept for the closing `…`, except for what ends the line exactly.
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
    let offset = (needsFront ? 1 : 0) - skippedCells
    let shownStart = min(max(0, start + offset), width)
    self.text = shown
    markStart = shownStart
    markWidth = max(1, min(end + offset, max(shownCells, shownStart + 1)) - shownStart)
  }

  /// A Character as it is shown, with its bytes and cells.
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
