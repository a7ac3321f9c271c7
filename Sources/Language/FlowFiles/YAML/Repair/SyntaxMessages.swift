// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Describes syntax errors for which there's no fix.
///
/// libyaml's own messages are never shown, since they use terms such as "token" and "simple key".
enum SyntaxMessages {
  /// Returns the diagnostic for a failure that no guess fixes.
  static func diagnostic(
    for failure: YAMLFailure, problem: Int, context: Int?, in file: SourceFile
  ) -> Diagnostic {
    known(failure.problem, at: problem, context, in: file)
      ?? unknown(failure.context, at: problem, context, in: file)
  }

  /// Returns the message about a problem that says what's wrong; nil for others.
  private static func known(
    _ known: YAMLFailure.Problem, at problem: Int, _ context: Int?, in file: SourceFile
  ) -> Diagnostic? {
    let place = SourcePlace(file, word(at: problem, in: file))
    let opening = context.map { SourcePlace(file, SourceRange($0, $0 + 1)) }
    let found = found(at: problem, in: file)
    /// A mistake, and where what it's in begins.
    func mistake(_ id: DiagnosticID, _ message: String, in container: String? = nil) -> Diagnostic {
      var notes: [Diagnostic.Note] = []
      if let container, let opening, opening.range.lowerBound != problem {
        notes = [Diagnostic.Note("the \(container) begins here", at: opening)]
      }
      return Diagnostic(id, message, at: place, notes: notes)
    }
    return switch known {
    case .unclosedList:
      mistake("unclosed-bracket", "expected ',' or ']' in the list, found \(found)", in: "list")
    case .unclosedMap:
      mistake("unclosed-bracket", "expected ',' or '}' in the map, found \(found)", in: "map")
    case .unclosedQuote:
      Diagnostic(
        "unclosed-quote", "the text that begins here is never closed", at: opening ?? place)
    case .noKey:
      mistake(
        "wrong-indentation", "expected a key of the map, found \(found); check the indentation",
        in: "map")
    case .noDash:
      mistake(
        "wrong-indentation", "expected '-' for the list's next item, found \(found)", in: "list")
    case .noColon:
      Diagnostic(
        "missing-colon", "expected ':' after this key", at: keyPlace(context, in: file) ?? place)
    case .misplacedColon:
      mistake(
        "yaml-syntax", "':' can't be used here: the line before it, or the value, isn't finished")
    case .misplacedDash:
      mistake("yaml-syntax", "'-' can't be used here; a list begins on its own line")
    case .misplacedQuestionMark: mistake("yaml-syntax", "'?' can't be used here")
    case .tab:
      mistake("tab-indentation", "a tab indents this line; YAML is indented with spaces")
    case .unknownEscape:
      mistake("unknown-escape", "\(found) isn't an escape in a double-quoted text")
    case .noHexadecimalDigits:
      mistake("unknown-escape", "expected hexadecimal digits after '\\x', '\\u' or '\\U'")
    case .invalidCharacterEscape:
      mistake("unknown-escape", "the escape names no character; write the character itself")
    case .tooDeep: mistake("too-deep", "lists and maps are nested too deeply")
    case .blockHeader:
      mistake("yaml-syntax", "only '-', '+', a digit and a comment may follow '|' or '>'")
    case .noDocumentStart:
      mistake("yaml-syntax", "expected the end of the document, found \(found)")
    case .version: mistake("yaml-syntax", "expected YAML 1.2; remove the directive")
    case .directive: mistake("yaml-syntax", "'%' begins a YAML directive; remove it")
    case .other: nil
    }
  }

  /// Returns the message about a problem of which only the surroundings are known.
  private static func unknown(
    _ surroundings: YAMLFailure.Context, at problem: Int, _ context: Int?, in file: SourceFile
  ) -> Diagnostic {
    let place = SourcePlace(file, word(at: problem, in: file))
    let opening = context.map { SourcePlace(file, SourceRange($0, $0 + 1)) }
    let found = found(at: problem, in: file)
    switch surroundings {
    case .directive:
      return Diagnostic(
        "yaml-syntax", "'%' at the start of a line begins a YAML directive", at: opening ?? place)
    case .tag:
      return Diagnostic(
        "yaml-syntax", "'!' begins a YAML tag; quote the text", at: opening ?? place)
    case .anchor, .alias:
      return Diagnostic(
        "yaml-syntax",
        "\(Self.found(at: opening?.range.lowerBound ?? problem, in: file)) begins "
          + "a YAML \(surroundings == .anchor ? "anchor" : "alias"); quote the text",
        at: opening ?? place)
    case .quotedText, .other:
      guard found != Self.endOfFile else {
        return Diagnostic(
          "yaml-syntax", "the file ends too early: a list, a map, or a value isn't finished",
          at: place)
      }
      return Diagnostic("yaml-syntax", "\(found) can't be used here in YAML", at: place)
    }
  }

  private static let endOfFile = "the end of the file"

  /// Returns a description of the word or character at an offset.
  private static func found(at offset: Int, in file: SourceFile) -> String {
    let rest = file[SourceRange(offset, offset + 32)]
    guard let first = rest.first else { return endOfFile }
    if first.isNewline { return "the end of the line" }
    if first == "\\" { return "'\(rest.prefix(2))'" }
    if first == "\t" { return "a tab" }
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return word.isEmpty ? "'\(first)'" : "'\(word)'"
  }

  /// Returns the range of the word or character at an offset.
  private static func word(at offset: Int, in file: SourceFile) -> SourceRange {
    let rest = file[SourceRange(offset, offset + 64)]
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    if !word.isEmpty { return SourceRange(offset, offset + word.utf8.count) }
    guard let first = rest.first, !first.isNewline else { return SourceRange(at: offset) }
    return SourceRange(offset, offset + String(first).utf8.count)
  }

  /// Returns the place from an offset to the end of its line.
  private static func keyPlace(_ offset: Int?, in file: SourceFile) -> SourcePlace? {
    guard let offset,
      let line = file.range(ofLine: file.lines(of: SourceRange(at: offset)).lowerBound)
    else { return nil }
    return SourcePlace(file, SourceRange(offset, line.upperBound))
  }
}
