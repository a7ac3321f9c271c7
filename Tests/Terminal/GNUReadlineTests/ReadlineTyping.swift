// SPDX-License-Identifier: GPL-3.0-or-later

import GNUReadline
import TerminalIO

/// Types into the real Readline, without a terminal.
@MainActor
struct ReadlineTyping {
  let editor = ReadlineEditor(configuration: .none)
  private let terminal = MemoryTerminal()

  init(_ request: LineRequest = LineRequest(), history: [String] = []) {
    editor.configure("set editing-mode emacs")
    // Otherwise, a macro recorded by another test would continue.
    editor.begin(LineRequest())
    editor.end()
    editor.history = history
    editor.begin(request)
  }

  /// Types text as a terminal sends it, and returns the outcome of the last key.
  @discardableResult
  func type(_ text: String) -> LineOutcome {
    terminal.type(text)
    return feedAll()
  }

  @discardableResult
  func type(_ keys: Key...) -> LineOutcome {
    for key in keys { terminal.type(key) }
    return feedAll()
  }

  /// The text, with `|` at the cursor.
  var picture: String {
    let line = editor.line
    let index = line.text.utf8.index(line.text.startIndex, offsetBy: line.cursorOffset)
    return "\(line.text[..<index])|\(line.text[index...])"
  }

  private func feedAll() -> LineOutcome {
    var outcome = LineOutcome.editing
    while let event = terminal.events.takeNow() {
      switch event {
      case .key(let key): outcome = editor.feed(key)
      case .paste(let text, _): outcome = editor.paste(text)
      default: break
      }
    }
    return outcome
  }
}
