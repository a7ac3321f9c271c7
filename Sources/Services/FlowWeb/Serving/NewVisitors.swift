// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The visitors that have just got their cookies, and so have begun no walk: the first one isn't counted in the store.
final class NewVisitors: Sendable {
  private struct Generations {
    var young: Set<String> = []
    var old: Set<String> = []
  }

  /// The number of visitors in each of both generations.
  private static let generationLength = 1_024

  private let visitors = Mutex(Generations())

  /// Notes a visitor by the beginning of the ids of its walks.
  func note(_ prefix: String) {
    visitors.withLock { visitors in
      if visitors.young.count >= Self.generationLength {
        (visitors.old, visitors.young) = (visitors.young, [])
      }
      visitors.young.insert(prefix)
    }
  }

  /// Returns whether a visitor is new, once.
  func take(_ prefix: String) -> Bool {
    visitors.withLock { visitors in
      visitors.young.remove(prefix) != nil || visitors.old.remove(prefix) != nil
    }
  }
}
