// SPDX-License-Identifier: Apache-2.0

/// Shows a line while it is edited, on one row of a terminal that need not do more than CR, BS and
/// text.
///
/// What does not fit is scrolled out of sight sideways, marked by `<` and `>`; the last column
/// stays free, so that no terminal wraps by itself. Only what changed is written: a typed letter is
/// one byte. The real cursor stands where the next key acts, which is what a screen reader follows.
///
///     var renderer = LineRenderer(columns: 80)
///     terminal.write(renderer.paint(editor.line))
///     …
///     terminal.write(renderer.finish())
///
/// The row must be empty and the cursor in its first column when painting begins. Control
/// characters are shown as visible escapes. A line that is secret is not shown at all.
public struct LineRenderer: Sendable {
  private var columns: Int
  private var shown: [Glyph] = []
  private var shownCursor = 0
  private var window = LineWindow()
  private var isRowUnknown = false
  private let traits: TerminalTraits

  /// Creates a renderer for a row of this many cells, nothing painted yet.
  ///
  /// - Parameters:
  ///   - columns: the width of the row, in cells.
  ///   - traits: what the terminal can do. With escapes a resize erases all that it left behind;
  ///     nothing else depends on them.
  public init(
    columns: Int, traits: TerminalTraits = TerminalTraits(understandsEscapes: false)
  ) {
    self.columns = max(columns, 1)
    self.traits = traits
  }

  /// What brings the row from what it shows to this line.
  ///
  /// - Complexity: O(*w*) in the width of the row, whatever the length of the line.
  public mutating func paint(_ line: EditedLine) -> String {
    let (glyphs, cursor) = layOut(line)
    let erasure = isRowUnknown && traits.understandsEscapes ? "\u{1B}[J" : ""
    defer {
      shown = glyphs
      shownCursor = cursor
      isRowUnknown = false
    }
    return erasure + Self.difference(from: shown, shownCursor, to: glyphs, cursor)
  }

  /// What takes the line away, leaving an empty row with the cursor in its first column.
  public mutating func clear() -> String {
    let erased = Self.difference(from: shown, shownCursor, to: [], 0)
    shown = []
    shownCursor = 0
    window = LineWindow()
    return erased
  }

  /// What goes to the start of the next row, the line staying as it is shown.
  public mutating func finish() -> String {
    shown = []
    shownCursor = 0
    window = LineWindow()
    return "\r\n"
  }

  /// Notes another width, and that the cursor is in the first column of a row that may show
  /// anything: the next painting writes over all of it but the last cell.
  ///
  /// Terminals differ in what they do to a row that gets too long for its window. The caller goes
  /// to the first column (`\r`), or to a fresh row.
  public mutating func resize(columns: Int) {
    self.columns = max(columns, 1)
    isRowUnknown = true
    shown =
      traits.understandsEscapes
      ? [] : Array(repeating: .unknown, count: max(self.columns - 1, 1))
    shownCursor = 0
  }

  // MARK: What is to be seen

  private mutating func layOut(_ line: EditedLine) -> ([Glyph], Int) {
    let width = max(columns - 1, 1)
    var prompt = (line.message ?? line.prompt).map(Glyph.init)
    // A prompt takes at most half of the row; its end is what matters.
    var excess = prompt.width - width / 2
    let cut = prompt.prefix { glyph in
      defer { excess -= glyph.width }
      return excess > 0
    }
    prompt.removeFirst(cut.count)
    let start = prompt.width
    guard !line.isSecret else { return (prompt, start) }
    let (glyphs, column) = window.layOut(
      line.text, cursorOffset: line.cursorOffset, room: max(width - start, 1))
    return (prompt + glyphs, start + column)
  }

  // MARK: What is to be sent

  private static func difference(
    from old: [Glyph], _ oldCursor: Int, to new: [Glyph], _ newCursor: Int
  ) -> String {
    let kept = zip(old, new).prefix { $0 == $1 }.count
    guard kept < old.count || kept < new.count else {
      return move(from: oldCursor, to: newCursor, over: new)
    }
    var output = move(from: oldCursor, to: old[..<kept].width, over: old)
    let surplus = max(old.width - new.width, 0)
    let row = new + Array(repeating: Glyph.blank, count: surplus)
    for glyph in row[kept...] { output += glyph.text }
    output += move(from: row.width, to: newCursor, over: row)
    return output
  }

  /// Moves between two columns where glyphs of the row begin: to the right by writing what is
  /// there, to the left by BS, or by CR and writing again.
  private static func move(from column: Int, to target: Int, over row: [Glyph]) -> String {
    if column < target { return written(row, from: column, to: target) }
    if column == target { return "" }
    // Terminals disagree about the width of some text: past any of it, count from the edge.
    let back = column - target
    if isASCII(row, from: target, to: column),
      back <= target + 1 || !isASCII(row, from: 0, to: target)
    {
      return String(repeating: "\u{08}", count: back)
    }
    return "\r" + written(row, from: 0, to: target)
  }

  private static func written(_ row: [Glyph], from start: Int, to end: Int) -> String {
    var column = 0
    var text = ""
    for glyph in row where column < end {
      if column >= start { text += glyph.text }
      column += glyph.width
    }
    return text
  }

  private static func isASCII(_ row: [Glyph], from start: Int, to end: Int) -> Bool {
    var column = 0
    for glyph in row where column < end {
      column += glyph.width
      if column > start, !glyph.isASCII { return false }
    }
    return true
  }
}
