// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SavedWalks
import SealedWalks

/// A browser, by its cookie, or a user, by the header of a proxy.
struct Visitor {
  /// The name of the cookie.
  static let cookieName = "stackflow"

  /// The name of the cookie that changes with each form.
  static let turnName = "stackflow-turn"

  /// What the forms of the visitor have, which no other site can know.
  let token: String

  /// The beginning of the ids of the walks that the visitor begins.
  let prefix: String

  /// The tokens and the beginnings with earlier keys.
  private let earlier: [(token: String, prefix: String)]

  /// Whether nobody else reaches walks with that beginning.
  let isUser: Bool

  /// The cookie to set; nil if the visitor has one.
  let newCookie: String?

  /// Returns nil for a request without the user that a proxy names.
  init?(_ request: WebRequest, _ keys: WalkKeyRing, _ options: WebOptions) {
    let known = request.cookie(Self.cookieName).flatMap { cookie in
      cookie.utf8.count == 26 && WalkID.isValid(cookie) ? cookie : nil
    }
    let cookie = known ?? WalkID.random()
    newCookie = known == nil ? cookie : nil
    var owner = "cookie \(cookie)"
    if let header = options.userHeader {
      guard let user = request.headers[header], !user.isEmpty else { return nil }
      owner = "user \(user)"
    }
    isUser = options.userHeader != nil
    func codes(_ key: WalkKey) -> (token: String, prefix: String) {
      (
        key.code(of: "form \(cookie) \(owner)"),
        String(key.code(of: "owner \(owner)").prefix(16))
      )
    }
    (token, prefix) = codes(keys.first)
    earlier = keys.others.map(codes)
  }

  /// Whether a form has a token of the visitor, also one of before the key was changed.
  func has(_ token: String?) -> Bool {
    token == self.token || earlier.contains { $0.token == token }
  }

  /// Whether the visitor has begun a walk, also before the key was changed.
  private func hasBegun(_ id: String) -> Bool {
    id.hasPrefix(prefix + "-") || earlier.contains { id.hasPrefix($0.prefix + "-") }
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
