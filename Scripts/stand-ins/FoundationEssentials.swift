// SPDX-License-Identifier: Apache-2.0

// What swift-argument-parser needs of FoundationEssentials, for the installed program on Linux: the
// name of an error's description, and JSON for `--experimental-dump-help`. Foundation itself would be
// a fifth of the program. `Scripts/lib` compiles this file as a module of that name, which is found
// before Foundation's; nothing else in the program imports it.

/// An error with a description.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
}

/// Bytes.
public struct Data {
  let bytes: [UInt8]
}

extension String {
  public enum Encoding { case utf8 }

  public init?(data: Data, encoding: Encoding) {
    self.init(validating: data.bytes, as: UTF8.self)
  }
}

/// Writes JSON without blanks, with sorted keys.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let node = Node()
    try node.take(value, at: [])
    return Data(bytes: Array(node.text.utf8))
  }
}

/// A value in the order in which it's encoded.
private final class Node {
  var scalar: String?
  var elements: [Node]?
  var members: [String: Node]?

  var text: String {
    if let elements { return "[\(elements.map(\.text).joined(separator: ","))]" }
    if let members {
      let sorted = members.sorted { $0.key < $1.key }
      return "{\(sorted.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ","))}"
    }
    return scalar ?? "{}"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case ..<" ":
        let code = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  func take<T: Encodable>(_ value: T, at path: [any CodingKey]) throws {
    switch value {
    case let text as String: scalar = Self.quoted(text)
    case let bool as Bool: scalar = bool ? "true" : "false"
    case let number as any BinaryInteger: scalar = "\(number)"
    case let number as Double: scalar = "\(number)"
    case let number as Float: scalar = "\(number)"
    default: try value.encode(to: NodeEncoder(node: self, codingPath: path))
    }
  }

  func member(_ key: any CodingKey) -> Node {
    let node = Node()
    members = members ?? [:]
    members?[key.stringValue] = node
    return node
  }

  func element() -> Node {
    let node = Node()
    elements = (elements ?? []) + [node]
    return node
  }
}

private struct NodeEncoder: Encoder {
  let node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.members = node.members ?? [:]
    return KeyedEncodingContainer(Members(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.elements = node.elements ?? []
    return Elements(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(node: node, codingPath: codingPath)
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { node.member(key).scalar = "null" }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try node.member(key).take(value, at: codingPath + [key])
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    NodeEncoder(node: node.member(key), codingPath: codingPath + [key]).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.member(key), codingPath: codingPath + [key]).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { NodeEncoder(node: node, codingPath: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder {
    NodeEncoder(node: node.member(key), codingPath: codingPath + [key])
  }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  var count: Int { node.elements?.count ?? 0 }

  func encodeNil() { node.element().scalar = "null" }
  func encode<T: Encodable>(_ value: T) throws { try node.element().take(value, at: codingPath) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    NodeEncoder(node: node.element(), codingPath: codingPath).container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.element(), codingPath: codingPath).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { NodeEncoder(node: node.element(), codingPath: codingPath) }
}

private struct Single: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]

  func encodeNil() { node.scalar = "null" }
  func encode<T: Encodable>(_ value: T) throws { try node.take(value, at: codingPath) }
}
