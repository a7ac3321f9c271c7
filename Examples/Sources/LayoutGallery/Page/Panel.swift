// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A grid of cells with words above and below it.
struct Panel {
  /// What was done, usually the call that did it.
  var caption: String

  /// What it looks like.
  var grid: CellGrid

  /// Further facts, a line each.
  var notes: [String] = []

  /// Whether a line around the grid shows where the viewport ends.
  var isFramed = true

  /// The rows at the right where the frame is thick: the part of the content that is in view.
  var thumb: Range<Int>?

  /// Whether the point is in the colours, so that a page without them has to spell them.
  var isAboutStyles = false

  init(_ caption: String, _ grid: CellGrid, notes: [String] = []) {
    self.caption = caption
    self.grid = grid
    self.notes = notes
  }

  /// What a stack shows now.
  init(_ caption: String, _ stack: ScrollStack, notes: [String] = []) {
    self.init(caption, stack.snapshot(), notes: notes)
    if stack.axis == .vertical { thumb = Self.thumb(of: stack.layout) }
  }

  /// What a stack of models shows now.
  init(_ caption: String, _ dynamic: DynamicStack, notes: [String] = []) {
    self.init(caption, dynamic.snapshot(), notes: notes)
    if dynamic.layout.axis == .vertical { thumb = Self.thumb(of: dynamic.layout) }
  }

  /// What a container shows now, in the rows that it has in its terminal.
  init(_ caption: String, _ container: ContainerScroll, notes: [String] = []) {
    self.init(caption, container.snapshot(), notes: notes)
  }

  /// Words without a picture.
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

  /// This panel with its point in the colours.
  var aboutStyles: Panel {
    var panel = self
    panel.isAboutStyles = true
    return panel
  }

  /// The same without a frame.
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

/// How much room a picture has.
struct Space {
  /// The columns of the page.
  let page: Int

  /// The columns inside the frame of a panel that stands beside others.
  var small: Int { min(24, page - 2) }

  /// The columns inside the frame of a panel as wide as the page.
  var wide: Int { page - 2 }
}
