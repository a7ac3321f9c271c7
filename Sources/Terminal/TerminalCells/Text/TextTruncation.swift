// SPDX-License-Identifier: Apache-2.0

/// The part of a text to leave out if it doesn't fit.
public enum TruncationPlace: Hashable, Sendable {
  /// The beginning: `…/file.txt`.
  case start

  /// The middle: `a long…e.txt`.
  case middle

  /// The end: `a long na…`.
  case end
}

extension StringProtocol {
  /// This text if it fits in a width in cells, otherwise a part of it with an ellipsis.
  ///
  /// No cluster is cut in two, so the result may be a cell narrower than `columns`. At the end, a
  /// right-to-left word is left out as a whole, unless it's the only one, because its letters would be
  /// shaped and ordered as another word. A width that is
  /// too narrow for the ellipsis gives as much of the text as fits; a width below 1 gives an empty
  /// text. The text isn't escaped: a control character counts as its escape and is kept or left out
  /// whole.
  ///
  /// - Complexity: O(*n*) in the length of the text, O(*columns*) for what doesn't fit at its end.
  public func truncated(
    to columns: Int, at place: TruncationPlace = .end, ellipsis: String = "…",
    ambiguous: AmbiguousWidth = .narrow
  ) -> String {
    guard columns > 0 else { return "" }
    if isPrintableASCII(within: columns) { return String(self) }
    let whole = prefix(columns: columns, ambiguous: ambiguous)
    if whole.endIndex == endIndex { return String(self) }
    let room = columns - ellipsis.cellWidth(ambiguous: ambiguous)
    guard room >= 0 else { return String(whole) }
    switch place {
    case .end:
      let head = prefix(columns: room, ambiguous: ambiguous)
      return head[..<endOfWholeWords(in: head)] + ellipsis
    case .start: return ellipsis + suffix(columns: room, ambiguous: ambiguous)
    case .middle:
      let head = prefix(columns: room - room / 2, ambiguous: ambiguous)
      return head + ellipsis
        + self[head.endIndex...].suffix(columns: room / 2, ambiguous: ambiguous)
    }
  }

  /// The end of a beginning of this text, before a right-to-left word that continues after it.
  private func endOfWholeWords(in head: SubSequence) -> Index {
    guard head.endIndex < endIndex, self[head.endIndex].isRightToLeft,
      head.last?.isRightToLeft == true, let blank = head.lastIndex(where: \.isWhitespace)
    else { return head.endIndex }
    return blank
  }

  /// The longest beginning of this text that fits in a width in cells.
  ///
  /// Characters of no width that follow the last one belong to it.
  ///
  /// - Complexity: O(*k*) in the length of the result.
  public func prefix(columns: Int, ambiguous: AmbiguousWidth = .narrow) -> SubSequence {
    var width = 0
    var index = startIndex
    while index < endIndex {
      width += self[index].cellWidth(ambiguous: ambiguous)
      if width > columns { break }
      index = self.index(after: index)
    }
    return self[..<index]
  }

  /// The longest end of this text that fits in a width in cells.
  ///
  /// - Complexity: O(*k*) in the length of the result.
  func suffix(columns: Int, ambiguous: AmbiguousWidth = .narrow) -> SubSequence {
    var width = 0
    var index = endIndex
    while index > startIndex {
      let before = self.index(before: index)
      width += self[before].cellWidth(ambiguous: ambiguous)
      if width > columns { break }
      index = before
    }
    return self[index...]
  }
}

extension Character {
  /// Whether it's a letter of a script that is written from right to left, such as Hebrew or Arabic.
  package var isRightToLeft: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
