// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import Testing

@Suite struct ForecastTests {
  static let service = """
    flow: 1
    id: service
    steps:
      - { ask: name, type: string, pattern: '^[a-z]+$' }
      - { ask: kind, type: choice, choices: [http, cron], label: Kind }
      - ask: port
        when: kind == 'http'
        type: integer
        label: "Port of ${name}"
        min: 1024
        default: 8080
      - form: schedule
        when: kind == 'cron'
        fields:
          - { ask: every, type: choice, choices: [hour, day] }
          - { ask: at, type: integer, when: every != 'hour', default: 2 }
      - compute: host
        value: "name + '.example.com'"
      - { note: told, text: "It is ${host}", when: "has(port) && port != 8080" }
      - { commit: create, text: "Create ${name}?" }
    """

  /// A line for each step: its id, its fate, what's known about its answer and default, and its
  /// conditions.
  static func lines(
    _ text: String, _ answers: [String: FieldInput] = [:],
    _ change: (inout SessionOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = SessionOptions(answers: answers)
    change(&options)
    return lines(try Walker(try flow(text), options: options).session.forecast)
  }

  static func lines(_ forecast: FlowForecast) -> [String] {
    forecast.steps.map { step in
      var line = "\(step.id) \(step.fate.rawValue)"
      if let answer = step.answerText { line += " = \(answer)" }
      if let text = step.defaultText { line += " default \(text)" }
      if let problem = step.problem { line += " (\(problem))" }
      if step.holds != true { line += " when \(step.condition ?? "?")" }
      return line
    }
  }

  @Test func unansweredStepsAreAskedOrPerhapsAsked() throws {
    try expectEqual(
      Self.lines(Self.service),
      [
        "name asked", "kind asked", "port perhaps default 8080 when kind == 'http'",
        "every perhaps when kind == 'cron'",
        "at perhaps default 2 when kind == 'cron' && every != 'hour'",
        "told perhaps when has(port) && port != 8080", "create asked",
      ])
  }

  @Test(
    arguments: [
      (
        FieldPriority.medium,
        [
          "a asked", "p defaulted = 1 default 1", "q defaulted = 2 default 2", "r asked",
          "t skipped when p == 2",
        ]
      ),
      (
        .high,
        [
          "a asked", "p asked default 1", "q asked default p + 1", "r asked",
          "t perhaps when p == 2",
        ]
      ),
    ] as [(FieldPriority, [String])])
  func aFormIsForecastAsAWhole(most priority: FieldPriority, lines: [String]) throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - form: f
          fields:
            - { ask: p, type: integer, default: 1, priority: low }
            - { ask: q, type: integer, default: { value: p + 1 }, priority: \(priority.rawValue) }
        - { ask: r, type: string }
        - { ask: t, type: string, when: p == 2 }
      """
    try expectEqual(Self.lines(text) { $0.priorityThreshold = .high }, lines)
  }

  @Test func aSecretThatIsDrawnIsForecastAsDrawn() throws {
    let steps = try Walker(
      try flow(
        """
        flow: 1
        id: f
        steps:
          - { ask: a, type: string }
          - { ask: pw, type: secret, generate: 6 }
          - { ask: e, type: string, required: false }
        """), options: SessionOptions(takesDefaults: true)
    ).session.forecast.steps
    expectEqual(steps.map(\.isDrawn), [false, true, false])
    expectEqual(steps.map(\.fate), [.asked, .defaulted, .defaulted])
  }

  @Test func aDefaultIsNotRefusedWhileItsChoicesAreUnknown() throws {
    let text = """
      flow: 1
      id: a
      steps:
        - { ask: base, type: choice, choices: [a, b] }
        - ask: checks
          type: choices
          choices: [docs, { value: sec, when: "base == 'b'" }]
          default: [sec]
        - { ask: e, type: string }
      """
    let session = try Walker(try flow(text)).session
    expectEqual(session.missingAnswers.map(\.id), ["base", "checks", "e"])
    #expect(session.missingAnswers.allSatisfy { $0.refusedDefault == nil })
    try expectEqual(
      Self.lines(text) { $0.takesDefaults = true }, ["base asked", "checks perhaps", "e asked"])
    let known = try Walker(
      try flow(text), options: SessionOptions(answers: ["base": .text("a")])
    ).session
    #expect(known.missingAnswers.first?.refusedDefault != nil)
  }

  @Test func answersInAdvanceDecideConditionsAfterOpenQuestions() throws {
    try expectEqual(
      Self.lines(Self.service, ["kind": .text("http"), "port": .value(8080)]),
      [
        "name asked", "kind given = http", "port given = 8080 default 8080",
        "every skipped when kind == 'cron'", "at skipped when kind == 'cron'",
        "told skipped when has(port) && port != 8080", "create asked",
      ])
    try expectEqual(
      Self.lines(Self.service, ["kind": .text("cron"), "every": .text("hour")]),
      [
        "name asked", "kind given = cron", "port skipped when kind == 'http'",
        "every given = hour", "at skipped when kind == 'cron' && every != 'hour'",
        "told skipped when has(port) && port != 8080", "create asked",
      ])
  }

  /// A name without a value gives an input its default, also after a step at which the forecast is
  /// made.
  @Test func aNameWithoutAValueLeavesAnInputItsDefault() throws {
    let files = MemoryFileSource(texts: [
      "inner.flow.yaml": """
      flow: 1
      id: inner
      inputs: { who: { type: string, default: nobody } }
      steps:
        - { ask: q, type: string, required: { value: who != 'nobody' } }
        - { ask: k, type: choice, choices: { from: "[who]" } }
        - { note: n, text: hello, when: who == 'nobody' }
      output: { maybe: q }
      """
    ])
    let loaded = FlowFile.load(
      """
      flow: 1
      id: t
      steps:
        - { ask: known, type: boolean }
        - { ask: user, type: string, when: known }
        - { review: check }
        - { flow: f, use: inner.flow.yaml, with: { who: user } }
        - { note: end, text: end, when: has(f.maybe) }
      """, name: "t.flow.yaml", files: files)
    #expect(!loaded.diagnostics.hasErrors, "\(DiagnosticRenderer().render(loaded.diagnostics))")
    let answers: [String: FieldInput] = [
      "known": .value(false), "f.q": .empty, "f.k": .text("nobody"),
    ]
    let walker = try Walker(
      try #require(loaded.flow), options: SessionOptions(answers: answers))
    expectEqual(walker.asked, "check")
    expectEqual(
      Self.lines(walker.session.forecast),
      [
        "known given = no", "user skipped when known", "check asked", "f.q given",
        "f.k given = nobody", "f.n asked", "end skipped when has(f.maybe)",
      ])
  }

  /// A list that may be empty takes no records, and one over elements takes their defaults.
  @Test func listsTakeTheirDefaultsAhead() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { review: check }
        - { repeat: a, steps: [{ ask: x, type: string }] }
        - { note: empty, text: none, when: size(a) == 0 }
        - { repeat: b, over: "['k']", steps: [{ ask: y, type: string, default: z }] }
        - { repeat: c, minItems: 1, steps: [{ ask: w, type: string }] }
      """
    try expectEqual(
      Self.lines(text, [:], { $0.takesDefaults = true }),
      [
        "check asked", "a defaulted = 0 items", "empty asked", "b defaulted", "c asked",
      ])
    try expectEqual(
      Self.lines(text),
      [
        "check asked", "a asked", "empty perhaps when size(a) == 0", "b asked", "c asked",
      ])
  }

  /// Whether an answer may be left empty can depend on open answers.
  @Test func anEmptyAnswerIsNotRefusedWhereItMayBeAccepted() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: boolean }
        - { ask: b, type: string, required: { value: a } }
        - { ask: c, type: choice, choices: { from: "a ? ['x'] : ['y']" } }
      """
    try expectEqual(
      Self.lines(text, ["b": .empty, "c": .text("x")]), ["a asked", "b given", "c given = x"])
    #expect(try Self.lines(text, ["b": .empty, "a": .value(true)])[1].hasPrefix("b refused"))
  }

  @Test func answersUnderAnOpenConditionAreOnlyKnownThere() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: boolean }
        - group: g
          when: a
          steps:
            - { ask: b, type: boolean }
            - { ask: c, type: boolean, when: b }
        - { ask: d, type: boolean, when: "has(b)" }
      """
    try expectEqual(
      Self.lines(text, ["b": .value(false)]),
      [
        "a asked", "b perhaps = no when a", "c skipped when a && b", "d perhaps when has(b)",
      ])
  }

  @Test func aWrongAnswerInAdvanceIsRefusedAndSettlesNothing() throws {
    try expectEqual(
      Self.lines(Self.service, ["name": .text("Billing"), "kind": .value("ftp")]).prefix(3),
      [
        "name refused (must match the pattern '^[a-z]+$')",
        "kind refused ('ftp' isn't one of the choices)",
        "port perhaps default 8080 when kind == 'http'",
      ])
  }

  @Test func defaultsThatAreTakenCountAsAnswers() throws {
    let given: [String: FieldInput] = ["kind": .text("http"), "create": .text("yes")]
    try expectEqual(
      Self.lines(Self.service, given, { $0.takesDefaults = true }),
      [
        "name asked", "kind given = http", "port defaulted = 8080 default 8080",
        "every skipped when kind == 'cron'", "at skipped when kind == 'cron'",
        "told skipped when has(port) && port != 8080", "create given",
      ])
  }

  @Test func nothingAfterAStopIsReached() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: boolean }
        - { stop: enough, when: a, outcome: completed }
        - { ask: b, type: string, required: false }
      """
    try expectEqual(Self.lines(text), ["a asked", "enough perhaps when a", "b perhaps when !(a)"])
    try expectEqual(
      Self.lines(text, ["a": .value(true)]),
      [
        "a given = yes", "enough asked", "b skipped when ?",
      ])
    try expectEqual(
      Self.lines(text, ["a": .value(false)]),
      [
        "a given = no", "enough skipped when a", "b asked",
      ])
  }

  @Test func secretsAreDots() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: name, type: string }
        - { ask: key, type: secret }
      """
    let forecast = try Walker(
      try flow(text), options: SessionOptions(answers: ["key": .text("hunter2")])
    ).session.forecast
    expectEqual(Self.lines(forecast), ["name asked", "key given = ••••"])
    #expect(!"\(forecast)".contains("hunter2"))
  }

  @Test func aForecastInTheMiddleIncludesEarlierAnswers() throws {
    var walker = try Walker(Self.service)
    walker.type("billing", "http")
    expectEqual(
      Self.lines(walker.session.forecast).prefix(4),
      [
        "name answered = billing", "kind answered = http", "port asked default 8080",
        "every skipped when kind == 'cron'",
      ])
  }

  /// Whatever is answered later, everything that a forecast is sure of happens, and everything that
  /// it excludes doesn't.
  @Test func suggestionsAfterGoingBackAreAsked() throws {
    var walker = try Walker(
      try flow(GivenAnswerTests.derived),
      options: SessionOptions(answers: ["folder": .text("f")], takesDefaults: true))
    walker.type("a", "me")
    walker.send(.backTo("name"))
    let fates = walker.session.forecast.steps.map { "\($0.id) \($0.fate)" }
    walker.type("b")
    expectEqual(walker.asked, "folder")
    walker.type("g")
    expectEqual(walker.asked, "owner")
    expectEqual(fates, ["name asked", "folder asked", "owner asked", "end asked"])
  }

  @Test func aForecastIsNeverWrong() throws {
    let flow = try flow(SessionPropertyTests.text)
    let runs = RandomRuns(long: 50_000, every: 125, named: "forecasts")
    let ids = ["a", "b", "c", "d", "e", "g", "i", "l"]
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var answers: [String: FieldInput] = [:]
      for id in ids where Bool.random(using: &random) {
        answers[id] = SessionPropertyTests.inputs.compactMap(\.self).randomElement(using: &random)
      }
      let options = SessionOptions(
        answers: answers, takesDefaults: Bool.random(using: &random))
      var walker = try Walker(flow, options: options)
      let forecast = walker.session.forecast
      var asked: Set<String> = []
      for _ in 0..<200 {
        guard let step = walker.step else { break }
        asked.insert(step.id)
        if case .stop = step.kind { break }
        for field in step.visibleFields { asked.insert(field.id) }
        let input = SessionPropertyTests.inputs.randomElement(using: &random) ?? nil
        walker.send(.answer(step.kind == .commit ? .text("yes") : input))
      }
      // A walk that didn't reach its end says nothing about later steps.
      guard walker.result != nil || walker.asked == "s" else { continue }
      let reached = asked.union(walker.session.answers.map(\.id))
      for step in forecast.steps {
        switch step.fate {
        case .asked, .refused: try #require(asked.contains(step.id), "\(step) of seed \(seed)")
        case .skipped: try #require(!reached.contains(step.id), "\(step) of seed \(seed)")
        case .given, .defaulted, .answered:
          if let value = step.answer, !asked.contains(step.id), step.id != "i" {
            try #require(walker.session.answer(step.id) == value, "\(step) of seed \(seed)")
          }
        case .perhaps, .done: break
        }
      }
    }
  }
}
