// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Comparisons of dates and times with texts that aren't any.
extension ExpressionChecker {
  /// Warns of literals that a date or a time is compared with although they have another form:
  /// `due > '31.12.2026'`.
  ///
  /// Dates and times are strings, so the comparison would be made, letter by letter.
  mutating func noteOtherForms(_ binary: BinaryOperator, _ left: Int, _ right: Int) {
    guard isStrict else { return }
    switch binary {
    case .isIn:
      if case .list(let elements) = node(right).kind {
        for element in elements { noteOtherForm(element.value, comparedWith: known[left], left) }
      } else {
        noteOtherForm(left, comparedWith: known[right]?.element, right)
      }
    case .equal, .notEqual:
      noteOtherForm(right, comparedWith: known[left], left)
      noteOtherForm(left, comparedWith: known[right], right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      noteOtherForm(right, comparedWith: known[left], left, isOrdered: true)
      noteOtherForm(left, comparedWith: known[right], right, isOrdered: true)
    default: return
    }
  }

  private mutating func noteOtherForm(
    _ operand: Int, comparedWith known: KnownValues?, _ other: Int, isOrdered: Bool = false
  ) {
    guard case .written(let form)? = known else { return }
    for literal in literals(of: operand) {
      guard case .literal(.string(let text)) = node(literal).kind, !form.contains(text),
        !(isOrdered && form.isBeginning(text))
      else { continue }
      let subject = source(other)
      let name =
        subject.count > 60 || subject.contains(where: \.isNewline) ? "this" : "'\(subject)'"
      note(
        "not-a-date", .warning, "\(name) is \(form.described), but '\(text)' isn't one",
        at: range(literal), subject: .otherForm(text, form))
    }
  }
}

extension TextForm {
  /// Whether a text is the beginning of this form, which is ordered as expected: `2026-01`, `08`.
  fileprivate func isBeginning(_ text: String) -> Bool {
    switch self {
    case .date:
      [4, 7].contains(text.utf8.count) && contains(text + "-01-01".dropFirst(text.utf8.count - 4))
    case .time: text.utf8.count == 2 && contains(text + ":00")
    }
  }
}
