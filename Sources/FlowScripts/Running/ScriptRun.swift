// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowForms
public import SourceDiagnostics

/// What came of a scripted test.
public struct ScriptResult: Sendable {
  /// The script's name.
  public let name: String

  /// Why it failed; empty when it passed.
  public let failures: [Diagnostic]

  /// How many expectations of a screen were skipped for lack of one.
  public let skippedScreens: Int

  /// The session as the script left it.
  public let session: FlowSession?

  /// What the script met on its walk, as far as it came.
  public let trace: ScriptTrace

  /// Whether it passed.
  public var isPassed: Bool { failures.isEmpty }
}

/// Walks a flow as a script says, at the depth of the session: no screen, no keys, no clock.
///
/// The first command that is not as the script says ends the walk, since everything behind it would
/// only be noise; of an `expect` everything that differs is told.
public struct ScriptRun {
  let flow: CheckedFlow
  let script: FlowScript
  let secrets: (String) -> String?
  private var failures: [Diagnostic] = []
  private var skippedScreens = 0
  private let approver = ScriptedApproval()
  private let outside: ScriptedEffects
  private let recorder = TraceRecorder()

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - flow: The flow.
  ///   - secrets: The values of secrets that the script names and does not hold.
  /// - Returns: What came of it.
  public static func run(
    _ script: FlowScript, on flow: CheckedFlow,
    secrets: @escaping (String) -> String? = { _ in nil }
  ) -> ScriptResult {
    var run = ScriptRun(flow: flow, script: script, secrets: secrets)
    return run.run()
  }

  private init(
    flow: CheckedFlow, script: FlowScript, secrets: @escaping (String) -> String?
  ) {
    self.flow = flow
    self.script = script
    self.secrets = secrets
    outside = ScriptedEffects(runs: script.runs, files: script.files)
  }

  private mutating func run() -> ScriptResult {
    guard let runner = makeRunner() else { return result(nil) }
    runner.delegate = approver
    runner.pathHost = ScriptedPaths(files: script.files, outside: outside)
    runner.report(to: recorder)
    runner.onAnnouncements = { [recorder] in recorder.add($0) }
    runner.start()
    for command in script.commands {
      do {
        try perform(command, runner)
        try checkResults(command.place)
      } catch {
        failures.append(error.diagnostic)
      }
      if !failures.isEmpty { return result(runner) }
    }
    do {
      try checkResults(script.place)
      try checkEnd(runner)
    } catch {
      failures.append(error.diagnostic)
    }
    return result(runner)
  }

  private func result(_ runner: FlowRunner?) -> ScriptResult {
    ScriptResult(
      name: script.name, failures: failures, skippedScreens: skippedScreens,
      session: runner?.session, trace: recorder.trace)
  }

  private mutating func makeRunner() -> FlowRunner? {
    var answers: [String: FieldInput] = [:]
    do {
      for answer in script.given { answers[answer.id.name] = try input(answer) }
    } catch {
      failures.append(error.diagnostic)
      return nil
    }
    let options = SessionOptions(
      answers: answers, takesDefaults: script.takesDefaults, language: script.language)
    let now = script.clock ?? Self.defaultClock
    do {
      return try FlowRunner(
        flow: flow, inputs: script.inputs, options: options, effects: outside, clock: { now })
    } catch {
      failures.append(Diagnostic("wrong-input", error.message, at: script.place))
      return nil
    }
  }

  /// The time of scripts that name none.
  private static let defaultClock = (try? Timestamp("2026-01-01T00:00:00Z")) ?? .epoch

  // MARK: Commands

  private mutating func perform(
    _ command: ScriptCommand, _ runner: FlowRunner
  ) throws(ScriptFailure) {
    switch command.action {
    case .answer(let answers): try answer(answers, runner, command.place)
    case .reject(let answers): try reject(answers, runner, command.place)
    case .acceptOffered:
      _ = try asking(runner, command.place)
      runner.send(.next(nil))
      try checkAccepted(runner, command.place, what: "what is offered")
    case .acceptSuggestions:
      let depth = runner.session.depth
      runner.send(.acceptSuggestions)
      if runner.session.depth == depth, !isFinished(runner) {
        throw ScriptFailure(
          "nothing-accepted", "there is no suggestion that could be accepted", at: command.place)
      }
    case .back(let count): runner.send(.back(count))
    case .backTo(let id): runner.send(.backTo(id))
    case .confirm(let id):
      let step = try asking(runner, command.place)
      guard let field = step.field(id), field.problems.contains(where: { $0.severity == .warning })
      else {
        throw ScriptFailure(
          "nothing-to-confirm", "'\(id)' has no warning to confirm", at: command.place)
      }
      runner.send(.confirm)
    case .retry(let id): try retry(id, runner, command.place)
    case .deny(let denial): approver.denials.append(denial)
    case .leave(let reason): runner.send(.leave(reason))
    case .expect(let expectations):
      for expectation in expectations { check(expectation, runner) }
    case .add, .edit, .remove, .move, .done: try change(command, runner)
    }
  }

  /// Does to the list on the top what a command says.
  private func change(_ command: ScriptCommand, _ runner: FlowRunner) throws(ScriptFailure) {
    switch command.action {
    case .add(let list, let answers):
      let position = try asking(list, runner, command.place).items.count
      runner.send(.addItem)
      try checkAccepted(runner, command.place, what: "a new item")
      let own = "\(list)[]."
      try answer(
        answers.map { answer in
          var answer = answer
          answer.id.name = "\(list)[\(position)]." + answer.id.name.dropFirst(own.count)
          return answer
        }, runner, command.place)
    case .edit(let list, let position, let answers):
      _ = try asking(list, runner, command.place)
      runner.send(.editItem(position))
      try checkAccepted(runner, command.place, what: "this")
      try answer(answers, runner, command.place)
    case .remove(let list, let position):
      _ = try asking(list, runner, command.place)
      runner.send(.removeItem(position))
      try checkAccepted(runner, command.place, what: "this")
    case .move(let list, let from, let to):
      _ = try asking(list, runner, command.place)
      runner.send(.moveItem(from: from, to: to))
      try checkAccepted(runner, command.place, what: "this")
    case .done(let list):
      _ = try asking(list, runner, command.place)
      runner.send(.next(nil))
      try checkAccepted(runner, command.place, what: "the list")
    default: break
    }
  }

  /// The list with an id, which must be the top step.
  private func asking(
    _ list: String, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) -> StepState {
    let step = try asking(runner, place)
    guard step.id == list else {
      throw ScriptFailure(
        "not-asked", "'\(list)' is not asked here, but '\(step.focusedField?.id ?? step.id)' is",
        at: place)
    }
    return step
  }

  /// Answers ids as the flow asks for them, and passes notes on the way.
  private func answer(
    _ answers: [ScriptAnswer], _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    var left = answers
    while !left.isEmpty {
      if try answerOverwriting(&left, runner) { continue }
      let step = try asking(runner, left[0].id.place, wanting: left)
      guard let asked = step.focusedField?.id ?? step.answeredAsWhole else {
        // A note is read and passed.
        runner.send(.next(nil))
        continue
      }
      guard let index = left.firstIndex(where: { $0.id.name == asked }) else {
        throw ScriptFailure(
          "unscripted-question", "'\(asked)' is asked, which this does not answer", at: place,
          notes: left.map { .init("'\($0.id)' is not asked here", at: $0.id.place) })
      }
      let answer = left.remove(at: index)
      try put(answer, into: asked, runner)
    }
    // Notes that follow are passed when something is asked behind them by another command.
  }

  private func put(
    _ answer: ScriptAnswer, into id: String, _ runner: FlowRunner
  ) throws(ScriptFailure) {
    let input = try input(answer)
    var isDenied = runner.send(.next(input)).contains { $0.isDenial }
    // A secret that is asked twice is typed twice.
    if case .asking(let step) = runner.state, step.focusedField?.id == id,
      step.focusedField?.awaitsRepeat == true
    {
      isDenied = runner.send(.next(input)).contains { $0.isDenial }
    }
    if isDenied { return }
    try checkAccepted(runner, answer.place, what: "'\(id)'", id: id)
  }

  private func checkAccepted(
    _ runner: FlowRunner, _ place: SourcePlace, what: String, id: String? = nil
  ) throws(ScriptFailure) {
    guard case .asking(let step) = runner.state, step.denial == nil else { return }
    let problems = step.problems + (step.focusedField?.problems ?? [])
    guard let problem = problems.first(where: { $0.severity == .error }),
      id == nil || problem.field == id || step.field(problem.field) != nil
    else { return }
    throw ScriptFailure(
      "answer-refused", "\(what) is refused: \(problem.message)", at: place)
  }

  private func reject(
    _ answers: [ScriptAnswer], _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    for answer in answers {
      let step = try asking(runner, answer.id.place, wanting: [answer])
      let asked = step.focusedField?.id ?? step.answeredAsWhole
      guard asked == answer.id.name else {
        throw ScriptFailure(
          "not-asked", "'\(answer.id)' is not asked here, but '\(asked ?? step.id)' is",
          at: answer.id.place)
      }
      let depth = runner.session.depth
      let refusals = runner.send(.next(try input(answer))).filter(\.isRefusal)
      if refusals.isEmpty || runner.session.depth != depth {
        throw ScriptFailure(
          "answer-accepted", "'\(answer.id)' is accepted, but must be refused", at: answer.place)
      }
    }
  }

  // MARK: The outside

  /// Fails when a command was reached whose result the script does not give.
  private func checkResults(_ place: SourcePlace) throws(ScriptFailure) {
    guard let id = outside.record.missing else { return }
    throw ScriptFailure(
      "unscripted-run", "'\(id)' is run, whose result stands nowhere under 'runs:'", at: place)
  }

  /// Answers whether a file is overwritten, under the id of the step that writes it.
  private func answerOverwriting(
    _ answers: inout [ScriptAnswer], _ runner: FlowRunner
  ) throws(ScriptFailure) -> Bool {
    guard case .overwrite(let path)? = runner.effectQuestion, let request = runner.pendingEffect
    else { return false }
    guard let index = answers.firstIndex(where: { $0.id.name == request.step }) else {
      throw ScriptFailure(
        "unscripted-question",
        "'\(request.step)' asks whether to overwrite '\(path)', which this does not answer",
        at: answers[0].id.place)
    }
    let answer = answers.remove(at: index)
    switch answer.input {
    case .typed("yes"): runner.overwrite(true)
    case .typed("no"): runner.overwrite(false)
    default:
      throw ScriptFailure(
        "answer-refused", "'\(request.step)' takes yes, which overwrites '\(path)', or no",
        at: answer.place)
    }
    return true
  }

  private func retry(
    _ id: String, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    guard case .failed(let failure) = runner.state, failure.effect?.retries == id else {
      throw ScriptFailure(
        "nothing-to-retry", "'\(id)' has not failed, or is not tried again", at: place)
    }
    runner.send(.retry)
  }

  // MARK: The end

  private func checkEnd(_ runner: FlowRunner) throws(ScriptFailure) {
    // What is only to be read does not keep a script from its end.
    while case .asking(let step) = runner.state, step.kind == .note { runner.send(.next(nil)) }
    let wanted = script.outcome?.value ?? FlowOutcome.completed.word
    switch runner.state {
    case .finished(let result):
      guard result.outcome.word == wanted else {
        throw ScriptFailure(
          "wrong-outcome", "the flow ended as \(result.outcome.word), expected \(wanted)",
          at: script.outcome?.place ?? script.place)
      }
      if let output = script.output {
        try checkOutput(result.output, output)
      }
    case .failed(let failure):
      // A run or a write that fails ends the program as a stop does.
      if failure.effect != nil, wanted == FlowOutcome.failed.word { return }
      throw ScriptFailure(
        "flow-failed", "the flow fails: \(failure.message)",
        at: script.outcome?.place ?? script.place,
        notes: [.init(failure.noun, at: failure.place)])
    case .asking(let step):
      throw ScriptFailure(
        "unfinished-flow",
        "the script ends, but the flow asks for '\(step.focusedField?.id ?? step.id)'",
        at: script.outcome?.place ?? script.place)
    case .needs, .notStarted:
      throw ScriptFailure("unfinished-flow", "the script ends before the flow", at: script.place)
    }
  }

  private func checkOutput(
    _ found: Value, _ wanted: FlowScript.Expected<Value>
  ) throws(ScriptFailure) {
    let differences = ValueDifference.lines(found: found, wanted: wanted.value, isExact: true)
    guard !differences.isEmpty else { return }
    throw ScriptFailure(
      "wrong-output", "the output differs", at: wanted.place,
      notes: differences.map { .init($0, at: nil) })
  }

  // MARK: Help

  private func isFinished(_ runner: FlowRunner) -> Bool {
    if case .finished = runner.state { true } else { false }
  }

  private func input(_ answer: ScriptAnswer) throws(ScriptFailure) -> FieldInput {
    switch answer.input {
    case .typed(let text): return .text(text)
    case .data(let value): return .value(value)
    case .empty: return .none
    case .secret(let name):
      guard let text = script.secrets[name] ?? secrets(name) else {
        throw ScriptFailure(
          "missing-secret", "the secret '\(name)' is given nowhere", at: answer.place)
      }
      return .text(text)
    }
  }

  /// The top step; fails when nothing is asked.
  private func asking(
    _ runner: FlowRunner, _ place: SourcePlace, wanting answers: [ScriptAnswer] = []
  ) throws(ScriptFailure) -> StepState {
    switch runner.state {
    case .asking(let step): return step
    case .failed(let failure):
      throw ScriptFailure(
        "flow-failed", "the flow fails: \(failure.message)", at: place,
        notes: [.init(failure.noun, at: failure.place)])
    case .needs(.effect(let request)):
      throw ScriptFailure(
        "unscripted-question",
        "'\(request.step)' asks whether to overwrite a file, which nothing answers", at: place)
    default:
      let what = answers.first.map { "'\($0.id)' is not asked" } ?? "nothing is asked"
      throw ScriptFailure("not-asked", "\(what): the flow has ended", at: place)
    }
  }

  /// Everything of an `expect` is compared, so that a walk that went astray shows where it is.
  private mutating func check(_ expectation: Expectation, _ runner: FlowRunner) {
    if case .screen = expectation.subject {
      skippedScreens += 1
      return
    }
    failures += ExpectationCheck(session: runner.session, outside: outside.record)
      .failures(of: expectation).map(\.diagnostic)
  }
}

extension StepState {
  /// The id under which a script answers a step without fields: a review or a commit takes a yes,
  /// a list of records its records.
  var answeredAsWhole: String? {
    switch kind {
    case .repeat, .review, .commit, .stop: id
    case .note, .ask, .form: nil
    }
  }
}

extension FlowFailure {
  /// What stands at its place.
  fileprivate var noun: String { effect == nil ? "this expression fails" : "this step fails" }
}

extension FlowAnnouncement {
  var isDenial: Bool {
    if case .denied = self { true } else { false }
  }

  var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}

/// The delegate of a script: approves, unless the script has said that it denies.
final class ScriptedApproval: FlowRunnerDelegate {
  /// The denials that wait for their request.
  var denials: [ScriptCommand.Denial] = []

  func didRequestPush(
    from id: String, answers: [String: Value], in runner: FlowRunner
  ) -> RunnerDecision { decide(isPush: true) }

  func didRequestPop(to id: String, count: Int, in runner: FlowRunner) -> RunnerDecision {
    decide(isPush: false)
  }

  private func decide(isPush: Bool) -> RunnerDecision {
    guard let index = denials.firstIndex(where: { $0.isPush == isPush }) else { return .approve }
    return .deny(reason: denials.remove(at: index).reason)
  }
}
