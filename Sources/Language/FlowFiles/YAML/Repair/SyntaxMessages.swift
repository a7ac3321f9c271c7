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
    func note(_ message: String) -> [Diagnostic.Note] {
      guard let opening, opening.range.lowerBound != problem else { return [] }
      return [Diagnostic.Note(message, at: opening)]
    }
    let found = found(at: problem, in: file)
    switch known {
    case .unclosedList:
      return Diagnostic(
        "unclosed-bracket", "expected ',' or ']' in the list, found \(found)", at: place,
        notes: note("the list begins here"))
    case .unclosedMap:
      return Diagnostic(
        "unclosed-bracket", "expected ',' or '}' in the map, found \(found)", at: place,
        notes: note("the map begins here"))
    case .unclosedQuote:
      return Diagnostic(
        "unclosed-quote", "the text that begins here is never closed", at: opening ?? place)
    case .noKey:
      return Diagnostic(
        "wrong-indentation", "expected a key of the map, found \(found); check the indentation",
        at: place, notes: note("the map begins here"))
    case .noDash:
      return Diagnostic(
        "wrong-indentation", "expected '-' for the list's next item, found \(found)", at: place,
        notes: note("the list begins here"))
    case .noColon:
      return Diagnostic(
        "missing-colon", "expected ':' after this key", at: keyPlace(context, in: file) ?? place)
    case .misplacedColon:
      return Diagnostic(
        "yaml-syntax", "':' can't be used here: the line before it, or the value, isn't finished",
        at: place)
    case .misplacedDash:
      return Diagnostic(
        "yaml-syntax", "'-' can't be used here; a list begins on its own line", at: place)
    case .misplacedQuestionMark:
      return Diagnostic("yaml-syntax", "'?' can't be used here", at: place)
    case .tab:
      return Diagnostic(
        "tab-indentation", "a tab indents this line; YAML is indented with spaces", at: place)
    case .unknownEscape:
      return Diagnostic(
        "unknown-escape", "\(found) isn't an escape in a double-quoted text", at: place)
    case .noHexadecimalDigits:
      return Diagnostic(
        "unknown-escape", "expected hexadecimal digits after '\\x', '\\u' or '\\U'", at: place)
    case .invalidCharacterEscape:
      return Diagnostic(
        "unknown-escape", "the escape names no character; write the character itself", at: place)
    case .tooDeep:
      return Diagnostic("too-deep", "lists and maps are nested too deeply", at: place)
    case .blockHeader:
      return Diagnostic(
        "yaml-syntax", "only '-', '+', a digit and a comment may follow '|' or '>'", at: place
      )
    case .noDocumentStart:
      return Diagnostic(
        "yaml-syntax", "expected the end of the document, found \(found)", at: place)
    case .version:
      return Diagnostic("yaml-syntax", "expected YAML 1.2; remove the directive", at: place)
    case .directive:
      return Diagnostic("yaml-syntax", "'%' begins a YAML directive; remove it", at: place)
    case .other:
      return nil
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
