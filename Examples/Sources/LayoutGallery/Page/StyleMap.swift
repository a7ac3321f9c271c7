// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A letter for each style of a grid, for pages without colors.
struct StyleMap {
  private let grid: CellGrid
  private let styles: [CellStyle]

  init(of grid: CellGrid) {
    self.grid = grid
    var styles: [CellStyle] = []
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        guard let style = grid[CellPosition(column: column, row: row)]?.style, style != .plain,
          !styles.contains(style)
        else { continue }
        styles.append(style)
      }
    }
    self.styles = styles
  }

  /// A panel with the letters in place of the cells, and the meaning of each letter.
  var panel: Panel {
    var letters = CellGrid(size: grid.size)
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let position = CellPosition(column: column, row: row)
        guard let style = grid[position]?.style else { continue }
        letters.write(letter(of: style), at: position)
      }
    }
    let legend =
      styles.isEmpty ? ["all plain"] : styles.map { "\(letter(of: $0)) \($0.words)" }
    return Panel("its styles", letters, notes: legend)
  }

  private func letter(of style: CellStyle) -> String {
    guard let index = styles.firstIndex(of: style) else { return " " }
    let names = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String(names[index % names.count])
  }
}

extension CellStyle {
  /// The style in words.
  var words: String {
    var words: [String] = []
    if foreground != .standard { words.append(foreground.words) }
    if background != .standard { words.append("on " + background.words) }
    let names: [(CellAttributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strikethrough, "struck"),
    ]
    for (attribute, name) in names where attributes.contains(attribute) { words.append(name) }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

extension CellColor {
  /// The color in words.
  var words: String {
    switch self {
    case .standard: "standard"
    case .named(let color): "\(color)"
    case .indexed(let index): "#\(index)"
    case .rgb(let color): "\(color.red)/\(color.green)/\(color.blue)"
    }
  }
}
