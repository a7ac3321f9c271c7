// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import FlowSessions
import SavedWalks

/// Makes and opens tokens: walks that travel with their user, sealed, so that any machine takes the next
/// event without a store.
///
/// ```swift
/// let tokens = WalkTokens(keys: keys, lifetime: 3_600)
/// let text = try tokens.seal(session, now: now)
/// // With the next request, on any machine that has the keys:
/// let opened = try tokens.open(text, flow: flow, now: now)
/// ```
///
/// A token is text of letters, digits, `-`, and `_`. It's sealed with ChaCha20-Poly1305, so
/// only a holder of the key can read or change it. It includes secret answers, names its key and the
/// fingerprint of its flow, and says when it expires.
///
/// A token can be used again, also after later ones, and resumes the walk from its own moment. Where
/// that must not happen, use ``GuardedWalkTokens``. A walk that has begun an effect needs it, so sealing
/// it here is refused.
public struct WalkTokens: Sendable {
  /// The keys.
  package let keys: WalkKeyRing

  /// How long a token is accepted, in seconds.
  let lifetime: Int64

  /// The maximum length of a token in bytes.
  package let maximumByteCount: Int

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - keys: The keys; the first seals, and all open.
  ///   - lifetime: How long a token is accepted, in seconds.
  ///   - maximumByteCount: The maximum length of a token in bytes; by default 65,536. Ten answered
  ///     steps take about 600.
  public init(keys: WalkKeyRing, lifetime: Int64, maximumByteCount: Int = 65_536) {
    self.keys = keys
    self.lifetime = lifetime
    self.maximumByteCount = maximumByteCount
  }

  /// Returns the token of a session, in any state.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - now: The time; the token expires `lifetime` seconds later.
  /// - Returns: The token.
  /// - Throws: ``WalkTokenError``; too long, or needs a store if the walk has begun an effect.
  /// - Complexity: O(*n*) in the number of events.
  public func seal(_ session: FlowSession, now: Timestamp) throws(WalkTokenError) -> String {
    guard !session.hasBegunEffects else { throw .needsStore }
    return try seal(session, id: "", revision: 0, now: now)
  }

  /// Returns the session of a token.
  ///
  /// - Parameters:
  ///   - text: The token, from anywhere.
  ///   - flow: The flow, in the version that made the token.
  ///   - zone: The rules of the walk's time zone; not needed for UTC.
  ///   - now: The time.
  /// - Returns: The session.
  /// - Throws: ``WalkTokenError``.
  /// - Complexity: O(*n*) in the length of the token before its seal is checked; then the same as
  ///   handling each event.
  public func open(
    _ text: String, flow: CheckedFlow, zone: ZoneRules? = nil, now: Timestamp
  ) throws(WalkTokenError) -> FlowSession {
    let content = try content(of: text, flow: flow, now: now)
    guard content.id.isEmpty else { throw .needsStore }
    return try session(of: content, flow: flow, zone: zone)
  }

  package func seal(
    _ session: FlowSession, id: String, revision: Int64, now: Timestamp
  ) throws(WalkTokenError) -> String {
    let (expiry, isOver) = now.secondsSinceEpoch.addingReportingOverflow(lifetime)
    let content = TokenContent(
      expiry: isOver ? .max : expiry, id: id, revision: revision,
      walk: SavedWalk(session, keepingSecrets: true).withoutUnfinished)
    let text = TokenText.text(of: content.sealed(with: keys.first))
    guard text.utf8.count <= maximumByteCount else { throw .tooLong(limit: maximumByteCount) }
    return text
  }

  package func content(
    of text: String, flow: CheckedFlow, now: Timestamp
  ) throws(WalkTokenError) -> TokenContent {
    guard text.utf8.count <= maximumByteCount else { throw .tooLong(limit: maximumByteCount) }
    guard let bytes = TokenText.bytes(of: text.utf8) else { throw .malformed }
    let content = try TokenContent(bytes, keys: keys)
    guard now.secondsSinceEpoch <= content.expiry else {
      throw .expired((try? Timestamp(secondsSinceEpoch: content.expiry)) ?? .epoch)
    }
    do throws(SavedWalkError) {
      try content.walk.check(flow, allowingDowngrade: true)
    } catch {
      throw .walk(error)
    }
    guard content.walk.fits(flow) else { throw .changedFlow }
    return content
  }

  package func session(
    of content: TokenContent, flow: CheckedFlow, zone: ZoneRules?
  ) throws(WalkTokenError) -> FlowSession {
    do throws(SavedWalkError) {
      return try content.walk.restored(in: flow, zone: zone).session
    } catch {
      throw .walk(error)
    }
  }
}

extension FlowSession {
  /// Whether an effect was begun or has ended, even if going back has undone it.
  var hasBegunEffects: Bool {
    (events + awaitedEvents).contains { entry in
      switch entry.event {
      case .effectBegan, .effectEnded: true
      default: false
      }
    }
  }
}
