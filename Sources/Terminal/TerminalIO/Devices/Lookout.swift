// SPDX-License-Identifier: Apache-2.0

internal import CTerminal
import Synchronization

/// Watches a consumer that reads the terminal on its own thread, so that a program which hangs, or works
/// for long, is heard nevertheless.
///
/// The consumer says when it waits and when it continues. If it continues for longer than a moment, the
/// terminal's thread reads in its place. While the user thinks, that thread sleeps; while the user types,
/// it looks twice a second, so that a key costs nothing.
final class Lookout: Sendable {
  /// The time, in nanoseconds, between two looks.
  private static let interval: Int64 = 500_000_000

  /// Wakes the thread.
  private let wake: @Sendable () -> Void

  /// Whether the consumer waits.
  private let isHeld = Atomic(false)

  /// How often the consumer has waited.
  private let waits = Atomic(0)

  /// Whether the thread looks.
  private let isAwake = Atomic(true)

  /// Whether the thread reads.
  private let reads = Atomic(false)

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  // MARK: On the consumer's thread

  func consumerWaits() {
    waits.wrappingAdd(1, ordering: .relaxed)
    isHeld.store(true, ordering: .sequentiallyConsistent)
    if reads.load(ordering: .sequentiallyConsistent) { wake() }
  }

  func consumerGoesOn() {
    isHeld.store(false, ordering: .sequentiallyConsistent)
    if !isAwake.exchange(true, ordering: .sequentiallyConsistent) { wake() }
  }

  // MARK: On the terminal's thread

  /// The thread's last look at the consumer.
  struct Look {
    fileprivate var time: Int64?
    fileprivate var waits = -1
  }

  /// Looks at the consumer if it's time to.
  ///
  /// - Parameter last: The last look.
  /// - Returns: Whether the thread reads, and when it looks again; nil if it sleeps until it's woken.
  func look(after last: inout Look) -> (reads: Bool, next: Int64?) {
    let isAwake = self.isAwake.load(ordering: .sequentiallyConsistent)
    let now = ct_monotonic_nanoseconds()
    let isHeld = self.isHeld.load(ordering: .sequentiallyConsistent)
    if isHeld || !isAwake { reads.store(false, ordering: .sequentiallyConsistent) }
    guard isAwake else {
      last.time = nil
      return (false, nil)
    }
    if reads.load(ordering: .sequentiallyConsistent) { return (true, nil) }
    let waits = self.waits.load(ordering: .relaxed)
    guard let time = last.time, now >= time else {
      if last.time == nil { last = Look(time: now + Self.interval, waits: waits) }
      return (false, last.time)
    }
    if isHeld, sleeps() {
      last.time = nil
      return (false, nil)
    }
    if !isHeld, waits == last.waits {
      reads.store(true, ordering: .sequentiallyConsistent)
      last.time = nil
      return (true, nil)
    }
    last = Look(time: now + Self.interval, waits: waits)
    return (false, last.time)
  }

  /// Stops looking, unless the consumer has just gone on without waking the thread.
  private func sleeps() -> Bool {
    isAwake.store(false, ordering: .sequentiallyConsistent)
    if isHeld.load(ordering: .sequentiallyConsistent) { return true }
    isAwake.store(true, ordering: .sequentiallyConsistent)
    return false
  }
}
