// SPDX-License-Identifier: Apache-2.0

/// The path of an answer: `team[2].email`.
struct AnswerPath {
  /// The keys that lead to it.
  let keys: [any CodingKey]

  init(_ keys: [any CodingKey] = []) { self.keys = keys }

  /// Whether it's the path of the whole result.
  var isEmpty: Bool { keys.isEmpty }

  /// The path as the flow and its tests write it.
  var text: String {
    var text = ""
    for key in keys {
      if let index = key as? IndexKey {
        text += "[\(index.index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text
  }

  /// The subject of an error message.
  var subject: String { isEmpty ? "the value" : "'\(text)'" }

  func appending(_ key: any CodingKey) -> AnswerPath { AnswerPath(keys + [key]) }
}

/// The position of an item of a list.
struct IndexKey: CodingKey {
  /// The position, which counts from 0.
  let index: Int

  init(_ index: Int) { self.index = index }

  init?(intValue: Int) { index = intValue }

  init?(stringValue: String) { nil }

  var intValue: Int? { index }

  var stringValue: String { "\(index)" }
}

/// The key of the values of a superclass.
struct SuperKey: CodingKey {
  init() {}

  init?(intValue: Int) { nil }

  init?(stringValue: String) { nil }

  var intValue: Int? { nil }

  var stringValue: String { "super" }
}
