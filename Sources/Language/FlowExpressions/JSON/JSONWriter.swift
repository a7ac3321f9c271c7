// SPDX-License-Identifier: Apache-2.0

/// Writes values as JSON (RFC 8259).
///
/// Maps keep the order of their entries. Ints and uints are numbers. A double is the shortest
/// number that reads back as the same double, always with a decimal point or exponent; `"NaN"`,
/// `"Infinity"`, and `"-Infinity"` are texts. Bytes are Base64, timestamps RFC 3339 in UTC, and
/// durations ISO 8601. Optionals are their value or null, and types and addresses their text.
public struct JSONWriter: Sendable {
  /// The number of spaces per level, or `nil` for one line without spaces.
  var indentation: Int?

  /// The maximum size of the result, in bytes.
  var maximumLength: Int

  /// Whether all that isn't ASCII is escaped, as UTF-16.
  package var isASCII = false

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - indentation: The number of spaces per level, or `nil` for one line.
  ///   - maximumLength: The maximum size of the result, in bytes.
  public init(indentation: Int? = nil, maximumLength: Int = .max) {
    self.indentation = indentation
    self.maximumLength = maximumLength
  }

  /// Returns the JSON text of a value, or `nil` if it would be longer than allowed.
  ///
  /// Map keys that aren't strings are written as their text.
  ///
  /// - Complexity: O(*n*) in the length of the result.
  public func text(of value: Value) -> String? {
    var bytes: [UInt8] = []
    guard write(value, level: 0, into: &bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ value: Value, level: Int, into bytes: inout [UInt8]) -> Bool {
    guard bytes.count <= maximumLength else { return false }
    switch value {
    case .null: append("null", to: &bytes)
    case .bool(let bool): append(bool ? "true" : "false", to: &bytes)
    case .int(let int): append(String(int), to: &bytes)
    case .uint(let uint): append(String(uint), to: &bytes)
    case .double(let double):
      if double.isFinite {
        append(double.description, to: &bytes)
      } else {
        JSONWriter.write(text: NumberText.text(double), into: &bytes)
      }
    case .string(let text): JSONWriter.write(text: text, isASCII: isASCII, into: &bytes)
    case .bytes(let content):
      JSONWriter.write(text: Base64.encode(content), into: &bytes)
    case .list(let list):
      return write(list.count, "[", "]", level: level, into: &bytes) { index, bytes in
        write(list[index], level: level + 1, into: &bytes)
      }
    case .map(let map):
      return write(map.count, "{", "}", level: level, into: &bytes) { index, bytes in
        let entry = map[index]
        let key = NumberText.text(of: entry.key) ?? ""
        JSONWriter.write(text: key, isASCII: isASCII, into: &bytes)
        append(indentation == nil ? ":" : ": ", to: &bytes)
        return write(entry.value, level: level + 1, into: &bytes)
      }
    case .timestamp(let time): JSONWriter.write(text: time.description, into: &bytes)
    case .duration(let span): JSONWriter.write(text: span.iso8601, into: &bytes)
    case .type(let type): JSONWriter.write(text: type.runtimeName, into: &bytes)
    case .optional(let inner): return write(inner ?? .null, level: level, into: &bytes)
    case .network(let network): JSONWriter.write(text: network.description, into: &bytes)
    }
    return bytes.count <= maximumLength
  }

  private func write(
    _ count: Int, _ open: String, _ close: String, level: Int, into bytes: inout [UInt8],
    _ element: (Int, inout [UInt8]) -> Bool
  ) -> Bool {
    append(open, to: &bytes)
    for index in 0..<count {
      if index > 0 { append(",", to: &bytes) }
      breakLine(level + 1, into: &bytes)
      guard element(index, &bytes) else { return false }
    }
    if count > 0 { breakLine(level, into: &bytes) }
    append(close, to: &bytes)
    return bytes.count <= maximumLength
  }

  private func breakLine(_ level: Int, into bytes: inout [UInt8]) {
    guard let indentation else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: max(0, indentation) * level))
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a text in double quotes with the escapes that JSON needs, plus those that YAML needs.
  ///
  /// Control characters, line separators, byte order marks, and noncharacters are always escaped,
  /// so every reader reads the same text.
  static func write(text: String, isASCII: Bool = false, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F...: false
      default: true
      }
    }
    if isPlain { return bytes.append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      guard scalar.isASCII else {
        switch scalar.value {
        case _ where isASCII, 0x80..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
          for unit in scalar.utf16 {
            let hex = String(unit, radix: 16)
            bytes += Array("\\u\(String(repeating: "0", count: 4 - hex.utf8.count))\(hex)".utf8)
          }
        default: bytes += Array(String(scalar).utf8)
        }
        continue
      }
      let byte = UInt8(scalar.value)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += Array("\\b".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0C: bytes += Array("\\f".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0..<0x20, 0x7F:
        let hex = String(byte, radix: 16)
        bytes += Array("\\u00\(hex.utf8.count < 2 ? "0" : "")\(hex)".utf8)
      default: bytes.append(byte)
      }
    }
  }
}
