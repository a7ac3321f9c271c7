// SPDX-License-Identifier: Apache-2.0

/// A large value that's cheap to copy: a copy is one retain.
///
/// Copies share the value until one of them changes it.
///
/// - Complexity: Reading is O(1). The first change after a copy copies the value.
package struct CopyOnWrite<Value: Sendable>: Sendable {
  /// Only a single owner changes the value, so it can be shared between threads.
  private final class Storage: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value

    init(_ value: consuming Value) { self.value = value }
  }

  private var storage: Storage

  package init(_ value: consuming Value) { storage = Storage(value) }

  package var value: Value {
    @inline(__always) _read { yield storage.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

extension CopyOnWrite: Equatable where Value: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }
}

extension CopyOnWrite: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
