// SPDX-License-Identifier: Apache-2.0

import TerminalEmulation

@testable import StackFlowShell
@testable import TerminalCells

/// A picture of what a face shows: its text as the emulator has drawn it, and below it the styles, a
/// letter for each cell.
///
/// Empty rows at the end are left out.
struct ScreenPicture {
  /// The meaning of the letters, for readers of a picture.
  static let legend =
    "@ cursor, b bold, d dim, u underlined, v reversed; c cyan, g green, r red, y yellow, "
    + "in capitals if they're bold"

  /// The rows, each after a bar.
  let text: String

  /// The rows of letters, each after a colon.
  let styles: String

  /// Whether the emulator shows a cell with an attribute or a color.
  let isStyled: Bool

  /// Makes a picture of a walk as it is now.
  @MainActor init(_ walk: ScreenWalk) {
    let first = walk.firstRow ?? 0
    let grid = walk.face.painted?.grid
    var lines = Array(walk.lines[max(0, first)...])
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.map { "|\($0)\n" }.joined()
    var layer = ""
    var isStyled = false
    for row in lines.indices {
      var letters = ""
      for column in 0..<(grid?.size.columns ?? 0) {
        let place = EmulatedScreen.Position(row: first + row, column: column)
        if let cell = walk.screen.cell(at: place) { isStyled = isStyled || cell.isStyled }
        let isCursor = place == walk.screen.cursor
        let cell = grid?[CellPosition(column: column, row: row)]
        letters.append(isCursor ? "@" : cell.map(\.styleLetter) ?? " ")
      }
      while letters.last == " " { letters.removeLast() }
      layer += ":\(letters)\n"
    }
    styles = layer
    self.isStyled = isStyled
  }
}

extension EmulatedScreen.Cell {
  fileprivate var isStyled: Bool {
    !attributes.isEmpty || foreground != nil || background != nil
  }
}

extension Cell {
  /// The letter of the style: that of the color or the attribute, `#` for what has no letter.
  fileprivate var styleLetter: Character {
    let attributes = style.attributes
    if attributes.contains(.reverse) { return "v" }
    if attributes.contains(.underline) { return "u" }
    if style.background != .standard { return "#" }
    if character == " ", !isContinuation { return " " }
    let isBold = attributes.contains(.bold)
    switch style.foreground {
    case .standard: return isBold ? "b" : attributes.contains(.dim) ? "d" : " "
    case .named(.cyan): return isBold ? "C" : "c"
    case .named(.green): return isBold ? "G" : "g"
    case .named(.red), .named(.brightRed): return isBold ? "R" : "r"
    case .named(.yellow): return isBold ? "Y" : "y"
    default: return "#"
    }
  }
}
