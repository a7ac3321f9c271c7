// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

@testable import StackFlowCore

/// SF-9: the line of a title bar at every width.
@Suite struct StepBarTests {
  private func line(_ columns: Int, title: String = "Port", isPlain: Bool = false) -> String {
    let view = StackFlowView<String> { StepPresentation(content: TextRow(""), title: $0) }
    view.usesPlainText = isPlain
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: columns, rows: 2))
    view.push("first")
    view.push(title)
    return view.snapshot().lines[0]
  }

  @Test(arguments: [
    (30, "  ‹ prev     Port     next ›"), (24, "  ‹ prev  Port  next ›"),
    (23, "  ‹      Port       ›"), (20, "  ‹     Port     ›"), (14, "  ‹  Port  ›"),
    (12, "  ‹  P…  ›"), (7, "  ‹ ›"), (5, " ‹ ›"), (4, "‹  ›"), (3, "‹ ›"), (2, "‹›"), (1, "›"),
  ])
  func buttonsMakeRoomForEachOther(columns: Int, bar: String) { expectEqual(line(columns), bar) }

  @Test(arguments: [
    (30, "  ‹ prev              next ›"), (16, " ‹ prev  next ›"), (15, " ‹ prev next ›"),
    (14, "‹ prev  next ›"), (13, "‹ prev next ›"), (12, "  ‹      ›"),
  ])
  func withoutATitleTheTextsStayAsLongAsTheyFit(columns: Int, bar: String) {
    expectEqual(line(columns, title: ""), bar)
  }

  @Test func anOddSpareColumnGoesRight() {
    expectEqual(line(31), "  ‹ prev     Port      next ›")
  }

  @Test func plainTextHasNoArrowsAndDots() {
    expectEqual(line(25, title: "A long title", isPlain: true), "  < prev  A ...  next >")
    expectEqual(line(10, isPlain: true), "< pr next")
  }

  @Test(arguments: 0...40, ["", "x", "日本語", "👩‍👩‍👧", "a much longer label"])
  func labelsNeverOverlapAndNeverLeaveTheBar(columns: Int, label: String) {
    for pop in [TopBar.Button(title: label), TopBar.Button(icon: label, fallback: "b"), nil] {
      for push in [TopBar.Button(title: label, icon: "›"), nil] {
        for isPlain in [false, true] {
          let bar = StepBar(
            title: "Title", pop: pop, push: push, columns: columns, isPlain: isPlain,
            ambiguous: .narrow)
          var taken = Set<Int>()
          for label in [bar.pop, bar.push] {
            guard let label else { continue }
            expectEqual(label.columns.count, label.text.cellWidth)
            #expect(label.columns.allSatisfy { taken.insert($0).inserted && $0 < columns })
          }
          let title = bar.titleColumn..<bar.titleColumn + bar.title.cellWidth
          #expect(title.isEmpty || title.upperBound <= columns && taken.isDisjoint(with: title))
        }
      }
    }
  }

  @Test func aTapFindsTheButtonsWhereTheyAreDrawn() throws {
    for columns in 3...40 {
      let show = try Show("AB", columns: columns)
      let row = try #require(show.lines.firstIndex { $0.contains("›") })
      var asked: [Character: Set<String>] = [:]
      let text = Array(show.lines[row])
      for (column, character) in text.enumerated() {
        show.view.tap(at: CellPosition(column: column, row: row))
        asked[character, default: []].formUnion(show.wizard.take())
      }
      expectEqual(asked["‹"], ["pop 1?"], "\(columns) columns")
      expectEqual(asked["›"], ["push?"], "\(columns) columns")
    }
  }

  @Test func aBarShowsEveryOption() {
    let view = StackFlowView<Int> { _ in
      StepPresentation(
        content: TextRow("x"), title: "T",
        appearance: ItemAppearance(
          backgroundColor: .named(.green),
          topBar: TopBar(
            backgroundColor: .named(.red), titleFont: .bold, titleTextColor: .named(.yellow),
            popButton: nil, pushButton: .init(icon: "→", fallback: "go"),
            buttonColor: .named(.magenta))))
    }
    view.setViewport(CellSize(columns: 20, rows: 2))
    view.push(1)
    let grid = view.snapshot()
    expectEqual(grid.lines, ["         T       →", "x"])
    func style(_ column: Int, _ row: Int) -> CellStyle? {
      grid[CellPosition(column: column, row: row)]?.style
    }
    expectEqual(
      style(9, 0),
      CellStyle(
        foreground: .named(.yellow), background: .named(.red), attributes: .bold))
    expectEqual(
      style(17, 0), CellStyle(foreground: .named(.magenta), background: .named(.red)))
    expectEqual(style(5, 1)?.background, .named(.green))
  }
}
