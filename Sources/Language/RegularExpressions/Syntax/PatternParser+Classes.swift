// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

extension PatternParser {
  /// Charges the ranges of a set to the limit.
  mutating func counted(
    _ set: ScalarSet, from start: Int
  ) throws(RegularExpressionError) -> ScalarSet {
    classRanges += set.rangeCount
    guard classRanges <= limits.classRanges else {
      throw error(
        .tooLarge, "the classes of the pattern have more than \(limits.classRanges) ranges",
        from: start, to: index)
    }
    return set
  }

  /// Parses `[…]`.
  mutating func parseClass() throws(RegularExpressionError) -> ScalarSet {
    let start = index
    index += 1
    let isNegated = accept("^")
    var pairs: [UInt32] = []
    var isFirst = true
    while let next = peek() {
      if next == 0x5D, !isFirst { break }
      isFirst = false
      if let named = try parseNamedMember() {
        pairs += named.bounds
        continue
      }
      let low = index
      let first = try parseMember(of: start)
      // A '-' before the closing ']' is literal.
      guard peek() == 0x2D, let behind = peek(1), behind != 0x5D else {
        pairs += [first, first]
        continue
      }
      index += 1
      if let named = try parseNamedMember() {
        _ = named
        throw error(
          .syntax, "'\(text(low, index))' isn't a range; put the '-' last or write '\\-'",
          from: low,
          to: index)
      }
      let last = try parseMember(of: start)
      guard first <= last else {
        throw error(
          .syntax, "the range '\(text(low, index))' runs backwards", from: low, to: index)
      }
      pairs += [first, last]
    }
    guard accept("]") else {
      throw error(
        .syntax, "this class is not closed; expected ']'", from: start,
        to: start + (isNegated ? 2 : 1))
    }
    var set = ScalarSet(pairs: pairs)
    if flags.ignoresCase { set = set.folded }
    return try counted(isNegated ? set.inverted : set, from: start)
  }

  /// Parses `[:alpha:]`, `\d`, `\p{…}`, and so on; `nil` if the next member is a single scalar.
  private mutating func parseNamedMember() throws(RegularExpressionError) -> ScalarSet? {
    if at("[:") { return try parsePosixClass() }
    guard at("\\") else { return nil }
    return try parseClassEscape()
  }

  private mutating func parsePosixClass() throws(RegularExpressionError) -> ScalarSet? {
    let start = index
    var end = index + 2
    // If a ':]' follows anywhere, this is a name; otherwise '[:' is two members.
    guard let lastEnd = lastPosixEnd, end <= lastEnd else { return nil }
    while scalars[end] != 0x3A || scalars[end + 1] != 0x5D { end += 1 }
    let isNegated = peek(2) == 0x5E
    let name = text(start + (isNegated ? 3 : 2), end)
    guard let set = UnicodeClasses.posix(name) else {
      let near = NearMiss.nearest(to: name, in: UnicodeClasses.posixNames)
      let hint = near.map { "; did you mean '[:\($0):]'?" } ?? ""
      throw error(
        .syntax, "unknown class '\(text(start, end + 2))'\(hint)", from: start, to: end + 2)
    }
    index = end + 2
    let folded = flags.ignoresCase ? set.folded : set
    return try counted(isNegated ? folded.inverted : folded, from: start)
  }

  private mutating func parseMember(of start: Int) throws(RegularExpressionError) -> UInt32 {
    guard let next = peek() else {
      throw error(.syntax, "this class is not closed; expected ']'", from: start)
    }
    if next != 0x5C {
      index += 1
      return next
    }
    if peek(1) == 0x62 {
      throw error(
        .unsupported, "'\\b' isn't a character; write '\\x08' for a backspace", from: index,
        to: index + 2)
    }
    return try parseScalarEscape()
  }
}
