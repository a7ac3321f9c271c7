// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// Grids of cells as a picture for documentation.
enum SVGPicture {
  private static let cell = (width: 8.4, height: 18.0)

  /// A document of pictures below each other, each under its name.
  static func document(_ pictures: [(name: String, grid: CellGrid)]) -> String {
    let columns = pictures.map(\.grid.size.columns).max() ?? 0
    var body = ""
    var top = 1
    for (name, grid) in pictures {
      body += text(name, column: 1, row: top, style: "fill=\"#888\"")
      body += draw(grid, top: top + 1)
      top += grid.size.rows + 3
    }
    let width = Double(columns + 2) * cell.width
    let height = Double(top) * cell.height
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      font-family="monospace" font-size="14" xml:space="preserve">
      <rect width="100%" height="100%" fill="#000"/>
      \(body)</svg>
      """
  }

  private static func draw(_ grid: CellGrid, top: Int) -> String {
    var result = ""
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        guard let cell = grid[CellPosition(column: column, row: row)], !cell.isContinuation else {
          continue
        }
        result += draw(cell, column: column + 1, row: top + row)
      }
    }
    return result
  }

  private static func draw(_ cell: Cell, column: Int, row: Int) -> String {
    var foreground = cell.style.foreground.components(standard: RGBColor(229, 229, 229))
    var background = cell.style.background.components(standard: .black)
    if cell.style.attributes.contains(.reverse) { swap(&foreground, &background) }
    var result = ""
    if background != .black {
      let x = Double(column) * Self.cell.width
      let y = Double(row) * Self.cell.height - 14
      result +=
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(Double(cell.width) * Self.cell.width)\" "
        + "height=\"\(Self.cell.height)\" fill=\"\(hex(background))\"/>\n"
    }
    guard cell.character != " " else { return result }
    var style = "fill=\"\(hex(foreground))\""
    if cell.style.attributes.contains(.bold) { style += " font-weight=\"bold\"" }
    if cell.style.attributes.contains(.dim) { style += " opacity=\"0.6\"" }
    return result + text(String(cell.character), column: column, row: row, style: style)
  }

  private static func text(_ text: String, column: Int, row: Int, style: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      default: escaped.append(character)
      }
    }
    let x = Double(column) * cell.width
    let y = Double(row) * cell.height
    return "<text x=\"\(x)\" y=\"\(y)\" \(style)>\(escaped)</text>\n"
  }

  private static func hex(_ color: RGBColor) -> String {
    let digits = [color.red, color.green, color.blue].map { channel in
      let text = String(channel, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + digits.joined()
  }
}
