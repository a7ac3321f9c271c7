// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions

extension ValueWriter: Encoder, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.beginRecord()
    return KeyedEncodingContainer(RecordWriter(slot: slot, path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.beginList()
    return ListWriter(slot: slot, path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { slot.set(.null) }
}

/// Writes the parts of a record.
struct RecordWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: ValueSlot
  let path: AnswerPath

  var codingPath: [any CodingKey] { path.keys }

  func encodeNil(forKey key: Key) { writer(key).encodeNil() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try writer(key).encode(value) }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    writer(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    writer(key).unkeyedContainer()
  }

  // A superclass has its properties in the same record, as in a flow.
  func superEncoder() -> any Encoder {
    ValueWriter(slot: slot, path: path.appending(UnnamedKey.super))
  }

  func superEncoder(forKey key: Key) -> any Encoder { writer(key) }

  private func writer(_ key: Key) -> ValueWriter {
    ValueWriter(slot: slot.entry(key.stringValue), path: path.appending(key))
  }
}

/// Writes the items of a list, in order.
struct ListWriter: UnkeyedEncodingContainer {
  let slot: ValueSlot
  let path: AnswerPath

  var codingPath: [any CodingKey] { path.keys }

  var count: Int { slot.count }

  func encodeNil() { writer.encodeNil() }

  func encode<T: Encodable>(_ value: T) throws { try writer.encode(value) }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    writer.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer.unkeyedContainer() }

  func superEncoder() -> any Encoder { writer }

  private var writer: ValueWriter {
    let path = path.appending(UnnamedKey.index(count))
    return ValueWriter(slot: slot.item(), path: path)
  }
}
