// SPDX-License-Identifier: Apache-2.0

internal import TerminalCells

/// Draws diagnostics as compilers do: the place, the words, the line and a caret under the mistake.
///
///     order.flow.yaml:14:15: error: unknown answer 'contry'; did you mean 'country'? [unknown-answer]
///     14 |         when: contry == "NL"
///        |               ^~~~~~
///     order.flow.yaml:6:12: note: 'country' is asked here
///      6 |     - ask: country
///        |            ^~~~~~~
///
/// In a flow made in code the place is the path of the step, and the line is the text or
/// expression:
///
///     step 'tax' › when: error: unknown answer 'contry'; did you mean 'country'? [unknown-answer]
///       | contry == 'NL'
///       | ^~~~~~
///     step 'country': note: 'country' is asked here
///
/// The caret is by cell width, so it is right under wide characters. Tabs and control characters
/// are shown as visible escapes: nothing of a file reaches a terminal as it is. A long line is cut
/// around the caret. A fix-it that is marked as shown is drawn as the line that it would make.
///
/// A drawing costs time in proportion to what it prints, not to the length of the lines that it
/// quotes from.
public struct DiagnosticRenderer: Sendable {
  /// Whether a drawing has colours.
  public enum Style: Hashable, Sendable {
    /// Text alone.
    case plain

    /// Text with ANSI escape sequences: places bold, errors red, warnings yellow, carets cyan,
    /// notes dim.
    case ansi
  }

  /// Whether the drawing has colours.
  public var style: Style

  /// The maximum number of cells that a quoted line takes, without its line number; at least 16.
  public var maximumWidth: Int {
    didSet { maximumWidth = max(16, maximumWidth) }
  }

  /// Creates a renderer.
  public init(style: Style = .plain, maximumWidth: Int = 100) {
    self.style = style
    self.maximumWidth = max(16, maximumWidth)
  }

  /// The drawing of a whole list: errors, then warnings by their kind, and how many more there are.
  ///
  /// Where there are errors, no more than three warnings of a kind are drawn, and the others are
  /// counted. Every line ends with a line break; the drawing of an empty list is empty.
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
      let shown = list.hasErrors ? found.prefix(Self.mostOfAKind) : found[...]
      for diagnostic in shown { text += render(diagnostic) }
      let more = found.count - shown.count
      if more > 0 {
        text += "and \(more) more warning\(more == 1 ? "" : "s") of this kind [\(kind)]\n"
      }
    }
    if list.omittedCount > 0 { text += "and \(list.omittedCount) more\n" }
    return text
  }

  /// How many warnings of a kind are drawn beside errors.
  private static let mostOfAKind = 3

  /// The drawing of one diagnostic with its notes and shown fix-its; every line ends with a line
  /// break.
  public func render(_ diagnostic: Diagnostic) -> String {
    let file = diagnostic.place.file
    let fixes =
      file.outline == nil
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
        text += row(number: "\(number)", shown.text, gutter: gutter)
      }
    }
    return text
  }

  /// What was found in numbers: `2 errors, 1 warning in 1 file`.
  public func summary(of list: DiagnosticList) -> String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    var parts: [String] = []
    if list.errorCount > 0 { parts.append(counted(list.errorCount, "error")) }
    if list.warningCount > 0 { parts.append(counted(list.warningCount, "warning")) }
    if parts.isEmpty { parts = ["no errors"] }
    let found = parts.joined(separator: ", ")
    // What was found in a flow made in code is in no file.
    if list.fileCount == 0, !list.isEmpty { return found }
    return "\(found) in \(counted(max(1, list.fileCount), "file"))"
  }
}

// MARK: - Lines of a drawing

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

  /// The quoted lines of a place with the marks under them.
  private func excerpt(of place: SourcePlace, gutter: Int) -> String {
    let file = place.file
    if let outline = file.outline {
      // No one has seen its lines; the text or expression itself is shown.
      guard let range = outline.text(around: place.range), !range.isEmpty else { return "" }
      return excerpt(of: place.range, inLine: range, of: file, number: "", isFirst: true, gutter: 1)
    }
    let lines = file.lines(of: place.range)
    var text = ""
    for (index, number) in lines.enumerated() {
      // Of a long range the first two lines and the last are enough.
      if lines.count > 4, index >= 2, index < lines.count - 1 {
        if index == 2 { text += String(repeating: ".", count: max(3, gutter)) + "\n" }
        continue
      }
      guard let range = file.range(ofLine: number) else { continue }
      text += excerpt(
        of: place.range, inLine: range, of: file, number: "\(number)", isFirst: index == 0,
        gutter: gutter)
    }
    return text
  }

  /// A line with the marks under the part of a range that is in it.
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

  /// The digits of the largest line number that a diagnostic's drawing shows.
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

// MARK: - Colours

extension DiagnosticRenderer {
  /// What a colour says.
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
