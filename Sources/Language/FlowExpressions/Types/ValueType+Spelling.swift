// SPDX-License-Identifier: Apache-2.0

extension ValueType: CustomStringConvertible {
  /// The CEL spelling; for records, `{name: type, other?: type}`.
  public var description: String {
    switch self {
    case .list(let element): "list(\(element))"
    case .map(let key, let value): "map(\(key), \(value))"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .type(let type): type.isDynamic ? "type" : "type(\(type))"
    case .optional(let type): "optional_type(\(type))"
    case .opaque(let name, let types):
      types.isEmpty ? name : "\(name)(\(types.map(\.description).joined(separator: ", ")))"
    case .record(let record):
      "{"
        + record.fields.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.type)" }
        .joined(separator: ", ") + "}"
    default: runtimeName
    }
  }

  /// Reads a type in CEL's spelling, such as `map(string, list(int))`; `nil` if it's invalid.
  ///
  /// A name of a single capital letter is a type parameter; any other unknown name is an opaque
  /// type. Types can be nested 64 levels deep.
  public init?(spelling: String) {
    var reader = SpellingReader(text: Array(spelling.utf8))
    guard let type = reader.type(depth: 0), reader.isAtEnd else { return nil }
    self = type
  }
}

private struct SpellingReader {
  let text: [UInt8]
  var offset = 0

  var isAtEnd: Bool { offset == text.count }

  mutating func skipSpaces() {
    while offset < text.count, text[offset] == UInt8(ascii: " ") { offset += 1 }
  }

  mutating func take(_ byte: Character) -> Bool {
    skipSpaces()
    guard offset < text.count, text[offset] == byte.asciiValue else { return false }
    offset += 1
    skipSpaces()
    return true
  }

  mutating func name() -> String? {
    skipSpaces()
    let start = offset
    while offset < text.count {
      let byte = text[offset]
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard isLetter || isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") else {
        break
      }
      offset += 1
    }
    skipSpacesAfter(start)
    return offset > start ? String(decoding: text[start..<nameEnd], as: UTF8.self) : nil
  }

  private var nameEnd = 0

  init(text: [UInt8]) { self.text = text }

  private mutating func skipSpacesAfter(_ start: Int) {
    nameEnd = offset
    if offset > start { skipSpaces() }
  }

  mutating func type(depth: Int) -> ValueType? {
    guard depth < 64, let name = name() else { return nil }
    var parameters: [ValueType] = []
    if take("(") {
      repeat {
        guard let parameter = type(depth: depth + 1) else { return nil }
        parameters.append(parameter)
      } while take(",")
      guard take(")") else { return nil }
    }
    return SpellingReader.type(named: name, parameters)
  }

  private static func type(named name: String, _ parameters: [ValueType]) -> ValueType? {
    switch (name, parameters.count) {
    case ("list", 0): .list(.dyn)
    case ("list", 1): .list(parameters[0])
    case ("map", 0): .map(.dyn, .dyn)
    case ("map", 2): .map(parameters[0], parameters[1])
    case ("type", 0): .type(.dyn)
    case ("type", 1): .type(parameters[0])
    case ("optional_type", 0), ("optional", 0): .optional(.dyn)
    case ("optional_type", 1), ("optional", 1): .optional(parameters[0])
    case ("dyn", 0): .dyn
    case ("null", 0), ("null_type", 0): .null
    case ("bool", 0): .bool
    case ("int", 0): .int
    case ("uint", 0): .uint
    case ("double", 0): .double
    case ("string", 0): .string
    case ("bytes", 0): .bytes
    case ("timestamp", 0), ("google.protobuf.Timestamp", 0): .timestamp
    case ("duration", 0), ("google.protobuf.Duration", 0): .duration
    case ("list", _), ("map", _), ("type", _), ("optional_type", _): nil
    default:
      parameters.isEmpty && name.utf8.count == 1 && name.first?.isUppercase == true
        ? .parameter(name) : .opaque(name, parameters)
    }
  }
}
