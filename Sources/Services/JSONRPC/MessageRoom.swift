// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many bytes the lines that are being read at several connections take together.
public final class MessageRoom: Sendable {
  private let bytesLeft: Atomic<Int>

  /// Creates room.
  ///
  /// - Parameter byteCount: The maximum number of bytes.
  public init(byteCount: Int) { bytesLeft = Atomic(byteCount) }

  /// Takes bytes; returns false, and takes none, if there aren't as many.
  func take(_ count: Int) -> Bool {
    let left = bytesLeft.subtract(count, ordering: .relaxed).newValue
    guard left < 0 else { return true }
    leave(count)
    return false
  }

  /// Gives bytes back.
  func leave(_ count: Int) { bytesLeft.add(count, ordering: .relaxed) }
}
