// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Reads the entries of a map of the JSON format; every other content is an error.
struct TreeReader {
  let map: ValueMap

  init(_ value: Value) throws(SavedWalkError) {
    guard case .map(let map) = value else { throw Self.damaged("an object is expected") }
    self.map = map
  }

  static func damaged(_ reason: String) -> SavedWalkError { .damaged(offset: 0, reason: reason) }

  func optional(_ key: String) -> Value? { map[key] }

  func value(_ key: String) throws(SavedWalkError) -> Value {
    guard let value = map[key] else { throw Self.damaged("'\(key)' is missing") }
    return value
  }

  func text(_ key: String) throws(SavedWalkError) -> String {
    guard case .string(let text) = try value(key) else {
      throw Self.damaged("'\(key)' must be a text")
    }
    return text
  }

  func optionalText(_ key: String) throws(SavedWalkError) -> String? {
    map[key] == nil ? nil : try text(key)
  }

  func int(_ key: String) throws(SavedWalkError) -> Int {
    guard case .int(let number) = try value(key), let number = Int(exactly: number) else {
      throw Self.damaged("'\(key)' must be a whole number")
    }
    return number
  }

  func flag(_ key: String) throws(SavedWalkError) -> Bool {
    guard let value = map[key] else { return false }
    guard case .bool(let flag) = value else { throw Self.damaged("'\(key)' must be true or false") }
    return flag
  }

  func list(_ key: String) throws(SavedWalkError) -> [Value] {
    guard case .list(let list) = try value(key) else {
      throw Self.damaged("'\(key)' must be a list")
    }
    return list
  }

  func bytes(_ key: String) throws(SavedWalkError) -> [UInt8] {
    guard let bytes = Base64.decode(try text(key)) else {
      throw Self.damaged("'\(key)' must be Base64")
    }
    return bytes
  }
}

extension Value {
  /// Returns a map of the entries that have a value.
  static func record(_ entries: [(String, Value?)]) -> Value {
    var map = ValueMap()
    for (key, value) in entries { if let value { map[key] = value } }
    return .map(map)
  }

  /// The value as JSON that says its type: texts, booleans, ints, lists, and null are themselves, and
  /// every other value is an object with one entry.
  var tagged: Value {
    switch self {
    case .null, .bool, .int, .string: self
    case .uint(let number): .record([("uint", .string(String(number)))])
    case .double(let number): .record([("double", .string(number.exactText))])
    case .bytes(let bytes): .record([("bytes", .string(Base64.encode(bytes)))])
    case .list(let values): .list(values.map(\.tagged))
    case .map(let map):
      .record([("map", .list(map.map { .list([$0.key.tagged, $0.value.tagged]) }))])
    case .timestamp(let time): .record([("timestamp", .string(time.description))])
    case .duration(let span):
      .record([("nanoseconds", .string(span.totalNanoseconds.description))])
    case .optional(let inner): .record([("optional", .list(inner.map { [$0.tagged] } ?? []))])
    case .network, .type: .record([("network", .string(plainText))])
    }
  }

  init(tagged value: Value) throws(SavedWalkError) {
    switch value {
    case .null, .bool, .int, .string: self = value
    case .list(let values):
      var list: [Value] = []
      for value in values { list.append(try Value(tagged: value)) }
      self = .list(list)
    case .map(let map):
      guard map.count == 1, let entry = map.first else {
        throw TreeReader.damaged("a value has no type")
      }
      self = try Self.tagged(entry.key.plainText, entry.value, try TreeReader(value))
    default: throw TreeReader.damaged("a value has no type")
    }
  }

  private static func tagged(
    _ tag: String, _ content: Value, _ reader: TreeReader
  ) throws(SavedWalkError) -> Value {
    switch tag {
    case "uint":
      if let number = UInt64(try reader.text(tag)) { return .uint(number) }
    case "double":
      if let number = Double(exactText: try reader.text(tag)) { return .double(number) }
    case "bytes": return .bytes(try reader.bytes(tag))
    case "map":
      var map = ValueMap()
      for case .list(let pair) in try reader.list(tag) where pair.count == 2 {
        let key = try Value(tagged: pair[0])
        guard ValueMap.isKey(key), map[key] == nil else { break }
        map[key] = try Value(tagged: pair[1])
      }
      if case .list(let pairs) = content, pairs.count == map.count { return .map(map) }
    case "timestamp":
      if let time = try? Timestamp(try reader.text(tag)) { return .timestamp(time) }
    case "nanoseconds":
      if let number = Int128(try reader.text(tag)), let span = try? TimeSpan(nanoseconds: number) {
        return .duration(span)
      }
    case "optional":
      let list = try reader.list(tag)
      if list.isEmpty { return .optional(nil) }
      if list.count == 1 { return .optional(try Value(tagged: list[0])) }
    case "network":
      if let network = NetworkValue(try reader.text(tag)) { return .network(network) }
    default: break
    }
    throw TreeReader.damaged("the value of '\(tag)' is not valid")
  }
}

extension Double {
  /// The shortest text that's read back as the same bits.
  fileprivate var exactText: String {
    isNaN ? "NaN " + bitPattern.hexadecimal : description
  }

  fileprivate init?(exactText text: String) {
    if text.hasPrefix("NaN "), let bits = UInt64(text.dropFirst(4), radix: 16) {
      self = Double(bitPattern: bits)
    } else {
      self.init(text)
    }
  }
}
