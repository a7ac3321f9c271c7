// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Values that represent all values of a term that some predicates can distinguish.
///
/// Comparisons with literals divide the values into points and gaps; one value of each is enough.
/// If it isn't known whether a gap contains a value, it has a sample anyway: something impossible
/// may be considered possible, but never the other way around.
struct AnswerSamples {
  /// A value, or what's known about one.
  enum Sample: Hashable {
    case value(Value)

    /// A text of a length that isn't one of the literals, and whose greatest smaller literal is
    /// given.
    case text(above: String?, length: Int)

    /// Something other than the literals.
    case other
  }

  /// The samples; empty if the term can't have a value.
  private(set) var samples: [Sample] = []

  /// Finds the samples of a domain that some predicates can distinguish.
  init(of domain: AnswerDomain, asked predicates: [Predicate]) {
    let literals = predicates.flatMap(\.literals)
    switch domain {
    case .boolean: samples = [.value(true), .value(false)]
    case .values(let values), .lists(let values): samples = values.map { .value($0) }
    case .listOf(let choices):
      samples = [.other] + literals.filter { $0.isSelection(of: choices) }.map { .value($0) }
    case .integer(let bounds): samples = Self.integers(bounds, literals)
    case .number(let bounds): samples = Self.numbers(bounds, literals)
    case .date(let first, let last):
      let isOdd = predicates.contains { predicate in
        predicate.asksForOrder && predicate.literals.contains { AnswerDomain.day($0) == nil }
      }
      samples =
        isOdd
        ? Self.texts(AnswerDomain.TextBounds(), predicates)
        : Self.dates(first: first, last: last, literals)
    case .time(let first, let last):
      let isOdd = predicates.contains { predicate in
        predicate.asksForOrder && predicate.literals.contains { !Self.isTime($0) }
      }
      samples =
        isOdd
        ? Self.texts(AnswerDomain.TextBounds(), predicates)
        : Self.times(first: first, last: last, literals)
    case .moment(let first, let last):
      samples = Self.moments(first: first, last: last, literals)
    case .span(let first, let last): samples = Self.spans(first: first, last: last, literals)
    case .text(let bounds): samples = Self.texts(bounds, predicates)
    case .anything: samples = Self.anything(predicates)
    }
  }

  /// Returns whether a sample satisfies a predicate.
  static func holds(_ predicate: Predicate, of sample: Sample) -> Bool {
    switch sample {
    case .value(let value): predicate.holds(of: value)
    case .text(let above, let length): predicate.holds(ofTextAbove: above, length: length)
    case .other: false
    }
  }

  // MARK: Numbers

  private static func integers(
    _ bounds: AnswerDomain.NumberBounds, _ literals: [Value]
  ) -> [Sample] {
    var least = Int64.min
    var greatest = Int64.max
    if case .int(let number)? = bounds.least { least = number }
    if case .int(let number)? = bounds.greatest { greatest = number }
    var unit: Int64 = 1
    if case .int(let number)? = bounds.unit, number != 0, number != .min { unit = abs(number) }
    guard least <= greatest else { return [] }
    var points: Set<Int64> = [least, greatest]
    for literal in literals {
      switch literal {
      case .int(let number): points.insert(number)
      case .uint(let number): if let number = Int64(exactly: number) { points.insert(number) }
      case .double(let number):
        for rounded in [number.rounded(.down), number.rounded(.up)] {
          if let number = Int64(exactly: rounded) { points.insert(number) }
        }
      default: break
      }
    }
    let sorted = points.filter { $0 >= least && $0 <= greatest }.sorted()
    var found: [Int64] = []
    for (index, point) in sorted.enumerated() {
      if point % unit == 0 { found.append(point) }
      guard index + 1 < sorted.count,
        let inner = smallestMultiple(of: unit, between: point, and: sorted[index + 1])
      else { continue }
      found.append(inner)
    }
    // Small numbers make better explanations than extreme ones.
    return found.sorted { Self.rank($0) < Self.rank($1) }.map { .value(.int($0)) }
  }

  private static func rank(_ number: Int64) -> UInt64 { number.magnitude }

  /// Returns the multiple of a unit strictly between two numbers that's closest to zero.
  private static func smallestMultiple(
    of unit: Int64, between low: Int64, and high: Int64
  ) -> Int64? {
    if low < 0, high > 0 { return 0 }
    if low >= 0 {
      let (next, overflow) = low.addingReportingOverflow(unit - low % unit)
      return overflow || next >= high ? nil : next
    }
    let (next, overflow) = high.subtractingReportingOverflow(unit + high % unit)
    return overflow || next <= low ? nil : next
  }

  private static func numbers(
    _ bounds: AnswerDomain.NumberBounds, _ literals: [Value]
  ) -> [Sample] {
    func number(_ value: Value?) -> Double? {
      switch value {
      case .double(let number)?: number
      case .int(let number)?: Double(number)
      case .uint(let number)?: Double(number)
      default: nil
      }
    }
    let least = number(bounds.least) ?? -Double.greatestFiniteMagnitude
    let greatest = number(bounds.greatest) ?? Double.greatestFiniteMagnitude
    guard least <= greatest else { return [] }
    let points = Set(literals.compactMap { number($0) } + [least, greatest])
    let sorted = points.filter { $0 >= least && $0 <= greatest }.sorted()
    var found = sorted
    for (low, high) in zip(sorted, sorted.dropFirst()) where low.nextUp < high {
      let whole =
        low < 0 && high > 0 ? 0 : low >= 0 ? low.rounded(.down) + 1 : high.rounded(.up) - 1
      found.append(whole > low && whole < high ? whole : low / 2 + high / 2)
    }
    return found.sorted { $0.magnitude < $1.magnitude }.map { .value(.double($0)) }
  }

  // MARK: Texts

  private static func dates(first: Int?, last: Int?, _ literals: [Value]) -> [Sample] {
    let least = first ?? CalendarDate.earliest.daysSinceEpoch
    let greatest = last ?? CalendarDate.latest.daysSinceEpoch
    guard least <= greatest else { return [] }
    var days: Set<Int> = [least, greatest]
    for day in literals.compactMap(AnswerDomain.day) { days.formUnion([day - 1, day, day + 1]) }
    return days.filter { $0 >= least && $0 <= greatest }.sorted { abs($0) < abs($1) }
      .compactMap { try? CalendarDate(daysSinceEpoch: $0) }.map { .value(.string($0.description)) }
  }

  private static func texts(
    _ bounds: AnswerDomain.TextBounds, _ predicates: [Predicate]
  ) -> [Sample] {
    guard bounds.least <= bounds.greatest else {
      return bounds.choices.sorted().map { .value(.string($0)) }
    }
    // Compare code points, as expressions do: a composed and a decomposed letter are different.
    var literals = Set(bounds.choices.map { Value.string($0) })
    var lengths: Set<Int> = [bounds.least]
    var asksForOrder = false
    for predicate in predicates {
      asksForOrder = asksForOrder || predicate.asksForOrder
      for literal in predicate.literals where literal.isText { literals.insert(literal) }
      if case .size(_, let count) = predicate {
        lengths.formUnion(
          [count &- 1, count, count &+ 1].filter { $0 >= bounds.least && $0 <= bounds.greatest })
      }
    }
    // There's only one empty text.
    if lengths.remove(0) != nil {
      literals.insert("")
      if bounds.greatest > 0 { lengths.insert(1) }
    }
    let sorted = literals.compactMap(\.text).sorted { TextBytes.compare($0, $1) < 0 }
    let places: [String?] = asksForOrder ? [nil] + sorted : [nil]
    let others = lengths.sorted().flatMap { length in
      places.map { Sample.text(above: $0, length: length) }
    }
    return sorted.filter(bounds.allow).map { .value(.string($0)) } + others
  }

  // MARK: Anything

  /// Returns samples of a term of which only its comparisons are known.
  private static func anything(_ predicates: [Predicate]) -> [Sample] {
    var samples: [Sample] = []
    let literals = predicates.flatMap(\.literals)
    if predicates.contains(.isTrue) { samples += [.value(true), .value(false)] }
    let hasNumbers = literals.contains { Numbers.compare($0, .int(0)) != nil }
    if hasNumbers { samples += numbers(AnswerDomain.NumberBounds(), literals) }
    let hasTexts = literals.contains { if case .string = $0 { true } else { false } }
    let asksForSize = predicates.contains(where: \.asksForSize)
    if hasTexts || asksForSize { samples += texts(AnswerDomain.TextBounds(), predicates) }
    let hasMoments = literals.contains { if case .timestamp = $0 { true } else { false } }
    if hasMoments { samples += moments(first: nil, last: nil, literals) }
    let hasSpans = literals.contains { if case .duration = $0 { true } else { false } }
    if hasSpans { samples += spans(first: nil, last: nil, literals) }
    for literal in literals {
      switch literal {
      case .string, .int, .uint, .double, .timestamp, .duration: continue
      default: samples.append(.value(literal))
      }
    }
    return samples + [.other]
  }
}

extension AnswerSamples.Sample {
  /// Returns a value for which the predicates have the same results, or nil if none is found.
  ///
  /// - Parameters:
  ///   - predicates: The predicates.
  ///   - bounds: The bounds of the value if it's a text.
  /// - Returns: The value.
  func value(asked predicates: [Predicate], in bounds: AnswerDomain.TextBounds) -> Value? {
    switch self {
    case .value(let value): return value
    case .other: return nil
    case .text(let above, let length):
      guard length <= 10_000 else { return nil }
      let start = above ?? ""
      let missing = length - start.unicodeScalars.count
      var tries = ["a", "x", "z", "A", "0", " "].map { String(repeating: $0, count: length) }
      if missing > 0 {
        tries += ["a", "0", " "].map { start + String(repeating: $0, count: missing) }
      }
      return tries.first { text in
        bounds.allow(text)
          && predicates.allSatisfy {
            $0.holds(of: .string(text)) == AnswerSamples.holds($0, of: self)
          }
      }.map { .string($0) }
    }
  }
}

extension Value {
  /// Whether it's a text.
  fileprivate var isText: Bool { text != nil }

  /// The text, if it's one.
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Returns whether it's a list of some of the choices, in their order.
  fileprivate func isSelection(of choices: [Value]) -> Bool {
    guard case .list(let elements) = self else { return false }
    var rest = choices[...]
    for element in elements {
      guard let place = rest.firstIndex(where: { $0.isEqual(to: element) }) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
