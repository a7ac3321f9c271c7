// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Parses RE2's syntax into a ``PatternNode``.
///
/// Syntax that Perl has and RE2 lacks is refused with the reason. The syntax is
/// https://github.com/google/re2/wiki/Syntax without `\C`, because a single byte isn't a text.
struct PatternParser {
  /// The flags of `(?imsU)`.
  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotMatchesNewline = false
    var isUngreedy = false
  }

  struct Result {
    var node: PatternNode
    /// The names of the groups, starting with the whole match; `nil` for a group without a name.
    var groupNames: [String?]

    /// The first beginning of a repeat count without its brace.
    var looseCount: SourceRange?
  }

  /// A node, and the factor by which its counted repeats multiply it.
  struct Item {
    var node: PatternNode
    var weight: Int
  }

  /// The maximum count in `{n,m}`, and the maximum product of nested counts, as in RE2.
  static let maximumCount = 1_000

  /// A group whose `)` hasn't been read yet, or the pattern itself.
  struct OpenGroup {
    var start: Int
    /// The number of a capturing group.
    var number: Int?
    /// The flags to restore after the group.
    var outerFlags: Flags
    /// The complete alternatives.
    var choices: [PatternNode] = []
    /// The parts of the current alternative.
    var parts: [PatternNode] = []
    /// The factor by which the last part multiplies its counted repeats.
    var lastWeight = 1
    var weight = 1
  }

  let scalars: [UInt32]
  let offsets: [Int]
  let limits: RegularExpression.Limits
  /// The index of the last ':]', so that no search for one is in vain.
  let lastPosixEnd: Int?
  var index = 0
  var flags = Flags()
  /// The groups around the current position, starting with the pattern itself.
  ///
  /// An explicit stack, so deep nesting needs no deep recursion.
  var openGroups: [OpenGroup] = []
  var groupNames: [String?] = [nil]
  var groupRanges: [String: SourceRange] = [:]
  var classRanges = 0

  /// The first beginning of a count that isn't one, such as `{3,12` without a brace after it.
  var looseCount: SourceRange?
  var unicodeClasses: [String: ScalarSet] = [:]

  /// Parses a whole pattern.
  static func parse(
    _ pattern: String, limits: RegularExpression.Limits
  ) throws(RegularExpressionError) -> Result {
    let length = pattern.utf8.count
    guard length <= limits.patternLength else {
      throw RegularExpressionError(
        .tooLarge,
        "the pattern is \(length) bytes long; at most \(limits.patternLength) are allowed",
        SourceRange(0, length))
    }
    var parser = PatternParser(pattern, limits: limits)
    let node = try parser.parseAll()
    return Result(node: node, groupNames: parser.groupNames, looseCount: parser.looseCount)
  }

  private init(_ pattern: String, limits: RegularExpression.Limits) {
    var scalars: [UInt32] = []
    var offsets: [Int] = []
    var offset = 0
    for scalar in pattern.unicodeScalars {
      scalars.append(scalar.value)
      offsets.append(offset)
      offset += UTF8.width(scalar)
    }
    offsets.append(offset)
    lastPosixEnd = scalars.indices.last { index in
      scalars[index] == 0x3A && index + 1 < scalars.count && scalars[index + 1] == 0x5D
    }
    self.scalars = scalars
    self.offsets = offsets
    self.limits = limits
  }

  // MARK: Reading

  /// The scalar `distance` ahead, or `nil` after the end.
  func peek(_ distance: Int = 0) -> UInt32? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  /// Returns whether a literal comes next.
  func at(_ literal: StaticString) -> Bool {
    var distance = 0
    return literal.withUTF8Buffer { bytes in
      for byte in bytes {
        guard peek(distance) == UInt32(byte) else { return false }
        distance += 1
      }
      return true
    }
  }

  /// Skips an ASCII character if it comes next.
  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard peek() == character.value else { return false }
    index += 1
    return true
  }

  /// The text between two indices.
  func text(_ start: Int, _ end: Int) -> String {
    var result = ""
    for index in start..<max(start, min(end, scalars.count)) {
      if let scalar = Unicode.Scalar(scalars[index]) { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Creates an error with a range between two indices, by default up to the next scalar.
  func error(
    _ code: RegularExpressionError.Code, _ message: String, from start: Int, to end: Int? = nil
  ) -> RegularExpressionError {
    let first = min(start, scalars.count)
    let last = min(max(end ?? first + 1, first), scalars.count)
    return RegularExpressionError(code, message, SourceRange(offsets[first], offsets[last]))
  }

  // MARK: Structure

  private mutating func parseAll() throws(RegularExpressionError) -> PatternNode {
    openGroups = [OpenGroup(start: 0, number: nil, outerFlags: flags)]
    while let next = peek() {
      let start = index
      switch Unicode.Scalar(next) {
      case "(":
        try openGroup()
        try repeatLastPart(from: start)
      case "|":
        index += 1
        finishAlternative()
      case ")":
        guard openGroups.count > 1 else {
          throw error(.syntax, "unexpected ')'; no group is open here", from: index)
        }
        index += 1
        let opened = openGroups[openGroups.count - 1].start
        try append(closeGroup(), from: opened)
      default:
        if at("\\Q") {
          try parseQuoted()
        } else {
          try append(try parseAtom(next), from: start)
        }
      }
    }
    if let open = openGroups.last, openGroups.count > 1 {
      throw error(
        .syntax, "this group is not closed; expected ')'", from: open.start,
        to: open.start + (open.number == nil ? 3 : 1))
    }
    return closeGroup().node
  }

  /// Ends the current alternative.
  private mutating func finishAlternative() {
    let last = openGroups.count - 1
    let parts = openGroups[last].parts
    openGroups[last].parts = []
    openGroups[last].choices.append(
      parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts))
  }

  /// Ends the innermost group, and returns it as one node.
  private mutating func closeGroup() -> Item {
    finishAlternative()
    let group = openGroups.removeLast()
    flags = group.outerFlags
    let choices = group.choices
    let body: PatternNode = choices.count == 1 ? choices[0] : .choice(choices)
    return Item(node: group.number.map { .group($0, body) } ?? body, weight: group.weight)
  }

  /// Adds an item, and the repeat after it, to the innermost group.
  mutating func append(_ item: Item, from start: Int) throws(RegularExpressionError) {
    let item = try parseRepeats(of: item, from: start)
    let last = openGroups.count - 1
    openGroups[last].parts.append(item.node)
    openGroups[last].lastWeight = item.weight
    openGroups[last].weight = max(openGroups[last].weight, item.weight)
  }

  /// Parses anything that a repeat can follow, except a group.
  private mutating func parseAtom(_ next: UInt32) throws(RegularExpressionError) -> Item {
    let start = index
    switch Unicode.Scalar(next) {
    case "[":
      return Item(node: .scalar(try parseClass()), weight: 1)
    case ".":
      index += 1
      return Item(node: .scalar(flags.dotMatchesNewline ? .all : .allButNewline), weight: 1)
    case "^":
      index += 1
      return Item(node: .assertion(flags.isMultiline ? .lineStart : .textStart), weight: 1)
    case "$":
      index += 1
      return Item(node: .assertion(flags.isMultiline ? .lineEnd : .textEnd), weight: 1)
    case "*", "+", "?":
      throw error(
        .syntax,
        "'\(text(start, start + 1))' has nothing to repeat; write "
          + "'\\\(text(start, start + 1))' for the character itself", from: start)
    case "{":
      if parseCounts() != nil {
        throw error(
          .syntax,
          "'\(text(start, index))' has nothing to repeat; write '\\{' for the character "
            + "itself", from: start, to: index)
      }
      index = start + 1
      return literal(next)
    case "\\":
      return try parseEscape()
    default:
      index += 1
      return literal(next)
    }
  }

  /// The node of one literal scalar with the current flags.
  func literal(_ scalar: UInt32) -> Item {
    let set = ScalarSet(scalar)
    return Item(node: .scalar(flags.ignoresCase ? set.folded : set), weight: 1)
  }

  // MARK: Repeats

  /// Parses a repeat after flags such as `(?i)`; it applies to the part before them, as in RE2.
  private mutating func repeatLastPart(from start: Int) throws(RegularExpressionError) {
    let last = openGroups.count - 1
    guard text(index - 1, index) == ")", let part = openGroups[last].parts.popLast() else { return }
    try append(Item(node: part, weight: openGroups[last].lastWeight), from: start)
  }

  private mutating func parseRepeats(
    of item: Item, from atom: Int
  ) throws(RegularExpressionError) -> Item {
    let start = index
    guard let (minimum, maximum) = parseRepeatOperator() else { return item }
    var isLazy = flags.isUngreedy
    if accept("?") { isLazy.toggle() }
    let count = maximum ?? minimum
    if minimum > Self.maximumCount || count > Self.maximumCount {
      throw error(
        .tooLarge,
        "'\(text(start, index))' repeats too often; at most \(Self.maximumCount) times "
          + "are allowed", from: start, to: index)
    }
    if let maximum, maximum < minimum {
      throw error(
        .syntax,
        "the counts of '\(text(start, index))' are in the wrong order; write "
          + "'{\(maximum),\(minimum)}'", from: start, to: index)
    }
    let weight = maximum == 0 ? 1 : max(1, count) * item.weight
    guard weight <= Self.maximumCount else {
      throw error(
        .tooLarge, "nested repeats multiply to \(weight); at most \(Self.maximumCount) are allowed",
        from: atom, to: index)
    }
    let first = index
    if parseRepeatOperator() != nil {
      let both = text(start, index)
      let hint =
        both.hasSuffix("+") && first + 1 == index
        ? "possessive repeats are not supported" : "put a group '(?:…)' around the first"
      throw error(.syntax, "'\(both)' repeats a repeat; \(hint)", from: start, to: index)
    }
    return Item(
      node: .repetition(
        item.node, minimum: minimum, maximum: maximum, isLazy: isLazy,
        bodyCanBeEmpty: item.node.canBeEmpty),
      weight: weight)
  }

  private mutating func parseRepeatOperator() -> (minimum: Int, maximum: Int?)? {
    switch peek().flatMap(Unicode.Scalar.init) {
    case "*":
      index += 1
      return (0, nil)
    case "+":
      index += 1
      return (1, nil)
    case "?":
      index += 1
      return (0, 1)
    case "{":
      return parseCounts()
    default:
      return nil
    }
  }

  /// Parses `{n}`, `{n,}`, or `{n,m}`.
  ///
  /// Anything else is literal text, and leaves the index unchanged.
  private mutating func parseCounts() -> (minimum: Int, maximum: Int?)? {
    let start = index
    index += 1
    guard let minimum = parseNumber() else {
      index = start
      return nil
    }
    if accept("}") { return (minimum, minimum) }
    var maximum: Int?
    if accept(",") {
      if accept("}") { return (minimum, nil) }
      maximum = parseNumber()
      if let maximum, accept("}") { return (minimum, maximum) }
    }
    looseCount = looseCount ?? SourceRange(offsets[start], offsets[index])
    index = start
    return nil
  }

  /// Parses digits without leading zeros.
  ///
  /// A number beyond any limit becomes a number just beyond it.
  private mutating func parseNumber() -> Int? {
    var value: Int?
    if peek() == 0x30, (0x30...0x39).contains(peek(1) ?? 0) { return nil }
    while let digit = peek(), (0x30...0x39).contains(digit) {
      value = min((value ?? 0) * 10 + Int(digit - 0x30), 1_000_000)
      index += 1
    }
    return value
  }
}
