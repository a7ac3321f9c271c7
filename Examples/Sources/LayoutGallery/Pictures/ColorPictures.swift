// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// Colors, and what remains of them at each depth.
  static let colorPictures: [Picture] = [styles, colors, ramps]

  private static let styles = Picture(
    "styles", "Attributes",
    "The attributes of text, alone or combined, and one style over another."
  ) { space in
    let all: [(String, CellStyle)] = [
      ("plain", .plain), ("bold", CellStyle(attributes: .bold)), ("dim", .dim),
      ("italic", CellStyle(attributes: .italic)),
      ("underline", CellStyle(attributes: .underline)), ("reverse", .reversed),
      ("struck", CellStyle(attributes: .strikethrough)),
      ("bold + accent", CellStyle(attributes: .bold).over(Look.accent)),
    ]
    var grid = CellGrid(size: CellSize(columns: min(18, space.small), rows: all.count))
    for (row, (name, style)) in all.enumerated() {
      grid.write(name, at: CellPosition(column: 1, row: row), style: style)
    }
    return [Panel("", grid).aboutStyles]
  }

  private static let colors = Picture(
    "colors", "Four color depths",
    "Each depth uses the nearest color that the terminal has. Without colors, text has no "
      + "style at all."
  ) { space in
    let samples: [(String, CellColor)] = [
      ("accent", .rgb(95, 175, 255)), ("coral", .rgb(255, 127, 80)),
      ("moss", .rgb(90, 110, 60)), ("slate", .rgb(100, 110, 120)), ("named", .named(.magenta)),
    ]
    let depths: [(String, ColorDepth)] = [
      ("truecolor", .truecolor), ("256", .indexed256), ("16", .ansi16), ("none", .none),
    ]
    return depths.map { name, depth in
      var grid = CellGrid(size: CellSize(columns: 16, rows: samples.count))
      for (row, (label, color)) in samples.enumerated() {
        let style = CellStyle(foreground: color).reduced(to: depth)
        grid.write("██ " + label, at: CellPosition(column: 1, row: row), style: style)
      }
      return Panel(name, grid).aboutStyles
    }
  }

  private static let ramps = Picture(
    "ramps", "Fading at each color depth",
    "From an opacity of 1 to 0 in steps of .2: to black, to a color, and to white. With 16 "
      + "colors, there are three levels and blank. Without colors, text is never blanked."
  ) { space in
    let depths: [(String, ColorDepth)] = [
      ("truecolor", .truecolor), ("256", .indexed256), ("16", .ansi16), ("none", .none),
    ]
    let tints: [(String, CellColor?)] = [
      ("black", nil), ("blue", .rgb(0, 60, 160)), ("white", .rgb(255, 255, 255)),
    ]
    return depths.map { name, depth in
      var grid = CellGrid(size: CellSize(columns: 18, rows: tints.count))
      for (row, (label, tint)) in tints.enumerated() {
        let fading = Fading(depth: depth, tint: tint)
        grid.write(label, at: CellPosition(column: 0, row: row))
        for step in 0...5 {
          guard let style = fading.style(.plain, alpha: Double(5 - step) / 5) else { continue }
          grid.write("██", at: CellPosition(column: 6 + 2 * step, row: row), style: style)
        }
      }
      return Panel(name, grid).aboutStyles
    }
  }
}
