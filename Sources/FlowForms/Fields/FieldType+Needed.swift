// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// What a person is told who typed no value of a type.
extension FieldType {
  /// What is needed, and how it looks: `a date is needed, like 2026-01-31`.
  ///
  /// An example that a person may copy must be accepted: it keeps the limits of the field, and
  /// where none is known that does, there is none.
  ///
  /// - Parameters:
  ///   - constraints: What a value is compared with.
  ///   - zone: The zone of moments.
  /// - Returns: The words, without a full stop.
  func needed(within constraints: [ConstraintCheck] = [], in zone: ZoneRules = .utc) -> String {
    let like = example(within: constraints, in: zone).map { ", like \($0)" } ?? ""
    switch self {
    case .string, .text, .secret: return "a text is needed"
    case .integer: return "a whole number is needed" + like
    case .number: return "a number is needed" + like
    case .boolean: return "yes or no is needed"
    case .date: return "a date is needed" + like
    case .time: return "a time is needed" + like
    case .datetime: return "a date and time is needed" + like
    case .duration: return "a duration is needed" + like
    case .path: return "a path is needed, like ./notes.txt"
    case .choice, .choices: return "one of the choices is needed"
    }
  }

  /// How a value is typed; nil when none is known that keeps the limits.
  private func example(within constraints: [ConstraintCheck], in zone: ZoneRules) -> String? {
    guard let (value, text) = stockExample(in: zone) else { return nil }
    let limits = constraints.filter { [.min, .max, .multipleOf].contains($0.kind) }
    if limits.allSatisfy({ $0.complaint(about: value, of: self, in: zone) == nil }) { return text }
    let bounds = limits.filter { $0.kind != .multipleOf }.map(\.limit)
    let units = limits.filter { $0.kind == .multipleOf }.map(\.limit)
    let near = bounds.flatMap { bound in units.flatMap { bound.multiples(of: $0) } }
    let others = bounds + near + units
    let fitting = others.first { other in
      limits.allSatisfy { $0.complaint(about: other, of: self, in: zone) == nil }
    }
    return fitting.map { TypedTime.text(of: $0, as: self, in: zone) }
  }

  /// The example where nothing else is known, with its text, which may show more than one form.
  private func stockExample(in zone: ZoneRules) -> (Value, String)? {
    let (typed, text): (String, String)
    switch self {
    case .integer: return (.int(8080), "8080")
    case .number: return (.double(2.5), "2.5")
    case .date: (typed, text) = ("2026-01-31", "2026-01-31")
    case .time: (typed, text) = ("02:00", "02:00 or 02:00:30")
    case .datetime: (typed, text) = ("2026-01-31 09:00", "2026-01-31 09:00")
    case .duration: (typed, text) = ("1h30m", "1h30m or PT1H30M")
    default: return nil
    }
    return (try? TypedTime.value(of: typed, as: self, in: zone)).map { ($0, text) }
  }
}

extension Value {
  /// The multiples of a unit on both sides of this number.
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
