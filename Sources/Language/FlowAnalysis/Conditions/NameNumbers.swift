// SPDX-License-Identifier: Apache-2.0

import HashTreeCollections

/// The numbers of names at a place.
///
/// Each list and each of its answers has a table; copies share all but O(log *n*) of their entries.
struct NameNumbers {
  private var numbers: TreeDictionary<String, Int> = [:]

  /// The number of a name, or nil if it has no meaning.
  subscript(name: String) -> Int? {
    get { numbers[name] }
    set { numbers[name] = newValue }
  }
}

/// A set of names; copies share all but O(log *n*) of their elements.
struct NameSet {
  private var names: TreeSet<String> = []

  /// Whether there are no names.
  var isEmpty: Bool { names.isEmpty }

  /// Returns whether a name is in the set.
  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Adds names.
  mutating func insert(_ names: String...) { for name in names { self.names.insert(name) } }
}
