// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

// Messages for text that isn't a value of a type.
extension FieldType {
  /// Returns what to enter, with an example: `enter a date, such as 2026-01-31`.
  ///
  /// Examples satisfy the constraints of the field, so that users can copy them. If no such example
  /// is known, there's none.
  ///
  /// - Parameters:
  ///   - constraints: The constraints of the field.
  ///   - zone: The time zone of dates and times.
  ///   - catalog: The language.
  /// - Returns: The message, without a period.
  package func needed(
    within constraints: [ConstraintCheck] = [], in zone: ZoneRules = .utc,
    _ catalog: MessageCatalog = .english
  ) -> String {
    let needed = neededText(catalog)
    guard let example = example(within: constraints, in: zone, catalog) else { return needed }
    return catalog.text(.neededLike, ["needed": .text(needed), "example": .text(example)])
  }

  /// Returns the message that says what to enter: for yes or no, with the words of the question.
  package func neededText(_ catalog: MessageCatalog) -> String {
    catalog.text(kind.needed, ["yes": .text(catalog.yes), "no": .text(catalog.no)])
  }

  /// Returns an example of a typed value, or nil if none is known that satisfies the constraints.
  private func example(
    within constraints: [ConstraintCheck], in zone: ZoneRules, _ catalog: MessageCatalog
  ) -> String? {
    let texts = kind.examples
    let parser = AnswerParser(type: self, choices: [], zone: zone)
    guard let text = texts.first, let value = (try? parser.parse(text)) ?? nil else { return nil }
    let limits = constraints.filter { [.min, .max, .multipleOf].contains($0.kind) }
    if limits.allSatisfy({ $0.accepts(value, of: self) }) { return catalog.any(of: texts) }
    let bounds = limits.filter { $0.kind != .multipleOf }.map(\.limit)
    let units = limits.filter { $0.kind == .multipleOf }.map(\.limit)
    let near = bounds.flatMap { bound in units.flatMap { bound.multiples(of: $0) } }
    let others = bounds + near + units
    let fitting = others.first { other in
      limits.allSatisfy { $0.accepts(other, of: self) }
    }
    return fitting.map { TypedTime.text(of: $0, as: self, in: zone) }
  }
}

extension Value {
  /// Returns the multiples of a unit just below and above this number.
  fileprivate func multiples(of unit: Value) -> [Value] {
    switch (self, unit) {
    case (.int(let number), .int(let unit)) where unit > 0:
      let below = number - number % unit
      return [below, below.addingReportingOverflow(unit).partialValue].map { .int($0) }
    case (.double(let number), .double(let unit)) where unit > 0:
      let below = (number / unit).rounded(.down) * unit
      return [.double(below), .double(below + unit)]
    default: return []
    }
  }
}
