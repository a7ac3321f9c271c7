// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

private struct Field: RowModel {
  let id: String
  var text: String
  var cellType: any RowCell.Type { FieldCell.self }

  init(_ id: String, _ text: String? = nil) {
    self.id = id
    self.text = text ?? id
  }
}

private class FieldCell: BasicRowController, RowCell {
  var model: Field?
  var setups = 0
  var tapCallback: ((any RowCell) -> Void)?
  var name: String { "field" }

  override required init() { super.init() }

  func setup(model: Field) {
    self.model = model
    setups += 1
  }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  override func render(into canvas: inout CellCanvas) {
    canvas.write("\(name) \(model?.text ?? "")", row: 0)
  }
}

private final class WideCell: FieldCell { override var name: String { "wide" } }

private struct Option: RowModel {
  let id: Int
  var cellType: any RowCell.Type { OptionCell.self }
}

private final class OptionCell: BasicRowController, ReusableCell {
  nonisolated(unsafe) static var made = 0
  var state = false
  var model: Option?
  var tapCallback: ((any RowCell) -> Void)?

  override required init() {
    super.init()
    Self.made += 1
  }

  func setup(model: Option) { self.model = model }
  func prepareForReuse() { state = false }
  override func didSelect() { state.toggle() }
  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  override func render(into canvas: inout CellCanvas) {
    canvas.write("\(state ? "x" : "-")\(model?.id ?? -1)", row: 0)
  }
}

private struct Wish: RowModel {
  let id: Int
  var cellType: any RowCell.Type { Wishing.self }
}

/// A reused cell of three lines that prefers four and requests a length.
private final class Wishing: BasicRowController, ReusableCell {
  nonisolated(unsafe) static var extent = RowExtent.natural
  var state = 0
  var model: Wish?
  var tapCallback: ((any RowCell) -> Void)?
  override required init() { super.init() }
  func setup(model: Wish) { self.model = model }
  override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { Self.extent }
  override func measure(_ measurement: RowMeasurement) -> Int { measurement.isFitting ? 3 : 4 }
  override func render(into canvas: inout CellCanvas) {
    for line in 0..<canvas.size.rows { canvas.write("\(model?.id ?? -1).\(line)", row: line) }
  }
}

/// Chapter 4 of `Documentation/Contract.md`.
@Suite struct DynamicStackTests {
  private func made() throws -> DynamicStack {
    let dynamic = DynamicStack()
    try dynamic.setStyle {
      $0.rowInsets = .zero
      $0.hidesSeparators = true
    }
    dynamic.setViewport(CellSize(columns: 12, rows: 5))
    return dynamic
  }

  @Test func modelsChooseTheirCellsByDefault() throws {
    let dynamic = try made()
    try dynamic.append(Field("a"), Field("b"))
    try dynamic.insert([Field("c")], at: 1, cellType: WideCell.self)
    dynamic.register("wide", WideCell.self)
    try dynamic.insert([Field("d")], at: 3, cellType: try dynamic.cellType(named: "wide"))
    expectEqual(dynamic.snapshot().lines, ["field a", "wide c", "field b", "wide d", ""])
    #expect(throws: ScrollStackError.unknownCellType("nope")) {
      try dynamic.cellType(named: "nope")
    }
    #expect(throws: ScrollStackError.unknownCellType("OptionCell")) {
      try dynamic.append(Field("x"), cellType: OptionCell.self)
    }
  }

  @Test(arguments: [-1, 3, Int.max, Int.min])
  func aPositionOutOfRangeIsRejected(index: Int) throws {
    let dynamic = try made()
    try dynamic.append(Field("a"), Field("b"))
    #expect(throws: ScrollStackError.indexOutOfRange(index, count: 3)) {
      try dynamic.insert([Field("c")], at: index)
    }
    expectEqual(dynamic.count, 2)
    #expect(throws: ScrollStackError.self) { try dynamic.append(Field("a")) }
    #expect(throws: ScrollStackError.self) { try dynamic.set([Field("x"), Field("x")]) }
    expectEqual(dynamic.count, 2)
  }

  @Test func aRowWithoutAModelStaysUntilModelsAreSet() throws {
    let dynamic = try made()
    try dynamic.append(Field("a"))
    try dynamic.addRow(TextRow("own"))
    try dynamic.append(Field("b"))
    dynamic._checkInvariants()
    expectEqual(dynamic.snapshot().lines.prefix(3), ["field a", "own", "field b"])
    expectEqual(dynamic.models.count, 2)
    try dynamic.set([Field("b"), Field("a")])
    dynamic._checkInvariants()
    expectEqual(dynamic.snapshot().lines.prefix(3), ["field b", "field a", ""])
  }

  @Test func settingKeepsCellsOfTheSameIdAndType() throws {
    let dynamic = try made()
    try dynamic.set([Field("a"), Field("b"), Field("c")])
    let cells = dynamic.cells(ofType: FieldCell.self)
    try dynamic.set([Field("c"), Field("a", "new"), Field("d")])
    let after = dynamic.cells(ofType: FieldCell.self)
    #expect(after[0] === cells[2] && after[1] === cells[0])
    expectEqual(after.map(\.setups), [1, 2, 1])
    expectEqual(dynamic.snapshot().lines.prefix(3), ["field c", "field new", "field d"])
    try dynamic.set([Field("a", "new")], cellType: WideCell.self)
    #expect(dynamic.cell(at: 0) is WideCell)
    expectEqual((dynamic.models as? [Field]), [Field("a", "new")])
    #expect(dynamic.row(forModel: "a")?.index == 0 && dynamic.row(forModel: "c") == nil)
  }

  @Test func removingAbsentItemsHasNoEffect() throws {
    let dynamic = try made()
    try dynamic.append(Field("a"), Field("b"), Field("c"), Field("d"))
    expectEqual(dynamic.remove(at: [3, 0, 0, 9, -1]).count, 2)
    expectEqual(dynamic.cells(ofType: FieldCell.self).map { $0.model?.id }, ["b", "c"])
    #expect(!dynamic.remove(at: 2))
    try dynamic.append(Field("a"))
    dynamic.removeAll()
    #expect(dynamic.cells.isEmpty)
    try dynamic.append(Field("a"))
    expectEqual(dynamic.count, 1)
  }

  @Test func readingNeverFailsAndFollowsTheVisualOrder() throws {
    let dynamic = try made()
    try dynamic.append(Field("a"), Field("b"))
    #expect(dynamic.cell(at: -1) == nil && dynamic.cell(at: 2) == nil)
    expectEqual((dynamic.cell(at: 1) as? FieldCell)?.model?.id, "b")
    expectEqual(
      dynamic.cells(at: [1, 5, 0, -2]).compactMap { ($0 as? FieldCell)?.model?.id }, ["b", "a"])
  }

  @Test func oneOrSeveralModelsCanBeAdded() throws {
    let dynamic = try made()
    let list: [any RowModel] = [Field("a"), Option(id: 1)]
    try expectEqual(dynamic.append(list).count, 2)
    try expectEqual(dynamic.insert(Field("b"), at: 1)?.index, 1)
    expectEqual(dynamic.snapshot().lines.prefix(3), ["field a", "field b", "-1"])
    #expect(throws: ScrollStackError.indexOutOfRange(5, count: 4)) {
      try dynamic.insert(Field("c"), at: 5)
    }
    #expect(throws: ScrollStackError.self) { try dynamic.append(list) }
    expectEqual(dynamic.count, 3)
  }

  @Test func theTapPolicyIsReadAtEachTap() throws {
    let dynamic = try made()
    try dynamic.append(Field("a"), Field("b"))
    var heard: [String] = []
    dynamic.didTapCell = { heard.append(($0 as? FieldCell)?.model?.id ?? "?") }
    dynamic.select(.index(0))
    dynamic.handleTap = false
    dynamic.select(.index(0))
    dynamic.cells(ofType: FieldCell.self)[1].tapCallback = { _ in heard.append("own") }
    dynamic.select(.index(1))
    expectEqual(heard, ["a", "own"])
  }

  @Test func cellsOutOfViewAreReusedAndTheirStateIsKept() throws {
    OptionCell.made = 0
    let dynamic = try made()
    try dynamic.set((0..<100_000).map { Option(id: $0) })
    dynamic.select(.index(2))
    expectEqual(dynamic.snapshot().lines, ["-0", "-1", "x2", "-3", "-4"])
    for _ in 0..<200 {
      dynamic.scroll(by: 3)
      _ = dynamic.snapshot()
    }
    expectEqual(dynamic.snapshot().lines[0], "-600")
    dynamic.scrollToStart()
    expectEqual(dynamic.snapshot().lines, ["-0", "-1", "x2", "-3", "-4"])
    #expect(OptionCell.made < 40)
  }

  @Test(
    .serialized,
    arguments: [
      (RowExtent.fixed(2), ["0.0", "0.1", "1.0", "1.1", "2.0"]),
      (
        .collapsible(collapsed: 1, expanded: .fit, isExpanded: false),
        ["0.0…", "1.0…", "2.0…", "3.0…", "4.0…"]
      ),
      (.fit, ["0.0", "0.1", "0.2", "1.0", "1.1"]), (.natural, ["0.0", "0.1", "0.2", "0.3", "1.0"]),
    ])
  func aReusedCellHasTheExtentThatItRequests(extent: RowExtent, lines: [String]) throws {
    Wishing.extent = extent
    let dynamic = try made()
    try dynamic.set((0..<50).map { Wish(id: $0) })
    expectEqual(dynamic.snapshot().lines, lines)
    dynamic.scroll(by: 30)
    _ = dynamic.snapshot()
    dynamic.scrollToStart()
    expectEqual(dynamic.snapshot().lines, lines)
    guard case .collapsible = extent else { return }
    #expect(dynamic.handle(.toggle, for: .index(1)))
    dynamic.scroll(by: 30)
    dynamic.scrollToStart()
    expectEqual(dynamic.snapshot().lines, ["0.0…", "1.0", "1.1", "1.2", "2.0…"])
  }

  @Test func removedCellsAreFreed() throws {
    let dynamic = try made()
    weak var cell: FieldCell?
    try dynamic.append(Field("a"))
    cell = dynamic.cells(ofType: FieldCell.self)[0]
    cell?.tapCallback = { _ in }
    #expect(cell != nil)
    dynamic.removeAll()
    #expect(cell == nil)
  }
}
