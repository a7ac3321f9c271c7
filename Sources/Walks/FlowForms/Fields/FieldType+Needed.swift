// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

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
  func needed(
    within constraints: [ConstraintCheck] = [], in zone: ZoneRules = .utc,
    _ catalog: MessageCatalog = .english
  ) -> String {
    let needed = catalog.text(neededMessage)
    guard let example = example(within: constraints, in: zone, catalog) else { return needed }
    return catalog.text(.neededLike, ["needed": .text(needed), "example": .text(example)])
  }

  private var neededMessage: MessageID {
    switch self {
    case .string, .text, .secret: .textNeeded
    case .integer: .integerNeeded
    case .number: .numberNeeded
    case .boolean: .yesOrNoNeeded
    case .date: .dateNeeded
    case .time: .timeNeeded
    case .datetime: .dateTimeNeeded
    case .duration: .durationNeeded
    case .path: .pathNeeded
    case .choice, .choices: .choiceNeeded
    }
  }

  /// Returns an example of a typed value, or nil if none is known that satisfies the constraints.
  private func example(
    within constraints: [ConstraintCheck], in zone: ZoneRules, _ catalog: MessageCatalog
  ) -> String? {
    if self == .path { return "./notes.txt" }
    guard let (value, texts) = stockExample(in: zone) else { return nil }
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

  /// The example where nothing else is known, with its text in one form or more.
  private func stockExample(in zone: ZoneRules) -> (Value, [String])? {
    let texts: [String]
    switch self {
    case .integer: return (.int(8080), ["8080"])
    case .number: return (.double(2.5), ["2.5"])
    case .date: texts = ["2026-01-31"]
    case .time: texts = ["02:00", "02:00:30"]
    case .datetime: texts = ["2026-01-31 09:00"]
    case .duration: texts = ["1h30m", "PT1H30M"]
    default: return nil
    }
    return (try? TypedTime.value(of: texts[0], as: self, in: zone)).map { ($0, texts) }
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
