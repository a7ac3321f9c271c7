// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowExpressions
import FlowModel
import FlowSessions

/// Answers at and next to the values that expressions and limits compare a field or an input with.
struct NearbyValues {
  /// The answers, those within the limits of the field first.
  private(set) var values: [Value] = []

  /// The lengths that are compared, and those next to them.
  private(set) var counts: [Int] = []

  private let least: Double?
  private let greatest: Double?

  /// Finds the answers to a field.
  init(_ field: FieldState, _ compared: ComparedValues, clocks: [Timestamp]) {
    self.init(
      field.type, least: field.limit(of: .min), greatest: field.limit(of: .max), compared,
      clocks: clocks)
  }

  /// Finds the values of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - least: The minimum.
  ///   - greatest: The maximum.
  ///   - compared: What expressions compare the value with.
  ///   - clocks: The times of the walks.
  init(
    _ type: FieldType, least: Value? = nil, greatest: Value? = nil, _ compared: ComparedValues,
    clocks: [Timestamp]
  ) {
    self.least = least?.asDouble
    self.greatest = greatest?.asDouble
    let literals = [least, greatest].compactMap { $0 } + compared.literals
    counts =
      literals.compactMap { value -> Int? in
        if case .int(let count) = value, (0...1_000).contains(count) { Int(count) } else { nil }
      }.flatMap { [$0, $0 - 1, $0 + 1] }.filter { $0 >= 0 }.unique
    switch type.kind.family {
    case .integer: values = integers(literals, compared.sizes)
    case .number: values = numbers(literals, compared.sizes)
    case .time(.date):
      let days = literals.compactMap(\.date) + (compared.readsTime ? clocks.map(\.date) : [])
      values = days.unique.flatMap { day in
        [0, -1, 1].compactMap { try? day.adding(days: $0) }.map { .string($0.description) }
      }
    case .time(.time):
      values = literals.compactMap { value -> Int? in
        if case .string(let text) = value { try? TimeOfDay(text).secondsSinceMidnight } else { nil }
      }.unique.flatMap { second in
        [0, -1, 1].compactMap { try? TimeOfDay(second: second + $0) }.map {
          .string($0.description)
        }
      }
    case .time(.datetime):
      let moments = literals.compactMap(\.moment) + (compared.readsTime ? clocks : [])
      values = moments.unique.flatMap { moment in
        [0, -1, 1].compactMap { second in
          (try? TimeSpan(seconds: second)).flatMap { try? moment.adding($0) }
        }.map { .timestamp($0) }
      }
    case .time(.duration):
      values = literals.compactMap(\.span).unique.flatMap { span in
        [0, -1, 1].compactMap { second in
          (try? TimeSpan(seconds: second)).flatMap { try? span.adding($0) }
        }.map { .string($0.iso8601) }
      }
    case .text:
      values = literals.compactMap { value -> String? in
        if case .string(let text) = value, !text.isEmpty, !text.contains(where: \.isNewline) {
          text
        } else {
          nil
        }
      }.flatMap { [.string($0), .string($0 + "a")] }
    case .boolean, .choice, .choices, .list, .map: break
    }
    values = values.unique
  }

  /// Returns whole numbers at and next to others, the numbers around 0, and the ends of lists.
  private func integers(_ literals: [Value], _ sizes: [Int]) -> [Value] {
    var bases: [Int64] = []
    for literal in literals {
      switch literal {
      case .int(let number): bases.append(number)
      case .uint(let number): if let number = Int64(exactly: number) { bases.append(number) }
      case .double(let number):
        bases += [number.rounded(.down), number.rounded(.up)].compactMap { Int64(exactly: $0) }
      default: break
      }
    }
    bases += sizes.map { Int64($0) } + [0]
    var numbers: [Int64] = []
    for base in bases {
      for step in [Int64(0), -1, 1] {
        let (sum, overflows) = base.addingReportingOverflow(step)
        if !overflows { numbers.append(sum) }
      }
    }
    return numbers.unique.filter { isAllowed(Double($0)) }.map { .int($0) }
  }

  private func numbers(_ literals: [Value], _ sizes: [Int]) -> [Value] {
    let bases = literals.compactMap(\.asDouble) + sizes.map { Double($0) } + [0]
    return bases.flatMap { [$0, $0 - 1, $0 + 1, $0 - 0.5, $0 + 0.5] }.unique
      .filter { isAllowed($0) }.map { .double($0) }
  }

  private func isAllowed(_ number: Double) -> Bool {
    number >= least ?? -.infinity && number <= greatest ?? .infinity
  }
}

extension Value {
  /// The number as a double; nil for other values.
  var asDouble: Double? {
    switch self {
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The date that it says; nil for other values.
  var date: CalendarDate? {
    switch self {
    case .string(let text): try? CalendarDate(text)
    case .timestamp(let moment): moment.date
    default: nil
    }
  }

  /// The date and time that it says; nil for other values.
  var moment: Timestamp? {
    switch self {
    case .string(let text): try? Timestamp(typed: text, in: .utc)
    case .timestamp(let moment): moment
    default: nil
    }
  }

  /// The duration that it says; nil for other values.
  var span: TimeSpan? {
    switch self {
    case .string(let text): try? TimeSpan(typed: text)
    case .duration(let span): span
    default: nil
    }
  }
}

extension Timestamp {
  /// The date in UTC.
  fileprivate var date: CalendarDate {
    let days = Int((Double(secondsSinceEpoch) / 86_400).rounded(.down))
    return (try? CalendarDate(daysSinceEpoch: days)) ?? .earliest
  }
}

extension TimeOfDay {
  /// Creates a time from the seconds since midnight.
  init(second: Int) throws(TimeError) {
    try self.init(hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
  }
}
