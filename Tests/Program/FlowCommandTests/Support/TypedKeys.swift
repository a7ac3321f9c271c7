// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// Keys written as text: `fra<Tab><Enter>`.
enum TypedKeys {
  /// Returns the bytes of the keys.
  ///
  /// `<…>` is a key if it names one; otherwise, it's text.
  static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let character = rest.first {
      if character == "<", let end = rest.firstIndex(of: ">"),
        let key = key(named: String(rest[rest.index(after: rest.startIndex)..<end]))
      {
        bytes += key.bytes
        rest = rest[rest.index(after: end)...]
      } else {
        bytes += Array(String(character).utf8)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  private static func key(named name: String) -> Key? {
    let parts = name.split(separator: "-").map(String.init)
    guard let last = parts.last else { return nil }
    var modifiers: Key.Modifiers = []
    for part in parts.dropLast() {
      switch part {
      case "Ctrl": modifiers.insert(.control)
      case "Alt": modifiers.insert(.alt)
      case "Shift": modifiers.insert(.shift)
      default: return nil
      }
    }
    if let code = codes[last] { return Key(code, modifiers) }
    guard last.count == 1, let character = last.first, !modifiers.isEmpty else { return nil }
    return Key(.character(character), modifiers)
  }

  private static let codes: [String: Key.Code] = [
    "Enter": .enter, "Tab": .tab, "Backspace": .backspace, "Esc": .escape, "Up": .up,
    "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "PageUp": .pageUp, "PageDown": .pageDown, "Delete": .delete, "F1": .function(1),
  ]
}
