// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A pattern in RE2's syntax that matches in time linear in the text and in the pattern.
///
/// There are no back-references and no look-around, so no pattern can hang a program: a search
/// visits at most (*bytes of the text* + 1) · (``size``) instructions. Matching works as in RE2:
/// the search goes from left to right, the first alternative that leads to a match wins, and
/// repeats match as much as they can unless they're lazy. `^` and `$` match at the ends of the
/// text, or with `(?m)` of a line. `.` is any scalar except a line feed, or with `(?s)` any scalar.
/// `\d`, `\s`, `\w`, and `\b` cover only ASCII, and `\p{…}` covers the general categories and
/// scripts of Unicode 18. `(?i)` uses Unicode's simple case folding.
///
///     let name = try RegularExpression("^[a-z][a-z0-9-]*$")
///     name.matches("billing")  // true
///
/// Two expressions are equal if their patterns and limits are. Offsets are UTF-8 offsets of the
/// text, always between scalars.
public struct RegularExpression: Sendable {
  /// The pattern as written.
  public let pattern: String

  /// The limits that the pattern was checked against.
  let limits: Limits

  /// The names of the groups by number.
  ///
  /// The first is the whole match, which has no name.
  let groupNames: [String?]

  /// Whether every match starts at the start of the text, as with `^a` and `\Aa`.
  package let isAnchoredAtStart: Bool

  /// Whether every match ends at the end of the text, as with `a$` and `a\z`.
  package let isAnchoredAtEnd: Bool

  /// The range of the first beginning of a repeat count without its brace, such as `{3,12`, which is
  /// literal text in RE2; nil if there's none.
  package let looseCount: SourceRange?

  let program: PatternProgram
  let automaton: LazyAutomaton

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, in RE2's syntax.
  ///   - limits: The limits on its size.
  /// - Throws: The first mistake in the pattern, with its range in UTF-8 offsets.
  /// - Complexity: O(*n*) in the size of the pattern after its counted repeats are expanded, times
  ///   a factor for the ranges of its classes; the limits bound all of it.
  public init(
    _ pattern: String, limits: Limits = .standard
  ) throws(RegularExpressionError) {
    let parsed = try PatternParser.parse(pattern, limits: limits)
    self.pattern = pattern
    self.limits = limits
    groupNames = parsed.groupNames
    looseCount = parsed.looseCount
    isAnchoredAtStart = parsed.node.isAnchoredAtStart
    isAnchoredAtEnd = parsed.node.isAnchoredAtEnd
    program = try ProgramCompiler.compile(
      parsed.node, groupCount: parsed.groupNames.count, length: pattern.utf8.count, limits: limits)
    automaton = LazyAutomaton(program)
  }

  /// The number of groups, without the whole match.
  var groupCount: Int { groupNames.count - 1 }

  /// The number of instructions in the compiled pattern, which is the cost of a search per byte of
  /// text.
  ///
  /// A search visits at most (*bytes of the text* + 1) · `size` instructions, so a limit on the
  /// cost of an expression should count this product.
  public var size: Int { program.instructions.count }

  /// Returns whether the pattern matches anywhere in a text.
  ///
  /// - Complexity: O(*bytes* · ``size``).
  public func matches(_ text: String) -> Bool {
    Self.withCursor(text) { cursor in
      if let answer = automaton.matches(cursor, from: 0) { return answer }
      var machine = PikeMachine(program, remembersGroups: false)
      return machine.run(cursor, from: 0) != nil
    }
  }

  /// Returns the leftmost match at or after an offset, or `nil`.
  ///
  /// - Parameters:
  ///   - text: The text to search.
  ///   - offset: The UTF-8 offset to start at. An offset inside a scalar moves to the scalar's end,
  ///     and an offset outside the text to the nearest end. The text before the offset still counts
  ///     for `^` and `\b`.
  /// - Returns: The ranges of the match and its groups.
  /// - Complexity: O(*bytes* · ``size``), where each step copies at most the groups.
  package func firstMatch(in text: String, from offset: Int = 0) -> Match? {
    Self.withCursor(text) { cursor in
      var machine = PikeMachine(program, remembersGroups: true)
      return firstMatch(in: cursor, from: Self.boundary(cursor, offset), with: &machine)
    }
  }

  /// Returns the matches from left to right, without overlaps, at most `limit`.
  ///
  /// An empty match that touches the previous match is left out, as in RE2.
  ///
  /// - Complexity: O(*m* · *bytes* · ``size``) for *m* matches: even a short match may have to look
  ///   at the rest of the text.
  package func allMatches(in text: String, limit: Int = .max) -> [Match] {
    guard limit > 0 else { return [] }
    return findMatches(in: text, limit: limit, maximumSteps: .max) ?? []
  }

  /// Returns all matches, or `nil` if they take more steps than allowed.
  func findMatches(in text: String, limit: Int, maximumSteps: Int) -> [Match]? {
    Self.withCursor(text) { cursor in
      var machine = PikeMachine(program, remembersGroups: true)
      var matches: [Match] = []
      var offset = 0
      var lastEnd = -1
      while offset <= cursor.bytes.count, matches.count < limit,
        let match = firstMatch(in: cursor, from: offset, with: &machine)
      {
        let range = match.range
        if !range.isEmpty || range.lowerBound != lastEnd {
          matches.append(match)
          lastEnd = range.upperBound
        }
        offset = range.upperBound
        if range.isEmpty { offset += cursor.scalar(at: offset)?.length ?? 1 }
        if machine.steps > maximumSteps { return nil }
      }
      return matches
    }
  }

  private func firstMatch(
    in cursor: TextCursor, from offset: Int, with machine: inout PikeMachine
  ) -> Match? {
    guard automaton.matches(cursor, from: offset) != false,
      let slots = machine.run(cursor, from: offset)
    else { return nil }
    return Match(slots: slots, names: groupNames)
  }

  static func withCursor<Result>(_ text: String, _ body: (TextCursor) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(TextCursor(bytes: $0)) }
  }

  private static func boundary(_ cursor: TextCursor, _ offset: Int) -> Int {
    var offset = min(max(offset, 0), cursor.bytes.count)
    while offset < cursor.bytes.count, cursor.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }
}

extension RegularExpression: Hashable {
  /// Returns whether two expressions have the same pattern, scalar by scalar, and the same limits.
  ///
  /// A `String` equals its canonical equivalents, but a pattern doesn't: as dictionary keys, use
  /// expressions or their UTF-8 instead of patterns.
  public static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left.pattern == right.pattern && left.limits == right.limits
      && left.pattern.utf8.elementsEqual(right.pattern.utf8)
  }

  /// Hashes the pattern.
  public func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}

extension RegularExpression: CustomStringConvertible {
  /// The pattern.
  public var description: String { pattern }
}
