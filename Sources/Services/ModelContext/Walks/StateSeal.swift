// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import SavedWalks
import SealedWalks

/// Makes and opens the `requestState` of a walk: a sealed walk, and what the last form has left open.
///
/// It's a token of SealedWalks; after a point, the rest may follow, which is sealed together with the
/// token, so that neither is accepted without the other.
struct StateSeal: Sendable {
  let tokens: WalkTokens

  struct Content {
    let session: FlowSession
    let moment: WalkMoment
    var pending = OpenAnswers()
    var rounds = 0
  }

  /// Returns the state of a walk.
  ///
  /// - Throws: `WalkTokenError` if it would be too long.
  func text(of walk: ToolWalk, now: Timestamp) throws(WalkTokenError) -> String {
    let moment = walk.nextMoment
    let token = try tokens.seal(
      walk.walk.session, id: moment.walk, revision: moment.number, now: now)
    let open = walk.open
    guard !open.isEmpty || walk.rounds > 1 else { return token }
    let rest: Value = .object(["open": open.value, "rounds": .number(walk.rounds)])
    let sealed = tokens.keys.first.seal(
      Array((JSONWriter().text(of: rest) ?? "").utf8), head: Array(token.utf8))
    return token + "." + TokenText.text(of: sealed)
  }

  /// Opens a state, from anywhere.
  ///
  /// - Throws: `WalkTokenError`.
  /// - Complexity: O(*n*) in the length before the seals are checked.
  func content(
    of text: String, flow: CheckedFlow, in environment: ServiceEnvironment
  ) throws(WalkTokenError) -> Content {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let token = String(parts[0])
    let content = try tokens.content(of: token, flow: flow, now: environment.clock())
    let zone = content.walk.options.zone
    let rules = environment.zone.name == zone ? environment.zone : environment.zones(zone)
    var result = Content(
      session: try tokens.session(of: content, flow: flow, zone: rules),
      moment: WalkMoment(walk: content.id, number: content.revision))
    // A state without more is that of the first form.
    result.rounds = 1
    guard parts.count == 2 else { return result }
    guard parts[1].utf8.count <= tokens.maximumByteCount,
      let sealed = TokenText.bytes(of: parts[1].utf8)
    else { throw .malformed }
    // The token's head names its key, and that key has opened it.
    guard let bytes = tokens.keys.open(sealed, head: Array(token.utf8)),
      case .map(let rest)? = try? Value(json: String(decoding: bytes, as: UTF8.self))
    else { throw .forged }
    if case .map(let open)? = rest["open"] { result.pending = OpenAnswers(open) }
    if case .int(let rounds)? = rest["rounds"] { result.rounds = Int(clamping: rounds) }
    return result
  }
}
