// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// What is in brackets on one line, where `,`, `[`, `]`, `{` and `}` end a text.
extension SyntaxRepair {
  /// Guesses inside `{ … }` on one line: the entry around an offset is quoted, the shortest first.
  func flowCandidates(line: Int, around offset: Int?) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), isShort(line: line) else { return [] }
    let end = min(range.upperBound, bytes.count)
    var found: [RepairCandidate] = []
    let limit = min(max(offset ?? end, range.lowerBound), end)
    // The last keys before the place: "{ key: " or ", key: ".
    for key in flowKeys(from: range.lowerBound, to: limit).suffix(2).reversed() {
      var start = key.upperBound + 1
      while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
      guard start < end, start <= limit + 1 else { continue }
      let name = text(key)
      let reason =
        reason(forValue: SourceRange(start, end))
        ?? "',', '[', ']', '{' and '}' end a text inside brackets"
      var tries = 0
      for stop in start..<end where tries < 8 {
        let byte = bytes[stop]
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        else { continue }
        let value = SourceRange(start, LineShape.trimmed(from: start, to: stop, in: bytes))
        guard !value.isEmpty,
          Balance.isBalanced(bytes[value.lowerBound..<value.upperBound])
        else { continue }
        tries += 1
        found.append(quoting(value, key: name, because: reason))
      }
    }
    return found
  }

  /// The keys of entries in brackets between two offsets.
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

  /// A guess for items of a list that begin a map after a `$`, as in `[git, ${name}]`: each of them
  /// that is on the line is quoted.
  func holeCandidates(line: Int, around problem: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), problem > range.lowerBound, problem < bytes.count,
      bytes[problem] == UInt8(ascii: "{"), bytes[problem - 1] == UInt8(ascii: "$"),
      case let items = holeItems(from: range.lowerBound, around: problem, to: range.upperBound),
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

  /// The items with `${` from the one around an offset to the end of their list, or of the line.
  private func holeItems(from lower: Int, around problem: Int, to upper: Int) -> [SourceRange] {
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
      if !item.isEmpty, text(item).contains("${"), text(item).first != "\"",
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
    // Brackets that stay open are another mistake.
    guard depth == 0, quote == nil else { return [] }
    end(at: min(upper, bytes.count))
    return items
  }
}
