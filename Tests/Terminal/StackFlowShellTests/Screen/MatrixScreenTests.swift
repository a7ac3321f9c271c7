// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowShell
import TerminalCells
import TerminalIO
import Testing

/// A matrix on screens: a table where it fits, and keys and clicks that lead from cell to cell.
@MainActor
@Suite struct MatrixScreenTests {
  private static let flow = """
    flow: 1
    id: m
    steps:
      - { ask: who, type: string }
      - form: ratings
        title: Rate them
        over: "[{'id': 'web', 'name': 'Web site'}, {'id': 'api', 'name': 'Programming interface'}, {'id': 'db', 'name': 'Database'}]"
        as: service
        heading: ${service.name}
        fields:
          - { ask: grade, type: integer, min: 1, max: 5 }
          - { ask: used, type: boolean, default: true }
          - { ask: reason, type: string, when: "!used", label: "Why is ${service.id} unused?", short: Why not }
          - { ask: comment, type: string, required: false }
        validate: [ { check: grade > 1 || has(comment), message: "say why ${service.name} is bad", at: comment } ]
      - { ask: end, type: string }
    """

  private func walk(
    _ place: ScreenWalk.Face.Place = .full, columns: Int = 80, rows: Int = 24
  ) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(Self.flow, place, columns: columns, rows: rows)
    await walk.type("Bo\r")
    return walk
  }

  private func focus(_ walk: ScreenWalk) -> String? {
    walk.runner.state.step?.focusedField?.id
  }

  /// The sizes of the three windows of which pictures are taken.
  nonisolated static let sizes = [(80, 24), (40, 20), (20, 15)]

  @Test(arguments: sizes) func itLooksAsRecorded(columns: Int, rows: Int) async throws {
    var text = ""
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(place, columns: columns, rows: rows)
      func picture(_ words: String) {
        let shown = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        text += "\(place), \(words):\n\(shown.joined(separator: "\n"))\n\n"
        expectEqual(walk.difference, nil, "\(words)")
      }
      picture("at first")
      await walk.type("1\r")
      await walk.type("n")
      picture("a field appears")
      await walk.type("\t")
      await walk.type("slow\r")
      await walk.type("\r")
      picture("a check of the row fails")
      await walk.type("old\r")
      await walk.type("77\u{1B}[B")
      picture("a refused answer stays in its row")
      await walk.type("\u{1B}[A")
      picture("and is there again")
    }
    ScreenGolden.compare(text, with: "matrix-\(columns)x\(rows)")
  }

  @Test func upAndDownMoveBetweenRowsAndTabBetweenCells() async throws {
    let walk = try await walk()
    expectEqual(focus(walk), "ratings[0].grade")
    await walk.type("\u{1B}[B")
    expectEqual(focus(walk), "ratings[1].grade")
    await walk.type("\t")
    expectEqual(focus(walk), "ratings[1].used")
    await walk.type("\u{1B}[B")
    expectEqual(focus(walk), "ratings[2].used")
    await walk.type("\u{1B}[B")
    expectEqual(focus(walk), "ratings[2].used", "there's no row below")
    await walk.type("\t\t")
    expectEqual(focus(walk), "ratings[2].comment")
    await walk.type("\t")
    expectEqual(focus(walk), "ratings[2].comment", "it's the last cell")
    await walk.type("\u{1B}[A")
    expectEqual(focus(walk), "ratings[1].comment")
    await walk.type("\u{1B}[Z\u{1B}[Z\u{1B}[Z")
    expectEqual(focus(walk), "ratings[0].comment")
    await walk.type("\u{1B}[A")
    expectEqual(focus(walk), "ratings[0].comment")
    await walk.type("\u{1B}[Z\u{1B}[Z\u{1B}[Z")
    expectEqual(focus(walk), "who", "before the first cell is the step before")
  }

  @Test func enterGoesThroughTheCellsAndAtTheLastSubmits() async throws {
    let walk = try await walk()
    for keys in ["3\r", "\r", "\r", "4\r", "\r", "fine\r", "5\r", "n\r", "dull\r"] {
      await walk.type(keys)
    }
    expectEqual(focus(walk), "ratings[2].comment")
    #expect(walk.text.contains("enter done"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(focus(walk), "end")
    await walk.type("x\r")
    expectEqual(
      walk.result,
      #"{"who":"Bo","ratings":[{"grade":3,"used":true},{"grade":4,"used":true,"#
        + #""comment":"fine"},{"grade":5,"used":false,"reason":"dull"}],"end":"x"}"#)
  }

  @Test func whatIsTypedStaysInItsCell() async throws {
    let walk = try await walk()
    await walk.type("4\u{1B}[B")
    await walk.type("2\t")
    await walk.type("n\u{1B}[A")
    expectEqual(
      walk.runner.session.matrixRows(0..<2).map(\.cells),
      [
        ["4", "yes", nil, nil], ["2", "no", nil, nil],
      ])
    #expect(walk.text.contains("Web site"), "\(walk.text)")
  }

  @Test func aClickLeadsToACell() async throws {
    let walk = try await walk()
    await walk.type("4")
    let row = try #require(walk.lines.firstIndex { $0.contains("Database") })
    let header = try #require(walk.lines.first { $0.contains("Grade") && $0.contains("Comment") })
    let place = try #require(header.firstRange(of: "Used"))
    await walk.click(column: String(header[..<place.lowerBound]).cellWidth + 1, row: row)
    expectEqual(focus(walk), "ratings[2].used")
    expectEqual(
      walk.runner.session.matrixRows(0..<1).first?.cells.first, "4", "what was typed stays")
    let first = try #require(walk.lines.firstIndex { $0.contains("Web site") })
    await walk.click(column: 8, row: first)
    expectEqual(focus(walk), "ratings[0].grade")
  }

  /// However many rows there are, the one that is asked is in view, and a screen shows some around it.
  @Test(arguments: sizes) func aLongMatrixShowsTheRowThatIsAsked(columns: Int, rows: Int)
    async throws
  {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: m
      steps:
        - form: ratings
          over: lists.range(900)
          heading: Row ${item + 1}
          fields: [ { ask: grade, type: integer } ]
      """, .full, columns: columns, rows: rows)
    for _ in 0..<70 { await walk.type("\u{1B}[B") }
    expectEqual(focus(walk), "ratings[70].grade")
    #expect(walk.text.contains("❯ Row 71"), "\(walk.text)")
    #expect(walk.text.contains("Row 70") && walk.text.contains("Row 72"), "\(walk.text)")
    #expect(walk.text.contains("more"), "\(walk.text)")
  }

  /// A window says how many rows are above and below those in view; a matrix that fits is shown whole.
  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func rowsOutOfViewAreCounted(place: ScreenWalk.Face.Place) async throws {
    func walk(_ count: Int) async throws -> ScreenWalk {
      try await ScreenWalk(
        """
        flow: 1
        id: m
        steps:
          - form: ratings
            title: Rate them
            over: lists.range(\(count))
            heading: Row ${item + 1}
            fields: [ { ask: grade, type: integer }, { ask: ok, type: boolean } ]
        """, place, columns: 60, rows: 24)
    }
    let long = try await walk(60)
    #expect(long.text.contains("↓"), "\(long.text)")
    for _ in 0..<20 { await long.type("\u{1B}[B") }
    #expect(long.text.contains("❯ Row 21"), "\(long.text)")
    #expect(long.text.contains("↑") && long.text.contains("↓"), "\(long.text)")
    let short = try await walk(8)
    #expect(short.text.contains("Row 8") && !short.text.contains("more"), "\(short.text)")
  }

  /// Columns grow with their answers, and don't shrink again.
  @Test func columnsDoNotShrink() async throws {
    let walk = try await walk()
    func column() throws -> Int {
      let header = try #require(walk.lines.first { $0.contains("Grade") && $0.contains("Comment") })
      return try #require(header.firstRange(of: "Comment")).lowerBound.utf16Offset(in: header)
    }
    await walk.type("3\r")
    await walk.type("n")
    await walk.type("\r")
    await walk.type("a long reason\r")
    let wide = try column()
    await walk.type("\u{1B}[Z\u{1B}[Z")
    await walk.type("y\r")
    #expect(!walk.text.contains("a long reason"), "\(walk.text)")
    try expectEqual(column(), wide, "\(walk.text)")
  }

  /// A heading that the table cuts is in full above the question.
  @Test func aHeadingThatIsCutIsShownInFull() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: m
      steps:
        - form: ratings
          over: "['日本語のとても長い見出しがここにあります', 'b']"
          fields: [ { ask: grade, type: integer }, { ask: used, type: string }, { ask: comment, type: string } ]
      """, .full, columns: 40, rows: 20)
    let rows = try #require(walk.text.firstRange(of: "日本語の")).lowerBound
    let heading = walk.text[rows...].filter { !" \n│".contains($0) }
    #expect(heading.contains("日本語のとても長い見出しがここにあります"), "\(walk.text)")
    await walk.type("\u{1B}[B")
    #expect(!walk.text.contains("あります"), "\(walk.text)")
  }
}
