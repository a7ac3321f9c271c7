// SPDX-License-Identifier: Apache-2.0

/// The name of an entry of a ``StepStack``: a number that its stack never gives out twice.
///
/// A step that is popped and built again is a new entry with a new id, so an id that was kept
/// finds either the very entry it was taken from or nothing (`Documentation/Contract.md` SF-5). Within one
/// stack, ids grow from the bottom to the top. An id is encoded as its number.
public struct StepID: RawRepresentable, Hashable, Comparable, Encodable, Sendable {
  /// The number, at least 1.
  public let rawValue: Int64

  /// Creates an id from its number, or `nil` if the number is below 1.
  public init?(rawValue: Int64) {
    guard rawValue >= 1 else { return nil }
    self.rawValue = rawValue
  }

  /// The id that a stack gives out after `serial - 1` others.
  ///
  /// - Precondition: `serial` is at least 1; only ``StepStack`` calls this, with its own counter.
  @usableFromInline
  init(serial: Int64) {
    assert(serial >= 1, "ids count from 1")
    rawValue = serial
  }

  /// Whether one id was given out before another of the same stack.
  public static func < (left: StepID, right: StepID) -> Bool { left.rawValue < right.rawValue }
}

extension StepID: CustomStringConvertible {
  /// The number after a `#`.
  public var description: String { "#\(rawValue)" }
}

extension StepID: Decodable {
  /// Decodes an id from its number.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the number is below 1.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int64.self)
    guard let id = StepID(rawValue: number) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a step id is at least 1, found \(number)")
    }
    self = id
  }
}
