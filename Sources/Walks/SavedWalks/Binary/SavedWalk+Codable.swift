// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// With `Codable`, a walk is its ``SavedWalk/bytes`` in Base64.
extension SavedWalk: Codable {
  /// Writes the walk.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64.encode(bytes))
  }

  /// Reads a walk.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, with the message of the ``SavedWalkError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the walk isn't Base64")
    }
    do throws(SavedWalkError) {
      try self.init(bytes: bytes)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
    }
  }
}
