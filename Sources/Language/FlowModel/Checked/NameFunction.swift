// SPDX-License-Identifier: Apache-2.0

/// A function that takes the name of an answer, not its value.
package enum NameFunction: String, CaseIterable, Sendable {
  /// The label of a choice, or the labels of several ones.
  case label

  /// Whether the answer is a text beside the choices.
  case isOther

  /// The texts beside the choices in an answer of several ones.
  case others

  /// The data of a choice.
  case data

  /// The argument that it takes, in messages.
  package var taken: String {
    switch self {
    case .label: "the answer of a 'choice' or 'choices' field"
    case .isOther: "the answer of a 'choice' field with 'other'"
    case .others: "the answer of a 'choices' field with 'other'"
    case .data: "the answer of a 'choice' field with 'data', or an element of one of 'choices'"
    }
  }
}

/// A call of a function that takes a name, as scopes look it up.
package struct NameFunctionCall {
  package let function: NameFunction
  package let name: String

  /// Whether it's about each element of the answer: `label(name)[]`, a map from the elements.
  package let isOfElements: Bool
}

extension String {
  /// The call of a function that takes a name, such as `label(name)` or `label(name)[]`; nil for anything else.
  package var nameFunction: NameFunctionCall? {
    let isOfElements = hasSuffix(")[]")
    let call = isOfElements ? dropLast(2) : self[...]
    guard call.utf8.last == UInt8(ascii: ")"), let start = call.firstIndex(of: "("),
      let function = NameFunction(rawValue: String(call[..<start]))
    else { return nil }
    return NameFunctionCall(
      function: function, name: String(call[call.index(after: start)...].dropLast()),
      isOfElements: isOfElements)
  }
}
