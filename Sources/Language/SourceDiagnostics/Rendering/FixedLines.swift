// SPDX-License-Identifier: Apache-2.0

/// The lines as they would be after applying a fix-it.
struct FixedLines {
  /// A fixed line, as a range of the fixed text.
  struct Line {
    let text: String
    let utf8Range: SourceRange
    let mark: SourceRange
  }

  let title: String

  /// The range that the edits span.
  let range: SourceRange

  /// The fixed lines, with the 1-based numbers of the lines that they replace.
  let lines: [(number: Int, line: Line)]

  /// The maximum number of lines to show.
  private static let maximumLines = 6

  /// Applies a fix-it, or returns nil if it changes nothing, its edits overlap, or one is outside
  /// the file.
  init?(_ fix: FixIt, in file: SourceFile) {
    let edits = fix.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let first = edits.first, let last = edits.last else { return nil }
    title = fix.title
    range = SourceRange(first.range.lowerBound, last.range.upperBound)
    // An insertion at the start of a line touches it.
    let lastLine = file.lines(of: SourceRange(at: range.upperBound)).lowerBound
    let touched = file.lines(of: SourceRange(at: range.lowerBound)).lowerBound...lastLine
    guard let start = file.range(ofLine: touched.lowerBound)?.lowerBound,
      let end = file.range(ofLine: touched.upperBound)?.upperBound
    else { return nil }
    var repaired = ""
    var position = start
    var mark = 0
    for (index, edit) in edits.enumerated() {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= file.utf8Count else {
        return nil
      }
      repaired += file[SourceRange(position, edit.range.lowerBound)]
      if index == 0 { mark = repaired.utf8.count }
      repaired += edit.replacement
      position = edit.range.upperBound
    }
    repaired += file[SourceRange(position, max(position, end))]
    let shown = SourceFile(name: file.name, text: repaired)
    var lines: [(number: Int, line: Line)] = []
    for index in 1...min(shown.lineCount, Self.maximumLines) {
      guard let range = shown.range(ofLine: index) else { break }
      lines.append(
        (
          touched.lowerBound + index - 1,
          Line(text: shown.text, utf8Range: range, mark: SourceRange(at: mark))
        ))
    }
    guard !repaired.isEmpty else { return nil }
    self.lines = lines
  }
}
