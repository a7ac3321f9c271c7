// SPDX-License-Identifier: Apache-2.0

/// The least and the greatest of the values that an expression can have.
///
/// It contains every value that the expression can have, and may contain others. An expression whose
/// evaluation fails, as one whose result would overflow, has no value.
public enum ValueRange: Sendable, Hashable {
  /// A whole number.
  case whole(ClosedRange<Int64>)

  /// A double that's finite.
  case decimal(ClosedRange<Double>)

  /// A text of some length, in code points.
  case length(ClosedRange<Int>)

  /// Returns the range of a value that's in one of two ranges; nil if they're of different types.
  func joined(with other: ValueRange) -> ValueRange? {
    switch (self, other) {
    case (.whole(let one), .whole(let two)): .whole(one.joined(with: two))
    case (.decimal(let one), .decimal(let two)): .decimal(one.joined(with: two))
    case (.length(let one), .length(let two)): .length(one.joined(with: two))
    default: nil
    }
  }

  /// Returns whether a value is in the range.
  func contains(_ value: Value) -> Bool {
    switch (self, value) {
    case (.whole(let range), .int(let number)): range.contains(number)
    case (.decimal(let range), .double(let number)): range.contains(number)
    case (.length(let range), .string(let text)): range.contains(text.unicodeScalars.count)
    default: false
    }
  }

  /// The range in words, such as "1024 to 65535" and "at least 0"; nil if it contains all values.
  package var words: String? {
    switch self {
    case .whole(let range): range.words(of: (Int64.min, Int64.max)) { "\($0)" }
    case .decimal(let range):
      range.words(of: (-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude)) {
        Value.double($0).plainText
      }
    case .length(let range):
      // A text that was entered isn't empty.
      range.words(of: (1, Int.max)) { "\($0)" }.map { $0.counting("character") }
    }
  }
}

extension String {
  /// Returns a number or a range in words with what it counts.
  package func counting(_ thing: String) -> String {
    "\(self) \(thing)\(self == "1" || hasSuffix(" 1") ? "" : "s")"
  }
}

extension ClosedRange {
  /// The smallest range with all values of two ranges.
  func joined(with other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }

  /// The values that are in both ranges; nil if there are none.
  package func common(with other: ClosedRange) -> ClosedRange? {
    overlaps(other) ? clamped(to: other) : nil
  }

  /// The range in words; nil if it contains everything between two limits.
  package func words(
    of limits: (least: Bound, greatest: Bound), _ word: (Bound) -> String
  ) -> String? {
    let (isOpenBelow, isOpenAbove) = (lowerBound <= limits.least, upperBound >= limits.greatest)
    if isOpenBelow, isOpenAbove { return nil }
    if lowerBound == upperBound { return word(lowerBound) }
    if isOpenAbove { return "at least \(word(lowerBound))" }
    if isOpenBelow { return "at most \(word(upperBound))" }
    return "\(word(lowerBound)) to \(word(upperBound))"
  }
}

// Arithmetic: the ranges of the results, without those of evaluations that fail.
extension ClosedRange<Int64> {
  static let all = Int64.min...Int64.max

  /// Returns the range of the results of an operator; nil if every evaluation fails, and for comparisons.
  func applying(_ binary: BinaryOperator, _ other: ClosedRange) -> ClosedRange? {
    switch binary {
    case .add: corners(with: other, +)
    case .subtract: corners(with: other, -)
    case .multiply: corners(with: other, *)
    case .divide:
      // The quotients are ordered among the divisors below and among those above 0.
      [other.common(with: .min...(-1)), other.common(with: 1...(.max))].compactMap { $0 }
        .map { corners(with: $0, /) }
        .reduce(nil) { found, next in found?.joined(with: next) ?? next }
    case .remainder: remainders(by: other)
    default: nil
    }
  }

  /// The range of the negated values.
  var negated: ClosedRange { (0...0).corners(with: self, -) }

  /// The range of the results at the ends of two ranges, for a function that's ordered in each operand.
  ///
  /// Where a result is out of range, the evaluation fails.
  private func corners(
    with other: ClosedRange, _ apply: (Int128, Int128) -> Int128
  ) -> ClosedRange {
    let results = [lowerBound, upperBound].flatMap { one in
      [other.lowerBound, other.upperBound].map { apply(Int128(one), Int128($0)) }
    }
    return Int64(clamping: results.min() ?? 0)...Int64(clamping: results.max() ?? 0)
  }

  /// The range of the remainders, which have the sign of the dividend and are nearer to 0 than it and the divisor.
  private func remainders(by other: ClosedRange) -> ClosedRange? {
    let most = Swift.max(other.lowerBound.magnitude, other.upperBound.magnitude)
    guard most > 0 else { return nil }
    let limit = Int64(clamping: most - 1)
    return Swift.max(Swift.min(lowerBound, 0), -limit)...Swift.min(Swift.max(upperBound, 0), limit)
  }
}

extension ClosedRange<Double> {
  static let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  /// Returns the range of the results of an operator; nil if one may be infinite or not a number.
  func applying(_ binary: BinaryOperator, _ other: ClosedRange) -> ClosedRange? {
    if binary == .divide, other.contains(0) { return nil }
    let results = [lowerBound, upperBound].flatMap { one in
      [other.lowerBound, other.upperBound].map { two in
        switch binary {
        case .add: one + two
        case .subtract: one - two
        case .multiply: one * two
        case .divide: one / two
        default: Double.nan
        }
      }
    }
    guard results.allSatisfy(\.isFinite), let least = results.min(), let most = results.max()
    else { return nil }
    return least...most
  }
}

extension ClosedRange<Int> {
  /// The range of the sums of two sizes.
  func adding(_ other: ClosedRange) -> ClosedRange {
    let (sum, overflows) = upperBound.addingReportingOverflow(other.upperBound)
    let (least, isTooLarge) = lowerBound.addingReportingOverflow(other.lowerBound)
    let most = overflows ? Int.max : sum
    return (isTooLarge ? most : least)...most
  }
}
