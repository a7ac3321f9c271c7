// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

@Suite struct TextWidgetTests {
  private func widget() throws -> TextWidget { TextWidget(field: try askedField("type: text")) }

  private func edited(_ text: String, at offset: Int? = nil) -> EditedLine {
    EditedLine(prompt: "", text: text, cursorOffset: offset)
  }

  @Test func rowsAreWrappedBesideABar() throws {
    let text = "one two three\nfour\n"
    try expectEqual(
      widget().picture(columns: 12, line: edited(text)),
      [
        "┊ one two", "┊ three", "┊ four", "┊",
      ])
  }

  @Test func controlJBeginsANewLineAndReturnDoesNot() throws {
    var widget = try widget()
    let keys = MemoryKeys.keys(of: "\n\r")
    expectEqual(widget.take(keys[0], line: edited("a")), .insert("\n"))
    expectEqual(widget.take(keys[1], line: edited("a")), .ignored)
  }

  @Test func upAndDownKeepTheColumn() throws {
    var widget = try widget()
    let text = "abcdef\nx\nabcdef"
    _ = widget.picture(columns: 20, line: edited(text))
    expectEqual(widget.take(Key(.up), line: edited(text, at: 13)), .move(8))
    expectEqual(widget.take(Key(.up), line: edited(text, at: 8)), .move(4))
    expectEqual(widget.take(Key(.up), line: edited(text, at: 4)), .used)
    expectEqual(widget.take(Key(.down), line: edited(text, at: 4)), .move(8))
    expectEqual(widget.take(Key(.down), line: edited(text, at: 8)), .move(13))
    expectEqual(widget.take(Key(.down), line: edited(text, at: 13)), .used)
  }

  @Test func arrowsOfATextOfOneRowAreTheHistorys() throws {
    var widget = try widget()
    expectEqual(widget.take(Key(.up), line: edited("one")), .ignored)
    expectEqual(widget.take(Key(.down), line: edited("")), .ignored)
  }

  @Test func homeAndEndAreThoseOfTheRow() throws {
    var widget = try widget()
    let text = "one\ntwo"
    expectEqual(widget.take(Key(.home), line: edited(text, at: 6)), .move(4))
    expectEqual(widget.take(Key(.end), line: edited(text, at: 1)), .move(3))
  }

  @Test func wideCharactersCountTheirCells() throws {
    var widget = try widget()
    let text = "日本語\nabcdef"
    expectEqual(widget.take(Key(.up), line: edited(text, at: 14)), .move(6))
    expectEqual(widget.take(Key(.down), line: edited(text, at: 6)), .move(14))
    widget = try self.widget()
    expectEqual(widget.take(Key(.down), line: edited(text, at: 3)), .move(12))
  }

  @Test func aLongTextShowsTheRowsAroundTheCursor() throws {
    let text = (1...20).map(String.init).joined(separator: "\n")
    let widget = try widget()
    expectEqual(
      widget.picture(columns: 10, line: edited(text), listRows: 3), ["┊ 18", "┊ 19", "┊ 20"])
    expectEqual(
      widget.picture(columns: 10, line: edited(text, at: 0), listRows: 3), ["┊ 1", "┊ 2", "┊ 3"])
  }
}

/// The keys that a terminal's bytes are.
enum MemoryKeys {
  static func keys(of text: String) -> [Key] {
    let terminal = MemoryTerminal()
    terminal.type(text)
    var keys: [Key] = []
    while let event = terminal.events.takeNow() {
      if case .key(let key) = event { keys.append(key) }
    }
    return keys
  }
}
