// SPDX-License-Identifier: Apache-2.0

/// Writes values as YAML 1.2 in block style, in a form that older readers read the same way.
///
/// A text is plain if no reader can read it as anything else, and otherwise in double quotes with
/// the escapes of JSON. A number with an exponent has a decimal point, without which YAML 1.1 reads a text. Everything
/// else is written as ``JSONWriter`` does.
package struct YAMLWriter: Sendable {
  /// The maximum size of the result, in bytes.
  let maximumLength: Int

  /// The maximum length of a key in bytes that readers look for on one line; longer ones follow a `?`.
  private static let maximumSimpleKey = 1_000

  /// Creates a writer.
  ///
  /// - Parameter maximumLength: The maximum size of the result, in bytes.
  package init(maximumLength: Int = .max) { self.maximumLength = maximumLength }

  /// Returns the YAML text of a value, without a line break at its end, or `nil` if it would be too
  /// long or YAML can't represent it.
  package func text(of value: Value) -> String? {
    var bytes: [UInt8] = []
    guard write(value, level: 0, isInLine: false, into: &bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a value at a level, on the current line if something precedes it there.
  private func write(
    _ value: Value, level: Int, isInLine: Bool, into bytes: inout [UInt8]
  ) -> Bool {
    guard bytes.count <= maximumLength else { return false }
    switch value {
    case .list(let list) where !list.isEmpty:
      for (index, element) in list.enumerated() {
        if index > 0 || isInLine { breakLine(level, into: &bytes) }
        bytes += Array("- ".utf8)
        guard writeItem(element, level: level, into: &bytes) else { return false }
      }
    case .map(let map) where !map.isEmpty:
      for (index, entry) in map.enumerated() {
        if index > 0 || isInLine { breakLine(level, into: &bytes) }
        let start = bytes.count
        write(text: NumberText.text(of: entry.key) ?? "", into: &bytes)
        if bytes.count - start > Self.maximumSimpleKey {
          bytes.insert(contentsOf: "? ".utf8, at: start)
          breakLine(level, into: &bytes)
        }
        bytes.append(UInt8(ascii: ":"))
        guard writeEntry(entry.value, level: level, into: &bytes) else { return false }
      }
    case .string(let text): write(text: text, into: &bytes)
    case .double(let double) where double.isFinite:
      let text = double.description
      let mantissa = text.prefix { $0 != "e" }
      bytes += Array(mantissa.utf8)
      if !mantissa.contains(".") { bytes += Array(".0".utf8) }
      bytes += Array(text[mantissa.endIndex...].utf8)
    case .optional(let inner?): return write(inner, level: level, isInLine: isInLine, into: &bytes)
    default:
      guard let text = JSONWriter(maximumLength: maximumLength).text(of: value) else {
        return false
      }
      bytes += Array(text.utf8)
    }
    return bytes.count <= maximumLength
  }

  private func isBlock(_ value: Value) -> Bool {
    switch value {
    case .list(let list): !list.isEmpty
    case .map(let map): !map.isEmpty
    case .optional(let inner?): isBlock(inner)
    default: false
    }
  }

  /// Writes an element after `- `: its lines are indented by two spaces, and the first is on this
  /// line.
  private func writeItem(_ value: Value, level: Int, into bytes: inout [UInt8]) -> Bool {
    write(value, level: level + 1, isInLine: false, into: &bytes)
  }

  private func writeEntry(_ value: Value, level: Int, into bytes: inout [UInt8]) -> Bool {
    if isBlock(value) {
      return write(value, level: level + 1, isInLine: true, into: &bytes)
    }
    bytes.append(UInt8(ascii: " "))
    return write(value, level: level + 1, isInLine: false, into: &bytes)
  }

  private func breakLine(_ level: Int, into bytes: inout [UInt8]) {
    bytes.append(0x0A)
    bytes += Array(repeating: UInt8(ascii: " "), count: level * 2)
  }

  private func write(text: String, into bytes: inout [UInt8]) {
    if YAMLWriter.isPlain(text) {
      bytes += Array(text.utf8)
    } else {
      JSONWriter.write(text: text, into: &bytes)
    }
  }

  /// Whether every reader reads a plain word as the text that it is.
  package static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, ExpressionLexer.isLetter(first), bytes.count <= 80,
      bytes.last != 0x20
    else { return false }
    let isSafe = bytes.allSatisfy {
      ExpressionLexer.isLetter($0) || ExpressionLexer.isDigit($0)
        || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), 0x20].contains($0)
    }
    let words: Set<String> = [
      "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf",
    ]
    return isSafe && !words.contains(text.lowercased())
  }
}
