// SPDX-License-Identifier: Apache-2.0

extension InputSequence {
  /// Parses `ESC [ …`: a key, a mouse report, the start of a paste.
  static func parseControl(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    let start = bytes.startIndex + 2
    if start < bytes.endIndex, bytes[start] == 0x5B {  // ESC [ [ A: F1 of the Linux console
      guard start + 1 < bytes.endIndex else {
        return isFinal ? .dropped(count: bytes.count) : .incomplete
      }
      let sent = Array(bytes.prefix(4))
      guard (0x41...0x45).contains(sent[3]) else { return .dropped(count: 4) }
      return .event(.key(Key(.function(Int(sent[3]) - 0x40), [], bytes: sent)), count: 4)
    }
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      let count = index - bytes.startIndex + 1
      switch byte {
      case 0x40...0x7E:
        let sequence = bytes.prefix(count)
        if byte == 0x4D, index == start {  // three more bytes, of a mouse of old
          if bytes.count >= count + 3 { return .dropped(count: count + 3) }
          return isFinal ? .dropped(count: bytes.count) : .incomplete
        }
        return interpret(sequence, parameters: bytes[start..<index], final: byte)
      case 0x20...0x3F:
        if count >= longestSequence { return .dropped(count: count) }
      default:
        // Something else begins here, so the bytes before it are no sequence.
        return .dropped(count: count - 1)
      }
      index += 1
    }
    return isFinal ? .dropped(count: bytes.count) : .incomplete
  }

  /// Parses `ESC O x`.
  static func parseSingleShift(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Parsed {
    let sent = Array(bytes.prefix(3))
    guard sent.count == 3 else { return isFinal ? .dropped(count: bytes.count) : .incomplete }
    if sent[2] < 0x20 || sent[2] > 0x7E { return .dropped(count: 2) }
    if let code = letterKeys[sent[2]] {
      return .event(.key(Key(code, [], bytes: sent)), count: 3)
    }
    switch sent[2] {
    case 0x4D: return .event(.key(Key(.enter)), count: 3)
    case 0x6A...0x79:  // the keypad's * + , - . / 0 … 9
      return .event(.key(.character(Character(Unicode.Scalar(sent[2] - 0x40)))), count: 3)
    default: return .dropped(count: 3)
    }
  }

  private static let letterKeys: [UInt8: Key.Code] = [
    0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home,
    0x50: .function(1), 0x51: .function(2), 0x52: .function(3), 0x53: .function(4),
  ]

  private static let numberKeys: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]

  private static func interpret(
    _ sequence: ArraySlice<UInt8>, parameters: ArraySlice<UInt8>, final: UInt8
  ) -> Parsed {
    let count = sequence.count
    let sent = Array(sequence)
    if let first = parameters.first, (0x3C...0x3F).contains(first) {
      if first == 0x3C, final == 0x4D || final == 0x6D {
        let numbers = numbers(parameters.dropFirst())
        guard let report = mouse(numbers, isRelease: final == 0x6D) else {
          return .dropped(count: count)
        }
        return .event(.mouse(report), count: count)
      }
      return .event(.report(sent), count: count)
    }
    let numbers = numbers(parameters)
    switch final {
    case 0x5A:  // Z
      return .event(.key(Key(.tab, .shift, bytes: sent)), count: count)
    case 0x49 where parameters.isEmpty: return .event(.focus(true), count: count)
    case 0x4F where parameters.isEmpty: return .event(.focus(false), count: count)
    case 0x7E: return interpretNumber(numbers, sent: sent)
    case 0x75: return interpretCodePoint(numbers, at: 0, sent: sent)
    case 0x52 where numbers.count == 2 && (numbers[0] != 1 || numbers[1] > 16):
      return .event(.report(sent), count: count)
    case 0x6E, 0x74, 0x79: return .event(.report(sent), count: count)
    default:
      guard let code = letterKeys[final], numbers.first ?? 1 <= 1 else {
        return .dropped(count: count)
      }
      return .event(.key(Key(code, modifiers(numbers, at: 1), bytes: sent)), count: count)
    }
  }

  private static func interpretNumber(_ numbers: [Int], sent: [UInt8]) -> Parsed {
    let number = numbers.first ?? 0
    if number == 200 { return .pasteStart(count: sent.count) }
    if number == 27 {
      return interpretCodePoint([numbers.last ?? 0] + numbers.dropFirst(), at: 0, sent: sent)
    }
    let code = numberKeys[number] ?? KeyBytes.functions[number].map { .function($0) }
    guard let code else { return .dropped(count: sent.count) }
    return .event(.key(Key(code, modifiers(numbers, at: 1), bytes: sent)), count: sent.count)
  }

  /// Keys sent as `CSI code ; modifiers u`; they get their usual bytes, which line editors know.
  private static func interpretCodePoint(_ numbers: [Int], at index: Int, sent: [UInt8]) -> Parsed {
    let held = modifiers(numbers, at: 1)
    guard index < numbers.count, let value = UInt32(exactly: numbers[index]),
      let scalar = Unicode.Scalar(value)
    else { return .dropped(count: sent.count) }
    let code: Key.Code
    switch value {
    case 9: code = .tab
    case 13, 57414: code = .enter
    case 27: code = .escape
    case 8, 127: code = .backspace
    case 0..<32, 57344...63743: return .dropped(count: sent.count)
    default: code = .character(Character(scalar))
    }
    let shown: Key.Modifiers = if case .character = code { held.subtracting(.shift) } else { held }
    return .event(.key(Key(code, shown)), count: sent.count)
  }

  private static func mouse(_ numbers: [Int], isRelease: Bool) -> MouseReport? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let bits = numbers[0]
    var held: Key.Modifiers = []
    if bits & 4 != 0 { held.insert(.shift) }
    if bits & 8 != 0 { held.insert(.alt) }
    if bits & 16 != 0 { held.insert(.control) }
    let button = bits & 3
    let action: MouseReport.Action
    if bits & 64 != 0 {
      guard button < 2 else { return nil }
      action = button == 0 ? .wheelUp : .wheelDown
    } else if bits & 32 != 0 {
      action = .moved(button == 3 ? nil : button + 1)
    } else {
      action = isRelease ? .released(button + 1) : .pressed(button + 1)
    }
    return MouseReport(action, column: numbers[1] - 1, row: numbers[2] - 1, modifiers: held)
  }

  private static func modifiers(_ numbers: [Int], at index: Int) -> Key.Modifiers {
    guard index < numbers.count, (1...256).contains(numbers[index]) else { return [] }
    return Key.Modifiers(rawValue: UInt8(numbers[index] - 1) & 0b111)
  }

  /// The numbers between semicolons; text after a colon is ignored, and a number of more than 9 digits
  /// is 0.
  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    guard !parameters.isEmpty else { return [] }
    return parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
      let digits = part.prefix { (0x30...0x39).contains($0) }
      guard digits.count <= 9 else { return 0 }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
