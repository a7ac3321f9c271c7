// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowTesting
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowScripts

/// Walks become scripts that walk the same way again.
@Suite struct ScriptRecordingTests {
  /// A script of the project, with its flow.
  struct Stored: Sendable, CustomTestStringConvertible {
    let flow: CheckedFlow
    let script: FlowScript
    var testDescription: String { "\(script.place.file.name): \(script.name)" }
  }

  static let stored: [Stored] = {
    let folder = ProjectFolder.url.appending(path: "Flows").path
    return ScriptSearch.tested(in: [folder], includesUntested: false).flatMap { tested in
      let limit = FlowFile.defaultLimit
      guard let bytes = try? SystemFiles.read(tested.flow, limit: limit),
        let flow = FlowFile.load(
          bytes, name: tested.flow, files: FolderFiles(beside: tested.flow, limit: limit)
        ).flow
      else { return [Stored]() }
      return tested.scripts.flatMap { path in
        FlowScriptFile.load(
          (try? SystemFiles.read(path, limit: limit)) ?? [], name: path, flow: flow
        )
        .scripts.map { Stored(flow: flow, script: $0) }
      }
    }
  }()

  /// Records a walk, and runs the recording from its text.
  private func again(
    _ session: FlowSession, _ flow: CheckedFlow
  ) throws -> (text: String, result: ScriptResult) {
    let text = ScriptRecording.script(of: session, named: "recorded").text
    let known = ScriptRecording.placeholders(of: session)
    let loaded = FlowScriptFile.load(Array(text.utf8), name: "recorded.test.yaml", flow: flow)
    expectEqual(loaded.diagnostics.diagnostics.map(\.message), [], "\(text)")
    let script = try #require(loaded.scripts.first, "\(text)")
    return (text, ScriptRun.run(script, on: flow) { known[$0] })
  }

  @Test(arguments: stored) func aRecordedWalkReplaysToTheSame(_ stored: Stored) throws {
    let walked = ScriptRun.run(stored.script, on: stored.flow)
    let session = try #require(walked.session)
    let (text, result) = try again(session, stored.flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    let replayed = try #require(result.session)
    expectEqual(replayed.answers, session.answers, "\(text)")
    expectEqual("\(replayed.state)", "\(session.state)", "\(text)")
  }

  @Test func thereAreScripts() { #expect(Self.stored.count > 90) }

  /// Walks a flow by events.
  private func walk(_ flow: CheckedFlow, _ events: [FlowEvent]) throws -> FlowSession {
    var session = try FlowSession(flow: flow)
    for event in [.start] + events {
      session.send(event, now: .epoch)
      while case .needs(let need) = session.state {
        switch need {
        case .approval: session.decide(.approve, now: .epoch)
        case .lookUp: throw CancellationError()
        case .effect:
          session.send(.effectEnded(.ended(CommandResult(status: 0))), now: .epoch)
        }
      }
    }
    return session
  }

  /// Walks a flow by events, records that, and checks that the recording passes with the same answers.
  ///
  /// - Returns: The recording, the walk, and what the recording leads to.
  private func recorded(
    _ flow: String, _ events: [FlowEvent]
  ) throws -> (text: String, session: FlowSession, replayed: FlowSession) {
    let flow = try checkedFlow(flow)
    let session = try walk(flow, events)
    let (text, result) = try again(session, flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    let replayed = try #require(result.session)
    expectEqual(replayed.answers, session.answers, "\(text)")
    return (text, session, replayed)
  }

  /// A walk in which questions below a priority took their defaults is recorded with the priority.
  @Test(arguments: [
    ("high", "answer: { name: x, host: h, port: 80 }", 1),
    ("medium", "answer: { name: x, size: 2, host: h, port: 80 }", 2),
  ])
  func aWalkWithAPriorityReplays(priority: String, answers: String, size: Int64) throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: priority
      steps:
        - { ask: name, type: string, priority: high }
        - { ask: mode, type: choice, choices: [a, b], priority: low, default: a }
        - { ask: size, type: integer, priority: medium, default: 1 }
        - form: place
          fields:
            - { ask: host, type: string, priority: low, default: localhost }
            - { ask: port, type: integer, priority: high }
      """)
    let text = "test: t\npriority: \(priority)\nsteps:\n  - \(answers)\n"
    let loaded = FlowScriptFile.load(Array(text.utf8), name: "p.test.yaml", flow: flow)
    let walked = ScriptRun.run(try #require(loaded.scripts.first), on: flow)
    expectEqual(walked.failures.map(\.message), [])
    let session = try #require(walked.session)
    expectEqual(session.answer("mode"), "a")
    expectEqual(session.answer("size"), .int(size))
    let (recorded, result) = try again(session, flow)
    #expect(recorded.contains("priority: \(priority)\n"), "\(recorded)")
    expectEqual(result.failures.map(\.message), [], "\(recorded)")
    expectEqual(result.session?.answers, session.answers, "\(recorded)")
  }

  private static let flow = """
    flow: 1
    id: a
    steps:
      - { note: hello, text: Hello }
      - { ask: name, type: string, minLength: 2 }
      - { ask: token, type: secret }
      - form: place
        fields:
          - { ask: host, type: string, default: example.org }
          - { ask: port, type: integer, min: 1024 }
      - repeat: people
        steps:
          - { ask: who, type: string }
          - { ask: age, type: integer, required: false }
      - { run: make, command: [make, "${name}"] }
      - { review: check }
    """

  @Test func whatAUserDidIsWrittenReadably() throws {
    let (text, _, _) = try recorded(
      Self.flow,
      [
        .answer(nil), .answer(.text("x")), .answer(.text("xy")), .answer(.text("geheim")),
        .back(steps: 1),
        .answer(.text("geheim")), .edit(field: "port", .text("80")), .answer(.text("8080")),
        .addItem, .answer(.text("ada")), .answer(FieldInput.empty), .addItem, .answer(.text("bob")),
        .answer(.text("7")), .editItem(0), .answer(.text("eve")), .answer(nil), .removeItem(1),
        .answer(nil), .answer(.text("yes")),
      ])
    expectEqual(
      text,
      """
      test: recorded
      clock: 1970-01-01T00:00:00Z
      runs:
        make: {}
      steps:
        - reject: { name: x }
        - answer: { name: xy, token: { secret: token } }
        - back: 1
        - answer: { token: { secret: token } }
        - accept: offered
        - reject: { port: 80 }
        - answer: { port: 8080 }
        - add: { people: { who: ada, age: null } }
        - add: { people: { who: bob, age: 7 } }
        - edit: { "people[0]": { who: eve } }
        - accept: offered
        - remove: "people[1]"
        - done: people
        - answer: { check: yes }

      """, "\(text)")
  }

  private static let warningFlow = """
    flow: 1
    id: a
    steps:
      - form: times
        fields:
          - { ask: begun, type: integer }
          - { ask: seen, type: integer }
          - { ask: over, type: boolean }
        validate:
          - { check: seen == begun, level: warning, at: seen, message: late }
      - ask: told
        type: boolean
        validate: [{ check: told, level: warning, message: tell them }]
    """

  /// An answer that led to a warning about an answer which was changed later isn't refused in the script; a warning
  /// that was accepted is, by a confirmation or by the same input again.
  @Test(arguments: [FlowEvent.confirm, .answer(.text("no")), .answer(nil)])
  func acceptedWarningsAreWritten(_ event: FlowEvent) throws {
    let changed: [FlowEvent] = [
      .answer(.text("1")), .answer(.text("2")), .answer(.text("no")), .answer(.text("1")),
      .answer(.text("no")),
    ]
    let refused: [FlowEvent] = [
      .answer(.text("1")), .answer(.text("2")), .answer(.text("x")), .answer(.text("no")),
      .focus(field: "begun"),
      .answer(.text("2")), .answer(nil), .answer(.text("no")),
    ]
    for form in [changed, refused] {
      let (text, session, replayed) = try recorded(
        Self.warningFlow, form + [.answer(.text("no")), event])
      #expect(!text.contains("reject: { over: no }"), "\(text)")
      #expect(text.contains("- reject: { told: no }"), "\(text)")
      expectEqual("\(replayed.state)", "\(session.state)", "\(text)")
    }
  }

  /// A list that's refused as a whole is refused to a yes, which is typed at each face.
  @Test func aRefusedListIsWrittenAsAYes() throws {
    let (text, _, _) = try recorded(
      """
      flow: 1
      id: a
      steps:
        - repeat: people
          validate: [{ check: "people.size() != 1", message: one is alone }]
          steps: [{ ask: who, type: string }]
      """,
      [
        .addItem, .answer(.text("ada")), .answer(nil), .addItem, .answer(.text("bob")),
        .answer(nil),
      ])
    #expect(text.contains("- reject: { people: yes }"), "\(text)")
  }

  /// A warning that was accepted, about an answer that was changed later, isn't accepted in the script.
  @Test func aWarningAboutAnEarlierAnswerIsNotAccepted() throws {
    let (_, session, _) = try recorded(
      """
      flow: 1
      id: a
      steps:
        - form: rhythm
          fields:
            - ask: at
              type: integer
              validate: [{ check: at < 8, level: warning, message: late }]
            - { ask: spread, type: integer, max: 9 }
      """,
      [
        .answer(.text("18")), .confirm, .answer(.text("10")), .edit(field: "at", .text("2")),
        .answer(.text("2")), .answer(.text("5")),
      ])
    expectEqual(session.answer("at"), 2)
  }

  /// A warning about a form that's accepted by the same input again is accepted in the script.
  @Test(arguments: [FlowEvent.confirm, .answer(.text("2")), .answer(nil)])
  func acceptedWarningsOfAFormAreWritten(_ event: FlowEvent) throws {
    let form: [FlowEvent] = [.answer(.text("1")), .answer(.text("2")), .answer(.text("no")), event]
    let (text, session, replayed) = try recorded(Self.warningFlow, form + [.answer(.text("yes"))])
    #expect(text.contains("- confirm: seen"), "\(text)")
    expectEqual("\(replayed.state)", "\(session.state)", "\(text)")
    // A walk that's left afterwards ends with the same answers.
    _ = try recorded(Self.warningFlow, form + [.leave(.quit)])
  }

  /// Someone who accepts the warning about an answer, and then that about the form, accepts both in the script.
  @Test func warningsAboutAnAnswerAndItsFormAreAccepted() throws {
    let (text, session, _) = try recorded(
      """
      flow: 1
      id: a
      steps:
        - form: times
          fields:
            - { ask: begun, type: integer }
            - ask: over
              type: integer
              validate: [{ check: over < 8, level: warning, message: late }]
          validate: [{ check: begun < over, level: warning, at: begun, message: before }]
        - { ask: end, type: string }
      """,
      [.answer(.text("9")), .answer(.text("8")), .confirm, .confirm, .answer(.text("x"))])
    expectEqual(session.answer("end"), "x")
    #expect(
      text.contains("- reject: { over: 8 }\n  - confirm: over\n  - confirm: begun\n"), "\(text)")
  }

  /// A form that's left at a warning has the answer that led to it.
  @Test func aFormLeftAtAWarningKeepsItsAnswers() throws {
    let (text, _, _) = try recorded(
      Self.warningFlow,
      [.answer(.text("1")), .answer(.text("2")), .answer(.text("no")), .leave(.quit)])
    #expect(
      text.contains("- answer: { begun: 1, seen: 2 }\n  - reject: { over: no }\n  - leave: quit"),
      "\(text)")
  }

  /// A refused secret has no text in a script, and doesn't keep other refusals from it.
  @Test func aRefusedSecretIsLeftOut() throws {
    let (text, _, _) = try recorded(
      """
      flow: 1
      id: s
      steps:
        - { ask: token, type: secret, minLength: 4 }
        - form: both
          fields: [ { ask: key, type: secret, minLength: 4 }, { ask: port, type: integer } ]
      """,
      [
        .answer(.text("abc")), .answer(.text("geheim")), .answer(.text("abc")),
        .answer(.text("geheim")),
        .answer(.text("x")), .answer(.text("80")),
      ])
    #expect(
      text.contains(
        "- answer: { token: { secret: token }, key: { secret: key } }\n  - reject: { port: x }\n"),
      "\(text)")
  }

  /// An answer that was refused without a text is written: an empty secret, and a list that has secrets in its items.
  @Test func emptyAnswersOfSecretsAreRefusedAgain() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: s
      steps:
        - { ask: token, type: secret }
        - { repeat: users, minItems: 1, steps: [ { ask: key, type: secret } ] }
      """)
    let session = try walk(
      flow, [.answer(.text("")), .answer(.text("geheim")), .answer(nil), .addItem])
    let (text, result) = try again(session, flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    #expect(text.includes("- reject: { token: \"\" }"), "\(text)")
    #expect(text.includes("- reject: { users: [] }"), "\(text)")
  }

  /// An item that must be answered again is opened instead of a new one.
  @Test func anItemThatIsOpenedAgainIsEdited() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      steps:
        - repeat: p
          steps:
            - ask: n
              type: string
              validate: [ { check: "size(items) == 0 || n > items[size(items) - 1].n", message: no } ]
      """, name: "f.flow.yaml")
    let session = try walk(
      flow,
      [
        .addItem, .answer(.text("a")), .addItem, .answer(.text("b")),
        .moveItem(from: 0, to: 1), .addItem, .answer(.text("c")), .addItem, .answer(.text("d")),
        .answer(nil),
      ])
    let (text, result) = try again(session, flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    expectEqual(result.session?.answers, session.answers)
    #expect(text.contains("- edit: { \"p[1]\": { n: c } }\n"), "\(text)")
  }

  @Test func aChangeOfAListThatWasRefusedIsLeftOut() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      steps:
        - { repeat: p, maxItems: 1, steps: [ { ask: n, type: string } ] }
      """, name: "f.flow.yaml")
    let session = try walk(
      flow, [.addItem, .answer(.text("a")), .addItem, .removeItem(3), .answer(nil)])
    let (text, result) = try again(session, flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    expectEqual(result.session?.answers, session.answers)
    #expect(!text.contains("remove"), "\(text)")
  }

  @Test(arguments: LeaveReason.allCases) func leavingIsWritten(_ reason: LeaveReason) throws {
    let (text, _, _) = try recorded(
      Self.flow, [.answer(nil), .answer(.text("xy")), .leave(reason)])
    #expect(text.includes("  - answer: { name: xy }\n  - leave: \(reason.rawValue)\n"), "\(text)")
  }

  @Test func noSecretIsWritten() throws {
    let flow = try checkedFlow(Self.flow)
    let session = try walk(
      flow, [.answer(nil), .answer(.text("xy")), .answer(.text("geheim")), .leave(.quit)])
    let text = ScriptRecording.script(of: session, named: "recorded").text
    #expect(!text.includes("geheim"))
  }

  /// Enter after a refusal takes what's offered, and not the refused text.
  @Test(arguments: [FlowEvent.answer(nil), .answer(.offered)])
  func whatIsTakenAfterARefusalInAFormIsWritten(_ event: FlowEvent) throws {
    let (_, session, _) = try recorded(
      """
      flow: 1
      id: f
      steps:
        - form: pair
          fields: [ { ask: a, type: integer }, { ask: b, type: integer, max: 9 } ]
        - { ask: end, type: string }
      """,
      [
        .answer(.text("1")), .answer(.text("5")), .backTo("b"), .answer(.text("99")), event,
        .answer(.text("x")),
      ])
    expectEqual(session.answer("b"), 5)
  }

  @Test func aFormThatIsLeftKeepsWhatWasEntered() throws {
    let (text, _, _) = try recorded(
      Self.flow,
      [
        .answer(nil), .answer(.text("xy")), .answer(.text("geheim")), .answer(.text("a.example")),
        .answer(.text("80")), .leave(.quit),
      ])
    #expect(
      text.includes(
        """
          - answer: { name: xy, token: { secret: token }, host: "a.example" }
          - reject: { port: 80 }
          - leave: quit

        """), "\(text)")
  }

  private static let writing = """
    flow: 1
    id: b
    steps:
      - { ask: name, type: string }
      - { write: file, path: "notes.txt", content: "${name}" }
      - { run: tell, command: [wc, notes.txt], capture: lines }
    """

  /// Whether a file was overwritten or kept is known from the files at the start.
  @Test(arguments: ["yes", "no"]) func theDecisionAboutAFileIsWritten(_ word: String) throws {
    let flow = try checkedFlow(Self.writing)
    let name = "written"
    let source = """
      test: \(name)
      runs:
        tell: { lines: [one, two] }
      files: { notes.txt: old }
      steps:
        - answer: { name: ada, file: \(word) }

      """
    let script = try #require(
      FlowScriptFile.load(Array(source.utf8), name: "b.test.yaml", flow: flow).scripts.first)
    let session = try #require(ScriptRun.run(script, on: flow).session)
    var options = ScriptRecording.Options()
    options.files = script.files
    options.keepsOutput = false
    let recorded = ScriptRecording.run(of: session, named: name, options) {
      ScriptRun.run($0, on: flow)
    }
    expectEqual(recorded.result.failures.map(\.message), [])
    expectEqual(
      recorded.script.text, source.replacing("{ notes.txt: old }", with: "{ notes.txt: \"old\" }")
    )
  }

  /// A user who asks for more steps than there are comes to the first.
  @Test(arguments: [1, 2, 9]) func goingBackTooFarIsRecordedAsTheFirstStep(count: Int) throws {
    let flow = """
      flow: 1
      id: s
      steps:
        - { ask: a, type: string }
        - form: f
          fields: [ { ask: b, type: string }, { ask: c, type: string } ]
      """
    for answers in [[], [FlowEvent.answer(.text("y"))]] {
      let (text, _, _) = try recorded(flow, [.answer(.text("x"))] + answers + [.back(steps: count)])
      expectEqual(text.contains("- back: a\n"), count > 1, "\(text)")
    }
  }

  /// Someone who types again what was warned about accepts the warning.
  @Test func aWarningAcceptedByTypingAgainReplays() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: t
      steps:
        - form: rhythm
          fields:
            - ask: at
              type: time
              validate: [{ check: at < '08:00', level: warning, message: late }]
            - { ask: spread, type: duration }
      """)
    let session = try walk(
      flow, [.answer(.text("9:00")), .answer(.text("9:00")), .answer(.text("5m"))])
    let script = ScriptRecording.script(of: session, named: "recorded")
    // As it is, and as it's read.
    expectEqual(ScriptRun.run(script, on: flow).failures.map(\.message), [])
    let (text, result) = try again(session, flow)
    expectEqual(result.failures.map(\.message), [], "\(text)")
    #expect(text.includes("- reject: { at: \"9:00\" }\n"), "\(text)")
  }

  // MARK: Matrices

  private static let matrixFlow = """
    flow: 1
    id: m
    steps:
      - { ask: who, type: string }
      - form: ratings
        over: "['a', 'b']"
        fields:
          - ask: grade
            type: integer
            max: 6
            validate: [{ check: grade < 5, level: warning, message: low }]
          - { ask: remark, type: string, required: false }
      - { ask: end, type: string }
    """

  /// Records a walk through the matrix, which begins with its name, and checks that it replays.
  private func recordedMatrix(_ events: [FlowEvent]) throws -> String {
    try recorded(Self.matrixFlow, [.answer(.text("ada"))] + events).text
  }

  private static let row: [FlowEvent] = [.answer(.text("1")), .answer(.text("fine"))]

  /// A cell that's emptied after going back isn't answered as before.
  @Test func aCellOfAMatrixThatIsEmptiedStaysEmpty() throws {
    let text = try recordedMatrix(
      Self.row + Self.row + [.backTo("ratings"), .answer(nil), .answer(FieldInput.empty)]
        + [.answer(nil), .answer(nil), .answer(.text("x"))])
    #expect(text.includes(#"[{"grade":1},{"grade":1,"remark":"fine"}]"#), "\(text)")
  }

  @Test func whatACellRefusesIsWritten() throws {
    let text = try recordedMatrix(
      Self.row + [.answer(.text("many")), .answer(.text("7")), .answer(.text("2")), .answer(nil)]
        + [.answer(.text("x"))])
    #expect(
      text.includes(
        """
          - answer: { who: ada, "ratings[0].grade": 1, "ratings[0].remark": "fine" }
          - reject: { "ratings[1].grade": many }
          - reject: { "ratings[1].grade": 7 }
          - answer: { "ratings[1].grade": 2 }
          - accept: offered
          - answer: { end: x }

        """), "\(text)")
  }

  /// Rows that pass together, because the earlier answers are accepted, are in the script.
  @Test func rowsThatPassTogetherAreWritten() throws {
    let text = try recordedMatrix(
      Self.row + Self.row + [.backTo("who"), .acceptSuggestions, .answer(.text("x"))])
    #expect(text.includes("end: x"), "\(text)")
  }

  @Test(arguments: [FlowEvent.confirm, .answer(.text("5"))])
  func anAcceptedWarningAboutACellIsWritten(_ event: FlowEvent) throws {
    let text = try recordedMatrix(
      [.answer(.text("5")), event, .answer(nil)] + Self.row + [.answer(.text("x"))])
    #expect(
      text.includes(
        """
          - reject: { "ratings[0].grade": 5 }
          - confirm: "ratings[0].grade"

        """), "\(text)")
  }

  /// The cells above the one at which it was left, by its end or by a way back.
  @Test(arguments: [FlowEvent.leave(.quit), .backTo("who")])
  func aMatrixThatIsLeftKeepsWhatWasEntered(_ event: FlowEvent) throws {
    let text = try recordedMatrix(Self.row + [.answer(.text("2")), event])
    #expect(
      text.includes(
        """
          - answer: { who: ada, "ratings[0].grade": 1, "ratings[0].remark": "fine", "ratings[1].grade": 2 }

        """), "\(text)")
  }
}
