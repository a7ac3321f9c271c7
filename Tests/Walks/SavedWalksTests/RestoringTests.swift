// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import Testing

/// Restored walks: what fits is replayed, what doesn't is asked, and nothing is performed twice.
@Suite struct RestoringTests {
  /// Gives a session a line of events, approving every move.
  static func walk(
    _ session: FlowSession, _ events: [FlowEvent], effects: EffectResult = .done
  ) -> FlowSession {
    var session = session
    for event in events {
      session.sendApproving(event)
      while case .needs(.effect) = session.state, effects != .done {
        session.send(.effectBegan, now: .epoch)
        session.sendApproving(.effectEnded(effects))
      }
    }
    return session
  }

  static func begun(_ text: String) throws -> FlowSession {
    walk(try FlowSession(flow: try RandomWalk.flow(text)), [.start])
  }

  static func restored(_ session: FlowSession, in text: String) throws -> RestoredSession {
    try SavedWalk(bytes: SavedWalk(session).bytes).restored(in: try RandomWalk.flow(text))
  }

  // MARK: Secrets

  static let secret = """
    flow: 1
    id: login
    steps:
      - { ask: name, type: string }
      - { ask: token, type: secret, minLength: 3 }
      - { ask: host, type: string, default: { value: "name" } }
      - { ask: port, type: integer }
      - { ask: last, type: string }
    """

  @Test func aSecretIsAskedAgainAndWhatFollowedIsUsed() throws {
    let session = Self.walk(
      try Self.begun(Self.secret),
      ["ada", "s3cret", "example.org", "80"].map { .answer(.text($0)) })
    let bytes = SavedWalk(session).bytes
    #expect(!bytes.contains(sequence: "s3cret"))
    #expect(!SavedWalk(session).json.contains("s3cret"))
    let restored = try Self.restored(session, in: Self.secret)
    expectEqual(restored.notices, [.secretNeeded("token")])
    expectEqual(restored.session.state.asked, "token")
    expectEqual(restored.session.awaitedReplays, ["host", "port", "token"])
    let again = Self.walk(restored.session, [.answer(.text("other"))])
    expectEqual(again.state.asked, "last")
    #expect(again.answer("host") == "example.org" && again.answer("port") == 80)
    expectEqual(again.answer("token"), "other")
    #expect(again.awaitedReplays.isEmpty)
  }

  @Test func aRestoredWalkCanBeSavedWhileSomethingWaits() throws {
    let session = Self.walk(
      try Self.begun(Self.secret),
      ["ada", "s3cret", "example.org", "80"].map { .answer(.text($0)) })
    let first = try Self.restored(session, in: Self.secret)
    let second = try Self.restored(first.session, in: Self.secret)
    expectEqual(second.notices, first.notices)
    expectEqual(second.session.awaitedReplays, first.session.awaitedReplays)
    expectEqual(SavedWalk(second.session), SavedWalk(first.session))
    let again = Self.walk(second.session, [.answer(.text("x")), .answer(.text("xyz"))])
    #expect(again.state.asked == "last" && again.answer("token") == "xyz")
  }

  /// Leaving ends only the walk of then: it can be left at the secret as often as the user likes.
  @Test func aWalkThatWasLeftTwiceIsContinued() throws {
    let session = Self.walk(
      try Self.begun(Self.secret),
      ["ada", "s3cret", "example.org", "80"].map { .answer(.text($0)) } + [.leave(.interrupt)])
    var saved = SavedWalk(session).continuable
    for reason in [LeaveReason.interrupt, .endOfInput, .quit] {
      let restored = try saved.restored(in: try RandomWalk.flow(Self.secret))
      expectEqual(restored.notices, [.secretNeeded("token")])
      expectEqual(restored.session.state.asked, "token")
      saved = SavedWalk(Self.walk(restored.session, [.leave(reason)])).continuable
    }
    let again = Self.walk(
      try saved.restored(in: try RandomWalk.flow(Self.secret)).session, [.answer(.text("other"))])
    expectEqual(again.state.asked, "last")
    #expect(again.answer("host") == "example.org" && again.answer("port") == 80)
  }

  /// A store keeps the event that left a walk below those of its continuation.
  @Test func whatFollowsLeavingIsHandledAgain() throws {
    let left = Self.walk(try Self.begun(Self.secret), [.answer(.text("ada")), .leave(.quit)])
    let restored = try SavedWalk(left, keepingSecrets: true).continuable.restored(
      in: try RandomWalk.flow(Self.secret))
    let on = Self.walk(restored.session, [.answer(.text("s3cret")), .answer(.text("example.org"))])
    var stored = SavedWalk(left, keepingSecrets: true)
    stored.events += on.events(after: restored.session.eventCount, keepingSecrets: true)
    let again = try stored.restored(in: try RandomWalk.flow(Self.secret))
    #expect(again.notices.isEmpty && again.session.state.asked == "port")
    // A walk that was left and not continued has ended.
    let ended = try SavedWalk(left).restored(in: try RandomWalk.flow(Self.secret)).session
    guard case .finished(let result) = ended.state else {
      Issue.record("\(ended.state)")
      return
    }
    expectEqual(result.outcome, .left(.quit))
  }

  @Test(arguments: [
    [FlowEvent.answer(.text(""))], [.answer(.text("x")), .answer(.text(""))], [.submit],
    [.answer(.text("")), .submit],
  ])
  func aSecretIsAskedAgainWithoutItsRefusals(refused: [FlowEvent]) throws {
    let session = Self.walk(
      try Self.begun(Self.secret),
      [.answer(.text("ada"))] + refused + [.answer(.text("s3cret")), .answer(.text("example.org"))])
    expectEqual(session.state.asked, "port")
    let restored = try Self.restored(session, in: Self.secret)
    expectEqual(restored.notices, [.secretNeeded("token")])
    let step = try #require(restored.session.state.step)
    #expect(step.id == "token" && step.problems.isEmpty)
    #expect(step.visibleFields.allSatisfy { $0.problems.isEmpty && $0.refusals == 0 })
    expectEqual(Self.walk(restored.session, [.answer(.text("other"))]).state.asked, "port")
  }

  @Test func aKeptSecretIsRestored() throws {
    let session = Self.walk(
      try Self.begun(Self.secret), ["ada", "s3cret"].map { .answer(.text($0)) })
    let saved = SavedWalk(session, keepingSecrets: true)
    let restored = try SavedWalk(bytes: saved.bytes).restored(
      in: try RandomWalk.flow(Self.secret))
    #expect(restored.notices.isEmpty && restored.session.answer("token") == "s3cret")
  }

  @Test func aSecretGivenAgainIsUsed() throws {
    let flow = try RandomWalk.flow(Self.secret)
    let options = SessionOptions(answers: ["token": .text("s3cret"), "name": .text("ada")])
    let session = Self.walk(
      try FlowSession(flow: flow, options: options), [.start, .answer(.text("example.org"))])
    let saved = SavedWalk(session)
    expectEqual(saved.options.answers, ["name": .text("ada")])
    let given = try saved.restored(in: flow, answers: ["token": .text("s3cret")])
    #expect(given.notices.isEmpty && given.session.state.asked == "port")
    let asked = try saved.restored(in: flow)
    expectEqual(asked.session.state.asked, "token")
    expectEqual(Self.walk(asked.session, [.answer(.text("s3cret"))]).state.asked, "port")
  }

  // MARK: Changed flows

  private static let first = """
    flow: 1
    id: site
    steps:
      - { ask: name, type: string }
      - { ask: size, type: integer }
      - { ask: color, type: string }
      - { ask: last, type: string }
    """

  private static var answered: FlowSession {
    get throws {
      walk(try begun(first), ["ada", "12", "red"].map { .answer(.text($0)) })
    }
  }

  @Test func aNewQuestionIsAskedAndTheRestIsKept() throws {
    let text = Self.first.replacing(
      "  - { ask: size", with: "  - { ask: shape, type: string }\n  - { ask: size")
    let restored = try Self.restored(try Self.answered, in: text)
    expectEqual(
      restored.notices,
      [
        .differs(position: 3, subject: "size", reason: "the flow asks 'shape' there")
      ])
    expectEqual(restored.session.state.asked, "shape")
    let again = Self.walk(restored.session, [.answer(.text("round"))])
    #expect(again.state.asked == "last" && again.answer("size") == 12)
  }

  /// A focus that waits for its form says nothing of the step before it, however often the walk is saved.
  @Test func whatWaitsForAFormStaysWhenTheWalkIsSavedAgain() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { form: pair, fields: [{ ask: left, type: string }, { ask: right, type: string }] }
        - { ask: last, type: string }
      """
    let other = text.replacing("steps:", with: "steps:\n  - { ask: new, type: string }")
    var session = try Self.begun(text)
    for event in [
      FlowEvent.edit(field: "left", .text("1")), .focus(field: "right"), .answer(.text("2")),
    ] {
      session.sendApproving(event)
    }
    for _ in 0..<3 { session = try Self.restored(session, in: other).session }
    let count = session.eventCount
    session.send(.focus(field: "right"), now: .epoch)
    expectEqual(session.eventCount, count, "an event without an effect isn't logged")
    session.sendApproving(.answer(.text("0")))
    expectEqual(session.state.asked, "last")
    expectEqual(
      session.answers.map(\.value), [.string("0"), .string("1"), .string("2")])
  }

  @Test func aRemovedQuestionIsDropped() throws {
    let text = Self.first.replacing("  - { ask: size, type: integer }\n", with: "")
    let restored = try Self.restored(try Self.answered, in: text)
    expectEqual(restored.notices.last, .dropped("size"))
    #expect(restored.session.state.asked == "last" && restored.session.answer("color") == "red")
  }

  @Test func questionsInAnotherOrderAreAnswered() throws {
    let text = """
      flow: 1
      id: site
      steps:
        - { ask: color, type: string }
        - { ask: name, type: string }
        - { ask: size, type: integer }
        - { ask: last, type: string }
      """
    let restored = try Self.restored(try Self.answered, in: text)
    expectEqual(restored.session.state.asked, "last")
    #expect(restored.session.answer("name") == "ada" && restored.session.answer("size") == 12)
  }

  @Test func anAnswerThatIsNoLongerAcceptedIsAskedAndTheRestIsKept() throws {
    let text = Self.first.replacing("type: integer", with: "type: integer, max: 9")
    let restored = try Self.restored(try Self.answered, in: text)
    guard case .differs(3, "size", let reason)? = restored.notices.first else {
      Issue.record("\(restored.notices)")
      return
    }
    #expect(reason.contains("9"), "\(reason)")
    expectEqual(restored.session.state.asked, "size")
    expectEqual(Self.walk(restored.session, [.answer(.text("5"))]).state.asked, "last")
  }

  @Test func migrationsApply() throws {
    let text =
      Self.first
      .replacing("id: site", with: "id: site\nversion: 2")
      .replacing("ask: color", with: "ask: paint")
      .replacing("ask: size, type: integer", with: "ask: area, type: integer")
        + """

        migrate:
          - from: 1
            rename: { color: paint }
            drop: [size]
            set: { area: "saved.size * saved.size" }
        """
    var restored = try Self.restored(try Self.answered, in: text)
    // The computed answer moves the walk, so it's approved as one of the user.
    restored.session = Self.walk(restored.session, [.start])
    expectEqual(restored.notices.first, .renamed(from: "color", to: "paint"))
    expectEqual(restored.session.state.asked, "last", "\(restored.notices)")
    #expect(restored.session.answer("paint") == "red" && restored.session.answer("area") == 144)
  }

  /// Computed answers of a migration read lists as the user left them.
  @Test func migrationsReadLists() throws {
    let first = """
      flow: 1
      id: team
      steps:
        - repeat: members
          steps:
            - { ask: name, type: string }
            - { ask: age, type: integer }
        - { ask: last, type: string }
      """
    let second = """
      flow: 1
      id: team
      version: 2
      steps:
        - { ask: names, type: string }
        - { ask: last, type: string }
      migrate:
        - from: 1
          drop: [members]
          set: { names: "saved.members.map(m, m.name).join(',') + string(saved.members[0].age)" }
      """
    let events: [FlowEvent] = [
      .start, .addItem, .answer(.text("Ada")), .answer(.text("36")),
      .addItem, .answer(.text("Bob")), .answer(.text("40")),
      .addItem, .answer(.text("Cleo")), .answer(.text("30")),
      .moveItem(from: 2, to: 0), .removeItem(1), .editItem(1), .answer(.text("Bert")),
      .answer(.text("41")), .answer(nil),
    ]
    let session = Self.walk(try FlowSession(flow: try RandomWalk.flow(first)), events)
    expectEqual(session.state.asked, "last")
    var restored = try Self.restored(session, in: second)
    restored.session = Self.walk(restored.session, [.start])
    expectEqual(restored.session.answer("names"), "Cleo,Bert30", "\(restored.notices)")
  }

  /// A list in an item is in the record of that item.
  @Test func migrationsReadListsInItems() throws {
    let first = """
      flow: 1
      id: hosts
      steps:
        - repeat: hosts
          steps:
            - { ask: name, type: string }
            - repeat: ports
              steps:
                - { ask: number, type: integer }
        - { ask: last, type: string }
      """
    let second = """
      flow: 1
      id: hosts
      version: 2
      steps:
        - { ask: all, type: string }
        - { ask: last, type: string }
      migrate:
        - from: 1
          drop: [hosts]
          set:
            all: >-
              saved.hosts.map(h, h.name + ':' + h.ports.map(p, string(p.number)).join('+')).join(' ')
      """
    let events: [FlowEvent] = [
      .start, .addItem, .answer(.text("a")), .addItem, .answer(.text("80")), .addItem,
      .answer(.text("443")), .addItem, .answer(.text("22")), .moveItem(from: 2, to: 0),
      .removeItem(1), .answer(nil),
      .addItem, .answer(.text("b")), .addItem, .answer(.text("25")), .removeItem(0), .answer(nil),
      .addItem, .answer(.text("c")), .answer(.value(.list([.map(ValueMap([("number", 53)]))]))),
      .answer(nil),
    ]
    let session = Self.walk(try FlowSession(flow: try RandomWalk.flow(first)), events)
    expectEqual(session.state.asked, "last")
    var restored = try Self.restored(session, in: second)
    restored.session = Self.walk(restored.session, [.start])
    expectEqual(restored.session.answer("all"), "a:22+443 b: c:53", "\(restored.notices)")
  }

  @Test func theWalkOfAnotherFlowIsRefused() throws {
    let saved = SavedWalk(try Self.answered)
    #expect {
      try saved.restored(in: try RandomWalk.flow(Self.secret))
    } throws: {
      ($0 as? SavedWalkError)?.message
        == "the saved walk belongs to the flow 'site', not to 'login'"
    }
  }

  // MARK: Answers given in advance

  /// A flow whose first question is about a place, and whose second is passed if it's given.
  private static let trip = """
    flow: 1
    id: trip
    steps:
      - { ask: days, type: integer }
      - { ask: place, type: string }
      - { ask: hotel, type: string }
      - { ask: last, type: string }
    """

  /// Every walk with or without an answer in advance, left after each number of answers, and resumed
  /// with or without another one.
  @Test(arguments: [nil, "days", "place", "hotel"], [nil, "days", "place", "hotel", "last"])
  func newAnswersMoveAWalkWithoutANotice(given: String?, new: String?) throws {
    let ids = ["days", "place", "hotel", "last"]
    let flow = try RandomWalk.flow(Self.trip)
    for count in 0...3 {
      let answers: [String: FieldInput] = given.map { [$0: .text("3")] } ?? [:]
      var session = Self.walk(
        try FlowSession(flow: flow, options: SessionOptions(answers: answers)), [.start])
      for _ in 0..<count where session.state.asked != "last" {
        session = Self.walk(session, [.answer(.text("7"))])
      }
      let saved = SavedWalk(session)
      let restored = try saved.restored(in: flow, answers: new.map { [$0: .text("5")] } ?? [:])
      expectEqual(restored.notices, [], "\(count) answers")
      // The move that the new answer changed is approved, as a runner that continues does.
      let after = Self.walk(restored.session, [.start])
      // An earlier answer is kept, whatever was given now; the rest is asked in order.
      for id in ids where session.answer(id) != nil && id != new {
        #expect(
          after.answer(id) == session.answer(id) || after.awaitedReplays.contains(id),
          "\(id) after \(count) answers")
      }
      if let focus = after.state.asked { #expect(session.answer(focus) == nil && focus != new) }
    }
  }

  @Test func aNoticeAlwaysNamesSomething() throws {
    // The start leads to another question, so the event that differs has no subject.
    let text = Self.trip.replacing(
      "  - { ask: days", with: "  - { ask: first, type: string, when: \"1 > 2\" }\n  - { ask: days")
    let given = ["days": FieldInput.text("3")]
    let flow = try RandomWalk.flow(Self.trip)
    let session = Self.walk(
      try FlowSession(flow: flow, options: SessionOptions(answers: given)),
      [.start, .answer(.text("x"))])
    for changed in [text, Self.trip.replacing("ask: days", with: "ask: nights")] {
      let restored = try SavedWalk(session).restored(in: try RandomWalk.flow(changed))
      for case .differs(_, let subject, _) in restored.notices {
        expectEqual(subject?.isEmpty, false, "\(restored.notices)")
      }
    }
    let nights = try SavedWalk(session).restored(
      in: try RandomWalk.flow(Self.trip.replacing("ask: days", with: "ask: nights")))
    #expect(nights.notices.contains { if case .differs = $0 { true } else { false } })
  }

  // MARK: Size

  @Test func refusedAnswersDoNotMakeAWalkLonger() throws {
    var session = try Self.begun(Self.first)
    session = Self.walk(session, [.answer(.text("ada"))])
    var sizes: Set<Int> = []
    for count in 1...1_000 {
      session = Self.walk(session, [.answer(.text("no number"))])
      if count >= 3 { sizes.insert(SavedWalk(session).bytes.count) }
    }
    #expect(sizes.count == 1 && session.events.count < 10)
    expectEqual(session.eventCount, 1_003)
    for _ in 0..<1_000 { session = Self.walk(session, [.retry, .focus(field: "nope")]) }
    #expect(session.events.count < 10)
  }
}

extension [UInt8] {
  fileprivate func contains(sequence text: String) -> Bool {
    let part = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: part) }
  }
}
