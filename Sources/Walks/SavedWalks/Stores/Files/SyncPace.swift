// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How long the disk has lately taken for a change.
///
/// A thread that waits for the disk can't do anything else, but to have another one wait takes some 40 µs of the
/// processor for both. So where a change is mostly on disk in the time that it takes to make a page or two, it's waited
/// for at once. Three slow changes one after the other have the next ones waited for elsewhere, until the disk is quick
/// again; a single one can be that of a busy processor.
final class SyncPace: Sendable {
  /// The mean of the last times, which weighs each one an eighth, in nanoseconds; slow until some are known.
  private let mean = Atomic<Int>(maximum)

  /// The mean up to which changes are waited for at once, in nanoseconds.
  private static let limit = 600_000

  /// The time from which on it makes no difference, in nanoseconds.
  private static let maximum = 2_000_000

  init() {}

  /// Whether the disk is quick.
  var isQuick: Bool { mean.load(ordering: .relaxed) <= Self.limit }

  /// Notes how long a change took.
  ///
  /// Of two threads that note at once, one may be lost.
  func note(_ time: Duration) {
    let (seconds, rest) = time.components
    let new = seconds > 0 ? Self.maximum : min(Int(rest / 1_000_000_000), Self.maximum)
    let old = mean.load(ordering: .relaxed)
    mean.store(old + (new - old) / 8, ordering: .relaxed)
  }
}
