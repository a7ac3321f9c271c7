// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// Arranges the panels of a picture, next to each other as far as the width allows.
struct Page {
  let columns: Int

  /// Whether a panel about colors is followed by one that spells them in letters.
  let spellsStyles: Bool

  var space: Space { Space(page: columns) }

  /// Draws a picture with its title on a grid as high as necessary.
  func grid(of picture: Picture, panels: [Panel]) -> CellGrid {
    let panels = panels.flatMap { panel in
      spellsStyles && panel.isAboutStyles ? [panel, StyleMap(of: panel.grid).panel] : [panel]
    }
    let title = picture.title.wrapped(to: columns)
    let summary = picture.summary.wrapped(to: min(columns, 78))
    let bands = bands(of: panels.map { Block($0, columns: columns) })
    let head = title.count + summary.count + 1
    let rows = bands.reduce(head) { $0 + 1 + $1.rows }
    var grid = CellGrid(size: CellSize(columns: columns, rows: rows))
    var row = 0
    for line in title {
      grid.write(line, at: CellPosition(column: 0, row: row), style: Look.title)
      row += 1
    }
    grid.fill(
      CellRect(column: 0, row: row, columns: min(columns, picture.title.cellWidth), rows: 1),
      with: "▔", style: Look.accent)
    row += 1
    for line in summary {
      grid.write(line, at: CellPosition(column: 0, row: row))
      row += 1
    }
    for band in bands {
      row += 1
      band.draw(on: &grid, row: row)
      row += band.rows
    }
    return grid
  }

  private func bands(of blocks: [Block]) -> [Band] {
    var bands: [Band] = []
    for block in blocks {
      if let last = bands.last, last.columns + 1 + block.columns <= columns {
        bands[bands.count - 1].blocks.append(block)
      } else {
        bands.append(Band(blocks: [block]))
      }
    }
    return bands
  }
}

/// A panel with its texts wrapped.
private struct Block {
  let panel: Panel
  let columns: Int
  let caption: [Substring]
  let notes: [String]

  init(_ panel: Panel, columns limit: Int) {
    self.panel = panel
    let frame = panel.isFramed ? 2 : 0
    columns = min(limit, max(panel.grid.size.columns + frame, min(limit, 16)))
    let width = columns
    caption = panel.caption.isEmpty ? [] : panel.caption.wrapped(to: width)
    notes = panel.notes.flatMap { $0.wrapped(to: width).map(String.init) }
  }

  var pictureRows: Int { panel.grid.size.rows + (panel.isFramed ? 2 : 0) }
}

/// Panels next to each other.
private struct Band {
  var blocks: [Block]

  var columns: Int { blocks.reduce(-1) { $0 + 1 + $1.columns } }
  var captionRows: Int { blocks.map(\.caption.count).max() ?? 0 }
  var rows: Int {
    captionRows + (blocks.map { $0.pictureRows + $0.notes.count }.max() ?? 0)
  }

  func draw(on grid: inout CellGrid, row: Int) {
    var column = 0
    for block in blocks {
      // Captions are directly above their pictures.
      let first = row + captionRows - block.caption.count
      for (line, text) in block.caption.enumerated() {
        grid.write(text, at: CellPosition(column: column, row: first + line), style: Look.caption)
      }
      var next = row + captionRows
      let size = block.panel.grid.size
      let frame = block.panel.isFramed ? 1 : 0
      if block.panel.isFramed { drawFrame(of: block.panel, on: &grid, column: column, row: next) }
      grid.copy(
        CellRect(size: size), of: block.panel.grid,
        to: CellPosition(column: column + frame, row: next + frame))
      next += block.pictureRows
      for note in block.notes {
        grid.write(note, at: CellPosition(column: column, row: next), style: Look.note)
        next += 1
      }
      column += block.columns + 1
    }
  }

  private func drawFrame(of panel: Panel, on grid: inout CellGrid, column: Int, row: Int) {
    let size = panel.grid.size
    let line = String(repeating: "─", count: size.columns)
    func write(_ text: String, _ column: Int, _ row: Int) {
      grid.write(text, at: CellPosition(column: column, row: row), style: Look.frame)
    }
    write("╭" + line + "╮", column, row)
    for inner in 0..<size.rows {
      write("│", column, row + 1 + inner)
      let isThumb = panel.thumb?.contains(inner) ?? false
      write(isThumb ? "┃" : "│", column + size.columns + 1, row + 1 + inner)
    }
    write("╰" + line + "╯", column, row + 1 + size.rows)
  }
}

/// The colors of the page: one accent.
enum Look {
  static let accent = CellStyle(foreground: .rgb(95, 175, 255))
  static let title = CellStyle(foreground: .rgb(95, 175, 255), attributes: .bold)
  static let caption = CellStyle.plain
  static let frame = CellStyle(foreground: .rgb(95, 95, 105))
  static let note = CellStyle.dim
}
