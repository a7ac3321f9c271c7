// SPDX-License-Identifier: Apache-2.0

import ConformanceTesting
import Expectations
import TerminalIO
import Testing

@Suite("PlainLineEditor")
struct PlainLineEditorTests {
  @Test func thePlainEditorFollowsTheRules() {
    expectEqual(lineEditorViolations { PlainLineEditor() }, [])
  }

  @Test(
    "keys edit the line",
    arguments: [
      ("ab\u{01}x\u{05}y", "xaby|"),
      ("one two\u{17}", "one |"),
      ("one two\u{15}\u{19}", "one two|"),
      ("one two\u{1B}b\u{0B}", "one |"),
      ("one two\u{01}\u{1B}d", "| two"),
      ("one two\u{1B}b\u{1B}b\u{1B}f", "one| two"),
      ("ab\u{1F}", "|"),
      ("ab\u{7F}\u{1F}", "ab|"),
      ("e\u{301}x\u{7F}\u{7F}", "|"),
      ("abc\u{01}\u{1B}[3~", "|bc"),
    ])
  func editing(typed: String, picture: String) {
    let terminal = MemoryTerminal()
    let editor = PlainLineEditor()
    editor.begin(LineRequest())
    terminal.type(typed)
    while case .key(let key)? = terminal.events.takeNow() { _ = editor.feed(key) }
    let line = editor.line
    let index = line.text.utf8.index(line.text.startIndex, offsetBy: line.cursorOffset)
    expectEqual("\(line.text[..<index])|\(line.text[index...])", picture)
  }

  @Test func anEditedLineRoundsItsCursor() {
    expectEqual(EditedLine(prompt: "", text: "日", cursorOffset: 2).cursorOffset, 0)
    expectEqual(EditedLine(prompt: "", text: "日", cursorOffset: 99).cursorOffset, 3)
    expectEqual(EditedLine(prompt: "", text: "日", cursorOffset: -1).cursorOffset, 0)
    expectEqual(EditedLine(prompt: "", text: "e\u{301}x", cursorOffset: 1).cursor, 1)
  }
}
