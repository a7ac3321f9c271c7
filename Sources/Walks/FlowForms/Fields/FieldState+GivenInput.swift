// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Answers given in advance, in the form in which results are written.
extension FieldState {
  /// Returns the draft for an answer given in advance.
  ///
  /// Text comes from a file of answers, an option, or the environment, and may have been written as
  /// a result. So it's first taken literally: `1.0` is the choice 1.0 whatever its number in the
  /// list, and ` a` keeps its space. Otherwise, it's parsed as typed text.
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
    case .string, .text, .secret, .integer, .number, .boolean, .date, .time, .datetime, .duration,
      .path,
      .choices, .list, .map:
      return Draft(input)
    }
  }
}

extension Int64 {
  /// Creates the whole number that a double says; nil for a fraction, and out of range.
  ///
  /// The least whole number is out of range here, too: it's the same double as -9223372036854775809,
  /// and as many others that are out of range.
  init?(whole number: Double) {
    guard let whole = Int64(exactly: number), whole > .min else { return nil }
    self = whole
  }
}

extension Value {
  /// The value as a double, if that's exact; otherwise nil.
  fileprivate var exactNumber: Double? {
    switch self {
    case .int(let number): Double(exactly: number)
    case .uint(let number): Double(exactly: number)
    case .double(let number): number
    default: nil
    }
  }

  /// The same value, with numbers converted to doubles if that's exact, because JSON doesn't
  /// distinguish 1 and 1.0.
  var comparedAsData: Value { exactNumber.map { .double($0) } ?? self }
}
