// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// The decorations around and behind rows.
  static let decorationPictures: [Picture] = [
    insets, separators, separatorLooks, backgrounds, chrome,
  ]

  private static let insets = Picture(
    "insets", "Insets and padding",
    "The content is shaded. A row uses the stack's insets unless it has its own. Changing the "
      + "stack's insets affects every row without its own. Padding is added on all four sides."
  ) { space in
    func stack() throws -> ScrollStack {
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: min(20, space.small), rows: 10))
      try stack.addRows([ShadedRow("A"), ShadedRow("B"), ShadedRow("C")])
      return stack
    }
    let none = try stack()
    try none.setStyle { $0.rowInsets = .zero }
    let own = try stack()
    try own.setRowInsets(CellInsets(top: 1, left: 6, bottom: 1, right: 1), for: [.index(1)])
    let both = try stack()
    try both.setRowInsets(CellInsets(top: 1, left: 6, bottom: 1, right: 1), for: [.index(1)])
    try both.setStyle { $0.rowInsets = CellInsets(left: 4, right: 4) }
    let padded = try stack()
    try padded.setStyle { $0.rowPadding = CellInsets(all: 1) }
    try padded.setRowPadding(.zero, for: [.index(2)])
    return [
      Panel("the default: 2 at the sides", try stack()), Panel("rowInsets = .zero", none),
      Panel("B has its own", own), Panel("… the stack changes to 4", both),
      Panel("rowPadding 1, but C 0", padded),
    ]
  }

  private static let separators = Picture(
    "separators", "Which gaps have a separator",
    "A separator belongs to a gap and is never stored. It depends on the stack, the row, and "
      + "the rows after it."
  ) { space in
    func panel(
      _ caption: String, style: (inout ScrollStack.Style) -> Void = { _ in },
      change: (ScrollStack) throws -> Void = { _ in }
    ) throws -> Panel {
      let stack = try textStack(
        ["A", "B", "C"], columns: min(20, space.small), rows: 6, style: style)
      try change(stack)
      return Panel(caption, stack)
    }
    return [
      try panel("the default"),
      try panel("autoHidesLastSeparator", style: { $0.autoHidesLastSeparator = true }),
      try panel(
        "… and C is hidden", style: { $0.autoHidesLastSeparator = true },
        change: { try $0.setRowHidden(true, for: .index(2)) }),
      try panel(
        "A hides its separator",
        change: { try $0.setSeparatorVisibility(.hidden, for: [.index(0)]) }),
      try panel("hidesSeparators", style: { $0.hidesSeparators = true }),
      try panel(
        "… but A shows its own", style: { $0.hidesSeparators = true },
        change: { try $0.setSeparatorVisibility(.shown, for: [.index(0)]) }),
      try panel(
        "B hides it by its type",
        change: {
          try $0.replaceRow(.index(1), with: MarkedRow())
          try $0.setSeparatorVisibility(.shown, for: [.index(1)])
        }),
    ]
  }

  private static let separatorLooks = Picture(
    "separator-looks", "Separator styles",
    "Thickness, color, and insets, for the stack or for a single row."
  ) { space in
    func panel(
      _ caption: String, style: (inout ScrollStack.Style) -> Void = { _ in },
      change: (ScrollStack) throws -> Void = { _ in }
    ) throws -> Panel {
      let stack = try textStack(
        ["A", "B"], columns: min(20, space.small), rows: 6, style: style)
      try change(stack)
      return Panel(caption, stack)
    }
    return [
      try panel("insets: 2 left"), try panel("insets: 0", style: { $0.separatorInsets = .zero }),
      try panel("insets: 6 and 6", style: { $0.separatorInsets = CellInsets(left: 6, right: 6) }),
      try panel("thickness: 2", style: { $0.separatorThickness = 2 }),
      try panel("thickness: 0", style: { $0.separatorThickness = 0 }),
      try panel(
        "A's own, in the accent color",
        change: {
          try $0.setSeparator(color: Look.accent, thickness: 1, for: [.index(0)])
          try $0.setSeparatorInsets(.zero, for: [.index(0)])
        }
      ).aboutStyles,
    ]
  }

  private static let backgrounds = Picture(
    "backgrounds", "Backgrounds and highlights",
    "A row's own background, that of its chrome, or that of the stack. A highlight covers "
      + "everything that the row draws."
  ) { space in
    let columns = min(20, space.small)
    let stack = try textStack(["A", "B", "C"], columns: columns, rows: 6) {
      $0.rowBackgroundColor = .rgb(38, 50, 64)
    }
    try stack.setBackgroundColor(.rgb(70, 40, 60), for: [.index(1)])
    let pressed = try textStack([], columns: columns, rows: 6)
    try pressed.addRows(["A", "B", "C"].map(PressableRow.init))
    pressed.handle(.pressed(CellPosition(column: 3, row: 2)))
    let own = try textStack([], columns: columns, rows: 6)
    try own.addRows(["A", "B", "C"].map(PressableRow.init))
    try own.setHighlightColor(
      CellStyle(foreground: .rgb(95, 175, 255), attributes: .bold), for: [.index(1)])
    own.handle(.moved(CellPosition(column: 3, row: 2)))
    return [
      Panel("the stack's, and B's own", stack).aboutStyles,
      Panel("B is pressed: reversed", pressed).aboutStyles,
      Panel("B's own highlight", own).aboutStyles,
    ]
  }

  private static let chrome = Picture(
    "chrome", "What a stack draws around rows",
    "`makeChrome` creates it, the stack applies its defaults, and `configureChrome` makes the "
      + "final changes. Here it's the rail of a flow; the node of the last row is open."
  ) { space in
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: min(36, space.wide), rows: 7))
    stack.makeChrome = { _ in RailChrome() }
    stack.configureChrome = { chrome, row in
      (chrome as? RailChrome)?.isOpen = (row.controller as? TextRow)?.text.contains("\n") ?? false
    }
    try stack.setStyle(bare)
    try stack.addRows([
      TextRow("name      billing-api"), TextRow("kind      HTTP API"),
      TextRow("Port\nWhich port should it listen on?"),
    ])
    return [Panel("a rail as chrome", stack)]
  }
}

/// A row whose type hides its separator.
private final class MarkedRow: BasicRowController {
  override var hidesSeparator: Bool { true }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) { canvas.write("B, marked", row: 0) }
}

/// A row that's highlighted while it's pressed or under the pointer.
final class PressableRow: BasicRowController {
  private let label: String

  init(_ label: String) { self.label = label }

  override var isHighlightable: Bool { true }

  override func measure(_ measurement: RowMeasurement) -> Int { 1 }

  override func render(into canvas: inout CellCanvas) { canvas.write(label, row: 0) }
}

/// A rail on the left with a node for each row.
private final class RailChrome: RowChrome {
  var isOpen = false

  init() { super.init(insets: CellInsets(left: 4)) }

  override func draw(into canvas: inout CellCanvas, row: ScrollStackRow, content: CellRect) {
    for line in 0..<canvas.size.rows {
      canvas.write("│", column: 2, row: line, style: Look.accent)
    }
    canvas.write(isOpen ? "◆" : "●", column: 2, row: 0, style: Look.accent)
  }
}
