// SPDX-License-Identifier: Apache-2.0

/// The limits of messages.
public struct MessageLimits: Hashable, Sendable {
  /// The maximum size of a message in bytes.
  public var bytes = 1 << 20

  /// The maximum depth of arrays and objects in a message.
  public var depth = 64

  /// The maximum number of requests in a batch.
  public var batch = 100

  /// Creates the default limits.
  public init() {}
}
