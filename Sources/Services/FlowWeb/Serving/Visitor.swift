// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SavedWalks
import SealedWalks
import Synchronization

/// A browser, by its cookie, or a user, by the header of a proxy.
struct Visitor {
  /// The name of the cookie.
  static let cookieName = "stackflow"

  /// The name of the cookie that changes with each form, and says how many walks were begun.
  static let turnName = "stackflow-turn"

  /// The keys of its codes, which are made when they're needed.
  private let keys: WalkKeyRing

  /// The last tokens of the service.
  private let tokens: RecentCodes

  /// Whether nobody else reaches walks with that beginning.
  let isUser: Bool

  /// The cookie to set; nil if the visitor has one.
  let newCookie: String?

  /// The cookie that tells its forms from those of others.
  private let cookie: String

  /// Who begins the walks.
  private let owner: String

  /// The cookie that says how many walks were begun; nil if it's a new visitor's, or a user's.
  private let turn: String?

  /// Returns nil for a request without the user that a proxy names.
  init?(
    _ request: WebRequest, _ keys: WalkKeyRing, _ tokens: RecentCodes, _ options: WebOptions
  ) {
    let known = request.cookie(Self.cookieName).flatMap { cookie in
      cookie.utf8.count == 26 && WalkID.isValid(cookie) ? cookie : nil
    }
    self.keys = keys
    self.tokens = tokens
    cookie = known ?? WalkID.random()
    newCookie = known == nil ? cookie : nil
    isUser = options.userHeader != nil
    if let header = options.userHeader {
      guard let user = request.headers[header], !user.isEmpty else { return nil }
      owner = "user \(user)"
    } else {
      owner = "cookie \(cookie)"
    }
    turn = isUser || known == nil ? nil : request.cookie(Self.turnName)
  }

  // MARK: Codes

  /// The code in the visitor's forms, which no other site can know.
  var token: String {
    let text = "form \(cookie) \(owner)"
    if let token = tokens.code(of: text) { return token }
    let token = keys.first.code(of: text)
    tokens.note(token, of: text)
    return token
  }

  /// The beginning of the ids of the walks that the visitor begins.
  var prefix: String { prefix(keys.first) }

  private func token(_ key: WalkKey) -> String { key.code(of: "form \(cookie) \(owner)") }

  private func prefix(_ key: WalkKey) -> String {
    String(key.code(of: "owner \(owner)").prefix(16))
  }

  /// The number of walks that the visitor has begun, as its browser says, and the code of that; nil if it doesn't.
  private var claim: (count: Int, code: String)? {
    guard let parts = turn?.utf8.split(separator: UInt8(ascii: "-")), parts.count == 3,
      let count = Int(Substring(parts[0])), count >= 0, parts[1].count == 16,
      let code = String(parts[1]), WalkID.isValid(code)
    else { return nil }
    return (count, code)
  }

  private func code(of count: Int, _ key: WalkKey) -> String {
    String(key.code(of: "begun \(count) \(owner)").prefix(16))
  }

  /// The number of walks that the visitor has begun, as a process has told its browser; nil if that isn't known, so that
  /// the store must be asked.
  ///
  /// A browser can give back an earlier number, as it can give up its cookies; a user has neither.
  var begun: Int? {
    guard let claim else { return nil }
    let isOurs = ([keys.first] + keys.others).contains {
      code(of: claim.count, $0) == claim.code
    }
    return isOurs ? claim.count : nil
  }

  /// Returns the value of the cookie that changes with each form.
  ///
  /// - Parameter begun: The number of walks that the visitor has begun; nil if it's as before.
  /// - Returns: The value.
  func turn(after begun: Int?) -> String {
    let random = WalkID.random(letters: 8)
    if !isUser, let begun = newCookie == nil ? begun : 0 {
      return "\(begun)-\(code(of: begun, keys.first))-\(random)"
    }
    return claim.map { "\($0.count)-\($0.code)-\(random)" } ?? random
  }

  /// Whether a form has a token of the visitor, also one of before the key was changed.
  func has(_ token: String?) -> Bool {
    token == self.token || keys.others.contains { self.token($0) == token }
  }

  /// Whether the visitor has begun a walk, also before the key was changed.
  private func hasBegun(_ id: String) -> Bool {
    id.hasPrefix(prefix + "-") || keys.others.contains { id.hasPrefix(prefix($0) + "-") }
  }

  /// Whether the visitor may reach a walk: anyone who knows the id, unless users are told apart.
  func mayReach(_ id: String) -> Bool { !isUser || hasBegun(id) }

  /// Returns the id of a walk that's about to begin; it has the time, so that the address ends at some time.
  func newID(at now: Timestamp) -> String {
    "\(prefix)-\(String(now.secondsSinceEpoch, radix: 16))-\(WalkID.random())"
  }

  /// Whether an id is one that the visitor may begin a walk with.
  func mayBegin(_ id: String, at now: Timestamp, lifetime: Int64) -> Bool {
    let parts = id.split(separator: "-")
    guard parts.count == 3, hasBegun(id), parts[2].utf8.count == 26,
      let time = Int64(parts[1], radix: 16)
    else { return false }
    // The clock of the machine that made it may be ahead of this one's.
    let age = now.secondsSinceEpoch.subtractingReportingOverflow(time).partialValue
    return age.magnitude < lifetime.magnitude
  }
}

/// The codes that a service has made last, all by its first key.
final class RecentCodes: Sendable {
  private struct Generations {
    var young: [String: String] = [:]
    var old: [String: String] = [:]
  }

  /// The number of codes in each of both generations.
  private static let generationLength = 256

  private let codes = Mutex(Generations())

  /// Returns the code of a text; nil if it isn't one of the last.
  func code(of text: String) -> String? { codes.withLock { $0.young[text] ?? $0.old[text] } }

  /// Notes the code of a text.
  func note(_ code: String, of text: String) {
    codes.withLock { codes in
      if codes.young.count >= Self.generationLength {
        (codes.old, codes.young) = (codes.young, [:])
      }
      codes.young[text] = code
    }
  }
}
