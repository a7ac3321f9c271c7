// SPDX-License-Identifier: Apache-2.0

public import FlowModel
public import FlowSessions
public import SavedWalks

/// A trip through a store: the events are appended, and the walk is loaded and restored.
public actor StoreTrip: WalkTrip {
  /// Why a walk came back differently.
  public enum Difference: Error {
    case walk, notices(String)
  }

  private let store: any WalkStore
  private let id = WalkID.random()
  private let flow: CheckedFlow
  private var stored: StoredWalk?

  /// Creates a trip of one walk.
  public init(_ store: any WalkStore, _ flow: CheckedFlow) {
    self.store = store
    self.flow = flow
  }

  /// Stores a session, and returns what's loaded.
  public func returned(_ session: FlowSession) async throws -> FlowSession {
    let walk = SavedWalk(session, keepingSecrets: true)
    try await save(walk)
    let loaded = try await store.load(id)
    guard loaded.walk == walk else { throw Difference.walk }
    stored = loaded
    let restored = try loaded.walk.restored(
      in: flow, zone: session.options.zone, catalog: session.options.catalog)
    guard restored.notices.isEmpty else { throw Difference.notices("\(restored.notices)") }
    return restored.session
  }

  private func save(_ walk: SavedWalk) async throws {
    guard let stored else {
      try await store.create(id, walk)
      return
    }
    let count = stored.walk.events.count
    if count <= walk.events.count, stored.walk.events[...] == walk.events.prefix(count) {
      try await store.append(Array(walk.events.dropFirst(count)), to: id, after: stored.revision)
    } else {
      try await store.replace(id, with: walk, after: stored.revision)
    }
  }
}
