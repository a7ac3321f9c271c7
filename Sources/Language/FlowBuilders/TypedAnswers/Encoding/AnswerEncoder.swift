// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// Encodes types of a program as the values of a flow.
///
/// It's the inverse of ``AnswerDecoder``: what one encodes, the other decodes. Usually, you call
/// `encode(_:for:)` of `SessionOptions` instead.
public struct AnswerEncoder: Sendable {
  /// Creates an encoder.
  public init() {}

  /// Encodes a value.
  ///
  /// Properties that are nil are omitted, unless their type encodes nil explicitly; then they're null.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The encoded value.
  /// - Throws: ``AnswerError`` if a number or a time is outside the range of values, or if the type
  ///   throws an error.
  /// - Complexity: O(*n*) in the size of the value.
  public func encode<T: Encodable>(_ value: T) throws(AnswerError) -> Value {
    let slot = ValueSlot()
    do {
      try ValueWriter(slot: slot, path: AnswerPath()).encode(value)
    } catch {
      throw AnswerError(error, at: AnswerPath())
    }
    return slot.value
  }
}
