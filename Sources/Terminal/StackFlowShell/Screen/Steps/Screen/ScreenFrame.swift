// SPDX-License-Identifier: Apache-2.0

/// The output of one frame.
enum ScreenFrame {
  /// The number of bytes up to which a frame is only a few cells.
  private static let short = 100

  /// The bytes to write for a frame.
  ///
  /// A frame of more than a few cells is shown at once (mode 2026) if the terminal has said that it can,
  /// and none of it continues in the next row (mode 7) if the window has become narrower meanwhile. In a
  /// window of one column every cell is the last of its row, and terminals differ in where the cursor
  /// is then. A frame of few cells may continue, as the terminal would wrap it, where it changes only the
  /// row of the cursor.
  ///
  /// - Parameters:
  ///   - output: The frame.
  ///   - columns: The width of the window, in cells.
  ///   - isInLine: Whether it changes only the row of the cursor.
  ///   - isSynchronized: Whether the terminal can show it at once.
  /// - Returns: The bytes.
  static func bytes(
    _ output: [UInt8], columns: Int, isInLine: Bool = true, isSynchronized: Bool
  ) -> [UInt8] {
    guard !output.isEmpty, output.count > short || columns == 1 || !isInLine else { return output }
    let (begin, end) = isSynchronized ? ("\u{1B}[?2026h", "\u{1B}[?2026l") : ("", "")
    return Array("\(begin)\u{1B}[?7l".utf8) + output + Array("\u{1B}[?7h\(end)".utf8)
  }

  /// The question whether the terminal can show a frame at once.
  static let synchronizationQuery = "\u{1B}[?2026$p"

  /// Whether a reply such as `CSI ? 2026 ; 2 $ y` says that it can; nil for another reply.
  static func synchronization(in reply: [UInt8]) -> Bool? {
    let text = String(decoding: reply, as: UTF8.self)
    guard text.hasPrefix("\u{1B}[?2026;"), text.hasSuffix("$y") else { return nil }
    // 1 is on and 2 is off; 0 is unknown, and 3 and 4 can't be changed.
    return ["1", "2"].contains(text.dropFirst(8).dropLast(2))
  }
}
