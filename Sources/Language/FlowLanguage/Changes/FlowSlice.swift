// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Some pieces of a flow file as a file of their own, whose places are known in the whole file.
struct FlowSlice {
  /// A piece in the slice.
  struct Part {
    /// The piece; nil for what's not in the whole file.
    let piece: Int?

    /// Its range in the slice, in UTF-8 offsets.
    let range: SourceRange

    /// Its beginning in the whole file.
    let start: Int
  }

  private(set) var bytes: [UInt8] = []
  private(set) var parts: [Part] = []

  /// Puts pieces together.
  ///
  /// - Parameters:
  ///   - included: Whether each piece is in the slice.
  ///   - pieces: The pieces, with their ranges in the text.
  ///   - text: The whole file.
  init(_ included: Set<Int>, of pieces: [FlowPieces.Piece], in text: [UInt8]) {
    let hasOutput = included.contains {
      pieces[$0].kind == .output && !pieces[$0].range.isEmpty
    }
    for (index, piece) in pieces.enumerated() {
      let isFirstOfOutput =
        piece.kind == .output && (index == 0 || pieces[index - 1].kind != .output)
      if isFirstOfOutput, !hasOutput {
        // Whether there's an output matters also where it isn't read.
        let isWhole = text[piece.range.lowerBound...].first != 0x20
        add(Array((isWhole ? "output: { a: '1' }\n" : "  a: '1'\n").utf8), nil, at: 0)
      } else if included.contains(index), !piece.range.isEmpty {
        add(
          Array(text[piece.range.lowerBound..<piece.range.upperBound]), index,
          at: piece.range.lowerBound)
      }
    }
  }

  private mutating func add(_ new: [UInt8], _ piece: Int?, at start: Int) {
    let range = SourceRange(bytes.count, bytes.count + new.count)
    parts.append(Part(piece: piece, range: range, start: start))
    bytes += new
  }

  /// Returns the part at an offset of the slice; one at the end belongs to the last part.
  func part(at offset: Int) -> Part? { parts.last { $0.range.lowerBound <= offset } }

  /// Returns the range in the slice of one in the whole file; nil if it isn't in the slice.
  func inner(_ range: SourceRange) -> SourceRange? {
    let part = parts.last { $0.piece != nil && $0.start <= range.lowerBound }
    guard let part, range.upperBound <= part.start + part.range.count else { return nil }
    let shift = part.range.lowerBound - part.start
    return SourceRange(range.lowerBound + shift, range.upperBound + shift)
  }

  /// Returns the range in the whole file of one in the slice; nil if it isn't within one piece.
  func whole(_ range: SourceRange) -> SourceRange? {
    guard let part = part(at: range.lowerBound), part.piece != nil,
      range.upperBound <= part.range.upperBound
    else { return nil }
    let shift = part.start - part.range.lowerBound
    return SourceRange(range.lowerBound + shift, range.upperBound + shift)
  }
}

extension Diagnostic {
  /// Returns the diagnostic with the places in a file in another reading of it; nil if one has no range there.
  func moved(
    from old: SourceFile, to file: SourceFile, _ move: (SourceRange) -> SourceRange?
  ) -> Diagnostic? {
    var moved = self
    if place.file == old {
      guard let range = move(place.range) else { return nil }
      moved.place = SourcePlace(file, range)
    }
    for index in notes.indices {
      guard let place = notes[index].place, place.file == old else { continue }
      guard let range = move(place.range) else { return nil }
      moved.notes[index].place = SourcePlace(file, range)
    }
    for index in fixIts.indices where place.file == old {
      for edit in fixIts[index].edits.indices {
        guard let range = move(fixIts[index].edits[edit].range) else { return nil }
        moved.fixIts[index].edits[edit].range = range
      }
    }
    return moved
  }
}
