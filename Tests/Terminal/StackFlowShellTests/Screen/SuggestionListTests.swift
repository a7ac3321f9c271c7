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

@testable import StackFlowShell

/// The texts that a flow suggests are in a list below the line that's typed, which filters it.
@MainActor
@Suite struct SuggestionListTests {
  private static let branches = [
    "main", "maintenance", "map-of-the-web-that-all-the-team-has-drawn", "日本語の枝",
    "release/2026", "🎉ma日本",
  ]

  private static func flow(_ keys: String = "", _ suggested: [String] = branches) -> String {
    """
    flow: 1
    id: s
    title: New branch
    steps:
      - { ask: who, type: string }
      - { ask: branch, type: string, label: Which branch?, suggest: [\(suggested.joined(separator: ", "))]\(keys) }
      - { ask: end, type: string }
    """
  }

  private func walk(
    _ keys: String = "", _ suggested: [String] = branches,
    _ place: ScreenWalk.Face.Place = .inline, columns: Int = 80, rows: Int = 24
  ) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(Self.flow(keys, suggested), place, columns: columns, rows: rows)
    await walk.type("Bo\r")
    return walk
  }

  private func answer(_ walk: ScreenWalk) -> Value? { walk.runner.session.answer("branch") }

  /// The sizes of the three windows of which pictures are taken.
  nonisolated static let sizes = [(80, 24), (40, 20), (20, 15)]

  @Test(arguments: sizes) func itLooksAsRecorded(columns: Int, rows: Int) async throws {
    var text = ""
    for place in [ScreenWalk.Face.Place.inline, .full] {
      for keys in ["", ", widget: search"] {
        let many = Self.branches + (1...30).map { "topic-\($0)" }
        let walk = try await walk(keys, many, place, columns: columns, rows: rows)
        func picture(_ words: String) {
          let shown = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
          text += "\(place)\(keys), \(words):\n\(shown.joined(separator: "\n"))\n\n"
          expectEqual(walk.difference, nil, "\(words)")
        }
        picture("at first")
        await walk.type("ma")
        picture("some match")
        await walk.type("\u{1B}[B\u{1B}[B\u{1B}[B")
        picture("one is selected")
        await walk.type(Key(.escape))
        picture("it's closed")
        await walk.type(.control("u"))
        await walk.type("t")
        picture("more match than fit")
        await walk.type("zz")
        picture("none matches")
      }
    }
    ScreenGolden.compare(text, with: "suggestions-\(columns)x\(rows)")
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func whatIsTypedFiltersTheList(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk("", Self.branches, place)
    #expect(!walk.text.contains("main"), "\(walk.text)")
    await walk.type("ma")
    for row in ["main", "maintenance", "map-of-the-web", "🎉ma日本"] {
      #expect(walk.text.contains("│   \(row)"), "\(walk.text)")
    }
    #expect(!walk.text.contains("release"), "\(walk.text)")
    await walk.type("in")
    #expect(walk.text.contains("│   maintenance"), "\(walk.text)")
    #expect(!walk.text.contains("│   main\n"), "what's typed already needs no row: \(walk.text)")
    #expect(!walk.text.contains("map"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(answer(walk), "main")
  }

  @Test func aSearchShowsTheListFromTheBeginning() async throws {
    let walk = try await walk(", widget: search")
    #expect(walk.text.contains("│   main\n"), "\(walk.text)")
    #expect(walk.text.contains("↑↓ choose"), "\(walk.text)")
  }

  @Test func aPlainLineHasNoList() async throws {
    let walk = try await walk(", widget: line")
    await walk.type("ma")
    #expect(!walk.text.contains("maintenance"), "\(walk.text)")
    #expect(walk.text.contains("→ complete"), "\(walk.text)")
  }

  @Test func arrowsSelectAndEnterTakes() async throws {
    let walk = try await walk()
    await walk.type("ma\u{1B}[B\u{1B}[B")
    #expect(walk.text.contains("❯ maintenance"), "\(walk.text)")
    #expect(walk.text.contains("enter select · ↑↓ choose"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(answer(walk), "maintenance")
  }

  @Test func upFromTheLineSelectsTheLastAndUpFromTheFirstLeadsBack() async throws {
    let walk = try await walk()
    await walk.type("ma\u{1B}[A")
    #expect(walk.text.contains("❯ 🎉ma"), "\(walk.text)")
    await walk.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A")
    #expect(!walk.text.contains("❯"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(answer(walk), "ma")
  }

  @Test func tabTakesTheSelectedIntoTheLine() async throws {
    let walk = try await walk()
    await walk.type("ma\u{1B}[B\u{1B}[B\t")
    #expect(walk.text.contains("› maintenance"), "\(walk.text)")
    await walk.type("-2\r")
    expectEqual(answer(walk), "maintenance-2")
  }

  /// The list below the line has what Tab would list otherwise.
  @Test func tabSelectsInTheListWhereItAddsNothing() async throws {
    let walk = try await walk()
    await walk.type("m\t")
    #expect(walk.text.contains("› ma"), "it adds what all have in common: \(walk.text)")
    await walk.type("\t")
    #expect(walk.text.contains("❯ main"), "\(walk.text)")
    expectEqual(walk.text.components(of: "maintenance"), 1, "\(walk.text)")
    await walk.type("\t")
    #expect(walk.text.contains("› main"), "\(walk.text)")
  }

  @Test func tabInAnEmptyLineOpensTheList() async throws {
    let walk = try await walk()
    await walk.type("\t")
    #expect(walk.text.contains("❯ main"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(answer(walk), "main")
  }

  @Test func escapeClosesTheListUntilSomethingElseIsTyped() async throws {
    let walk = try await walk()
    await walk.type("ma\u{1B}[B")
    await walk.type(Key(.escape))
    #expect(walk.text.contains("› ma") && !walk.text.contains("maintenance"), "\(walk.text)")
    await walk.type("i")
    #expect(walk.text.contains("maintenance"), "\(walk.text)")
    await walk.type(Key(.escape))
    #expect(!walk.text.contains("maintenance"), "also from the line: \(walk.text)")
    await walk.type("\r")
    expectEqual(answer(walk), "mai", "and the line is the answer")
  }

  @Test func inViModeEscapeClosesTheListAndEndsInserting() throws {
    var widget = LineWidget(field: try askedField("type: string, suggest: [main, master]"))
    var typed = line("ma")
    widget.lineChanged(typed)
    #expect(widget.hasRow(above: false, line: typed))
    typed.mode = .viInsert
    expectEqual(widget.take(Key(.escape), line: typed), .ignored)
    #expect(!widget.hasRow(above: false, line: typed))
  }

  @Test func aClickTakesARow() async throws {
    let walk = try await walk("", Self.branches, .full)
    await walk.type("ma")
    let row = try #require(walk.lines.firstIndex { $0.contains("map") })
    await walk.click(column: 8, row: row)
    expectEqual(answer(walk), .string(Self.branches[2]))
  }

  /// A suggestion is taken as it's typed, so that the field's rules apply.
  @Test func aSuggestionThatIsRefusedStaysInTheLine() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: s
      steps:
        - { ask: n, type: integer, default: 3 }
        - { ask: branch, type: string, minLength: "{ value: n }", suggest: { value: "['ab', 'abcd']" } }
      """.replacing("\"{ value: n }\"", with: "{ value: n }"))
    await walk.type("\r")
    await walk.type("a\u{1B}[B\r")
    #expect(walk.text.contains("› ab"), "\(walk.text)")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    #expect(walk.text.contains("│   abcd"), "and the others that match are below: \(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func inAFormDownLeadsThroughTheListToTheNextField() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: s
      steps:
        - form: f
          title: A form
          fields:
            - { ask: one, type: string, suggest: [ada, adam, bert] }
            - { ask: two, type: string }
      """)
    await walk.type("ad")
    #expect(walk.text.contains("  ada\n") && walk.text.contains("  adam\n"), "\(walk.text)")
    await walk.type("\u{1B}[B\u{1B}[B")
    #expect(walk.text.contains("❯ adam"), "\(walk.text)")
    await walk.type("\u{1B}[B")
    #expect(walk.text.contains("› Two"), "\(walk.text)")
    #expect(!walk.text.contains("adam"), "a field without the focus has no list: \(walk.text)")
    await walk.type("\u{1B}[A")
    #expect(!walk.text.contains("adam"), "nor an answer that's kept: \(walk.text)")
    await walk.type("ad\u{1B}[B\t")
    #expect(walk.text.contains("› One  ada"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func aWordHasNoList() async throws {
    let walk = try await walk()
    await walk.type(":ma")
    #expect(!walk.text.contains("maintenance"), "\(walk.text)")
  }

  @Test func tabListsWordsAlsoAboveAList() async throws {
    let walk = try await walk(", widget: search")
    await walk.type(":\t")
    #expect(walk.text.contains(":back") && walk.text.contains(":quit"), "\(walk.text)")
    #expect(!walk.text.contains("❯"), "\(walk.text)")
  }

  @Test func theListOfAPathIsWhatTabLists() async throws {
    let flow = try checkedFlow(
      "flow: 1\nid: s\nsteps:\n  - { ask: key, type: path }\n", name: "s.flow.yaml")
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    runner.services.paths = PictureHost()
    let walk = await ScreenWalk(runner)
    await walk.type("~/.ssh/id_\t\t")
    expectEqual(walk.text.components(of: "id_rsa"), 1, "\(walk.text)")
    #expect(walk.text.contains("❯"), "\(walk.text)")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
