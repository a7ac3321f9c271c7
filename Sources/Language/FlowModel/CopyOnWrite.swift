// SPDX-License-Identifier: Apache-2.0

/// A large value that's cheap to copy: a copy is one retain.
///
/// Copies share the value until one of them changes it.
///
/// It's usable from inlined code, because other modules would otherwise look up its type at each access: what's only
/// `package` isn't inlined in them.
///
/// - Complexity: Reading is O(1). The first change after a copy copies the value.
@usableFromInline
package struct CopyOnWrite<Value: Sendable>: Sendable {
  /// Only a single owner changes the value, so it can be shared between threads.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: consuming Value) { self.value = value }
  }

  @usableFromInline var storage: Storage

  @inlinable
  package init(_ value: consuming Value) { storage = Storage(value) }

  @inlinable package var value: Value {
    @inline(__always) _read { yield storage.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

extension CopyOnWrite: Equatable where Value: Equatable {
  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }
}

extension CopyOnWrite: Hashable where Value: Hashable {
  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
