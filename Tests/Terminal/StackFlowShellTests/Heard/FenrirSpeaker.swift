// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalEmulation
import TerminalIO

/// Speaks what Fenrir 1.9.6 (PyPI, `fenrir-screenreader`) speaks with its default settings, on a pseudo-terminal.
///
/// Fenrir compares the screen with the one before, whenever something is written:
///
/// | | rule |
/// |---|---|
/// | 1 | rows that are new are spoken, each of them whole, also where a word of them has changed; what has scrolled isn't new |
/// | 2 | what's inserted between the old and the new place of the cursor, in its row, is typed: one character isn't spoken (`charEcho` is off), several are, as after Tab |
/// | 3 | a character that's removed as the cursor goes left is spoken (`charDeleteEcho`) |
/// | 4 | where nothing has changed, the cursor is followed: the character at it in its row, unless it's a blank, or its row, or "blank" |
/// | 5 | a key ends what's being spoken; this speaker lets all of it be spoken |
///
/// Python's difflib finds the new rows; here it's the difference of two collections.
struct FenrirSpeaker: TextSpeaker {
  private var screen: EmulatedScreen
  private let columns: Int

  init(size: WindowSize = .fallback) {
    screen = EmulatedScreen(size: size)
    columns = size.columns
  }

  mutating func take(key: [UInt8]) {}

  mutating func speak(_ written: [UInt8]) -> [String] {
    guard !written.isEmpty else { return [] }
    let (old, from) = (rows, screen.cursor)
    screen.take(written)
    let (new, to) = (rows, screen.cursor)
    let changed = zip(old, new).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    if changed.isEmpty { return place(from, to, new) }
    if changed == [to.row], from.row == to.row, from.column != to.column {
      let (before, after) = (Array(old[to.row]), Array(new[to.row]))
      if to.column > from.column {
        let typed = after[from.column..<min(to.column, after.count)]
        let rest = before.dropFirst(from.column)
        if before.prefix(from.column) == after.prefix(from.column),
          rest.dropLast(typed.count).elementsEqual(after.dropFirst(to.column))
            || rest.dropFirst(typed.count).elementsEqual(after.dropFirst(to.column))
        {
          return typed.count > 1 ? [String(typed).heard] : []
        }
      } else if from.column - to.column == 1 {
        let rest = before.prefix(to.column) + before.dropFirst(from.column) + " "
        if rest.elementsEqual(after) { return [String(before[to.column])] }
      }
    }
    let spoken = new.difference(from: old).insertions.compactMap { change -> String? in
      guard case .insert(_, let row, _) = change else { return nil }
      return row.heard
    }
    return spoken.filter { !$0.isEmpty }
  }

  /// The rows, with blanks up to the edge; a wide character is one of them and a blank less.
  private var rows: [String] {
    screen.lines.map { row in
      row + String(repeating: " ", count: max(0, columns - row.cellWidth))
    }
  }

  private func place(
    _ from: EmulatedScreen.Position, _ to: EmulatedScreen.Position, _ rows: [String]
  ) -> [String] {
    guard from != to, rows.indices.contains(to.row) else { return [] }
    let row = rows[to.row].heard
    if from.row != to.row { return [row.isEmpty ? "blank" : row] }
    guard let text = screen.cell(at: to)?.text, !text.isEmpty, text != " " else { return [] }
    return [text]
  }
}
