// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// A piece of HTML, in which every text is escaped.
///
/// A literal is markup, and what's interpolated is text: it's escaped, so that it can't become markup in an element or
/// between the quotation marks of an attribute.
///
/// ```text
/// let page: HTML = "<p title=\"\(hint)\">\(answer)</p>"
/// ```
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The markup in UTF-8.
  private(set) var bytes: [UInt8]

  /// The markup as text.
  var markup: String { String(decoding: bytes, as: UTF8.self) }

  /// Creates a piece of what's written in the source.
  init(stringLiteral markup: StaticString) { bytes = markup.withUTF8Buffer(Array.init) }

  /// Creates a piece of what's written in the source, and of what's interpolated.
  init(stringInterpolation parts: Interpolation) { bytes = parts.bytes }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Nothing.
  static let nothing = HTML(bytes: [])

  /// Appends a piece.
  static func += (left: inout HTML, right: HTML) { left.bytes += right.bytes }

  /// Returns two pieces as one.
  static func + (left: HTML, right: HTML) -> HTML {
    HTML(bytes: left.bytes + right.bytes)
  }

  /// Returns a piece if a condition holds, and otherwise nothing.
  static func when(_ condition: Bool, _ piece: @autoclosure () -> HTML) -> HTML {
    condition ? piece() : nothing
  }

  /// Whether the markup has another one in it.
  ///
  /// - Complexity: O(*n*) in the length, as fast as the system finds bytes.
  func holds(_ part: HTML) -> Bool { bytes.hold(part.bytes) }

  /// The parts of an interpolated literal.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    /// Adds what's written in the source.
    mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Adds a text, escaped.
    ///
    /// - Complexity: O(*n*) in the length, and far less work for a text that needs no escape.
    mutating func appendInterpolation(_ text: String) {
      var text = text
      let isPlain = text.withUTF8 { utf8 in
        guard !utf8.contains(where: Self.canNeedEscape) else { return false }
        bytes.append(contentsOf: utf8)
        return true
      }
      guard !isPlain else { return }
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": appendLiteral("&amp;")
        case "<": appendLiteral("&lt;")
        case ">": appendLiteral("&gt;")
        case "\"": appendLiteral("&quot;")
        case "'": appendLiteral("&#39;")
        case "\n", "\t": bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        // HTML has no way to write control characters.
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": appendLiteral("\u{FFFD}")
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
      }
    }

    /// Whether a byte is, or begins, what a page can't have as it is.
    private static func canNeedEscape(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "'"), 0x7F:
        true
      // The control characters from U+0080 on begin with this byte.
      case 0xC2: true
      default: byte < 0x20
      }
    }

    /// Adds a number.
    mutating func appendInterpolation(_ number: Int) {
      bytes.append(contentsOf: String(number).utf8)
    }

    /// Adds a piece, as it is.
    mutating func appendInterpolation(_ piece: HTML) { bytes += piece.bytes }

    /// Adds pieces, one after the other.
    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { bytes += piece.bytes }
    }
  }
}

extension [UInt8] {
  /// Whether other bytes are among them.
  ///
  /// - Complexity: O(*n*) in the number of bytes, as fast as the system finds one, if their first one is rare.
  func hold(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    return withUnsafeBytes { bytes in
      part.withUnsafeBytes { part in
        guard let start = bytes.baseAddress, let wanted = part.baseAddress else { return false }
        let last = part.count - 1
        var offset = 0
        while bytes.count - offset >= part.count,
          let found = memchr(start + offset, Int32(first), bytes.count - offset - last)
        {
          // Most of the places differ at once.
          let place = UnsafeRawPointer(found) - start
          if bytes[place + last / 2] == part[last / 2], bytes[place + last] == part[last],
            memcmp(found, wanted, part.count) == 0
          {
            return true
          }
          offset = place + 1
        }
        return false
      }
    }
  }
}
