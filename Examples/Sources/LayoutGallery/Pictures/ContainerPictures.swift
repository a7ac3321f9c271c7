// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// A container with one controller, and the prompt that covers part of it.
  static let containerPictures: [Picture] = [occluder, fill, burst, pin, nested]

  private static func lines(_ count: Int, columns: Int, motion: Motion = Motion()) throws
    -> ScrollStack
  {
    try textStack(
      (1...count).map { "line \($0)" }, columns: columns, rows: 8, motion: motion, style: bare)
  }

  private static func cover(_ panel: Panel, rows: Int) -> Panel {
    var panel = panel
    let size = panel.grid.size
    panel.grid.fill(
      CellRect(column: 0, row: size.rows - rows, columns: size.columns, rows: rows),
      with: "▒", style: .dim)
    if rows > 0 {
      panel.grid.write(
        " prompt ", at: CellPosition(column: 2, row: size.rows - rows), style: Look.accent)
    }
    return panel
  }

  private static let occluder = Picture(
    "occluder", "The prompt covers the bottom",
    "The occluder is a number of rows at the bottom of the terminal. Rows below it count as "
      + "out of view, all content can be scrolled above it, and it never covers the focused line."
  ) { space in
    let columns = min(18, space.small)
    let rows = try lines(10, columns: columns)
    try rows.replaceRow(.index(6), with: FocusedRow())
    let container = ContainerScroll(content: rows)
    container.setFrame(
      CellRect(size: CellSize(columns: columns, rows: 8)), terminalRows: 8)
    rows.focus(.index(6))
    func panel(_ caption: String, _ height: Int) -> Panel {
      container.occluder(height: height)
      return cover(
        Panel(caption, container, notes: ["offset \(rows.offset)"]), rows: height)
    }
    return [
      panel("height 0", 0), panel("height 3", 3), panel("height 6", 6), panel("height 1", 1),
    ]
  }

  private static let fill = Picture(
    "fill", "Fill or hug",
    "Short content is stretched to the viewport, or keeps its length. Stretched content keeps "
      + "that length under an occluder unless it's set to resize."
  ) { space in
    let columns = min(18, space.small)
    func panel(
      _ caption: String, _ mode: ContainerScroll.ContentMode, resizes: Bool = false, height: Int = 0
    ) -> Panel {
      let container = ContainerScroll(content: EdgedRow(length: 3))
      container.contentMode = mode
      container.resizesContentForOccluder = resizes
      container.setFrame(
        CellRect(size: CellSize(columns: columns, rows: 7)), terminalRows: 7)
      container.occluder(height: height)
      return cover(Panel(caption, container), rows: height)
    }
    return [
      panel(".hug", .hug), panel(".fill", .fill), panel(".fill, covered", .fill, height: 3),
      panel(".fill, resizes", .fill, resizes: true, height: 3),
    ]
  }

  private static let burst = Picture(
    "burst", "Quick changes are applied once",
    "If heights change in quick succession, only the last one is applied, 0.1 s after it "
      + "arrives and at most 0.5 s after the first one. Until then, nothing is drawn below the "
      + "newest height."
  ) { space in
    let columns = min(18, space.small)
    let clock = ManualClock()
    let motion = Motion(clock: clock)
    let rows = try lines(10, columns: columns, motion: motion)
    let container = ContainerScroll(content: rows, motion: motion)
    container.setFrame(CellRect(size: CellSize(columns: columns, rows: 6)), terminalRows: 6)
    var panels: [Panel] = []
    func panel(_ time: Int, _ height: Int) {
      container.advance()
      let inset = container.bottomInset
      panels.append(
        cover(Panel("\(time) ms", container, notes: ["applied \(inset)"]), rows: height))
    }
    container.occluder(height: 2)
    panel(0, 2)
    clock.advance(by: .milliseconds(60))
    container.occluder(height: 4)
    panel(60, 4)
    clock.advance(by: .milliseconds(60))
    panel(120, 4)
    clock.advance(by: .milliseconds(40))
    panel(160, 4)
    return panels
  }

  private static let pin = Picture(
    "pin", "The same content at the top",
    "When the window changes, texts wrap again. The text in the first line stays in the first "
      + "line, wherever it is now."
  ) { space in
    let rows = ScrollStack()
    try rows.setStyle(bare)
    try rows.addRows([
      TextRow("Once upon a time there was a flow of steps, one upon the other."),
      TextRow("Its rows were long and wrapped to any width, and whoever read them lost the place."),
      TextRow("Then somebody pinned the position to the content."),
    ])
    let container = ContainerScroll(content: rows)
    var panels: [Panel] = []
    func resize(_ columns: Int) {
      container.setFrame(
        CellRect(size: CellSize(columns: min(columns, space.small), rows: 5)), terminalRows: 5)
    }
    resize(18)
    rows.scroll(toOffset: 7)
    for columns in [18, 24, 12, 18] {
      resize(columns)
      panels.append(Panel("\(min(columns, space.small)) columns", container))
      panels[panels.count - 1].notes = ["offset \(rows.offset)"]
    }
    return panels
  }

  private static let nested = Picture(
    "nested", "A container inside a row",
    "A row of fixed length that scrolls on its own, and a row of columns among rows."
  ) { space in
    let outer = try textStack(["before"], columns: min(24, space.small), rows: 9)
    let inner = try textStack(
      (1...20).map { "inner \($0)" }, columns: 10, rows: 3, style: bare)
    try outer.addRow(BoundedRow(ContainerScroll(content: inner), length: 3))
    let columns = ScrollStack(axis: .horizontal)
    try columns.setStyle { $0.rowInsets = CellInsets(left: 1, right: 1) }
    try columns.addRows(["one", "two", "three"].map { TextRow($0) })
    try outer.addRow(BoundedRow(columns, length: 1))
    try outer.addRow(text: "after")
    let before = Panel("a container of 3 rows", outer)
    inner.scroll(toOffset: 6)
    return [before, Panel("the inner one scrolled", outer)]
  }
}

/// A row with the focus.
private final class FocusedRow: BasicRowController {
  override var isFocusable: Bool { true }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) {
    canvas.write("› the focus", row: 0, style: Look.accent)
  }
}

/// A row that shows its start and end.
private final class EdgedRow: BasicRowController {
  private let length: Int

  init(length: Int) { self.length = length }

  override func measure(_ measurement: RowMeasurement) -> Int { length }

  override func render(into canvas: inout CellCanvas) {
    for row in 0..<canvas.size.rows { canvas.write("┊", row: row, style: .dim) }
    canvas.write("┌ begins", row: 0)
    canvas.write("└ ends", row: canvas.size.rows - 1)
  }
}

/// A row of fixed length around content that scrolls itself.
final class BoundedRow: BasicRowController {
  private let content: any RowController
  private let length: Int

  init(_ content: any RowController, length: Int) {
    self.content = content
    self.length = length
  }

  override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { .fixed(length) }

  override func render(into canvas: inout CellCanvas) { content.render(into: &canvas) }

  override func handle(_ event: RowEvent) -> Bool { content.handle(event) }
}
