// SPDX-License-Identifier: Apache-2.0

/// How a scalar behaves at the end of a line; a coarse form of the classes of UAX #14.
enum WrappingClass: UInt32 {
  /// Letters and digits: no break between two of them.
  case ordinary

  /// Ideographs, kana, Hangul and emoji: a break before and after.
  case ideograph

  /// Closing brackets, punctuation and small kana: no break before.
  case closing

  /// Opening brackets and currency signs: no break after.
  case opening

  /// No-break spaces and word joiners: no break before or after.
  case glue

  /// Hyphens and dashes: a break after, none before.
  case breakAfter

  /// Spaces: a break after, and they hang over the end of the line.
  case space

  /// Quotation marks: no break before or after.
  case quote
}

extension StringProtocol {
  /// The lines of this text when it is wrapped to a width in cells.
  ///
  /// A line ends at each line break of the text, and otherwise where a word ends: after spaces and
  /// hyphens, and before and after ideographs, kana, Hangul syllables and emoji, but not before
  /// closing and not after opening punctuation, and not around no-break spaces. The spaces at which
  /// a line was broken belong to no line; spaces at the start of a paragraph stay. A word that is
  /// longer than a line is broken between grapheme clusters.
  ///
  /// The lines are slices of this text, so their indices are positions in the text. There is at
  /// least one. No line is wider than `columns`, unless a single cluster is; a width below 1 counts
  /// as 1.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func wrapped(to columns: Int, ambiguous: AmbiguousWidth = .narrow) -> [SubSequence] {
    if isPrintableASCII(within: columns) { return [self[...]] }
    var wrapper = LineWrapper(self, columns: Swift.max(1, columns), ambiguous: ambiguous)
    return wrapper.lines()
  }
}

extension String {
  /// The lines of this text when it is wrapped to a width in cells, without looking up types.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func wrapped(
    to columns: Int, ambiguous: AmbiguousWidth = .narrow
  ) -> [Substring] {
    if let width = printableASCIICount, width <= columns { return [self[...]] }
    return self[...].wrapped(to: columns, ambiguous: ambiguous)
  }

  /// The parts between the line breaks; at least one.
  ///
  /// - Complexity: O(*n*) in the length of the text; printable ASCII, which has none, is only scanned.
  package var paragraphs: [Substring] {
    if printableASCIICount != nil { return [self[...]] }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension Substring {
  /// The lines of this text when it is wrapped to a width in cells, without looking up types.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func wrapped(
    to columns: Int, ambiguous: AmbiguousWidth = .narrow
  ) -> [Substring] {
    if isPrintableASCII(within: columns) { return [self] }
    var wrapper = LineWrapper(self, columns: Swift.max(1, columns), ambiguous: ambiguous)
    return wrapper.lines()
  }
}

private struct LineWrapper<Text: StringProtocol> {
  private let text: Text
  private let columns: Int
  private let ambiguous: AmbiguousWidth
  private var result: [Text.SubSequence] = []

  /// Where the line being filled starts, and how wide it is.
  private var lineStart: Text.Index
  private var lineWidth = 0

  /// The end of the line, and the start of the next, if it is broken at the last opportunity.
  private var breakEnd: Text.Index?
  private var breakNext: Text.Index

  /// The width from ``breakNext`` on.
  private var widthSinceBreak = 0

  /// The class of the character before, nil at the start of a paragraph.
  private var previous: WrappingClass?

  /// The character before, nil at the start of a paragraph.
  private var previousCharacter: Character?

  /// The end of the last character that isn't a space.
  private var contentEnd: Text.Index

  init(_ text: Text, columns: Int, ambiguous: AmbiguousWidth) {
    self.text = text
    self.columns = columns
    self.ambiguous = ambiguous
    lineStart = text.startIndex
    breakNext = text.startIndex
    contentEnd = text.startIndex
  }

  mutating func lines() -> [Text.SubSequence] {
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      if character.isLineBreak {
        finish(at: index, next: next)
      } else {
        add(character, at: index, next: next)
      }
      index = next
    }
    finish(at: text.endIndex, next: text.endIndex)
    return result
  }

  private mutating func add(_ character: Character, at index: Text.Index, next: Text.Index) {
    var (first, last) = character.wrappingClasses
    if first == .breakAfter {
      // A sign before a number or an option isn't a hyphen, and neither is a second one.
      if character == previousCharacter {
        last = previous ?? .ordinary
      } else if previous == nil || previous == .space || previous == .opening {
        last = .ordinary
      }
    }
    let width = character.cellWidth(ambiguous: ambiguous)
    lineWidth += width
    widthSinceBreak += width
    if first != .space {
      if let previous, allowsBreak(previous, first) {
        breakEnd = contentEnd
        breakNext = index
        widthSinceBreak = width
      }
      // Spaces that don't fit hang over the end of the line; only what follows them is too wide.
      if lineWidth > columns { breakLine(before: index, width: width) }
      contentEnd = next
    }
    previous = last
    previousCharacter = character
  }

  /// Ends the line at the last opportunity, or right before the character at an index.
  private mutating func breakLine(before index: Text.Index, width: Int) {
    if let end = breakEnd {
      // An indent alone isn't a line.
      if end > lineStart { result.append(text[lineStart..<end]) }
      lineStart = breakNext
      lineWidth = widthSinceBreak
      breakEnd = nil
    }
    if lineWidth > columns, index > lineStart {
      result.append(text[lineStart..<index])
      lineStart = index
      lineWidth = width
    }
  }

  private mutating func finish(at end: Text.Index, next: Text.Index) {
    // Spaces at the end of a paragraph stay where they fit.
    var lineEnd = end
    var width = lineWidth
    while width > columns, lineEnd > contentEnd {
      lineEnd = text.index(before: lineEnd)
      width -= text[lineEnd].cellWidth(ambiguous: ambiguous)
    }
    result.append(text[lineStart..<lineEnd])
    lineStart = next
    lineWidth = 0
    breakEnd = nil
    contentEnd = next
    previous = nil
    previousCharacter = nil
  }

  private func allowsBreak(_ left: WrappingClass, _ right: WrappingClass) -> Bool {
    switch (left, right) {
    case (.glue, _): false
    case (.space, _): true
    case (_, .glue): false
    case (_, .space), (_, .closing), (.opening, _), (_, .breakAfter): false
    case (.quote, _), (_, .quote): false
    case (.breakAfter, _): true
    case (.ideograph, _), (_, .ideograph): true
    default: false
    }
  }
}

extension Character {
  /// Whether this ends a paragraph.
  fileprivate var isLineBreak: Bool { self == "\n" || self == "\r\n" || self == "\r" }

  /// How the start and the end of the cluster behave at the end of a line.
  fileprivate var wrappingClasses: (first: WrappingClass, last: WrappingClass) {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else {
      return (.ordinary, .ordinary)
    }
    let start = ScalarTraits(of: first).wrapping
    guard last != first, last.value == 0x200D else { return (start, start) }
    return (start, .glue)
  }
}
