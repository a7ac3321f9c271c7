// SPDX-License-Identifier: GPL-3.0-or-later

import Expectations
import TerminalIO
import Testing

@testable import GNUReadline

/// The history of a line is that of the line before with what was added, unless a key has moved in it.
@MainActor
@Suite struct ReadlineHistoryTests {
  /// Types keys in a line with a history, and returns the texts after each.
  private func typed(_ keys: [Key], in editor: ReadlineEditor, _ history: [String]) -> [String] {
    editor.configure("set editing-mode emacs")
    editor.history = history
    editor.begin(LineRequest())
    return keys.map { key in
      _ = editor.feed(key)
      return editor.line.text
    }
  }

  @Test func onlyNewLinesAreAdded() {
    let editor = ReadlineEditor(configuration: .none)
    _ = typed([], in: editor, [])
    var lines: [String] = []
    for number in 0..<20 {
      let before = ReadlineEngine.addedLineCount
      lines.append("line \(number)")
      _ = typed([Key(.character("x"))], in: editor, lines)
      expectEqual(ReadlineEngine.addedLineCount - before, 1)
    }
    expectEqual(
      typed([Key(.up), Key(.up), Key(.down)], in: editor, lines), ["line 19", "line 18", "line 19"])
  }

  @Test func linesThatMayHaveChangedAreAddedAnew() {
    let editor = ReadlineEditor(configuration: .none)
    let up = Key(.up)
    expectEqual(typed([up, Key(.character("!"))], in: editor, ["one", "two"]), ["two", "two!"])
    expectEqual(typed([up, up], in: editor, ["one", "two", "three"]), ["three", "two"])
    expectEqual(typed([up, up], in: editor, ["one"]), ["one", "one"])
    expectEqual(typed([up, up], in: editor, ["other", "one"]), ["one", "other"])
  }
}
