// SPDX-License-Identifier: Apache-2.0

public import TerminalIO

/// A type that reads what a program writes to its terminal.
///
/// ``Transcript`` keeps the bytes; a terminal emulator turns them into a screen.
public protocol ScreenReader {
  /// Takes the next piece of output.
  mutating func take(_ bytes: [UInt8])

  /// Changes the size of the window.
  mutating func resize(to size: WindowSize)

  /// Returns the emulator's replies to the program's queries since the last call, which the driver
  /// types.
  mutating func takeReplies() -> [UInt8]

  /// Whether the program has asked for the sequences of application mode for the arrow keys, Home, and End.
  var usesApplicationKeys: Bool { get }

  /// The screen, or the output so far, for the message of a failing test.
  var picture: String { get }
}

extension ScreenReader {
  /// False, for screens that don't follow modes.
  public var usesApplicationKeys: Bool { false }
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

  /// Returns no replies.
  public mutating func takeReplies() -> [UInt8] { [] }

  /// The output as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The output with its control characters made visible.
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
