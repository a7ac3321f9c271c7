// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import SourceDiagnostics

extension TextTemplate {
  /// The maximum number of expressions, controls, and comments in a text.
  package static let maximumTags = 10_000

  /// Reads a text in which `${…}` is a value, a control, or a comment, and `$${` a literal `${`.
  ///
  /// - Parameters:
  ///   - text: The decoded text.
  ///   - place: The place of the whole text.
  ///   - takesLines: Whether controls take the lines on which they're alone.
  ///   - map: The map from offsets of the text to offsets of the file.
  ///   - limit: The maximum number of expressions, controls, and comments.
  /// - Returns: The text, and its mistakes in source order. Where there are mistakes, the text
  ///   has what could be read.
  /// - Complexity: O(*n*) in the length of the text.
  package static func reading(
    _ text: String, at place: SourcePlace, takesLines: Bool = true, map: () -> SourceMap,
    limit: Int = maximumTags
  ) -> (template: TextTemplate, mistakes: [Diagnostic]) {
    guard text.includes("${") else {
      return (TextTemplate(parts: text.isEmpty ? [] : [.words(text)], place: place), [])
    }
    var parser = TextParser(text, .file(place.file, map()), limit: limit)
    parser.takesLines = takesLines
    parser.parse()
    return (TextTemplate(parts: parser.parts, place: place), parser.mistakes)
  }

  /// Reads a whole file as a text.
  ///
  /// - Parameter file: The file, such as a template. The places of expressions are in it.
  /// - Returns: The text, and its mistakes in source order.
  /// - Complexity: O(*n*) in the length of the file.
  package static func reading(
    _ file: SourceFile
  ) -> (template: TextTemplate, mistakes: [Diagnostic]) {
    let count = file.utf8Count
    return reading(
      file.text, at: SourcePlace(file, SourceRange(0, count)),
      map: { SourceMap(verbatimAt: 0, count: count) })
  }

  /// Creates a text in which `${…}` is an expression, a control, or a comment, and `$${` a literal
  /// `${`.
  ///
  /// Mistakes in it, such as an unclosed block, are reported when the flow is checked.
  public init(_ text: String) {
    var parser = TextParser(text, .code, limit: .max)
    parser.parse()
    if !parser.mistakes.isEmpty {
      // Without blocks, it's written as it was, and its mistakes are found in what was written.
      parser = TextParser(text, .code, limit: .max)
      parser.buildsBlocks = false
      parser.parse()
    }
    self.init(parts: parser.parts)
  }
}

/// Splits a text into words and tags, and builds its blocks.
struct TextParser {
  /// Where the text is.
  enum Origin {
    case file(SourceFile, SourceMap)
    case code
  }

  private let text: String
  private let bytes: [UInt8]
  private let origin: Origin
  private let limit: Int

  /// Whether controls begin and end blocks; otherwise, each becomes an expression.
  var buildsBlocks = true

  /// Whether controls take the lines on which they're alone.
  var takesLines = true

  private(set) var mistakes: [Diagnostic] = []

  /// The blocks that are open, outermost first; the first is the text itself.
  private var open = [OpenBlock(kind: .text, tag: SourceRange(at: 0))]

  /// The words since the last part.
  private var words: [UInt8] = []

  /// The number of tags so far.
  private var count = 0

  /// The number of bytes that were read, some more than once.
  private(set) var work = 0

  /// The number of bytes that were searched in vain for the ends of expressions.
  private var searched = 0

  /// A block whose end wasn't reached yet.
  private struct OpenBlock {
    enum Kind {
      case text
      case conditional
      case loop(Identifier, value: Identifier?, ExpressionSource)

      /// A block of which nothing is kept, because its beginning can't be understood.
      case broken
    }

    let kind: Kind

    /// The range of the tag that begins it.
    let tag: SourceRange

    /// The branches that ended.
    var branches: [TextTemplate.Conditional.Branch] = []

    /// The condition of the current branch; nil after `else`, and outside conditionals.
    var condition: ExpressionSource?

    /// Whether nothing of the current branch is kept.
    var dropsBranch = false

    /// The range of its `${else}`.
    var elseTag: SourceRange?

    /// The parts of the current branch.
    var parts: [TextTemplate.Part] = []

    /// Ends the current branch.
    mutating func endBranch() {
      if !dropsBranch, let condition { branches.append(.init(if: condition, parts)) }
      condition = nil
      dropsBranch = false
      parts = []
    }
  }

  init(_ text: String, _ origin: Origin, limit: Int) {
    self.text = text
    bytes = Array(text.utf8)
    self.origin = origin
    self.limit = limit
  }

  /// The parts of the text, after it was parsed.
  var parts: [TextTemplate.Part] { open[0].parts }

  // MARK: Scanning

  mutating func parse() {
    work += bytes.count
    let (dollar, brace) = (UInt8(ascii: "$"), UInt8(ascii: "{"))
    var offset = 0
    var isWhole = true
    while offset < bytes.count {
      let first = bytes[offset]
      guard first == dollar, offset + 1 < bytes.count else {
        words.append(first)
        offset += 1
        continue
      }
      if bytes[offset + 1] == dollar, offset + 2 < bytes.count, bytes[offset + 2] == brace {
        words += [dollar, brace]
        offset += 3
        continue
      }
      guard bytes[offset + 1] == brace else {
        words.append(first)
        offset += 1
        continue
      }
      guard let end = readTag(at: offset) else {
        isWhole = false
        break
      }
      offset = end
    }
    flush()
    close(isWhole: isWhole)
  }

  /// Reads the tag at an offset; returns the offset after it, or nil if nothing can be read after
  /// it.
  private mutating func readTag(at start: Int) -> Int? {
    let opening = SourceRange(start, start + 2)
    count += 1
    guard count <= limit else {
      report("too-many-expressions", "a text can contain at most \(limit) expressions", opening)
      return nil
    }
    if let brace = strayBrace(from: start + 2) {
      report(
        .init(
          id: "unknown-block", words: "no '{' ends it here",
          fix: (SourceRange(brace.offset, brace.offset + 1), "")),
        at: SourceRange(start + 2, brace.offset))
      return read(
        SourceRange(start + 2, brace.offset), whole: SourceRange(start, brace.end + 1))
    }
    guard let end = endOfTag(from: start + 2) else {
      report(
        "unclosed-expression", "'${' is never closed by '}'; a literal '${' is written '$${'",
        opening)
      if !buildsBlocks {
        flush()
        add(.expression(ExpressionSource("${")))
      }
      return nil
    }
    return read(SourceRange(start + 2, end), whole: SourceRange(start, end + 1))
  }

  /// Reads what's between the braces of a tag; returns as ``readTag(at:)`` does.
  private mutating func read(_ inner: SourceRange, whole: SourceRange) -> Int? {
    let tag = TextTagReader(bytes, inner, isInBlock: open.count > 1).tag()
    if let mistake = tag.mistake { report(mistake, at: inner) }
    switch tag.kind {
    case .value:
      flush()
      add(.expression(source(inner)))
      return whole.upperBound
    case .file(let path, let arguments) where buildsBlocks:
      flush()
      add(
        .file(
          .init(
            identifier(path),
            with: arguments?.map { .init(identifier($0.name), source($0.value)) })))
      return whole.upperBound
    default: break
    }
    guard buildsBlocks else {
      flush()
      if case .comment = tag.kind, tag.mistake == nil { return whole.upperBound }
      add(.expression(source(inner)))
      return whole.upperBound
    }
    let next = takesLines ? endOfLine(takenBy: whole) : whole.upperBound
    return apply(tag.kind, whole) ? next : nil
  }

  /// Removes the indentation of a control or a comment that's alone on its line.
  ///
  /// - Parameter tag: The range of the control or comment.
  /// - Returns: The offset after the line if it's alone there; otherwise, the offset after the tag.
  private mutating func endOfLine(takenBy tag: SourceRange) -> Int {
    var start = tag.lowerBound
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    work += tag.lowerBound - start
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return tag.upperBound }
    var end = tag.upperBound
    while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
    work += end - tag.upperBound
    if end < bytes.count {
      let isLong = bytes[end] == UInt8(ascii: "\r")
      let last = isLong ? end + 1 : end
      guard last < bytes.count, bytes[last] == UInt8(ascii: "\n") else { return tag.upperBound }
      end = last + 1
    }
    words.removeLast(tag.lowerBound - start)
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  // MARK: Blocks

  /// Begins, continues, or ends a block; returns whether what follows can be read.
  private mutating func apply(_ kind: TextTag.Kind, _ tag: SourceRange) -> Bool {
    switch kind {
    case .value, .comment, .file: return true
    case .if(let condition):
      guard begin(.conditional, tag) else { return false }
      open[open.count - 1].condition = source(condition)
    case .loop(let name, let value, let list):
      return begin(.loop(identifier(name), value: value.map(identifier), source(list)), tag)
    case .binding(let name, let value):
      flush()
      add(.binding(.init(identifier(name), source(value))))
    case .brokenBlock: return begin(.broken, tag)
    case .elseIf(let condition):
      beginBranch(tag) { $0.condition = $1.source(condition) }
    case .brokenBranch: beginBranch(tag) { block, _ in block.dropsBranch = true }
    case .else: beginBranch(tag) { block, _ in block.elseTag = tag }
    case .end: endBlock(tag)
    }
    return true
  }

  private mutating func begin(_ kind: OpenBlock.Kind, _ tag: SourceRange) -> Bool {
    flush()
    guard open.count <= TextTemplate.maximumDepth else {
      report(
        "blocks-too-deep",
        "blocks of a text can be nested at most \(TextTemplate.maximumDepth) deep", tag)
      return false
    }
    open.append(OpenBlock(kind: kind, tag: tag))
    return true
  }

  private mutating func beginBranch(
    _ tag: SourceRange, _ change: (inout OpenBlock, TextParser) -> Void
  ) {
    flush()
    let last = open.count - 1
    switch open[last].kind {
    case .broken: return
    case .text: report("stray-block", "'${else}' belongs to no '${if …}'", tag)
    case .loop:
      report(
        "stray-block", "'${else}' belongs to an '${if …}', but a '${for …}' is open here", tag,
        notes: [.init("it begins here", at: place(open[last].tag))])
    case .conditional:
      if let elseTag = open[last].elseTag {
        report(
          "stray-block", "only '${end}' can follow the branch '${else}'", tag,
          notes: [.init("'${else}' is here", at: place(elseTag))])
        return
      }
      var block = open[last]
      block.endBranch()
      change(&block, self)
      open[last] = block
    }
  }

  private mutating func endBlock(_ tag: SourceRange) {
    flush()
    guard open.count > 1 else {
      report(
        "stray-block",
        "'${end}' closes nothing here; the answer of a question 'end' is written '${(end)}'", tag)
      return
    }
    var block = open.removeLast()
    switch block.kind {
    case .text, .broken: break
    case .loop(let name, let value, let list):
      add(.loop(.init(name, value: value, in: list, block.parts)))
    case .conditional:
      let otherwise = block.elseTag == nil ? [] : block.parts
      block.endBranch()
      add(.conditional(.init(block.branches, else: otherwise)))
    }
  }

  /// Reports the blocks that are still open at the end of the text.
  private mutating func close(isWhole: Bool) {
    while open.count > 1 {
      let tag = open[open.count - 1].tag
      let isLoop = if case .loop = open[open.count - 1].kind { true } else { false }
      endBlock(tag)
      guard isWhole else { continue }
      report(
        "unclosed-block",
        "'${\(isLoop ? "for" : "if") …}' is never closed; write '${end}' where it ends", tag)
    }
  }

  private mutating func add(_ part: TextTemplate.Part) { open[open.count - 1].parts.append(part) }

  private mutating func flush() {
    guard !words.isEmpty else { return }
    add(.words(String(decoding: words, as: UTF8.self)))
    words = []
  }

  // MARK: Ends

  /// The maximum number of bytes to search in vain.
  private static let maximumSearched = 1 << 21

  /// Returns the offset of the `}` that ends a tag, or nil if there's none.
  private mutating func endOfTag(from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "#") { return endOfComment(from: start) }
    guard searched < Self.maximumSearched else { return nil }
    return endOfExpression(from: start)
      ?? endOfExpression(from: start, passingLineBreaks: true)
  }

  /// Returns the offset of a `{` that ends a condition or a list, as in other languages, and that of the
  /// `}` right after it; nil if there's none.
  ///
  /// After an operand, no expression has `{}`.
  private func strayBrace(from start: Int) -> (offset: Int, end: Int)? {
    func pastBlanks(_ from: Int) -> Int {
      var offset = from
      while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
      return offset
    }
    let first = pastBlanks(start)
    guard ["if ", "for ", "else if "].contains(where: { bytes[first...].starts(with: $0.utf8) })
    else { return nil }
    let stops = "{}'\"\n#".utf8
    guard let offset = bytes[first...].firstIndex(where: { stops.contains($0) }),
      bytes[offset] == UInt8(ascii: "{")
    else { return nil }
    let end = pastBlanks(offset + 1)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "}"),
      let last = bytes[first..<offset].lastIndex(where: { !Self.isBlank($0) })
    else { return nil }
    let before = bytes[first...last]
    let isOperand =
      bytes[last] == UInt8(ascii: ")") || bytes[last] == UInt8(ascii: "]")
      || bytes[last] == UInt8(ascii: "_")
      || bytes[last] >= UInt8(ascii: "0") && bytes[last] <= UInt8(ascii: "9")
      || bytes[last] | 0x20 >= UInt8(ascii: "a") && bytes[last] | 0x20 <= UInt8(ascii: "z")
    let isLink = before.suffix(3).elementsEqual(" in".utf8)
    return isOperand && !isLink ? (offset, end) : nil
  }

  /// Returns the offset of the `}` that ends a comment, in which braces are balanced.
  private mutating func endOfComment(from start: Int) -> Int? {
    guard searched < Self.maximumSearched else { return nil }
    var depth = 0
    for offset in start..<bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        guard depth > 0 else {
          work += offset - start
          return offset
        }
        depth -= 1
      default: break
      }
    }
    searched += bytes.count - start
    work += bytes.count - start
    return nil
  }

  /// Returns the offset of the `}` that ends an expression.
  ///
  /// The lexer gets no more of the text than it needs. Otherwise, a text of a megabyte with
  /// thousands of expressions would be copied once for each.
  private mutating func endOfExpression(from start: Int, passingLineBreaks: Bool = false) -> Int? {
    var length = 64
    while true {
      let stop = min(bytes.count, start + length)
      let part = String(decoding: bytes[start..<stop], as: UTF8.self)
      work += stop - start
      if let end = ExpressionInterpolation.end(
        in: part, from: 0, passingLineBreaks: passingLineBreaks)
      {
        return start + end
      }
      // No expression is longer than this.
      guard stop < bytes.count, length < 1 << 17 else {
        searched += stop - start
        return nil
      }
      length *= 8
    }
  }

  // MARK: Places

  /// Returns the expression at a range.
  fileprivate func source(_ range: SourceRange) -> ExpressionSource {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    let source = String(text[start..<end])
    guard case .file(let file, let map) = origin else { return ExpressionSource(source) }
    return ExpressionSource(source, map: map.slice(range), in: file)
  }

  private func identifier(_ range: SourceRange) -> Identifier {
    let name = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Identifier(name, at: place(range))
  }

  private func place(_ range: SourceRange) -> SourcePlace {
    guard case .file(let file, let map) = origin else { return .code }
    return SourcePlace(file, map.sourceRange(of: range))
  }

  private mutating func report(
    _ id: DiagnosticID, _ words: String, _ range: SourceRange, notes: [Diagnostic.Note] = []
  ) {
    mistakes.append(Diagnostic(id, words, at: place(range), notes: notes))
  }

  private mutating func report(_ mistake: TextTag.Mistake, at inner: SourceRange) {
    var fixIts: [FixIt] = []
    if let fix = mistake.fix, case .file(_, let map) = origin, !map.runs.isEmpty {
      let title = fix.words.isEmpty ? "remove it" : "write '\(fix.words)'"
      fixIts = [
        FixIt(
          title, [.init(map.sourceRange(of: fix.range), fix.words)], isShown: true, isSafe: true)
      ]
    }
    mistakes.append(
      Diagnostic(
        mistake.id, mistake.words, at: place(mistake.fix?.range ?? inner), fixIts: fixIts))
  }
}
