// SPDX-License-Identifier: Apache-2.0

// The least and the greatest values.
extension KnownValues {
  /// The range of the value; nil if it isn't known.
  ///
  /// - Complexity: O(*n*) in the number of values, and in the length of texts.
  package var range: ValueRange? {
    switch self {
    case .within(let range): range
    case .oneOf(let values):
      values.dropFirst().reduce(values.first.flatMap { ValueRange($0) }) { range, value in
        range.flatMap { range in ValueRange(value).flatMap { range.joined(with: $0) } }
      }
    case .list, .record, .written: nil
    }
  }

  /// The range of a whole number; nil if it isn't known.
  package var wholeNumbers: ClosedRange<Int64>? {
    if case .whole(let range)? = range { range } else { nil }
  }

  /// The range of a double; nil if it isn't known.
  package var decimals: ClosedRange<Double>? {
    if case .decimal(let range)? = range { range } else { nil }
  }

  /// The length of a text, or the number of elements of a list; nil if it isn't known.
  package var sizes: ClosedRange<Int>? {
    if case .list(_, let count) = self { return count }
    return if case .length(let range)? = range { range } else { nil }
  }

  /// A whole number in a range; nil if that's every number.
  package static func whole(_ range: ClosedRange<Int64>?) -> KnownValues? {
    range.flatMap { $0 == .all ? nil : .within(.whole($0)) }
  }

  /// The values that are known without ranges, of a value that may violate limits.
  package var withoutRanges: KnownValues? {
    switch self {
    case .within: nil
    case .list(let element, _): .list(element?.withoutRanges, of: 0...Int.max)
    case .oneOf, .record, .written: self
    }
  }

  /// Returns whether a value fits the known range, number of elements, and parts.
  package func allows(_ value: Value) -> Bool {
    switch (self, value) {
    case (_, .optional(let inner)): inner.map { allows($0) } ?? true
    case (.within(let range), _): range.contains(value)
    case (.list(let element, let count), .list(let values)):
      count.contains(values.count) && (element.map { values.allSatisfy($0.allows) } ?? true)
    case (.list, _): false
    case (.oneOf(let values), _): values.contains { $0.isEqual(to: value) }
    case (.written, _): proves(of: value)
    case (.record(let fields), .map(let map)):
      fields.allSatisfy { name, known in map[.string(name)].map { known.allows($0) } ?? true }
    case (.record, _): false
    }
  }

  private func proves(of value: Value) -> Bool {
    if case .written(let form) = self { KnownValues.oneOf([value]).proves(form) } else { true }
  }

  // MARK: Expressions

  /// Returns what's known about the result of an operator, if it's a number, a text, or a list.
  ///
  /// - Parameters:
  ///   - binary: The operator.
  ///   - left: What's known about the left operand.
  ///   - right: What's known about the right operand.
  ///   - type: The type of both operands.
  /// - Returns: What's known; nil if nothing is.
  package static func result(
    of binary: BinaryOperator, _ left: KnownValues?, _ right: KnownValues?, of type: ValueType?
  ) -> KnownValues? {
    guard left != nil || right != nil else { return nil }
    switch type {
    case .int:
      return whole((left?.wholeNumbers ?? .all).applying(binary, right?.wholeNumbers ?? .all))
    case .double:
      guard let left = left?.decimals, let right = right?.decimals else { return nil }
      return left.applying(binary, right).map { .within(.decimal($0)) }
    case .string where binary == .add:
      let sizes = (left?.sizes ?? 0...Int.max).adding(right?.sizes ?? 0...Int.max)
      return sizes == 0...Int.max ? nil : .within(.length(sizes))
    case .list where binary == .add:
      let element = left?.element.flatMap { one in right?.element.flatMap { one.joined(with: $0) } }
      return .list(element, of: (left?.sizes ?? 0...Int.max).adding(right?.sizes ?? 0...Int.max))
    default: return nil
    }
  }

  /// The known values of the negative of a number.
  package var negated: KnownValues? {
    switch range {
    case .whole(let range)?: .whole(range.negated)
    case .decimal(let range)?: .within(.decimal(-range.upperBound...(-range.lowerBound)))
    default: nil
    }
  }

  /// Returns what's known about the result of a function of numbers, or about a size.
  ///
  /// - Parameters:
  ///   - function: Its name.
  ///   - arguments: What's known about its arguments.
  /// - Returns: What's known; nil if nothing is.
  package static func result(of function: String, _ arguments: [KnownValues?]) -> KnownValues? {
    switch (function, arguments.first.flatMap { $0?.range }) {
    case ("size", _):
      let sizes = arguments.first.flatMap { $0?.sizes } ?? 0...Int.max
      return .within(.whole(Int64(sizes.lowerBound)...Int64(sizes.upperBound)))
    case ("int", .whole(let range)?): return .whole(range)
    case ("int", .decimal(let range)?):
      func whole(_ bound: Double) -> Int64 {
        Int64(exactly: bound.rounded(.towardZero)) ?? (bound < 0 ? .min : .max)
      }
      return .whole(whole(range.lowerBound)...whole(range.upperBound))
    case ("double", .whole(let range)?):
      return .within(.decimal(Double(range.lowerBound)...Double(range.upperBound)))
    case ("double", .decimal(let range)?): return .within(.decimal(range))
    case ("math.abs", .whole(let range)?):
      let zero = range.contains(0)
      let ends = [range.lowerBound, range.upperBound].map { Int64(clamping: $0.magnitude) }.sorted()
      return .whole((zero ? 0 : ends[0])...ends[1])
    case ("math.least", _), ("math.greatest", _): return extreme(of: function, arguments)
    case ("indexOf", _), ("lastIndexOf", _): return .within(.whole(-1...Int64.max))
    default: return nil
    }
  }

  /// Returns what's known about the least or the greatest of whole numbers.
  private static func extreme(of function: String, _ arguments: [KnownValues?]) -> KnownValues? {
    let ranges = arguments.compactMap { $0?.wholeNumbers }
    guard ranges.count == arguments.count, ranges.count > 1 else { return nil }
    let (least, greatest) = (ranges.map(\.lowerBound), ranges.map(\.upperBound))
    return function == "math.least"
      ? .whole((least.min() ?? .min)...(greatest.min() ?? .max))
      : .whole((least.max() ?? .min)...(greatest.max() ?? .max))
  }
}

extension ValueRange {
  /// The range of one value; nil if it's neither a number nor a text.
  fileprivate init?(_ value: Value) {
    switch value {
    case .int(let number): self = .whole(number...number)
    case .double(let number) where number.isFinite: self = .decimal(number...number)
    case .string(let text):
      let count = text.unicodeScalars.count
      self = .length(count...count)
    default: return nil
    }
  }
}
