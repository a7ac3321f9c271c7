// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Synchronization

/// The parts of its session that a forecast has read: as long as they're the same, the same is ahead.
///
/// A scope is copied for each evaluation, and its copies note what they read in one place.
final class ForecastReads: Sendable {
  struct Noted: Sendable {
    /// The values of names that were read; nil for those that weren't known, and an inner nil for those without a
    /// value.
    var values: [NameOrigin: Value??] = [:]

    /// Whether each answer given in advance that was looked at had been used.
    var used: [String: Bool] = [:]

    /// Whether it has read anything else, such as the time, or the same name with different values.
    var hasOther = false
  }

  private let contents = Mutex(Noted())

  var noted: Noted { contents.withLock { $0 } }

  /// Notes the value of a name; nil if it isn't known, and an inner nil if it has none.
  func note(_ origin: NameOrigin, _ value: Value??) {
    contents.withLock { noted in
      switch origin {
      // An input never changes.
      case .input: return
      // A value of an item changes with the item.
      case .position, .items, .overElement: noted.hasOther = true
      case .element, .argument, .compute:
        if let old = noted.values.updateValue(value, forKey: origin), old != value {
          noted.hasOther = true
        }
      }
    }
  }

  /// Notes whether an answer given in advance has been used.
  func noteGiven(_ id: String, isUsed: Bool) {
    contents.withLock { $0.used[id] = isUsed }
  }

  /// Notes that something else was read.
  func noteOther() { contents.withLock { $0.hasOther = true } }
}
