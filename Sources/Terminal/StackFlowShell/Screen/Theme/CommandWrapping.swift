// SPDX-License-Identifier: Apache-2.0

import TerminalCells

extension String {
  /// The lines of this text at a width, broken only at line breaks and single spaces.
  ///
  /// Prose may also be broken after a hyphen, but in a command `--quiet` is one word: a user who copies the
  /// rows gets the command back. A word that's longer than a row is broken between grapheme clusters.
  ///
  /// - Parameter columns: The width, in cells; a width below 1 counts as 1.
  /// - Returns: At least one line.
  /// - Complexity: O(*n*) in the length of the text.
  package func wrappedAtSpaces(to columns: Int) -> [Substring] {
    let columns = max(1, columns)
    var lines: [Substring] = []
    for paragraph in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var start = paragraph.startIndex
      var end = start
      var width = 0
      for word in paragraph.split(separator: " ") {
        let gap = self[end..<word.startIndex].utf8.count
        let wordWidth = word.cellWidth
        if end > start, width + gap + wordWidth > columns {
          lines.append(self[start..<end])
          (start, width) = (word.startIndex, 0)
        } else {
          width += gap
        }
        width += wordWidth
        end = word.endIndex
        guard width > columns else { continue }
        // Only a word that's alone in its row is too long.
        width = 0
        for index in self[start..<end].indices {
          let own = self[index].cellWidth
          if width + own > columns, index > start {
            lines.append(self[start..<index])
            (start, width) = (index, 0)
          }
          width += own
        }
      }
      lines.append(self[start..<end])
    }
    return lines
  }
}
