// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// Taps, highlights, and the focus.
  static let interactionPictures: [Picture] = [press, taps, focus]

  private static let press = Picture(
    "press", "A press tracks the pointer",
    "The row is highlighted while the pointer is inside it with the button held, also when it "
      + "returns. Only a release inside selects. A disabled row ignores the pointer."
  ) { space in
    let stack = try textStack([], columns: min(18, space.small), rows: 4) {
      bare(&$0)
      $0.rowInsets = CellInsets(left: 1, right: 1)
    }
    try stack.addRows(["A", "B", "C"].map(PressableRow.init))
    stack.rows[2].isEnabled = false
    var selected: [Int] = []
    stack.onSelect = { selected.append($0.index ?? -1) }
    var panels: [Panel] = []
    func step(_ caption: String, _ event: PointerEvent) {
      stack.handle(event)
      panels.append(
        Panel(caption, stack, notes: ["selected \(selected)"]).aboutStyles)
    }
    func cell(_ row: Int) -> CellPosition { CellPosition(column: 2, row: row) }
    step("pressed on A", .pressed(cell(0)))
    step("dragged to B", .dragged(cell(1)))
    step("dragged back", .dragged(cell(0)))
    step("released", .released(cell(0)))
    step("pressed on C", .pressed(cell(2)))
    return panels
  }

  private static let taps = Picture(
    "taps", "Who handles a tap",
    "First a control inside the row, then the row's controller, then its handler, and "
      + "otherwise the stack's handler."
  ) { space in
    let stack = try textStack(["A", "B", "C"], columns: min(18, space.small), rows: 3, style: bare)
    var heard: [String] = []
    stack.onSelect = { heard.append("stack: row \($0.index ?? -1)") }
    try stack.setTapHandler(for: .index(1), as: TextRow.self) { heard.append("own: \($0.text)") }
    try stack.replaceRow(.index(2), with: StepperRow())
    for index in 0..<3 { stack.select(.index(index)) }
    if let stepper = stack.rows[2].controller as? StepperRow {
      heard.append("control: \(stepper.value)")
    }
    return [Panel("select 0, 1, 2", stack, notes: heard)]
  }

  private static let focus = Picture(
    "focus", "Moving the focus",
    "The focus moves in row order and skips rows that can't have it: texts, and hidden or "
      + "disabled rows. The focused line is scrolled into view."
  ) { space in
    let stack = try textStack([], columns: min(20, space.small), rows: 4, style: bare)
    let fields = ["name", "kind", "port", "region"].map(FieldRow.init)
    try stack.addRows([TextRow("New service"), fields[0], fields[1], TextRow("Network")])
    try stack.addRows([fields[2], fields[3]])
    stack.rows[2].isEnabled = false
    var panels: [Panel] = []
    func step(_ caption: String, _ move: FocusMove) {
      let row = stack.moveFocus(move)
      stack.revealFocus(animated: false)
      panels.append(Panel(caption, stack, notes: [row == nil ? "no row" : ""]))
    }
    step(".first", .first)
    step(".next, kind is disabled", .next)
    step(".last", .last)
    step(".next", .next)
    return panels
  }
}

/// A field that shows whether it has the focus.
private final class FieldRow: BasicRowController {
  private let label: String
  private var hasFocus = false

  init(_ label: String) { self.label = label }

  override var isFocusable: Bool { true }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) {
    canvas.write(hasFocus ? "› " : "  ", row: 0, style: Look.accent)
    canvas.write(label, column: 2, row: 0)
    let isTaken = row?.isEnabled ?? false
    canvas.write(isTaken ? "____" : "····", column: 10, row: 0, style: .dim)
  }

  override func handle(_ event: RowEvent) -> Bool {
    switch event {
    case .focus: hasFocus = true
    case .blur: hasFocus = false
    default: return false
    }
    return true
  }
}

/// A row with an inner control that handles taps itself.
private final class StepperRow: BasicRowController {
  private(set) var value = 1

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) { canvas.write("C  ‹\(value)›", row: 0) }

  override func handle(_ event: RowEvent) -> Bool {
    guard event == .select else { return false }
    value += 1
    return true
  }
}
