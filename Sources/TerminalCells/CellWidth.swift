// SPDX-License-Identifier: Apache-2.0

extension Character {
  /// The number of terminal cells that this grapheme cluster occupies: 0, 1 or 2.
  public var cellWidth: Int { 1 }
}

extension StringProtocol {
  /// The number of terminal cells that this text occupies on one line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var cellWidth: Int { reduce(0) { $0 + $1.cellWidth } }

  /// This text with every control character as a visible escape, safe to send to a terminal.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var escapedForDisplay: String { String(self) }
}
