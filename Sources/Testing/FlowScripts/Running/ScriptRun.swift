// SPDX-License-Identifier: Apache-2.0

import FlowEffects
package import FlowExpressions
public import FlowModel
public import FlowSessions
package import FlowWalks
public import SourceDiagnostics

/// The result of a scripted test.
public struct ScriptResult: Sendable {
  /// The script's name.
  public let name: String

  /// The reasons why it failed; empty if it passed.
  public let failures: [Diagnostic]

  /// The session as the script left it.
  public let session: FlowSession?

  /// The picture that a user would see where it failed; nil if it passed, or the flow didn't begin.
  public var context: ScriptContext? {
    isPassed ? nil : session.map { ScriptContext($0) }
  }

  /// The parts of the flow that the script covered before it ended; empty if the script wasn't traced.
  public let trace: ScriptTrace

  /// The number of keys, clicks, resizes, and pictures of screens that weren't performed or compared, because
  /// the script ran without a screen, or at another face or size.
  package let unperformed: Int

  /// The changes of the script file that make it expect what was found, if they were asked for.
  package var revisions: [ScriptRevision]

  /// The numbers of the requests that were denied, of all requests of the walk, from 0.
  package let deniedRequests: [Int]

  /// The time of the run without the wait for its turn; zero unless a stage ran it.
  package var time = Duration.zero

  /// Whether it passed.
  public var isPassed: Bool { failures.isEmpty }
}

/// Runs a scripted test against a session, without a screen, keys, or a clock.
///
/// A driver with a screen has it typed instead.
///
/// The first mismatch ends the walk, because everything after it would be noise. Only an `expect`
/// reports all of its mismatches.
public struct ScriptRun {
  let flow: CheckedFlow
  let script: FlowScript
  let secrets: (String) -> String?
  var failures: [Diagnostic] = []
  var approver = ScriptedApproval()
  var outside: ScriptedEffects
  private var recorder: TraceRecorder? = TraceRecorder()
  var driver: any ScriptDriver = NoDriver() { didSet { screen = driver as? any ScreenDriver } }

  /// The driver, if it has a screen.
  private(set) var screen: (any ScreenDriver)?

  var unperformed = 0

  /// Whether pictures and outputs that differ are revised instead of failing.
  var isRevising = false
  var revisions: [ScriptRevision] = []

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: The script to run.
  ///   - flow: The flow under test.
  ///   - secrets: Returns the values of secrets that the script names but doesn't contain.
  /// - Returns: The result.
  public static func run(
    _ script: FlowScript, on flow: CheckedFlow,
    secrets: @escaping (String) -> String? = { _ in nil }
  ) -> ScriptResult {
    run(script, on: flow, secrets: secrets, drivenBy: SessionDriver.init)
  }

  /// Runs a script with a session that's replaced after each event, for example by a saved and restored
  /// one.
  package static func run(
    _ script: FlowScript, on flow: CheckedFlow,
    replacing replacement: @escaping (FlowSession) -> FlowSession
  ) -> ScriptResult {
    // Called where the script runs.
    nonisolated(unsafe) let replacement = replacement
    return run(script, on: flow) { runner in
      let handler = runner.services.handler
      runner.services.handler = { session, event, now in
        let announcements = handler?(&session, event, now) ?? session.send(event, now: now)
        let observer = session.observer
        session = replacement(session)
        session.observer = observer
        // The process that began the effect is still there.
        if event == .effectBegan { session.resolveDoubt() }
        return announcements
      }
      return SessionDriver(runner: runner)
    }
  }

  /// Runs a script through a driver of the session.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - flow: The flow.
  ///   - secrets: The values of secrets that the script names and doesn't hold.
  ///   - isRevising: Whether pictures and outputs that differ are revised instead of failing.
  ///   - isTraced: Whether the result has a trace, which takes about a tenth of the work.
  ///   - makeDriver: Makes the driver of the session before it begins.
  /// - Returns: The result of it.
  package static func run(
    _ script: FlowScript, on flow: CheckedFlow,
    secrets: @escaping (String) -> String? = { _ in nil }, revising isRevising: Bool = false,
    tracing isTraced: Bool = true, drivenBy makeDriver: (FlowRunner) -> any ScriptDriver
  ) -> ScriptResult {
    var run = ScriptRun(flow: flow, script: script, secrets: secrets)
    run.isRevising = isRevising
    if !isTraced { run.recorder = nil }
    guard let runner = run.makeRunner() else { return run.result(nil) }
    run.driver = makeDriver(runner)
    return run.run(runner)
  }

  init(
    flow: CheckedFlow, script: FlowScript, secrets: @escaping (String) -> String?
  ) {
    self.flow = flow
    self.script = script
    self.secrets = secrets
    outside = ScriptedEffects(runs: script.runs, files: script.files)
  }

  private mutating func run(_ runner: FlowRunner) -> ScriptResult {
    if let recorder {
      runner.report(to: recorder)
      let outer = runner.onAnnouncements
      runner.onAnnouncements = {
        outer?($0)
        recorder.add($0)
      }
    }
    driver.start()
    for (index, command) in script.commands.enumerated() {
      let next = index + 1 < script.commands.count ? script.commands[index + 1] : nil
      do {
        try performOnStage(command, isRefusalExpected: next?.expectsRefusal == true, runner)
        try checkResults(command.place)
      } catch {
        failures.append(error.diagnostic)
      }
      if !failures.isEmpty { return result(runner) }
    }
    do {
      try checkResults(script.place)
      try checkEnd(runner)
      try checkUnused(runner)
      try checkProgram(runner)
    } catch {
      failures.append(error.diagnostic)
    }
    return result(runner)
  }

  private func result(_ runner: FlowRunner?) -> ScriptResult {
    if let runner, let recorder { recorder.add(runner.session.answers) }
    return ScriptResult(
      name: script.name, failures: failures, session: runner?.session,
      trace: recorder?.trace ?? ScriptTrace(), unperformed: unperformed, revisions: revisions,
      deniedRequests: approver.denied)
  }

  /// Returns a walk in the world of a script, with its clock, its inputs, its files, the results of its commands, and its
  /// denials, for a program that a user of a terminal drives.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - flow: The flow.
  ///   - secrets: The values of secrets that the script names and doesn't hold.
  ///   - denied: The numbers of the requests to deny, from 0; see ``ScriptResult/deniedRequests``.
  /// - Returns: The walk, before it begins; nil if the flow can't begin with the script's inputs.
  package static func runner(
    _ script: FlowScript, on flow: CheckedFlow, secrets: @escaping (String) -> String?,
    denying denied: [Int]
  ) -> FlowRunner? {
    var run = ScriptRun(flow: flow, script: script, secrets: secrets)
    run.approver.denials = script.commands.compactMap { command in
      if case .deny(let denial) = command.action { (denial, command.place) } else { nil }
    }
    run.approver.deniedNumbers = Set(denied)
    return run.makeRunner()
  }

  /// Makes the runner of the walk; a mistake in the inputs is a failure.
  mutating func makeRunner() -> FlowRunner? {
    var answers: [String: FieldInput] = [:]
    do {
      for answer in script.given { answers[answer.id.name] = try input(answer) }
    } catch {
      failures.append(error.diagnostic)
      return nil
    }
    let options = SessionOptions(
      answers: answers, takesDefaults: script.takesDefaults, priorityThreshold: script.priority,
      language: script.language)
    do {
      return runner(
        of: try FlowSession(flow: flow, inputs: script.inputs, options: options))
    } catch {
      failures.append(Diagnostic("wrong-input", error.message, at: script.place))
      return nil
    }
  }

  /// Returns a runner of a session in the world of the script.
  func runner(of session: FlowSession) -> FlowRunner {
    let now = now
    let runner = FlowRunner(continuing: session, effects: outside, clock: { now })
    runner.services.paths = ScriptedPaths(files: script.files, outside: outside)
    let numbers = ScriptNumbers()
    runner.services.random = { numbers.next() }
    runner.services.handler = { [approver] session, event, now in
      session.send(approver.decided(event, in: session), now: now)
    }
    return runner
  }

  /// The time of all events.
  var now: Timestamp { script.clock ?? Self.defaultClock }

  /// The time for scripts without a `clock`.
  package static let defaultClock = (try? Timestamp("2026-01-01T00:00:00Z")) ?? .epoch

  // MARK: The end

  private mutating func checkEnd(_ runner: FlowRunner) throws(ScriptFailure) {
    // Notes don't keep a script from its end.
    passNotes(runner)
    let wanted = script.outcome?.value ?? FlowOutcome.completed.word
    switch runner.state {
    case .finished(let result):
      guard result.outcome.word == wanted else {
        throw ScriptFailure(
          "wrong-outcome", "the flow ended as \(result.outcome.word), expected \(wanted)",
          at: script.outcome?.place ?? script.place)
      }
      if let output = script.output {
        try checkOutput(result.output, shown: runner.session.maskedOutput, output)
      }
    case .failed(let failure):
      // A failed effect ends the program as a stop does.
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

  /// Fails if the script has unused denials, results, or secrets, or unused given answers for a
  /// completed flow.
  private func checkUnused(_ runner: FlowRunner) throws(ScriptFailure) {
    if let (denial, place) = approver.denials.first {
      throw ScriptFailure(
        "unused-denial", "no \(denial.isPush ? "push" : "pop") is requested that this could deny",
        at: place)
    }
    try checkUnusedResults()
    try checkUnusedSecrets()
    guard case .finished(let result) = runner.state, result.outcome == .completed else { return }
    let unused = Set(runner.session.unusedAnswers)
    guard
      let answer = script.given.first(where: {
        unused.contains($0.id.name) && script.isOwn($0.id.place)
      })
    else { return }
    throw ScriptFailure(
      "not-asked", "'\(answer.id)' is given, but never asked for", at: answer.id.place)
  }

  private mutating func checkOutput(
    _ found: Value, shown: Value, _ wanted: FlowScript.Expected<Value>
  ) throws(ScriptFailure) {
    let differences = ValueDifference.lines(
      found: found, shown: shown, wanted: wanted.value, isExact: true)
    guard !differences.isEmpty else { return }
    // A secret isn't written into a file either.
    if found == shown, let slot = script.outputSlot, revises(wanted.place) {
      return revisions.append(ScriptRevision(found, at: wanted.place, in: slot))
    }
    throw ScriptFailure(
      "wrong-output", "the output differs", at: wanted.place,
      notes: differences.map { .init($0, at: nil) }
        + unrevised(wanted.place, because: found == shown ? nil : "an output with a secret"))
  }

  // MARK: Help

  func isFinished(_ runner: FlowRunner) -> Bool {
    if case .finished = runner.state { true } else { false }
  }

  func input(_ answer: ScriptAnswer) throws(ScriptFailure) -> FieldInput {
    switch answer.input {
    case .typed(let text): return .text(text)
    case .data(let value): return .value(value)
    case .empty: return .empty
    case .secret(let name):
      guard let text = script.secrets[name] ?? secrets(name) else {
        throw ScriptFailure(
          "missing-secret",
          "the secret '\(name)' is given neither in 'secrets:' nor as STACKFLOW_SECRET_\(name)",
          at: answer.place)
      }
      return .text(text)
    }
  }

  /// Returns the top step; fails if nothing is asked.
  func asking(
    _ runner: FlowRunner, _ place: SourcePlace, wanting answer: ScriptAnswer? = nil
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
      let what = answer.map { "'\($0.id)' is not asked" } ?? "nothing is asked"
      throw ScriptFailure("not-asked", "\(what): the flow has ended", at: place)
    }
  }

  /// Compares the session with an expectation.
  ///
  /// All expectations are compared, so that the failures show where a walk went wrong.
  mutating func check(_ expectation: Expectation, _ runner: FlowRunner) {
    let check = ExpectationCheck(
      session: runner.session, outside: outside.record, denialAtFailure: approver.denialAtFailure)
    failures += check.failures(of: expectation).map(\.diagnostic)
  }
}

/// The driver before the session exists.
private struct NoDriver: ScriptDriver {
  func start() {}
  func send(_ event: FlowEvent) -> [FlowAnnouncement] { [] }
  func overwrite(_ isOverwritten: Bool) {}
}

extension FlowFailure {
  /// A description of what's at its place.
  fileprivate var noun: String { effect == nil ? "this expression fails" : "this step fails" }
}

extension FlowAnnouncement {
  var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}
