// SPDX-License-Identifier: Apache-2.0

/// Decides when a changed height of the occluder is applied (`Documentation/Contract.md` CS-7 to
/// CS-9).
///
/// Each different height restarts the delay, up to a limit counted from the first height that isn't
/// applied yet. The filter has no clock; its methods take the time.
struct OccluderFilter {
  var delay = Duration.milliseconds(100)
  var maximumPostponement = Duration.milliseconds(500)

  /// The height that the layout uses.
  private(set) var applied = 0

  /// The newest height, if it isn't applied yet.
  private(set) var pending: Int?

  /// The time at which the pending height is due; while suspended, as it was before.
  private var due = Duration.zero
  private var firstEvent = Duration.zero
  private var suspensions = 0
  private var suspendedAt = Duration.zero
  private var arrivedWhileSuspended = false
  private var flushesOnResume = false

  /// The height to paint.
  var newest: Int { pending ?? applied }

  var isSuspended: Bool { suspensions > 0 }

  /// The time at which the pending height is due; nil if there's none, or while suspended.
  var deadline: Duration? { pending == nil || isSuspended ? nil : due }

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

  /// Applies the pending height now or, while suspended, on resume.
  mutating func flush() -> Bool {
    if isSuspended {
      flushesOnResume = true
      return false
    }
    return apply()
  }

  /// Applies a height at once, instead of the pending one.
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
    // The suspension doesn't count; a height that arrived during it waits for the full delay.
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
