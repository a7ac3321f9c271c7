// SPDX-License-Identifier: Apache-2.0

/// The bytes that terminals of xterm's family send for keys.
enum KeyBytes {
  static let escape: UInt8 = 0x1B

  /// The usual bytes of a key.
  static func usual(_ code: Key.Code, _ modifiers: Key.Modifiers) -> [UInt8] {
    switch code {
    case .character(let character):
      return prefixed(modifiers) + text(character, modifiers)
    case .enter: return prefixed(modifiers) + [0x0D]
    case .tab: return modifiers.contains(.shift) ? csi("", "Z", []) : prefixed(modifiers) + [0x09]
    case .backspace: return prefixed(modifiers) + [0x7F]
    case .escape: return prefixed(modifiers) + [escape]
    case .up: return csi("1", "A", modifiers)
    case .down: return csi("1", "B", modifiers)
    case .right: return csi("1", "C", modifiers)
    case .left: return csi("1", "D", modifiers)
    case .home: return csi("1", "H", modifiers)
    case .end: return csi("1", "F", modifiers)
    case .insert: return csi("2", "~", modifiers)
    case .delete: return csi("3", "~", modifiers)
    case .pageUp: return csi("5", "~", modifiers)
    case .pageDown: return csi("6", "~", modifiers)
    case .function(let number): return function(number, modifiers)
    }
  }

  /// Numbers of `CSI n ~` that are function keys.
  static let functions: [Int: Int] = [
    11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 17: 6, 18: 7, 19: 8, 20: 9, 21: 10, 23: 11, 24: 12, 25: 13,
    26: 14, 28: 15, 29: 16, 31: 17, 32: 18, 33: 19, 34: 20,
  ]

  private static func prefixed(_ modifiers: Key.Modifiers) -> [UInt8] {
    modifiers.contains(.alt) ? [escape] : []
  }

  private static func text(_ character: Character, _ modifiers: Key.Modifiers) -> [UInt8] {
    guard modifiers.contains(.control), let ascii = character.asciiValue else {
      return Array(String(character).utf8)
    }
    switch ascii {
    case 0x20: return [0]
    case 0x3F: return [0x7F]
    case 0x40...0x5F, 0x61...0x7A: return [ascii & 0x1F]
    default: return [ascii]
    }
  }

  private static func csi(
    _ parameter: String, _ final: String, _ modifiers: Key.Modifiers
  ) -> [UInt8] {
    if modifiers.isEmpty {
      let shown = final == "~" ? parameter : ""
      return Array("\u{1B}[\(shown)\(final)".utf8)
    }
    return Array("\u{1B}[\(parameter);\(modifiers.rawValue + 1)\(final)".utf8)
  }

  private static func function(_ number: Int, _ modifiers: Key.Modifiers) -> [UInt8] {
    if let index = [1, 2, 3, 4].firstIndex(of: number) {
      let final = ["P", "Q", "R", "S"][index]
      if modifiers.isEmpty { return Array("\u{1B}O\(final)".utf8) }
      return csi("1", final, modifiers)
    }
    guard let parameter = functions.first(where: { $0.value == number })?.key else { return [] }
    return csi("\(parameter)", "~", modifiers)
  }
}
