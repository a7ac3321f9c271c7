// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// A guess at what someone meant where the text isn't YAML.
struct RepairCandidate {
  /// The changes of the original text.
  let edits: [FixIt.Edit]

  /// What is reported when the changes prove right.
  let diagnostic: Diagnostic

  /// The offset up to which the text must parse for the guess to be right.
  let reach: Int
}

/// Finds what was probably meant where libyaml stopped.
///
/// libyaml's own words say what the parser missed ("didn't find expected key"), not what the
/// person did. So the line is looked at as a person would: a value that begins with `!`, a quote
/// inside quotes, a tab. Every guess is an edit of the text, and a guess counts only when the
/// edited text parses beyond the line; then reading continues after it, which finds the next
/// mistake.
struct SyntaxRepair {
  let file: SourceFile
  let bytes: [UInt8]
  let options: YAMLOptions

  /// The guesses for a failure, the best first.
  ///
  /// - Parameters:
  ///   - failure: What libyaml said.
  ///   - problem: The UTF-8 offset in the original text at which it stopped.
  ///   - context: The offset at which that began which it was doing.
  ///   - lastQuoted: The last quoted scalar of several lines before it.
  /// - Returns: Guesses that no one has proven yet.
  func candidates(
    for failure: YAMLFailure, problem: Int, context: Int?, lastQuoted: SourceRange?
  ) -> [RepairCandidate] {
    let problemLine = lineNumber(of: problem)
    guard isShort(line: problemLine), context.map({ isShort(line: lineNumber(of: $0)) }) ?? true
    else { return [] }
    var found: [RepairCandidate] = []
    if failure.context == .quotedText {
      guard let context else { return [] }
      if failure.problem.isEscape {
        return escapeCandidates(quotedFrom: context, problem: problem)
      }
      return openQuoteCandidates(line: lineNumber(of: context))
        + closingCandidates(quotedFrom: context)
    }
    found += tabCandidates(line: problemLine)
    found += blockTextCandidates(line: problemLine)
    if let context {
      let contextLine = lineNumber(of: context)
      if contextLine != problemLine {
        found += blockTextCandidates(line: contextLine) + openQuoteCandidates(line: contextLine)
      }
    }
    if let lastQuoted, lineNumber(of: lastQuoted.upperBound) == problemLine {
      found += closingCandidates(quotedFrom: lastQuoted.lowerBound)
    }
    var lines = [problemLine]
    if let context {
      let contextLine = lineNumber(of: context)
      if contextLine != problemLine, problemLine - contextLine <= 2 { lines.append(contextLine) }
    }
    if let previous = previousLine(before: problemLine), !lines.contains(previous) {
      lines.append(previous)
    }
    for line in lines {
      found += headerCandidates(line: line)
      found += openQuoteCandidates(line: line)
      found += flowCandidates(line: line, around: line == problemLine ? problem : context)
      if line == problemLine { found += holeCandidates(line: line, around: problem) }
      found += commentCandidates(line: line)
      found += valueCandidates(line: line)
      found += spaceCandidates(line: line)
      found += wordCandidates(line: line)
    }
    if let context, failure.problem.isUnclosedBracket {
      found += bracketCandidates(openedAt: context)
    }
    found += strayBracketCandidates(at: problem)
    let prose = proseCandidates(line: problemLine)
    let indentation = indentationCandidates(line: problemLine)
    // "and so on: this" continues with a text; "label: this" is a key in the wrong place.
    let key = shape(ofLine: problemLine)?.keyText(in: bytes) ?? ""
    found += key.contains(" ") ? prose + indentation : indentation + prose
    return found
  }

  // MARK: Lines

  /// The longest line that is guessed about, in bytes; no one wrote a longer one by hand.
  static let maximumLineLength = 8192

  func isShort(line: Int) -> Bool {
    file.range(ofLine: line).map { $0.count <= Self.maximumLineLength } ?? false
  }

  func lineNumber(of offset: Int) -> Int { file.lines(of: SourceRange(at: offset)).lowerBound }

  func shape(ofLine number: Int) -> LineShape? {
    isShort(line: number) ? file.range(ofLine: number).map { LineShape($0, in: bytes) } : nil
  }

  /// The line before one that holds more than blanks and comments.
  func previousLine(before number: Int) -> Int? {
    var number = number - 1
    while number >= 1 {
      guard let shape = shape(ofLine: number) else { return nil }
      if shape.value != nil || shape.key != nil { return number }
      number -= 1
    }
    return nil
  }

  func place(_ range: SourceRange) -> SourcePlace { SourcePlace(file, range) }

  func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.lowerBound..<min(range.upperBound, bytes.count)], as: UTF8.self)
  }

  /// What a value is called by its key: an expression, a pattern, a text.
  func noun(forKey key: String?) -> String {
    guard let key else { return "text" }
    if options.codeKeys.contains(key) { return "expression" }
    return key == "pattern" ? "pattern" : "text"
  }
}

// MARK: - Quoting whole values

extension SyntaxRepair {
  /// A guess that quotes a range.
  func quoting(
    _ range: SourceRange, key: String?, because reason: String, isSafe: Bool = true
  ) -> RepairCandidate {
    if let split = splitting(range, key: key) { return split }
    let noun = noun(forKey: key)
    let edits = Quoting.edits(quoting: range, in: bytes)
    return RepairCandidate(
      edits: edits,
      diagnostic: Diagnostic(
        "quote-needed", "\(reason); quote this \(noun)", at: place(range),
        fixIts: [FixIt("quote the \(noun)", edits, isShown: true, isSafe: isSafe)]),
      reach: lineEnd(of: range.upperBound))
  }

  /// A guess that puts apart what looks like two keys on one line: `min: 1, max: 10`, and inside
  /// braces `min: 1 max: 10`; nil for a text.
  private func splitting(_ range: SourceRange, key: String?) -> RepairCandidate? {
    guard noun(forKey: key) != "expression",
      let line = file.range(ofLine: lineNumber(of: range.lowerBound)),
      range.upperBound <= line.upperBound
    else { return nil }
    var first = text(range).prefix { $0 != " " }
    let end = range.lowerBound + first.utf8.count
    let hasComma = first.hasSuffix(",")
    if hasComma { first = first.dropLast() }
    // After a single word it may be a text: "Please note: …".
    guard hasComma || Double(first) != nil || first == "true" || first == "false" else {
      return nil
    }
    let start = range.lowerBound + first.utf8.count
    let next = end + text(SourceRange(end, range.upperBound)).prefix { $0 == " " }.utf8.count
    let word = text(SourceRange(next, range.upperBound)).prefix { $0.isLetter }
    let colon = next + word.utf8.count
    guard next > end, options.knownKeys.contains(String(word)), colon < range.upperBound,
      bytes[colon] == UInt8(ascii: ":")
    else { return nil }
    let isInBraces = bytes[line.lowerBound..<range.lowerBound].contains(UInt8(ascii: "{"))
    let indentation =
      shape(ofLine: lineNumber(of: range.lowerBound))
      .map { $0.contentStart - line.lowerBound } ?? 0
    let edits = [
      FixIt.Edit(
        SourceRange(start, next),
        isInBraces ? ", " : "\n" + String(repeating: " ", count: indentation))
    ]
    return RepairCandidate(
      edits: edits,
      diagnostic: Diagnostic(
        "keys-on-one-line",
        isInBraces
          ? "'\(word)' looks like another key; put ',' before it"
          : "'\(word)' looks like another key; put it on a line of its own",
        at: place(SourceRange(next, colon)),
        fixIts: [
          FixIt(
            isInBraces ? "put ',' before it" : "break the line", edits, isShown: true, isSafe: true)
        ]),
      reach: line.upperBound)
  }

  func lineEnd(of offset: Int) -> Int {
    file.range(ofLine: lineNumber(of: offset))?.upperBound ?? offset
  }

  private func valueCandidates(line: Int) -> [RepairCandidate] {
    guard let shape = shape(ofLine: line), let value = shape.value ?? shape.valueWithComment,
      shape.key != nil || shape.isItem
    else { return [] }
    let key = shape.keyText(in: bytes)
    let isCode = noun(forKey: key) == "expression"
    var found: [RepairCandidate] = []
    let first = bytes[value.lowerBound]
    let last = bytes[value.upperBound - 1]
    if value.count > 2, first == last,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
      !isCode || !goesOnAfterQuote(value)
    {
      found += innerQuoteCandidates(value, quote: first)
    }
    // Brackets are lists and maps unless the key says that they are code, or a text continues.
    let isBracket = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let goesOn = key != nil && goesOnAfterBracket(value)
    guard isCode || !isBracket || goesOn, let reason = reason(forValue: value)
    else { return found }
    found.append(quoting(value, key: key, because: reason))
    if let whole = shape.valueWithComment {
      found.append(quoting(whole, key: key, because: "' #' begins a comment"))
    } else if let whole = continued(value, after: line, contentStart: shape.contentStart) {
      found.append(quoting(whole, key: key, because: reason))
    }
    return found
  }

  /// A value with the more indented lines after it; nil where there are none.
  private func continued(_ value: SourceRange, after line: Int, contentStart: Int)
    -> SourceRange?
  {
    guard let own = file.range(ofLine: line) else { return nil }
    var end = value.upperBound
    var next = line + 1
    while let following = file.range(ofLine: next), !following.isEmpty, next - line < 100,
      indentation(of: following) > contentStart - own.lowerBound
    {
      end = LineShape.trimmed(from: following.lowerBound, to: following.upperBound, in: bytes)
      next += 1
    }
    return end > value.upperBound && end - value.lowerBound <= Self.maximumLineLength
      ? SourceRange(value.lowerBound, end) : nil
  }

  private func innerQuoteCandidates(_ value: SourceRange, quote: UInt8) -> [RepairCandidate] {
    let edits = Quoting.edits(escapingInside: value, in: bytes)
    guard let first = edits.first else { return [] }
    let escape = quote == UInt8(ascii: "'") ? "''" : "\\\""
    let mark = quote == UInt8(ascii: "'") ? "'" : "\""
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "quote-inside",
          "this \(mark) ends the text early; inside the text it is written \(escape)",
          at: place(first.range),
          fixIts: [FixIt("escape the quotes inside the text", edits, isShown: true, isSafe: true)]),
        reach: lineEnd(of: value.upperBound))
    ]
  }

  /// Whether an operator follows the first text of an expression: `"a" + b`, not `"a"b"`.
  private func goesOnAfterQuote(_ value: SourceRange) -> Bool {
    let quote = bytes[value.lowerBound]
    let inside = (value.lowerBound + 1)..<value.upperBound
    guard let close = inside.first(where: { bytes[$0] == quote }), close + 1 < value.upperBound
    else { return false }
    let next = bytes[close + 1]
    let isWord = next | 0x20 >= 0x61 && next | 0x20 <= 0x7A || next >= 0x30 && next <= 0x39
    return !isWord && next != quote && next != UInt8(ascii: "_")
  }

  /// Whether words follow the bracket that closes the first one: `{name} is taken`.
  private func goesOnAfterBracket(_ value: SourceRange) -> Bool {
    var depth = 0
    for offset in value.lowerBound..<value.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        guard depth == 0 else { continue }
        let rest = bytes[(offset + 1)..<value.upperBound].first { $0 != UInt8(ascii: " ") }
        return rest.map { !Array("]},".utf8).contains($0) } ?? false
      default: break
      }
    }
    return false
  }

  /// Why a value isn't a plain text; nil where nothing in it bites.
  func reason(forValue value: SourceRange) -> String? {
    let first = bytes[value.lowerBound]
    let text = text(value)
    switch first {
    case UInt8(ascii: "!"): return "'!' begins a YAML tag"
    case UInt8(ascii: "&"): return "'&' begins a YAML anchor"
    case UInt8(ascii: "*"): return "'*' begins a YAML alias"
    case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"), UInt8(ascii: ","),
      UInt8(ascii: "]"), UInt8(ascii: "}"):
      return "'\(text.prefix(1))' cannot begin a value in YAML"
    case UInt8(ascii: "{"): return "'{' begins a YAML map"
    case UInt8(ascii: "["): return "'[' begins a YAML list"
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      // A header alone begins a block, and what is wrong is something else.
      if text.dropFirst().allSatisfy({ "+-123456789".contains($0) }) { return nil }
      return "'\(text.prefix(1))' begins a YAML block text"
    case UInt8(ascii: "?"): return "'?' begins a YAML key"
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return "the value continues after its closing quote"
    default: break
    }
    if text.contains(": ") || text.hasSuffix(":") { return "': ' inside a value begins a YAML map" }
    if first == UInt8(ascii: "-"), text.hasPrefix("- ") { return "'- ' begins a YAML list" }
    return nil
  }
}
