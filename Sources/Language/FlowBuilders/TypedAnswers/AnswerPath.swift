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
      if case .index(let index)? = key as? UnnamedKey {
        text += "[\(index)]"
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

/// A key without a name in the type.
enum UnnamedKey: CodingKey {
  /// The position of an item of a list, which counts from 0.
  case index(Int)

  /// The values of a superclass.
  case `super`

  init?(intValue: Int) { self = .index(intValue) }

  init?(stringValue: String) { nil }

  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  var stringValue: String { intValue.map(String.init) ?? "super" }
}
