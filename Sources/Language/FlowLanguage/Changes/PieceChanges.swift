// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The pieces of a flow file in which a new text differs from the one that was checked.
struct PieceChanges {
  /// The pieces with their ranges in the new text, which are empty for those that were removed.
  private(set) var pieces: [FlowPieces.Piece]

  /// The pieces that have changed, in the order of the file.
  private(set) var changed: [Int] = []

  /// The part of the texts in which they differ.
  let change: TextChange

  private let base: WholeCheck
  private let text: [UInt8]

  /// The maximum number of pieces between the first and the last change, and of bytes there.
  private static let (mostPieces, mostBytes) = (32, 1 << 15)

  /// Finds the pieces; nil if they're many.
  ///
  /// - Complexity: O(*n*) in the length of the text with a small constant.
  init?(from base: WholeCheck, to text: [UInt8]) {
    (self.base, self.text) = (base, text)
    pieces = base.pieces.pieces
    change = TextChange(from: base.bytes, to: text)
    var first = base.pieces.piece(at: change.start)
    // A step that's added at the end of a list belongs to the one before it.
    if change.start == change.oldEnd, change.start == pieces[first].range.lowerBound, first > 0,
      pieces[first].kind != .step
    {
      first -= 1
    }
    var last = first
    while last + 1 < pieces.count,
      pieces[last].range.upperBound < change.oldEnd
        || !text.beginsLine(at: pieces[last].range.upperBound + change.shift)
    {
      // The next piece is only unchanged if it still has its own lines.
      last += 1
    }
    let range = SourceRange(
      pieces[first].range.lowerBound, pieces[last].range.upperBound + change.shift)
    guard first == last || last - first < Self.mostPieces && range.count <= Self.mostBytes else {
      return nil
    }
    for index in pieces.indices.dropFirst(last + 1) {
      let old = pieces[index].range
      pieces[index].range = SourceRange(
        old.lowerBound + change.shift, old.upperBound + change.shift)
    }
    let comments = first == last && first > 0 ? commentsEnd(in: range) : range.lowerBound
    if comments > range.lowerBound, isWhole(first, at: comments, before: range.upperBound) {
      // The comments before a piece belong to the one before it.
      pieces[first - 1].range = SourceRange(pieces[first - 1].range.lowerBound, comments)
      pieces[first].range = SourceRange(comments, range.upperBound)
      changed = [first - 1]
    } else if first == last {
      pieces[first].range = range
      changed = [first]
    } else {
      divide(range, among: first, last)
    }
  }

  /// Finds the pieces from the first to the last in a range of the new text.
  private mutating func divide(_ range: SourceRange, among first: Int, _ last: Int) {
    var start = range.lowerBound
    var piece = first
    while piece <= last {
      let size = base.pieces.pieces[piece].range.count
      if isWhole(piece, at: start, before: range.upperBound) {
        pieces[piece].range = SourceRange(start, start + size)
        (start, piece) = (start + size, piece + 1)
        continue
      }
      changed.append(piece)
      // Up to the nearest piece that's there as it was, it has become something else, and those in between are gone.
      let next = (piece...last).compactMap { next in
        place(of: next, in: SourceRange(start, range.upperBound)).map { (piece: next, start: $0) }
      }.min {
        $0.start + base.pieces.pieces[$0.piece].range.lowerBound
          < $1.start + base.pieces.pieces[$1.piece].range.lowerBound
      }
      let end = next.map { $0.piece == piece ? $0.start + size : $0.start } ?? range.upperBound
      pieces[piece].range = SourceRange(start, end)
      let following = next.map { max($0.piece, piece + 1) } ?? last + 1
      for gone in (piece + 1)..<max(piece + 1, following) {
        pieces[gone].range = SourceRange(at: end)
        changed.append(gone)
      }
      (start, piece) = (end, following)
    }
    guard start < range.upperBound else { return }
    pieces[last].range = SourceRange(pieces[last].range.lowerBound, range.upperBound)
    if changed.last != last { changed.append(last) }
  }

  /// Returns the end of the comments and the blank lines at the beginning of a range of the new text.
  private func commentsEnd(in range: SourceRange) -> Int {
    var end = range.lowerBound
    var at = end
    while at < range.upperBound {
      while at < range.upperBound, text[at] == 0x20 { at += 1 }
      guard at < range.upperBound, text[at] == 0x0A || text[at] == UInt8(ascii: "#") else { break }
      while at < range.upperBound, text[at] != 0x0A { at += 1 }
      at = min(at + 1, range.upperBound)
      end = at
    }
    return end
  }

  /// Whether a piece is at an offset of the new text as it was.
  private func isWhole(_ piece: Int, at start: Int, before end: Int) -> Bool {
    let old = base.pieces.pieces[piece].range
    return start + old.count <= end && (old.isEmpty || text[start] == base.bytes[old.lowerBound])
      && base.bytes[old.lowerBound..<old.upperBound]
        .elementsEqual(text[start..<(start + old.count)])
  }

  /// Returns the offset of the first line in a range of the new text at which a piece is as it was; nil if there's none.
  private func place(of piece: Int, in range: SourceRange) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      if isWhole(piece, at: start, before: range.upperBound) { return start }
      guard let lineBreak = text[start..<range.upperBound].firstIndex(of: 0x0A) else { return nil }
      start = lineBreak + 1
    }
    return nil
  }
}

extension [UInt8] {
  /// Whether a line begins at an offset.
  fileprivate func beginsLine(at offset: Int) -> Bool {
    offset == 0 || self[offset - 1] == 0x0A || self[offset - 1] == 0x0D
  }
}
