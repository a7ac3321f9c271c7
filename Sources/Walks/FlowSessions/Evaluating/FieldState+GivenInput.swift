// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel

// Answers given in advance, in the form in which results are written.
extension FieldState {
  /// Returns the draft for an answer given in advance.
  ///
  /// Text comes from a file of answers, an option, or the environment, and may have been written as
  /// a result. So it's first taken literally: `1.0` is the choice 1.0 whatever its number in the
  /// list, and ` a` keeps its space. Otherwise, it's parsed as typed text.
  func draft(given input: FieldInput) -> Draft {
    guard case .text(let text) = input, type == .choice else { return Draft(input) }
    let open = choices.lazy.filter(\.isEnabled)
    let found =
      open.first { $0.value.plainText.unicodeScalars.elementsEqual(text.unicodeScalars) }
      ?? Double(text).flatMap { number in open.first { $0.value.exactNumber == number } }
    return found.map { .data($0.value) } ?? Draft(input)
  }
}

extension FieldInput {
  /// Returns what an input means of a user to whom a field has shown what it offers: submitting that unchanged
  /// accepts it.
  package func ofUser(at field: FieldState) -> FieldInput {
    switch self {
    case .value(let value) where field.draft == .untouched && value == field.offer?.value: .offered
    case .text(""), .empty, .value(.null), .value(.list([])), .value(.map(ValueMap())):
      field.draft == .untouched && field.offer == nil && field.generate == nil ? .offered : self
    case .text, .value, .offered, .default, .remembered: self
    }
  }
}
