// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowTesting
import FlowWalks
import Synchronization
import Testing

@testable import FlowSessions

/// Enter takes a random text for a secret with `generate`.
@Suite struct GeneratedSecretTests {
  private static let text = """
    flow: 1
    id: secrets
    steps:
      - { ask: key, type: secret, generate: { length: 6, from: abc } }
      - { ask: twice, type: secret, generate: 4, confirm: true }
      - form: more
        fields:
          - { ask: one, type: secret, generate: { length: 3, from: xy } }
          - { ask: two, type: secret, required: false, generate: 2 }
      - { ask: end, type: string }
    """

  /// Numbers that count up, which a test knows.
  private final class Counter: Sendable {
    private let state = Mutex<UInt64>(0)

    func next() -> UInt64 {
      state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
      }
    }
  }

  private static func runner(
    _ text: String, _ options: SessionOptions = SessionOptions()
  ) throws -> FlowRunner {
    let runner = try FlowRunner(flow: try flow(text), options: options, clock: { .epoch })
    let numbers = Counter()
    runner.services.random = { numbers.next() }
    runner.start()
    return runner
  }

  private static func answer(_ runner: FlowRunner, _ id: String) -> String {
    runner.session.answer(id)?.plainText ?? ""
  }

  @Test(arguments: [nil, FieldInput.text(""), .offered]) func enterTakesARandomText(
    input: FieldInput?
  ) throws {
    let runner = try Self.runner(Self.text)
    runner.send(.answer(input))
    let key = Self.answer(runner, "key")
    #expect(key.count == 6 && key.allSatisfy { "abc".contains($0) }, "\(key)")
    let again = try Self.runner(Self.text)
    again.send(.answer(input))
    expectEqual(Self.answer(again, "key"), key, "the source of numbers decides")
  }

  @Test func aSecretThatIsTypedTwiceIsGeneratedOnce() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.answer(nil))
    runner.send(.answer(nil))
    expectEqual(Self.answer(runner, "twice").count, 4)
    expectEqual(runner.state.step?.id, "more")
  }

  @Test func aFormThatIsSubmittedGeneratesWhatIsUntouched() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.answer(nil))
    runner.send(.answer(nil))
    runner.send(.edit(field: "two", .empty))
    runner.send(.submit)
    expectEqual(Self.answer(runner, "one").count, 3)
    #expect(Self.answer(runner, "two").isEmpty, "it was left empty")
  }

  @Test func whatIsTypedIsTaken() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.answer(.text("mine")))
    expectEqual(Self.answer(runner, "key"), "mine")
  }

  /// It's in no log, and a restored walk asks for it again.
  @Test func aGeneratedSecretIsWithheld() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.answer(nil))
    let key = Self.answer(runner, "key")
    let saved = runner.session.events.map { $0.withoutSecrets(in: runner.session) }
    #expect(saved.contains { $0.isWithheld })
    #expect(!"\(saved)".contains(key))
    #expect(runner.session.secretTexts.contains(key))
  }

  /// As Enter does, a run with defaults takes a random text, also for an optional secret and in a form.
  @Test func defaultsTakeRandomTexts() throws {
    let runner = try Self.runner(Self.text, SessionOptions(takesDefaults: true))
    expectEqual(runner.state.step?.id, "end")
    expectEqual(
      ["key", "twice", "one", "two"].map { Self.answer(runner, $0).count }, [6, 4, 3, 2])
    expectEqual(runner.session.missingAnswers.map(\.id), ["end"])
    expectEqual(
      runner.session.rowsSoFar.map(\.origin), [.drawn, .drawn, .drawn, .drawn])
    // They're as transparent to going back as other defaults.
    runner.send(.back(steps: 1))
    expectEqual(runner.state.step?.id, "end")
    // Going to one by its id asks it.
    runner.send(.backTo("key"))
    expectEqual(runner.state.step?.id, "key")
    runner.send(.answer(.text("mine")))
    expectEqual(Self.answer(runner, "key"), "mine")
    expectEqual(Self.answer(runner, "twice").count, 4)
  }

  /// The priority of a question with a random text is that of one with a default.
  @Test func aThresholdTakesRandomTexts() throws {
    let runner = try Self.runner(Self.text, SessionOptions(priorityThreshold: .high))
    expectEqual(Self.answer(runner, "key").count, 6)
  }

  /// An earlier question of a form that must be asked has the form asked as a whole.
  @Test func aFormWithAnOpenQuestionIsAsked() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - form: login
          fields:
            - { ask: user, type: string }
            - { ask: password, type: secret, generate: 8 }
      """
    let runner = try Self.runner(text, SessionOptions(takesDefaults: true))
    let step = try #require(runner.state.step)
    expectEqual(step.focusedField?.id, "user")
    expectEqual(runner.session.missingAnswers.map(\.id), ["user"])
    let given = try Self.runner(
      text, SessionOptions(answers: ["user": .text("bo")], takesDefaults: true))
    expectEqual(Self.answer(given, "password").count, 8)
  }

  /// A text that the flow refuses isn't drawn again and again.
  @Test func aRefusedTextIsAsked() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - ask: key
          type: secret
          generate: 8
          validate: [{ check: "size(key) > 8", message: too short }]
      """
    let runner = try Self.runner(text, SessionOptions(takesDefaults: true))
    let step = try #require(runner.state.step)
    expectEqual(step.focusedField?.problems.map(\.message), ["too short"])
    runner.send(.answer(.text("long enough")))
    expectEqual(Self.answer(runner, "key"), "long enough")
  }

  /// A restored walk has the same secrets if they're in its log, and otherwise draws others or asks; no log
  /// without secrets has one.
  @Test(arguments: [true, false]) func aRestoredWalkHasItsSecretsOrOthers(keeping: Bool) throws {
    let options = SessionOptions(takesDefaults: true)
    let runner = try Self.runner(Self.text, options)
    let ids = ["key", "twice", "one", "two"]
    let secrets = ids.map { Self.answer(runner, $0) }
    let events = runner.session.events.map {
      keeping ? $0 : $0.withoutSecrets(in: runner.session)
    }
    if !keeping { for secret in secrets { #expect(!"\(events)".contains("\"\(secret)\"")) } }
    let restored = try FlowSession.restoring(events, flow: runner.session.flow, options: options)
    if !keeping { #expect(restored.notices.contains(.secretNeeded("key"))) }
    let next = FlowRunner(continuing: restored.session, clock: { .epoch })
    next.services.random = { UInt64.random(in: 0...UInt64.max) }
    while case .asking(let step) = next.state, step.id != "end" {
      let count = next.session.eventCount
      next.resume()
      if next.session.eventCount == count { next.send(.answer(nil)) }
      if next.session.eventCount == count { break }
    }
    let again = ids.map { Self.answer(next, $0) }
    if keeping { expectEqual(again, secrets) }
    // So has one that may be empty.
    expectEqual(again.map(\.count), [6, 4, 3, 2])
  }

  /// One that may be empty and was left so isn't drawn afterwards.
  @Test func whatWasLeftEmptyStaysEmpty() throws {
    let text =
      "flow: 1\nid: s\nsteps:\n  - { ask: a, type: secret, required: false, generate: 2 }\n  - { ask: end, type: string }\n"
    let runner = try Self.runner(text)
    runner.send(.answer(FieldInput.empty))
    let events = runner.session.events.map { $0.withoutSecrets(in: runner.session) }
    let restored = try FlowSession.restoring(events, flow: runner.session.flow)
    let step = try #require(restored.session.state.step)
    #expect(step.id == "end" && (restored.session.answer("a") ?? .null) == .null)
  }

  // MARK: Records

  private static let hosts = """
    flow: 1
    id: hosts
    steps:
      - repeat: hosts
        steps:
          - { ask: host, type: string }
          - { ask: pw, type: secret, generate: 8 }
      - { ask: end, type: string }
    """

  private static let records = FieldInput.value(
    .list(["a", "b"].map { .map(ValueMap([("host", .string($0))])) }))

  private static func texts(_ runner: FlowRunner) -> [String] {
    guard case .list(let records)? = runner.session.answer("hosts") else { return [] }
    return records.map { $0.map?["pw"]?.plainText ?? "" }
  }

  /// Records given in advance aren't asked for their secrets, and the list isn't a step to go back to.
  @Test func recordsGivenInAdvanceGetRandomTexts() throws {
    let runner = try Self.runner(Self.hosts, SessionOptions(answers: ["hosts": Self.records]))
    expectEqual(runner.state.step?.id, "end")
    let texts = Self.texts(runner)
    #expect(texts.map(\.count) == [8, 8] && texts[0] != texts[1], "\(texts)")
    expectEqual(runner.session.rowsSoFar.map(\.origin), [.given, .given])
    runner.send(.back(steps: 1))
    expectEqual(runner.state.step?.id, "end")
    let saved = runner.session.events.map { $0.withoutSecrets(in: runner.session) }
    #expect(!"\(saved)".contains(texts[0]))
  }

  /// Records that are submitted, or given at their list, are an answer of the user.
  @Test(arguments: [FlowEvent.answer(records), .give(["hosts": records])])
  func recordsThatAreEnteredGetRandomTexts(event: FlowEvent) throws {
    let runner = try Self.runner(Self.hosts)
    runner.send(event)
    expectEqual(Self.texts(runner).map(\.count), [8, 8])
    runner.send(.back(steps: 1))
    expectEqual(runner.state.step?.id, "hosts")
  }

  /// A restored walk has the texts that were drawn, if its log has secrets.
  @Test(arguments: [SessionOptions(answers: ["hosts": records]), SessionOptions()])
  func restoredRecordsHaveTheirTexts(options: SessionOptions) throws {
    let runner = try Self.runner(Self.hosts, options)
    if options.answers.isEmpty { runner.send(.answer(Self.records)) }
    let restored = try FlowSession.restoring(
      runner.session.events, flow: runner.session.flow, options: options)
    #expect(restored.notices.isEmpty, "\(restored.notices)")
    expectEqual(
      Self.texts(FlowRunner(continuing: restored.session, clock: { .epoch })), Self.texts(runner))
  }

  /// Records that are given again to a walk that was restored without them get other texts.
  @Test func recordsGivenToARestoredWalkGetRandomTexts() throws {
    let runner = try Self.runner(Self.hosts, SessionOptions(answers: ["hosts": Self.records]))
    let events = runner.session.events.map { $0.withoutSecrets(in: runner.session) }
    let restored = try FlowSession.restoring(
      events, flow: runner.session.flow, answers: ["hosts": Self.records])
    let next = FlowRunner(continuing: restored.session, clock: { .epoch })
    next.resume()
    expectEqual(next.state.step?.id, "end")
    expectEqual(Self.texts(next).map(\.count), [8, 8])
  }

  /// So do the rows of a matrix.
  @Test(arguments: [true, false]) func rowsGetRandomTexts(isGiven: Bool) throws {
    let text = """
      flow: 1
      id: m
      steps:
        - form: hosts
          over: "['x', 'y']"
          fields:
            - { ask: host, type: string }
            - { ask: pw, type: secret, generate: 8 }
        - { ask: end, type: string }
      """
    let runner = try Self.runner(
      text, SessionOptions(answers: isGiven ? ["hosts": Self.records] : [:]))
    if !isGiven { runner.send(.give(["hosts": Self.records])) }
    expectEqual(runner.state.step?.id, "end")
    expectEqual(Self.texts(runner).map(\.count), [8, 8])
  }

  /// Records that are refused for something else are asked, and nothing is drawn again and again.
  @Test func refusedRecordsAreAsked() throws {
    let one = FieldInput.value(
      .list([.map(ValueMap([("host", "a")])), .map(ValueMap([("host", .int(1))]))]))
    let runner = try Self.runner(Self.hosts, SessionOptions(answers: ["hosts": one]))
    let step = try #require(runner.state.step)
    expectEqual(step.id, "hosts")
    expectEqual(step.problems.count, 1)
  }

  /// The forecast knows that records which lack nothing but random texts are accepted.
  @Test func aForecastAcceptsThem() throws {
    let text = Self.hosts.replacing(
      "steps:\n  - repeat", with: "steps:\n  - { ask: a, type: string }\n  - repeat")
    let runner = try Self.runner(text, SessionOptions(answers: ["hosts": Self.records]))
    expectEqual(runner.session.forecast.steps.first { $0.id == "hosts" }?.fate, .given)
  }

  // MARK: Numbers

  /// A session alone knows no random text.
  @Test func aSessionGeneratesNothing() throws {
    var walker = try Walker(Self.text)
    walker.send(.answer(nil))
    expectEqual(walker.problems, ["enter an answer"])
    expectEqual(walker.step?.focusedField?.generate?.length, 6)
    #expect(walker.step?.focusedField?.offer == nil)
  }

  /// Each character is as likely as every other one, also where their number is no power of two.
  @Test func noCharacterIsFavored() throws {
    var counts: [Character: Int] = [:]
    for _ in 0..<20 {
      let runner = try FlowRunner(
        flow: try flow(
          "flow: 1\nid: s\nsteps: [{ ask: k, type: secret, generate: { length: 1000, from: abc } }]"
        ),
        clock: { .epoch })
      runner.start()
      runner.send(.answer(nil))
      for character in Self.answer(runner, "k") { counts[character, default: 0] += 1 }
    }
    // Nine standard deviations.
    #expect(counts.count == 3 && counts.values.allSatisfy { abs($0 - 6_667) < 600 }, "\(counts)")
  }
}
