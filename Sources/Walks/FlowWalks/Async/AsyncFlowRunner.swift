// SPDX-License-Identifier: Apache-2.0

import FlowEffects
public import FlowExpressions
public import FlowModel
public import FlowSessions
public import StackFlowCore

/// Walks a flow on a server: decisions and effects may take their time, and several tasks may use it.
///
/// It drives a `FlowWalk`, as a `FlowRunner` does, so an event means exactly what it means there.
///
/// ```swift
/// let runner = try AsyncFlowRunner(flow: flow, clock: { SystemHost.now })
/// try await runner.start()
/// try await runner.send(.answer(.text("billing")))
/// if case .finished(let result) = await runner.state { print(result.output) }
/// ```
///
/// ## Order
///
/// Events are handled in the order in which they arrive. While a delegate decides or an effect is
/// performed, other events are handled: the user can leave, or take a request back.
///
/// ## Cancellation
///
/// Canceling a task that waits in ``send(_:)-([FlowEvent])`` ends the wait, and the walk stays as it is: a request
/// that wasn't decided stays open, and an effect that hasn't begun doesn't begin. ``session`` can be
/// saved, and ``resume()`` continues. An effect that has begun is told of the cancellation, and its
/// result is always taken.
public actor AsyncFlowRunner {
  /// Saves a session, before anything that its last event requests is decided or performed.
  ///
  /// It throws ``StaleWalkError`` if the walk was changed elsewhere.
  public typealias Saving = @Sendable (FlowSession) async throws -> Void

  /// Returns the session as it's saved now.
  public typealias Loading = @Sendable () async throws -> FlowSession

  private var walk: FlowWalk
  private let delegate: (any AsyncFlowDelegate)?
  private let effects: (any AsyncEffectHost)?
  private let place: any WalkPlace

  /// Whether the walk was changed elsewhere since this runner loaded it.
  ///
  /// Then this runner is over: each event throws ``StaleWalkError`` and changes nothing. ``reload()``
  /// continues with the walk as it's saved.
  public private(set) var isStale = false

  /// The effect that another runner performs now; nil if none does.
  ///
  /// Then ``decision`` is nil, because nothing is in doubt, and each event throws this and changes nothing.
  /// ``reload()`` looks again, and so do ``start()`` and ``resume()``.
  public private(set) var elsewhere: PerformedElsewhere?

  /// The turns that wait while an event is handled and saved.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isHandling = false

  /// The request that's being decided.
  private var deciding: NavigationRequest.ID?
  private var isPerforming = false

  /// Whether the session has changed since it was saved.
  private var isUnsaved = false

  /// Whether that an effect has ended isn't saved.
  private var isEndUnsaved = false

  /// The announcements of events that aren't saved yet.
  private var unpublished: [FlowAnnouncement] = []

  private var observers: [Int: AsyncStream<FlowUpdates.Numbered>.Continuation] = [:]
  private var observerCount = 0
  private var updateCount = 0

  /// Creates a runner for a session that hasn't started.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The values of the inputs, by name.
  ///   - options: Answers given in advance, and how defaults are taken.
  ///   - delegate: What decides about moves; nil to approve all.
  ///   - effects: What runs commands and actions, and writes files; nil to refuse all of them.
  ///   - paths: What looks up files for fields of type `path`; nil if nothing is known about them.
  ///   - saving: Saves the session after each event; nil to save nothing. See ``send(_:)-([FlowEvent])``.
  ///   - clock: Returns the time of each event.
  /// - Throws: `InputError` if an input is missing, unknown, or of the wrong type.
  public init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    delegate: (any AsyncFlowDelegate)? = nil, effects: (any AsyncEffectHost)? = nil,
    paths: (any PathHost)? = nil, saving: Saving? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(InputError) {
    self.init(
      continuing: try FlowSession(flow: flow, inputs: inputs, options: options), delegate: delegate,
      effects: effects, paths: paths, saving: saving, clock: clock)
  }

  /// Creates a runner for a session that may have started, such as a restored one.
  ///
  /// Call ``resume()`` to continue with what the session needs. An effect that had begun in it isn't
  /// performed until someone says what happened; see ``decision``.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - delegate: What decides about moves; nil to approve all.
  ///   - effects: What runs commands and actions, and writes files; nil to refuse all of them.
  ///   - paths: What looks up files for fields of type `path`; nil if nothing is known about them.
  ///   - saving: Saves the session after each event; nil to save nothing.
  ///   - loading: Returns the session as it's saved, for ``reload()``; nil if it can't be loaded.
  ///   - clock: Returns the time of each event.
  public init(
    continuing session: FlowSession, delegate: (any AsyncFlowDelegate)? = nil,
    effects: (any AsyncEffectHost)? = nil, paths: (any PathHost)? = nil,
    saving: Saving? = nil, loading: Loading? = nil, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      continuing: session, in: SavingPlace(saving: saving, loading: loading), delegate: delegate,
      effects: effects, paths: paths, clock: clock)
  }

  /// Creates a runner for a session in a place.
  package init(
    continuing session: FlowSession, elsewhere: PerformedElsewhere? = nil, in place: any WalkPlace,
    delegate: (any AsyncFlowDelegate)?, effects: (any AsyncEffectHost)?, paths: (any PathHost)?,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.delegate = delegate
    self.effects = effects
    self.place = place
    self.elsewhere = elsewhere
    // A move that a delegate decides about is decided after the session was saved.
    walk = FlowWalk(
      session,
      services: WalkServices(
        effects: effects.map { EffectRules(of: $0) }, paths: paths,
        client: delegate == nil ? [] : .moves, clock: clock))
  }

  deinit { for observer in observers.values { observer.finish() } }

  /// The current session, a value that can be saved at any time.
  public var session: FlowSession { walk.session }

  /// The state of the session.
  public var state: SessionState { walk.session.state }

  /// The decision without which the walk can't go on; nil if there's none.
  ///
  /// A move that the delegate decides later is one of these.
  public var decision: WalkDecision? {
    isPerforming || elsewhere != nil ? nil : walk.decision
  }

  // MARK: Events

  /// Starts the session, which pushes the first step; continues one that has started, as ``resume()`` does.
  @discardableResult
  public func start() async throws -> [FlowAnnouncement] {
    let noticed = elsewhere == nil ? [] : try await reload()
    return noticed + (try await send(.start))
  }

  /// Handles an event as a change of its own; see ``send(_:)-([FlowEvent])``.
  ///
  /// - Parameter event: The event.
  /// - Returns: The announcements of the event, and of what this call decided and performed.
  /// - Throws: What ``send(_:)-([FlowEvent])`` throws.
  @discardableResult
  public func send(_ event: FlowEvent) async throws -> [FlowAnnouncement] {
    try await send([event])
  }

  /// Handles events, then decides and performs what they request, until the session asks a step, needs
  /// an answer of someone else, or has ended.
  ///
  /// The events are one change: they're all handled, and then saved together, before the delegate decides about
  /// a move and before an effect is performed. Without a delegate, moves are approved as a part of the change. An event
  /// that doesn't apply, because the one before it waits for a decision, has no effect.
  ///
  /// ```
  /// try await runner.send([.edit(field: "host", .text("db")), .submit])
  /// ```
  ///
  /// The session is saved again after each decision of the delegate, and before and after each
  /// effect. So nothing is decided or performed that a restored session doesn't know.
  ///
  /// - Parameter events: The events, in order.
  /// - Returns: The announcements of the events, and of what this call decided and performed.
  /// - Throws: ``PerformedElsewhere`` if another runner performs an effect; nothing was handled then. Otherwise only
  ///   what saving throws. The events have been handled then; ``resume()`` saves again and
  ///   continues, unless it's ``StaleWalkError``: then the events are lost, and ``reload()`` continues.
  @discardableResult
  public func send(_ events: [FlowEvent]) async throws -> [FlowAnnouncement] {
    try await take(events) + settle()
  }

  /// Starts the session, or continues it, and then handles events as one change, if the session has a number of events.
  ///
  /// ``resume()`` does what they request.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - revision: The number of events that the session must have before.
  /// - Returns: The session afterwards; nil if it has had another number of events.
  /// - Throws: What ``start()`` throws.
  package func take(_ events: [FlowEvent], at revision: Int) async throws -> FlowSession? {
    try await start()
    guard walk.session.eventCount == revision else { return nil }
    if !events.isEmpty { try await take(events) }
    return walk.session
  }

  /// Handles events as one change, and saves it; ``resume()`` does what they request.
  @discardableResult
  private func take(_ events: [FlowEvent]) async throws -> [FlowAnnouncement] {
    try await handle { walk in events.flatMap { walk.settle($0, leaving: .effects) } }
  }

  /// Continues with what the session needs: after restoring it, after a cancellation, and after an error
  /// of saving.
  ///
  /// - Returns: The announcements.
  /// - Throws: ``PerformedElsewhere``, or what saving throws.
  @discardableResult
  public func resume() async throws -> [FlowAnnouncement] {
    let noticed = elsewhere == nil ? [] : try await reload()
    // A session restored in the middle of a decision or an effect.
    return noticed + (try await handle { $0.session.takeNotices() }) + (try await settle())
  }

  /// Continues with the walk as it's saved, after it was changed elsewhere.
  ///
  /// Events that happened here and weren't saved are lost, except that an effect has ended: that's saved before, unless
  /// someone else has gone on. Observers get an update with what was noticed while the walk was restored; show its
  /// state, which the user hasn't seen. An effect that began elsewhere is ``elsewhere`` while it's performed there, and
  /// otherwise in doubt; see ``decision``.
  ///
  /// - Returns: What was noticed while the walk was restored.
  /// - Throws: What loading throws; ``StaleWalkError`` if the runner was created without a way to load its
  ///   walk.
  @discardableResult
  public func reload() async throws -> [FlowAnnouncement] {
    await beginTurn()
    defer { endTurn() }
    if isEndUnsaved {
      // Only this runner knows what happened outside.
      do {
        try await place.save(walk.session, leased: false)
      } catch is StaleWalkError {}
      isEndUnsaved = false
    }
    if !isPerforming { await place.release() }
    let loaded = try await place.load()
    walk = FlowWalk(loaded.session, services: walk.services)
    elsewhere = loaded.elsewhere
    let noticed = walk.session.takeNotices()
    (isStale, isUnsaved, unpublished, deciding) = (false, !noticed.isEmpty, [], nil)
    tellObservers(noticed)
    return noticed
  }

  /// Answers a request for which the delegate returned `later`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decision: The decision.
  /// - Returns: The announcements.
  /// - Throws: `FlowStackError.staleRequest` if the request was already answered or canceled,
  ///   ``PerformedElsewhere``, or what saving throws.
  @discardableResult
  public func answer(
    _ request: NavigationRequest, _ decision: FlowDecision
  ) async throws -> [FlowAnnouncement] {
    try await handle { walk in
      guard walk.session.pendingRequest == request else {
        throw FlowStackError.staleRequest(request)
      }
      guard decision != .later else { return [] }
      return walk.settle(.decide(decision, on: request.id), leaving: .effects)
    } + settle()
  }

  /// Answers a decision.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - decision: What was decided; nil for ``decision``. It has no effect if something else is to be
  ///     decided now.
  /// - Returns: The announcements.
  /// - Throws: ``PerformedElsewhere``, or what saving throws.
  @discardableResult
  public func decide(
    _ answer: DecisionAnswer, on decision: WalkDecision? = nil
  ) async throws -> [FlowAnnouncement] {
    guard !isPerforming else { return [] }
    return try await handle { walk in
      guard let decision = decision ?? walk.decision else { return [] }
      walk.forgetLook(at: decision)
      return walk.settle(walk.take(answer, to: decision), leaving: .effects)
    } + settle()
  }

  /// Refuses the pending effect, so that its step fails.
  ///
  /// - Parameter reason: The reason, as the end of a sentence such as "'git' …".
  /// - Returns: The announcements; none if no effect is pending.
  /// - Throws: ``PerformedElsewhere``, or what saving throws.
  @discardableResult
  package func refuseEffect(_ reason: String? = nil) async throws -> [FlowAnnouncement] {
    guard !isPerforming else { return [] }
    return try await handle { walk in
      walk.settle(walk.refusal(reason), leaving: .effects)
    } + settle()
  }

  // MARK: Observing

  /// Returns the updates of the walk from now on.
  ///
  /// - Parameter limit: The maximum number of updates that wait for a slow consumer, at least 1; after
  ///   that, the oldest are dropped and counted.
  /// - Returns: A sequence, for one consumer.
  public func updates(bufferingAtMost limit: Int = 256) -> FlowUpdates {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FlowUpdates.Numbered.self, bufferingPolicy: .bufferingNewest(max(1, limit)))
    continuation.yield(.init(number: updateCount, announcements: [], state: state))
    if case .finished = state {
      continuation.finish()
    } else {
      observerCount += 1
      let id = observerCount
      observers[id] = continuation
      continuation.onTermination = { [weak self] _ in
        Task { await self?.removeObserver(id) }
      }
    }
    return FlowUpdates(stream: stream)
  }

  private func removeObserver(_ id: Int) { observers[id] = nil }

  /// Tells observers of what has been saved.
  private func publish() {
    guard !unpublished.isEmpty else { return }
    let announcements = unpublished
    unpublished = []
    tellObservers(announcements)
  }

  private func tellObservers(_ announcements: [FlowAnnouncement]) {
    updateCount += 1
    let update = FlowUpdates.Numbered(
      number: updateCount, announcements: announcements, state: state)
    for observer in observers.values { observer.yield(update) }
    guard case .finished = state else { return }
    let ended = observers
    observers = [:]
    for observer in ended.values { observer.finish() }
  }

  // MARK: Turns

  /// The relation of a change to the lease of the walk.
  private enum Leasing { case asItIs, begins, ends }

  /// Changes the walk in a turn of its own, and saves it.
  private func handle(
    _ leasing: Leasing = .asItIs, _ change: (inout FlowWalk) throws -> [FlowAnnouncement]
  ) async throws -> [FlowAnnouncement] {
    await beginTurn()
    defer { endTurn() }
    guard !isStale else { throw StaleWalkError() }
    if let elsewhere { throw elsewhere }
    do {
      if leasing == .begins {
        try await place.lease()
        // That no one else has gone on is made sure of with the lease, even if nothing is new.
        isUnsaved = true
      }
      let before = (walk.session.eventCount, isNoticed: !walk.session.notices.isEmpty)
      let announcements = try change(&walk)
      unpublished += announcements
      if leasing == .ends { isEndUnsaved = true }
      // Notices are told once: the walk is saved as one of the flow that it's restored in.
      if walk.session.eventCount != before.0 || before.isNoticed { isUnsaved = true }
      if isUnsaved {
        try await place.save(walk.session, leased: leasing == .begins)
        (isUnsaved, isEndUnsaved) = (false, false)
      }
      walk.concludeEffects()
      if leasing == .ends || !isPerforming { await place.release() }
      publish()
      return announcements
    } catch let error as StaleWalkError {
      (isStale, isEndUnsaved, unpublished) = (true, false, [])
      await place.release()
      throw error
    }
  }

  private func beginTurn() async {
    guard isHandling else {
      isHandling = true
      return
    }
    // The turn is handed over, so no one else can take it in between.
    await withCheckedContinuation { waiting.append($0) }
  }

  private func endTurn() {
    if waiting.isEmpty {
      isHandling = false
    } else {
      waiting.removeFirst().resume()
    }
  }

  // MARK: What the session needs

  /// Decides and performs what the session needs, unless another call already does.
  private func settle() async throws -> [FlowAnnouncement] {
    var all: [FlowAnnouncement] = []
    while !Task.isCancelled, case .needs(let need) = state {
      switch need {
      case .approval(let request):
        guard deciding != request.id, let more = try await decide(request) else { return all }
        all += more
      case .effect:
        guard !isPerforming else { return all }
        all += try await handle { walk in
          defer { walk.lookOnce() }
          return walk.recovery().map { walk.settle($0, leaving: .effects) } ?? []
        }
        guard case .needs(.effect) = state else { continue }
        guard !isPerforming, walk.decision == nil else { return all }
        all += try await performEffect()
      case .lookUp: return all
      }
    }
    return all
  }

  /// Asks the delegate about a request.
  ///
  /// - Returns: The announcements, or nil if the request stays open.
  private func decide(_ request: NavigationRequest) async throws -> [FlowAnnouncement]? {
    deciding = request.id
    let decision = await decision(on: request)
    if deciding == request.id { deciding = nil }
    guard decision != .later, !Task.isCancelled else { return nil }
    return try await handle { walk in
      // A newer event has canceled the request; then that event's call continues.
      guard walk.session.pendingRequest == request else { return [] }
      return walk.settle(.decide(decision, on: request.id), leaving: .effects)
    }
  }

  private func decision(on request: NavigationRequest) async -> FlowDecision {
    guard let delegate else { return .approve }
    let session = walk.session
    return switch request.move {
    case .push:
      await delegate.decidePush(request, answers: session.pendingAnswers, in: session)
    case .pop: await delegate.decidePop(request, to: session.pendingTarget ?? "", in: session)
    }
  }

  private func performEffect() async throws -> [FlowAnnouncement] {
    isPerforming = true
    defer { isPerforming = false }
    var effect: FlowWalk.Effect?
    // That it begins is saved before it begins.
    var all = try await handle(.begins) { walk in
      effect = walk.beginEffect()
      return []
    }
    let result: EffectResult
    switch effect {
    case .request(let request)?:
      guard let effects else { return all }
      result = await place.performing { await effects.perform(request) }
    case .refused(let refusal)?: result = refusal
    case nil: return all + (try await handle(.ends) { _ in [] })
    }
    all += try await handle(.ends) { $0.settle(.effectEnded(result), leaving: .effects) }
    return all
  }
}
