// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
public import FlowSessions
import StackFlowCore

/// A walk through a flow: a session, and what a driver must know to go on with it.
///
/// It's a value. A ``WalkAction`` goes in, and a ``WalkState`` comes out. Every driver is a shell around one:
/// ``FlowRunner`` asks a delegate, `AsyncFlowRunner` is an actor, and the terminal's faces show it.
///
/// ```swift
/// let services = WalkServices(clock: { SystemHost.now })
/// var walk = FlowWalk(try FlowSession(flow: flow), services: services)
/// walk.start()
/// let notices = try walk.send(.answer(.one(.value("billing"))))
/// let next = walk.state
/// let saved = SavedWalk(walk.session, keepingSecrets: true)
/// ```
///
/// An action that can't be taken throws a ``WalkError``, and changes nothing. An answer that's refused
/// is a notice: the question stays, with its problems.
///
/// You can save the ``session`` after any request, and go on with a walk of the restored session. All
/// else is asked again: a permission holds for one process and one request, and an effect that began
/// without an end is in doubt.
public struct FlowWalk: Sendable {
  /// The session.
  public package(set) var session: FlowSession

  /// The hosts, the clock, and the tasks of the client.
  public var services: WalkServices { didSet { look = nil } }

  /// The permissions of this process.
  var grants = Grants() { didSet { hasGrants = true } }

  /// Whether there may be permissions.
  private var hasGrants = false

  /// The look at where the pending effect writes; nil if no one has looked since the last event.
  var look: EffectLook?

  /// Whether a file of the pending tree was decided about since the look.
  var hasDecidedFile = false

  /// Whether time may have passed since the look, because its question was shown: an answer needs a new one.
  var isLookShown = false

  /// The effects that their host may have notes about.
  var unconcluded: [EffectRequest] = []

  /// The way back that the client decides about; the next event withdraws it.
  var wayBack: WayBack?

  /// Whether the user has just said no to an undo.
  var staysAtEffect = false

  /// The permissions of a user, which a restored walk doesn't have.
  struct Grants: Sendable {
    /// The effects that may be performed, each exactly as it is, and once.
    var effects: Set<EffectRequest> = []

    /// The effect in doubt that its host doesn't know about; nil if it hasn't been asked.
    var unknown: EffectRequest?

    /// Whether the pending write may overwrite the existing file; nil if the user hasn't decided.
    var isOverwriting: Bool?

    /// The decision about the pending tree, as the last action has left it; nil if that isn't known.
    var shown: WalkDecision?
  }

  /// Creates a walk of a session in any state, such as a restored one.
  ///
  /// If the session hasn't started, call ``start()``. An effect that had begun isn't performed until
  /// the user says whether it happened.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - services: What the walk can use.
  public init(_ session: FlowSession, services: WalkServices) {
    self.session = session
    self.services = services
    self.session.doubtEffect()
    // A process that was killed can have recorded its end, and no more.
    if let ended = session.lastEndedEffect { unconcluded = [ended] }
  }

  /// The number of events so far, which changes with every request that has an effect.
  ///
  /// A client that names it is refused if something has happened meanwhile.
  public var revision: Int { session.eventCount }

  /// Throws if the walk has another revision.
  ///
  /// - Throws: ``WalkError`` of the kind `stale`.
  public func check(revision: Int) throws(WalkError) {
    guard revision != self.revision else { return }
    throw WalkError(.stale, "the walk is at revision \(self.revision), not \(revision)")
  }

  /// Starts the session, which asks the first question, and performs what it requests.
  ///
  /// - Returns: What it led to; nothing if it has started already.
  @discardableResult
  public mutating func start() -> [WalkNotice] {
    defer { noteShown() }
    return notices(settle(.start))
  }

  /// Returns what was noticed while the session was restored, once.
  package mutating func takeNotices() -> [WalkNotice] { notices(session.takeNotices()) }

  // MARK: Events

  /// Handles an event, and then answers what the session needs until it needs someone else: approves moves, looks up
  /// paths, draws random texts, and performs effects.
  ///
  /// It's the only loop that drives a session; every driver calls it, and does the tasks that it leaves.
  ///
  /// - Parameters:
  ///   - event: The event; nil to go on with what's needed already.
  ///   - tasks: The tasks that the caller does, in addition to those of ``WalkServices/client``. With `effects`, an effect
  ///     whose end its host knows isn't ended either, and the host keeps its notes.
  /// - Returns: The announcements, in order.
  @discardableResult
  package mutating func settle(
    _ event: FlowEvent?, leaving tasks: ClientTasks = []
  ) -> [FlowAnnouncement] {
    var announcements: [FlowAnnouncement] = []
    var next = event ?? reply(leaving: tasks)
    while let event = next {
      let more = step(event)
      if announcements.isEmpty { announcements = more } else { announcements += more }
      if !tasks.contains(.effects) { concludeEffects() }
      next = reply(leaving: tasks)
    }
    endTurn()
    return announcements
  }

  /// Handles an event and nothing else.
  mutating func step(_ event: FlowEvent) -> [FlowAnnouncement] {
    // Both are large, and mostly nil.
    if case .some = wayBack { wayBack = nil }
    // Decisions change no files.
    if case .decideFile = event { hasDecidedFile = true } else if look != nil { look = nil }
    guard let events = generated(by: event) else { return take(event) }
    return events.flatMap { take($0) }
  }

  private mutating func take(_ event: FlowEvent) -> [FlowAnnouncement] {
    // The remains of a failed write are still noted for the next attempt; a failed undo is the walk's to try again.
    if case .effectEnded(.failed) = event { unconcluded.removeAll { !$0.isUndo } }
    let now = services.clock()
    let announcements =
      services.handler?(&session, event, now) ?? session.send(event, now: now)
    services.onEvent?(session)
    return announcements
  }

  /// Returns the event that answers what the session needs; nil if nothing is needed, or it comes from someone else.
  private mutating func reply(leaving tasks: ClientTasks) -> FlowEvent? {
    let tasks = tasks.union(services.client)
    if staysAtEffect {
      staysAtEffect = false
      if asksAgainAfterRetry { return .retry }
    }
    guard let need = session.need else {
      return session.givingUndrawn ?? (tasks.contains(.drawing) ? nil : drawing)
    }
    switch need {
    case .approval(let request):
      return tasks.contains(.moves) ? nil : .decide(.approve, on: request.id)
    case .lookUp(let path):
      guard !tasks.contains(.files) else { return nil }
      return .found(services.paths?.facts(of: path) ?? PathFacts(unknown: path))
    case .effect:
      guard !tasks.contains(.effects) else { return nil }
      if let event = recovery() { return event }
      guard !tasks.contains(.takingEffects) else { return nil }
      return takeEffect().map { .effectEnded($0(services.cancellation)) }
    }
  }

  /// Whether trying again leads from the failure of an undo to the question about an effect, from which the user went back.
  ///
  /// Then a no to the undo leads there, and isn't a failure. An effect that's performed without a question isn't
  /// performed again.
  private var asksAgainAfterRetry: Bool {
    guard case .failed(let failure) = session.state, let effect = failure.effect, effect.isUndo,
      effect.retries != nil
    else { return false }
    var trial = self
    (trial.services.handler, trial.services.onEvent) = (nil, nil)
    _ = trial.step(.retry)
    guard case .deciding(let decision) = trial.state else { return false }
    return decision.isPermission
  }

  /// Withdraws the permissions if no effect is pending: they don't cover what the user reaches on
  /// another path.
  private mutating func endTurn() {
    if session.needsEffect {
      lookOnce()
    } else if hasGrants {
      grants = Grants()
      hasGrants = false
    }
  }

  /// Returns what a client is told of announcements.
  func notices(_ announcements: [FlowAnnouncement]) -> [WalkNotice] {
    announcements.flatMap(WalkNotice.notices)
  }
}
