// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// How a scalar is written.
package enum YAMLScalarStyle: UInt8, Hashable, Sendable {
  /// Without quotes.
  case plain

  /// `'…'`
  case singleQuoted

  /// `"…"`
  case doubleQuoted

  /// `|`
  case literal

  /// `>`
  case folded

  /// Whether the scalar is text whatever it looks like.
  package var isText: Bool { self != .plain }

  /// Whether the scalar is a block below its key.
  package var isBlock: Bool { self == .literal || self == .folded }
}

/// A text, a number or a word of a YAML file.
package struct YAMLScalar: Hashable, Sendable {
  /// The decoded text: escapes resolved, lines folded, indentation gone.
  ///
  /// For a plain scalar on one line it is the source text.
  package let text: String

  /// How it is written.
  package let style: YAMLScalarStyle

  /// Its range in the file in UTF-8 offsets, with its quotes.
  package let range: SourceRange

  /// The column of the block that it is in, from 0; −1 at the top.
  ///
  /// Block scalars with an indentation indicator count from it.
  let parentIndent: Int

  /// Creates a scalar.
  init(text: String, style: YAMLScalarStyle, range: SourceRange, parentIndent: Int) {
    self.text = text
    self.style = style
    self.range = range
    self.parentIndent = parentIndent
  }

  /// What YAML 1.2's core schema makes of it.
  package var value: YAMLValue { style.isText ? .string : YAMLValue(resolving: text) }

  /// The way from offsets of ``text`` back to the file.
  ///
  /// Computed when asked for, since most scalars are never asked.
  ///
  /// - Complexity: O(*n*) in the length of the scalar.
  package func map(in file: SourceFile) -> SourceMap {
    let source = file[range]
    // Equality of strings would take é for e with an accent, which has another length.
    func isSource() -> Bool { source.utf8.elementsEqual(text.utf8) }
    let verbatim = SourceMap(verbatimAt: range.lowerBound, count: range.count)
    if style == .plain, range.count == text.utf8.count, isSource() { return verbatim }
    let decoded = ScalarDecoder.decode(self, in: file)
    if decoded.text.elementsEqual(text.utf8) { return decoded.map }
    // A fixed scalar is in the file without the quotes that it was read with.
    if range.count == text.utf8.count, isSource() { return verbatim }
    return SourceMap(runs: [], decodedCount: text.utf8.count, whole: range)
  }
}

/// What YAML 1.2's core schema makes of a plain scalar.
///
/// `no`, `on`, `yes` and `off` are strings, and so are dates.
package enum YAMLValue: Hashable, Sendable {
  /// `null`, `~` or nothing.
  case null

  /// `true` or `false`, also `True` and `TRUE`.
  case bool(Bool)

  /// Digits, with a sign; also `0x…` and `0o…`.
  case int(Int64)

  /// A whole number that 64 bits don't hold.
  case hugeInt

  /// A number with a point or an exponent, `.inf`, `.nan`.
  case double(Double)

  /// Anything else.
  case string

  /// Resolves the text of a plain scalar.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(resolving text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    case ".nan", ".NaN", ".NAN": self = .double(.nan)
    default: self = Self.number(text) ?? .string
    }
  }

  private static func number(_ text: String) -> YAMLValue? {
    var bytes = Substring(text).utf8
    guard let first = bytes.first, first < 0x3A, first != 0x2F else { return nil }
    // 0o17 and 0xFF have no sign in the core schema.
    if bytes.starts(with: "0o".utf8) { return digits(bytes.dropFirst(2), radix: 8) }
    if bytes.starts(with: "0x".utf8) { return digits(bytes.dropFirst(2), radix: 16) }
    let isNegative = first == UInt8(ascii: "-")
    if isNegative || first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    switch String(Substring(bytes)) {
    case ".inf", ".Inf", ".INF": return .double(isNegative ? -.infinity : .infinity)
    default: break
    }
    if !bytes.isEmpty, bytes.allSatisfy(isDigit) {
      return Int64(text).map(YAMLValue.int) ?? .hugeInt
    }
    // [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
    let whole = bytes.prefix(while: isDigit)
    var rest = bytes[whole.endIndex...]
    var hasDigits = !whole.isEmpty
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: isDigit)
      hasDigits = hasDigits || !fraction.isEmpty
      rest = rest[fraction.endIndex...]
    }
    guard hasDigits else { return nil }
    if let exponent = rest.first {
      guard exponent | 0x20 == UInt8(ascii: "e") else { return nil }
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    }
    // Swift wants digits on both sides of nothing but the exponent; "1." and ".5" are both fine.
    return Double(text).map(YAMLValue.double)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func digits(_ bytes: Substring.UTF8View.SubSequence, radix: Int) -> YAMLValue? {
    guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else {
      return nil
    }
    let text = String(Substring(bytes))
    if let number = Int64(text, radix: radix) { return .int(number) }
    let isNumber = text.utf8.allSatisfy { byte in
      let digit = byte < 0x3A ? Int(byte) - 0x30 : Int(byte | 0x20) - 0x61 + 10
      return digit >= 0 && digit < radix
    }
    return isNumber ? .hugeInt : nil
  }
}
