// SPDX-License-Identifier: Apache-2.0

/// Shows a line that's being edited in one row of a terminal that may support nothing but CR, BS,
/// and text.
///
/// A line that doesn't fit scrolls sideways, marked by `<` and `>`. The last column stays free, so that
/// no terminal wraps by itself. Only changes are written: a typed letter is one byte, and the prompt isn't
/// written again, because a screen reader would speak it again. The terminal's cursor is where the next key
/// acts, which is what a screen reader follows.
///
///     var renderer = LineRenderer(columns: 80)
///     terminal.write(renderer.paint(editor.line))
///     …
///     terminal.write(renderer.finish())
///
/// When painting begins, the row must be empty and the cursor must be in its first column. Control
/// characters are shown as visible escapes. A secret line isn't shown at all.
///
/// Text that the next character replaces is faint, with the cursor before it; without styles, it's
/// in brackets. Text that's being edited is plain, with the cursor at the editing position.
package struct LineRenderer: Sendable {
  private var columns: Int
  private var shown: [Glyph] = []
  private var shownCursor = 0
  private var window = LineWindow()
  private var isRowUnknown = false
  private var isOfferShown = false
  private let traits: TerminalTraits

  /// Whether text may be drawn faintly, and the prompt strongly.
  var isStyled = false

  /// Creates a renderer for an empty row.
  ///
  /// - Parameters:
  ///   - columns: The width of the row, in cells.
  ///   - traits: What the terminal can do. With escapes, a resize erases everything that it left;
  ///     nothing else depends on them.
  package init(
    columns: Int, traits: TerminalTraits = TerminalTraits(understandsEscapes: false)
  ) {
    self.columns = max(columns, 1)
    self.traits = traits
  }

  /// Returns the output that changes the row to show this line.
  ///
  /// - Complexity: O(*w*) in the width of the row, whatever the length of the line.
  package mutating func paint(_ line: EditedLine) -> String {
    let (glyphs, cursor) = layOut(line)
    let erasure = isRowUnknown && traits.understandsEscapes ? "\u{1B}[J" : ""
    defer {
      shown = glyphs
      shownCursor = cursor
      isRowUnknown = false
      isOfferShown = line.isOffered
    }
    let isOffer = line.isOffered && !line.text.isEmpty && !line.isSecret
    return erasure
      + difference(from: shown, shownCursor, to: glyphs, cursor, leavesSpeech: isOffer)
  }

  /// Returns the output that erases the line and leaves an empty row, with the cursor in its first
  /// column.
  mutating func clear() -> String {
    let erased = difference(from: shown, shownCursor, to: [], 0)
    shown = []
    shownCursor = 0
    window = LineWindow()
    return erased
  }

  /// Returns the output that moves to the start of the next row.
  ///
  /// The line stays on the screen.
  ///
  /// - Parameter accepted: The line that was accepted; an offer is then repainted as an answer.
  /// - Returns: The output.
  package mutating func finish(accepting accepted: EditedLine? = nil) -> String {
    if var line = accepted, isOfferShown {
      line.isOffered = false
      return paint(line) + finish()
    }
    isOfferShown = false
    shown = []
    shownCursor = 0
    window = LineWindow()
    return "\r\n"
  }

  /// Changes the width, and moves to the start of the line.
  ///
  /// The content of the row is then unknown. The next call of ``paint(_:)`` erases it or, without
  /// escapes, overwrites all of it but the last cell. Terminals differ in how they treat a row that
  /// no longer fits the window: it continues in the rows below, or its end is lost.
  ///
  /// - Parameter columns: The new width of the window, in cells.
  /// - Returns: The output.
  package mutating func resize(columns: Int) -> String {
    // A wider row shows more of a long line, not the same part of it.
    if columns > self.columns { window = LineWindow() }
    self.columns = max(columns, 1)
    let above = traits.understandsEscapes && traits.reflowsRows ? rowsAboveCursor : 0
    isRowUnknown = true
    shown =
      traits.understandsEscapes
      ? [] : Array(repeating: .unknown, count: max(self.columns - 1, 1))
    shownCursor = 0
    return "\r" + (above > 0 ? "\u{1B}[\(above)A" : "")
  }

  /// Starts in the first column of an empty row, in a window of this width.
  mutating func begin(columns: Int) {
    self.columns = max(columns, 1)
    isRowUnknown = false
    isOfferShown = false
    shown = []
    shownCursor = 0
    window = LineWindow()
  }

  /// The number of rows from the start of the shown line to the cursor, in a window of the current
  /// width.
  private var rowsAboveCursor: Int {
    var (rows, used, column) = (0, 0, 0)
    for glyph in shown where column < shownCursor {
      if used + glyph.width > columns { (rows, used) = (rows + 1, 0) }
      used += glyph.width
      column += glyph.width
    }
    return used >= columns ? rows + 1 : rows
  }

  // MARK: Layout

  private mutating func layOut(_ line: EditedLine) -> ([Glyph], Int) {
    let width = max(columns - 1, 1)
    var prompt = (line.message ?? line.prompt).map(Glyph.init)
    // A prompt takes at most half of the row. Its end matters most.
    var excess = prompt.width - width / 2
    let cut = prompt.prefix { glyph in
      defer { excess -= glyph.width }
      return excess > 0
    }
    prompt.removeFirst(cut.count)
    let start = prompt.width
    if isStyled { prompt = prompt.map(\.strong) }
    guard !line.isSecret else { return (prompt, start) }
    let room = max(width - start, 1)
    guard line.isOffered, !line.text.isEmpty else {
      let (glyphs, column) = window.layOut(
        line.text, cursorOffset: line.cursorOffset, room: room)
      return (prompt + glyphs, start + column)
    }
    if isStyled {
      let (glyphs, _) = window.layOut(line.text, cursorOffset: 0, room: room)
      return (prompt + glyphs.map(\.faint), start)
    }
    guard room >= 3 else {
      return (prompt + window.layOut(line.text, cursorOffset: 0, room: room).glyphs, start)
    }
    let (glyphs, _) = window.layOut(line.text, cursorOffset: 0, room: room - 2)
    return (prompt + [Glyph("[")] + glyphs + [Glyph("]")], start)
  }

  // MARK: Output

  /// - Parameters:
  ///   - old: What is shown.
  ///   - oldCursor: The column of the cursor.
  ///   - new: What is to be shown.
  ///   - newCursor: The column that the cursor goes to.
  ///   - leavesSpeech: Whether the cursor goes back without BS, with which yasr forgets a character that it's
  ///     about to speak.
  /// - Returns: The output.
  private func difference(
    from old: [Glyph], _ oldCursor: Int, to new: [Glyph], _ newCursor: Int,
    leavesSpeech: Bool = false
  ) -> String {
    let kept = zip(old, new).prefix { $0 == $1 }.count
    guard kept < old.count || kept < new.count else {
      return move(from: oldCursor, to: newCursor, over: new)
    }
    var output = move(from: oldCursor, to: old[..<kept].width, over: old)
    let surplus = max(old.width - new.width, 0)
    let row = new + Array(repeating: Glyph.blank, count: surplus)
    output += row[kept...].drawn
    output += move(from: row.width, to: newCursor, over: row, leavesSpeech: leavesSpeech)
    return output
  }

  /// Moves between two columns at which glyphs begin: to the right by rewriting the glyphs, to the left by BS.
  ///
  /// Terminals disagree about the width of some text; past any of it, the column is counted from the last one that
  /// they agree on or, without escapes, from the edge.
  private func move(
    from column: Int, to target: Int, over row: [Glyph], leavesSpeech: Bool = false
  ) -> String {
    if column < target { return Self.written(row, from: column, to: target) }
    if column == target { return "" }
    let isCertain = Self.certainColumn(of: row, from: target, to: column) == column
    if isCertain, !leavesSpeech {
      return String(repeating: "\u{08}", count: column - target)
    }
    guard traits.understandsEscapes else { return "\r" + Self.written(row, from: 0, to: target) }
    if isCertain { return "\u{1B}[\(column - target)D" }
    let start = Self.certainColumn(of: row, from: 0, to: target)
    return "\u{1B}[\(start + 1)G" + Self.written(row, from: start, to: target)
  }

  /// The last column in a range up to which all terminals give the glyphs from its start the same widths.
  private static func certainColumn(of row: [Glyph], from start: Int, to end: Int) -> Int {
    var column = 0
    for glyph in row where column < end {
      if column >= start, !glyph.hasCertainWidth { return column }
      column += glyph.width
    }
    return end
  }

  private static func written(_ row: [Glyph], from start: Int, to end: Int) -> String {
    var column = 0
    var passed: [Glyph] = []
    for glyph in row where column < end {
      if column >= start { passed.append(glyph) }
      column += glyph.width
    }
    return passed.drawn
  }
}
