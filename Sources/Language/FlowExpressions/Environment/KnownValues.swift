// SPDX-License-Identifier: Apache-2.0

/// The known facts about a value beyond its type, from a list of its possible values, such as the
/// choices of a question.
///
/// The checker follows it through lists, records, and macros, and warns of comparisons with any
/// other value. If nothing is known about a value, it has no `KnownValues`.
public indirect enum KnownValues: Sendable, Hashable {
  /// The value is one of these.
  case oneOf([Value])

  /// The value is a list with a number of elements, and this is known about each of them, if anything.
  case list(KnownValues?, count: ClosedRange<Int> = 0...Int.max)

  /// The value is a map, and this is known about the values of some keys.
  case record([String: KnownValues])

  /// The value is a text of a known form, such as a date.
  case written(TextForm)

  /// The value is in a range.
  case within(ValueRange)

  /// The maximum number of values to track; beyond it, nothing is known.
  private static let maximumCount = 1000

  /// Returns what's known about a value that's one of two values.
  ///
  /// - Returns: What holds in both cases, or `nil` if nothing does.
  func joined(with other: KnownValues) -> KnownValues? {
    switch (self, other) {
    // A value that never occurs, such as an element of an empty list, adds nothing.
    case (_, .oneOf([])): return self
    case (.oneOf([]), _): return other
    case (.oneOf(let values), .oneOf(let others)):
      guard values.count + others.count <= Self.maximumCount else {
        return joinedRange(with: other)
      }
      return .oneOf(values + others.filter { other in !values.contains { $0.isEqual(to: other) } })
    case (.written(let form), .written(let other)): return form == other ? self : nil
    case (.written(let form), .oneOf), (.oneOf, .written(let form)):
      return proves(form) && other.proves(form) ? .written(form) : nil
    case (.within, _), (_, .within): return joinedRange(with: other)
    case (.list(let element, let count), .list(let other, let otherCount)):
      return .list(
        element.flatMap { one in other.flatMap { one.joined(with: $0) } },
        of: count.joined(with: otherCount))
    case (.record(let fields), .record(let others)):
      var both: [String: KnownValues] = [:]
      for (name, field) in fields {
        if let other = others[name] { both[name] = field.joined(with: other) }
      }
      return .record(both)
    default: return nil
    }
  }

  private func joinedRange(with other: KnownValues) -> KnownValues? {
    range.flatMap { one in other.range.flatMap { one.joined(with: $0) } }.map { .within($0) }
  }

  /// Returns the known values of a list; nil if nothing is known.
  package static func list(_ element: KnownValues?, of count: ClosedRange<Int>) -> KnownValues? {
    element == nil && count == 0...Int.max ? nil : .list(element, count: count)
  }

  /// The known facts about each of several values, or `nil` if nothing is known about one of them.
  package static func joined(_ all: [KnownValues?]) -> KnownValues? {
    var result = KnownValues.oneOf([])
    for one in all {
      guard let one, let joined = result.joined(with: one) else { return nil }
      result = joined
    }
    return result
  }

  /// The known facts about the elements of a list, or `nil` if the value isn't a list.
  package var element: KnownValues? {
    guard case .list(let element, _) = self else { return nil }
    return element
  }

  /// The known facts about the value of a key.
  package subscript(name: String) -> KnownValues? {
    guard case .record(let fields) = self else { return nil }
    return fields[name]
  }

  /// The same knowledge, or `nil` if it's too large to process; names keep no more than this.
  package var ofModerateSize: KnownValues? {
    var left = Self.maximumCount
    return isSmaller(than: &left) ? self : nil
  }

  private func isSmaller(than left: inout Int) -> Bool {
    left -= 1
    guard left > 0 else { return false }
    switch self {
    case .oneOf(let values):
      left -= values.count
      return left > 0
    case .written, .within, .list(nil, _): return true
    case .list(let element?, _): return element.isSmaller(than: &left)
    case .record(let fields):
      for field in fields.values { guard field.isSmaller(than: &left) else { return false } }
      return true
    }
  }

  /// Whether a value occurs anywhere in it.
  func mentions(_ value: Value) -> Bool {
    switch self {
    case .oneOf(let values): values.contains { $0.isEqual(to: value) }
    case .written, .within: false
    case .list(let element, _): element?.mentions(value) ?? false
    case .record(let fields): fields.values.contains { $0.mentions(value) }
    }
  }
}

extension KnownValues {
  /// Whether the value is certain to be of a type.
  package func isWithin(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.oneOf(let values), _): values.allSatisfy { type.contains($0) }
    case (.written, .string): true
    case (.within(.whole), .int), (.within(.decimal), .double), (.within(.length), .string): true
    case (.list(let known?, _), .list(let element)): known.isWithin(element)
    default: false
    }
  }

  /// Whether the value is certain to be a text of a form.
  package func proves(_ form: TextForm) -> Bool {
    switch self {
    case .written(let known): known == form
    case .oneOf(let values):
      values.allSatisfy { value in
        if case .string(let text) = value { form.contains(text) } else { false }
      }
    case .list, .record, .within: false
    }
  }
}
