// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// Shows a line while it is edited, on one row of a terminal that can do nothing but CR, BS and
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
  private struct Glyph: Hashable, Sendable {
    var text: String
    var width: Int
    var isASCII: Bool { width == 1 && text.utf8.count == 1 }
  }

  private var columns: Int
  private var shown: [Glyph] = []
  private var shownCursor = 0
  private var first = 0

  /// Creates a renderer for a row of this many cells, nothing painted yet.
  public init(columns: Int) { self.columns = max(columns, 1) }

  /// What brings the row from what it shows to this line.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public mutating func paint(_ line: EditedLine) -> String {
    let (glyphs, cursor) = layOut(line)
    defer {
      shown = glyphs
      shownCursor = cursor
    }
    return Self.difference(from: shown, shownCursor, to: glyphs, cursor)
  }

  /// What takes the line away, leaving an empty row with the cursor in its first column.
  public mutating func clear() -> String {
    let erased = Self.difference(from: shown, shownCursor, to: [], 0)
    shown = []
    shownCursor = 0
    first = 0
    return erased
  }

  /// What goes to the start of the next row, the line staying as it is shown.
  public mutating func finish() -> String {
    shown = []
    shownCursor = 0
    first = 0
    return "\r\n"
  }

  /// Notes another width, at which nothing is painted yet.
  ///
  /// Terminals differ in what they do to a row that gets too long for its window: what was painted
  /// may take several rows now. The caller starts on a fresh row, or clears the screen.
  public mutating func resize(columns: Int) {
    self.columns = max(columns, 1)
    shown = []
    shownCursor = 0
  }

  // MARK: What is to be seen

  private mutating func layOut(_ line: EditedLine) -> ([Glyph], Int) {
    let width = max(columns - 1, 1)
    var prompt = Self.glyphs(line.message ?? line.prompt)
    // A prompt takes at most half of the row; its end is what matters.
    while Self.width(prompt) > width / 2, !prompt.isEmpty { prompt.removeFirst() }
    let room = width - Self.width(prompt)
    guard !line.isSecret else { return (prompt, width - room) }

    var text: [Glyph] = []
    var cursor = 0
    var offset = 0
    for character in line.text {
      if offset + String(character).utf8.count <= line.cursorOffset { cursor += 1 }
      offset += String(character).utf8.count
      text.append(Self.glyph(character))
    }
    let (window, column) = scroll(text, cursor: cursor, room: max(room, 1))
    return (prompt + window, width - room + column)
  }

  /// The part of the text that fits into `room` cells around the cursor, and the cursor's column.
  private mutating func scroll(_ text: [Glyph], cursor: Int, room: Int) -> ([Glyph], Int) {
    if Self.width(text) <= room {
      first = 0
      return (text, Self.width(text[..<cursor]))
    }
    let isMarked = room >= 5
    let cells = isMarked ? room - 2 : room
    first = min(first, cursor)
    // What was in sight stays where it is; a cursor that leaves moves it by some cells at once.
    if first > 0, cursor == first { first = Self.start(text, before: cursor, within: cells / 3) }
    let ahead = text[cursor...].first?.width ?? 0
    if Self.width(text[first..<cursor]) + ahead > cells {
      first = Self.start(text, before: cursor, within: cells * 2 / 3)
    }

    let mark = Glyph(text: "<", width: 1)
    let lead = isMarked && first > 0 ? [mark] : []
    let space = isMarked ? room - 1 - lead.count : room
    var window: [Glyph] = []
    var used = 0
    for glyph in text[first...] {
      guard used + glyph.width <= space else { break }
      window.append(glyph)
      used += glyph.width
    }
    let column = lead.count + Self.width(text[first..<cursor])
    if isMarked, first + window.count < text.count {
      window += Array(repeating: Glyph(text: " ", width: 1), count: space - used)
      window.append(Glyph(text: ">", width: 1))
    }
    return (lead + window, column)
  }

  private static func start(_ text: [Glyph], before cursor: Int, within cells: Int) -> Int {
    var index = cursor
    var used = 0
    while index > 0, used + text[index - 1].width <= cells {
      index -= 1
      used += text[index].width
    }
    return index
  }

  private static func width(_ glyphs: some Sequence<Glyph>) -> Int {
    glyphs.reduce(0) { $0 + $1.width }
  }

  private static func glyphs(_ text: String) -> [Glyph] { text.map(glyph) }

  private static func glyph(_ character: Character) -> Glyph {
    let text = String(character).escapedForDisplay
    return Glyph(text: text, width: text.cellWidth)
  }

  // MARK: What is to be sent

  private static func difference(
    from old: [Glyph], _ oldCursor: Int, to new: [Glyph], _ newCursor: Int
  ) -> String {
    let kept = zip(old, new).prefix { $0 == $1 }.count
    guard kept < old.count || kept < new.count else {
      return move(from: oldCursor, to: newCursor, over: new)
    }
    var output = move(from: oldCursor, to: width(old[..<kept]), over: old)
    let surplus = max(width(old) - width(new), 0)
    let row = new + Array(repeating: Glyph(text: " ", width: 1), count: surplus)
    for glyph in row[kept...] { output += glyph.text }
    output += move(from: width(row), to: newCursor, over: row)
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
