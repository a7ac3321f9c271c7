// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Synchronization

/// When expired walks and files without a walk are removed: with the first request, and then about sixty times while a
/// walk is kept, because that reads all walks of the store.
final class Tidying: Sendable {
  private let next = Mutex<Timestamp?>(nil)

  /// Returns whether the time has come, and sets the next one.
  func isDue(at now: Timestamp, in options: WebOptions) -> Bool {
    guard options.lifetime != nil || options.uploads != nil else { return false }
    let lifetime = options.lifetime?.wholeSeconds ?? .max
    let interval = min(max(lifetime / 60, 60), 3_600)
    return next.withLock { next in
      if let next, now < next { return false }
      next = (try? TimeSpan(seconds: interval)).flatMap { try? now.adding($0) }
      return true
    }
  }
}
