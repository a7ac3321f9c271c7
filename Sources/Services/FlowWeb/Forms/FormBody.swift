// SPDX-License-Identifier: Apache-2.0

/// The fields of a form or of a query, in order.
struct FormBody: Hashable, Sendable {
  /// The maximum number of fields.
  static let maximumCount = 20_000

  private var values: [String: [String]] = [:]

  /// The paths of the files that came with the form, by the names of their inputs.
  var files: [String: String] = [:]

  /// Whether fields that name a file have an input for one, so that a text isn't taken for its path.
  var takesFiles = false

  /// Creates a form without fields.
  init() {}

  /// Reads a form as browsers send it, and as it's in a query: `name=value&other=value`.
  ///
  /// It's nil if there are more than ``maximumCount`` fields, or it isn't UTF-8 in percent encoding.
  ///
  /// - Parameter encoded: The form in UTF-8.
  /// - Complexity: O(*n*) in the length.
  init?(urlEncoded encoded: some Sequence<UInt8>) {
    var count = 0
    values.reserveCapacity(8)
    for pair in Array(encoded).split(separator: UInt8(ascii: "&")) {
      count += 1
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard count <= Self.maximumCount, let name = Self.decoded(pair[..<end]),
        let value = Self.decoded(pair[end...].dropFirst())
      else { return nil }
      values[name, default: []].append(value)
    }
  }

  /// Returns the first value of a field; nil for none.
  subscript(name: String) -> String? { values[name]?.first }

  /// Returns all values of a field.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The names of the inputs of files that are removed.
  var removedFiles: [String] {
    values.keys.filter { $0.hasPrefix("r:") }.map { "f:" + $0.dropFirst(2) }
  }

  /// Adds a value of a field.
  mutating func add(_ name: String, _ value: String) {
    values[name, default: []].append(value)
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
      return text(of: bytes)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
          let low = digit(bytes[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 2
      case let byte: decoded.append(byte)
      }
      index += 1
    }
    return text(of: decoded[...])
  }

  /// Returns bytes as text; nil if they aren't UTF-8, which ASCII needn't be checked for.
  private static func text(of bytes: ArraySlice<UInt8>) -> String? {
    bytes.contains { $0 >= 0x80 }
      ? String(validating: bytes, as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Returns a text as a part of a path or a query.
  static func encoded(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlain) else { return text }
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { encoded, byte in
      if isPlain(byte) {
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// Whether a byte of a text is itself in a path and in a query.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns the parts of a path as texts: none if it isn't below the base path, and nil if one is no text in percent
  /// encoding.
  ///
  /// - Complexity: O(*n*) in the length.
  static func parts(ofPath path: Substring, below base: String) -> [String]? {
    var path = path
    return path.withUTF8 { path in
      guard path.starts(with: base.utf8) else { return [] }
      var parts: [String] = []
      for part in path[base.utf8.count...].split(separator: UInt8(ascii: "/")) {
        guard let text = decodedPath(part) else { return nil }
        parts.append(text)
      }
      return parts
    }
  }

  /// Returns a part of a path as text; nil if it's no text in percent encoding.
  static func decodedPath(_ part: some Collection<UInt8>) -> String? {
    guard part.contains(UInt8(ascii: "%")) else { return String(decoding: part, as: UTF8.self) }
    return decoded(Array(part.map { $0 == UInt8(ascii: "+") ? UInt8(0) : $0 })[...])?
      .replacing("\u{0}", with: "+")
  }
}
