// SPDX-License-Identifier: Apache-2.0

/// Divides what a program writes to a terminal into text, control characters, and sequences.
struct OutputParser: Sendable {
  /// A part of the output.
  enum Piece {
    /// Text without control characters.
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

  /// Returns the complete parts of the next piece of output; what's incomplete is kept.
  mutating func pieces(of bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var index = 0
    while index < bytes.count {
      guard case .ground = state, !bytes[index].isControl else {
        take(bytes[index], &pieces)
        index += 1
        continue
      }
      // Text is taken as a whole.
      var end = index + 1
      while end < bytes.count, !bytes[end].isControl { end += 1 }
      if text.isEmpty, bytes[end - 1] < 0x80 {
        // It ends with a whole character.
        pieces.append(.text(String(decoding: bytes[index..<end], as: UTF8.self)))
      } else {
        text += bytes[index..<end]
      }
      index = end
    }
    flushText(into: &pieces)
    return pieces
  }

  private mutating func take(_ byte: UInt8, _ pieces: inout [Piece]) {
    switch state {
    case .ground:
      switch byte {
      case 0x1B:
        flushText(into: &pieces)
        state = .escape
      case _ where byte.isControl:
        flushText(into: &pieces)
        pieces.append(.control(byte))
      default: text.append(byte)
      }
    case .escape:
      switch byte {
      case UInt8(ascii: "["):
        (sequence, number, length) = (Sequence(), -1, 0)
        state = .sequence
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
      case 0x20..<0x30: state = .designation(byte)
      case 0x1B: break
      default:
        state = .ground
        pieces.append(.escape(byte))
      }
    case .designation(let intermediate):
      state = .ground
      pieces.append(.designation(intermediate, byte))
    case .sequence:
      switch byte {
      case 0x40..<0x7F:
        state = .ground
        sequence.numbers.append(number)
        sequence.final = Unicode.Scalar(byte)
        pieces.append(.sequence(sequence))
        sequence = Sequence()
      case 0x1B: state = .escape
      case 0x18, 0x1A: state = .ground
      case 0x00..<0x20: pieces.append(.control(byte))
      default:
        guard length < Self.longestSequence else { break }
        length += 1
        addParameter(byte)
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
        take(byte, &pieces)
      }
    }
  }

  /// Hands over the text so far, up to a character whose bytes haven't all come.
  private mutating func flushText(into pieces: inout [Piece]) {
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
    if end > 0 { pieces.append(.text(String(decoding: text[..<end], as: UTF8.self))) }
    text.removeFirst(end)
  }

  private mutating func addParameter(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      number = min(max(number, 0) * 10 + Int(byte - 0x30), 65_535)
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      sequence.numbers.append(number)
      number = -1
    default: sequence.prefix = sequence.prefix == nil ? Unicode.Scalar(byte) : "\u{FFFD}"
    }
  }
}

extension UInt8 {
  /// Whether it's a control character of ASCII.
  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
}
