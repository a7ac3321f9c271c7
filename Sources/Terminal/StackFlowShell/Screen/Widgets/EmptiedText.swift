// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalIO

/// The text that was emptied at once, as Esc does, which Esc brings back.
struct EmptiedText {
  /// The text; nil once something was typed, and where nothing was lost.
  private(set) var text: String?

  private var last = ""

  /// Follows the line.
  mutating func follow(_ line: EditedLine) {
    guard !line.isWord, line.text != last else { return }
    // A single character is typed again as quickly.
    text = line.text.isEmpty && last.count > 1 ? last : nil
    last = line.text
  }

  /// The effect of Esc in an empty line; nil where it brings nothing back.
  ///
  /// In vi's modes Esc empties nothing.
  func use(of key: Key, _ line: EditedLine) -> WidgetUse? {
    guard key == Key(.escape), line.text.isEmpty, !line.isWord, line.mode == .emacs else {
      return nil
    }
    return text.map { .text($0) }
  }

  /// The hint about the key, where it brings something back.
  func hints(in context: WidgetContext) -> [KeyHint] {
    text == nil || context.line.mode != .emacs ? [] : [context.hint("esc", .verbUndo)]
  }
}
