// SPDX-License-Identifier: Apache-2.0

/// The modes that a program turns on while it uses a terminal.
public struct TerminalModes: OptionSet, Hashable, Sendable {
  /// The set as bits, which aren't the terminal's mode numbers.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The terminal marks the beginning and the end of pasted text (mode 2004).
  package static let bracketedPaste = TerminalModes(rawValue: 1)
  /// The terminal reports the mouse, in SGR form (modes 1002 and 1006).
  public static let mouse = TerminalModes(rawValue: 2)
  /// The program uses the alternate screen; the normal one stays as it was (mode 1049).
  public static let alternateScreen = TerminalModes(rawValue: 4)
  /// The cursor is hidden (mode 25).
  public static let hiddenCursor = TerminalModes(rawValue: 8)
  /// The terminal reports when its window gains or loses the focus (mode 1004).
  public static let focus = TerminalModes(rawValue: 16)

  private static let sequences: [(TerminalModes, on: String, off: String)] = [
    // Erased before it's left: the Linux console and Emacs have no other screen.
    (.alternateScreen, "\u{1B}[?1049h", "\u{1B}[H\u{1B}[J\u{1B}[?1049l"),
    (.bracketedPaste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
    (.mouse, "\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l"),
    (.focus, "\u{1B}[?1004h", "\u{1B}[?1004l"),
    (.hiddenCursor, "\u{1B}[?25l", "\u{1B}[?25h"),
  ]

  /// The sequences that turn these modes on.
  var onSequence: String {
    Self.sequences.reduce(into: "") { if contains($1.0) { $0 += $1.on } }
  }

  /// The sequences that turn these modes off, the alternate screen almost last: some terminals restore
  /// with it whether the cursor is hidden.
  var offSequence: String {
    let order = Self.sequences.dropLast().reversed() + Self.sequences.suffix(1)
    return order.reduce(into: "") { if contains($1.0) { $0 += $1.off } }
  }

  /// The sequences that restore a screen from these modes; they reset colors too.
  var restoringSequence: String { isEmpty ? "" : "\u{1B}[0m" + offSequence }
}
