// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

/// SC-6, SC-9, SC-10, SC-13 and F37 of `Documentation/Contract.md`: the lengths of rows.
@Suite struct SizingTests {
  /// The original used the height of a fitting row as its width.
  @Test(arguments: [
    (RowExtent.natural, 11, 1), (.fit, 7, 3), (.fixed(4), 4, 4), (.fixed(-3), 0, 0),
    (.collapsible(collapsed: 2, expanded: .fit, isExpanded: false), 2, 2),
    (.collapsible(collapsed: 2, expanded: .fixed(5), isExpanded: true), 5, 5),
    (.collapsible(collapsed: 9, expanded: .fit, isExpanded: false), 7, 3),
  ])
  func anExtentIsTheWidthOfColumnsAndTheHeightOfRows(
    extent: RowExtent, columns: Int, rows: Int
  ) throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 5, rows: 2))
    stack.axis = .horizontal
    try stack.addRow(TextRow("one two six", extent: extent))
    expectEqual(stack.range(of: .index(0)), 0..<columns)
    stack.axis = .vertical
    stack.setViewport(CellSize(columns: extent == .natural ? 11 : 5, rows: 9))
    expectEqual(stack.range(of: .index(0)), 0..<rows)
  }

  /// Every row is measured for the new axis.
  @Test func aChangeOfTheAxisMeasuresEveryRowAgain() throws {
    final class Sided: BasicRowController {
      var asked: [LayoutAxis] = []
      override func measure(_ measurement: RowMeasurement) -> Int {
        asked.append(measurement.axis)
        return measurement.axis == .vertical ? 2 : 3
      }
    }
    let stack = try ScrollStack.bare("")
    let sided = [Sided(), Sided()]
    try stack.addRows(sided)
    var ended: [Bool] = []
    stack.toggleAxis(animated: true) { ended.append($0) }
    expectEqual(stack.contentLength, 6)
    stack.toggleAxis { ended.append($0) }
    #expect(stack.contentLength == 4 && ended == [true, true])
    #expect(sided.allSatisfy { $0.asked == [.vertical, .horizontal, .vertical] })
  }

  /// First all contents are built, then lengths are requested, then there's one layout, then the
  /// completion.
  @Test func aReloadMeasuresThenLaysOutOnce() throws {
    final class Told: BasicRowController {
      nonisolated(unsafe) static var log: [String] = []
      override func reload(animated: Bool) { Self.log.append("reload") }
      override func measure(_ measurement: RowMeasurement) -> Int {
        Self.log.append("measure")
        return 1
      }
    }
    let stack = try ScrollStack.bare("")
    try stack.addRows([Told(), Told(), Told()])
    let layouts = stack.layoutCount
    Told.log = []
    stack.reloadRows([.index(0), .index(1)]) { _ in Told.log.append("end") }
    expectEqual(Told.log, ["reload", "reload", "measure", "measure", "end"])
    expectEqual(stack.layoutCount, layouts + 1)
  }

  @Test func aReplacementHasNoOverridesOfTheOldRow() throws {
    let stack = try ScrollStack.bare("ABC")
    let boxes = (0..<3).compactMap { stack.box($0) }
    try stack.setRowInsets(CellInsets(top: 5), for: [.index(1)])
    try stack.setRowHidden(true, for: .index(1))
    let tally = Tally()
    #expect(throws: ScrollStackError.duplicateRow(stack.row(at: 2)?.id)) {
      try stack.replaceRow(.index(1), with: boxes[2], completion: tally.completion())
    }
    #expect(throws: ScrollStackError.indexOutOfRange(3, count: 3)) {
      try stack.replaceRow(.index(3), with: Box("y"), completion: tally.completion())
    }
    let recorder = Recorder()
    stack.delegate = recorder
    let same = try stack.replaceRow(.index(1), with: boxes[1], completion: tally.completion())
    #expect(same === boxes[1] && recorder.take().isEmpty && stack.isRowHidden(.index(1)))
    let old = try stack.replaceRow(.index(1), with: Box("x"), completion: tally.completion())
    #expect(old === boxes[1] && stack.names == "AxC")
    #expect(stack.row(at: 1)?.isHidden == false && stack.row(at: 1)?.rowInsets == .zero)
    expectEqual(recorder.take().prefix(2), ["removed B 1", "inserted x 1"])
    expectEqual(tally.calls, [false, false, true, true])
  }

  /// A row of columns is a stack along the other axis.
  @Test func columnsCanBeNestedInARow() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 12, rows: 5))
    let columns = try ScrollStack.bare("")
    columns.axis = .horizontal
    try columns.setStyle {
      $0.hidesSeparators = false
      $0.separatorInsets = .zero
      $0.autoHidesLastSeparator = true
    }
    try columns.addRows([TextRow("host\n1"), TextRow("port\n22"), TextRow("tls\nyes")])
    final class Cells: BasicRowController {
      let columns: ScrollStack
      init(_ columns: ScrollStack) { self.columns = columns }
      override func measure(_ measurement: RowMeasurement) -> Int { 2 }
      override func render(into canvas: inout CellCanvas) { columns.render(into: &canvas) }
    }
    try stack.addRow(TextRow("before"))
    try stack.addRow(Cells(columns))
    try stack.addRow(TextRow("after"))
    expectEqual(
      stack.snapshot().lines, ["before", "host│port│tl", "1   │22  │ye", "after", ""])
    columns.scroll(by: 1)
    expectEqual(stack.snapshot().lines[1...2], ["ost│port│tls", "   │22  │yes"])
  }

  /// Every negative length is a typed error that changes nothing (C-2).
  @Test func negativeLengthsAreRejected() throws {
    let stack = try ScrollStack.bare("AB")
    let insets = CellInsets(right: -2)
    let container = ContainerScroll(content: stack)
    let calls: [() throws -> Void] = [
      { try stack.setRowInsets(insets, for: [.index(0)]) },
      { try stack.setRowPadding(insets, for: [.index(0)]) },
      { try stack.setSeparatorInsets(insets, for: [.index(0)]) },
      { try stack.setSeparator(color: nil, thickness: -2, for: [.index(0)]) },
      { try stack.setStyle { $0.rowInsets = insets } },
      { try stack.setStyle { $0.rowPadding = insets } },
      { try stack.setStyle { $0.separatorInsets = insets } },
      { try stack.setStyle { $0.estimatedRowExtent = -2 } },
      { try container.setAdditionalInsets(insets) },
      { try container.setVisibilityScrollMargin(-2) },
    ]
    let (style, lines) = (stack.style, stack.snapshot().lines)
    for call in calls {
      #expect(throws: ScrollStackError.negativeLength(-2)) { try call() }
    }
    #expect(stack.style == style && stack.snapshot().lines == lines)
    #expect(container.additionalInsets == .zero && container.visibilityScrollMargin == 0)
  }
}
