// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowSessions
import FlowWalks
import StackFlowShell
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// Things on the screen can be clicked: a day, a cell of a slider, a field of a form; and the wheel moves in a list.
@MainActor
@Suite struct ClickTests {
  private func walk(_ steps: String) async throws -> ScreenWalk {
    try await ScreenWalk("flow: 1\nid: c\nsteps:\n\(steps)\n", .full)
  }

  /// The place of a text on the screen, from 0.
  private func place(of text: String, in walk: ScreenWalk) throws -> (column: Int, row: Int) {
    let rows = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains(text) }, "\(walk.text)")
    let start = try #require(rows[row].firstRange(of: text)).lowerBound
    return (String(rows[row][..<start]).cellWidth, row)
  }

  private func click(_ text: String, offset: Int = 0, in walk: ScreenWalk) async throws {
    let place = try place(of: text, in: walk)
    await walk.click(column: place.column + offset, row: place.row)
  }

  @Test func aClickOnADayChoosesIt() async throws {
    let walk = try await walk("  - { ask: d, type: date, default: 2026-12-08 }")
    try await click(" 17 18", offset: 2, in: walk)
    #expect(walk.text.contains("› 2026-12-17"), "\(walk.text)")
    await walk.type("\u{1B}[C")
    #expect(walk.text.contains("› 2026-12-18"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func aClickOnADayKeepsTheTimeOfAMoment() async throws {
    let walk = try await walk("  - { ask: d, type: datetime, default: '2026-12-08 07:15' }")
    try await click(" 17 18", offset: 2, in: walk)
    #expect(walk.text.contains("› 2026-12-17 07:15"), "\(walk.text)")
  }

  @Test func aDayThatCannotBeChosenIsNoTarget() async throws {
    let walk = try await walk(
      "  - { ask: d, type: date, default: 2026-12-08, max: 2026-12-10 }")
    try await click(" 17 18", offset: 2, in: walk)
    #expect(walk.text.contains("› 2026-12-08"), "\(walk.text)")
  }

  @Test func aClickOnASliderMovesIt() async throws {
    let walk = try await walk(
      "  - { ask: n, type: integer, min: 0, max: 100, multipleOf: 10, default: 50, widget: slider }"
    )
    let start = try place(of: "──", in: walk)
    await walk.click(column: start.column, row: start.row)
    #expect(walk.text.contains("› 0 "), "\(walk.text)")
    await walk.click(column: start.column + 39, row: start.row)
    #expect(walk.text.contains("› 100"), "\(walk.text)")
    await walk.click(column: start.column + 13, row: start.row)
    #expect(walk.text.contains("› 30"), "the nearest multiple: \(walk.text)")
  }

  @Test func aClickOnAFieldOfAFormGoesThere() async throws {
    let walk = try await walk(
      """
        - form: f
          title: A form
          fields:
            - { ask: one, type: string }
            - { ask: two, type: string }
            - { ask: three, type: string }
      """)
    await walk.type("abc")
    try await click("Three", in: walk)
    #expect(walk.text.contains("› Three"), "\(walk.text)")
    #expect(walk.text.contains("One    abc"), "what's typed is kept: \(walk.text)")
    try await click("One", in: walk)
    #expect(walk.text.contains("› One"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func aClickInTheLinePlacesTheCursor() async throws {
    let walk = try await walk("  - { ask: s, type: string }")
    await walk.type("añ日bc")
    try await click("bc", in: walk)
    await walk.type("X")
    #expect(walk.text.contains("› añ日Xbc"), "\(walk.text)")
    try await click("bc", offset: 9, in: walk)
    await walk.type("Y")
    #expect(walk.text.contains("› añ日XbcY"), "\(walk.text)")
  }

  @Test func aClickInAnOfferedLineEditsIt() async throws {
    let walk = try await walk("  - { ask: s, type: string, default: one }")
    try await click("one", offset: 1, in: walk)
    await walk.type("X")
    #expect(walk.text.contains("› oXne"), "\(walk.text)")
  }

  @Test func aClickInASecretPlacesTheCursor() async throws {
    let walk = try await walk("  - { ask: s, type: secret }")
    await walk.type("abc")
    try await click("•••", offset: 1, in: walk)
    await walk.type("X\r")
    expectEqual(walk.runner.session.answer("s"), "aXbc")
  }

  @Test func aClickOnAHintIsItsKey() async throws {
    let walk = try await walk(
      "  - { ask: s, type: string, help: The help. }\n  - { ask: t, type: string }")
    try await click("f1 help", offset: 4, in: walk)
    #expect(walk.text.contains("The help."), "\(walk.text)")
    await walk.type("abc")
    try await click("enter next", in: walk)
    #expect(walk.text.contains("◆ T"), "\(walk.text)")
    try await click("shift-tab back", in: walk)
    #expect(walk.text.contains("◆ S"), "\(walk.text)")
  }

  @Test func theWheelMovesInAList() async throws {
    let walk = try await walk("  - { ask: c, type: choice, choices: [red, green, blue] }")
    let place = try place(of: "green", in: walk)
    await walk.type("\u{1B}[<65;\(place.column + 1);\(place.row + 1)M")
    #expect(walk.text.contains("❯ green"), "\(walk.text)")
    await walk.type("\u{1B}[<64;\(place.column + 1);\(place.row + 1)M")
    #expect(walk.text.contains("❯ red"), "\(walk.text)")
  }

  /// However far a long line is scrolled, what's clicked is where the cursor goes.
  @Test(arguments: [false, true]) func aClickInALongLinePlacesTheCursor(isSecret: Bool) async throws
  {
    let walk = try await ScreenWalk(
      "flow: 1\nid: c\nsteps:\n  - { ask: s, type: \(isSecret ? "secret" : "string") }\n", .full,
      columns: 20, rows: 15)
    let text = "ab日c" + String(repeating: "0123456789", count: 4) + "x日é👩‍💻z"
    await walk.type(text)
    let row = try #require(walk.lines.firstIndex { $0.contains("<") }, "\(walk.text)")
    let end = walk.screen.cursor.column
    // The line is scrolled to its end, and stays while the clicked character isn't the first one.
    for column in stride(from: 18, through: 4, by: -1) {
      let shown = walk.lines[row]
      await walk.click(column: column, row: row)
      let cursor = walk.screen.cursor.column
      // A wide character has two cells.
      #expect((0...1).contains(min(column, end) - cursor), "\(column): \(cursor)\n\(shown)")
      expectEqual(walk.lines[row], shown, "\(column)")
    }
    await walk.type("X\r")
    let answer = try #require(walk.runner.session.answer("s")).plainText
    expectEqual(answer.replacing("X", with: ""), text)
    expectEqual(answer.count { $0 == "X" }, 1)
  }

  @Test func aClickOnTheMarkOfALongLineShowsMoreOfIt() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: c\nsteps:\n  - { ask: s, type: string }\n", .full, columns: 20, rows: 15)
    await walk.type((0..<60).map { String($0 % 10) }.joined())
    let row = try #require(walk.lines.firstIndex { $0.contains("<") }, "\(walk.text)")
    let mark = try #require(walk.lines[row].firstIndex(of: "<"))
    let line = walk.lines[row]
    let start = String(line[..<mark]).cellWidth
    let first = try #require(Int(String(line[line.index(after: mark)])))
    await walk.click(column: start, row: row)
    await walk.type("X")
    #expect(walk.text.contains("X\((first + 9) % 10)\(first)"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func aClickInATextOfSeveralLinesPlacesTheCursor() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: c\nsteps:\n  - { ask: s, type: text }\n", .full, columns: 40, rows: 20)
    await walk.type("one 日本\ntwo\nthree")
    try await click("two", offset: 1, in: walk)
    await walk.type("X")
    #expect(walk.text.contains("┊ tXwo"), "\(walk.text)")
    try await click("日本", offset: 2, in: walk)
    await walk.type("Y")
    #expect(walk.text.contains("┊ one 日Y本"), "\(walk.text)")
    try await click("one", offset: 20, in: walk)
    await walk.type("Z")
    #expect(walk.text.contains("┊ one 日Y本Z"), "\(walk.text)")
    #expect(walk.difference == nil)
  }
}
