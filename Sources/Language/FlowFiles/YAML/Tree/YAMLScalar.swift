// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The style in which a scalar is written.
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

  /// Whether the scalar is always a string, whatever it looks like.
  package var isText: Bool { self != .plain }

  /// Whether the scalar is a block below its key.
  var isBlock: Bool { self == .literal || self == .folded }
}

/// A text, a number, or a word in a YAML file.
package struct YAMLScalar: Hashable, Sendable {
  /// The decoded text, with escapes resolved, lines folded, and indentation removed.
  ///
  /// For a plain scalar on one line, it's the source text.
  package let text: String

  /// The style in which it's written.
  package let style: YAMLScalarStyle

  /// Its range in the file, in UTF-8 offsets and including its quotes.
  package let range: SourceRange

  /// The 0-based column of the block that contains it; −1 at the top level.
  ///
  /// The indentation indicator of a block scalar is relative to this column.
  let parentIndent: Int

  /// Returns the scalar with another text, at the same place and in the same style.
  package func replacingText(with text: String) -> YAMLScalar {
    YAMLScalar(text: text, style: style, range: range, parentIndent: parentIndent)
  }

  /// The value according to YAML 1.2's core schema.
  package var value: YAMLValue { style.isText ? .string : YAMLValue(resolving: text) }

  /// Returns the map from offsets in ``text`` to offsets in the file.
  ///
  /// The map is computed on demand, since most scalars never need it.
  ///
  /// - Complexity: O(*n*) in the length of the scalar.
  package func map(in file: SourceFile) -> SourceMap {
    let source = file[range]
    // Compare bytes: equal strings may have different lengths, such as é and e with a combining
    // accent.
    func isSource() -> Bool { source.utf8.elementsEqual(text.utf8) }
    let verbatim = SourceMap(verbatimAt: range.lowerBound, count: range.count)
    if style == .plain, range.count == text.utf8.count, isSource() { return verbatim }
    let decoded = ScalarDecoder.decode(self, in: file)
    if decoded.text.elementsEqual(text.utf8) { return decoded.map }
    // A repaired scalar was read with quotes that aren't in the file.
    if range.count == text.utf8.count, isSource() { return verbatim }
    return SourceMap(runs: [], decodedCount: text.utf8.count, whole: range)
  }
}

/// The value of a plain scalar according to YAML 1.2's core schema.
///
/// `no`, `on`, `yes` and `off` are strings, and so are dates.
package enum YAMLValue: Hashable, Sendable {
  /// `null`, `~`, or nothing.
  case null

  /// `true` or `false`, also `True` and `TRUE`.
  case bool(Bool)

  /// Digits with an optional sign; also `0x…` and `0o…`.
  case int(Int64)

  /// An integer that doesn't fit into 64 bits.
  case hugeInt

  /// A number with a decimal point or an exponent, `.inf`, or `.nan`.
  case double(Double)

  /// Anything else.
  case string

  /// Resolves the text of a plain scalar.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(resolving text: String) {
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
    // In the core schema, 0o17 and 0xFF can't have a sign.
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
    // `Double` accepts "1." and ".5" too.
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
