// SPDX-License-Identifier: Apache-2.0

/// Grids drawn as an SVG image, for documentation: one below the other, on a dark or a light terminal.
///
/// The text is monospaced, and lines and areas that must meet are drawn as such. The named colors are
/// those of xterm.
///
/// ```swift
/// let grid = CellGrid(size: CellSize(columns: 20, rows: 3))
/// let picture = GridPicture([grid], cursor: CellPosition(column: 4, row: 2))
/// print(picture.svg)
/// ```
public struct GridPicture: Hashable, Sendable {
  /// The image; every line ends with a line break.
  public let svg: String

  static let cell = (width: 9, height: 18)
  static let margin = 18

  /// The colors of a dark terminal.
  static let foreground = RGBColor(216, 222, 233)
  static let background = RGBColor(20, 22, 27)

  /// The colors of a terminal.
  private struct Paper {
    let front, back: RGBColor

    static let dark = Paper(front: foreground, back: background)
    static let light = Paper(front: RGBColor(30, 30, 30), back: RGBColor(255, 255, 255))
  }

  /// The opacity of what is dim.
  static let dimOpacity = 0.55

  /// Draws grids.
  ///
  /// - Parameters:
  ///   - pages: The grids, from the top.
  ///   - cursor: The cell of the first grid at which the user types; nil to draw no cursor.
  ///   - isLight: Whether the terminal is light.
  /// - Complexity: O(*n*) in the number of cells.
  public init(_ pages: [CellGrid], cursor: CellPosition? = nil, isLight: Bool = false) {
    let paper = isLight ? Paper.light : .dark
    let columns = pages.map(\.size.columns).max() ?? 0
    let rows = pages.reduce(max(0, pages.count - 1)) { $0 + $1.size.rows }
    let width = columns * Self.cell.width + 2 * Self.margin
    let height = rows * Self.cell.height + 2 * Self.margin
    var lines = [
      Self.opening(width: width, height: height) + ">",
      "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"\(paper.back.hexadecimal)\"/>",
    ]
    if let cursor, pages.first?[cursor] != nil {
      lines.append(
        "<rect x=\"\(Self.margin + cursor.column * Self.cell.width)\""
          + " y=\"\(Self.margin + cursor.row * Self.cell.height)\" width=\"\(Self.cell.width)\""
          + " height=\"\(Self.cell.height)\" fill=\"\(paper.front.hexadecimal)\""
          + " fill-opacity=\"45%\"/>")
    }
    var row = 0
    for page in pages {
      for line in 0..<page.size.rows {
        lines += Self.runs(of: page, row: line)
          .flatMap {
            $0.elements(x: Self.margin, y: Self.margin + row * Self.cell.height, on: paper)
          }
        row += 1
      }
      row += 1
    }
    lines.append("</svg>\n")
    svg = lines.joined(separator: "\n")
  }

  /// Whether a file is such a picture, by its beginning.
  package static func isOne(_ file: [UInt8]) -> Bool {
    let beginning = String(decoding: file.prefix(200), as: UTF8.self)
    return beginning.hasPrefix("<svg ")
      && beginning.split(separator: "\"").contains { $0.hasPrefix("DejaVu Sans Mono, ") }
  }

  /// The beginning of the element of an image, in pixels, without its end.
  static func opening(width: Int, height: Int) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
      + " viewBox=\"0 0 \(width) \(height)\" font-family=\"DejaVu Sans Mono, Menlo, Consolas,"
      + " monospace\" font-size=\"15\""
  }

  /// The elements of a row of a grid, from the top left corner; empty for a row of blanks.
  static func elements(of grid: CellGrid, row: Int) -> String {
    runs(of: grid, row: row).compactMap(\.trimmed).flatMap { $0.elements(x: 0, y: 0, on: .dark) }
      .joined()
  }

  /// The parts of a row that have the same style; each box-drawing character is a separate part.
  private static func runs(of page: CellGrid, row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<page.size.columns {
      guard let cell = page[CellPosition(column: column, row: row)], !cell.isContinuation else {
        continue
      }
      let line = LineDrawing(cell.character)
      let isLine = line != nil
      if let last = runs.last, last.style == cell.style, last.column + last.columns == column,
        cell.width == 1,
        isLine
          ? line?.isEvenAlong == true && last.text.last == cell.character
          : !last.isLine && cell.character.isASCII == last.isASCII
      {
        runs[runs.count - 1].append(cell)
      } else {
        runs.append(Run(column: column, cell: cell, isLine: isLine))
      }
    }
    return runs
  }

  private struct Run {
    var column: Int
    var columns: Int
    var text: String
    let style: CellStyle
    let isLine: Bool
    let isASCII: Bool

    init(column: Int, cell: Cell, isLine: Bool) {
      self.column = column
      columns = Int(cell.width)
      text = String(cell.character)
      style = cell.style
      self.isLine = isLine
      isASCII = cell.character.isASCII
    }

    mutating func append(_ cell: Cell) {
      text.append(cell.character)
      columns += Int(cell.width)
    }

    /// The part without the blanks at its ends; nil if nothing of it can be seen.
    var trimmed: Run? {
      guard style.background == .standard,
        style.attributes.isDisjoint(with: [.reverse, .underline, .strikethrough])
      else { return self }
      let blanks = text.prefix { $0 == " " }.count
      guard blanks < text.count else { return nil }
      let end = text.reversed().prefix { $0 == " " }.count
      var run = self
      run.column += blanks
      run.columns -= blanks + end
      run.text = String(text.dropFirst(blanks).dropLast(end))
      return run
    }

    func elements(x left: Int, y: Int, on paper: Paper) -> [String] {
      let x = left + column * cell.width
      let width = columns * cell.width
      var front = style.foreground.components(standard: paper.front)
      var back = style.background.components(standard: paper.back)
      var isFilled = style.background != .standard
      if style.attributes.contains(.reverse) {
        swap(&front, &back)
        isFilled = true
      }
      var result: [String] = []
      if isFilled {
        result.append(
          "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(cell.height)\""
            + " fill=\"\(back.hexadecimal)\" shape-rendering=\"crispEdges\"/>")
      }
      let opacity = style.attributes.contains(.dim) ? " opacity=\"\(dimOpacity)\"" : ""
      if isLine, let character = text.first, let line = LineDrawing(character) {
        result.append(line.element(x: x, y: y, width: width, color: front.hexadecimal, opacity))
      } else if text.contains(where: { $0 != " " }) {
        result.append(
          "<text x=\"\(x)\" y=\"\(y + 14)\" fill=\"\(front.hexadecimal)\"\(opacity)\(fontStyle)"
            + " textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">"
            + text.escapedForXML + "</text>")
      }
      return result
    }

    private var fontStyle: String {
      var style = ""
      if self.style.attributes.contains(.bold) { style += " font-weight=\"bold\"" }
      if self.style.attributes.contains(.italic) { style += " font-style=\"italic\"" }
      if self.style.attributes.contains(.underline) { style += " text-decoration=\"underline\"" }
      if self.style.attributes.contains(.strikethrough) {
        style += " text-decoration=\"line-through\""
      }
      return style
    }
  }
}

/// A character that must connect to its neighbors, drawn as lines or areas and not as a letter.
private struct LineDrawing {
  private enum Shape {
    /// Lines from the center to the right, left, bottom, and top.
    case arms(right: Bool, left: Bool, down: Bool, up: Bool, width: Int)
    /// An area of the cell, from the top, in eighths, with an opacity in percent.
    case area(from: Int, to: Int, percent: Int)
  }

  private let shape: Shape

  /// Whether several in a row are one longer one.
  var isEvenAlong: Bool {
    switch shape {
    case .area: true
    case .arms(let right, let left, let down, let up, _): right && left && !down && !up
    }
  }

  init?(_ character: Character) {
    func arms(_ names: String, _ width: Int = 1) -> Shape {
      .arms(
        right: names.contains("r"), left: names.contains("l"), down: names.contains("d"),
        up: names.contains("u"), width: width)
    }
    switch character {
    case "─": shape = arms("rl")
    case "│": shape = arms("du")
    case "┃": shape = arms("du", 3)
    case "╭", "┌": shape = arms("rd")
    case "╮", "┐": shape = arms("ld")
    case "╰", "└": shape = arms("ru")
    case "╯", "┘": shape = arms("lu")
    case "├": shape = arms("rdu")
    case "┤": shape = arms("ldu")
    case "█": shape = .area(from: 0, to: 8, percent: 100)
    case "▓": shape = .area(from: 0, to: 8, percent: 75)
    case "▒": shape = .area(from: 0, to: 8, percent: 50)
    case "░": shape = .area(from: 0, to: 8, percent: 25)
    case "▔": shape = .area(from: 0, to: 1, percent: 100)
    default: return nil
    }
  }

  func element(
    x: Int, y: Int, width: Int, color: String, _ opacity: String
  ) -> String {
    let cell = GridPicture.cell
    switch shape {
    case .area(let from, let to, let percent):
      let top = y + cell.height * from / 8
      let bottom = y + cell.height * to / 8
      return "<rect x=\"\(x)\" y=\"\(top)\" width=\"\(width)\" height=\"\(bottom - top)\""
        + " fill=\"\(color)\" fill-opacity=\"\(percent)%\"\(opacity)/>"
    case .arms(let right, let left, let down, let up, let stroke):
      if isEvenAlong {
        return "<path d=\"M\(x) \(y + cell.height / 2)h\(width)\" stroke=\"\(color)\"\(opacity)/>"
      }
      let middle = "\(x + cell.width / 2).5"
      let centre = "\(y + cell.height / 2)"
      var path = ""
      if right { path += "M\(middle) \(centre)H\(x + cell.width)" }
      if left { path += "M\(middle) \(centre)H\(x)" }
      if down { path += "M\(middle) \(centre)V\(y + cell.height)" }
      if up { path += "M\(middle) \(centre)V\(y)" }
      return "<path d=\"\(path)\" stroke=\"\(color)\" stroke-width=\"\(stroke)\" fill=\"none\""
        + "\(opacity)/>"
    }
  }
}

extension RGBColor {
  /// The color as `#rrggbb`.
  var hexadecimal: String {
    "#"
      + [red, green, blue].map { channel in
        let digits = String(channel, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
