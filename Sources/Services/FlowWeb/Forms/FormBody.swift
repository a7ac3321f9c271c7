// SPDX-License-Identifier: Apache-2.0

/// The fields of a form or of a query, in order.
struct FormBody: Hashable, Sendable {
  /// The maximum number of fields.
  static let maximumCount = 20_000

  private struct Field: Hashable, Sendable {
    let name: String
    let value: String
  }

  private var fields: [Field] = []

  /// The places of the fields of each name, if there are more than are looked through.
  private var places: [String: [Int]] = [:]

  /// The number of fields up to which they're looked through.
  private static let fewCount = 24

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
    let fields =
      encoded.withContiguousStorageIfAvailable(Self.fields)
      ?? Array(encoded).withUnsafeBufferPointer(Self.fields)
    guard let fields else { return nil }
    self.fields = fields
    if fields.count > Self.fewCount {
      for (place, field) in fields.enumerated() { places[field.name, default: []].append(place) }
    }
  }

  private static func fields(in bytes: UnsafeBufferPointer<UInt8>) -> [Field]? {
    var fields: [Field] = []
    fields.reserveCapacity(8)
    var start = 0
    while start < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let length = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.count
      start += length + 1
      guard length > 0 else { continue }
      let pair = UnsafeBufferPointer(rebasing: rest[..<length])
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? length
      guard fields.count < maximumCount,
        let name = decoded(UnsafeBufferPointer(rebasing: pair[..<end])),
        let value = decoded(UnsafeBufferPointer(rebasing: pair[min(end + 1, length)...]))
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
    return fields
  }

  /// Returns the first value of a field; nil for none.
  subscript(name: String) -> String? {
    guard places.isEmpty else { return places[name].map { fields[$0[0]].value } }
    for field in fields where field.name == name { return field.value }
    return nil
  }

  /// Returns all values of a field.
  func all(_ name: String) -> [String] {
    guard places.isEmpty else { return (places[name] ?? []).map { fields[$0].value } }
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// The names of the inputs of files that are removed.
  var removedFiles: [String] {
    fields.compactMap { $0.name.hasPrefix("r:") ? "f:" + $0.name.dropFirst(2) : nil }
  }

  /// Adds a value of a field.
  mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
    guard fields.count > Self.fewCount else { return }
    if places.isEmpty {
      for (place, field) in fields.enumerated() { places[field.name, default: []].append(place) }
    } else {
      places[name, default: []].append(fields.count - 1)
    }
  }

  /// Returns a part of a form as text; nil if it isn't UTF-8 in percent encoding.
  private static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var isPlain = true
    for byte in bytes where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "%") || byte >= 0x80 {
      isPlain = false
      break
    }
    guard !isPlain else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, let high = digit(bytes[index + 1]),
          let low = digit(bytes[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 2
      case let byte: decoded.append(byte)
      }
      index += 1
    }
    return String(validating: decoded, as: UTF8.self)
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
    return part.map { $0 == UInt8(ascii: "+") ? UInt8(0) : $0 }.withUnsafeBufferPointer(decoded)?
      .replacing("\u{0}", with: "+")
  }
}
