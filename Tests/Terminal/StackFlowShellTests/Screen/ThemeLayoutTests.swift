// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import StackFlowCore
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

/// How themes arrange steps: every option of the contract's appearance, and the theme `classic`.
@MainActor
@Suite struct ThemeLayoutTests {
  private static let flow = """
    flow: 1
    id: walk
    title: A walk
    steps:
      - { ask: name, type: string, label: Your name }
      - { ask: nick, type: string, label: Nickname }
      - { ask: sure, type: boolean, label: Sure? }
    """

  private func walk(
    _ theme: ScreenTheme, _ place: ScreenWalk.Face.Place = .inline, columns: Int = 60,
    depth: ColorDepth = .truecolor, usesMouse: Bool = false, before: String = ""
  ) async throws -> ScreenWalk {
    try await ScreenWalk(
      Self.flow, place, columns: columns, rows: 14, depth: depth, theme: theme, before: before
    ) { $0.usesMouse = usesMouse }
  }

  private func theme(_ entries: (String, String)...) throws -> ScreenTheme {
    var reader = ThemeReader()
    for (name, value) in entries {
      if let message = reader.take(name, value) { Issue.record("\(name): \(message)") }
    }
    return reader.theme
  }

  private func rows(_ walk: ScreenWalk) -> [String] {
    var rows = walk.face.painted?.grid.lines ?? []
    if let last = rows.lastIndex(where: { !$0.isEmpty }) { rows.removeSubrange((last + 1)...) }
    return rows
  }

  @Test func theClassicThemeIsAsPictured() async throws {
    let walk = try await walk(.classic)
    func end(_ text: String, _ right: String) -> String {
      text + String(repeating: " ", count: 59 - text.count - right.count) + right
    }
    expectEqual(
      rows(walk),
      [
        end(" A walk", "step 1 · about 2 left"), "", end(" Your name", "next ›"), "", " ›",
        " enter next · f1 help · ctrl-c stop",
      ])
    await walk.type("ada\ra\r")
    expectEqual(
      rows(walk)[..<6],
      [
        end(" A walk", "step 3"), "", " Your name  ada", " Nickname   a",
        String(repeating: "─", count: 60), end(" ‹ back   Sure?", "next ›"),
      ])
    #expect(walk.difference == nil)
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func buttonsOfTheBarAreClicked(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk(.classic, place, usesMouse: true, before: "$ run\r\n")
    func click(_ text: String) async throws {
      let row = try #require(walk.lines.firstIndex { $0.contains(text) })
      let column = walk.lines[row].distance(
        from: walk.lines[row].startIndex,
        to: try #require(walk.lines[row].ranges(of: text).first).lowerBound)
      await walk.click(column: column + 1, row: row)
    }
    await walk.type("ada")
    try await click("next ›")
    #expect(walk.text.contains("‹ back   Nickname"))
    try await click("‹ back")
    #expect(!walk.text.contains("‹ back"))
    #expect(walk.text.contains("› ada"))
    await walk.type("\ra\r")
    // An older step is gone back to by a click, too.
    try await click("Your name  ada")
    #expect(walk.text.contains("› ada"))
    #expect(walk.difference == nil)
  }

  @Test func aLongTitleIsWrappedBetweenTheButtons() async throws {
    let theme = ScreenTheme.classic
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: walk
      title: A walk
      steps:
        - { ask: a, type: string, label: "How do you want to be called by everyone who works here?" }
      """, columns: 40, rows: 14, theme: theme)
    #expect(walk.text.contains("How do you want to be called by") || walk.text.contains("How do"))
    #expect(walk.text.replacing("\n ", with: " ").contains("works here?"))
    #expect(walk.difference == nil)
  }

  @Test(arguments: [
    ("none", 0), ("blank", 0), ("line", 2), ("open", 1), ("line 2", 4), ("open 3", 3),
  ])
  func separations(value: String, lines: Int) async throws {
    for growth in ["down", "up"] {
      let walk = try await walk(try theme(("separation", value), ("growth", growth)))
      await walk.type("ada\ra\r")
      expectEqual(rows(walk).count { $0.hasPrefix("──────") }, lines, "\(growth)")
      await walk.type(":back 2\r")
      expectEqual(rows(walk).count { $0.hasPrefix("──────") }, 0, "\(growth)")
    }
  }

  @Test(arguments: ["down", "up", "right", "left"]) func linesAreASCIIWithoutUTF8(growth: String)
    async throws
  {
    for (base, separation) in [("classic", "open"), ("dark", "line")] {
      let walk = try await walk(
        try theme(
          ("base", base), ("signs", "ascii"), ("separation", separation), ("growth", growth)))
      await walk.type("ada\ra\r")
      let isASCII = rows(walk).joined().allSatisfy { $0.isASCII }
      #expect(isASCII, "\(base)")
      #expect(walk.difference == nil)
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (7, 2), (500, 200)])
  func everyThemeFitsEverySize(columns: Int, rows: Int) async throws {
    let isLarge = columns > 100
    let names = dailyPart(of: ScreenTheme.names, every: 3, named: "themes at \(columns) columns")
    for name in isLarge ? ["classic"] : names {
      for growth in isLarge ? [.down, .left] : ScreenTheme.Growth.allCases {
        for place in [ScreenWalk.Face.Place.inline, .full] {
          var theme = try #require(ScreenTheme.named(name))
          theme.layout.growth = growth
          let walk = try await ScreenWalk(
            Self.flow, place, columns: columns, rows: rows, theme: theme)
          for keys in ["ada\r", "a\r", ":back\r", "\u{1B}[1;5A"] {
            await walk.type(keys)
            expectEqual(walk.difference, nil, "\(name), \(growth), \(place), \(keys)")
          }
          await walk.type("\ry\r")
          expectEqual(walk.result, #"{"name":"ada","nick":"a","sure":true}"#)
        }
      }
    }
  }

  @Test func anAnswerLeftEmptyIsInTheSummary() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: walk
      title: A walk
      steps:
        - { ask: a, type: string, label: Remote, required: false }
      """, columns: 60, rows: 14)
    await walk.type("\r")
    expectEqual(walk.text, "  ✔ A walk\n    Remote  left empty")
  }

  @Test func stepsStandSideBySide() async throws {
    for (growth, isReversed) in [("right", false), ("left", true)] {
      let walk = try await walk(try theme(("growth", growth)), columns: 80)
      await walk.type("ada\ra\r")
      let row = try #require(rows(walk).first { $0.contains("◆ Sure?") })
      #expect(row.contains("● Nickname  a"))
      let (open, answered) = (row.ranges(of: "◆").first, row.ranges(of: "● Nickname").first)
      expectEqual(
        (open?.lowerBound ?? row.endIndex < answered?.lowerBound ?? row.endIndex), isReversed)
      // As high as the highest of them, not as wide as all of them.
      #expect(rows(walk).count < 9)
      await walk.type("y\r")
      expectEqual(walk.result, #"{"name":"ada","nick":"a","sure":true}"#)
    }
  }

  @Test(arguments: [
    ("none", ScreenFading.style(.none)), ("contrast", .contrast), ("preset", .style(.preset)),
    (
      "tint",
      .style(.tint(color: .named(.black), preLastAlpha: 0.9, alphaDecrement: nil, ramp: .preLast))
    ),
    (
      "tint 0.8 0.1 blue original",
      .style(.tint(color: .named(.blue), preLastAlpha: 0.8, alphaDecrement: 0.1, ramp: .original))
    ),
    ("mask", .style(.gradientMask(effectDistance: nil))),
    ("mask 12", .style(.gradientMask(effectDistance: 12))),
    (
      "tint 0.5 mask 3",
      .style(
        .combined([
          .tint(color: .named(.black), preLastAlpha: 0.5, alphaDecrement: nil),
          .gradientMask(effectDistance: 3),
        ]))
    ),
    ("tint 1.5", nil), ("mask -1", nil), ("fade", nil), ("", nil),
  ])
  func fadings(text: String, fading: ScreenFading?) { expectEqual(ScreenFading(text), fading) }

  @Test func everyOptionOfTheContractIsReached() throws {
    let theme = try theme(
      ("growth", "left"), ("separation", "blank 2"), ("separator", "red"),
      ("fading", "tint 0.5 mask"), ("head-padding", "3"), ("follows-width", "no"),
      ("transition", "100ms"), ("rail", "none"), ("bar", "yes"), ("bar-title", "bold on blue"),
      ("bar-button", "yellow"), ("step-background", "black"))
    expectEqual(theme.layout.growth, .left)
    expectEqual(theme.layout.separation, .blank)
    expectEqual(theme.layout.separationSize, 2)
    expectEqual(theme.separator, CellStyle(foreground: .named(.red)))
    expectEqual(theme.layout.headPadding, 3)
    #expect(!theme.layout.followsWidth)
    expectEqual(theme.layout.transition, .milliseconds(100))
    #expect(!theme.layout.hasRail)
    #expect(theme.layout.hasBar)
    expectEqual(theme.bar, CellStyle(background: .named(.blue), attributes: .bold))
    expectEqual(theme.barButton, CellStyle(foreground: .named(.yellow)))
    expectEqual(theme.layout.stepBackground, .named(.black))
  }

  @Test(arguments: [
    ("separation", "line -1", "expected a number of cells such as 1, not '-1'"),
    ("fading", "tnt", "there is no fading 'tnt'; did you mean 'tint'?"),
    ("head-padding", "much", "expected a number of cells such as 1, not 'much'"),
    ("transition", "1s", "expected a time such as 250ms, not '1s'"),
    ("bar", "maybe", "expected yes or no, not 'maybe'"),
    ("step-background", "blu", "expected a color such as '#5fafff' or blue, not 'blu'"),
  ])
  func aMistakeSaysWhatIsExpected(name: String, value: String, message: String) {
    var reader = ThemeReader()
    expectEqual(reader.take(name, value), message)
    expectEqual(reader.theme, .dark)
  }

  @Test func fadingByAStyleKeepsTheContrast() async throws {
    let (foreground, background) = (RGBColor(229, 229, 229), RGBColor(0x10, 0x14, 0x18))
    var theme = try theme(("fading", "tint 0.2 0.1 mask 2"))
    theme.foreground = foreground
    theme.background = background
    let walk = try await walk(theme)
    await walk.type("ada\ra\r")
    let grid = try #require(walk.face.painted?.grid)
    var count = 0
    for row in 0..<grid.size.rows where grid.text(ofRow: row).contains("●") {
      for column in 0..<grid.size.columns {
        guard let cell = grid[CellPosition(column: column, row: row)], cell.character != " ",
          case .rgb(let color) = cell.style.foreground
        else { continue }
        count += 1
        #expect(color.contrast(with: background) >= StepFading.minimumContrast)
      }
    }
    #expect(count > 10)
  }

  @Test(arguments: [ColorDepth.none, .ansi16, .indexed256, .truecolor])
  func noFadingBlanksATextWhereColorsArentKnown(depth: ColorDepth) async throws {
    let walk = try await walk(try theme(("fading", "tint 0.1 0.1 mask 1")), depth: depth)
    await walk.type("ada\ra\r")
    #expect(walk.text.contains("Your name  ada"))
    #expect(walk.text.contains("Nickname   a"))
    #expect(walk.difference == nil)
  }
}
