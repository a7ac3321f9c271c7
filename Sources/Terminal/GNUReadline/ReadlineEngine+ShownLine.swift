// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency import CReadline
import TerminalIO

/// The line, read from Readline's variables.
extension ReadlineEngine {
  /// Returns the current line.
  static func line(prompt: String) -> EditedLine {
    let length = Int(rl_end)
    let point = min(max(Int(rl_point), 0), length)
    guard let buffer = rl_line_buffer else { return EditedLine(prompt: prompt, text: "") }
    let bytes = UnsafeRawBufferPointer(start: buffer, count: length)
    let before = String(decoding: bytes[..<point], as: UTF8.self)
    let text = before + String(decoding: bytes[point...], as: UTF8.self)
    return EditedLine(
      prompt: modePrompt + prompt, text: text, cursorOffset: before.utf8.count, message: message,
      mode: mode, isOffered: isReplaced, isWord: isWord)
  }

  /// The text that `show-mode-in-prompt` puts before the prompt; empty if it's off.
  private static var modePrompt: String {
    guard showsMode else { return "" }
    let name =
      switch mode {
      case .emacs: "emacs-mode-string"
      case .viInsert: "vi-ins-mode-string"
      case .viCommand: "vi-cmd-mode-string"
      }
    // The text between these two is for the terminal, such as a color or the cursor's shape.
    var isShown = true
    return variable(name).filter { character in
      if character == "\u{01}" { isShown = false }
      if character == "\u{02}" {
        isShown = true
        return false
      }
      return isShown
    }
  }

  static func variable(_ name: String) -> String {
    rl_variable_value(name).map { String(cString: $0) } ?? ""
  }

  private static var message: String? {
    guard let shown = rl_display_prompt, shown != rl_prompt, shown.pointee != 0 else { return nil }
    // Readline marks invisible parts of a prompt with these two.
    return String(cString: shown).filter { $0 != "\u{01}" && $0 != "\u{02}" }
  }

  /// Whether keys type over the text, after vi's `R`.
  static var isReplacing: Bool {
    mode == .viInsert && rl_get_keymap() != rl_get_keymap_by_name("vi-insert")
  }

  static var mode: EditedLine.Mode {
    if rl_editing_mode == 1 { return .emacs }
    return rl_get_keymap() == rl_get_keymap_by_name("vi-command") ? .viCommand : .viInsert
  }
}
