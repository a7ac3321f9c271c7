// SPDX-License-Identifier: Apache-2.0

/// Decides when a changed height of the occluder is applied (`Documentation/Contract.md` CS-7 to
/// CS-9).
///
/// Each different height starts the delay anew, up to a bound counted from the first that is not yet
/// applied. Times are those of a clock; the filter has none.
struct OccluderFilter {
  var delay = Duration.milliseconds(100)
  var maximumPostponement = Duration.milliseconds(500)

  /// The height that the layout goes by.
  private(set) var applied = 0

  /// The newest height, if it is not applied yet.
  private(set) var pending: Int?

  /// When the pending height is due; while suspended, how long it still had when that began.
  private var due = Duration.zero
  private var firstEvent = Duration.zero
  private var suspensions = 0
  private var suspendedAt = Duration.zero
  private var arrivedWhileSuspended = false
  private var flushesOnResume = false

  /// The height that is to be painted.
  var newest: Int { pending ?? applied }

  var isSuspended: Bool { suspensions > 0 }

  /// When the pending height is due; nil when there is none, or while suspended.
  var deadline: Duration? { pending == nil || isSuspended ? nil : due }

  /// Takes a height.
  mutating func receive(_ height: Int, at now: Duration) {
    guard height != newest else { return }
    if pending == nil { firstEvent = now }
    pending = height
    if isSuspended {
      arrivedWhileSuspended = true
    } else {
      due = min(now + delay, firstEvent + maximumPostponement)
    }
  }

  /// Applies the pending height if it is due; returns whether the applied height changed.
  mutating func fire(at now: Duration) -> Bool {
    guard let deadline, deadline <= now else { return false }
    return apply()
  }

  /// Applies a height, or the pending one, now; while suspended on resume.
  mutating func flush() -> Bool {
    if isSuspended {
      flushesOnResume = true
      return false
    }
    return apply()
  }

  /// Applies a height at once, whatever is pending.
  mutating func force(_ height: Int) -> Bool {
    pending = height
    return apply()
  }

  mutating func suspend(at now: Duration) {
    suspensions += 1
    guard suspensions == 1 else { return }
    suspendedAt = now
    arrivedWhileSuspended = false
  }

  /// Ends one suspension; returns whether the applied height changed.
  mutating func resume(at now: Duration) -> Bool {
    guard suspensions > 0 else { return false }
    suspensions -= 1
    guard suspensions == 0 else { return false }
    if flushesOnResume {
      flushesOnResume = false
      return apply()
    }
    // The time of the suspension does not count; what arrived in it waits the full delay.
    let pause = now - suspendedAt
    firstEvent = arrivedWhileSuspended && firstEvent >= suspendedAt ? now : firstEvent + pause
    due = arrivedWhileSuspended ? min(now + delay, firstEvent + maximumPostponement) : due + pause
    return false
  }

  private mutating func apply() -> Bool {
    guard let height = pending else { return false }
    pending = nil
    guard height != applied else { return false }
    applied = height
    return true
  }
}
