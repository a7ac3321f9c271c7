// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A row of a step: the rail on the left, and beside it the cells of its content.
final class StepCell: BasicRowController, RowCell {
  var tapCallback: ((any RowCell) -> Void)?

  private(set) var model: StepRowModel?

  /// The look that all rows share; apart from the model, which isn't copied for it.
  private var look: ScreenLook?

  /// The sign on the rail, as it was drawn.
  private var node: [(text: Substring, style: CellStyle)]?

  /// The rows at a width, which stay the same while a line is typed.
  private var laidOut: (columns: Int, version: Int, rows: [CellRow])?

  /// The width at which a widget was drawn last.
  private var lastColumns = 80

  required override init() { super.init() }

  func setup(model: StepRowModel) {
    self.model = model
    look = model.look
    node = nil
    laidOut = nil
  }

  private var host: WidgetHost? {
    if case .widget(let host)? = model?.content { host } else { nil }
  }

  override var isFocusable: Bool { host != nil }

  /// The row of the cursor in a widget, from the start of the cell.
  override var focusRange: Range<Int>? {
    guard let look, let row = host?.cursorRow(columns: lastColumns, look: look) else { return nil }
    return row..<row + 1
  }

  private func rows(columns: Int) -> [CellRow] {
    guard let model, let look else { return [] }
    switch model.content {
    // They depend on the widget, and on the room.
    case .hint, .blank: return model.rows(columns: columns)
    default: break
    }
    if let laidOut, laidOut.columns == columns, laidOut.version == look.version {
      return laidOut.rows
    }
    let rows = model.rows(columns: columns)
    laidOut = (columns, look.version, rows)
    return rows
  }

  override func measure(_ measurement: RowMeasurement) -> Int {
    guard let look else { return 1 }
    let columns = max(1, measurement.crossExtent - look.gutter - look.rightMargin)
    guard let host else { return rows(columns: columns).count }
    lastColumns = columns
    return max(0, host.rows(columns: columns, look: look))
  }

  override func render(into canvas: inout CellCanvas) {
    guard let look else { return }
    let node = node ?? model?.node?.lines(columns: 2).first ?? []
    self.node = node
    look.drawRail(node, on: &canvas)
    canvas.draw(in: look.besideRail(of: canvas.size)) { canvas in
      guard let host else {
        return canvas.draw(rows(columns: max(1, canvas.size.columns)), noting: look)
      }
      lastColumns = canvas.size.columns
      host.draw(on: &canvas, look: look)
    }
  }
}
