// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A piece of HTML, in which every text is escaped.
///
/// A literal is markup, and what's interpolated is text: it's escaped, so that it can't become markup in an element or
/// between the quotation marks of an attribute.
///
/// ```text
/// let page: HTML = "<p title=\"\(hint)\">\(answer)</p>"
/// ```
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  private(set) var markup: String

  /// Creates a piece of what's written in the source.
  init(stringLiteral markup: String) { self.markup = markup }

  /// Creates a piece of what's written in the source, and of what's interpolated.
  init(stringInterpolation parts: Interpolation) { markup = parts.markup }

  private init(markup: String) { self.markup = markup }

  /// Nothing.
  static let nothing = HTML(markup: "")

  /// Appends a piece.
  static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// Returns two pieces as one.
  static func + (left: HTML, right: HTML) -> HTML {
    HTML(markup: left.markup + right.markup)
  }

  /// Returns a piece if a condition holds, and otherwise nothing.
  static func when(_ condition: Bool, _ piece: @autoclosure () -> HTML) -> HTML {
    condition ? piece() : nothing
  }

  /// Whether the markup, which has no zero, has another one in it.
  ///
  /// - Complexity: O(*n*) in the length, as fast as the system finds bytes.
  func holds(_ part: HTML) -> Bool {
    markup.withCString { markup in part.markup.withCString { strstr(markup, $0) != nil } }
  }

  /// The parts of an interpolated literal.
  struct Interpolation: StringInterpolationProtocol {
    var markup: String

    init(literalCapacity: Int, interpolationCount: Int) {
      markup = ""
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Adds what's written in the source.
    mutating func appendLiteral(_ literal: String) { markup += literal }

    /// Adds a text, escaped.
    ///
    /// - Complexity: O(*n*) in the length, and far less work for a text that needs no escape.
    mutating func appendInterpolation(_ text: String) {
      guard text.utf8.contains(where: Self.canNeedEscape) else {
        markup += text
        return
      }
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": markup += "&amp;"
        case "<": markup += "&lt;"
        case ">": markup += "&gt;"
        case "\"": markup += "&quot;"
        case "'": markup += "&#39;"
        case "\n", "\t": markup.unicodeScalars.append(scalar)
        // HTML has no way to write control characters.
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": markup += "\u{FFFD}"
        default: markup.unicodeScalars.append(scalar)
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
    mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Adds a piece, as it is.
    mutating func appendInterpolation(_ piece: HTML) { markup += piece.markup }

    /// Adds pieces, one after the other.
    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }
  }
}
