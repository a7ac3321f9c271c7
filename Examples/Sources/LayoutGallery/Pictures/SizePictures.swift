// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// The lengths of rows.
  static let sizePictures: [Picture] = [sizes, across, collapsible, estimates]

  private static let prose = "The quick brown fox jumps over the lazy dog."

  private static let sizes = Picture(
    "sizes", "How long a row is",
    "Natural is the ideal length of the content, fixed is a number of cells, and fit is the "
      + "minimum that shows everything. The gauge below shows where the row ends."
  ) { space in
    func panel(_ caption: String, _ extent: RowExtent) throws -> Panel {
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: min(22, space.small), rows: 9))
      try stack.addRows([TextRow(prose, extent: extent), GaugeRow("next", part: 0.5)])
      return Panel(caption, stack)
    }
    return [
      try panel(".natural", .natural), try panel(".fixed(1)", .fixed(1)),
      try panel(".fixed(6)", .fixed(6)), try panel(".fit", .fit),
    ]
  }

  private static let across = Picture(
    "sizes-across", "How wide a column is",
    "The same along the other axis: natural is the text on one line, and fit is the minimum "
      + "width that needs no more lines than there are."
  ) { space in
    func panel(_ caption: String, _ extent: RowExtent) throws -> Panel {
      let stack = ScrollStack(axis: .horizontal)
      try stack.setStyle { $0.rowInsets = CellInsets(left: 1, right: 1) }
      stack.setViewport(CellSize(columns: min(76, space.wide), rows: 4))
      try stack.addRows([TextRow(prose, extent: extent), TextRow("next")])
      return Panel(caption, stack)
    }
    return [
      try panel(".natural", .natural), try panel(".fixed(12)", .fixed(12)), try panel(".fit", .fit),
    ]
  }

  private static let collapsible = Picture(
    "collapsible", "Collapsible rows",
    "A collapsed row has a maximum number of lines, and its last line ends in … if some are "
      + "hidden. `toggle` switches the state and causes a single layout."
  ) { space in
    func panel(
      _ caption: String, _ collapsed: Int, _ expanded: RowExtent.ExpandedExtent, toggles: Bool
    ) throws -> Panel {
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: min(22, space.small), rows: 8))
      let row = try stack.addRow(
        TextRow(
          prose,
          extent: .collapsible(collapsed: collapsed, expanded: expanded, isExpanded: false)))
      try stack.addRow(text: "next")
      if toggles { stack.handle(.toggle, for: .row(row)) }
      return Panel(caption, stack)
    }
    return [
      try panel("collapsed: 1", 1, .fit, toggles: false),
      try panel("collapsed: 2", 2, .fit, toggles: false),
      try panel("toggled, .fit", 1, .fit, toggles: true),
      try panel("toggled, .fixed(6)", 1, .fixed(6), toggles: true),
    ]
  }

  private static let estimates = Picture(
    "estimates", "Estimated rows",
    "Only rows near the viewport are measured; the others have an estimated length. Visible "
      + "rows don't move if an estimate turns out to be wrong."
  ) { space in
    let stack = ScrollStack()
    try stack.setStyle(bare)
    stack.setViewport(CellSize(columns: min(24, space.small), rows: 6))
    let counter = Counter()
    try stack.addRows((1...100_000).map { CountedRow($0, counter) })
    var panels: [Panel] = []
    func add(_ caption: String) {
      let panel = Panel(caption, stack)
      panels.append(panel)
      panels[panels.count - 1].notes = [
        "measured \(counter.count)", "content \(stack.contentLength)",
      ]
    }
    add("100,000 rows")
    try stack.scrollToRow(.index(49_999), at: .start)
    add("scrollToRow(49_999)")
    stack.scroll(by: -3)
    add("scroll(by: -3)")
    stack.scrollToEnd()
    add("scrollToEnd()")
    return panels
  }
}

/// Counts how often something happened.
final class Counter {
  var count = 0
}

/// A row of two lines that counts how often it's measured.
private final class CountedRow: BasicRowController {
  private let number: Int
  private let counter: Counter

  init(_ number: Int, _ counter: Counter) {
    self.number = number
    self.counter = counter
  }

  override func measure(_ measurement: RowMeasurement) -> Int {
    counter.count += 1
    return 2
  }

  override func render(into canvas: inout CellCanvas) {
    canvas.write("row \(number)", row: 0)
    canvas.write("its second line", column: 2, row: 1, style: .dim)
  }
}
