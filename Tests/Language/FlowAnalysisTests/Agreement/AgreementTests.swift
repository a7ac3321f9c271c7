// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

/// `plan`, the list of missing answers, a walk, a script, answers files, and the schema agree about
/// every flow.
@Suite struct AgreementTests {
  /// A walk from the first question to the end without going back.
  private struct Walk {
    var session: FlowSession
    var forecasts: [(forecast: FlowForecast, missing: Set<String>, answered: Set<String>)] = []
    var random: SeededGenerator

    mutating func send(_ event: FlowEvent) { session.sendApproving(event) }

    /// Walks to the end, and returns false if it doesn't get there.
    mutating func run() -> Bool {
      send(.start)
      for _ in 0..<300 {
        guard case .asking(let step) = session.state else { break }
        if Int.random(in: 0..<4, using: &random) == 0 {
          forecasts.append(
            (
              session.forecast, Set(session.missingAnswers.map(\.id)),
              // The questions of the current form depend on what's entered.
              Set(session.reviewRows.map(\.id)).union(step.elements.map(\.id))
            ))
        }
        if step.kind == .repeat {
          send(Int.random(in: 0..<3, using: &random) == 0 ? .addItem : .answer(nil))
          continue
        }
        guard let field = step.focusedField else {
          send(.answer(nil))
          continue
        }
        send(.answer(input(for: field)))
      }
      if case .finished(let result) = session.state { return result.outcome == .completed }
      return false
    }

    private mutating func input(for field: FieldState) -> FieldInput? {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return nil
      case 1 where !field.isRequired: return FieldInput.empty
      default: break
      }
      switch field.type {
      case .boolean: return .value(.bool(Bool.random(using: &random)))
      case .choice: return field.choices.randomElement(using: &random).map { .value($0.value) }
      case .choices:
        let some = field.choices.map(\.value).filter { _ in Bool.random(using: &random) }
        return .value(.list(some))
      case .integer: return .value(.int(Int64.random(in: 0...3, using: &random)))
      case .number: return .value(.double(Double(Int.random(in: -2...4, using: &random)) / 2))
      default:
        return RandomQuestionnaire.oddTexts.randomElement(using: &random).map { .text($0) }
      }
    }
  }

  private static func result(of session: FlowSession) -> FlowResult? {
    guard case .finished(let result) = session.state else { return nil }
    return result
  }

  /// Runs an unattended session with prefilled answers and defaults.
  private static func unattended(
    _ flow: CheckedFlow, _ answers: [String: FieldInput]
  ) throws -> (start: FlowSession, end: FlowSession) {
    var session = try FlowSession(
      flow: flow, options: SessionOptions(answers: answers, takesDefaults: true))
    session.send(.start, now: .epoch)
    let start = session
    for _ in 0..<100 {
      guard case .asking(let step) = session.state, step.focusedField == nil, step.kind != .repeat
      else { break }
      session.send(.answer(nil), now: .epoch)
      session.decide(.approve, now: .epoch)
    }
    return (start, session)
  }

  /// Returns the answers of a file by id; names of environment variables are ids in upper case.
  private static func answers(
    of text: String, _ format: ResultFormat, for flow: CheckedFlow
  ) throws -> [String: FieldInput] {
    let name = "answers.\(format == .env ? "env" : "yaml")"
    let read = AnswersFile.read(Array(text.utf8), name: name)
    try #require(
      !read.diagnostics.hasErrors, "\(text)\n\(DiagnosticRenderer().render(read.diagnostics))")
    var ids: [String: String] = [:]
    for id in flow.answerIDs {
      ids[id.uppercased().replacing(".", with: "_")] = id
    }
    var answers: [String: FieldInput] = [:]
    for answer in read.answers {
      let id = format == .env ? ids[answer.name] ?? answer.name : answer.name
      let found = flow.answers(given: answer.input, under: id)
      try #require(found.unknown.isEmpty, "\(found.unknown)\n\(text)")
      answers.merge(found.answers) { $1 }
    }
    return answers
  }

  @Test func everyResultIsAcceptedBackAndAllViewsOfAFlowAgree() throws {
    let runs = RandomRuns(long: 8_000, every: 400, named: "agreement")
    var schemas: [Value] = []
    var checks: [SchemaValidator.Check] = []
    var reproduced = 0
    for seed in runs.seeds {
      let questionnaire = RandomQuestionnaire(seed: seed)
      let about = "STACKFLOW_SEED=\(seed)\n\(questionnaire.text)\n---\n\(questionnaire.part)\n---\n"
      let loaded = questionnaire.load()
      let flow = try #require(
        loaded.flow, "\(about)\(DiagnosticRenderer().render(loaded.diagnostics))")
      var walk = Walk(
        session: try FlowSession(flow: flow), random: SeededGenerator(seed: seed &+ 1))
      guard walk.run(), let result = Self.result(of: walk.session) else { continue }
      for schema in [
        FlowSchema.answers(of: flow.definition), FlowSchema.output(of: flow.definition),
      ] {
        checks.append(.init(schema: schemas.count, instance: result.output.asJSON))
        schemas.append(schema)
      }
      try checkForecasts(of: walk, about)
      for format in [ResultFormat.json, .yaml, .env] {
        guard let text = try? format.text(of: result.output) else { continue }
        try check(text, format, flow, walk.session, about)
        reproduced += 1
      }
      try checkScript(of: walk.session, result, flow, about)
    }
    #expect(runs.holds(reproduced, of: 0.5))
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let complaints = try SchemaValidator.complaints(schemas: schemas, checks)
    for (check, complaint) in zip(checks, complaints) {
      guard let complaint else { continue }
      let instance = JSONWriter().text(of: check.instance) ?? ""
      let schema = JSONWriter().text(of: schemas[check.schema]) ?? ""
      Issue.record("\(complaint) in \(instance)\n\(schema)")
      return
    }
  }

  /// Checks that the result of a walk is accepted as input and returns the same bytes, and that
  /// `plan` predicts it.
  private func check(
    _ text: String, _ format: ResultFormat, _ flow: CheckedFlow, _ walked: FlowSession,
    _ about: String
  ) throws {
    let answers = try Self.answers(of: text, format, for: flow)
    let (start, end) = try Self.unattended(flow, answers)
    let again = try #require(
      Self.result(of: end), "\(about)\(text)\nis at \(end.state)")
    let written = try format.text(of: again.output)
    try #require(Array(written.utf8) == Array(text.utf8), "\(about)\(text)\nbecomes\n\(written)")
    try #require(end.unusedAnswers == [], "\(about)\(text)")
    let rows = Set(walked.reviewRows.map(\.id))
    if case .asking = start.state {
      let missing = start.missingAnswers
      try #require(missing.isEmpty, "\(about)\(text)\nmissing \(missing)")
    }
    for step in start.forecast.steps where [StepKeyword.ask, .repeat].contains(step.kind) {
      let isRight =
        switch step.fate {
        case .asked, .refused: false
        case .skipped: !rows.contains(step.id)
        case .given, .defaulted, .answered: rows.contains(step.id)
        case .perhaps, .done: true
        }
      try #require(isRight, "\(about)\(text)\nplan: \(step)")
    }
  }

  /// Checks that a forecast in the middle of a walk is never wrong about the rest of the walk.
  private func checkForecasts(of walk: Walk, _ about: String) throws {
    let rows = Set(walk.session.reviewRows.map(\.id))
    for (forecast, missing, answered) in walk.forecasts {
      for step in forecast.steps where [StepKeyword.ask, .repeat].contains(step.kind) {
        switch step.fate {
        case .skipped:
          try #require(!rows.contains(step.id), "\(about)plan skips \(step.id), which is asked")
        case .asked:
          try #require(rows.contains(step.id), "\(about)plan asks \(step.id), which is skipped")
        default: break
        }
      }
      // Lists over an empty list are answered without asking.
      let open = walk.session.answers.filter { answer in
        [.typed, .accepted].contains(answer.origin) && !answered.contains(answer.id)
          && !answer.id.contains("[")
      }
      for answer in open {
        try #require(missing.contains(answer.id), "\(about)'\(answer.id)' is not among the missing")
      }
    }
  }

  /// Checks that a script with the answers, and lists as records, has the same result.
  private func checkScript(
    of session: FlowSession, _ result: FlowResult, _ flow: CheckedFlow, _ about: String
  ) throws {
    let place = SourcePlace(SourceFile(name: "a.test.yaml", text: ""), SourceRange(at: 0))
    var values: [String: Value] = [:]
    for answer in session.answers { values[answer.id] = answer.value }
    var seen: Set<String> = []
    var answers: [ScriptAnswer] = []
    let unasked = Set(
      session.answers.filter { $0.origin == .taken }.map(\.id))
    for row in session.reviewRows where seen.insert(row.id).inserted && !unasked.contains(row.id) {
      answers.append(
        ScriptAnswer(
          id: Identifier(row.id, at: place), input: values[row.id].map { .data($0) } ?? .empty,
          place: place))
    }
    if let stop = result.stopID {
      answers.append(
        ScriptAnswer(id: Identifier(stop, at: place), input: .typed("yes"), place: place))
    }
    let script = FlowScript(
      name: "walk", commands: [ScriptCommand(.answer(answers), at: place)],
      output: .init(result.output, at: place), place: place)
    let ran = ScriptRun.run(script, on: flow)
    try #require(
      ran.isPassed,
      "\(about)\(answers.map { "\($0.id): \($0.input)" })\n\(ran.failures.map(\.message))")
  }
}
