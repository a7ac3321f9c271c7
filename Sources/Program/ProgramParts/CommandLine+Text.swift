// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import TerminalCells

extension CommandLine {
  /// Refuses words that aren't text, of which characters would be lost without a word.
  ///
  /// - Throws: ``ProgramEnding`` for the first word that isn't UTF-8.
  package static func requireText() throws(ProgramEnding) {
    // Swift puts U+FFFD in the place of what isn't UTF-8.
    for (number, word) in arguments.enumerated()
    where number > 0 && word.unicodeScalars.contains("\u{FFFD}") {
      guard let bytes = unsafeArgv[number], String(validatingCString: bytes) == nil
      else { continue }
      throw ProgramOutput.fail(
        .usage, "argument \(number), '\(word.asLogLine)', isn't UTF-8 text")
    }
  }
}
