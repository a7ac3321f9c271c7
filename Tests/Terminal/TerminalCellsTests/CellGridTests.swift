// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import TerminalCells

@Suite struct CellGridTests {
  @Test func aWideCharacterLosesBothHalvesWhenOneIsOverwritten() {
    var grid = CellGrid(size: CellSize(columns: 6, rows: 1))
    grid.write("日本語", at: .zero)
    grid.write("x", at: CellPosition(column: 3, row: 0))
    grid._checkInvariants()
    expectEqual(grid.lines, ["日 x語"])
    grid.fill(CellRect(column: 5, row: 0, columns: 9, rows: 9), style: .plain)
    expectEqual(grid.lines, ["日 x"])
  }

  @Test func drawingIsClippedAtTheEdges() {
    var grid = CellGrid(size: CellSize(columns: 3, rows: 2))
    expectEqual(grid.write("日本語", at: .zero), 6)
    expectEqual(grid.write("日x", at: CellPosition(column: -1, row: 1)), 3)
    expectEqual(grid.write("gone", at: CellPosition(column: 0, row: 2)), 4)
    expectEqual(grid.write("gone", at: CellPosition(column: .max, row: .min)), 4)
    grid._checkInvariants()
    expectEqual(grid.lines, ["日", " x"])
  }

  @Test func controlCharactersAreWrittenAsEscapesAndThoseOfNoWidthNotAtAll() {
    var grid = CellGrid(size: CellSize(columns: 12, rows: 1))
    expectEqual(grid.write("a\u{1b}\u{200B}b", at: .zero), 8)
    expectEqual(grid.lines, [#"a\u{1b}b"#])
  }

  @Test func aHostileClusterIsCutInItsCell() {
    var grid = CellGrid(size: CellSize(columns: 2, rows: 1))
    grid.write("a" + String(repeating: "\u{301}", count: 100_000), at: .zero)
    #expect((grid[.zero]?.character.utf8.count ?? 0) < 128)
  }

  @Test func aCanvasIsClippedAndKnowsWhatIsVisible() {
    var grid = CellGrid(size: CellSize(columns: 5, rows: 3))
    grid.draw(in: CellRect(column: 1, row: -1, columns: 3, rows: 10)) { canvas in
      expectEqual(canvas.size, CellSize(columns: 3, rows: 10))
      expectEqual(canvas.visible, CellRect(column: 0, row: 1, columns: 3, rows: 3))
      for row in 0..<10 { canvas.write("\(row)\(row)\(row)\(row)", row: row) }
      canvas.draw(in: CellRect(column: 1, row: 2, columns: 9, rows: 1)) { $0.write("abc", row: 0) }
    }
    expectEqual(grid.lines, [" 111", " 2ab", " 333"])
  }

  @Test(arguments: 1...13, ["x", "日", "e\u{301}\u{302}"])
  func theFirstDifferenceAndTheLastCellAreFoundInEachColumn(columns: Int, text: String) {
    let blank = CellGrid(size: CellSize(columns: columns, rows: 3))
    expectEqual(blank.contentEnd(ofRow: 1), 0)
    expectEqual(blank.rowsDiffering(from: blank), [])
    for column in 0..<columns {
      var grid = blank
      let width = grid.write(text, at: CellPosition(column: column, row: 1))
      let isCut = column + width > columns
      expectEqual(grid.contentEnd(ofRow: 1), isCut ? 0 : column + width)
      expectEqual(grid.rowsDiffering(from: blank), isCut ? [] : [1])
      expectEqual(grid.rowsDiffering(from: grid), [])
      let cells = columns..<2 * columns
      expectEqual(
        grid.firstDifference(from: blank, in: cells), isCut ? cells.upperBound : columns + column)
    }
  }

  @Test func aFillAndACopyChangeNoOtherCells() {
    for rect in [
      CellRect(column: 1, row: 1, columns: 2, rows: 3),
      CellRect(column: 0, row: 0, columns: 5, rows: 1),
      CellRect(column: 4, row: 2, columns: 9, rows: 9),
      CellRect(column: 2, row: 2, columns: 0, rows: 2),
    ] {
      var filled = CellGrid(size: CellSize(columns: 5, rows: 4))
      filled.fill(filled.bounds, with: ".")
      var copied = filled
      var source = CellGrid(size: filled.size)
      source.fill(source.bounds, with: "x")
      filled.fill(rect, with: "x")
      copied.copy(rect, of: source, to: rect.origin)
      let expected = (0..<4).map { row in
        (0..<5).map { rect.contains(CellPosition(column: $0, row: row)) ? "x" : "." }.joined()
      }
      expectEqual(filled.lines, expected)
      expectEqual(copied.lines, expected)
    }
  }

  @Test func copyingBlanksWideCharactersThatAreCut() {
    var source = CellGrid(size: CellSize(columns: 6, rows: 1))
    source.write("日本語", at: .zero)
    var grid = CellGrid(size: CellSize(columns: 6, rows: 1))
    grid.copy(
      CellRect(column: 1, row: 0, columns: 4, rows: 1), of: source,
      to: CellPosition(column: 1, row: 0))
    grid._checkInvariants()
    expectEqual(grid.lines, ["  本"])
  }

  @Test func restylingReachesWholeCharacters() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 1))
    grid.write("日x", at: .zero)
    grid.restyle(CellRect(column: 1, row: 0, columns: 1, rows: 1)) { _ in .dim }
    expectEqual(grid[CellPosition(column: 0, row: 0)]?.style, .dim)
    expectEqual(grid[CellPosition(column: 1, row: 0)]?.style, .dim)
    expectEqual(grid[CellPosition(column: 2, row: 0)]?.style, .plain)
    grid.restyle(grid.bounds) { _ in nil }
    expectEqual(grid.lines, [""])
  }

  @Test(arguments: [(0, 0), (1, 1), (-5, 3), (0, 9), (Int.max, Int.max)])
  func anySizeIsAGrid(columns: Int, rows: Int) {
    var grid = CellGrid(size: CellSize(columns: columns, rows: min(rows, 2)))
    grid.write("日", at: .zero)
    grid.fill(CellRect(column: 0, row: 0, columns: .max, rows: .max), style: .dim)
    #expect(
      TerminalUpdate(from: nil, to: CellGrid(size: CellSize(columns: columns, rows: 0))).bytes
        .isEmpty)
  }
}

@Suite struct FadingTests {
  @Test func truecolorBlendsEachChannel() {
    let fading = Fading(depth: .truecolor, tint: .rgb(0, 100, 200))
    let style = fading.style(CellStyle(foreground: .rgb(200, 100, 0)), alpha: 0.5)
    expectEqual(style?.foreground, .rgb(100, 100, 100))
    expectEqual(fading.style(.plain, alpha: 1), .plain)
    expectEqual(fading.style(.plain, alpha: 0)?.foreground, .rgb(0, 100, 200))
  }

  @Test(arguments: [(0.0, 232, 255), (0.5, 244, 243), (0.9, 253, 234), (0.99, 255, 232)])
  func the256ColorsFadeAlongTheGrays(alpha: Double, dark: UInt8, light: UInt8) {
    let onBlack = Fading(depth: .indexed256)
    expectEqual(onBlack.style(.plain, alpha: alpha)?.foreground, .indexed(dark))
    let onWhite = Fading(depth: .indexed256, tint: .rgb(255, 255, 255))
    expectEqual(onWhite.style(.plain, alpha: alpha)?.foreground, .indexed(light))
  }

  @Test(arguments: [
    (0.75, CellStyle.plain), (0.74, .dim), (0.35, .dim),
    (0.34, CellStyle(foreground: .named(.brightBlack))),
    (0.01, CellStyle(foreground: .named(.brightBlack))), (0, nil), (-1, nil), (.nan, .plain),
  ])
  func sixteenColorsFadeInFourSteps(alpha: Double, style: CellStyle?) {
    expectEqual(Fading(depth: .ansi16).style(.plain, alpha: alpha), style)
  }

  @Test func withoutColorsTextIsNeverBlanked() {
    expectEqual(Fading(depth: .none).style(.dim, alpha: 0), .dim)
  }

  @Test func colorsAreReducedToTheNearest() {
    expectEqual(CellColor.rgb(255, 0, 0).reduced(to: .indexed256), .indexed(196))
    expectEqual(CellColor.rgb(128, 128, 128).reduced(to: .indexed256), .indexed(244))
    expectEqual(CellColor.rgb(250, 10, 10).reduced(to: .ansi16), .named(.brightRed))
    expectEqual(CellColor.indexed(9).reduced(to: .ansi16), .named(.brightRed))
    expectEqual(CellColor.named(.red).reduced(to: .none), .standard)
    for index in UInt8(16)...255 {
      let color = RGBColor(paletteIndex: index)
      expectEqual(RGBColor(paletteIndex: color.nearestPaletteIndex), color)
    }
  }
}
