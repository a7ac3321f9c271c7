// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// The layout of choices, candidates, lists and reviews, and their styles.
@Suite("The layout of the line face") @MainActor struct LineLayoutTests {
  private static let countries = """
    flow: 1
    id: c
    steps:
      - ask: country
        type: choice
        choices: { from: "lists.range(300).map(i, 'country ' + string(i))" }
    """

  @Test func theNumbersOfALongListAreAligned() async throws {
    let walk = try FaceWalk(Self.countries.replacing("300", with: "1000"))
    walk.type(":show all")
    let shown = await walk.end().shown
    #expect(shown.contains("   1  country 0") && shown.contains(" 999  country 998"))
    #expect(shown.contains("1000  country 999"))
  }

  @Test func choicesThatDoNotFitAreCountedAndSearchable() async throws {
    let walk = try FaceWalk(Self.countries, rows: 14)
    walk.type("try 29", "country 29", "300")
    let (shown, result) = await walk.end()
    let lines = shown.filter { !$0.hasPrefix("Country: ") }
    expectEqual(
      Array(lines.prefix(8)),
      [
        "Step 1, the last.", "Type a number, or the beginning of a name.", "  1  country 0",
        "  2  country 1", "  3  country 2",
        "  4  country 3", "  5  country 4",
        "and 295 more. Type part of a name to see the ones that contain it.",
      ])
    expectEqual(
      Array(lines[8...].prefix(7)),
      [
        "Not accepted: 'try 29' is part of 11 of the 300 choices.", " 30  country 29",
        "291  country 290", "292  country 291", "293  country 292", "294  country 293",
        "and 6 more that contain 'try 29'.",
      ])
    // A complete label is an answer, although others begin with it.
    expectEqual(result, #"{"country":"country 29"}"#)
  }

  @Test func choicesThatFitAreAllShown() async throws {
    let walk = try FaceWalk(Self.countries.replacing("300", with: "6"), rows: 14)
    let (shown, _) = await walk.end()
    expectEqual(shown.filter { $0.contains("country ") }.count, 6)
    #expect(!shown.contains { $0.contains("more") })
  }

  private static let long = """
    flow: 1
    id: l
    steps:
      - repeat: hosts
        steps:
          - { ask: host, type: string }
      - { ask: last, type: string }
    """

  /// The numbers of the items shown each time, and what's said about the others.
  private func items(typing lines: [String]) async throws -> [String] {
    let walk = try FaceWalk(Self.long, rows: 13)
    let hosts = (1...40).map { Value.map(ValueMap([("host", .string("h\($0)"))])) }
    walk.runner.start()
    walk.runner.send(.answer(.value(.list(hosts))))
    walk.runner.send(.backTo("hosts"))
    for line in lines { walk.type(line) }
    return await walk.end().shown.filter { $0.contains("  h") || $0.hasPrefix("Items") }
  }

  @Test func aLongListShowsTheItemsAroundTheChangedOne() async throws {
    func shown(_ numbers: ClosedRange<Int>) -> [String] {
      numbers.map { ($0 < 10 ? "  " : " ") + "\($0)  h\($0)" }
        + [
          "Items \(numbers.lowerBound) to \(numbers.upperBound) of 40. "
            + "Type :show all to see all of them."
        ]
    }
    // First the last ones, then those around the edited one.
    let lines = try await items(typing: ["edit 7", "h7"])
    expectEqual(lines, shown(36...40) + shown(5...9))
    let all = try await items(typing: [":show all"])
    expectEqual(all.dropFirst(6).count, 40)
    // After that, the list is short again.
    try await expectEqual(items(typing: [":show all", ":show"]).count, 6 + 40 + 6)
  }

  @Test func aShortListIsShownWhole() async throws {
    let walk = try FaceWalk(Self.long, rows: 13)
    walk.type("add", "h1", "add", "h2")
    let (shown, _) = await walk.end()
    expectEqual(shown.filter { $0.contains("  h") }, ["  1  h1", "  1  h1", "  2  h2"])
    #expect(!shown.contains { $0.contains(":show all") })
  }

  @Test func aDefaultOfAnyTypeIsInTheLine() async throws {
    let flow = """
      flow: 1
      id: d
      steps:
        - { ask: one, type: choice, choices: [red, green], default: green }
        - { ask: two, type: boolean, default: true }
        - { ask: three, type: choices, choices: [red, green], default: [red] }
        - { ask: four, type: integer, default: 4 }
      """
    let kept = try FaceWalk(flow)
    kept.type("", "", "", "")
    let (shown, result) = await kept.end()
    expectEqual(result, #"{"one":"green","two":true,"three":["red"],"four":4}"#)
    let prompts = shown.filter { row in
      ["One", "Two", "Three", "Four"].contains { row.hasPrefix($0) }
    }
    let defaults = prompts.map {
      $0[($0.firstIndex(of: "[") ?? $0.startIndex)...].prefix { !"\u{1B}\r".contains($0) }
    }
    expectEqual(defaults, ["[green]", "[yes]", "[red]", "[4]"])
    let typed = try FaceWalk(flow)
    typed.type("1", "n", "all", "5")
    let other = await typed.end().result
    expectEqual(other, #"{"one":"red","two":false,"three":["red","green"],"four":5}"#)
  }

  @Test func theValuesOfAReviewAreAligned() async throws {
    let flow = """
      flow: 1
      id: r
      steps:
        - { ask: name, type: string, label: Name }
        - { ask: mail, type: string, label: E-mail, required: false }
        - { ask: long, type: boolean, label: Is this a question that takes most of the line? }
        - { review: check, title: All }
      """
    let walk = try FaceWalk(flow)
    walk.type("ada", "", "y")
    let (shown, _) = await walk.end()
    let start = try #require(shown.firstIndex(of: "All"))
    expectEqual(
      shown[(start + 1)...].prefix(4),
      [
        "  Name:    ada", "  E-mail:  left empty",
        "  Is this a question that takes most of the line?", "           yes",
      ])
    let narrow = try FaceWalk(flow, columns: 40)
    narrow.type("ada", "", "y")
    #expect(await narrow.end().shown.contains("  Name: ada"))
  }

  @Test func stylesChangeNoText() async throws {
    let flow = """
      flow: 1
      id: s
      title: A title
      steps:
        - { ask: port, type: integer, min: 1024, label: Port, hint: a number }
        - ask: kind
          type: choice
          label: Kind
          choices: [{ value: a, label: Alpha, hint: first }, { value: b, label: Beta, disabled: sold }]
        - { review: r }
      """
    func lines(isStyled: Bool) async throws -> [String] {
      let walk = try FaceWalk(flow, columns: 30)
      walk.face.isStyled = isStyled
      walk.face.tellsWords = true
      walk.type("80", "\u{15}8080", ":help", ":nothing", "a", "what", "")
      return await walk.end().shown
    }
    let plain = try await lines(isStyled: false)
    let styled = try await lines(isStyled: true)
    #expect(!plain.contains { $0.contains(/\u{1B}\[\d*m/) })
    let stripped = styled.map { $0.replacing(/\u{1B}\[\d+m/, with: "") }
    // Without styles, a text that's replaced is in brackets.
    let isShown: (String) -> Bool = {
      !$0.isEmpty && !$0.hasPrefix("Port: ") && !$0.hasPrefix("Kind: ")
    }
    expectEqual(stripped.filter(isShown), plain.filter(isShown))
    #expect(styled.contains("\u{1B}[31mNot accepted: \u{1B}[0mmust be 1024 or"))
    #expect(styled.contains("\u{1B}[1mA number.\u{1B}[0m"))
    // A step is separated from the text above it.
    let second = try #require(stripped.firstIndex(of: "Step 2, about 1 left."))
    #expect(stripped[second - 1].isEmpty)
  }
}
