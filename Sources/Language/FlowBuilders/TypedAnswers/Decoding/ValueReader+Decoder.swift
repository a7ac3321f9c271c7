// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions

extension ValueReader: Decoder, SingleValueDecodingContainer {
  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let map) = value else { throw mismatch("a record") }
    return KeyedDecodingContainer(RecordReader(map: map, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let items) = value else { throw mismatch("a list") }
    return ListReader(items: items, path: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { isEmpty }
}

/// Reads the parts of a record.
struct RecordReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let map: ValueMap
  let path: AnswerPath

  var codingPath: [any CodingKey] { path.keys }

  var allKeys: [Key] { map.compactMap { Key(stringValue: $0.key.plainText) } }

  func contains(_ key: Key) -> Bool { map[key.stringValue] != nil }

  func decodeNil(forKey key: Key) -> Bool { reader(key).isEmpty }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader(key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try reader(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try reader(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    ValueReader(value: map["super"] ?? .map(map), path: path.appending(UnnamedKey.super))
  }

  func superDecoder(forKey key: Key) -> any Decoder { reader(key) }

  private func reader(_ key: Key) -> ValueReader {
    ValueReader(value: map[key.stringValue], path: path.appending(key))
  }
}

/// Reads the items of a list, in order.
struct ListReader: UnkeyedDecodingContainer {
  let items: [Value]
  let path: AnswerPath
  var currentIndex = 0

  var codingPath: [any CodingKey] { path.keys }

  var count: Int? { items.count }

  var isAtEnd: Bool { currentIndex >= items.count }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, current.isEmpty else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoded = try current.decode(type)
    currentIndex += 1
    return decoded
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) throws -> KeyedDecodingContainer<Inner> {
    let inner = try current.container(keyedBy: type)
    currentIndex += 1
    return inner
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let inner = try current.unkeyedContainer()
    currentIndex += 1
    return inner
  }

  mutating func superDecoder() -> any Decoder {
    defer { currentIndex += 1 }
    return current
  }

  /// The current item; a missing one past the end.
  private var current: ValueReader {
    ValueReader(
      value: isAtEnd ? nil : items[currentIndex],
      path: path.appending(UnnamedKey.index(currentIndex)))
  }
}
