// SPDX-License-Identifier: Apache-2.0

public import StackFlowTesting
public import TerminalCells
public import TerminalIO

/// A screen that a terminal emulator draws from a program's output.
///
/// With the package trait `VTerm`, the emulator is libvterm; otherwise, it's `TerminalScreen`.
///
/// ```swift
/// let less = try PseudoTerminal(
///   running: "/usr/bin/less", arguments: ["README.md"], screen: EmulatedScreen(size: .fallback))
/// try less.waitForScreen { $0.lines[23] == "README.md" }
/// print(less.screen.text)
/// ```
///
/// A copy shows the same screen, also after more output.
public struct EmulatedScreen: ScreenReader {
  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The text; empty where nothing was written, and after a wide character.
    public var text: String
    /// The width in cells, 1 or 2.
    public var width: Int
    /// Bold, underline, italic, and reverse.
    public var attributes: CellAttributes
    /// The foreground as red, green, and blue, or `nil` for the terminal's default.
    public var foreground: [UInt8]?
    /// The background as red, green, and blue, or `nil` for the terminal's default.
    public var background: [UInt8]?
  }

  /// A position on the screen.
  public struct Position: Hashable, Sendable {
    /// The row, from 0 at the top.
    public var row: Int
    /// The column, from 0.
    public var column: Int

    /// Creates a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  private let emulator: Emulator

  /// Creates an empty screen of this size.
  public init(size: WindowSize) { emulator = Emulator(size: size) }

  /// Processes output.
  public mutating func take(_ bytes: [UInt8]) { emulator.take(bytes) }

  /// Resizes the screen, without reflowing rows.
  public mutating func resize(to size: WindowSize) { emulator.resize(to: size) }

  /// Returns the terminal's replies to the program's queries.
  public mutating func takeReplies() -> [UInt8] { emulator.takeReplies() }

  /// The rows from the top, without trailing blanks.
  public var lines: [String] { emulator.lines }

  /// The rows that scrolled off the top, oldest first, without trailing blanks.
  public var scrollback: [String] { emulator.scrollback }

  /// The rows without trailing empty rows, joined by `\n`.
  public var text: String {
    var rows = lines
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// The position of the cursor.
  public var cursor: Position { emulator.cursor }

  /// Whether the cursor is visible.
  public var isCursorVisible: Bool { emulator.isCursorVisible }

  /// Whether the alternate screen is shown.
  public var isAlternate: Bool { emulator.isAlternate }

  /// Whether the arrow keys, Home, and End are those of application mode.
  public var usesApplicationKeys: Bool { emulator.usesApplicationKeys }

  /// Returns a cell, or `nil` outside the screen.
  public func cell(at position: Position) -> Cell? { emulator.cell(at: position) }

  /// The screen in a frame, with the cursor's position below.
  public var picture: String {
    let edge = "+" + String(repeating: "-", count: emulator.size.columns) + "+"
    let rows = lines.map { "|" + $0 }
    return ([edge] + rows + [edge, "cursor at row \(cursor.row), column \(cursor.column)"])
      .joined(separator: "\n")
  }
}
