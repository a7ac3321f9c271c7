// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowScreens
import FlowServer
import FlowSessions
import FlowTesting
import FlowWalks
import JSONRPC
import Localization
import SavedWalks
import Testing

/// A walk without a face: answers, refusals, going back, effects, and what can be read.
@Suite struct FlowWalkTests {
  static let source = """
    flow: 1
    id: service
    steps:
      - { note: hello, text: Welcome. }
      - { ask: name, type: string, label: Name?, maxLength: 10 }
      - { ask: kind, type: choice, choices: [http, worker], default: http }
      - form: net
        fields:
          - { ask: port, type: integer, min: 1024, when: kind == 'http' }
          - { ask: host, type: string, default: localhost }
      - { ask: pass, type: secret, confirm: true }
      - write: config
        path: out.txt
        content: "${name}\\n"
      - { commit: sure, text: Really? }
    """

  static func flow(_ source: String = source) throws -> CheckedFlow {
    try checkedFlow(source, name: "service.flow.yaml")
  }

  static func walk(
    _ source: String = source, effects: (any EffectHost)? = nil, client: ClientTasks = []
  ) throws -> FlowWalk {
    let services = WalkServices(effects: effects, client: client, clock: { .epoch })
    var walk = FlowWalk(try FlowSession(flow: flow(source)), services: services)
    walk.start()
    return walk
  }

  static func question(_ walk: FlowWalk) throws -> Question {
    guard let question = walk.question else { throw Unexpected(state: walk.state.name) }
    return question
  }

  struct Unexpected: Error { let state: String }

  /// A refusal names the rule that's violated, also where it's about a default, or about a list for its item.
  @Test func aRefusalNamesTheRuleOfAWrongChoice() throws {
    var walk = try Self.walk(
      """
      flow: 1
      id: f
      inputs: { first: { type: string, default: green } }
      steps:
        - { ask: color, type: choice, choices: [red, blue], default: { value: first } }
        - { ask: name, type: string }
        - repeat: rows
          steps: [{ ask: size, type: choice, choices: [s, m] }]
      """)
    func rules(_ answer: FieldInput) throws -> [Problem.Rule] {
      try walk.send(.answer(.one(answer))).compactMap {
        if case .refused(let problem) = $0 { problem.rule } else { nil }
      }
    }
    expectEqual(try rules(.default), [.choice])
    expectEqual(try rules(.value("red")), [])
    expectEqual(try rules(.default), [.required])
    expectEqual(try rules(.value("Ada")), [])
    expectEqual(try rules(.value([["size": "xl"]])), [.choice])
  }

  /// Input that was typed and not submitted is beside the draft, and neither is the other.
  @Test func unfinishedInputIsInStates() throws {
    var walk = try Self.walk("flow: 1\nid: f\nsteps:\n  - { ask: a, type: integer, default: 3 }")
    func field() throws -> ValueMap {
      guard case .map(let field)? = try Self.question(walk).focused?.value else {
        return ValueMap()
      }
      return field
    }
    try expectEqual(field()["unfinished"], nil)
    _ = walk.settle(.setAside(field: "a", .text("4x")))
    try expectEqual(field()["unfinished"], .object(["text": "4x"]))
    try expectEqual(field()["draft"], nil)
    _ = walk.settle(.setAside(field: "a", .value(5)))
    try expectEqual(field()["unfinished"], .object(["value": 5]))
    _ = try walk.send(.answer(.one(.text("x"))))
    try expectEqual(field()["unfinished"], nil)
    try expectEqual(field()["draft"], .object(["text": "x"]))
  }

  /// A client keeps what its user hasn't submitted: it's no answer, it's there again when its question is, and a
  /// field that isn't asked takes none.
  @Test func aClientSetsUnfinishedInputAside() throws {
    let text =
      "flow: 1\nid: f\nsteps:\n  - { ask: a, type: integer, default: 3 }\n  - { ask: b, type: string }"
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    let service = FlowService([ServedFlow(try Self.flow(text))], in: environment)
    func call(_ method: String, _ parameters: Value = [:]) throws -> Value? {
      var map = ValueMap([("walk", "w1")])
      if method == "open" { map = ValueMap() }
      if case .map(let others) = parameters { for entry in others { map[entry.key] = entry.value } }
      guard case .map(let state) = try service.handle(method, map),
        case .map(let question)? = state["question"], case .list(let fields)? = question["fields"],
        case .map(let field)? = fields.first
      else { return nil }
      return field["unfinished"]
    }
    try expectEqual(call("open"), nil)
    try expectEqual(call("set-aside", ["field": "a", "text": "4x"]), .object(["text": "4x"]))
    try expectEqual(call("submit"), nil)
    try expectEqual(call("back"), nil)
    try expectEqual(call("set-aside", ["field": "a", "value": 5]), .object(["value": 5]))
    try expectEqual(call("set-aside", ["field": "a"]), nil)
    #expect(throws: RPCError.self) { try call("set-aside", ["field": "b", "text": "x"]) }
    // Nothing is no answer.
    try expectEqual(call("submit"), nil)
    try expectEqual(call("set-aside", ["field": "b", "text": "half"]), .object(["text": "half"]))
    try expectEqual(call("submit"), .object(["text": "half"]))
    try expectEqual(call("back"), nil)
    #expect(throws: RPCError.self) {
      try call("set-aside", ["field": "a", "text": "4", "value": 4])
    }
  }

  /// All records of a list over elements are an answer while one of its rows or items is asked, with its name or
  /// without.
  @Test(arguments: [
    "  - form: rows\n    over: names\n    fields:",
    "  - repeat: rows\n    over: names\n    steps:",
  ])
  func recordsAnswerAListOverElements(step: String) throws {
    let source = """
      flow: 1
      id: f
      steps:
        - { ask: names, type: list }
      \(step)
            - { ask: grade, type: integer, max: 5 }
            - { ask: tags, type: list, required: false }
        - { ask: end, type: string }
      """
    func record(_ grade: Int64) -> Value { .map(ValueMap([("grade", .int(grade))])) }
    let both = Value.list([record(1), record(2)])
    for isNamed in [true, false] {
      var walk = try Self.walk(source)
      _ = try walk.send(.answer(.one(.text("a,x"))))
      try expectEqual(Self.question(walk).fields.first?.id, "rows[0].grade")
      let refused = try walk.send(
        .answer(
          isNamed
            ? .several(["rows": .value(.list([record(1)]))])
            : .one(.value(.list([record(1)]))), to: isNamed ? nil : "rows"))
      #expect(
        refused.contains { notice in
          switch notice {
          case .refused(let problem), .givenRefused(let problem): problem.field == "rows"
          default: false
          }
        }, "\(refused)")
      let notices = try walk.send(
        .answer(isNamed ? .several(["rows": .value(both)]) : .one(.value(both))))
      expectEqual(notices, [], "\(notices)")
      if try Self.question(walk).step.id == "rows" { _ = try walk.send(.answer(.offered)) }
      try expectEqual(Self.question(walk).step.id, "end")
      expectEqual(walk.session.answer("rows[1].grade"), .int(2))
    }
    // A list for a field of a row is for that field.
    var walk = try Self.walk(source)
    _ = try walk.send(.answer(.one(.text("a"))))
    _ = try walk.send(.answer(.one(.value(.int(1)))))
    _ = try walk.send(.answer(.one(.value(.list(["t", "u"])))))
    if try Self.question(walk).step.id == "rows" { _ = try walk.send(.answer(.offered)) }
    expectEqual(walk.session.answer("rows[0].tags"), .list(["t", "u"]))
  }

  @Test func severalAnswersPassNotesAndStopAtTheFirstOpenQuestion() throws {
    var walk = try Self.walk()
    let notices = try walk.send(
      .answer(
        .several(["name": .value("billing"), "kind": .value("worker"), "other": .value(1)])))
    expectEqual(notices, [.passed(id: "hello", text: "Welcome."), .unused(["other"])])
    try expectEqual(Self.question(walk).step.id, "net")
    try expectEqual(Self.question(walk).fields.map(\.id), ["host"])
  }

  @Test func aFormIsSubmittedAsAWholeAndKeepsItsRefusal() throws {
    var walk = try Self.walk()
    _ = try walk.send(.answer(.several(["name": .value("billing"), "kind": .offered])))
    let notices = try walk.send(.answer(.several(["port": .value(80)])))
    guard case .refused(let problem)? = notices.first else {
      Issue.record("nothing is refused: \(notices)")
      return
    }
    expectEqual(problem.field, "port")
    _ = try walk.send(.answer(.several(["port": .value(8080)])))
    try expectEqual(Self.question(walk).asked, "pass")
  }

  @Test func aWrongTypeIsRefusedAndTypedTextIsParsed() throws {
    var walk = try Self.walk()
    _ = try walk.send(.answer(.several(["name": .value("billing"), "kind": .offered])))
    #expect(!(try walk.send(.answer(.one(.value("8080"))))).isEmpty)
    #expect(try walk.send(.answer(.one(.text("8080")))).isEmpty)
    try expectEqual(Self.question(walk).asked, "host")
  }

  @Test func anAnswerToAnotherQuestionIsAnErrorThatChangesNothing() throws {
    var walk = try Self.walk()
    _ = try walk.send(.answer(.offered))
    let before = walk.value
    let revision = walk.revision
    #expect(throws: WalkError(.notAsked, "'kind' isn't asked, but 'name' is")) {
      try walk.send(.answer(.one(.value("http")), to: "kind"))
    }
    expectEqual(walk.value, before)
    #expect(throws: WalkError.self) { try walk.check(revision: revision - 1) }
  }

  @Test func goingBackSaysWhatItDiscardsAndOffersItAgain() throws {
    var walk = try Self.walk()
    _ = try walk.send(.answer(.several(["name": .value("billing"), "kind": .value("worker")])))
    let question = try Self.question(walk)
    expectEqual(question.earlier.map(\.id), ["kind", "name", "hello"])
    expectEqual(question.earlier[1].discards, ["name", "kind"])
    _ = try walk.send(.backTo("name"))
    let field = try #require(try Self.question(walk).field())
    expectEqual(field.offer?.value, "billing")
    expectEqual(field.offer?.isSuggestion, true)
    _ = try walk.send(.accept)
    try expectEqual(Self.question(walk).asked, "host")
  }

  @Test func aMoveThatDoesNothingSaysWhy() throws {
    var walk = try Self.walk()
    _ = try walk.send(.answer(.several(["name": .value("billing"), "kind": .value("worker")])))
    let asked = try Self.question(walk).asked
    let revision = walk.revision
    try expectEqual(
      walk.send(.accept), [.denied(reason: "there are no earlier answers to use here")])
    try expectEqual(
      walk.send(.backTo(asked)),
      [.denied(reason: "'\(walk.session.name(of: asked))' is what is asked now")])
    expectEqual(walk.revision, revision)
  }

  @Test func aListOverElementsSaysThatItsItemsCanBeChanged() throws {
    var walk = try Self.walk(
      """
      flow: 1
      id: f
      steps: [{ repeat: notes, over: "['x']", steps: [{ ask: about, type: string }] }]
      """)
    _ = try walk.send(.answer(.one(.text("a"))))
    let notices = try walk.send(.answer(.one(.text("b"))))
    guard case .refused(let problem)? = notices.first else {
      Issue.record("\(notices)")
      return
    }
    expectEqual(
      problem.message, "enter edit and a number to change an item, or nothing to continue")
  }

  /// A review with two answers before it; going back to the first discards the second.
  private static func review(_ client: ClientTasks) throws -> FlowWalk {
    let text = """
      flow: 1
      id: w
      steps:
        - { ask: first, type: string, label: First name }
        - { ask: last, type: string, label: Last name }
        - review: check
        - { ask: more, type: string }
      """
    let flow = try #require(FlowFile.load(text, name: "w.flow.yaml").flow)
    var services = WalkServices(clock: { .epoch })
    services.client = client
    var walk = FlowWalk(try FlowSession(flow: flow), services: services)
    walk.start()
    _ = try walk.send(.answer(.several(["first": .text("Ada"), "last": .text("Byron")])))
    return walk
  }

  @Test func aWayBackThatDiscardsIsDecidedByTheClientThatWantsTo() throws {
    var walk = try Self.review(.discards)
    let revision = walk.revision
    #expect(try walk.send(.backTo("first")).isEmpty)
    guard case .deciding(.wayBack(let way)) = walk.state else {
      throw Unexpected(state: walk.state.name)
    }
    #expect(way.target == "first" && way.name == "First name" && way.discarded == ["Last name"])
    #expect(walk.revision == revision && walk.question == nil)
    expectEqual(
      JSONWriter().text(of: walk.value),
      #"{"state":"deciding","decision":{"about":"back","to":"first","discards":["Last name"],"answers":["yes","no"]}}"#
    )
    #expect(throws: WalkError.self) { try walk.send(.answer(.offered)) }
    #expect(throws: WalkError.self) { try walk.send(.decide(.keep)) }
    #expect(try walk.send(.decide(.no())).isEmpty)
    try expectEqual(Self.question(walk).asked, "check")
    _ = try walk.send(.backTo("first"))
    _ = try walk.send(.decide(.yes))
    try expectEqual(Self.question(walk).asked, "first")
    #expect(walk.session.events.last.map(\.event) != .backTo("last"))
  }

  @Test func aWayBackIsWithdrawnByAnother() throws {
    var walk = try Self.review(.discards)
    _ = try walk.send(.backTo("first"))
    #expect(try walk.send(.backTo("last")).isEmpty)
    try expectEqual(Self.question(walk).asked, "last")
    #expect(throws: WalkError.self) { try walk.send(.decide(.yes)) }
  }

  @Test func aRestoredWalkAsksForTheWayBackAgain() throws {
    var walk = try Self.review(.discards)
    _ = try walk.send(.backTo("first"))
    walk = FlowWalk(walk.session, services: walk.services)
    try expectEqual(Self.question(walk).asked, "check")
  }

  @Test func aClientThatDoesNotDecideWaysBackGoesAtOnce() throws {
    var walk = try Self.review([])
    _ = try walk.send(.backTo("first"))
    try expectEqual(Self.question(walk).asked, "first")
  }

  @Test func aCountThatIsTooLargeLeadsToTheFirstStep() throws {
    var walk = try Self.review(.discards)
    _ = try walk.send(.back(steps: .max))
    guard case .deciding(.wayBack(let way)) = walk.state else {
      throw Unexpected(state: walk.state.name)
    }
    expectEqual(way.target, "first")
  }

  @Test func answersForLaterQuestionsWaitForThem() throws {
    var walk = try Self.walk()
    // The note stays, which several answers at once would pass.
    #expect(try walk.send(.give(["name": .text("billing"), "port": .value(80)])).isEmpty)
    try expectEqual(Self.question(walk).asked, "hello")
    _ = try walk.send(.answer(.offered))
    try expectEqual(Self.question(walk).asked, "kind")
    let notices = try walk.send(.answer(.offered))
    #expect(notices.contains { if case .givenRefused = $0 { true } else { false } })
    try expectEqual(Self.question(walk).asked, "port")
    _ = walk.close()
    #expect(throws: WalkError.self) { try walk.send(.give(["host": .text("h")])) }
  }

  @Test func aSecretIsTakenOnceAndNeverShown() throws {
    var walk = try Self.walk(client: .effects)
    _ = try walk.send(
      .answer(
        .several([
          "name": .value("billing"), "kind": .value("worker"), "host": .offered,
          "pass": .value("xyzzy-plugh"),
        ])))
    guard case .performing(let request) = walk.state else {
      throw Unexpected(state: walk.state.name)
    }
    expectEqual(request.step, "config")
    let text = JSONWriter().text(of: walk.value) ?? ""
    #expect(text.firstRange(of: "plugh") == nil)
    expectEqual(walk.review.last?.text, "••••")
  }

  @Test func aClientPerformsAnEffectAndCommits() throws {
    var walk = try Self.walk(client: .effects)
    _ = try walk.send(
      .answer(
        .several([
          "name": .value("a"), "kind": .value("worker"), "host": .offered, "pass": .value("s"),
        ])))
    #expect(throws: WalkError.self) { try walk.send(.reply(.returned(1))) }
    try expectEqual(
      walk.send(.reply(.written(WrittenFile(previous: .nothing)))),
      [
        .performed(id: "config")
      ])
    #expect(!(try walk.send(.answer(.one(.value(false))))).isEmpty)
    #expect(try walk.send(.answer(.one(.value(true)))).isEmpty)
    guard case .ended(let result) = walk.state else { throw Unexpected(state: walk.state.name) }
    expectEqual(result.exitStatus, .completed)
    #expect(result.isMasked)
  }

  @Test func aDecisionIsAskedAndANoIsAFailureOfTheStep() throws {
    var walk = try Self.walk(effects: MemoryEffects(hasFile: true))
    _ = try walk.send(
      .answer(
        .several([
          "name": .value("a"), "kind": .value("worker"), "host": .offered, "pass": .value("s"),
        ])))
    guard case .deciding(let decision) = walk.state else {
      throw Unexpected(state: walk.state.name)
    }
    expectEqual(decision.existingFile, "out.txt")
    var kept = walk
    try expectEqual(kept.send(.decide(.keep)), [.performed(id: "config")])
    try expectEqual(Self.question(kept).step.id, "sure")
    _ = try walk.send(.decide(.no()))
    guard case .failed(let failure) = walk.state else { throw Unexpected(state: walk.state.name) }
    expectEqual(failure.exitStatus, .effectFailed)
    expectEqual(failure.effect?.retries, "config")
    expectEqual(walk.close().exitStatus, .effectFailed)
  }

  /// The user of a client reads the words of a decision; that it's the same decision is another matter.
  @Test func aDecisionIsInTheLanguageOfItsWalk() throws {
    func walk(_ language: String) throws -> FlowWalk {
      let flow = try Self.flow(
        "flow: 1\nid: f\nsteps: [ { run: greet, command: [echo, hello] } ]\n")
      let options = SessionOptions(catalog: MessageCatalog.builtIn(for: language))
      let services = WalkServices(effects: MemoryEffects(hasFile: false), clock: { .epoch })
      var walk = FlowWalk(try FlowSession(flow: flow, options: options), services: services)
      walk.start()
      return walk
    }
    func words(_ walk: FlowWalk) -> Value? {
      walk.value.map?["decision"]?.map?["effects"]?.elements?.first?.map?["words"]
    }
    let (english, german) = (try walk("en"), try walk("de"))
    expectEqual(words(english), "run echo hello")
    expectEqual(words(german), "ausführen: echo hello")
    #expect(english.decisionText != nil && english.decisionText == german.decisionText)
  }

  @Test func aNoToAnUndoLeadsBackToTheEffectThatIsAsked() throws {
    var walk = try Self.walk(
      """
      flow: 1
      id: f
      steps:
        - { ask: first, type: string }
        - { write: one, path: one.txt, content: '1' }
        - { write: two, path: two.txt, content: '2', onError: retry }
        - { ask: a, type: string }
      """, effects: MemoryEffects(hasFile: false))
    _ = try walk.send(.answer(.one(.text("x"))))
    func asked() throws -> EffectRequest {
      guard case .deciding(let decision) = walk.state, let request = decision.requests.first else {
        throw Unexpected(state: walk.state.name)
      }
      return request
    }
    // One yes would permit both.
    guard case .deciding(.permission(let both, _)) = walk.state, let one = both.first else {
      throw Unexpected(state: walk.state.name)
    }
    walk.settle(walk.take(.yes, to: .permission([one], existingFile: nil)))
    expectEqual(try asked().step, "two")
    _ = try walk.send(.decide(.no()))
    guard case .failed = walk.state else { throw Unexpected(state: walk.state.name) }
    _ = try walk.send(.back(steps: 1))
    #expect(try asked().isUndo)
    let revision = walk.revision
    _ = try walk.send(.decide(.no()))
    #expect(try asked().step == "two" && !asked().isUndo)
    #expect(walk.revision > revision)
    _ = try walk.send(.decide(.yes))
    try expectEqual(Self.question(walk).asked, "a")
  }

  @Test func aWalkGoesOnFromASavedSession() throws {
    var walk = try Self.walk(effects: MemoryEffects(hasFile: true))
    _ = try walk.send(
      .answer(
        .several([
          "name": .value("a"), "kind": .value("worker"), "host": .offered, "pass": .value("s"),
        ])))
    let saved = SavedWalk(walk.session, keepingSecrets: true)
    let session = try saved.restored(in: try Self.flow()).session
    var restored = FlowWalk(session, services: walk.services)
    expectEqual(restored.value, walk.value)
    #expect(restored.start().isEmpty)
    _ = try restored.send(.decide(.yes))
    try expectEqual(Self.question(restored).step.id, "sure")
  }

  @Test func independentQuestionsDependOnNoOpenAnswer() throws {
    let walk = try Self.walk(
      """
      flow: 1
      id: form
      steps:
        - { ask: name, type: string }
        - { ask: kind, type: choice, choices: [http, worker] }
        - { ask: port, type: integer, when: kind == 'http' }
        - { ask: label, type: string, label: "Label of ${name}" }
        - { ask: size, type: integer, max: 9 }
        - { review: all }
        - { ask: after, type: string }
      """)
    expectEqual(walk.independentQuestions.map(\.id), ["name", "kind", "size"])
    expectEqual(
      walk.independentQuestions.last?.schema,
      ["type": "integer", "minimum": .int(.min), "maximum": 9])
  }

  @Test func choicesArePagedAndFiltered() throws {
    let walk = try Self.walk(
      """
      flow: 1
      id: long
      steps:
        - { ask: n, type: choice, choices: { from: "[1, 10, 100, 2, 20, 200]" } }
      """)
    let field = try #require(try Self.question(walk).field())
    expectEqual(field.choices(from: 4, limit: 9).elements.map(\.value), [20, 200])
    expectEqual(field.choices(from: 4, limit: 9).total, 6)
    expectEqual(field.choices(from: 1, limit: 1, having: "10").elements.map(\.value), [100])
  }

  @Test func whyPlanAndReviewAreRead() throws {
    var walk = try Self.walk()
    _ = try walk.send(.answer(.several(["name": .value("a"), "kind": .value("worker")])))
    expectEqual(walk.why("port").lines.isEmpty, false)
    guard case .skipped = walk.why("port").explanation else {
      Issue.record("the port isn't skipped")
      return
    }
    expectEqual(walk.why("prot").lines.first?.hasPrefix("There is no step 'prot'"), true)
    expectEqual(walk.plan.steps.first { $0.id == "port" }?.fate, .skipped)
    expectEqual(walk.review.map(\.id), ["name", "kind"])
  }
}

/// Effects in memory that must be approved.
struct MemoryEffects: EffectHost {
  let hasFile: Bool

  func permission(for request: EffectRequest) -> EffectPermission { .asked }

  func outlook(of part: WriteRequest) -> WriteOutlook {
    hasFile ? .differs(from: nil) : .new
  }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    if case .write(let write) = request.effect, write.exists == .keep { return .done }
    return .written(WrittenFile(previous: .nothing))
  }
}
