// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// SC-19: pointer events go to the content of the row at the pointer, in the content's coordinates.
@Suite struct PointerTests {
  /// A row that records pointer events.
  private final class Pad: BasicRowController {
    override var isFocusable: Bool { true }
    override var isHighlightable: Bool { true }
    override var handlesPointer: Bool { true }
    var length = 2
    var uses: (PointerEvent) -> Bool = { _ in true }
    var log: [String] = []
    override func measure(_ measurement: RowMeasurement) -> Int { length }
    override func didSelect() { log.append("select") }
    override func handle(_ event: RowEvent) -> Bool {
      log.append("\(event)")
      return false
    }
    override func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
      let place = event.position.map { " \($0.column) \($0.row) of \(size.columns)×\(size.rows)" }
      log.append("\(event)".prefix { $0 != "(" } + (place ?? ""))
      return uses(event)
    }
    func take() -> [String] {
      defer { log = [] }
      return log
    }
  }

  private func at(_ column: Int, _ row: Int) -> CellPosition {
    CellPosition(column: column, row: row)
  }

  /// Two pads of two lines each, one above the other, with insets of 1 line and 2 columns.
  private func pads() throws -> (ScrollStack, Pad, Pad) {
    let stack = ScrollStack()
    try stack.setStyle {
      $0.rowInsets = CellInsets(top: 1, left: 2, bottom: 0, right: 2)
      $0.hidesSeparators = true
    }
    stack.setViewport(CellSize(columns: 10, rows: 8))
    let (a, b) = (Pad(), Pad())
    try stack.addRows([a, b])
    return (stack, a, b)
  }

  @Test func eventsHaveCoordinatesOfTheirContent() throws {
    let (stack, a, b) = try pads()
    #expect(stack.handle(.moved(at(3, 1))))
    expectEqual(a.take(), ["moved 1 0 of 6×2"])
    #expect(stack.handle(.moved(at(2, 5))))
    #expect(a.take() == ["cancelled"] && b.take() == ["moved 0 1 of 6×2"])
    // On its insets, the row gets the event rather than its content.
    stack.handle(.moved(at(1, 5)))
    expectEqual(b.take(), ["cancelled"])
    stack.handle(.moved(at(2, 3)))
    stack.handle(.moved(at(0, 7)))
    stack.handle(.cancelled)
    #expect(a.take() == [] && b.take() == [])
  }

  @Test func aHandledPressIsTrackedEverywhere() throws {
    let (stack, a, b) = try pads()
    stack.handle(.pressed(at(2, 1)))
    #expect(a.take() == ["focus", "pressed 0 0 of 6×2"] && stack.focusedRow === a.row)
    stack.handle(.dragged(at(9, 7)))
    stack.handle(.released(at(0, 0)))
    expectEqual(a.take(), ["dragged 7 6 of 6×2", "released -2 -1 of 6×2"], "and no select")
    expectEqual(b.take(), [])
    stack.handle(.pressed(at(2, 1)))
    stack.handle(.cancelled)
    stack.handle(.released(at(2, 1)))
    expectEqual(a.take(), ["pressed 0 0 of 6×2", "cancelled"])
  }

  @Test func anUnhandledPressSelectsTheRow() throws {
    let (stack, a, b) = try pads()
    a.uses = { _ in false }
    stack.handle(.pressed(at(2, 1)))
    stack.handle(.released(at(3, 2)))
    // Not `handle(.select)`, which is for the focused control, wherever it is.
    expectEqual(a.take(), ["focus", "pressed 0 0 of 6×2", "select"])
    // On the insets, no control was offered the event, so it isn't handled.
    stack.handle(.pressed(at(0, 1)))
    stack.handle(.released(at(0, 1)))
    expectEqual(a.take(), ["cancelled", "select", "select"])
    // Released elsewhere, nothing is selected.
    stack.handle(.pressed(at(2, 1)))
    stack.handle(.released(at(2, 4)))
    #expect(a.take() == ["pressed 0 0 of 6×2"] && b.take() == [])
  }

  @Test(arguments: ["removed", "hidden", "disabled", "scrolled away"])
  func losingThePressIsReportedAsACancellation(how: String) throws {
    let (stack, a, _) = try pads()
    try stack.addRows((0..<9).map { Box("\($0)", length: 3) })
    stack.handle(.pressed(at(2, 1)))
    _ = a.take()
    switch how {
    case "removed": try stack.removeRow(.index(0))
    case "hidden": try stack.setRowHidden(true, for: .index(0))
    case "disabled": stack.row(at: 0)?.isEnabled = false
    default: stack.scrollToEnd(animated: false)
    }
    stack.handle(.dragged(at(2, 2)))
    stack.handle(.released(at(2, 2)))
    let heard = a.take().filter { $0 != "blur" && !$0.hasPrefix("dragged") }
    expectEqual(heard, ["cancelled"])
    stack._checkInvariants()
  }

  @Test func aClickReachesNestedStacks() throws {
    let (inner, a, b) = try pads()
    let middle = try ScrollStack.bare("x", length: 3, viewport: .zero)
    try middle.addRow(inner)
    let outer = ContainerScroll(content: middle)
    outer.setFrame(CellRect(column: 0, row: 0, columns: 12, rows: 7), terminalRows: 7)
    // Lines 0 to 2 are x, followed by inset, a0, a1, and inset; the viewport starts at line 3.
    outer.handle(.pressed(at(4, 5)))
    expectEqual(a.take(), ["focus", "pressed 2 1 of 8×2"])
    outer.handle(.released(at(4, 5)))
    expectEqual(a.take(), ["released 2 1 of 8×2"])
    // A blank position that nothing handles doesn't select a field.
    outer.handle(.pressed(at(4, 3)))
    outer.handle(.released(at(4, 3)))
    #expect(!a.take().contains("\(RowEvent.select)x") && b.take() == [])
    outer.scroll(by: 2)
    outer.handle(.moved(at(2, 5)))
    expectEqual(b.take(), ["moved 0 0 of 8×2"])
  }

  @Test func aClickHitsWhatIsDrawnWhileAnOccluderIsPending() throws {
    let stack = try ScrollStack.bare("", viewport: .zero)
    let pads = (0..<8).map { _ in Pad() }
    for pad in pads { pad.length = 1 }
    try stack.addRows(pads)
    stack.focus(.index(7))
    let clock = ManualClock()
    let container = ContainerScroll(content: stack, motion: Motion(clock: clock))
    container.setFrame(CellRect(column: 0, row: 0, columns: 4, rows: 8), terminalRows: 8)
    for pad in pads { _ = pad.take() }
    container.occluder(height: 3)
    // The last line is drawn just above the occluder, so all lines are three rows higher.
    container.handle(.moved(at(0, 4)))
    expectEqual(pads[7].take(), ["moved 0 0 of 4×1"])
    container.handle(.moved(at(0, 5)))
    expectEqual(pads[7].take(), ["cancelled"])
    #expect(!container.handle(.pressed(at(0, 5))) && pads.allSatisfy { $0.take() == [] })
  }

  /// No position causes a trap.
  @Test func extremePositionsAreHarmless() throws {
    let (stack, a, _) = try pads()
    let container = ContainerScroll(content: stack)
    container.setFrame(CellRect(column: 0, row: 0, columns: 10, rows: 8), terminalRows: 8)
    for column in [Int.min, -1, 0, 3, Int.max] {
      for row in [Int.min, -1, 0, 3, Int.max] {
        container.handle(.pressed(at(3, 1)))
        for make in [PointerEvent.moved, PointerEvent.pressed, PointerEvent.dragged] {
          container.handle(make(at(column, row)))
        }
        container.handle(.pressed(at(3, 1)))
        container.handle(.dragged(at(column, row)))
        container.handle(.released(at(column, row)))
      }
    }
    #expect(!a.take().isEmpty)
    stack._checkInvariants()
  }

  /// A form is content, and exists as long as its owner.
  @Test func anOwnerKeepsADynamicStackAlive() throws {
    var tapped: [String] = []
    func form() throws -> DynamicStack {
      let form = DynamicStack()
      try form.setStyle {
        $0.rowInsets = .zero
        $0.hidesSeparators = true
      }
      try form.set(["name", "mail", "port"].map(NameModel.init))
      form.didTapCell = { tapped.append(($0 as? NameCell)?.name ?? "?") }
      form.focus(.index(0))
      return form
    }
    let size = CellSize(columns: 8, rows: 6)
    let container = ContainerScroll(content: try form())
    container.setFrame(CellRect(size: size), terminalRows: 6)
    let outer = try ScrollStack.bare("x", viewport: size)
    try outer.addRow(try form())
    expectEqual(container.snapshot().lines, ["name", "mail", "port", "", "", ""])
    expectEqual(outer.snapshot().lines, ["x0", "name", "mail", "port", "", ""])
    container.handle(.pressed(at(1, 1)))
    container.handle(.released(at(1, 1)))
    outer.handle(.pressed(at(1, 3)))
    outer.handle(.released(at(1, 3)))
    expectEqual(tapped, ["mail", "port"])
    // Enter goes to the focused field, and the clicks moved the focus.
    _ = (container.handle(.select), outer.select(.index(1)))
    expectEqual(tapped, ["mail", "port", "mail", "port"])
  }

  /// A row is measured again if its inner stack, container, or model list changes its length.
  @Test func scrollingContentInARowUpdatesTheLengthOfTheRow() throws {
    let inner = try ScrollStack.bare("a", viewport: .zero)
    let form = DynamicStack()
    try form.setStyle { $0.hidesSeparators = true }
    let boxed = ContainerScroll(content: try ScrollStack.bare("b", viewport: .zero))
    boxed.contentMode = .hug
    let outer = try ScrollStack.bare("", viewport: CellSize(columns: 6, rows: 20))
    try outer.addRows([inner, form, boxed])
    func lengths() -> [Int?] { (0..<3).map { outer.range(of: .index($0))?.count } }
    expectEqual(lengths(), [1, 0, 1])
    try inner.addRow(Box("c", length: 2))
    try form.append(NameModel(id: "name"))
    expectEqual(lengths(), [3, 1, 1])
    boxed.content = try ScrollStack.bare("xyz", viewport: .zero)
    expectEqual(lengths(), [3, 1, 3])
    #expect(form.row === outer.row(at: 1) && boxed.row === outer.row(at: 2))
    try outer.removeRow(.index(1))
    #expect(form.row == nil)
  }
}

private struct NameModel: RowModel {
  let id: String
  var cellType: any RowCell.Type { NameCell.self }
}

private final class NameCell: BasicRowController, RowCell {
  override var isFocusable: Bool { true }
  var name = ""
  var tapCallback: ((any RowCell) -> Void)?
  override required init() { super.init() }
  func setup(model: NameModel) { name = model.id }
  override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  override func render(into canvas: inout CellCanvas) { canvas.write(name, row: 0) }
}
