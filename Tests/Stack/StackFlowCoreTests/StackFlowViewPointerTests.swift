// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout
@testable import StackFlowCore

private struct Field: RowModel {
  let id: String
  var cellType: any RowCell.Type { FieldCell.self }
}

private final class FieldCell: BasicRowController, RowCell {
  override var isFocusable: Bool { true }
  var name = ""
  var log: [String] = []
  var tapCallback: ((any RowCell) -> Void)?
  override required init() { super.init() }
  func setup(model: Field) { name = model.id }
  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  override func render(into canvas: inout CellCanvas) { canvas.write(name, row: 0) }
  override func handle(_ event: RowEvent) -> Bool {
    log.append("\(event)")
    return false
  }
}

/// SF-3, SF-7: the pointer reaches the fields of the top step, and nothing in a covered one.
@Suite struct StackFlowViewPointerTests {
  private final class Show: StackFlowDelegate {
    let view: StackFlowView<String>
    let container: ContainerScroll
    var forms: [String: DynamicStack] = [:]
    var log: [String] = []

    /// Steps with a name and the fields `name`, `mail`, and `port`; the last step's `name` is
    /// focused.
    ///
    /// Steps in upper case have titles.
    init(_ steps: String, columns: Int = 24, rows: Int = 12) throws {
      weak var show: Show?
      view = StackFlowView { step in
        let form = DynamicStack()
        form.didTapCell = { show?.log.append("\(step).\(($0 as? FieldCell)?.name ?? "?")") }
        show?.forms[step] = form
        do {
          try form.setStyle {
            $0.rowInsets = .zero
            $0.hidesSeparators = true
          }
          try form.set(["name", "mail", "port"].map(Field.init))
        } catch {
          show?.log.append("\(error)")
        }
        form.focus(.index(0))
        return StepPresentation(content: form, title: step.uppercased() == step ? step : nil)
      }
      view.fadingStyle = .none
      container = ContainerScroll(content: view, motion: Motion(isReduced: true))
      show = self
      view.delegate = self
      container.setFrame(
        CellRect(column: 0, row: 0, columns: columns, rows: rows), terminalRows: rows)
      for step in steps { view.push(String(step)) }
    }

    func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<String>)
      -> StackDecision<String>
    {
      log.append("pop \(count)?")
      return .deny(reason: nil)
    }
    func activeItemTapped(_ item: String, in stack: FlowStack<String>) { log.append("\(item)!") }

    func click(_ column: Int, _ row: Int) -> [String] {
      log = []
      let position = CellPosition(column: column, row: row)
      container.handle(.pressed(position))
      container.handle(.released(position))
      return log
    }

    func line(of text: String) -> Int? { container.snapshot().lines.lastIndex { $0 == text } }
  }

  @Test(arguments: ["ab", "AB"]) func aClickSelectsTheFieldAtThePointer(
    steps: String
  ) throws {
    let show = try Show(steps)
    let top = String(steps.suffix(1))
    for name in ["mail", "port", "name", "mail"] {
      let line = try #require(show.line(of: name))
      expectEqual(show.click(1, line), ["\(top).\(name)"])
      // The click moved the focus, so Enter goes there too.
      show.log = []
      _ = show.container.handle(.select)
      expectEqual(show.log, ["\(top).\(name)"])
    }
  }

  @Test func theContentOfATitledStepExcludesItsBar() throws {
    for (columns, depth) in [(24, ColorDepth.truecolor), (24, .none), (7, .none), (2, .none)] {
      let show = try Show("AB", columns: columns, rows: 12)
      show.view.colorDepth = depth
      let rect = try #require(show.view.contentRect(ofItem: 1))
      expectEqual(rect.rows, 9..<12, "\(columns) columns")
      expectEqual(show.view.layout.contentRect(of: .index(1)), rect)
      let gutter = depth == .none ? (columns > 8 ? 2 : columns > 2 ? 1 : 0) : 0
      expectEqual(rect.columns, gutter..<columns)
      expectEqual(show.click(columns - 1, 10), ["B.mail"])
      if gutter > 0 { expectEqual(show.click(0, 10), ["B!"], "the mark is no content") }
    }
    let show = try Show("A")
    #expect(show.view.contentRect(ofItem: 1) == nil && show.view.contentRect(ofItem: -1) == nil)
  }

  @Test(arguments: FlowDirection.allCases)
  func everyFieldIsFoundInEveryDirection(growth: FlowDirection) throws {
    let show = try Show("AB", columns: 60, rows: 12)
    show.view.growthDirection = growth
    let rect = try #require(show.view.contentRect(ofItem: 1))
    for (line, name) in ["name", "mail", "port"].enumerated() {
      expectEqual(
        show.click(rect.origin.column, rect.origin.row + line), ["B.\(name)"], "\(growth)")
    }
    let old = try #require(show.view.contentRect(ofItem: 0))
    expectEqual(show.click(old.origin.column, old.origin.row + 1), ["pop 1?"])
  }

  @Test func aCoveredStepIgnoresEveryEvent() throws {
    let show = try Show("AB")
    let covered = try #require(show.forms["A"])
    let cells = covered.cells(ofType: FieldCell.self)
    for cell in cells { cell.log = [] }
    let rect = try #require(show.view.contentRect(ofItem: 0))
    for line in 0..<3 {
      let place = CellPosition(column: 1, row: rect.origin.row + line)
      expectEqual(show.click(1, rect.origin.row + line), ["pop 1?"])
      show.log = []
      expectEqual(show.view.tap(at: place), .requested(.denied(reason: nil)))
      show.container.handle(.moved(place))
      show.container.handle(.pressed(place))
      show.container.handle(.dragged(place))
      show.container.handle(.cancelled)
    }
    // Even from within the package, both the row and the path to it are locked.
    show.view.scrollStack.select(.index(0))
    show.view.scrollStack.handle(.toggle, for: .index(0))
    show.view.scrollStack.handle(.custom("x"), for: .index(0))
    try show.view.scrollToRow(.index(0), animated: false)
    try show.container.scrollToRow(.index(0), animated: false)
    #expect(cells.allSatisfy { $0.log == [] })
    #expect(show.log.allSatisfy { $0 == "pop 1?" })
    // The exposed step gets events again.
    try show.view.pop()
    let line = try #require(show.line(of: "port"))
    expectEqual(show.click(1, line), ["A.port"])
  }

  @Test func aStepThatIsCoveredWhileTheButtonIsHeldLosesThePress() throws {
    let show = try Show("ab")
    let line = try #require(show.line(of: "mail"))
    let place = CellPosition(column: 0, row: line)
    show.container.handle(.pressed(place))
    show.view.push("c")
    show.log = []
    show.container.handle(.released(place))
    expectEqual(show.log, [])
    show.container.handle(.pressed(place))
    try show.view.pop(2)
    show.container.handle(.released(place))
    #expect(show.log == [] && show.view.numberOfItems == 1)
  }

  @Test func aClickOutsideTheFieldsTapsTheStep() throws {
    let show = try Show("AB", rows: 14)
    let bar = try #require(show.view.contentRect(ofItem: 1)).origin.row - 1
    expectEqual(show.click(11, bar), ["B!"], "the title")
    expectEqual(show.click(3, bar), ["pop 1?"], "the button back")
    expectEqual(show.click(11, bar - 1), [], "the gap")
    show.view.userNavigationOptions = []
    expectEqual(show.click(11, bar), [])
    expectEqual(show.click(1, bar + 2), ["B.mail"], "fields need no option")
    expectEqual(
      show.view.tap(at: CellPosition(column: 1, row: bar + 2)), .usedByContent)
  }

  /// Only steps determine the rows.
  @Test func rowsOfAStepCannotBeRemoved() throws {
    final class Keeper: BasicRowController {
      override func measure(_ measurement: RowMeasurement) -> Int { 1 }
    }
    let keeper = Keeper()
    let view = StackFlowView<Int> { StepPresentation(content: $0 == 1 ? keeper : TextRow("x")) }
    view.push(0)
    view.push(1)
    var ends: [Bool] = []
    keeper.row?.removeFromStack { ends.append($0) }
    #expect(ends == [false] && view.numberOfItems == 2 && view.layout.count == 2)
    let other = Keeper()
    let container = ContainerScroll(content: other)
    other.row?.removeFromStack { ends.append($0) }
    #expect(ends == [false, false] && container.layout.count == 1)
    try view.pop()
    #expect(keeper.row == nil && view.layout.count == 1)
  }

  /// The layout of a view matches that of its stack.
  @Test func theLayoutOfAViewIsReadAndStaysUpToDate() throws {
    let show = try Show("ab")
    let layout = show.view.layout
    #expect(layout.count == 2 && layout.rows.map(\.index) == [0, 1])
    expectEqual(layout.rows.map(\.id), show.view.scrollStack.rows.map(\.id))
    #expect(show.view.topRow == layout.lastRow && layout.focusedRow == layout.lastRow)
    show.view.push("c")
    #expect(layout.count == 3 && layout.lastRow.flatMap(show.view.item(of:)) == 2)
    #expect(show.view.row(ofItem: 0) == layout.firstRow && layout.row(at: 3) == nil)
    expectEqual(layout.offset, show.view.scrollStack.offset)
    #expect(layout.contentLength == 3 * 3 + 2 && layout.visibility(of: .index(2)) == .entire)
    expectEqual(show.container.layout.rows, layout.rows)
    expectEqual(layout.row(at: CellPosition(column: 0, row: 11)), layout.lastRow)
    let gone = try #require(layout.lastRow)
    try show.view.pop()
    #expect(gone.index == nil && !layout.contains(gone) && show.view.item(of: gone) == nil)
    expectEqual(layout.visibility(of: .row(gone)), .removed)
  }
}
