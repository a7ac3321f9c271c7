// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms

extension AsyncFlowRunner {
  /// Creates a runner for a walk in a store: the one with the id, or a new one if there's none.
  ///
  /// Call `start()`, which begins a new walk and continues another. Each event is in the store
  /// before its announcements are published and before anything that it requests is decided or performed:
  ///
  /// ```swift
  /// let runner = try await AsyncFlowRunner(flow: flow, in: store, id: id, clock: { SystemHost.now })
  /// try await runner.start()
  /// do {
  ///   try await runner.send(.next(.text("billing")))
  /// } catch is StaleWalkError {
  ///   try await runner.reload()
  /// }
  /// ```
  ///
  /// If someone else has changed the walk, an event throws `StaleWalkError`, and the runner is over until
  /// `reload()`. An effect that had begun when its process ended isn't performed until someone
  /// says whether it happened; see `decision`.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - store: The store.
  ///   - id: The id of the walk in the store.
  ///   - inputs: The values of the inputs of a new walk, by name.
  ///   - options: The options of a new walk, and the time zone of a stored one.
  ///   - keepsSecrets: Whether secrets are stored. Otherwise, a restored walk asks for them again.
  ///   - delegate: What decides about moves; nil to approve all.
  ///   - effects: What runs commands and actions, and writes files; nil to refuse all of them.
  ///   - paths: What looks up files for fields of type `path`; nil if nothing is known about them.
  ///   - clock: Returns the time of each event.
  /// - Throws: ``WalkStoreError`` if the walk can't be loaded or created, `SavedWalkError` if it doesn't belong
  ///   to the flow, and `InputError` if an input of a new walk is missing, unknown, or of the wrong type.
  public init(
    flow: CheckedFlow, in store: any WalkStore, id: String, inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions(), keepingSecrets keepsSecrets: Bool = false,
    delegate: (any AsyncFlowDelegate)? = nil, effects: (any AsyncEffectHost)? = nil,
    paths: (any PathHost)? = nil, clock: @escaping @Sendable () -> Timestamp
  ) async throws {
    let place = StoredPlace(
      store: store, id: id, flow: flow, zone: options.zone, keepsSecrets: keepsSecrets)
    let session: FlowSession
    do {
      session = try await place.load()
    } catch WalkStoreError.unknown {
      session = try await place.create(
        try FlowSession(flow: flow, inputs: inputs, options: options))
    }
    self.init(
      continuing: session, delegate: delegate, effects: effects, paths: paths,
      saving: { try await place.save($0) }, loading: { try await place.load() }, clock: clock)
  }
}

/// A walk in a store, as far as one runner knows it.
private actor StoredPlace {
  private let store: any WalkStore
  private let id: String
  private let flow: CheckedFlow
  private let zone: ZoneRules
  private let keepsSecrets: Bool

  /// The revision that the runner's session has.
  private var revision = WalkRevision.first

  /// The number of events that are stored.
  private var count = 0

  init(
    store: any WalkStore, id: String, flow: CheckedFlow, zone: ZoneRules, keepsSecrets: Bool
  ) {
    self.store = store
    self.id = id
    self.flow = flow
    self.zone = zone
    self.keepsSecrets = keepsSecrets
  }

  /// Adds a walk; if someone else has just added one, returns that.
  func create(_ session: FlowSession) async throws -> FlowSession {
    do {
      revision = try await store.create(id, SavedWalk(session, keepingSecrets: keepsSecrets))
    } catch WalkStoreError.exists {
      return try await load()
    }
    count = session.eventCount
    return session
  }

  func load() async throws -> FlowSession {
    let stored = try await store.load(id)
    let session = try FlowSession(restoring: stored.walk, flow: flow, zone: zone)
    (revision, count) = (stored.revision, session.eventCount)
    return session
  }

  /// Appends what's new, or replaces the walk if something in it waits for its question.
  func save(_ session: FlowSession) async throws {
    do {
      if let events = session.appendableEvents(after: count, keepingSecrets: keepsSecrets) {
        revision = try await store.append(events, to: id, after: revision)
      } else {
        revision = try await store.replace(
          id, with: SavedWalk(session, keepingSecrets: keepsSecrets), after: revision)
      }
    } catch WalkStoreError.conflict {
      throw StaleWalkError(id: id)
    }
    count = session.eventCount
  }
}
