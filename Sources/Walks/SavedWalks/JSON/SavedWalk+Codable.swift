// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// With `Codable`, a walk is the same tree of objects as in ``SavedWalk/json``.
extension SavedWalk: Codable {
  /// Writes the walk.
  public func encode(to encoder: any Encoder) throws {
    try CodableTree(value: tree).encode(to: encoder)
  }

  /// Reads a walk.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, with the message of the ``SavedWalkError``.
  public init(from decoder: any Decoder) throws {
    let tree = try CodableTree(from: decoder).value
    do {
      try self.init(tree: tree)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
    }
  }
}

/// A tree of maps, lists, texts, booleans, and ints, as `Codable` sees it.
private struct CodableTree: Codable {
  let value: Value

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(value: Value) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .map(let map):
      var container = encoder.container(keyedBy: Key.self)
      for entry in map {
        try container.encode(
          CodableTree(value: entry.value), forKey: Key(stringValue: entry.key.plainText))
      }
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for value in list { try container.encode(CodableTree(value: value)) }
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .bool(let flag): try container.encode(flag)
      case .int(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      default: try container.encodeNil()
      }
    }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var map = ValueMap()
      for key in container.allKeys {
        map[key.stringValue] = try container.decode(CodableTree.self, forKey: key).value
      }
      value = .map(map)
    } else if var container = try? decoder.unkeyedContainer() {
      var list: [Value] = []
      while !container.isAtEnd { list.append(try container.decode(CodableTree.self).value) }
      value = .list(list)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let flag = try? container.decode(Bool.self) {
        value = .bool(flag)
      } else if let number = try? container.decode(Int64.self) {
        value = .int(number)
      } else {
        value = .string(try container.decode(String.self))
      }
    }
  }
}
