// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency import CReadline
import FlowShell

/// What there is to show of Readline's line.
extension ReadlineEngine {
  /// The line as Readline has it now.
  static func line(prompt: String) -> EditedLine {
    let length = Int(rl_end)
    let point = min(max(Int(rl_point), 0), length)
    guard let buffer = rl_line_buffer else { return EditedLine(prompt: prompt, text: "") }
    let bytes = UnsafeRawBufferPointer(start: buffer, count: length)
    let before = String(decoding: bytes[..<point], as: UTF8.self)
    let text = before + String(decoding: bytes[point...], as: UTF8.self)
    return EditedLine(
      prompt: prompt, text: text, cursorOffset: before.utf8.count, message: message, mode: mode)
  }

  private static var message: String? {
    guard let shown = rl_display_prompt, shown != rl_prompt, shown.pointee != 0 else { return nil }
    // Readline marks invisible parts of a prompt with these two.
    return String(cString: shown).filter { $0 != "\u{01}" && $0 != "\u{02}" }
  }

  static var mode: EditedLine.Mode {
    if rl_editing_mode == 1 { return .emacs }
    return rl_get_keymap() == rl_get_keymap_by_name("vi-command") ? .viCommand : .viInsert
  }
}
