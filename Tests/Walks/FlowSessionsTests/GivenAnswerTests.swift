// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowSessions

@Suite struct GivenAnswerTests {
  static let text = ProjectFolder.flow("given/service")

  @Test func givenAnswersAreConsumedWhenTheirStepIsReached() throws {
    let options = SessionOptions(answers: ["name": .text("ab"), "port": .text("8080")])
    var walker = try Walker(Self.text, options: options)
    expectEqual(walker.asked, "kind")
    expectEqual(walker.session.unusedAnswers, ["port"])
    walker.type("http")
    expectEqual(walker.asked, "note")
    #expect(walker.session.unusedAnswers.isEmpty)
    expectEqual(walker.session.answers.map(\.origin), [.given, .typed, .given])
  }

  @Test func anAnswerGivenLaterIsUsedWhenItsQuestionComes() throws {
    var walker = try Walker(Self.text)
    walker.send(.give(["port": .text("8080"), "note": .text("n"), "nope": .text("x")]))
    expectEqual(walker.asked, "name")
    walker.type("ab", "http")
    expectEqual(walker.asked, "end")
    expectEqual(walker.session.unusedAnswers, ["nope"])
  }

  @Test func anAnswerGivenForTheQuestionThatIsAskedIsUsedAtOnce() throws {
    var walker = try Walker(Self.text)
    walker.send(.give(["name": .text("ab"), "kind": .text("worker")]))
    expectEqual(walker.asked, "note")
    #expect(walker.session.unusedAnswers.isEmpty)
  }

  @Test func aRefusedAnswerIsAnnouncedAndItsQuestionIsAsked() throws {
    var walker = try Walker(Self.text)
    let said = walker.session.send(.give(["name": .text("a")]), now: .epoch)
    #expect(said.contains { if case .givenAnswerRefused = $0 { true } else { false } })
    expectEqual(walker.asked, "name")
    expectEqual(walker.step?.focusedField?.problems.isEmpty, false)
    // Another takes its place.
    walker.send(.give(["name": .text("ab")]))
    expectEqual(walker.asked, "kind")
  }

  @Test func answersGivenToAFormFillItAndTheRestIsAsked() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - form: net
          fields:
            - { ask: host, type: string }
            - { ask: port, type: integer }
        - { commit: sure, text: Really? }
      """)
    walker.send(.give(["host": .text("h"), "sure": .text("yes")]))
    expectEqual(walker.asked, "port")
    walker.send(.give(["port": .value(.int(1))]))
    expectEqual(walker.result?.outcome, .completed)
  }

  @Test func givenAnswersAreReplayed() throws {
    var walker = try Walker(Self.text)
    walker.send(.give(["name": .text("ab"), "port": .text("8080")]))
    walker.type("http")
    let replayed = try FlowSession.replaying(walker.session.events, flow: walker.session.flow)
    expectEqual(replayed.answers, walker.session.answers)
    expectEqual("\(replayed.state)", "\(walker.session.state)")
  }

  @Test func secretsAreLeftOutOfGivenAnswersThatAreSaved() throws {
    var walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - { ask: name, type: string }
        - { ask: pass, type: secret }
        - { ask: more, type: string }
      """)
    let answers: [String: FieldInput] = ["pass": .text("xyzzy"), "more": .text("m")]
    walker.send(.give(answers))
    let kept = try #require(walker.session.events(after: 0).last)
    #expect(kept.event == .give(["more": .text("m")]) && kept.isWithheld)
    let all = walker.session.events(after: 0, keepingSecrets: true).last
    #expect(all?.event == .give(answers) && all?.isWithheld == false)
    walker.type("ab")
    expectEqual(walker.result?.outcome, .completed)
    // An answer that was left out is asked again, and the rest is given again.
    let restored = try FlowSession.restoring(
      walker.session.events(after: 0), flow: walker.session.flow
    ).session
    let step = try #require(restored.state.step)
    expectEqual(step.id, "pass")
    expectEqual(restored.unusedAnswers, ["more"])
  }

  @Test func nothingIsGivenToAWalkThatHasEnded() throws {
    var walker = try Walker(Self.text)
    walker.send(.leave(.quit))
    let count = walker.session.eventCount
    walker.send(.give(["name": .text("ab")]))
    expectEqual(walker.session.eventCount, count)
    #expect(walker.session.unusedAnswers.isEmpty)
  }

  /// An invalid choice is named, and so is a single value instead of a list or the other way round.
  @Test(arguments: [
    ("one", Value.list(["a"]), "choose one, not a list"),
    ("one", "z", "'z' isn't one of the choices"),
    ("some", "a", "must be a list of choices"),
    ("some", .list(["a", "z"]), "'z' isn't one of the choices"),
  ])
  func aWrongChoiceIsNamed(id: String, given: Value, words: String) throws {
    let walker = try Walker(
      """
      flow: 1
      id: c
      steps:
        - { ask: \(id), type: \(id == "one" ? "choice" : "choices"), choices: [a, b] }
      """, options: SessionOptions(answers: [id: .value(given)]))
    expectEqual(walker.problems, [words])
  }

  /// Records that are refused aren't replaced by defaults.
  @Test(arguments: [
    (Value.string("02:00"), "must be a list of records"),
    (.list([]), "must be a list of 2 records, not 0"),
    (.list([.map(ValueMap([("q", "z")]))]), "must be a list of 2 records, not 1"),
    (.list([.int(1), .int(2)]), "item 1: must be a record"),
  ])
  func refusedRecordsAreNotReplacedByDefaults(given: Value, words: String) throws {
    var walker = try Walker(
      """
      flow: 1
      id: r
      steps:
        - repeat: hosts
          over: "['a', 'b']"
          steps: [{ ask: q, type: string, default: x }]
      """, options: SessionOptions(answers: ["hosts": .value(given)], takesDefaults: true))
    expectEqual(walker.asked, "hosts")
    expectEqual(walker.step?.problems.map(\.message), [words])
    // Whether the items are filled by defaults is for the user to decide.
    walker.send(.editItem(0))
    #expect(walker.asked == nil)
  }

  /// JSON also writes whole numbers as `8080.0`.
  ///
  /// Fractions are still refused.
  @Test func aWholeNumberOfJSONIsAnInteger() throws {
    for (given, port) in [(8080.0, Value.int(8080)), (8080.5, nil), (1e300, nil)] {
      let options = SessionOptions(
        answers: [
          "name": .text("ab"), "kind": .text("http"), "port": .value(.double(given)),
          "note": .empty,
        ])
      let walker = try Walker(Self.text, options: options)
      expectEqual(walker.asked, (port == nil ? "port" : "end"))
      expectEqual(walker.session.answer("port"), port)
    }
  }

  /// Whole numbers that don't fit are doubles, of which several are the same as one that fits.
  @Test(arguments: [
    ("-9223372036854775808", Value.int(.min)), ("-9223372036854775809", nil),
    ("9223372036854775807", .int(.max)), ("9223372036854775808", nil),
    ("18446744073709551615", nil), ("18446744073709551616", nil),
    ("1e18", .int(1_000_000_000_000_000_000)),
  ])
  func aNumberOfJSONThatIsTooLargeIsRefused(json: String, answer: Value?) throws {
    let text = "flow: 1\nid: c\nsteps:\n  - { ask: a, type: integer }\n"
    let given = try Value(json: json)
    let walker = try Walker(text, options: SessionOptions(answers: ["a": .value(given)]))
    expectEqual(walker.session.answer("a"), answer)
    expectEqual(
      walker.problems, (answer == nil ? ["enter a smaller number; this one is too large"] : []))
  }

  @Test func anInvalidGivenAnswerIsAskedAgainWithItsReason() throws {
    let options = SessionOptions(answers: ["name": .text("x")])
    let walker = try Walker(Self.text, options: options)
    expectEqual(walker.asked, "name")
    expectEqual(walker.problems, ["enter at least 2 characters; this has 1"])
    expectEqual(walker.step?.focusedField?.editableText, "x")
    #expect(
      walker.announcements.contains { announcement in
        if case .givenAnswerRefused(let problem) = announcement { return problem.field == "name" }
        return false
      })
  }

  /// An optional question is answered by an empty text if that's its default.
  @Test(arguments: ["string", "text", "path"])
  func anEmptyDefaultIsTakenWithoutAsking(type: String) throws {
    let text = """
      flow: 1
      id: t
      inputs: { empty: { type: string, default: "" } }
      steps:
        - { ask: a, type: \(type), required: false, default: "" }
        - { ask: b, type: \(type), required: false, default: { value: empty } }
        - { ask: c, type: string, default: x }
      """
    let walker = try Walker(text, options: SessionOptions(takesDefaults: true))
    expectEqual(walker.output, #"{"a":"","b":"","c":"x"}"#, "\(walker.asked ?? "")")
    try expectEqual(
      ForecastTests.lines(
        text.replacing("steps:\n", with: "steps:\n  - { review: check }\n"), [:],
        { $0.takesDefaults = true }),
      ["check asked", "a defaulted", "b defaulted", "c defaulted = x default x"])
  }

  @Test func anEmptyDefaultOfARequiredQuestionIsRefused() throws {
    let loaded = FlowFile.load(
      """
      flow: 1
      id: t
      steps:
        - { ask: a, type: string, default: "" }
      """, name: "t.flow.yaml")
    expectEqual(
      DiagnosticRenderer().render(loaded.diagnostics),
      """
      t.flow.yaml:4:38: error: 'default' is an empty text, which isn't an answer; leave it out, or \
      write 'required: false' [refused-value]
      4 |   - { ask: a, type: string, default: "" }
        |                                      ^~
      t.flow.yaml:4:40: fix: write 'required: false'
      4 |   - { ask: a, type: string, default: "", required: false }

      """)
  }

  static let derived = ProjectFolder.flow("given/derived")

  @Test func everythingStillNeededIsListedWithItsCondition() throws {
    let walker = try Walker(Self.text)
    expectEqual(walker.session.missingAnswers.map(\.id), ["name", "kind", "port", "note", "end"])
    expectEqual(
      walker.session.missingAnswers.map(\.condition), [nil, nil, "kind == 'http'", nil, nil])
  }

  /// `kind` is given, but asked after `name`.
  ///
  /// That decides the port's condition.
  @Test func answersInAdvanceDecideConditions() throws {
    let walker = try Walker(Self.text, options: SessionOptions(answers: ["kind": .text("worker")]))
    expectEqual(walker.session.missingAnswers.map(\.id), ["name", "note", "end"])
  }

  /// The offered answer is taken, be it the default or an answer of an earlier walk.
  @Test func anEarlierAnswerIsTakenInPlaceOfADefault() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { ask: kept, type: string, default: x }
        - { ask: other, type: string, default: x }
      """
    let options = SessionOptions(takesDefaults: true, suggestions: ["kept": .text("y")])
    var walker = try Walker(text, options: options)
    expectEqual(walker.session.missingAnswers.map(\.id), ["name"])
    walker.type("a")
    expectEqual(walker.output, #"{"name":"a","kept":"y","other":"x"}"#)
    expectEqual(walker.session.answers.map(\.origin), [.typed, .taken, .taken])
  }

  @Test func aListOverNothingIsNotMissing() throws {
    let text = """
      flow: 1
      id: hosts
      inputs: { hosts: { type: list, of: string } }
      steps:
        - { ask: name, type: string }
        - repeat: host
          over: hosts
          steps: [ { ask: port, type: integer } ]
        - repeat: guest
          over: "[name]"
          steps: [ { ask: port, type: integer } ]
      """
    func missing(_ hosts: [Value], _ options: SessionOptions = SessionOptions()) throws -> [String]
    {
      try Walker(try flow(text), inputs: ["hosts": .list(hosts)], options: options)
        .session.missingAnswers.map(\.id)
    }
    try expectEqual(missing([]), ["name", "guest"])
    try expectEqual(missing(["a"]), ["name", "host", "guest"])
  }

  /// An item is on the stack, but only its whole list can be given.
  @Test func anOpenItemIsReportedMissingAsItsList() throws {
    let walker = try Walker(
      """
      flow: 1
      id: sizes
      steps:
        - { ask: regions, type: choices, choices: [fra, ams, nyc] }
        - repeat: size
          over: regions
          steps: [ { ask: nodes, type: integer, label: "For ${item}" } ]
        - { ask: end, type: string }
      """,
      options: SessionOptions(answers: ["regions": .value(.list(["fra", "ams"]))]))
    expectEqual(walker.asked, "size[0].nodes")
    expectEqual(walker.session.missingAnswers.map(\.id), ["size", "end"])
  }

  @Test func inputsAreCheckedAgainstTheirTypes() throws {
    let checked = try flow(
      """
      flow: 1
      id: f
      inputs:
        count: { type: integer }
        user: { type: string, default: nobody }
      steps:
        - { ask: x, type: integer, default: { value: count } }
      """)
    #expect(throws: InputError.self) { try FlowSession(flow: checked) }
    #expect(throws: InputError.self) { try FlowSession(flow: checked, inputs: ["count": "four"]) }
    #expect(throws: InputError.self) {
      try FlowSession(flow: checked, inputs: ["count": 4, "other": 1])
    }
    let walker = try Walker(checked, inputs: ["count": 4])
    expectEqual(walker.offered, "4")
  }
}
