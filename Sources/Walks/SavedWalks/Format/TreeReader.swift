// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Reads the entries of a map; every other content is an error.
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
}
