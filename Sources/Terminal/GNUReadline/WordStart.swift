// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency import CReadline

/// Tracks whether Readline's line starts with a `:` that was typed into an empty line.
///
/// Only typing counts. Text that's yanked, completed, quoted with Ctrl-V, or taken from the history
/// is never a word for the shell.
@MainActor
struct WordStart {
  private var isTyped = false
  private var wasInHistory = false
  private var before: (point: Int32, end: Int32) = (0, 0)

  /// Whether the line is a word.
  var isWord: Bool { isTyped && !wasInHistory }

  /// Records the line before a command of Readline.
  mutating func willRead() {
    before = (rl_point, rl_end)
    wasInHistory = current_history() != nil
  }

  /// Records the line after the command.
  ///
  /// If the command ended the line, nothing changes.
  mutating func didRead(isEnded: Bool) {
    guard !isEnded, rl_done == 0 else { return }
    wasInHistory = current_history() != nil
    // A line from the history isn't the typed one, which returns after the last entry.
    guard !wasInHistory, !cr_is_searching() else { return }
    let begins = rl_end > 0 && rl_line_buffer?.pointee == 0x3A
    if before.end == 0 {
      isTyped = begins && cr_has_inserted()
    } else if before.point == 0, rl_end > before.end, !cr_has_inserted() {
      isTyped = false
    } else if !begins {
      isTyped = false
    }
  }
}
