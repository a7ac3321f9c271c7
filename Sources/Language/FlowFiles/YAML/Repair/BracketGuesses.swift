// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Guesses about brackets on one line, in which `,`, `[`, `]`, `{`, and `}` end a text.
extension SyntaxRepair {
  /// Returns guesses that quote the value around an offset inside `{ … }` on one line, shortest
  /// first.
  func flowCandidates(line: Int, around offset: Int?) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), isShort(line: line) else { return [] }
    let end = min(range.upperBound, bytes.count)
    var found: [RepairCandidate] = []
    let limit = min(max(offset ?? end, range.lowerBound), end)
    // Try the last keys before the offset: "{ key: " or ", key: ".
    for key in flowKeys(from: range.lowerBound, to: limit).suffix(2).reversed() {
      var start = key.upperBound + 1
      while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
      guard start < end, start <= limit + 1 else { continue }
      let name = text(key)
      var tries = 0
      for stop in start..<end where tries < 8 {
        let byte = bytes[stop]
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        else { continue }
        let value = SourceRange(start, LineShape.trimmed(from: start, to: stop, in: bytes))
        guard !value.isEmpty,
          bytes[value.lowerBound..<value.upperBound].isBalanced
        else { continue }
        tries += 1
        if let habit = joining(value, key: name) ?? typographicQuotes(value, key: name) {
          found.append(habit)
          continue
        }
        let reason = reason(forValue: value) ?? reason(inBrackets: value)
        found.append(
          placeholder(value, key: name, because: reason)
            ?? quoting(value, key: name, because: reason))
      }
    }
    return found
  }

  /// Returns the reason why a value can't be a plain text in brackets.
  private func reason(inBrackets value: SourceRange) -> String {
    let mark = text(value).first { "[]{},".contains($0) }
    return mark.map { "'\($0)' ends a value inside '{ }'" }
      ?? "',', '[', ']', '{' and '}' end a text inside brackets"
  }

  /// Returns the keys of entries in brackets between two offsets.
  private func flowKeys(from start: Int, to end: Int) -> [SourceRange] {
    var keys: [SourceRange] = []
    var wordStart: Int?
    var offset = start
    while offset < end {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: "["):
        var next = offset + 1
        while next < end, bytes[next] == UInt8(ascii: " ") { next += 1 }
        wordStart = next
      case UInt8(ascii: ":"):
        if let word = wordStart, word < offset,
          offset + 1 >= end || bytes[offset + 1] == UInt8(ascii: " ")
        {
          keys.append(SourceRange(word, offset))
          wordStart = nil
        }
      default: break
      }
      offset += 1
    }
    return keys
  }

  /// Returns a guess that quotes all list items on a line that contain `${`, whose brace begins a
  /// map, as in `[git, ${name}]`.
  func interpolationCandidates(line: Int, around problem: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), problem > range.lowerBound, problem < bytes.count,
      bytes[problem] == UInt8(ascii: "{"), bytes[problem - 1] == UInt8(ascii: "$"),
      case let items = interpolatedItems(
        from: range.lowerBound, around: problem, to: range.upperBound),
      let first = items.first
    else { return [] }
    let edits = items.flatMap { Quoting.edits(quoting: $0, in: bytes) }
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "quote-needed", "'{' begins a map inside brackets, even after '$'; quote this text",
          at: place(first),
          fixIts: [FixIt("quote the text", edits, isShown: true, isSafe: true)]),
        reach: lineEnd(of: first.upperBound))
    ]
  }

  /// Returns the items with `${`, from the one around an offset to the end of the list or line.
  private func interpolatedItems(from lower: Int, around problem: Int, to upper: Int)
    -> [SourceRange]
  {
    let before = bytes[lower..<problem].lastIndex {
      $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ",")
    }
    var items: [SourceRange] = []
    var start = before.map { $0 + 1 } ?? lower
    var depth = 0
    var quote: UInt8?
    func end(at stop: Int) {
      let first = bytes[start..<stop].firstIndex { $0 != UInt8(ascii: " ") } ?? stop
      let item = SourceRange(first, LineShape.trimmed(from: first, to: stop, in: bytes))
      if !item.isEmpty, text(item).includes("${"), text(item).first != "\"",
        text(item).first != "'"
      {
        items.append(item)
      }
    }
    for offset in start..<min(upper, bytes.count) {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]") where depth == 0:
        end(at: offset)
        return items
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        end(at: offset)
        start = offset + 1
      default: break
      }
    }
    // Unclosed brackets are a different mistake.
    guard depth == 0, quote == nil else { return [] }
    end(at: min(upper, bytes.count))
    return items
  }
}
