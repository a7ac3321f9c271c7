// SPDX-License-Identifier: Apache-2.0

internal import TerminalCells

/// Renders diagnostics as compilers do: the location, the message, the line, and a caret below the
/// mistake.
///
///     order.flow.yaml:14:15: error: unknown answer 'contry'; did you mean 'country'? [unknown-answer]
///     14 |         when: contry == "NL"
///        |               ^~~~~~
///     order.flow.yaml:6:12: note: 'country' is asked here
///      6 |     - ask: country
///        |            ^~~~~~~
///
/// In a flow made in code, the location is the path of the step, and the line is the text or
/// expression:
///
///     step 'tax' › when: error: unknown answer 'contry'; did you mean 'country'? [unknown-answer]
///       | contry == 'NL'
///       | ^~~~~~
///     step 'country': note: 'country' is asked here
///
/// In the path of a file of a tree, the location is the path and the column in it:
///
///     src/${nmae}.rs, column 7: error: unknown answer 'nmae'; did you mean 'name'? [unknown-answer]
///       | src/${nmae}.rs
///       |       ^~~~
///
/// The caret is positioned by cell width, so that it's correct after wide characters. Tabs and
/// control characters are shown as visible escapes, so nothing in a file can control the terminal.
/// A long line is truncated around the caret. A fix-it that's marked as shown is rendered as the
/// fixed line.
///
/// Rendering takes time in proportion to the output, not to the length of the quoted lines.
public struct DiagnosticRenderer: Sendable {
  /// Whether the output has colors.
  public enum Style: Hashable, Sendable {
    /// Plain text.
    case plain

    /// Text with ANSI escape sequences: places bold, errors red, warnings yellow, carets cyan,
    /// notes dim.
    case ansi
  }

  /// Whether the output has colors.
  var style: Style

  /// The maximum width of a quoted line in cells, without its line number; at least 16.
  var maximumWidth: Int {
    didSet { maximumWidth = max(16, maximumWidth) }
  }

  /// Whether the lines of the file are quoted, in diagnostics and in fix-its.
  ///
  /// The default is true. Set it to false for a file that can contain secrets, such as one with answers;
  /// the places and the messages are the same.
  package var quotesLines = true

  /// Creates a renderer.
  public init(style: Style = .plain, maximumWidth: Int = 100) {
    self.style = style
    self.maximumWidth = max(16, maximumWidth)
  }

  /// Renders a whole list: errors, then warnings grouped by kind, and the number of those omitted.
  ///
  /// If there are errors, at most three warnings of each kind are rendered, and the rest are
  /// counted. Every line ends with a line break; the result for an empty list is empty.
  public func render(_ list: DiagnosticList) -> String {
    guard !list.isEmpty else { return "" }
    let diagnostics = list.diagnostics
    var text = ""
    for diagnostic in diagnostics where diagnostic.severity == .error { text += render(diagnostic) }
    var kinds: [DiagnosticID] = []
    var warnings: [DiagnosticID: [Diagnostic]] = [:]
    for diagnostic in diagnostics where diagnostic.severity == .warning {
      if warnings[diagnostic.id] == nil { kinds.append(diagnostic.id) }
      warnings[diagnostic.id, default: []].append(diagnostic)
    }
    for kind in kinds {
      let found = warnings[kind] ?? []
      let shown = list.hasErrors ? found.prefix(Self.maximumPerKind) : found[...]
      for diagnostic in shown { text += render(diagnostic) }
      let more = found.count - shown.count
      if more > 0 {
        text += "and \(more) more warning\(more == 1 ? "" : "s") of this kind [\(kind)]\n"
      }
    }
    if list.omittedCount > 0 { text += "and \(list.omittedCount) more\n" }
    return text
  }

  /// The maximum number of warnings of a kind to render when there are errors.
  private static let maximumPerKind = 3

  /// Renders one diagnostic with its notes and the fix-its that are marked as shown.
  ///
  /// Every line ends with a line break.
  public func render(_ diagnostic: Diagnostic) -> String {
    let file = diagnostic.place.file
    let fixes =
      quotesLines && file.outline == nil
      ? diagnostic.fixIts.filter(\.isShown).compactMap { FixedLines($0, in: file) } : []
    let gutter = gutterWidth(of: diagnostic, fixes: fixes)
    var text = headline(
      at: diagnostic.place, kind: diagnostic.severity.rawValue,
      paint: diagnostic.severity == .error ? .error : .warning,
      message: "\(diagnostic.message) [\(diagnostic.id)]")
    text += excerpt(of: diagnostic.place, gutter: gutter)
    for note in diagnostic.notes {
      guard let place = note.place else {
        text += painted("note: \(note.message.escapedForDisplay)", .note) + "\n"
        continue
      }
      text += headline(at: place, kind: "note", paint: .note, message: note.message)
      text += excerpt(of: place, gutter: gutter)
    }
    for fix in fixes {
      text += headline(
        at: SourcePlace(diagnostic.place.file, fix.range), kind: "fix", paint: .accent,
        message: fix.title)
      for (number, line) in fix.lines {
        let shown = SourceExcerpt(
          of: line.utf8Range, in: line.text, marking: line.mark, width: maximumWidth)
        text += row(number: file.isPath ? "" : "\(number)", shown.text, gutter: gutter)
      }
    }
    return text
  }

  /// Returns the numbers of diagnostics, such as `2 errors, 1 warning in 1 file`.
  public func summary(of list: DiagnosticList) -> String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    var parts: [String] = []
    if list.errorCount > 0 { parts.append(counted(list.errorCount, "error")) }
    if list.warningCount > 0 { parts.append(counted(list.warningCount, "warning")) }
    if parts.isEmpty { parts = ["no errors"] }
    let found = parts.joined(separator: ", ")
    // Diagnostics of a flow made in code aren't in a file.
    if list.fileCount == 0, !list.isEmpty { return found }
    return "\(found) in \(counted(max(1, list.fileCount), "file"))"
  }
}

// MARK: - Lines

extension DiagnosticRenderer {
  private func headline(at place: SourcePlace, kind: String, paint: Paint, message: String)
    -> String
  {
    let position = "\(place.description.escapedForDisplay):"
    let words = message.escapedForDisplay
    guard paint == .note else {
      return "\(painted(position, .place)) \(painted("\(kind):", paint)) \(words)\n"
    }
    return painted("\(position) \(kind): \(words)", .note) + "\n"
  }

  /// Returns the quoted lines of a place with the marks below them.
  private func excerpt(of place: SourcePlace, gutter: Int) -> String {
    guard quotesLines else { return "" }
    let file = place.file
    if let outline = file.outline {
      // The user never saw these lines, so only the text or expression itself is shown.
      guard let range = outline.text(around: place.range), !range.isEmpty else { return "" }
      return excerpt(of: place.range, inLine: range, of: file, number: "", isFirst: true, gutter: 1)
    }
    let lines = file.lines(of: place.range)
    var text = ""
    for (index, number) in lines.enumerated() {
      // Of a long range, show only the first two lines and the last.
      if lines.count > 4, index >= 2, index < lines.count - 1 {
        if index == 2 { text += String(repeating: ".", count: max(3, gutter)) + "\n" }
        continue
      }
      guard let range = file.range(ofLine: number) else { continue }
      text += excerpt(
        of: place.range, inLine: range, of: file, number: file.isPath ? "" : "\(number)",
        isFirst: index == 0, gutter: gutter)
    }
    return text
  }

  /// Returns a line with the marks below the part of the range that's on it.
  private func excerpt(
    of marked: SourceRange, inLine range: SourceRange, of file: SourceFile, number: String,
    isFirst: Bool, gutter: Int
  ) -> String {
    var mark = SourceRange(
      max(marked.lowerBound, range.lowerBound), min(marked.upperBound, range.upperBound))
    if !isFirst { mark = SourceRange(file.indentationEnd(ofLine: range), mark.upperBound) }
    let shown = SourceExcerpt(of: range, in: file.text, marking: mark, width: maximumWidth)
    let tail = max(0, shown.markWidth - 1)
    let underline =
      isFirst ? "^" + String(repeating: "~", count: tail) : String(repeating: "~", count: tail + 1)
    return row(number: number, shown.text, gutter: gutter)
      + row(
        number: "",
        String(repeating: " ", count: shown.markStart) + painted(underline, .accent),
        gutter: gutter)
  }

  private func row(number: String, _ text: String, gutter: Int) -> String {
    let pad = String(repeating: " ", count: max(0, gutter - number.utf8.count))
    return text.isEmpty ? "\(pad)\(number) |\n" : "\(pad)\(number) | \(text)\n"
  }

  /// Returns the number of digits of the largest line number that's shown.
  private func gutterWidth(of diagnostic: Diagnostic, fixes: [FixedLines]) -> Int {
    if diagnostic.place.file.outline != nil { return 1 }
    var largest = diagnostic.place.file.lines(of: diagnostic.place.range).upperBound
    for place in diagnostic.notes.compactMap(\.place) {
      largest = max(largest, place.file.lines(of: place.range).upperBound)
    }
    for fix in fixes { largest = max(largest, fix.lines.last?.number ?? 0) }
    return String(largest).utf8.count
  }
}

// MARK: - Colors

extension DiagnosticRenderer {
  /// The role of a color.
  private enum Paint: String {
    case place = "1"
    case error = "1;31"
    case warning = "1;33"
    case accent = "36"
    case note = "2"
  }

  private func painted(_ text: String, _ paint: Paint) -> String {
    style == .plain ? text : "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
