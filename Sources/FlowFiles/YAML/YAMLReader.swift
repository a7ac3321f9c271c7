// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Reads YAML into trees with exact places, and finds every mistake of a file in one run.
///
/// Where the text isn't YAML the reader guesses what was meant, has the guess parsed, reports it
/// with its fix and continues after it. Where no guess holds, it says what is wrong in its own
/// words and gives what is before it.
///
/// A file can't make it slow or large: files over ``YAMLOptions/maximumByteCount`` are refused
/// before they are parsed, nesting stops at ``YAMLOptions/maximumDepth``, aliases are mistakes and
/// never followed, and the guesses share a budget.
package enum YAMLReader {
  /// The maximum number of fixes of one file.
  private static let maximumRepairs = 100

  /// The maximum number of bytes that are parsed for guesses, besides twice the file.
  private static let repairBudget = 16 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes; a byte order mark is skipped.
  ///   - name: The name that messages show.
  ///   - options: What the file may be.
  /// - Returns: The documents and what is wrong with them.
  /// - Complexity: O(*n*) in the length of the file, and for each syntax error once more.
  package static func read(_ bytes: [UInt8], name: String, options: YAMLOptions = YAMLOptions())
    -> YAMLStream
  {
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

  /// Reads a text.
  package static func read(_ text: String, name: String, options: YAMLOptions = YAMLOptions())
    -> YAMLStream
  {
    read(Array(text.utf8), name: name, options: options)
  }

  private static func parse(
    _ text: YAMLText, options: YAMLOptions, into diagnostics: inout DiagnosticList
  ) -> YAMLStream {
    var repairs = options.readsJSON ? JSONEscapes.edits(in: text.bytes) : TextEdits()
    var repaired = repairs.applied(to: text.bytes)
    var budget = repairBudget + 2 * text.bytes.count
    let repair = SyntaxRepair(file: text.file, bytes: text.bytes, options: options)
    var round = 0
    while true {
      let positions = YAMLPositions(original: text.bytes, edits: repairs, edited: repaired)
      var builder = YAMLTreeBuilder(file: text.file, options: options, positions: positions)
      guard let failure = build(&builder, from: repaired) else {
        diagnostics.add(contentsOf: builder.diagnostics)
        return YAMLStream(
          file: text.file, documents: builder.documents, diagnostics: DiagnosticList())
      }
      let problem = positions.offset(failure.problemIndex)
      let context = failure.contextIndex.map(positions.offset)
      if round < maximumRepairs, options.repairsSyntax,
        let (candidate, edits) = firstHolding(
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

  /// Feeds a builder; says why the text ended early.
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

  /// The first guess that makes the text parse beyond the line that it fixes, and beyond where it
  /// failed before, which is 0 where it failed only at its end since a quote wasn't closed.
  private static func firstHolding(
    _ candidates: [RepairCandidate], over repairs: TextEdits, in bytes: [UInt8],
    beyond problem: Int, budget: inout Int
  ) -> (RepairCandidate, TextEdits)? {
    for candidate in candidates where !candidate.edits.isEmpty {
      guard budget > 0, let edits = repairs.adding(candidate.edits) else { continue }
      let edited = edits.applied(to: bytes)
      budget -= edited.count + 256
      let start = lineStart(of: candidate.edits.map(\.range.lowerBound).min() ?? 0, in: bytes)
      if holds(
        edited, edits: edits, over: bytes, start: start, reach: candidate.reach, beyond: problem)
      {
        return (candidate, edits)
      }
    }
    return nil
  }

  private static func holds(
    _ edited: [UInt8], edits: TextEdits, over bytes: [UInt8], start: Int, reach: Int,
    beyond problem: Int
  ) -> Bool {
    let parser = YAMLEventParser(edited)
    let positions = YAMLPositions(original: [], edits: edits, edited: edited)
    let goal = max(reach, problem)
    do throws(YAMLFailure) {
      while let event = try parser.next() {
        // Collections start at their first part, which proves nothing yet.
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

  /// Whether a failure after a fixed line is damage of the same mistake: what the line began did
  /// not end well, or the next line fits nowhere.
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

  /// The text of a single scalar; nil when the text is anything else.
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

  /// Whether a text is YAML, whatever it says.
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
