// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import TerminalCells

@Suite struct TerminalUpdateTests {
  static let styles: [CellStyle] = [
    .plain, .dim, .reversed, CellStyle(attributes: .bold),
    CellStyle(foreground: .named(.red)), CellStyle(background: .named(.brightBlue)),
    CellStyle(foreground: .indexed(200), attributes: [.bold, .underline]),
    CellStyle(foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6)),
    CellStyle(attributes: [.italic, .strikethrough], link: "https://example.org/"),
  ]
  static let pieces = ["a", "bc", "日本", "❤\u{FE0F}", "e\u{301}", "🇳🇱", "│", " ", "x y", "🇳", "ᄀ"]

  static func scribble(on grid: inout CellGrid, _ random: inout SeededGenerator, strokes: Int) {
    guard !grid.size.isEmpty else { return }
    for _ in 0..<strokes {
      let position = CellPosition(
        column: Int.random(in: -2..<grid.size.columns, using: &random),
        row: Int.random(in: 0..<grid.size.rows, using: &random))
      let style = styles.randomElement(using: &random) ?? .plain
      if Int.random(in: 0..<6, using: &random) == 0 {
        let size = CellSize(
          columns: Int.random(in: 0..<9, using: &random),
          rows: Int.random(in: 0..<3, using: &random))
        grid.fill(
          CellRect(origin: position, size: size),
          style: Bool.random(using: &random) ? .plain : style)
      } else {
        grid.write(pieces.randomElement(using: &random) ?? "", at: position, style: style)
      }
    }
    grid._checkInvariants()
  }

  @Test(arguments: 0..<40)
  func applyingAnUpdateYieldsTheNewGrid(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = CellSize(
      columns: Int.random(in: 0...24, using: &random), rows: Int.random(in: 0...6, using: &random))
    var old = CellGrid(size: size)
    Self.scribble(on: &old, &random, strokes: 20)
    for step in 0..<25 {
      var new = old
      Self.scribble(on: &new, &random, strokes: Int.random(in: 0...6, using: &random))
      let target = CellPosition(
        column: Int.random(in: 0..<max(1, size.columns), using: &random),
        row: Int.random(in: 0..<max(1, size.rows), using: &random))
      for place in [GridPlace.screen(row: 0), .relative(cursor: .zero)] {
        for known in [old, nil] {
          let update = TerminalUpdate(from: known, to: new, at: place, cursor: target)
          // Unknown places of the terminal may show anything.
          var before = old
          if known == nil { Self.scribble(on: &before, &random, strokes: 5) }
          var terminal = TerminalModel(before)
          terminal.apply(update.bytes)
          let shown = terminal.grid
          #expect(terminal.problems.isEmpty, "seed \(seed), step \(step)")
          expectEqual(shown, new, "seed \(seed), step \(step): \(shown.lines) for \(new.lines)")
          expectEqual(terminal.style, .plain)
          if !size.isEmpty {
            #expect(terminal.row == target.row && terminal.column == target.column)
          }
        }
      }
      old = new
    }
  }

  @Test(arguments: [ColorDepth.none, .ansi16, .indexed256])
  func fewerColorsAreWrittenInstead(depth: ColorDepth) {
    var random = SeededGenerator(seed: 7)
    var new = CellGrid(size: CellSize(columns: 30, rows: 4))
    Self.scribble(on: &new, &random, strokes: 40)
    var terminal = TerminalModel(CellGrid(size: new.size))
    terminal.apply(TerminalUpdate(from: nil, to: new, depth: depth).bytes)
    new.restyle(new.bounds) { $0.reduced(to: depth) }
    expectEqual(terminal.grid, new)
    if depth == .none {
      #expect(
        new.cells.allSatisfy { $0.foreground == 0 && $0.background == 0 && $0.rest & 0xFF == 0 })
    }
  }

  static func grid(_ lines: String...) -> CellGrid {
    var grid = CellGrid(size: CellSize(columns: 20, rows: 3))
    for (row, line) in lines.enumerated() {
      grid.write(line, at: CellPosition(column: 0, row: row))
    }
    return grid
  }

  @Test(arguments: [
    (grid("hello"), grid("hello"), ""),
    (grid("hello"), grid("hallo"), "\u{1b}[1;2Ha"),
    (grid("hello"), grid("help!"), "\u{1b}[1;4Hp!"),
    (grid("a", "b"), grid("a", "c"), "\u{1b}[2Hc"),
    (grid("a", "b"), grid("x", "y"), "\u{1b}[Hx\r\ny"),
    (grid("abcdef"), grid("Abc_ef"), "\u{1b}[HAbc_"),
    (grid("long old line"), grid("new"), "\u{1b}[Hnew\u{1b}[K"),
    (grid("gone"), grid(""), "\u{1b}[H\u{1b}[K"),
    (grid("x"), grid("日"), "\u{1b}[H日"),
  ])
  func onlyWhatChangedIsWritten(old: CellGrid, new: CellGrid, output: String) {
    expectEqual(String(decoding: TerminalUpdate(from: old, to: new).bytes, as: UTF8.self), output)
  }

  /// No more than to go to the start of each run of changed cells and to write it.
  @Test(arguments: 0..<40)
  func anUpdateIsNeverLongerThanTheObviousOne(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = CellSize(columns: 30, rows: 6)
    for _ in 0..<50 {
      var old = CellGrid(size: size)
      for row in 0..<6 where Bool.random(using: &random) {
        old.write("some words of a line here", at: CellPosition(column: row, row: row))
      }
      var new = old
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let position = CellPosition(
          column: Int.random(in: 0..<30, using: &random), row: Int.random(in: 0..<6, using: &random)
        )
        let text = ["x", " ", "     ", "abc", "some words"].randomElement(using: &random) ?? ""
        new.write(text, at: position)
      }
      var obvious = 0
      for row in 0..<6 {
        var isRun = false
        for column in 0..<30 {
          let place = CellPosition(column: column, row: row)
          guard old[place] != new[place] else {
            isRun = false
            continue
          }
          if !isRun { obvious += "\u{1b}[\(row + 1);\(column + 1)H".utf8.count }
          isRun = true
          obvious += 1
        }
      }
      #expect(TerminalUpdate(from: old, to: new).bytes.count <= obvious, "seed \(seed)")
    }
  }

  @Test func aStyleIsSetOnceForARunAndEndsWithIt() {
    var new = Self.grid("")
    new.write("red", at: .zero, style: CellStyle(foreground: .named(.red)))
    new.write("bold", at: CellPosition(column: 3, row: 0), style: CellStyle(attributes: .bold))
    let output = TerminalUpdate(from: Self.grid(""), to: new).bytes
    expectEqual(
      String(decoding: output, as: UTF8.self), "\u{1b}[H\u{1b}[31mred\u{1b}[;1mbold\u{1b}[m")
  }

  @Test func oneChangedCellCostsBytesOfOneCellOnAnyGrid() {
    for side in [10, 100, 1000] {
      let old = CellGrid(size: CellSize(columns: side, rows: side))
      var new = old
      new.write("x", at: CellPosition(column: side - 1, row: side - 1))
      let update = TerminalUpdate(from: old, to: new, cursor: .zero)
      #expect(update.bytes.count <= 20)
    }
  }

  /// Emacs counts the columns of `CSI G` from 0, other terminals from 1.
  @Test func behindACharacterOfUncertainWidthAColumnIsReachedFromTheStartOfItsRow() {
    var new = Self.grid("")
    new.write("👩‍🚀", at: .zero)
    new.write("x", at: CellPosition(column: 9, row: 0))
    let output = String(decoding: TerminalUpdate(from: Self.grid(""), to: new).bytes, as: UTF8.self)
    expectEqual(output, "\u{1b}[H👩‍🚀\r\u{1b}[9Cx")
  }

  @Test func aLinkHasItsControlBytesInPercentNotation() {
    var new = Self.grid("")
    new.write("x", at: .zero, style: CellStyle(link: "a\u{1b}\\é"))
    let output = String(decoding: TerminalUpdate(from: Self.grid(""), to: new).bytes, as: UTF8.self)
    expectEqual(output, "\u{1b}[H\u{1b}]8;;a%1B\\%C3%A9\u{1b}\\x\u{1b}]8;;\u{1b}\\")
  }
}
