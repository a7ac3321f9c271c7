// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Guesses about unclosed quotes and brackets, escapes, tabs, missing spaces, and indentation.
extension SyntaxRepair {
  /// Returns guesses for a quoted text that's never closed: it probably ends with its line.
  func closingCandidates(quotedFrom start: Int) -> [RepairCandidate] {
    guard start < bytes.count, let line = file.range(ofLine: lineNumber(of: start)) else {
      return []
    }
    let end = LineShape.trimmed(from: start + 1, to: line.upperBound, in: bytes)
    guard end > start else { return [] }
    let quote = bytes[start] == UInt8(ascii: "'") ? "'" : "\""
    let edits = [FixIt.Edit(SourceRange(at: end), quote)]
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "unclosed-quote", "the text that begins with \(quote) here is never closed",
          at: place(SourceRange(start, end)),
          fixIts: [FixIt("close the text", edits, isShown: true)]),
        reach: line.upperBound)
    ]
  }

  /// Returns guesses for a backslash in double quotes that isn't an escape.
  func escapeCandidates(quotedFrom start: Int, problem: Int) -> [RepairCandidate] {
    guard start < bytes.count else { return [] }
    var end = start + 1
    let limit = min(bytes.count, start + Self.maximumLineLength)
    while end < limit, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    let range = SourceRange(start, min(end + 1, bytes.count))
    // libyaml stops at the backslash.
    let wrong = SourceRange(problem, min(problem + 2, bytes.count))
    let reach = file.range(ofLine: lineNumber(of: range.upperBound))?.upperBound ?? end
    return Quoting.edits(fixingEscapesOf: range, in: bytes).map { edits in
      let isSingle = edits.first?.replacement == "'"
      let found = text(wrong)
      return RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "unknown-escape",
          "'\(found)' isn't an escape in a double-quoted text; "
            + (isSingle ? "in single quotes it's literal" : "write '\\\(found)'"),
          at: place(wrong),
          fixIts: [
            FixIt(
              isSingle ? "use single quotes" : "double the backslashes", edits, isShown: true,
              isSafe: true)
          ]),
        reach: reach)
    }
  }

  /// Returns a guess for a block of lines whose first one has a tab behind its indentation, as a Makefile has: the
  /// indentation is written into its header, such as `|2`.
  func tabInBlockCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), let header = previousLine(before: line),
      let whole = file.range(ofLine: header), let shape = shape(ofLine: header),
      let value = shape.value, (1...2).contains(value.count),
      bytes[value.lowerBound] == UInt8(ascii: "|") || bytes[value.lowerBound] == UInt8(ascii: ">"),
      value.count == 1 || bytes[value.lowerBound + 1] == UInt8(ascii: "-")
        || bytes[value.lowerBound + 1] == UInt8(ascii: "+")
    else { return [] }
    var tab = range.lowerBound
    while tab < range.upperBound, bytes[tab] == UInt8(ascii: " ") { tab += 1 }
    let width = tab - range.lowerBound - (shape.contentStart - whole.lowerBound)
    guard (1...9).contains(width), tab < range.upperBound, bytes[tab] == UInt8(ascii: "\t") else {
      return []
    }
    let start = value.lowerBound + 1
    let edits = [FixIt.Edit(SourceRange(at: start), "\(width)")]
    let written = text(SourceRange(value.lowerBound, start)) + "\(width)"
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "tab-indentation",
          "the first line of the block begins with a tab, so its indentation must be written: '\(written)'",
          at: place(value),
          fixIts: [FixIt("write the indentation", edits, isShown: true, isSafe: true)]),
        reach: range.upperBound)
    ]
  }

  /// Returns guesses for a line that's indented with tabs.
  func tabCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line) else { return [] }
    var tabs: [Int] = []
    var offset = range.lowerBound
    while offset < range.upperBound,
      bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t")
        || bytes[offset] == UInt8(ascii: "-")
    {
      if bytes[offset] == UInt8(ascii: "\t") { tabs.append(offset) }
      offset += 1
    }
    guard let first = tabs.first else { return [] }
    return ["  ", " ", "    "].map { spaces in
      let edits = tabs.map { FixIt.Edit(SourceRange($0, $0 + 1), spaces) }
      return RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "tab-indentation", "a tab indents this line; YAML is indented with spaces",
          at: place(SourceRange(first, first + 1)),
          fixIts: [FixIt("indent with spaces", edits, isShown: true)]),
        reach: range.upperBound)
    }
  }

  /// Returns guesses for `key:value`, which is a single word in YAML, where `key: value` was meant.
  func spaceCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), let shape = shape(ofLine: line), shape.key == nil
    else { return [] }
    var offset = shape.contentStart
    while offset < range.upperBound,
      bytes[offset] | 0x20 >= 0x61 && bytes[offset] | 0x20 <= 0x7A
        || bytes[offset] == UInt8(ascii: "_")
    {
      offset += 1
    }
    guard offset > shape.contentStart, offset + 1 < range.upperBound,
      bytes[offset] == UInt8(ascii: ":"), bytes[offset + 1] != UInt8(ascii: "/")
    else { return [] }
    let key = text(SourceRange(shape.contentStart, offset))
    let edits = [FixIt.Edit(SourceRange(at: offset + 1), " ")]
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "space-after-colon", "expected a space after '\(key):'",
          at: place(SourceRange(shape.contentStart, offset + 1)),
          fixIts: [FixIt("insert a space", edits, isShown: true, isSafe: true)]),
        reach: range.upperBound)
    ]
  }

  /// Returns guesses for a `[` or `{` that's never closed: the list or map probably ends with its
  /// line.
  func bracketCandidates(openedAt start: Int) -> [RepairCandidate] {
    guard start < bytes.count, let line = file.range(ofLine: lineNumber(of: start)) else {
      return []
    }
    let isList = bytes[start] == UInt8(ascii: "[")
    guard isList || bytes[start] == UInt8(ascii: "{") else { return [] }
    var end = LineShape.trimmed(from: start + 1, to: line.upperBound, in: bytes)
    if let comment = LineShape.comment(from: start + 1, to: end, in: bytes) {
      end = LineShape.trimmed(from: start + 1, to: comment, in: bytes)
    }
    let closing = isList ? "]" : "}"
    let edits = [FixIt.Edit(SourceRange(at: end), isList ? "]" : " }")]
    return wrongBracketCandidates(openedAt: start, line: line, closing: closing) + [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "unclosed-bracket",
          "the \(isList ? "list" : "map") that begins here is never closed; expected '\(closing)'",
          at: place(SourceRange(start, start + 1)),
          fixIts: [FixIt("close it", edits, isShown: true)]),
        reach: line.upperBound)
    ]
  }

  /// Returns guesses for `[ … }` and `{ … ]`.
  private func wrongBracketCandidates(openedAt start: Int, line: SourceRange, closing: String)
    -> [RepairCandidate]
  {
    let wrong = closing == "]" ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard let found = (start..<line.upperBound).first(where: { bytes[$0] == wrong }) else {
      return []
    }
    let range = SourceRange(found, found + 1)
    let edits = [FixIt.Edit(range, closing)]
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "unclosed-bracket", "expected '\(closing)', found '\(text(range))'", at: place(range),
          notes: [
            Diagnostic.Note(
              "it closes the \(closing == "]" ? "list" : "map") that begins here",
              at: place(SourceRange(start, start + 1)))
          ],
          fixIts: [FixIt("close it with '\(closing)'", edits, isShown: true)]),
        reach: line.upperBound)
    ]
  }

  /// Returns guesses for a line whose indentation matches no block: it probably belongs to a block
  /// above it.
  func indentationCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), let shape = shape(ofLine: line) else { return [] }
    let own = indentation(of: range)
    guard own < range.count else { return [] }
    var columns: [Int] = []
    var above = line
    for _ in 0..<40 {
      guard let previous = previousLine(before: above),
        let lineRange = file.range(ofLine: previous),
        let previousShape = self.shape(ofLine: previous)
      else { break }
      above = previous
      // Keys align with keys, and dashes with dashes.
      let column =
        shape.isItem
        ? (previousShape.isItem ? indentation(of: lineRange) : nil)
        : previousShape.contentStart - lineRange.lowerBound
      if let column, column != own, !columns.contains(column) { columns.append(column) }
      if columns.count >= 4 { break }
    }
    columns.sort { abs($0 - own) < abs($1 - own) }
    return columns.map { column in
      let edits = [
        FixIt.Edit(
          SourceRange(range.lowerBound, range.lowerBound + own),
          String(repeating: " ", count: column))
      ]
      // Two blocks that are equally near can both be meant.
      let isClear = columns.count { abs($0 - own) == abs(column - own) } == 1
      let what = shape.keyText(in: bytes).map { "'\($0)'" } ?? "this line"
      return RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "wrong-indentation",
          "\(what) is indented by \(Self.spaces(own)), which matches nothing above it; "
            + "expected \(column)",
          at: place(SourceRange(range.lowerBound + own, shape.key?.upperBound ?? range.upperBound)),
          fixIts: [
            FixIt("indent by \(Self.spaces(column))", edits, isShown: isClear, isSafe: isClear)
          ]),
        reach: range.upperBound)
    }
  }

  private static func spaces(_ count: Int) -> String { "\(count) space\(count == 1 ? "" : "s")" }

  func indentation(of line: SourceRange) -> Int {
    var count = 0
    while line.lowerBound + count < line.upperBound,
      bytes[line.lowerBound + count] == UInt8(ascii: " ")
    {
      count += 1
    }
    return count
  }
}
