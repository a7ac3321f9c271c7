// SPDX-License-Identifier: Apache-2.0

/// What is known of a value beyond its type, because its values are written down somewhere: those of
/// an answer to a question with listed choices.
///
/// The checker follows it through lists, records and macros, and warns of comparisons with a value
/// that is none of them. What nobody knows has no `KnownValues` at all.
public indirect enum KnownValues: Sendable, Hashable {
  /// The value is one of these.
  case oneOf([Value])

  /// The value is a list, and this is known of each element.
  case list(KnownValues)

  /// The value is a map, and this is known of the values of some of its keys.
  case record([String: KnownValues])

  /// The value is a text of a form, such as a date.
  case written(TextForm)

  /// The most values that are looked at together; where more are known, nothing is.
  private static let most = 1000

  /// What is known of a value of which one of two things is.
  ///
  /// - Returns: What holds in both cases; nil when that is nothing.
  func joined(with other: KnownValues) -> KnownValues? {
    switch (self, other) {
    // A value that there never is, as an element of an empty list, adds nothing.
    case (_, .oneOf([])): return self
    case (.oneOf([]), _): return other
    case (.oneOf(let values), .oneOf(let others)):
      guard values.count + others.count <= Self.most else { return nil }
      return .oneOf(values + others.filter { other in !values.contains { $0.isEqual(to: other) } })
    case (.written(let form), .written(let other)): return form == other ? self : nil
    case (.written(let form), .oneOf), (.oneOf, .written(let form)):
      return proves(form) && other.proves(form) ? .written(form) : nil
    case (.list(let element), .list(let other)):
      return element.joined(with: other).map { .list($0) }
    case (.record(let fields), .record(let others)):
      var both: [String: KnownValues] = [:]
      for (name, field) in fields {
        if let other = others[name] { both[name] = field.joined(with: other) }
      }
      return .record(both)
    default: return nil
    }
  }

  /// What is known of each of some values; nil when nothing is known of one.
  package static func joined(_ all: [KnownValues?]) -> KnownValues? {
    var result = KnownValues.oneOf([])
    for one in all {
      guard let one, let joined = result.joined(with: one) else { return nil }
      result = joined
    }
    return result
  }

  /// What is known of the elements of a list; nil when the value is none.
  package var element: KnownValues? {
    guard case .list(let element) = self else { return nil }
    return element
  }

  /// What is known of the value of a key.
  package subscript(name: String) -> KnownValues? {
    guard case .record(let fields) = self else { return nil }
    return fields[name]
  }

  /// The same, or nil when it would take long to look at; names keep no more.
  package var ofModerateSize: KnownValues? {
    var left = Self.most
    return isSmaller(than: &left) ? self : nil
  }

  private func isSmaller(than left: inout Int) -> Bool {
    left -= 1
    guard left > 0 else { return false }
    switch self {
    case .oneOf(let values):
      left -= values.count
      return left > 0
    case .written: return true
    case .list(let element): return element.isSmaller(than: &left)
    case .record(let fields):
      for field in fields.values { guard field.isSmaller(than: &left) else { return false } }
      return true
    }
  }

  /// Whether a value stands anywhere in it.
  func mentions(_ value: Value) -> Bool {
    switch self {
    case .oneOf(let values): values.contains { $0.isEqual(to: value) }
    case .written: false
    case .list(let element): element.mentions(value)
    case .record(let fields): fields.values.contains { $0.mentions(value) }
    }
  }
}

extension KnownValues {
  /// Whether the value is surely of a type, as far as what is known says.
  package func isWithin(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.oneOf(let values), _): values.allSatisfy { type.contains($0) }
    case (.written, .string): true
    case (.list(let known), .list(let element)): known.isWithin(element)
    default: false
    }
  }

  /// Whether the value is surely a text of a form.
  package func proves(_ form: TextForm) -> Bool {
    switch self {
    case .written(let known): known == form
    case .oneOf(let values):
      values.allSatisfy { value in
        if case .string(let text) = value { form.contains(text) } else { false }
      }
    case .list, .record: false
    }
  }
}

extension KnownValues: ExpressibleByArrayLiteral {
  /// One of the values.
  public init(arrayLiteral elements: Value...) { self = .oneOf(elements) }
}
