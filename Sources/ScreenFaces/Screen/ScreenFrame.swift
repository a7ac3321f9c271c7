// SPDX-License-Identifier: Apache-2.0

/// The output of one frame.
enum ScreenFrame {
  /// The number of bytes up to which a frame is only a few cells.
  private static let short = 100

  /// The bytes to write for a frame.
  ///
  /// A frame of more than a few cells is shown at once where the terminal can do that (mode 2026), and
  /// none of it continues in the next row (mode 7) if the window has become narrower meanwhile. In a
  /// window of one column every cell is the last of its row, and terminals differ in where the cursor
  /// is then.
  static func bytes(_ output: [UInt8], columns: Int) -> [UInt8] {
    guard output.count > short || (columns == 1 && !output.isEmpty) else { return output }
    return Array("\u{1B}[?2026h\u{1B}[?7l".utf8) + output + Array("\u{1B}[?7h\u{1B}[?2026l".utf8)
  }
}
