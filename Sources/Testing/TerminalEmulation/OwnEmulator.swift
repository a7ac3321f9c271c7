// SPDX-License-Identifier: Apache-2.0

#if !VTerm
import StackFlowTesting
import TerminalCells
import TerminalIO

/// Draws with StackFlow's own screen, where the trait `VTerm` isn't enabled.
final class Emulator {
  private var screen: TerminalScreen

  init(size: WindowSize) { screen = TerminalScreen(size: size) }

  var size: WindowSize { screen.size }
  var scrollback: [String] { screen.scrollback }
  var isCursorVisible: Bool { screen.isCursorVisible }
  var isAlternate: Bool { screen.isAlternate }
  var usesApplicationKeys: Bool { screen.usesApplicationKeys }
  var lines: [String] { screen.lines }

  var cursor: EmulatedScreen.Position {
    EmulatedScreen.Position(row: screen.row, column: screen.column)
  }

  func take(_ bytes: [UInt8]) { screen.take(bytes) }

  func resize(to size: WindowSize) { screen.resize(to: size) }

  func takeReplies() -> [UInt8] { screen.takeReplies() }

  func cell(at position: EmulatedScreen.Position) -> EmulatedScreen.Cell? {
    guard (0..<size.rows).contains(position.row), (0..<size.columns).contains(position.column)
    else { return nil }
    let cell = screen.grid[CellPosition(column: position.column, row: position.row)]
    let style = cell?.style ?? .plain
    let text = cell.map { String($0.character) } ?? ""
    return EmulatedScreen.Cell(
      text: text == " " ? "" : text, width: cell?.character.cellWidth ?? 1,
      attributes: style.attributes.intersection([.bold, .underline, .italic, .reverse]),
      foreground: Self.channels(style.foreground), background: Self.channels(style.background))
  }

  private static func channels(_ color: CellColor) -> [UInt8]? {
    guard color != .standard else { return nil }
    let color = color.components(standard: RGBColor(0, 0, 0))
    return [color.red, color.green, color.blue]
  }
}
#endif
