// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import SealedWalks
import Testing

/// Tokens: what was sealed comes back, and everything else is refused with its reason.
@Suite struct WalkTokenTests {
  static let text = """
    flow: 1
    id: trip
    steps:
      - { ask: name, type: string }
      - { ask: token, type: secret }
      - { ask: days, type: integer }
      - run: booked
        command: [book, "${name}"]
      - { ask: last, type: string }
    """

  static func flow(_ text: String = text) throws -> CheckedFlow {
    try checkedFlow(text, name: "trip.flow.yaml")
  }

  static func key(_ id: UInt32, _ byte: UInt8? = nil) throws -> WalkKey {
    let bytes = [UInt8](repeating: byte ?? UInt8(id & 0xff), count: 32)
    return try #require(WalkKey(id: id, bytes: bytes))
  }

  static func ring(_ first: UInt32 = 1, _ others: UInt32...) throws -> WalkKeyRing {
    let key = try key(first)
    let rest = try others.map { try Self.key($0) }
    return try #require(WalkKeyRing(key, rest))
  }

  static func walk(_ session: FlowSession, _ events: FlowEvent...) -> FlowSession {
    var session = session
    for event in events { session.sendApproving(event) }
    return session
  }

  static func begun() throws -> FlowSession { walk(try FlowSession(flow: try flow()), .start) }

  static func time(_ seconds: Int64) throws -> Timestamp {
    try Timestamp(secondsSinceEpoch: seconds)
  }

  /// Returns why a token is refused, or nil if it isn't.
  private static func refusal(
    of text: String, by tokens: WalkTokens, in flow: CheckedFlow, at seconds: Int64 = 100
  ) throws -> WalkTokenError? {
    do {
      _ = try tokens.open(text, flow: flow, now: try time(seconds))
      return nil
    } catch let error as WalkTokenError {
      return error
    }
  }

  // MARK: Tokens

  @Test func aTokenTakesTheWalkAlongWithItsSecrets() throws {
    let tokens = WalkTokens(keys: try Self.ring(), lifetime: 60)
    var session = Self.walk(try Self.begun(), .answer(.text("Ada")), .answer(.text("s3cret")))
    let text = try tokens.seal(session, now: try Self.time(100))
    #expect(text.utf8.allSatisfy { WalkID.isValid(String(decoding: [$0], as: UTF8.self)) })
    #expect(!text.contains("s3cret") && !text.contains("Ada"))
    // The same walk has another token each time.
    #expect(try tokens.seal(session, now: try Self.time(100)) != text)
    session = try tokens.open(text, flow: try Self.flow(), now: try Self.time(160))
    #expect(session.answer("name") == "Ada" && session.answer("token") == "s3cret")
    // An earlier token resumes from its moment.
    let later = Self.walk(session, .answer(.text("3")))
    _ = try tokens.open(text, flow: try Self.flow(), now: .epoch)
    #expect(try tokens.open(text, flow: try Self.flow(), now: .epoch).answer("days") == nil)
    expectEqual(later.answer("days"), 3)
  }

  @Test func aTokenHoldsNothingThatIsNotSubmitted() throws {
    let text = """
      flow: 1
      id: trip
      steps:
        - { ask: name, type: string }
        - { repeat: p, steps: [{ ask: k, type: string }, { ask: v, type: string, default: d }] }
        - { ask: last, type: string }
      """
    let flow = try Self.flow(text)
    let tokens = WalkTokens(keys: try Self.ring(), lifetime: 60)
    var session = Self.walk(
      try FlowSession(flow: flow), .start, .answer(.text("Ada")), .addItem, .answer(.text("one")),
      .answer(nil), .editItem(0), .answer(nil), .setAside(field: "p[0].v", .text("unfinished")),
      .backTo("p"), .answer(nil), .setAside(field: "last", .text("unfinished")))
    #expect(session.hasUnfinished)
    let token = try tokens.seal(session, now: .epoch)
    session = try tokens.open(token, flow: flow, now: .epoch)
    #expect(!session.hasUnfinished && session.answer("name") == "Ada")
    #expect(!SavedWalk(session).json.contains("unfinished"))
  }

  @Test func everyOtherTokenIsRefusedWithItsReason() throws {
    let flow = try Self.flow()
    let tokens = WalkTokens(keys: try Self.ring(), lifetime: 60, maximumByteCount: 2_000)
    let text = try tokens.seal(try Self.begun(), now: try Self.time(100))
    func refusal(of text: String, at seconds: Int64 = 100) throws -> WalkTokenError? {
      try Self.refusal(of: text, by: tokens, in: flow, at: seconds)
    }
    #expect(try refusal(of: text, at: 160) == nil)
    let expired = try refusal(of: text, at: 161)
    expectEqual(expired, .expired(try Self.time(160)))
    expectEqual(expired?.message, "the token has expired at 1970-01-01T00:02:40Z")
    let unknown = WalkTokens(keys: try Self.ring(2), lifetime: 60)
    try expectEqual(Self.refusal(of: text, by: unknown, in: flow), .unknownKey(1))
    let wrong = try Self.key(1, 9)
    let ring = try #require(WalkKeyRing(wrong))
    let other = WalkTokens(keys: ring, lifetime: 60)
    try expectEqual(Self.refusal(of: text, by: other, in: flow), .forged)
    let others: [(String, String, WalkTokenError)] = [
      ("type: integer", "type: integer, min: 1", .changedFlow),
      ("id: trip", "id: trip\nversion: 2", .changedFlow),
      ("id: trip", "id: trips", .walk(.otherFlow(saved: "trip", given: "trips"))),
    ]
    for (old, new, error) in others {
      let changed = try Self.flow(Self.text.replacing(old, with: new))
      try expectEqual(Self.refusal(of: text, by: tokens, in: changed), error)
    }
    let later = try Self.flow(Self.text.replacing("id: trip", with: "id: trip\nversion: 2"))
    let newer = try tokens.seal(try FlowSession(flow: later), now: try Self.time(100))
    try expectEqual(refusal(of: newer), .changedFlow)
    let long = String(repeating: "A", count: 2_001)
    try expectEqual(refusal(of: long), .tooLong(limit: 2_000))
    for wrong in ["", "A", "AA", "AQ", "AQAAAAA", "é", "A=", "A B", "AR", "\(text)="] {
      try expectEqual(refusal(of: wrong), .malformed, "\(wrong)")
    }
    try expectEqual(refusal(of: "Ag" + text.dropFirst(2)), .laterFormat(2))
    let large = Self.walk(try Self.begun(), .answer(.text(String(repeating: "x", count: 2_000))))
    #expect(throws: WalkTokenError.tooLong(limit: 2_000)) {
      try tokens.seal(large, now: .epoch)
    }
  }

  @Test func noPartOfATokenCanBeChangedOrLeftOut() throws {
    let flow = try Self.flow()
    let tokens = WalkTokens(keys: try Self.ring(1, 3), lifetime: 60)
    let text = try tokens.seal(Self.walk(try Self.begun(), .answer(.text("Ada"))), now: .epoch)
    for length in 0..<text.utf8.count {
      #expect(throws: WalkTokenError.self) {
        try tokens.open(String(text.prefix(length)), flow: flow, now: .epoch)
      }
    }
    let letters = Array(text)
    for index in letters.indices {
      var changed = letters
      changed[index] = letters[index] == "A" ? "B" : "A"
      #expect(throws: WalkTokenError.self, "\(index)") {
        try tokens.open(String(changed), flow: flow, now: .epoch)
      }
    }
  }

  @Test func keysChangeWithoutRefusingTokens() throws {
    let flow = try Self.flow()
    let now = Timestamp.epoch
    let old = WalkTokens(keys: try Self.ring(1), lifetime: 60)
    let both = WalkTokens(keys: try Self.ring(1, 2), lifetime: 60)
    let moved = WalkTokens(keys: try Self.ring(2, 1), lifetime: 60)
    let new = WalkTokens(keys: try Self.ring(2), lifetime: 60)
    // At each stage, some machines have the keys before a change and some those after it.
    for (first, second) in [(old, both), (both, moved), (moved, new)] {
      let session = try Self.begun()
      for (sealing, opening) in [
        (first, second), (second, first), (first, first), (second, second),
      ] {
        let text = try sealing.seal(session, now: now)
        // Only the last step refuses tokens: those of the old key, which have expired by then.
        if opening.keys.count == 1, sealing.keys.first.id != opening.keys.first.id {
          #expect(throws: WalkTokenError.unknownKey(1)) {
            try opening.open(text, flow: flow, now: now)
          }
        } else {
          _ = try opening.open(text, flow: flow, now: now)
        }
      }
    }
    #expect(WalkKey(id: 1, bytes: [1]) == nil)
    #expect(WalkKey(id: 1, bytes: WalkKey.randomBytes()) != nil)
    let key = try Self.key(1)
    #expect(WalkKeyRing(key, [key]) == nil)
  }

  @Test func tenAnsweredStepsMakeAShortToken() throws {
    let flow = try Self.flow(
      "flow: 1\nid: ten\nsteps:\n"
        + (0..<10).map { "  - { ask: q\($0), type: string }\n" }.joined())
    var session = Self.walk(try FlowSession(flow: flow), .start)
    for number in 0..<9 { session = Self.walk(session, .answer(.text("answer \(number)"))) }
    let tokens = WalkTokens(keys: try Self.ring(), lifetime: 60)
    #expect(try tokens.seal(session, now: .epoch).utf8.count < 600)
  }

  @Test func anEffectNeedsAStore() throws {
    let tokens = WalkTokens(keys: try Self.ring(), lifetime: 60)
    var session = Self.walk(
      try Self.begun(), .answer(.text("Ada")), .answer(.text("s")), .answer(.text("3")))
    _ = try tokens.seal(session, now: .epoch)
    session.send(.effectBegan, now: .epoch)
    #expect(throws: WalkTokenError.needsStore) { try tokens.seal(session, now: .epoch) }
  }

  // MARK: With a store

  @Test(arguments: [false, true]) func onlyTheLatestTokenIsAccepted(isAlways: Bool) async throws {
    let flow = try Self.flow()
    let store = MemoryWalkStore()
    let tokens = GuardedWalkTokens(
      WalkTokens(keys: try Self.ring(), lifetime: 60), store: store,
      policy: isAlways ? .always : .afterEffects)
    var walk = tokens.begin(try Self.begun())
    var all = [try await tokens.seal(&walk, now: .epoch)]
    for answer in ["Ada", "s3cret", "3"] {
      walk = try await tokens.open(try #require(all.last), flow: flow, now: .epoch)
      walk.session = Self.walk(walk.session, .answer(.text(answer)))
      all.append(try await tokens.seal(&walk, now: .epoch))
    }
    // Until the effect, the policy decides.
    for text in all.dropLast() {
      if isAlways {
        await #expect(throws: WalkTokenError.superseded) {
          try await tokens.open(text, flow: flow, now: .epoch)
        }
      } else {
        _ = try await tokens.open(text, flow: flow, now: .epoch)
      }
    }
    expectEqual(await store.list(after: nil, limit: 9).count, (isAlways ? 1 : 0))
    // Two machines open the same token and begin the effect: one performs it.
    let last = try #require(all.last)
    var machines: [GuardedWalkTokens<MemoryWalkStore>.Walk] = []
    for _ in 0..<2 {
      var machine = try await tokens.open(last, flow: flow, now: .epoch)
      machine.session.send(.effectBegan, now: .epoch)
      machines.append(machine)
    }
    let begun = try await tokens.seal(&machines[0], now: .epoch)
    await #expect(throws: WalkTokenError.superseded) {
      try await tokens.seal(&machines[1], now: .epoch)
    }
    for text in all {
      await #expect(throws: WalkTokenError.superseded) {
        try await tokens.open(text, flow: flow, now: .epoch)
      }
    }
    // Sealing again without an event makes another token of the same moment.
    let again = try await tokens.seal(&machines[0], now: .epoch)
    for text in [begun, again] {
      var walk = try await tokens.open(text, flow: flow, now: .epoch)
      #expect(walk.session.effectInProgress != nil && walk.session.answer("token") == "s3cret")
      if text == again {
        walk.session.send(
          .effectEnded(.ended(CommandResult(status: 0))), now: .epoch)
        let ended = try await tokens.seal(&walk, now: .epoch)
        _ = try await tokens.open(ended, flow: flow, now: .epoch)
        await #expect(throws: WalkTokenError.superseded) {
          try await tokens.open(begun, flow: flow, now: .epoch)
        }
      }
    }
    // The store has the walk, without its secret.
    let entries = await store.list(after: nil, limit: 9)
    let id = try #require(entries.first?.id)
    let json = try await store.load(id).walk.json
    #expect(json.contains("Ada") && !json.contains("s3cret"))
    // Once the store forgets the walk, none of its tokens with effects is accepted.
    try await store.remove(id)
    await #expect(throws: WalkTokenError.superseded) {
      try await tokens.open(again, flow: flow, now: .epoch)
    }
  }
}
