// SPDX-License-Identifier: Apache-2.0

import TerminalCells

extension CellStyle {
  /// Changes the style as the parameters of a sequence say (SGR).
  ///
  /// - Parameter numbers: The parameters; a missing one is -1. What isn't known is skipped.
  mutating func apply(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch max(number, 0) {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underline)
      case 7: attributes.insert(.reverse)
      case 9: attributes.insert(.strikethrough)
      case 22: attributes.subtract([.bold, .dim])
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underline)
      case 27: attributes.remove(.reverse)
      case 29: attributes.remove(.strikethrough)
      case 30...37: foreground = .named(number - 30)
      case 38: foreground = CellColor(&rest) ?? foreground
      case 39: foreground = .standard
      case 40...47: background = .named(number - 40)
      case 48: background = CellColor(&rest) ?? background
      case 49: background = .standard
      case 90...97: foreground = .named(number - 82)
      case 100...107: background = .named(number - 92)
      default: break
      }
    }
  }
}

extension CellColor {
  fileprivate static func named(_ number: Int) -> CellColor {
    UInt8(exactly: number).flatMap { NamedColor(rawValue: $0) }.map { .named($0) } ?? .standard
  }

  /// Reads `5;n` or `2;r;g;b`.
  fileprivate init?(_ numbers: inout ArraySlice<Int>) {
    switch numbers.popFirst() {
    case 5?:
      guard let index = numbers.popFirst().flatMap({ UInt8(exactly: max($0, 0)) }) else {
        return nil
      }
      self = .indexed(index)
    case 2?:
      let channels = numbers.prefix(3).map { UInt8(clamping: $0) }
      numbers = numbers.dropFirst(3)
      guard channels.count == 3 else { return nil }
      self = .rgb(channels[0], channels[1], channels[2])
    default: return nil
    }
  }
}
