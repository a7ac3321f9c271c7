// SPDX-License-Identifier: Apache-2.0

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
/// let notices = try walk.perform(.answer(.one(.value("billing"))))
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

  /// The permissions of a user, which a restored walk doesn't have.
  struct Grants: Sendable {
    /// The effects that may be performed, each exactly as it is, and once.
    var effects: Set<EffectRequest> = []

    /// The effect in doubt that its host doesn't know about; nil if it hasn't been asked.
    var unknown: EffectRequest?

    /// Whether the pending write may overwrite the existing file; nil if the user hasn't decided.
    var isOverwriting: Bool?

    /// What's decided about the pending tree, as the last action has left it; nil if that isn't known.
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
    return notices(send(.start))
  }

  // MARK: Events

  /// Handles an event, and then everything that it requests and that needs no one else: moves, facts
  /// about paths, and effects.
  ///
  /// - Returns: The announcements, in order.
  mutating func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    let announcements = handle(event)
    concludeEffects()
    return announcements + performEffects()
  }

  /// Handles an event; approves moves and looks up paths if the client doesn't.
  ///
  /// - Returns: The announcements, in order.
  package mutating func handle(_ event: FlowEvent) -> [FlowAnnouncement] {
    var announcements = step(event)
    while let reply { announcements += step(reply) }
    endTurn()
    return announcements
  }

  /// Handles an event and nothing else.
  package mutating func step(_ event: FlowEvent) -> [FlowAnnouncement] {
    wayBack = nil
    // Decisions change no files.
    if case .decideFile = event { hasDecidedFile = true } else { look = nil }
    guard let events = generated(by: event) else { return take(event) }
    return events.flatMap { take($0) }
  }

  private mutating func take(_ event: FlowEvent) -> [FlowAnnouncement] {
    // The remains of a failed write are still noted for the next attempt; a failed undo is the walk's to try again.
    if case .effectEnded(.failed) = event { unconcluded.removeAll { !$0.isUndo } }
    let announcements = session.handle(event, now: services.clock())
    services.onEvent?(session)
    return announcements
  }

  /// The event that answers what the session needs; nil if nothing is needed, or it comes from someone
  /// else.
  var reply: FlowEvent? {
    if let drawing { return drawing }
    guard let need = session.need else { return nil }
    switch need {
    case .approval(let request):
      return services.client.contains(.moves) ? nil : .decide(.approve, on: request.id)
    case .lookUp(let query):
      guard !services.client.contains(.files) else { return nil }
      return .found(services.paths?.facts(of: query) ?? PathFacts(unknown: query.path))
    case .effect: return nil
    }
  }

  /// Returns the event that answers what the session needs, or that ends an effect in doubt whose end its host knows;
  /// nil if it comes from someone else.
  mutating func nextReply() -> FlowEvent? { reply ?? recovery() }

  /// Withdraws the permissions if no effect is pending: they don't cover what the user reaches on
  /// another path.
  mutating func endTurn() {
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
