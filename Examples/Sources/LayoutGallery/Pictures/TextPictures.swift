// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// Text in cells.
  static let textPictures: [Picture] = [widths, wrapping, truncation, alignment, clipping, updates]

  private static let widths = Picture(
    "widths", "How many cells a text takes",
    "Counted by grapheme cluster, with data of Unicode \(TextWidths.unicodeVersion). Control "
      + "characters are shown as escapes. The ruler counts the cells."
  ) { space in
    let samples = [
      ("ASCII", "plain"), ("combining marks", "e\u{301}a\u{308}"), ("East Asian wide", "日本語"),
      ("Hangul jamo", "\u{1112}\u{1161}\u{11AB}"), ("emoji, joined", "👩‍👩‍👧‍👦"),
      ("a flag", "🇳🇱"), ("a heart", "\u{2764}"), ("… with a selector", "\u{2764}\u{FE0F}"),
      ("no width", "a\u{200B}b"), ("a tab and a bell", "a\tb\u{7}"),
      ("ambiguous, narrow", "…α■"),
    ]
    let ruler = "0123456789"
    var panels = samples.map { name, text in
      var grid = CellGrid(size: CellSize(columns: 10, rows: 2))
      grid.write(text, at: .zero, style: Look.accent)
      let width = text.cellWidth
      grid.write(
        ruler.prefix(columns: max(0, width)), at: CellPosition(column: 0, row: 1), style: .dim)
      return Panel(name, grid, notes: ["\(width) \(width == 1 ? "cell" : "cells")"]).frameless
    }
    var wide = CellGrid(size: CellSize(columns: 10, rows: 2), ambiguous: .wide)
    wide.write("…α■", at: .zero, style: Look.accent)
    wide.write("012345", at: CellPosition(column: 0, row: 1), style: .dim)
    panels.append(
      Panel("ambiguous, wide", wide, notes: ["\("…α■".cellWidth(ambiguous: .wide)) cells"])
        .frameless)
    return panels
  }

  private static let wrapping = Picture(
    "wrapping", "Where lines break",
    "After spaces and hyphens, and between ideographs, but not before closing or after "
      + "opening punctuation. A word that's too long is broken between clusters."
  ) { space in
    func panel(_ caption: String, _ text: String, _ columns: Int) -> Panel {
      let columns = min(columns, space.small)
      let lines = text.wrapped(to: columns)
      var grid = CellGrid(size: CellSize(columns: columns, rows: lines.count))
      for (row, line) in lines.enumerated() {
        grid.write(line, at: CellPosition(column: 0, row: row))
      }
      return Panel(caption, grid)
    }
    let english = "Well-known words wrap at spaces and hyphens, not within."
    let japanese = "「吾輩は猫である。」名前はまだ無い。"
    return [
      panel("at 22", english, 22), panel("at 12", english, 12), panel("at 12", japanese, 12),
      panel("at 7", japanese, 7), panel("at 8", "incomprehensibilities 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 8),
    ]
  }

  private static let truncation = Picture(
    "truncation", "Truncated text",
    "An ellipsis at the end, in the middle, or at the start. Clusters are never split."
  ) { space in
    let path = "flows/new-service.flow.yaml"
    func line(_ text: String, _ columns: Int, _ place: TruncationPlace) -> String {
      text.truncated(to: columns, at: place)
    }
    func panel(_ caption: String, _ place: TruncationPlace) -> Panel {
      var grid = CellGrid(size: CellSize(columns: 14, rows: 3))
      grid.write(line(path, 14, place), at: .zero)
      grid.write(line("日本語のテキスト", 14, place), at: CellPosition(column: 0, row: 1))
      grid.write(line("short", 14, place), at: CellPosition(column: 0, row: 2))
      return Panel(caption, grid)
    }
    return [panel(".end", .end), panel(".middle", .middle), panel(".start", .start)]
  }

  private static let alignment = Picture(
    "alignment", "Alignment of text",
    "In a wider space; an odd extra column is on the right."
  ) { space in
    func panel(_ caption: String, _ alignment: TextAlignment) throws -> Panel {
      let stack = try textStack([], columns: min(18, space.small), rows: 3, style: bare)
      try stack.addRow(TextRow("a title\nof two lines", alignment: alignment))
      return Panel(caption, stack)
    }
    return [
      try panel(".leading", .leading), try panel(".center", .center),
      try panel(".trailing", .trailing),
    ]
  }

  private static let clipping = Picture(
    "clipping", "Clipping",
    "A canvas is a part of a grid with its own coordinates. A wide character that's clipped "
      + "leaves a blank, and one that's half overwritten loses its other half."
  ) { space in
    var grid = CellGrid(size: CellSize(columns: 14, rows: 5))
    grid.fill(grid.bounds, with: "·", style: .dim)
    grid.draw(in: CellRect(column: 3, row: 1, columns: 8, rows: 3)) { canvas in
      canvas.fill(CellRect(size: canvas.size), with: " ")
      canvas.write("日本語日本語", column: -1, row: 0)
      canvas.write("a text that is too long", column: 2, row: 1)
      canvas.write("日本語", row: 2)
      canvas.write("x", column: 1, row: 2)
    }
    return [Panel("8 × 3 of 14 × 5", grid)]
  }

  private static let updates = Picture(
    "updates", "What a change costs",
    "The difference between two grids as the shortest output for a terminal, here with ESC as "
      + "␛. Typing a character in a field writes only its cell."
  ) { space in
    let columns = min(22, space.small)
    func grid(_ value: String, error: Bool) -> CellGrid {
      var grid = CellGrid(size: CellSize(columns: columns, rows: 3))
      grid.write("◆ Port", at: .zero, style: Look.accent)
      grid.write("│ › \(value)", at: CellPosition(column: 0, row: 1))
      if error {
        grid.write(
          "│ ✗ too small", at: CellPosition(column: 0, row: 2),
          style: CellStyle(foreground: .named(.red)))
      }
      return grid
    }
    let steps = [
      ("at first", grid("", error: false)), ("8 is typed", grid("8", error: false)),
      ("0 is typed", grid("80", error: false)), ("enter", grid("80", error: true)),
      ("nothing", grid("80", error: true)),
    ]
    var old: CellGrid?
    return steps.map { caption, new in
      let update = TerminalUpdate(from: old, to: new, depth: .indexed256)
      old = new
      let bytes = String(decoding: update.bytes, as: UTF8.self).split(
        separator: "\u{1b}", omittingEmptySubsequences: false
      ).joined(separator: "␛")
      return Panel(caption, new, notes: ["\(update.bytes.count) bytes", bytes])
    }
  }
}
