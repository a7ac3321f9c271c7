// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Guesses that quote a whole value, or split one that looks like two keys.
extension SyntaxRepair {
  /// Returns a guess that quotes a range.
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

  /// Returns a guess that separates what looks like two keys on one line: `min: 1, max: 10`, or
  /// `min: 1 max: 10` inside braces.
  ///
  /// Returns nil if it looks like a text.
  private func splitting(_ range: SourceRange, key: String?) -> RepairCandidate? {
    guard noun(forKey: key) != "expression",
      let line = file.range(ofLine: lineNumber(of: range.lowerBound)),
      range.upperBound <= line.upperBound
    else { return nil }
    var first = text(range).prefix { $0 != " " }
    let end = range.lowerBound + first.utf8.count
    let hasComma = first.hasSuffix(",")
    if hasComma { first = first.dropLast() }
    // After a single word, it may be a text: "Please note: …".
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

  func valueCandidates(line: Int) -> [RepairCandidate] {
    guard let shape = shape(ofLine: line), let value = shape.value ?? shape.valueWithComment,
      shape.key != nil || shape.isItem
    else { return [] }
    let key = shape.keyText(in: bytes)
    let isCode = noun(forKey: key) == "expression"
    if let habit = joining(value, key: key) ?? typographicQuotes(value, key: key) { return [habit] }
    var found: [RepairCandidate] = []
    let first = bytes[value.lowerBound]
    let last = bytes[value.upperBound - 1]
    if value.count > 2, first == last,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
      !isCode || !continuesAfterQuote(value)
    {
      found += innerQuoteCandidates(value, quote: first)
    }
    // Brackets are lists and maps, unless the key takes an expression or text follows them.
    let isBracket = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isContinued = key != nil && continuesAfterBracket(value)
    guard isCode || !isBracket || isContinued, let reason = reason(forValue: value)
    else { return found }
    found.append(
      placeholder(value, key: key, because: reason) ?? quoting(value, key: key, because: reason))
    if let whole = shape.valueWithComment {
      found.append(quoting(whole, key: key, because: "' #' begins a comment"))
    } else if let whole = continued(value, after: line, contentStart: shape.contentStart) {
      found.append(quoting(whole, key: key, because: reason))
    }
    return found
  }

  /// Returns the range of a value with the following lines that are indented further, or nil if
  /// there are none.
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

  /// Returns whether an operator follows the first text of an expression: `"a" + b`, but not
  /// `"a"b"`.
  private func continuesAfterQuote(_ value: SourceRange) -> Bool {
    let quote = bytes[value.lowerBound]
    let inside = (value.lowerBound + 1)..<value.upperBound
    guard let close = inside.first(where: { bytes[$0] == quote }), close + 1 < value.upperBound
    else { return false }
    let next = bytes[close + 1]
    let isWord = next | 0x20 >= 0x61 && next | 0x20 <= 0x7A || next >= 0x30 && next <= 0x39
    return !isWord && next != quote && next != UInt8(ascii: "_")
  }

  /// Returns whether words follow the bracket that closes the first one: `{name} is taken`.
  private func continuesAfterBracket(_ value: SourceRange) -> Bool {
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

  /// Returns the reason why a value can't be a plain text, or nil if it can.
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
      // A block header on its own is fine, so the mistake is something else.
      if text.dropFirst().allSatisfy({ "+-123456789".contains($0) }) { return nil }
      return "'\(text.prefix(1))' begins a YAML block text"
    case UInt8(ascii: "?"): return "'?' begins a YAML key"
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return "the value continues after its closing quote"
    default: break
    }
    if text.includes(": ") || text.hasSuffix(":") { return "': ' inside a value begins a YAML map" }
    if first == UInt8(ascii: "-"), text.hasPrefix("- ") { return "'- ' begins a YAML list" }
    return nil
  }
}
