// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Guesses about comments between the lines of a value, which end the value in YAML.
extension SyntaxRepair {
  /// Returns guesses that a value continues after a comment.
  ///
  /// An expression becomes a block, in which comments begin with `//`; a text is quoted.
  func commentCandidates(line: Int) -> [RepairCandidate] {
    guard let (shape, lines) = value(around: line), let start = shape.value?.lowerBound,
      !Array("\"'[{|>".utf8).contains(bytes[start])
    else { return [] }
    var comments: [Int] = []
    for line in lines {
      let from = max(start, line.lowerBound)
      comments += LineShape.comment(from: from, to: line.upperBound, in: bytes).map { [$0] } ?? []
    }
    guard let first = comments.first, let last = lines.last, first < last.lowerBound else {
      return []
    }
    let whole = SourceRange(
      start, LineShape.trimmed(from: last.lowerBound, to: last.upperBound, in: bytes))
    guard whole.count <= Self.maximumLineLength else { return [] }
    let key = shape.keyText(in: bytes)
    guard noun(forKey: key) == "expression" else {
      return [quoting(whole, key: key, because: "' #' begins a comment", isSafe: false)]
    }
    let indent = lines.dropFirst().map { indentation(of: $0) }.min() ?? 0
    let edits =
      [FixIt.Edit(SourceRange(at: start), "|\n" + String(repeating: " ", count: indent))]
      + comments.map { FixIt.Edit(SourceRange($0, $0 + 1), "//") }
    return [
      RepairCandidate(
        edits: edits,
        diagnostic: Diagnostic(
          "cut-by-comment",
          "' #' begins a comment and cuts the expression short; write '|' and '//'",
          at: place(SourceRange(first, first + 1)),
          fixIts: [FixIt("write a block", edits, isShown: true, isSafe: true)]),
        reach: last.upperBound)
    ]
  }

  /// Returns whether a line begins with a word and a colon, as keys do.
  private func isEntry(line: Int) -> Bool {
    guard let key = shape(ofLine: line)?.key, key.upperBound < bytes.count,
      bytes[key.upperBound] == UInt8(ascii: ":")
    else { return false }
    return text(key).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Returns the value that begins on or above a line, with the following lines that are indented
  /// further than its key.
  private func value(around line: Int) -> (LineShape, [SourceRange])? {
    var number = line
    while let shape = shape(ofLine: number), shape.key == nil, line - number < 100 { number -= 1 }
    guard let shape = shape(ofLine: number), shape.key != nil, let own = file.range(ofLine: number)
    else { return nil }
    var lines = [own]
    while let following = file.range(ofLine: number + lines.count), !following.isEmpty,
      lines.count < 100, indentation(of: following) > shape.contentStart - own.lowerBound
    {
      // A line that looks like a key isn't part of the value, even if it's indented too far.
      if isEntry(line: number + lines.count) { return nil }
      lines.append(following)
    }
    return lines.count > 1 ? (shape, lines) : nil
  }
}
