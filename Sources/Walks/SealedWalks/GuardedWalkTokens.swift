// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import FlowSessions
public import SavedWalks

/// Tokens of which a store accepts only the latest.
///
/// The walk is in the token; the store keeps its revision, and what was answered except secrets. With
/// ``Policy/always``, each token is refused as soon as a later one was made. With ``Policy/afterEffects``,
/// that begins when the walk has begun an effect; until then an earlier token resumes from its own
/// moment, and the store isn't written.
///
/// ```
/// var walk = try await tokens.open(text, flow: flow, now: now)
/// walk.session.send(event, now: now)
/// let next = try await tokens.seal(&walk, now: now)
/// ```
///
/// An effect happens once if its beginning is sealed before it's performed: give the session
/// `effectBegan`, call ``seal(_:now:)``, perform the effect, and give the session its result. Of two
/// machines that have opened the same token, one seals; the other gets ``WalkTokenError/superseded``.
///
/// A walk stays in the store when it's finished, so that its tokens stay refused. Remove it when the
/// last one has expired.
public struct GuardedWalkTokens<Store: WalkStore>: Sendable {
  /// From when on the store refuses earlier tokens.
  public enum Policy: Hashable, Sendable {
    /// From the first token on.
    case always

    /// Once an effect was begun.
    case afterEffects
  }

  /// A walk whose token was opened, or that begins.
  public struct Walk: Sendable {
    /// The session.
    public var session: FlowSession

    /// The id of the walk in the store.
    public let id: String

    /// The revision in the store, or nil if it isn't there yet.
    public fileprivate(set) var revision: WalkRevision?

    /// The number of the session's events that the store has.
    fileprivate var count = 0
  }

  /// The value that makes and opens the tokens.
  let tokens: WalkTokens

  /// The store.
  let store: Store

  /// From when on the store refuses earlier tokens.
  let policy: Policy

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - tokens: What makes and opens the tokens.
  ///   - store: The store, which all machines share.
  ///   - policy: From when on the store refuses earlier tokens.
  public init(_ tokens: WalkTokens, store: Store, policy: Policy) {
    self.tokens = tokens
    self.store = store
    self.policy = policy
  }

  /// Begins a walk with a new id; ``seal(_:now:)`` makes its first token.
  public func begin(_ session: FlowSession) -> Walk {
    Walk(session: session, id: WalkID.random())
  }

  /// Opens a token, unless the store has seen a later one.
  ///
  /// - Parameters:
  ///   - text: The token, from anywhere.
  ///   - flow: The flow, in the version that made the token.
  ///   - zone: The rules of the walk's time zone; not needed for UTC.
  ///   - now: The time.
  /// - Returns: The walk.
  /// - Throws: ``WalkTokenError``. The store is asked after the token's seal was checked.
  public func open(
    _ text: String, flow: CheckedFlow, zone: ZoneRules? = nil, now: Timestamp
  ) async throws(WalkTokenError) -> Walk {
    let content = try tokens.content(of: text, flow: flow, now: now)
    guard WalkID.isValid(content.id) else { throw .superseded }
    let revision = content.revision > 0 ? WalkRevision(rawValue: content.revision) : nil
    do throws(WalkStoreError) {
      // An append of nothing says whether the revision is the latest.
      try await store.append([], to: content.id, after: revision ?? .first)
      guard revision != nil else { throw .exists(content.id) }
    } catch {
      switch error {
      case .unknown where revision == nil: break
      case .unknown, .conflict, .exists: throw .superseded
      default: throw .store(error)
      }
    }
    let session = try tokens.session(of: content, flow: flow, zone: zone)
    return Walk(
      session: session, id: content.id, revision: revision, count: session.eventCount)
  }

  /// Returns the next token of a walk, and from then on refuses earlier ones, as the policy says.
  ///
  /// - Parameters:
  ///   - walk: The walk; afterwards it can be changed and sealed again.
  ///   - now: The time.
  /// - Returns: The token.
  /// - Throws: ``WalkTokenError``; superseded if someone else has sealed the walk meanwhile. Then don't
  ///   acknowledge the event, and don't perform its effect.
  public func seal(_ walk: inout Walk, now: Timestamp) async throws(WalkTokenError) -> String {
    let session = walk.session
    guard policy == .always || walk.revision != nil || session.hasBegunEffects else {
      return try tokens.seal(session, id: walk.id, revision: 0, now: now)
    }
    // A token that is too long is refused before the store changes.
    let next = walk.revision?.next ?? .first
    let hasChanged = walk.revision == nil || session.eventCount != walk.count
    let revision = hasChanged ? next : walk.revision ?? .first
    let text = try tokens.seal(session, id: walk.id, revision: revision.rawValue, now: now)
    do throws(WalkStoreError) {
      if let known = walk.revision {
        if hasChanged, let events = session.appendableEvents(after: walk.count) {
          try await append(events, walk, after: known)
        } else if hasChanged {
          try await store.replace(walk.id, with: SavedWalk(session), after: known)
        } else {
          try await store.append([], to: walk.id, after: known)
        }
      } else {
        try await store.create(walk.id, SavedWalk(session))
      }
    } catch {
      switch error {
      case .exists, .unknown, .conflict: throw .superseded
      default: throw .store(error)
      }
    }
    walk.revision = revision
    walk.count = session.eventCount
    return text
  }

  /// Appends the events of a change, or replaces the walk if the log keeps none of them.
  private func append(
    _ events: [LoggedEvent], _ walk: Walk, after revision: WalkRevision
  ) async throws(WalkStoreError) {
    if events.isEmpty {
      try await store.replace(walk.id, with: SavedWalk(walk.session), after: revision)
    } else {
      try await store.append(events, to: walk.id, after: revision)
    }
  }
}
