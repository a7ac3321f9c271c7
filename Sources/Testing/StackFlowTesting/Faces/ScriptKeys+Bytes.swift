// SPDX-License-Identifier: Apache-2.0

package import FlowScripts
import TerminalIO

extension ScriptKeys {
  /// The bytes that a terminal sends for the keys.
  package var bytes: [UInt8] {
    strokes.flatMap { stroke -> [UInt8] in
      switch stroke {
      case .text(let text): Array(text.utf8)
      case .key(let name, let modifiers): Key(name.code, modifiers.ofKeys).bytes
      case .character(let character, let modifiers):
        Key(.character(character), modifiers.ofKeys).bytes
      }
    }
  }
}

extension ScriptKeys.Modifiers {
  fileprivate var ofKeys: Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if contains(.shift) { modifiers.insert(.shift) }
    if contains(.alt) { modifiers.insert(.alt) }
    if contains(.control) { modifiers.insert(.control) }
    return modifiers
  }
}

extension ScriptKeys.Name {
  fileprivate var code: Key.Code {
    switch self {
    case .enter: .enter
    case .tab: .tab
    case .backspace: .backspace
    case .escape: .escape
    case .space: .character(" ")
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .home: .home
    case .end: .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .insert: .insert
    case .delete: .delete
    case .f1, .f2, .f3, .f4, .f5, .f6, .f7, .f8, .f9, .f10, .f11, .f12:
      .function(Int(rawValue.dropFirst()) ?? 1)
    }
  }
}
