// SPDX-License-Identifier: Apache-2.0

internal import CVTerm
public import StackFlowTesting
public import TerminalIO

/// A screen as libvterm, a real terminal emulator, makes it of a program's output.
///
/// It stands apart from StackFlowTesting, so that nobody who tests flows needs libvterm.
public struct EmulatedScreen: ScreenReader {
  /// How a cell is drawn.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bold.
    public static let bold = Attributes(rawValue: 1)
    /// Underlined, in any way.
    public static let underline = Attributes(rawValue: 2)
    /// Italic.
    public static let italic = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The text, empty where nothing was written and behind a wide character.
    public var text: String
    /// The cells that it takes, 1 or 2.
    public var width: Int
    /// How it is drawn.
    public var attributes: Attributes
    /// The foreground as red, green and blue; `nil` for the terminal's own.
    public var foreground: [UInt8]?
    /// The background as red, green and blue; `nil` for the terminal's own.
    public var background: [UInt8]?
  }

  /// A place, from 0.
  public struct Position: Hashable, Sendable {
    /// The row, from 0 at the top.
    public var row: Int
    /// The column, from 0.
    public var column: Int

    /// Creates a place.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  private let emulator: Emulator

  /// Creates an empty screen of this size.
  public init(size: WindowSize) { emulator = Emulator(size: size) }

  /// Draws output.
  public mutating func take(_ bytes: [UInt8]) { emulator.take(bytes) }

  /// Gives the screen another size, as a window does; libvterm does not reflow lines.
  public mutating func resize(to size: WindowSize) { emulator.resize(to: size) }

  /// Answers to the program's questions.
  public mutating func takeReplies() -> [UInt8] { emulator.takeReplies() }

  /// The rows from the top, without the blanks at their ends.
  public var lines: [String] { emulator.lines }

  /// The rows that went out at the top, the oldest first, without the blanks at their ends.
  public var scrollback: [String] { emulator.scrollback }

  /// The rows without the empty ones at the end, joined by `\n`.
  public var text: String {
    var rows = lines
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// Where the cursor is.
  public var cursor: Position { emulator.cursor }

  /// Whether the cursor is shown.
  public var isCursorVisible: Bool { emulator.isCursorVisible }

  /// Whether the alternate screen is shown.
  public var isAlternate: Bool { emulator.isAlternate }

  /// A cell; `nil` outside of the screen.
  public func cell(at position: Position) -> Cell? { emulator.cell(at: position) }

  /// The screen in a frame, the cursor's place below.
  public var picture: String {
    let edge = "+" + String(repeating: "-", count: emulator.size.columns) + "+"
    let rows = lines.map { "|" + $0 }
    return ([edge] + rows + [edge, "cursor at row \(cursor.row), column \(cursor.column)"])
      .joined(separator: "\n")
  }
}
