// SPDX-License-Identifier: Apache-2.0

/// How many cells a character of East Asian ambiguous width occupies.
///
/// Unicode leaves the width of some characters (Greek and Cyrillic letters, box drawings, `…`) to
/// the context: one cell in most terminals, two in some that are set up for Chinese, Japanese or
/// Korean.
public enum AmbiguousWidth: Hashable, Sendable {
  /// One cell, the rule of nearly all terminals.
  case narrow

  /// Two cells.
  case wide
}

/// The source of the widths of this module.
public enum TextWidths {
  /// The version of the Unicode character database that the width table was made from.
  ///
  /// Grapheme clusters come from the standard library, which can have another version.
  public static var unicodeVersion: String { widthTableVersion }
}

extension Character {
  /// The number of terminal cells that this grapheme cluster occupies when it is shown.
  ///
  /// It is 0, 1 or 2, except for a control character, which is shown as an escape and is as wide as
  /// that (see ``Swift/StringProtocol/escapedForDisplay``). The width of a cluster is the sum of
  /// the widths of its scalars, at most 2; U+FE0F after a character that has an emoji style makes
  /// it 2. U+FE0E changes nothing, because Unicode doesn't narrow wide characters (UAX #11).
  ///
  /// So an emoji of several joined by U+200D is 2 cells wide, as in terminals that draw whole clusters:
  /// kitty, iTerm2, WezTerm, Ghostty, Windows Terminal, and others with mode 2027. Terminals that add up
  /// the widths of scalars, as `wcwidth` does, draw its parts one after the other. ``TerminalUpdate``
  /// therefore names the column of what follows, so that it's right in both.
  ///
  /// - Complexity: O(log *t*) for each scalar, *t* the ranges of the table (about 2,300); O(1) in
  ///   ASCII.
  public var cellWidth: Int { cellWidth(ambiguous: .narrow) }

  /// The number of terminal cells that this grapheme cluster occupies, with the width of ambiguous
  /// characters given.
  public func cellWidth(ambiguous: AmbiguousWidth) -> Int {
    if utf8.count == 1, let byte = utf8.first, byte &- 0x20 < 0x5F { return 1 }
    var total = 0
    var previous = ScalarTraits(raw: 0)
    for scalar in unicodeScalars {
      if scalar.isShownEscaped { return escapeWidth }
      if scalar.value == 0xFE0F, previous.hasEmojiStyle { return 2 }
      let traits = ScalarTraits(of: scalar)
      total += traits.width(ambiguous: ambiguous)
      // One more scalar can't narrow the cluster, but only U+FE0F of a narrow one widens it.
      if total >= 2 { return 2 }
      previous = traits
    }
    return total
  }

  /// Whether this is shown as an escape instead of as itself.
  var isShownEscaped: Bool { unicodeScalars.contains(where: \.isShownEscaped) }

  private var escapeWidth: Int { escapedForDisplay.utf8.count }
}

extension StringProtocol {
  /// The number of terminal cells that this text occupies on one line.
  ///
  /// It equals the width of ``escapedForDisplay``: a control character counts as its escape, a line
  /// break too.
  ///
  /// - Complexity: O(*n*) in the length of the text; a text of printable ASCII is only scanned.
  public var cellWidth: Int { cellWidth(ambiguous: .narrow) }

  /// The number of terminal cells that this text occupies on one line, with the width of ambiguous
  /// characters given.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func cellWidth(ambiguous: AmbiguousWidth) -> Int {
    // The loops over a text of a known type look up no types.
    let text = String(self)
    if let count = text.printableASCIICount { return count }
    var width = 0
    var index = text.startIndex
    while index < text.endIndex {
      let run = text.printableASCIIRun(from: index)
      if run.count > 0 {
        width += run.count
        index = run.end
      } else {
        width += text[index].cellWidth(ambiguous: ambiguous)
        index = text.index(after: index)
      }
    }
    return width
  }
}

extension StringProtocol {
  /// Whether the text is printable ASCII and fits in a width in cells, as most texts do: its bytes are only scanned.
  func isPrintableASCII(within columns: Int) -> Bool {
    String(self).printableASCIICount.map { $0 <= columns } ?? false
  }
}

extension String {
  /// The number of bytes if all of them are printable ASCII.
  package var printableASCIICount: Int? {
    let fast: Int?? = utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte &- 0x20 >= 0x5F { return Int?.none }
      return bytes.count
    }
    if let fast { return fast }
    return utf8.allSatisfy { $0 &- 0x20 < 0x5F } ? utf8.count : nil
  }
}

extension Unicode.Scalar {
  /// Whether it's a letter or a sign that makes a character with neither one like it nor ASCII, and is shown as itself:
  /// Latin letters, punctuation, arrows, lines, blocks, and the like.
  var isAlone: Bool {
    switch value {
    case 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x2BFF: true
    default: false
    }
  }
}

extension String {
  /// The scalar at the beginning of a character, and its end, if it's the character for certain; nil elsewhere.
  func loneScalar(at index: Index) -> (scalar: Unicode.Scalar, end: Index)? {
    let scalar = unicodeScalars[index]
    guard scalar.isAlone else { return nil }
    let end = unicodeScalars.index(after: index)
    guard end < endIndex else { return (scalar, end) }
    let next = unicodeScalars[end]
    return next.isASCII || next.isAlone ? (scalar, end) : nil
  }

  /// The printable ASCII from an index on, each byte of which is a character: what follows doesn't
  /// combine with the last one.
  func printableASCIIRun(from index: Index) -> (count: Int, end: Index) {
    let start = utf8.distance(from: startIndex, to: index)
    let run = utf8.withContiguousStorageIfAvailable { Self.printableRun(of: $0[start...]) }
    let count = run ?? Self.printableRun(of: utf8[index...])
    return (count, utf8.index(index, offsetBy: count))
  }

  private static func printableRun(of bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    for byte in bytes {
      guard byte &- 0x20 < 0x5F else { return byte < 0x80 ? count : Swift.max(0, count - 1) }
      count += 1
    }
    return count
  }
}

/// The entry of the table for a scalar.
struct ScalarTraits {
  let raw: UInt32

  init(raw: UInt32) { self.raw = raw }

  /// Finds the entry of a scalar by bisection.
  init(of scalar: Unicode.Scalar) {
    let value = scalar.value
    // Most text that isn't ASCII is in these two blocks, which are all alike.
    if value &- 0x4E00 < 0x5200 {
      self.init(raw: WrappingClass.ideograph.rawValue << 4 | 2)
      return
    }
    if value &- 0xAC00 < 0x2BA4 {
      self.init(raw: WrappingClass.ideograph.rawValue << 4 | 2)
      return
    }
    self.init(bisecting: value)
  }

  /// Finds the entry of a scalar without the shortcuts, which tests compare with it.
  init(bisecting value: UInt32) {
    let key = value << 8 | 0xFF
    raw = widthTable.withUnsafeBufferPointer { table in
      var low = 0
      var high = table.count - 1
      while low < high {
        let middle = (low + high + 1) / 2
        if table[middle] <= key { low = middle } else { high = middle - 1 }
      }
      return table[low] & 0xFF
    }
  }

  func width(ambiguous: AmbiguousWidth) -> Int {
    if ambiguous == .wide, raw & 4 != 0 { return 2 }
    return Int(raw & 3)
  }

  var hasEmojiStyle: Bool { raw & 8 != 0 }

  var wrapping: WrappingClass { WrappingClass(rawValue: raw >> 4 & 7) ?? .ordinary }
}
