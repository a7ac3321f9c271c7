// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// A guess at what the author meant where the text isn't valid YAML.
struct RepairCandidate {
  /// The edits of the original text.
  let edits: [FixIt.Edit]

  /// The diagnostic to report if the edits turn out to be right.
  let diagnostic: Diagnostic

  /// The UTF-8 offset up to which the text must parse for the guess to be right.
  let reach: Int
}

/// Guesses what the author meant where libyaml stopped.
///
/// libyaml's messages describe what the parser expected ("did not find expected key"), not what the
/// author did wrong. So this type examines the line as a human reader would: a value that begins
/// with `!`, a quote inside quotes, a tab. Every guess is an edit of the text, and it's accepted
/// only if the edited text parses beyond the line. Reading then continues, and finds the next
/// mistake.
struct SyntaxRepair {
  let file: SourceFile
  let bytes: [UInt8]
  let options: YAMLOptions

  /// Returns the guesses for a failure, best first.
  ///
  /// - Parameters:
  ///   - failure: The failure that libyaml reported.
  ///   - problem: The UTF-8 offset in the original text at which libyaml stopped.
  ///   - context: The UTF-8 offset at which the construct that libyaml was reading begins.
  ///   - lastQuoted: The range of the last multiline quoted scalar before the problem.
  /// - Returns: The guesses, which aren't confirmed yet.
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
    found += foreignSpaceCandidates(line: problemLine)
    found += itemMapCandidates(line: problemLine)
    found += tabInBlockCandidates(line: problemLine) + tabCandidates(line: problemLine)
    found += blockTextCandidates(line: problemLine)
    let contextLine = context.map { lineNumber(of: $0) } ?? problemLine
    if contextLine != problemLine {
      found += blockTextCandidates(line: contextLine) + openQuoteCandidates(line: contextLine)
    }
    if let lastQuoted, lineNumber(of: lastQuoted.upperBound) == problemLine {
      found += closingCandidates(quotedFrom: lastQuoted.lowerBound)
    }
    var lines = [problemLine]
    if contextLine != problemLine, problemLine - contextLine <= 2 { lines.append(contextLine) }
    if let previous = previousLine(before: problemLine), !lines.contains(previous) {
      lines.append(previous)
    }
    for line in lines {
      if line != problemLine { found += foreignSpaceCandidates(line: line) }
      found += headerCandidates(line: line)
      found += openQuoteCandidates(line: line)
      found += flowCandidates(line: line, around: line == problemLine ? problem : context)
      if line == problemLine { found += interpolationCandidates(line: line, around: problem) }
      found += commentCandidates(line: line)
      found += valueCandidates(line: line)
      found += spaceCandidates(line: line)
      found += wordCandidates(line: line)
    }
    if let context, failure.problem.isUnclosedBracket {
      found += bracketCandidates(openedAt: context)
    }
    found += strayBracketCandidates(at: problem)
    if failure.problem == .noColon, let context {
      found += halfKeyCandidates(at: context, for: failure, problem: problem)
    }
    let prose = proseCandidates(line: problemLine)
    let indentation = indentationCandidates(line: problemLine)
    // "and so on: this" continues with a text; "label: this" is a key in the wrong place.
    let key = shape(ofLine: problemLine)?.keyText(in: bytes) ?? ""
    found += key.contains(" ") ? prose + indentation : indentation + prose
    return found
  }

  // MARK: Lines

  /// The maximum length of a line to make guesses about, in bytes; longer lines aren't written by
  /// hand.
  static let maximumLineLength = 8192

  func isShort(line: Int) -> Bool {
    file.range(ofLine: line).map { $0.count <= Self.maximumLineLength } ?? false
  }

  func lineNumber(of offset: Int) -> Int { file.lines(of: SourceRange(at: offset)).lowerBound }

  func shape(ofLine number: Int) -> LineShape? {
    isShort(line: number) ? file.range(ofLine: number).map { LineShape($0, in: bytes) } : nil
  }

  /// Returns the number of the previous line that contains more than white space and comments.
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

  /// Returns what messages call the value of a key: an expression, a pattern, or a text.
  func noun(forKey key: String?) -> String {
    guard let key else { return "text" }
    if options.codeKeys.contains(key) { return "expression" }
    return key == "pattern" ? "pattern" : "text"
  }
}
