// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Names that were just made and that nobody else can know yet: the first time that one comes back, the store needn't be
/// asked what there is of it.
final class NewNames: Sendable {
  private struct Generations {
    var young: Set<String> = []
    var old: Set<String> = []
  }

  /// The number of names in each of both generations.
  private static let generationLength = 1_024

  private let names = Mutex(Generations())

  /// Notes a name.
  func note(_ name: String) {
    names.withLock { names in
      if names.young.count >= Self.generationLength {
        (names.old, names.young) = (names.young, [])
      }
      names.young.insert(name)
    }
  }

  /// Returns whether a name is new, once.
  func take(_ name: String) -> Bool {
    names.withLock { names in
      names.young.remove(name) != nil || names.old.remove(name) != nil
    }
  }
}
