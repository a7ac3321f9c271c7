// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Guesses about missing colons, missing spaces after dashes, block texts, multiline texts, unclosed
// quotes in brackets, and unmatched closing brackets.
extension SyntaxRepair {
  /// Returns guesses for `type string` where `type: string` was meant, and for `-ask: x` where
  /// `- ask: x` was meant.
  func wordCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), let shape = shape(ofLine: line) else { return [] }
    var start = shape.contentStart
    var found: [RepairCandidate] = []
    if start < range.upperBound, bytes[start] == UInt8(ascii: "-"),
      options.knownKeys.contains(text(wordRange(from: start + 1, to: range.upperBound)))
    {
      let edits = [FixIt.Edit(SourceRange(at: start + 1), " ")]
      found.append(
        RepairCandidate(
          edits: edits,
          diagnostic: Diagnostic(
            "space-after-dash", "expected a space after '-'",
            at: place(SourceRange(start, start + 1)),
            fixIts: [FixIt("insert a space", edits, isShown: true, isSafe: true)]),
          reach: range.upperBound))
      start += 1
    }
    guard shape.key == nil else { return found }
    let word = wordRange(from: start, to: range.upperBound)
    guard options.knownKeys.contains(text(word)), word.upperBound < range.upperBound,
      bytes[word.upperBound] == UInt8(ascii: " ")
    else { return found }
    let edits = [FixIt.Edit(SourceRange(at: word.upperBound), ":")]
    found.append(
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "missing-colon", "expected ':' after '\(text(word))'", at: place(word),
          fixIts: [FixIt("insert ':'", edits, isShown: true, isSafe: true)]),
        reach: range.upperBound))
    return found
  }

  /// Returns a guess for a line with only a word, which is a key that isn't typed yet: the rest is read without it.
  func halfKeyCandidates(
    at start: Int, for failure: YAMLFailure, problem: Int
  ) -> [RepairCandidate] {
    let line = lineNumber(of: start)
    guard let range = file.range(ofLine: line), let shape = shape(ofLine: line), shape.key == nil,
      shape.contentStart == start, shape.value == wordRange(from: start, to: range.upperBound)
    else { return [] }
    return [
      RepairCandidate(
        edits: [FixIt.Edit(SourceRange(at: start), "#")],
        diagnostic: SyntaxMessages.diagnostic(
          for: failure, problem: problem, context: start, in: file), reach: range.upperBound)
    ]
  }

  private func wordRange(from start: Int, to end: Int) -> SourceRange {
    var offset = start
    while offset < end, bytes[offset] | 0x20 >= 0x61 && bytes[offset] | 0x20 <= 0x7A { offset += 1 }
    return SourceRange(start, offset)
  }

  /// Returns guesses for `text: | words`, where the words belong on the next line.
  func headerCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), let shape = shape(ofLine: line),
      let value = shape.value, shape.key != nil || shape.isItem,
      noun(forKey: shape.keyText(in: bytes)) != "expression",
      bytes[value.lowerBound] == UInt8(ascii: "|") || bytes[value.lowerBound] == UInt8(ascii: ">"),
      value.lowerBound + 1 < value.upperBound,
      bytes[value.lowerBound + 1] == UInt8(ascii: " ")
    else { return [] }
    let own = shape.contentStart - range.lowerBound
    var column = own + 2
    if let next = file.range(ofLine: line + 1), indentation(of: next) > own {
      column = indentation(of: next)
    }
    let edits = [
      FixIt.Edit(
        SourceRange(value.lowerBound + 1, value.lowerBound + 2),
        "\n" + String(repeating: " ", count: column))
    ]
    let mark = text(SourceRange(value.lowerBound, value.lowerBound + 1))
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "block-text", "a text after '\(mark)' begins on the next line",
          at: place(SourceRange(value.lowerBound + 2, value.upperBound)),
          fixIts: [FixIt("begin it on the next line", edits, isShown: true, isSafe: true)]),
        reach: range.upperBound)
    ]
  }

  /// Returns guesses for lines after `text: |` that aren't indented further than their key.
  func blockTextCandidates(line: Int) -> [RepairCandidate] {
    guard let (header, headerRange, firstText) = blockHeader(above: line), let key = header.key,
      let value = header.value
    else { return [] }
    let wanted = firstText ?? header.contentStart - headerRange.lowerBound + 2
    var edits: [FixIt.Edit] = []
    var number = line
    var end = headerRange.upperBound
    var own: Int?
    while let range = file.range(ofLine: number), edits.count < 100 {
      number += 1
      if range.isEmpty { continue }
      let indent = indentation(of: range)
      guard indent < wanted, indent == own ?? indent, let shape = shape(ofLine: number - 1),
        shape.key == nil, !shape.isItem
      else { break }
      own = indent
      edits.append(
        FixIt.Edit(
          SourceRange(at: range.lowerBound), String(repeating: " ", count: wanted - indent)))
      end = range.upperBound
    }
    guard let first = edits.first else { return [] }
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "wrong-indentation",
          "the text of '\(text(key))' must be indented by \(wanted) spaces or more",
          at: place(SourceRange(first.range.lowerBound + (own ?? 0), end)),
          notes: [Diagnostic.Note("the text begins here", at: place(value))],
          fixIts: [FixIt("indent it", edits, isShown: true, isSafe: true)]),
        reach: end)
    ]
  }

  /// Returns the preceding line that begins a block text, and the indentation of the text's first
  /// line, or nil if a line between them belongs to something else.
  private func blockHeader(above line: Int) -> (LineShape, SourceRange, indentation: Int?)? {
    var number = line
    var first: Int?
    for _ in 0..<40 {
      guard let previous = previousLine(before: number), let shape = shape(ofLine: previous),
        let range = file.range(ofLine: previous)
      else { return nil }
      if shape.key != nil, let value = shape.value {
        let words = text(value)
        guard words.first == "|" || words.first == ">",
          words.dropFirst().allSatisfy({ "+-0123456789".contains($0) })
        else { return nil }
        let column = shape.contentStart - range.lowerBound
        return first ?? column + 1 > column ? (shape, range, first) : nil
      }
      first = indentation(of: range)
      number = previous
    }
    return nil
  }

  /// Returns guesses for a multiline text, one line of which contains `: `.
  func proseCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line) else { return [] }
    let own = indentation(of: range)
    var number = line
    for _ in 0..<40 {
      guard let previous = previousLine(before: number), let above = file.range(ofLine: previous),
        let shape = shape(ofLine: previous)
      else { return [] }
      number = previous
      guard shape.contentStart - above.lowerBound < own else { continue }
      guard shape.key != nil, let value = shape.value, let first = text(value).first,
        first.isLetter || first.isNumber
      else { return [] }
      var end = range.upperBound
      var next = line + 1
      while let following = file.range(ofLine: next), !following.isEmpty,
        indentation(of: following) >= own
      {
        end = following.upperBound
        next += 1
      }
      let whole = SourceRange(
        value.lowerBound, LineShape.trimmed(from: value.lowerBound, to: end, in: bytes))
      guard whole.count <= Self.maximumLineLength else { return [] }
      return [
        quoting(
          whole, key: shape.keyText(in: bytes), because: "': ' inside a value begins a YAML map")
      ]
    }
    return []
  }

  /// Returns guesses for a quoted text in brackets that isn't closed before the bracket is.
  func openQuoteCandidates(line: Int) -> [RepairCandidate] {
    guard let range = file.range(ofLine: line), range.count <= Self.maximumLineLength else {
      return []
    }
    var open: (offset: Int, byte: UInt8)?
    var depth = 0
    for offset in range.lowerBound..<min(range.upperBound, bytes.count) {
      let byte = bytes[offset]
      if let current = open {
        if byte == current.byte { open = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let before = offset > range.lowerBound ? bytes[offset - 1] : UInt8(ascii: " ")
        if [UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")]
          .contains(before)
        {
          open = (offset, byte)
        }
      default: break
      }
    }
    guard let open, depth > 0 else { return [] }
    let rest = open.offset..<min(range.upperBound, bytes.count)
    let ends = rest.filter {
      [UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ",")].contains(bytes[$0])
    }
    let quote = String(decoding: [open.byte], as: UTF8.self)
    return ends.prefix(4).map { stop in
      let end = LineShape.trimmed(from: open.offset + 1, to: stop, in: bytes)
      let edits = [FixIt.Edit(SourceRange(at: end), quote)]
      return RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "unclosed-quote", "the text that begins with \(quote) here is never closed",
          at: place(SourceRange(open.offset, end)),
          fixIts: [FixIt("close the text", edits, isShown: true)]),
        reach: range.upperBound)
    }
  }

  /// Returns guesses for a closing bracket without an opening one.
  func strayBracketCandidates(at problem: Int) -> [RepairCandidate] {
    guard problem < bytes.count, let line = file.range(ofLine: lineNumber(of: problem)),
      bytes[problem] == UInt8(ascii: "}") || bytes[problem] == UInt8(ascii: "]")
    else { return [] }
    let range = SourceRange(problem, problem + 1)
    let edits = [FixIt.Edit(range, "")]
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "stray-bracket", "'\(text(range))' closes nothing", at: place(range),
          fixIts: [FixIt("remove it", edits, isShown: true)]),
        reach: line.upperBound)
    ]
  }
}
