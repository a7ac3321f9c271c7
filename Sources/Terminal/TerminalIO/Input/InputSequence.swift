// SPDX-License-Identifier: Apache-2.0

/// The grammar of terminal input: one sequence at the front of some bytes.
enum InputSequence {
  enum Parsed {
    /// More bytes may change what this is.
    case incomplete
    case event(TerminalEvent, count: Int)
    /// An unknown sequence.
    case dropped(count: Int)
    case pasteStart(count: Int)
  }

  static let longestSequence = 64
  static let longestString = 4096

  /// Parses the front of `bytes`, which must not be empty; `isFinal` means that no more will arrive.
  static func parse(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case KeyBytes.escape: return parseEscape(bytes, isFinal: isFinal)
    case 0x00...0x1F, 0x7F: return .event(.key(control(first)), count: 1)
    default: return parseCharacter(bytes, isFinal: isFinal)
    }
  }

  // MARK: Single characters

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(.character(" "), .control, bytes: [byte])
    case 0x08, 0x7F: Key(.backspace, [], bytes: [byte])
    case 0x09: Key(.tab, [], bytes: [byte])
    case 0x0A, 0x0D: Key(.enter, [], bytes: [byte])
    case 0x01...0x1A: Key(character(byte + 0x60), .control, bytes: [byte])
    default: Key(character(byte + 0x40), .control, bytes: [byte])
    }
  }

  private static func character(_ ascii: UInt8) -> Key.Code {
    .character(Character(Unicode.Scalar(ascii)))
  }

  private static func parseCharacter(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    let first = bytes[bytes.startIndex]
    let length =
      switch first {
      case 0x00...0x7F: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    let following = bytes.dropFirst().prefix(max(length - 1, 0)).prefix { $0 & 0xC0 == 0x80 }
    let here = bytes.prefix(1 + following.count)
    if here.count < length, here.count == bytes.count, !isFinal { return .incomplete }
    var iterator = here.makeIterator()
    var codec = UTF8()
    if here.count == length, case .scalarValue(let scalar) = codec.decode(&iterator) {
      let key = Key(.character(Character(scalar)), [], bytes: Array(here))
      return .event(.key(key), count: length)
    }
    let key = Key(.character("\u{FFFD}"), [], bytes: [0xEF, 0xBF, 0xBD])
    return .event(.key(key), count: max(here.count, 1))
  }

  // MARK: After Escape

  private static func parseEscape(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    let rest = bytes.dropFirst()
    guard let next = rest.first else {
      return isFinal ? .event(.key(Key(.escape)), count: 1) : .incomplete
    }
    switch next {
    case 0x5B:  // [
      if rest.count == 1 { return isFinal ? withAlt(rest, isFinal: true) : .incomplete }
      return parseControl(bytes, isFinal: isFinal)
    case 0x4F:  // O
      if rest.count == 1 { return isFinal ? withAlt(rest, isFinal: true) : .incomplete }
      return parseSingleShift(bytes, isFinal: isFinal)
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F:  // P X ] ^ _
      if rest.count == 1 { return isFinal ? withAlt(rest, isFinal: true) : .incomplete }
      return parseString(bytes, isFinal: isFinal)
    case KeyBytes.escape:
      return parseDoubleEscape(bytes, isFinal: isFinal)
    default:
      return withAlt(rest, isFinal: isFinal)
    }
  }

  /// Escape before the sequence of another key is Alt; before anything else it is a key of its own.
  private static func parseDoubleEscape(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    let rest = bytes.dropFirst()
    let introducer = rest.dropFirst().first
    guard let introducer else {
      return isFinal ? .event(.key(Key(.escape)), count: 1) : .incomplete
    }
    guard introducer == 0x5B || introducer == 0x4F else {
      return .event(.key(Key(.escape)), count: 1)
    }
    return withAlt(rest, isFinal: isFinal)
  }

  private static func withAlt(_ rest: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    let parsed: Parsed
    if let first = rest.first, rest.count == 1, first < 0x80, first != KeyBytes.escape {
      parsed =
        first < 0x20 || first == 0x7F
        ? .event(.key(control(first)), count: 1)
        : .event(.key(Key(character(first), [], bytes: [first])), count: 1)
    } else {
      parsed = parse(rest, isFinal: isFinal)
    }
    switch parsed {
    case .event(.key(let key), let count):
      let alt = Key(
        key.code, key.modifiers.union(.alt), bytes: [KeyBytes.escape] + key.bytes)
      return .event(.key(alt), count: count + 1)
    case .event(let event, let count): return .event(event, count: count + 1)
    case .dropped(let count): return .dropped(count: count + 1)
    case .pasteStart(let count): return .pasteStart(count: count + 1)
    case .incomplete: return .incomplete
    }
  }

  /// A string of a terminal's reply, up to BEL or ST, or up to its maximum length.
  private static func parseString(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    var index = bytes.startIndex + 2
    while index < bytes.endIndex {
      let count = index - bytes.startIndex + 1
      if bytes[index] == 0x07 { return .event(.report(Array(bytes.prefix(count))), count: count) }
      if bytes[index] == KeyBytes.escape, index + 1 < bytes.endIndex {
        guard bytes[index + 1] == 0x5C else { return .dropped(count: count - 1) }
        return .event(.report(Array(bytes.prefix(count + 1))), count: count + 1)
      }
      if count >= longestString { return .dropped(count: count) }
      index += 1
    }
    return isFinal ? .dropped(count: bytes.count) : .incomplete
  }
}
