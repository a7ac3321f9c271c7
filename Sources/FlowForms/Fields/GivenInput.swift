// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Answers given in advance, as results write them.
extension FieldState {
  /// The draft that an answer given in advance makes.
  ///
  /// A text comes from a file of answers, an option or the environment, and may be what a result
  /// wrote. So it is first taken for exactly that: `1.0` is the choice 1.0 whatever number its row
  /// has, ` a` keeps its blank, and a whole number may be written as `1.0`, as JSON Schema takes
  /// it. What is none of that is what a person types.
  func draft(given input: FieldInput) -> Draft {
    guard case .text(let text) = input else { return Draft(input) }
    switch type {
    case .choice:
      let open = choices.lazy.filter(\.isEnabled)
      let found =
        open.first { $0.value.plainText.unicodeScalars.elementsEqual(text.unicodeScalars) }
        ?? Double(text).flatMap { number in
          open.first { $0.value.exactNumber == number }
        }
      return found.map { .data($0.value) } ?? Draft(input)
    case .integer:
      let word = text.trimmed
      guard Int64(word) == nil, word.utf8.allSatisfy(\.isPartOfNumber), let number = Double(word),
        let whole = Int64(exactly: number)
      else { return Draft(input) }
      return .data(.int(whole))
    default: return Draft(input)
    }
  }
}

extension UInt8 {
  /// Whether it may be in a number of JSON.
  fileprivate var isPartOfNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension Value {
  /// The number that it is, when a double holds it exactly; else nil.
  fileprivate var exactNumber: Double? {
    switch self {
    case .int(let number): Double(exactly: number)
    case .uint(let number): Double(exactly: number)
    case .double(let number): number
    default: nil
    }
  }

  /// The same value, as a double where it is a number that a double holds exactly: JSON writes 1
  /// and 1.0 for one number.
  var comparedAsData: Value { exactNumber.map { .double($0) } ?? self }
}
