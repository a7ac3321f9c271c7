// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension MessageLine {
  /// Reads the line.
  ///
  /// - Parameters:
  ///   - limits: The maximum size and depth.
  ///   - replacesHalves: Whether half of a surrogate pair becomes a replacement character; otherwise, such a line
  ///     isn't JSON.
  /// - Returns: The JSON value; nil if the line is blank.
  /// - Throws: ``RPCError`` if it's too long, there's no room for it, or it isn't JSON.
  /// - Complexity: O(*n*) in the length of the line.
  package func message(within limits: MessageLimits, replacingHalves replacesHalves: Bool = false)
    throws(RPCError) -> Value?
  {
    let bytes: [UInt8]
    switch self {
    case .bytes(let kept): bytes = kept
    case .tooLong:
      throw RPCError(.invalidRequest, "the message has more than \(limits.bytes) bytes")
    case .noRoom:
      throw RPCError(
        .invalidRequest, "the messages that are being sent take too much room; try again later",
        data: .object(["retries": .bool(true)]))
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RPCError(.parseError, "the message isn't UTF-8")
    }
    do {
      return try Value(
        json: text, maximumDepth: limits.depth, replacingHalves: replacesHalves)
    } catch {
      throw RPCError(
        .parseError, error.message, data: .object(["offset": .number(error.offset)]))
    }
  }
}
