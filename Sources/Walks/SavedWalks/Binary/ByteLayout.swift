// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

/// How a value is written as bytes: without the names of its parts, and in their order here.
indirect enum ByteLayout: Sendable {
  /// A text, a text that can occur again, or bytes.
  case text, name, content

  /// A whole number, or a fingerprint in hexadecimal digits.
  case number, fingerprint

  /// A value with its type.
  case value

  /// A text of which nothing is written.
  case constant(String)

  /// The number of a word.
  case word([String])

  /// The number of elements, and the elements.
  case list(ByteLayout)

  /// The same, where null is an element.
  case optionals(ByteLayout)

  /// The number of entries, and each key with its content, sorted by the UTF-8 of the keys.
  case record(ByteLayout)

  /// The parts of an object.
  case parts([Part])

  /// The number of the last form that fits, and the value in this form.
  case choice([ByteLayout])

  /// A part of an object.
  enum Part: Sendable {
    case entry(String, ByteLayout)

    /// A byte with a bit for each entry that's there and isn't false, the lowest first, and then those with a layout.
    case bits([(String, ByteLayout?)])
  }
}

extension ByteLayout {
  /// An object of entries.
  static func object(_ entries: KeyValuePairs<String, ByteLayout>) -> ByteLayout {
    .parts(entries.map { .entry($0.key, $0.value) })
  }

  /// Whether it can be the layout of a value, among the forms of a choice.
  func fits(_ value: Value) -> Bool {
    switch self {
    case .constant(let word): value == .string(word)
    case .parts(let parts): parts.allSatisfy { part in part.fits { value.map?[$0] } }
    default: true
    }
  }
}

extension ByteLayout.Part {
  /// Whether it can be a part of an object with some entries.
  func fits(_ entry: (String) -> Value?) -> Bool {
    guard case .entry(let key, let layout) = self else { return true }
    guard let content = entry(key) else { return false }
    if case .constant(let word) = layout { return content == .string(word) }
    return true
  }
}

// The forms in walks, each word and each form by its number. Don't reuse a number.
extension ByteLayout {
  /// The reason to leave a walk.
  static let leaveReason = word(LeaveReason.allCases.map(\.rawValue))

  /// The kind of entry at a path.
  static let pathKind = word(PathFacts.Kind.allCases.map(\.rawValue))

  /// The input of a field.
  static let input = choice([
    .constant("none"), .constant("offered"), .object(["text": .text]), .object(["value": .value]),
    // Since format 4.
    .constant("default"),
    .object(["origin": .word(AnswerOrigin.allCases.map(\.rawValue)), "remembered": .value]),
  ])

  /// The result of an effect.
  static let result = choice([
    .object(["status": .number, "output": .content, "errors": .text]),
    .object(["returned": .value]), .object(["written": written]), .constant("done"),
    .object(["failed": .text]),
  ])

  /// The files that a write replaced.
  private static let written = choice(
    file + [.object(["tree": .optionals(choice(file)), "folders": .list(.text)])])

  private static let file: [ByteLayout] = [
    .object(["folders": .list(.text)]),
    .object(["replaced": .content, "mode": .number, "folders": .list(.text)]),
    .object(["appended": .number, "folders": .list(.text)]),
    .object(["link": .text, "folders": .list(.text)]),
  ]
}
