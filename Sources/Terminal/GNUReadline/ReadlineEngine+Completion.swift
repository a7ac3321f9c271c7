// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency import CReadline
import TerminalIO

extension ReadlineEngine {
  /// Installs Readline's completion, with the shell's candidates instead of file names.
  static func installCompletion() {
    rl_completer_word_break_characters = UnsafePointer(emptyString)
    rl_completer_quote_characters = nil
    rl_basic_quote_characters = UnsafePointer(emptyString)
    rl_completion_word_break_hook = { ReadlineEngine.noWordBreaks() }
    rl_ignore_completion_duplicates = 0
    rl_sort_completion_matches = 0
    rl_completion_query_items = 0
    rl_attempted_completion_function = { _, _, _ in
      rl_attempted_completion_over = 1
      rl_completion_append_character = 0
      rl_completion_suppress_append = 1
      let address = MainActor.assumeIsolated {
        UInt(bitPattern: ReadlineEngine.matches())
      }
      return UnsafeMutablePointer(bitPattern: address)
    }
    rl_completion_display_matches_hook = { _, _, _ in
      MainActor.assumeIsolated { ReadlineEngine.showCandidates() }
    }
  }

  /// Makes the whole line up to the cursor the word to complete.
  private nonisolated static func noWordBreaks() -> UnsafeMutablePointer<CChar>? {
    let address = MainActor.assumeIsolated { UInt(bitPattern: emptyString) }
    return UnsafeMutablePointer(bitPattern: address)
  }

  /// Never freed, because Readline keeps it.
  private static let emptyString: UnsafeMutablePointer<CChar>? = strdup("")

  /// Returns the common prefix, the candidates, and null.
  ///
  /// Readline frees them.
  private static func matches() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    guard let resolution = resolveCompletions() else { return nil }
    let texts = [resolution.before] + (resolution.texts.count > 1 ? resolution.texts : [])
    let size = (texts.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return nil }
    let list = memory.bindMemory(
      to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { list[index] = strdup(text) }
    list[texts.count] = nil
    return list
  }
}
