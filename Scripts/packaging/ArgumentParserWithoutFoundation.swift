// SPDX-License-Identifier: Apache-2.0

// In the installed program, this file is in the place of swift-argument-parser's `Utilities/Foundation.swift`, whose
// two functions would link Foundation; nothing else does. `leave_out_foundation` in Scripts/lib puts it there.

extension Error {
  /// The words of an error.
  ///
  /// None has other ones for users, because that takes Foundation.
  func describe() -> String { String(describing: self) }
}

/// Writes what `--experimental-dump-help` prints, as Foundation's encoder of this name does.
enum JSONEncoder {
  static func encode<T: Encodable>(_ value: T) -> String {
    let place = JSONPlace()
    guard (try? value.encode(to: place)) != nil else { return "" }
    return place.text(indent: "")
  }
}

/// A place in the JSON, into which a value is encoded.
private final class JSONPlace: Encoder, SingleValueEncodingContainer {
  private enum Content {
    case none
    case scalar(String)
    case list([JSONPlace])
    case map([String: JSONPlace])
  }

  private var content = Content.none
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func text(indent: String) -> String {
    let inner = indent + "  "
    func block(_ lines: [String], _ open: String, _ close: String) -> String {
      "\(open)\n\(lines.joined(separator: ",\n"))\n\(indent)\(close)"
    }
    switch content {
    case .none: return block([], "{", "}")
    case .scalar(let text): return text
    case .list(let places): return block(places.map { inner + $0.text(indent: inner) }, "[", "]")
    case .map(let places):
      let entries = places.sorted { $0.key < $1.key }
      return block(
        entries.map { "\(inner)\(Self.quoted($0.key)) : \($0.value.text(indent: inner))" }, "{", "}"
      )
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  // MARK: Encoding

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONEntries<Key>(place: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONElements(place: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The place of an entry of a map, or of the next element of a list.
  func place(at key: String?) -> JSONPlace {
    let place = JSONPlace()
    switch (content, key) {
    case (.map(var places), let key?):
      places[key] = place
      content = .map(places)
    case (.list(let places), nil): content = .list(places + [place])
    case (_, let key?): content = .map([key: place])
    case (_, nil): content = .list([place])
    }
    return place
  }

  func beginList() { content = .list([]) }
  var count: Int { if case .list(let places) = content { places.count } else { 0 } }

  func encodeNil() { content = .scalar("null") }
  func encode(_ value: Bool) { content = .scalar("\(value)") }
  func encode(_ value: String) { content = .scalar(Self.quoted(value)) }
  func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case let value as String: encode(value)
    case let value as Bool: encode(value)
    case let value as any BinaryInteger: content = .scalar("\(value)")
    case let value as any BinaryFloatingPoint: content = .scalar("\(value)")
    default: try value.encode(to: self)
    }
  }
}

private struct JSONEntries<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: JSONPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { place.place(at: key.stringValue).encodeNil() }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try place.place(at: key.stringValue).encode(value)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    place.place(at: key.stringValue).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.place(at: key.stringValue).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { place.place(at: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { place.place(at: key.stringValue) }
}

private struct JSONElements: UnkeyedEncodingContainer {
  let place: JSONPlace
  var codingPath: [any CodingKey] { [] }
  var count: Int { place.count }

  init(place: JSONPlace) {
    self.place = place
    place.beginList()
  }

  func encodeNil() { place.place(at: nil).encodeNil() }
  func encode<T: Encodable>(_ value: T) throws { try place.place(at: nil).encode(value) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<
    Nested
  > {
    place.place(at: nil).container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    place.place(at: nil).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { place.place(at: nil) }
}
