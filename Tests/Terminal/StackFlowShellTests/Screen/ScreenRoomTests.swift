// SPDX-License-Identifier: Apache-2.0

import StackFlowShell
import TerminalIO
import Testing

/// The room of the window is used for what the user reads.
@MainActor
@Suite struct ScreenRoomTests {
  private func walk(_ steps: String, columns: Int, rows: Int = 24) async throws -> ScreenWalk {
    try await ScreenWalk(
      "flow: 1\nid: r\ntitle: Room\nsteps:\n\(steps)", columns: columns, rows: rows)
  }

  /// A long notice after going back, or description, is read by scrolling.
  @Test(arguments: [(40, 10), (20, 15), (20, 10), (20, 7), (12, 8)])
  func theQuestionAndWhatIsWrongAreInView(columns: Int, rows: Int) async throws {
    for words in ["", "all services", "services."] {
      let description =
        words.isEmpty ? "" : "description: The name that people see in the list of \(words),"
      let walk = try await walk(
        """
          - { ask: name, type: string, label: Name it, \(description) pattern: '^[a-z]+$', messages: { pattern: use letters } }
          - { ask: kind, type: choice, choices: [http, worker], default: http }
          - { ask: port, type: integer, default: 80, label: The port where it listens }
          - { ask: region, type: string, label: Where it runs }
        """, columns: columns, rows: rows)
      await walk.type("abc\r")
      await walk.type("\r")
      await walk.type("\r")
      await walk.type(":back name\r")
      for part in ["Name it", "abc"] { #expect(walk.text.contains(part), "\(walk.text)") }
      // Seven rows may have no room for the notice, which is read by scrolling.
      #expect(walk.text.contains("⟲") || rows == 7, "\(walk.text)")
      await walk.type("\u{15}1\r")
      for part in ["Name it", "1", "use"] { #expect(walk.text.contains(part), "\(walk.text)") }
      #expect(walk.text.contains("letters"), "\(walk.text)")
      // A longer answer leaves the question where it is.
      await walk.type("b")
      #expect(walk.text.contains("Name it") && walk.text.contains("1b"), "\(walk.text)")
      #expect(walk.difference == nil)
    }
  }

  @Test func aReviewWithALongTextFillsTheWindow() async throws {
    let walk = try await walk(
      (1...5).map { "  - { ask: a\($0), type: string }\n" }.joined()
        + "  - { ask: text, type: text }\n"
        + (6...11).map { "  - { ask: a\($0), type: string }\n" }.joined()
        + "  - review: check\n", columns: 80)
    for number in 1...5 { await walk.type("v\(number)\r") }
    await walk.paste((1...14).map { "line \($0)" }.joined(separator: "\n"))
    await walk.type("\r")
    for number in 6...11 { await walk.type("v\(number)\r") }
    #expect(walk.lines.count { !$0.isEmpty } >= 22, "\(walk.text)")
    #expect(walk.text.contains("line 14") && walk.text.contains("❯ finish"), "\(walk.text)")
    for _ in 0..<7 { await walk.type(Key(.up)) }
    #expect(walk.text.contains("❯ Text  line 1\n"), "\(walk.text)")
  }

  @Test func aLabelIsNotCutBecauseOfTheHiddenLinesOfAnAnswer() async throws {
    let label = "What should be written below the title"
    let walk = try await walk(
      "  - { ask: text, type: text, label: \(label) }\n  - { ask: end, type: string }\n",
      columns: 80)
    await walk.paste("one\ntwo\n" + String(repeating: "long ", count: 15))
    await walk.type("\r")
    #expect(walk.text.contains("\(label)  one"), "\(walk.text)")
  }

  @Test func aShortAnswerIsBesideItsLabelInANarrowWindow() async throws {
    let walk = try await walk(
      """
        - { ask: host, type: string, label: Who is the host? }
        - { ask: long, type: string, label: Another question that is asked }
        - { ask: end, type: string }
      """, columns: 40)
    await walk.type("ada\r")
    await walk.type("an answer with words\r")
    #expect(walk.text.contains("● Who is the host?  ada"), "\(walk.text)")
    #expect(walk.lines.contains { $0.hasSuffix("  an answer with words") }, "\(walk.text)")
  }

  @Test func aLongFormShowsItsTitleAtTheFirstField() async throws {
    let walk = try await walk(
      "  - form: all\n    title: All of them\n    fields:\n"
        + (1...60).map { "      - { ask: f\($0), type: string }\n" }.joined(), columns: 80)
    #expect(walk.text.contains("All of them"), "\(walk.text)")
    await walk.type(Key(.tab))
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("All of them"), "\(walk.text)")
  }

  @Test func wrappedRowsOfAFileKeepTheirBar() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: f
      steps:
        - write: note
          path: n.md
          content: \((1...12).map { "word\($0)" }.joined(separator: " "))
      """, columns: 40, effects: PictureHost())
    await walk.type(Key(.right))
    await walk.type("\r")
    let rows = walk.lines.filter { $0.contains("word") }
    #expect(rows.count > 1 && rows.allSatisfy { $0.contains("| ") }, "\(walk.text)")
  }

  @Test(arguments: [24, 30, 36, 40, 46])
  func theHintOfAnOptionalFieldIsInFull(columns: Int) async throws {
    let walk = try await walk(
      "  - { ask: x, type: string, required: false, hint: such as billing-api-2 }\n",
      columns: columns)
    #expect(walk.text.contains("such as billing-api-2"), "\(walk.text)")
  }

  @Test func aRefusedFilterIsShownFromItsStart() async throws {
    let walk = try await walk(
      "  - { ask: x, type: choice, choices: [red, blue] }\n", columns: 30)
    await walk.type("a very long text that names nothing at all\r")
    #expect(walk.text.contains("› a very long"), "\(walk.text)")
  }
}
