// SPDX-License-Identifier: Apache-2.0

/// Divides what a program writes to a terminal into text, control characters, and sequences.
struct OutputParser: Sendable {
  /// A part of the output.
  enum Piece {
    /// Printable ASCII.
    case ascii(ArraySlice<UInt8>)

    /// Other text without control characters.
    case text(String)

    /// A control character.
    case control(UInt8)

    /// `ESC` and a final byte.
    case escape(UInt8)

    /// `ESC`, an intermediate, and a final byte, such as `ESC ( 0`, which designates a set of characters.
    case designation(UInt8, UInt8)

    /// `CSI` with its parameters.
    case sequence(Sequence)
  }

  /// A control sequence.
  struct Sequence {
    /// The private marker or the intermediate, such as `?`; nil for a standard sequence, U+FFFD for several.
    var prefix: Unicode.Scalar?

    /// The parameters; a missing one is -1.
    var numbers: [Int] = []

    var final: Unicode.Scalar = " "

    /// Returns a parameter, at most 65,535; a missing one, and 0 where 1 is the least, is the usual number.
    func number(_ index: Int, otherwise usual: Int) -> Int {
      guard numbers.indices.contains(index), numbers[index] >= 0 else { return usual }
      return max(numbers[index], usual)
    }
  }

  private enum State {
    case ground
    case escape
    /// After `ESC` and an intermediate.
    case designation(UInt8)
    case sequence
    /// A command or a string that ends with ST or BEL.
    case string
    case stringEscape
  }

  private var state = State.ground
  private var text: [UInt8] = []

  /// The sequence so far, the number that it ends with, or -1, and its bytes.
  private var sequence = Sequence()
  private var number = -1
  private var length = 0

  /// The bytes of a sequence that are kept.
  private static let longestSequence = 256

  /// Hands over the complete parts of the next piece of output, in order; what's incomplete is kept.
  mutating func parse(_ bytes: [UInt8], _ perform: (Piece) -> Void) {
    var index = 0
    while index < bytes.count {
      switch state {
      case .ground where !bytes[index].isControl:
        // Text is taken as a whole.
        let start = index
        var all: UInt8 = 0
        while index < bytes.count, !bytes[index].isControl {
          all |= bytes[index]
          index += 1
        }
        if text.isEmpty, all < 0x80 {
          perform(.ascii(bytes[start..<index]))
        } else {
          text += bytes[start..<index]
        }
      case .ground
      where bytes[index] == 0x1B && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "["):
        flushText(perform)
        beginSequence()
        index += 2
      case .sequence where takesParameter(bytes[index]): index += 1
      default:
        take(bytes[index], perform)
        index += 1
      }
    }
    flushText(perform)
  }

  private mutating func take(_ byte: UInt8, _ perform: (Piece) -> Void) {
    switch state {
    case .ground:
      flushText(perform)
      if byte == 0x1B { state = .escape } else { perform(.control(byte)) }
    case .escape:
      switch byte {
      case UInt8(ascii: "["): beginSequence()
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
      case 0x20..<0x30: state = .designation(byte)
      case 0x1B: break
      default:
        state = .ground
        perform(.escape(byte))
      }
    case .designation(let intermediate):
      state = .ground
      perform(.designation(intermediate, byte))
    case .sequence:
      switch byte {
      case 0x40..<0x7F:
        state = .ground
        sequence.numbers.append(number)
        sequence.final = Unicode.Scalar(byte)
        perform(.sequence(sequence))
      case 0x1B: state = .escape
      case 0x18, 0x1A: state = .ground
      case 0x00..<0x20: perform(.control(byte))
      default:
        guard length < Self.longestSequence else { break }
        length += 1
        sequence.prefix = sequence.prefix == nil ? Unicode.Scalar(byte) : "\u{FFFD}"
      }
    case .string:
      switch byte {
      case 0x07, 0x18, 0x1A: state = .ground
      case 0x1B: state = .stringEscape
      default: break
      }
    case .stringEscape:
      state = .ground
      if byte != UInt8(ascii: "\\") {
        state = .escape
        take(byte, perform)
      }
    }
  }

  private mutating func beginSequence() {
    // The room for parameters is kept.
    sequence.numbers.removeAll(keepingCapacity: true)
    (sequence.prefix, number, length) = (nil, -1, 0)
    state = .sequence
  }

  /// Takes a byte of a sequence, if it belongs to a number or ends one.
  private mutating func takesParameter(_ byte: UInt8) -> Bool {
    guard length < Self.longestSequence else { return false }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      number = min(max(number, 0) * 10 + Int(byte - 0x30), 65_535)
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      sequence.numbers.append(number)
      number = -1
    default: return false
    }
    length += 1
    return true
  }

  /// Hands over the text so far, up to a character whose bytes haven't all come.
  private mutating func flushText(_ perform: (Piece) -> Void) {
    guard !text.isEmpty else { return }
    var end = text.count
    if let lead = text.indices.suffix(4).last(where: { text[$0] & 0xC0 != 0x80 }) {
      let length =
        switch text[lead] {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF8: 4
        default: 1
        }
      if lead + length > text.count { end = lead }
    }
    if end > 0 { perform(.text(String(decoding: text[..<end], as: UTF8.self))) }
    text.removeFirst(end)
  }
}

extension UInt8 {
  /// Whether it's a control character of ASCII.
  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
}
