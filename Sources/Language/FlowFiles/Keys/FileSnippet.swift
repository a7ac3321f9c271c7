// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// A map with the keys that it needs and a placeholder for each value, in the syntax of editors' snippets: `${1:name}`,
/// `${2|string,text|}`.
struct FileSnippet {
  private let maps: [String: FileMap]
  private var type: FieldType?
  private var number = 0

  /// Creates snippets.
  ///
  /// - Parameter maps: The maps that maps may hold, by the names of their shapes.
  init(_ maps: [String: FileMap]) { self.maps = maps }

  /// Returns a map with the keys that it needs, in their order.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - type: The word of its key `type`; nil leaves it open.
  /// - Returns: The map.
  func body(of map: FileMap, for type: FieldType? = nil) -> Value {
    var snippet = self
    snippet.type = type
    return snippet.value(of: map)
  }

  private mutating func value(of map: FileMap) -> Value {
    let needed = map.requiredNames
    var body = ValueMap()
    for key in map.keys where needed.contains(key.name) {
      if key.name == FlowKey.type.rawValue, let type {
        body[.string(key.name)] = .string(type.rawValue)
        self.type = nil
      } else {
        body[.string(key.name)] = value(of: key.shape, of: key)
      }
    }
    return .map(body)
  }

  private mutating func value(of shape: FileShape, of key: FileKey) -> Value {
    switch shape {
    case .list(let element): return [value(of: element, of: key)]
    case .names(let value): return [.string(placeholder("name")): self.value(of: value, of: key)]
    case .map(let name):
      guard let map = maps[name] else { return .string(placeholder(key.name)) }
      return value(of: map)
    case .any(let shapes): return shapes.first.map { value(of: $0, of: key) } ?? ""
    case .setting(let literal): return value(of: literal, of: key)
    case .oneOf(let words):
      number += 1
      return .string("${\(number)|\(words.joined(separator: ","))|}")
    case .wholeNumber: return .string(placeholder(key.examples.first?.plainText ?? "1"))
    case .id: return .string(placeholder("name"))
    default: return .string(placeholder(key.examples.first?.text ?? key.name))
    }
  }

  /// The next placeholder.
  private mutating func placeholder(_ text: String) -> String {
    number += 1
    return "${\(number):\(text)}"
  }
}

extension FileMap {
  /// The names of the keys that it needs, with the first of several if it needs one of them.
  var requiredNames: Set<String> {
    let others: [String] =
      switch rules.first {
      case .atLeastOne(let sets), .exactlyOne(let sets, _): sets.first ?? []
      case .single, nil: []
      }
    return alwaysRequired.union(others)
  }
}
