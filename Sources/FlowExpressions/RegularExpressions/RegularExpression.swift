// SPDX-License-Identifier: Apache-2.0

/// A pattern in RE2's syntax, matched in time linear in the text and in the pattern.
///
/// There are no back-references and no look-around, so no pattern can hang a program: a search
/// visits at most (*bytes of the text* + 1) · (``size``) instructions. Matching is as RE2's: a
/// search from the left, the first alternative that leads to a match wins, repeats take as much as
/// they can unless they are lazy. `^` and `$` stand for the ends of the text, or under `(?m)` of a
/// line; `.` is any scalar but a line feed, or under `(?s)` any; `\d`, `\s`, `\w` and `\b` know
/// ASCII only, `\p{…}` knows Unicode 15's general categories and scripts; `(?i)` uses Unicode's
/// simple case folding.
///
///     let name = try RegularExpression("^[a-z][a-z0-9-]*$")
///     name.matches("billing")  // true
///
/// Two expressions are equal when their patterns and limits are. Offsets are UTF-8 offsets of the
/// text and always stand between scalars.
public struct RegularExpression: Sendable {
  /// The pattern as it was written.
  public let pattern: String

  /// The limits that the pattern was checked against.
  public let limits: Limits

  /// The names of the groups by number; the first stands for the whole match and has none.
  public let groupNames: [String?]

  /// Whether every match begins at the start of the text, as that of `^a` and `\Aa` does.
  public let isAnchoredAtStart: Bool

  /// Whether every match ends at the end of the text, as that of `a$` and `a\z` does.
  public let isAnchoredAtEnd: Bool

  let program: PatternProgram
  let automaton: LazyAutomaton

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - pattern: the pattern in RE2's syntax.
  ///   - limits: how large it may be.
  /// - Throws: the first mistake in the pattern, with its range in UTF-8 offsets.
  /// - Complexity: O(*n*) in the size of the pattern after its counted repeats are written out,
  ///   with a factor for the ranges of its classes; all bounded by the limits.
  public init(
    _ pattern: String, limits: Limits = .standard
  ) throws(RegularExpressionError) {
    let parsed = try PatternParser.parse(pattern, limits: limits)
    self.pattern = pattern
    self.limits = limits
    groupNames = parsed.groupNames
    isAnchoredAtStart = parsed.node.isAnchoredAtStart
    isAnchoredAtEnd = parsed.node.isAnchoredAtEnd
    program = try ProgramCompiler.compile(
      parsed.node, groupCount: parsed.groupNames.count, length: pattern.utf8.count, limits: limits)
    automaton = LazyAutomaton(program)
  }

  /// The number of groups, the whole match not counted.
  public var groupCount: Int { groupNames.count - 1 }

  /// The number of instructions of the compiled pattern: the factor by which it multiplies the
  /// length of a text in the cost of a search.
  ///
  /// A search visits at most (*bytes of the text* + 1) · `size` instructions, so this product is what
  /// a bound on the cost of an expression should count.
  public var size: Int { program.instructions.count }

  /// Whether the pattern matches somewhere in a text.
  ///
  /// - Complexity: O(*bytes* · ``size``).
  public func matches(_ text: String) -> Bool {
    Self.withCursor(text) { cursor in
      if let answer = automaton.matches(cursor, from: 0) { return answer }
      var machine = PikeMachine(program, remembersGroups: false)
      return machine.run(cursor, from: 0) != nil
    }
  }

  /// The leftmost match at or behind an offset, or nil.
  ///
  /// - Parameters:
  ///   - text: the text to search.
  ///   - offset: the UTF-8 offset to begin at; one inside a scalar is moved behind it, one outside
  ///     the text to its nearest end. What stands before it still counts for `^` and `\b`.
  /// - Returns: where the pattern and its groups matched.
  /// - Complexity: O(*bytes* · ``size``), each step copying at most the groups.
  public func firstMatch(in text: String, from offset: Int = 0) -> Match? {
    Self.withCursor(text) { cursor in
      var machine = PikeMachine(program, remembersGroups: true)
      return firstMatch(in: cursor, from: Self.boundary(cursor, offset), with: &machine)
    }
  }

  /// The matches from left to right, none overlapping, at most `limit`.
  ///
  /// An empty match that touches the match before it is left out, as in RE2.
  ///
  /// - Complexity: O(*m* · *bytes* · ``size``) in the number *m* of matches: a match may have to
  ///   look at the rest of the text before it can be short.
  public func allMatches(in text: String, limit: Int = .max) -> [Match] {
    guard limit > 0 else { return [] }
    return findMatches(in: text, limit: limit, maximumSteps: .max) ?? []
  }

  /// All matches, or nil when they take more steps than allowed.
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
  /// Whether two expressions have the same pattern, scalar by scalar, and the same limits.
  ///
  /// A `String` is equal to its canonical equivalents, a pattern is not: do not use patterns as
  /// keys of a dictionary, use expressions or their UTF-8.
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
