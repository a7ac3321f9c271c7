// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// Decodes types of a program from the values of a flow.
///
/// Usually, you call `decode(_:)` of a `FlowResult` instead.
///
/// | answer | types |
/// |---|---|
/// | text, secret, path, choice | `String`, enumerations with raw values, `UUID`, `URL` |
/// | integer | each integer type whose range contains the number, `Double`, `Float` |
/// | number | `Double`, `Float`, integers if the number is whole |
/// | boolean | `Bool` |
/// | date | `CalendarDate`, `String` |
/// | time | `TimeOfDay`, `String` |
/// | datetime | `Timestamp`, Foundation's `Date`, `String` (RFC 3339) |
/// | duration | `TimeSpan`, `Duration`, `String` (ISO 8601) |
/// | choices, lists of records | arrays and sets |
/// | records | `Decodable` types, dictionaries |
/// | what isn't asked, or left empty | optionals |
public struct AnswerDecoder: Sendable {
  /// Creates a decoder.
  public init() {}

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - value: The value.
  /// - Returns: The decoded value.
  /// - Throws: ``AnswerError`` if the value doesn't fit the type.
  /// - Complexity: O(*n*) in the size of the value.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from value: Value
  ) throws(AnswerError) -> T {
    do {
      return try ValueReader(value: value, path: AnswerPath()).decode(type)
    } catch {
      throw AnswerError(error, at: AnswerPath())
    }
  }
}
