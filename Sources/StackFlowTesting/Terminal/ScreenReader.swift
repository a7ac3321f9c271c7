// SPDX-License-Identifier: Apache-2.0

public import TerminalIO

/// Something that reads what a program writes to its terminal, as a terminal would.
///
/// ``Transcript`` keeps the bytes; an emulator makes a screen of them.
public protocol ScreenReader {
  /// Takes output, in the pieces in which it comes.
  mutating func take(_ bytes: [UInt8])

  /// Notes that the window has another size.
  mutating func resize(to size: WindowSize)

  /// What the emulator answers to questions of the program since the last call; typed by the driver.
  mutating func takeReplies() -> [UInt8]

  /// What a failing test shows: the screen, or the output so far.
  var picture: String { get }
}

/// Everything that a program wrote to its terminal.
public struct Transcript: ScreenReader, Sendable {
  /// The bytes, in order.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty transcript.
  public init() {}

  /// Keeps the bytes.
  public mutating func take(_ bytes: [UInt8]) { self.bytes += bytes }

  /// Does nothing.
  public mutating func resize(to size: WindowSize) {}

  /// None.
  public mutating func takeReplies() -> [UInt8] { [] }

  /// The output as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The output with its control characters spelled out.
  public var picture: String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\n": result += "\\n\n"
      case "\u{20}"..."\u{7E}", "\u{A0}"...: result.unicodeScalars.append(scalar)
      default: result += scalar.escaped(asASCII: true)
      }
    }
  }
}
