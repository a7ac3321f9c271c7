// SPDX-License-Identifier: Apache-2.0

/// A function that takes the name of an answer, not its value.
package enum NameFunction: String, CaseIterable, Sendable {
  /// The label of a choice, or the labels of several ones.
  case label

  /// Whether the answer is a text beside the choices.
  case isOther

  /// The texts beside the choices in an answer of several ones.
  case others

  /// What it takes, in messages.
  package var taken: String {
    switch self {
    case .label: "the answer of a 'choice' or 'choices' field"
    case .isOther: "the answer of a 'choice' field with 'other'"
    case .others: "the answer of a 'choices' field with 'other'"
    }
  }
}

extension String {
  /// The function and the name in a call such as `label(name)`, which is how scopes look it up; nil for anything else.
  package var nameFunction: (function: NameFunction, name: String)? {
    guard utf8.last == UInt8(ascii: ")"), let start = firstIndex(of: "("),
      let function = NameFunction(rawValue: String(self[..<start]))
    else { return nil }
    return (function, String(self[index(after: start)...].dropLast()))
  }
}
