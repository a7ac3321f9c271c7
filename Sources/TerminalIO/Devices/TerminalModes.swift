// SPDX-License-Identifier: Apache-2.0

/// What a terminal is switched to while a face uses it.
public struct TerminalModes: OptionSet, Hashable, Sendable {
  /// The set as bits; they are no terminal's numbers.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Pasted text comes between marks (mode 2004).
  public static let bracketedPaste = TerminalModes(rawValue: 1)
  /// The mouse is reported, in SGR form (modes 1002 and 1006).
  public static let mouse = TerminalModes(rawValue: 2)
  /// A screen of our own, which leaves the other as it was (mode 1049).
  public static let alternateScreen = TerminalModes(rawValue: 4)
  /// No cursor is shown (mode 25).
  public static let hiddenCursor = TerminalModes(rawValue: 8)
  /// Getting and losing the keyboard is reported (mode 1004).
  public static let focus = TerminalModes(rawValue: 16)

  private static let sequences: [(TerminalModes, on: String, off: String)] = [
    (.alternateScreen, "\u{1B}[?1049h", "\u{1B}[?1049l"),
    (.bracketedPaste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
    (.mouse, "\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l"),
    (.focus, "\u{1B}[?1004h", "\u{1B}[?1004l"),
    (.hiddenCursor, "\u{1B}[?25l", "\u{1B}[?25h"),
  ]

  /// What switches these on.
  var onSequence: String {
    Self.sequences.reduce(into: "") { if contains($1.0) { $0 += $1.on } }
  }

  /// What switches these off, the alternate screen last.
  var offSequence: String {
    Self.sequences.reversed().reduce(into: "") { if contains($1.0) { $0 += $1.off } }
  }

  /// What puts a screen in these modes back, whatever was being drawn: colours too.
  var restoringSequence: String { isEmpty ? "" : "\u{1B}[0m" + offSequence }
}
