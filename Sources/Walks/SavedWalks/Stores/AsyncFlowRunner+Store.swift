// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import FlowSessions
public import FlowWalks

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
  ///   try await runner.send(.answer(.text("billing")))
  /// } catch is StaleWalkError {
  ///   try await runner.reload()
  /// }
  /// ```
  ///
  /// If someone else has changed the walk, an event throws `StaleWalkError`, and the runner is over until
  /// `reload()`.
  ///
  /// While an effect is performed, the runner holds the lease of the walk, so that no one else changes it. Another
  /// runner is told that it's performed elsewhere, and since when; see `elsewhere`. If a lease can be lost, the effect is
  /// canceled before. Only an effect whose lease was lost, or whose process ended, is in doubt: it isn't performed
  /// until someone says whether it happened; see `decision`.
  ///
  /// Secrets are stored if the store is sealed, as `SealedStore` is.
  ///
  /// A stored walk continues in the version of the flow that saved it, if that's given; see
  /// `SavedWalk.restored(in:)`. In another one, `start()` announces what was noticed, and stores the walk as one of
  /// that version.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk, in which a new walk begins.
  ///   - otherVersions: Other versions of the flow, for the walks that they have saved.
  ///   - store: The store.
  ///   - id: The id of the walk in the store.
  ///   - owner: The owner of the walk, so that the walk of another one is unknown; nil to take any.
  ///   - lifetime: How long the walk is kept after its last event: what its summary says of when it expires; nil for
  ///     ever.
  ///   - lease: The caller's lease of the walk, which is used for each change; nil to lease the walk for each effect.
  ///   - inputs: The values of the inputs of a new walk, by name.
  ///   - options: The options of a new walk; the time zone of a stored one, and the answers to its secrets.
  ///   - delegate: What decides about moves; nil to approve all.
  ///   - effects: What runs commands and actions, and writes files; nil to refuse all of them.
  ///   - paths: What looks up files for fields of type `path`; nil if nothing is known about them.
  ///   - allowsDowngrade: Whether a walk that a later version of the flow has saved continues all the same, as one of
  ///     a changed flow; otherwise, it's refused.
  ///   - clock: Returns the time of each event.
  /// - Throws: ``WalkStoreError`` if the walk can't be loaded or created, `SavedWalkError` if it doesn't belong
  ///   to the flow or a later version has saved it, ``MissingSecretError`` if it can't go on without a secret, and `InputError` if an input of a new
  ///   walk is missing, unknown, or of the wrong type.
  public init(
    flow: CheckedFlow, otherVersions: [CheckedFlow] = [], in store: any WalkStore, id: String,
    owner: String? = nil, keptFor lifetime: TimeSpan? = nil, holding lease: WalkLease? = nil,
    inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions(), delegate: (any AsyncFlowDelegate)? = nil,
    effects: (any AsyncEffectHost)? = nil, paths: (any PathHost)? = nil,
    allowingDowngrade allowsDowngrade: Bool = false, clock: @escaping @Sendable () -> Timestamp
  ) async throws {
    // Other answers in advance are those of a new walk, and are stored with it.
    let secrets = options.answers.filter { answer in
      ([flow] + otherVersions).contains { $0.takesSecret(answer.key) }
    }
    let place = StoredPlace(
      store: store, id: id, holding: lease, owner: owner,
      expiry: { lifetime.flatMap { try? clock().adding($0) } }
    ) {
      [zone = options.zone] (walk) throws(SavedWalkError) in
      try walk.restored(
        in: flow, otherVersions: otherVersions, zone: zone, answers: secrets,
        allowingDowngrade: allowsDowngrade)
    }
    let found: (session: FlowSession, elsewhere: PerformedElsewhere?)
    do {
      found = try await place.load()
    } catch WalkStoreError.unknown {
      found = try await place.create(
        try FlowSession(flow: flow, inputs: inputs, options: options))
    }
    self.init(
      continuing: found.session, elsewhere: found.elsewhere, in: place, delegate: delegate,
      effects: effects, paths: paths, clock: clock)
  }
}
