// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A simple terminal that knows only the sequences that updates use.
struct TerminalModel {
  private(set) var grid: CellGrid
  private(set) var row = 0
  private(set) var column = 0
  private(set) var style = CellStyle.plain
  private(set) var problems: [String] = []

  /// Whether the last column was written, so that the next character would wrap.
  private var isWrapPending = false

  init(_ grid: CellGrid, cursor: CellPosition = .zero) {
    self.grid = grid
    row = cursor.row
    column = cursor.column
  }

  mutating func apply(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      problems.append("no UTF-8")
      return
    }
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "\r":
        column = 0
        isWrapPending = false
        rest.removeFirst()
      case "\r\n":
        column = 0
        isWrapPending = false
        down(1)
        rest.removeFirst()
      case "\n":
        down(1)
        rest.removeFirst()
      case "\u{8}":
        left(1)
        rest.removeFirst()
      case "\u{1b}":
        rest.removeFirst()
        rest = escape(rest)
      default:
        print(character)
        rest.removeFirst()
      }
    }
  }

  private mutating func print(_ character: Character) {
    if isWrapPending { problems.append("wrapped at \(row), \(column)") }
    let width = grid.write(
      String(character), at: CellPosition(column: column, row: row), style: style)
    column += width
    if column >= grid.size.columns {
      column = grid.size.columns - 1
      isWrapPending = true
    }
  }

  private mutating func down(_ count: Int) {
    row += count
    if row >= grid.size.rows || row < 0 { problems.append("left the grid at row \(row)") }
  }

  private mutating func left(_ count: Int) {
    column = max(0, column - count)
    isWrapPending = false
  }

  private mutating func escape(_ text: Substring) -> Substring {
    if text.first == "]" {
      guard let end = text.firstIndex(of: "\u{1b}") else { return "" }
      let address = text[..<end].dropFirst("]8;;".count)
      style.link = address.isEmpty ? nil : String(address)
      return text[end...].dropFirst(2)
    }
    guard text.first == "[",
      let end = text.dropFirst().firstIndex(where: { $0.isLetter })
    else {
      problems.append("unknown escape")
      return ""
    }
    let parameters = text[..<end].dropFirst().split(
      separator: ";", omittingEmptySubsequences: false
    )
    .map { Int($0) ?? 0 }
    let count = max(1, parameters.first ?? 1)
    if text[end] != "m" { isWrapPending = false }
    switch text[end] {
    case "A": down(-count)
    case "B": down(count)
    case "C": column = min(grid.size.columns - 1, column + count)
    case "D": left(count)
    case "G": column = count - 1
    case "H":
      row = count - 1
      column = max(1, parameters.dropFirst().first ?? 1) - 1
    case "K":
      grid.fill(
        CellRect(column: column, row: row, columns: grid.size.columns - column, rows: 1),
        style: CellStyle(background: style.background))
    case "m": select(parameters)
    default: problems.append("unknown sequence \(text[end])")
    }
    return text[end...].dropFirst()
  }

  private mutating func select(_ parameters: [Int]) {
    var codes = parameters[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: style = CellStyle(link: style.link)
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 9: style.attributes.insert(.strikethrough)
      case 22: style.attributes.subtract([.bold, .dim])
      case 23: style.attributes.remove(.italic)
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 29: style.attributes.remove(.strikethrough)
      case 30...37, 90...97, 38, 39: style.foreground = color(code, base: 30, &codes)
      case 40...47, 100...107, 48, 49: style.background = color(code, base: 40, &codes)
      default: problems.append("unknown code \(code)")
      }
    }
  }

  private func color(_ code: Int, base: Int, _ rest: inout ArraySlice<Int>) -> CellColor {
    switch code - base {
    case 0...7: return .named(NamedColor(rawValue: UInt8(code - base)) ?? .black)
    case 60...67: return .named(NamedColor(rawValue: UInt8(code - base - 52)) ?? .black)
    case 8:
      let kind = rest.popFirst()
      let values = (0..<(kind == 5 ? 1 : 3)).map { _ in UInt8(rest.popFirst() ?? 0) }
      return kind == 5 ? .indexed(values[0]) : .rgb(values[0], values[1], values[2])
    default: return .standard
    }
  }
}
