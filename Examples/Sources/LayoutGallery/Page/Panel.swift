// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A grid of cells with text above and below it.
struct Panel {
  /// What was done, usually the call.
  var caption: String

  /// The result.
  var grid: CellGrid

  /// Further facts, one per line.
  var notes: [String] = []

  /// Whether a frame around the grid shows where the viewport ends.
  var isFramed = true

  /// The rows in which the frame is thick at the right: the visible part of the content.
  var thumb: Range<Int>?

  /// Whether the colors matter, so that a page without colors must spell them.
  var isAboutStyles = false

  init(_ caption: String, _ grid: CellGrid, notes: [String] = []) {
    self.caption = caption
    self.grid = grid
    self.notes = notes
  }

  /// A panel that shows the current state of a stack.
  init(_ caption: String, _ stack: ScrollStack, notes: [String] = []) {
    self.init(caption, stack.snapshot(), notes: notes)
    if stack.axis == .vertical { thumb = Self.thumb(of: stack.layout) }
  }

  /// A panel that shows the current state of a stack of models.
  init(_ caption: String, _ dynamic: DynamicStack, notes: [String] = []) {
    self.init(caption, dynamic.snapshot(), notes: notes)
    if dynamic.layout.axis == .vertical { thumb = Self.thumb(of: dynamic.layout) }
  }

  /// A panel that shows the current state of a container, in its rows of the terminal.
  init(_ caption: String, _ container: ContainerScroll, notes: [String] = []) {
    self.init(caption, container.snapshot(), notes: notes)
  }

  /// A panel of text without a picture.
  static func words(_ caption: String, _ lines: [String]) -> Panel {
    let columns = lines.map(\.cellWidth).max() ?? 0
    var grid = CellGrid(size: CellSize(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() {
      grid.write(line, at: CellPosition(column: 0, row: row))
    }
    var panel = Panel(caption, grid)
    panel.isFramed = false
    return panel
  }

  /// This panel, marked as one in which the colors matter.
  var aboutStyles: Panel {
    var panel = self
    panel.isAboutStyles = true
    return panel
  }

  /// This panel without a frame.
  var frameless: Panel {
    var panel = self
    panel.isFramed = false
    return panel
  }

  private static func thumb(of layout: RowLayout) -> Range<Int>? {
    let rows = layout.viewportSize.rows
    guard layout.maximumOffset > 0, rows > 1 else { return nil }
    let length = max(1, rows * layout.viewportLength / layout.contentLength)
    let start = (rows - length) * layout.offset / layout.maximumOffset
    return start..<start + length
  }
}

/// The space for a picture.
struct Space {
  /// The columns of the page.
  let page: Int

  /// The columns inside the frame of a panel that's next to others.
  var small: Int { min(24, page - 2) }

  /// The columns inside the frame of a panel as wide as the page.
  var wide: Int { page - 2 }
}
