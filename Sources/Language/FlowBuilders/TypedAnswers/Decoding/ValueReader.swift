// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions

/// A value to be decoded, with its path.
struct ValueReader {
  /// The value, or nil if there's none.
  ///
  /// An optional is its content.
  let value: Value?

  /// Where it is.
  let path: AnswerPath

  init(value: Value?, path: AnswerPath) {
    if case .optional(let inner) = value {
      self.value = inner
    } else {
      self.value = value
    }
    self.path = path
  }

  /// Whether nothing was answered.
  var isEmpty: Bool { value == nil || value == .null }

  /// Decodes a type: a scalar by itself, any other from containers.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let scalar = try scalar(type) { return scalar }
    do {
      return try T(from: foundationReader(of: type) ?? self)
    } catch {
      // The standard library's message for enumerations contains the text.
      if case DecodingError.dataCorrupted = error, type is any RawRepresentable.Type {
        throw mismatch(rawValues(of: type) ?? "a raw value of '\(type)'", .invalid)
      }
      throw AnswerError(error, at: path)
    }
  }

  /// Returns the value as a scalar, or nil if the type isn't one.
  private func scalar<T>(_ type: T.Type) throws -> T? {
    switch type {
    case is Bool.Type: return try bool() as? T
    case is String.Type: return try text() as? T
    case is Double.Type: return try number() as? T
    case is Float.Type: return Float(try number()) as? T
    case is Timestamp.Type: return try timestamp() as? T
    case is TimeSpan.Type: return try span() as? T
    case is Duration.Type: return try duration() as? T
    case is CalendarDate.Type:
      return try parsed("a date such as 2026-01-31") { text throws(TimeError) in
        try CalendarDate(text)
      } as? T
    case is TimeOfDay.Type:
      return try parsed("a time such as 02:00") { text throws(TimeError) in
        try TimeOfDay(text)
      } as? T
    case let integer as any FixedWidthInteger.Type: return try whole(integer) as? T
    default: return nil
    }
  }

  // MARK: Scalars

  private func bool() throws -> Bool {
    guard case .bool(let isTrue) = value else { throw mismatch("true or false") }
    return isTrue
  }

  private func text() throws -> String {
    switch value {
    case .string(let text): return text
    case .timestamp(let time): return time.description
    case .duration(let span): return span.iso8601
    default: throw mismatch("a text")
    }
  }

  private func number() throws -> Double {
    switch value {
    case .double(let number): return number
    case .int(let number):
      guard let exact = Double(exactly: number) else { throw mismatch("a number", .outOfRange) }
      return exact
    case .uint(let number):
      guard let exact = Double(exactly: number) else { throw mismatch("a number", .outOfRange) }
      return exact
    default: throw mismatch("a number")
    }
  }

  private func whole<N: FixedWidthInteger>(_ type: N.Type) throws -> N {
    let found: N?
    switch value {
    case .int(let number): found = N(exactly: number)
    case .uint(let number): found = N(exactly: number)
    case .double(let number):
      guard number.rounded() == number else { throw mismatch("a whole number") }
      found = N(exactly: number)
    default: throw mismatch("a whole number")
    }
    guard let found else { throw mismatch("a number from \(N.min) to \(N.max)", .outOfRange) }
    return found
  }

  private func timestamp() throws -> Timestamp {
    if case .timestamp(let time) = value { return time }
    return try parsed("a date and time such as 2026-01-31T09:00:00Z") { text throws(TimeError) in
      try Timestamp(text)
    }
  }

  private func span() throws -> TimeSpan {
    if case .duration(let span) = value { return span }
    return try parsed("a duration such as PT1H30M") { text throws(TimeError) in
      try TimeSpan(iso8601: text)
    }
  }

  private func duration() throws -> Duration {
    let nanoseconds = try span().totalNanoseconds
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return .seconds(Int64(seconds)) + .nanoseconds(Int64(rest))
  }

  /// Parses a text, such as one in a file of results.
  private func parsed<T>(
    _ expected: String, _ parse: (String) throws(TimeError) -> T
  ) throws -> T {
    guard case .string(let text) = value else { throw mismatch(expected) }
    do throws(TimeError) {
      return try parse(text)
    } catch {
      throw mismatch(expected, .invalid)
    }
  }

  func mismatch(_ expected: String, _ code: AnswerError.Code = .wrongType) -> AnswerError {
    .mismatch(code, at: path, value, expected: expected)
  }

  /// The raw values of an enumeration, in the words of an error; nil if the type doesn't list them.
  private func rawValues<T>(of type: T.Type) -> String? {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    return names(of: type)
  }

  private func names<C: CaseIterable & RawRepresentable>(of type: C.Type) -> String {
    C.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
  }

  // MARK: Foundation

  /// Returns what Foundation's `Date` and `URL` read from a decoder, or nil for other types.
  private func foundationReader<T>(of type: T.Type) throws -> ValueReader? {
    switch FoundationType(of: type) {
    case .date:
      let time = try timestamp()
      return ValueReader(value: .double(FoundationType.seconds(of: time)), path: path)
    case .url:
      return ValueReader(value: .map(ValueMap([("relative", .string(try text()))])), path: path)
    case nil: return nil
    }
  }
}
