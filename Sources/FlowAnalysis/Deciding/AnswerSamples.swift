// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Values that represent all values of a term, as far as some predicates can tell them apart.
///
/// Comparisons with literals cut the values into points and gaps; one value of each is enough. Where
/// it is not known whether a gap holds a value, it has a sample all the same: then something is
/// called possible that is not, never the other way round.
struct AnswerSamples {
  /// A value, or what is known of one.
  enum Sample: Hashable {
    /// A value.
    case value(Value)

    /// A text that is no literal of the conditions, above one of them, of a length.
    case text(above: String?, length: Int)

    /// Something else than the literals.
    case other
  }

  /// The samples; none when the term can have no value.
  private(set) var samples: [Sample] = []

  /// Finds the samples of a domain for the predicates that are asked.
  init(of domain: AnswerDomain, asked predicates: [Predicate]) {
    let literals = predicates.flatMap(\.literals)
    switch domain {
    case .truth: samples = [.value(true), .value(false)]
    case .values(let values), .lists(let values): samples = values.map { .value($0) }
    case .listOf(let choices):
      samples = [.other] + literals.filter { $0.isPick(of: choices) }.map { .value($0) }
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

  /// Whether a predicate holds of a sample.
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
    // Small numbers explain better than those at the ends of what can be counted.
    return found.sorted { Self.rank($0) < Self.rank($1) }.map { .value(.int($0)) }
  }

  private static func rank(_ number: Int64) -> UInt64 { number.magnitude }

  /// The multiple between two numbers that is nearest to zero.
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
    guard bounds.least <= bounds.greatest else { return [] }
    // By code points, as expressions compare: a composed and a decomposed letter are two texts.
    var literals: Set<Value> = []
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
    // There's one text without characters, whatever it's compared with.
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

  /// Samples of a term of which nothing is known but what it is compared with.
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
  /// A value of which the predicates say the same; nil where none was found.
  ///
  /// - Parameters:
  ///   - predicates: What was asked.
  ///   - bounds: What the value must be when it's a text.
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

  /// The text, when it's one.
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Whether it is a list of some of these, in their order.
  fileprivate func isPick(of choices: [Value]) -> Bool {
    guard case .list(let elements) = self else { return false }
    var rest = choices[...]
    for element in elements {
      guard let place = rest.firstIndex(where: { $0.isEqual(to: element) }) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
