// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Reads YAML into trees with exact ranges, and finds every mistake of a file in one run.
///
/// If the text isn't valid YAML, the reader guesses what was meant and parses the result. If that
/// succeeds, it reports the mistake with its fix and continues. If no guess succeeds, it reports
/// the syntax error and returns what precedes it.
///
/// Time and memory are bounded for any file: files larger than
/// ``YAMLOptions/maximumByteCount`` are rejected before they're parsed, nesting is limited to ``YAMLOptions/maximumDepth``,
/// aliases are errors and never followed, and the guesses share a budget.
package enum YAMLReader {
  /// The maximum number of repairs in a file.
  private static let maximumRepairs = 100

  /// The maximum number of bytes to parse for guesses, in addition to twice the size of the file.
  private static let repairBudget = 16 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8; a byte order mark is skipped.
  ///   - name: The name to show in messages.
  ///   - options: The options for this kind of file.
  /// - Returns: The documents and their diagnostics.
  /// - Complexity: O(*n* · (*e* + 1)) in the length of the file and the number of syntax errors.
  package static func read(_ bytes: [UInt8], name: String, options: YAMLOptions = YAMLOptions())
    -> YAMLStream
  {
    if options.readsJSON, let stream = JSONTree.read(bytes, name: name, options: options) {
      return stream
    }
    var diagnostics = DiagnosticList()
    let text = YAMLText.read(bytes, name: name, options: options, into: &diagnostics)
    guard text.isUsable else {
      return YAMLStream(file: text.file, documents: [], diagnostics: diagnostics)
    }
    var stream = parse(text, options: options, into: &diagnostics)
    if stream.documents.allSatisfy({ $0.root == nil }), !diagnostics.hasErrors {
      diagnostics.add(
        Diagnostic(
          "empty-file", "the file is empty; expected \(options.expectation)",
          at: SourcePlace(text.file, SourceRange(at: 0))))
    }
    stream.diagnostics = diagnostics
    return stream
  }

  package static func read(_ text: String, name: String, options: YAMLOptions = YAMLOptions())
    -> YAMLStream
  {
    read(Array(text.utf8), name: name, options: options)
  }

  private static func parse(
    _ text: YAMLText, options: YAMLOptions, into diagnostics: inout DiagnosticList
  ) -> YAMLStream {
    var repairs = TextEdits()
    var repaired = repairs.applied(to: text.bytes)
    var budget = repairBudget + 2 * text.bytes.count
    let repair = SyntaxRepair(file: text.file, bytes: text.bytes, options: options)
    var round = 0
    while true {
      let positions = YAMLPositions(original: text.bytes, edits: repairs, edited: repaired)
      var builder = YAMLTreeBuilder(file: text.file, options: options, positions: positions)
      guard let failure = build(&builder, from: repaired) else {
        diagnostics.add(contentsOf: builder.diagnostics)
        var stream = YAMLStream(
          file: text.file, documents: builder.documents, diagnostics: DiagnosticList())
        stream.isAsWritten =
          round == 0 && builder.documents.count == 1
          && builder.documents[0].root?.isComplete == true
        return stream
      }
      let problem = positions.offset(failure.problemIndex)
      let context = failure.contextIndex.map(positions.offset)
      if round < maximumRepairs, options.repairsSyntax,
        let (candidate, edits) = firstConfirmed(
          repair.candidates(
            for: failure, problem: problem, context: context,
            lastQuoted: builder.lastMultilineQuoted),
          over: repairs, in: text.bytes,
          beyond: failure.context == .quotedText ? 0 : problem, budget: &budget)
      {
        diagnostics.add(candidate.diagnostic)
        repairs = edits
        round += 1
        repaired = edits.applied(to: text.bytes)
        continue
      }
      diagnostics.add(
        SyntaxMessages.diagnostic(
          for: failure, problem: problem, context: context, in: text.file))
      builder.abandon(at: problem)
      diagnostics.add(contentsOf: builder.diagnostics)
      return YAMLStream(
        file: text.file, documents: builder.documents, diagnostics: DiagnosticList())
    }
  }

  /// Passes the events to a builder, and returns the failure if there's one.
  private static func build(_ builder: inout YAMLTreeBuilder, from bytes: [UInt8]) -> YAMLFailure? {
    let parser = YAMLEventParser(bytes)
    do throws(YAMLFailure) {
      while let event = try parser.next() {
        guard builder.take(event) else {
          builder.abandon(at: builder.positions.offset(event.end))
          return nil
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Returns the first guess that makes the text parse beyond both the line that it fixes and the
  /// previous problem.
  ///
  /// For an unclosed quote, pass 0 as the problem, since that fails at the end of the text.
  private static func firstConfirmed(
    _ candidates: [RepairCandidate], over repairs: TextEdits, in bytes: [UInt8],
    beyond problem: Int, budget: inout Int
  ) -> (RepairCandidate, TextEdits)? {
    for candidate in candidates where !candidate.edits.isEmpty {
      guard budget > 0, let edits = repairs.adding(candidate.edits) else { continue }
      let edited = edits.applied(to: bytes)
      budget -= edited.count + 256
      let start = lineStart(of: candidate.edits.map(\.range.lowerBound).min() ?? 0, in: bytes)
      if isConfirmed(
        edited, edits: edits, over: bytes, start: start, reach: candidate.reach, beyond: problem)
      {
        return (candidate, edits)
      }
    }
    return nil
  }

  private static func isConfirmed(
    _ edited: [UInt8], edits: TextEdits, over bytes: [UInt8], start: Int, reach: Int,
    beyond problem: Int
  ) -> Bool {
    let parser = YAMLEventParser(edited)
    let positions = YAMLPositions(original: [], edits: edits, edited: edited)
    let goal = max(reach, problem)
    do throws(YAMLFailure) {
      while let event = try parser.next() {
        // Ignore collections, which start at their first child and so prove nothing yet.
        if case .scalar = event.kind, positions.offset(event.start) > goal { return true }
      }
      return true
    } catch {
      return positions.offset(error.problemIndex) > goal
        && !isFollowUp(error, positions: positions, in: bytes, start: start, reach: reach)
    }
  }

  private static func lineStart(of offset: Int, in bytes: [UInt8]) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n"), bytes[start - 1] != UInt8(ascii: "\r")
    {
      start -= 1
    }
    return start
  }

  /// Returns whether a failure after a repaired line results from the same mistake: what begins on
  /// the line doesn't end properly, or the next line doesn't belong anywhere.
  private static func isFollowUp(
    _ failure: YAMLFailure, positions: YAMLPositions, in bytes: [UInt8], start: Int, reach: Int
  ) -> Bool {
    guard let context = failure.contextIndex.map(positions.offset),
      failure.problem != .tab
    else { return false }
    let problem = positions.offset(failure.problemIndex)
    if context >= start, context <= reach { return true }
    guard context < start, reach < bytes.count else { return false }
    let between = bytes[reach..<min(problem, bytes.count)]
    let breaks = between.count { $0 == UInt8(ascii: "\n") }
    return breaks <= 1
  }

  /// Returns the text of a single scalar, or nil if the source is anything else.
  static func scalarText(of source: String) -> String? {
    let parser = YAMLEventParser(Array(source.utf8))
    var found: String?
    do throws(YAMLFailure) {
      while let event = try parser.next() {
        switch event.kind {
        case .documentStart, .documentEnd: continue
        case .scalar(_, let text) where found == nil && !event.hasTag: found = text
        default: return nil
        }
      }
      return found
    } catch {
      return nil
    }
  }

  /// Returns whether a text is valid YAML.
  static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    let parser = YAMLEventParser(bytes)
    do throws(YAMLFailure) {
      while try parser.next() != nil {}
      return true
    } catch {
      return false
    }
  }
}
