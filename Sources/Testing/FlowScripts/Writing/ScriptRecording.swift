// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
import FlowExpressions
import FlowModel
public import FlowSessions
import SourceDiagnostics

/// Makes a script of what a user did in a walk.
///
/// The events of the walk are handled again by a session of its own, which says what each was about. A form is
/// answered as it was submitted; what was tried in its fields and refused comes before their answers.
public struct ScriptRecording {
  /// The parts of a recording besides the events of a walk.
  package struct Options {
    /// The files that existed at the start, by path; what isn't here follows from the events.
    package var files: [String: String] = [:]

    /// Returns what's now in the place of a file that the walk has left alone; nil if it isn't known.
    var found: (WriteRequest) -> WriteOutlook? = { _ in nil }

    /// Whether the texts of secrets are in the script.
    package var keepsSecrets = false

    /// Whether a completed walk's output is expected.
    package var keepsOutput = true

    /// Creates the options of a walk whose secrets and files are those of a user.
    package init() {}
  }

  let flow: CheckedFlow
  let options: Options
  private let secrets: (String) -> String?
  var script: FlowScript

  /// The known files.
  var files: ScriptedFiles

  /// The bytes of the files that were kept and are in the script.
  var foundBytes = 0

  /// The files that were kept, by path: what was in them then isn't known until the walk replaces them.
  var keptFiles: [String: WriteRequest] = [:]

  /// The number of notes that were passed since the last command.
  ///
  /// Most commands pass notes by themselves.
  var notes = 0

  /// The time of the event.
  var now = Timestamp.epoch

  /// The top step as it was reached.
  var entry: StepState?

  /// The refused inputs and the accepted warnings of the fields of the open form, by id.
  var trials: [String: [Trial]] = [:]

  enum Trial {
    case refused(ScriptAnswer)

    /// The warning about a field was accepted, which can be another one than that with the refused answer.
    case confirmed(String)
  }

  /// The rows of the open matrix that were asked, as they were left, by their position.
  var rows: [Int: StepState] = [:]

  /// The field of the open form whose answer led to a warning about another field, and that one.
  var lateWarning: (field: String, warned: String)?

  /// The extent of the recording beyond the necessary answers.
  let extent: Extent

  struct Extent {
    var refusals: Refusals

    /// Whether what was entered in a form that wasn't submitted is recorded.
    var hasOpenForm: Bool

    /// All extents, the largest first.
    static let all =
      Refusals.allCases.map { Extent(refusals: $0, hasOpenForm: true) }
      + Refusals.allCases.map { Extent(refusals: $0, hasOpenForm: false) }
  }

  enum Refusals: CaseIterable {
    case all
    case warnings
    case none

    /// Whether the last answer of a session, which was refused, is recorded.
    func includes(_ session: FlowSession) -> Bool {
      switch self {
      case .all: !session.isDenied
      case .warnings: session.onlyWarns
      case .none: false
      }
    }
  }

  private init(
    _ session: FlowSession, named name: String, _ extent: Extent, _ options: Options,
    secrets: @escaping (String) -> String?
  ) {
    flow = session.flow
    self.secrets = secrets
    self.extent = extent
    self.options = options
    files = ScriptedFiles(options.files)
    script = FlowScript(name: name, place: .code)
    script.files = options.files
    script.inputs = session.givenInputs(keepingSecrets: options.keepsSecrets)
    script.language = session.options.language
    script.takesDefaults = session.options.takesDefaults
    script.priority = session.options.priorityThreshold
    let unused = Set(session.unusedAnswers)
    for (id, input) in session.options.answers.sorted(by: { $0.key < $1.key })
    where !unused.contains(id) {
      if let answer = answer(id, input) { script.given.append(answer) }
    }
  }

  /// Returns a script that does what was done in a walk.
  ///
  /// A secret is a placeholder, `{ secret: ID }`, whose text `stackflow test` takes from the environment. The
  /// results of commands and actions are in the script, so that it runs none. Only the last three refused
  /// answers in a row at a field are known to a session, and of what's done in a form, only what was in it when it
  /// was submitted or the walk ended.
  /// A walk that hasn't ended is left.
  ///
  /// - Parameters:
  ///   - session: The session of the walk.
  ///   - name: The name of the test.
  ///   - found: Returns what's now in the place of a file that the walk has left alone; nil if it isn't known.
  ///   - secrets: Returns the text of a secret that a saved walk doesn't have, by the name of its placeholder.
  /// - Returns: The script. It passes, unless something is beyond what scripts say, as the denial of a move is.
  /// - Complexity: The same as handling each event of the walk.
  public static func script(
    of session: FlowSession, named name: String,
    found: @escaping (WriteRequest) -> WriteOutlook? = { _ in nil },
    secrets: @escaping (String) -> String? = { _ in nil }
  ) -> FlowScript {
    let known = placeholders(of: session)
    var options = Options()
    options.found = found
    return run(of: session, named: name, options, secrets: secrets) { script in
      ScriptRun.run(script, on: session.flow, secrets: { known[$0] ?? secrets($0) })
    }.script
  }

  /// Returns a script that does what was done in a walk, and the result of it.
  ///
  /// - Parameters:
  ///   - session: The session of the walk.
  ///   - name: The name of the test.
  ///   - options: What it has besides the events.
  ///   - secrets: Returns the text of a secret that a saved walk doesn't have, by the name of its placeholder.
  ///   - run: Runs a script.
  /// - Returns: The first script that passes with the same answers, else the first that passes, else the one that says
  ///   most.
  package static func run(
    of session: FlowSession, named name: String, _ options: Options,
    secrets: @escaping (String) -> String? = { _ in nil }, by run: (FlowScript) -> ScriptResult
  ) -> (script: FlowScript, result: ScriptResult) {
    var last = draft(of: session, named: name, options, secrets: secrets)
    let first = (script: last, result: run(last))
    func isSame(_ result: ScriptResult) -> Bool {
      result.isPassed && result.session?.answers == session.answers
    }
    if isSame(first.result) { return first }
    var passed = first.result.isPassed ? first : nil
    // A refused answer can depend on answers that were changed before their form was submitted.
    for extent in Extent.all.dropFirst() {
      let script = recorded(session, named: name, extent, options, secrets: secrets)
      guard script != last else { continue }
      last = script
      let result = run(script)
      if isSame(result) { return (script, result) }
      if passed == nil, result.isPassed { passed = (script, result) }
    }
    return passed ?? first
  }

  /// Returns a script of all that was done in a walk, whether or not it passes.
  package static func draft(
    of session: FlowSession, named name: String, _ options: Options,
    secrets: @escaping (String) -> String? = { _ in nil }
  ) -> FlowScript {
    recorded(session, named: name, Extent.all[0], options, secrets: secrets)
  }

  /// Returns the name of the placeholder of a secret: its id, with underscores.
  public static func placeholder(of id: String) -> String {
    var name = ""
    for character in id where character != "]" {
      name.append(character == "[" || character == "." ? "_" : character)
    }
    return name
  }

  /// Returns the texts of the secrets of a walk, by the names of their placeholders.
  package static func placeholders(of session: FlowSession) -> [String: String] {
    var texts: [String: String] = [:]
    for event in session.events(after: 0, keepingSecrets: true) {
      guard let id = event.subject, session.flow.takesSecret(id), event.outcome == .handled,
        case .text(let text)? = event.event.input
      else { continue }
      texts[placeholder(of: id)] = text
    }
    return texts
  }

  private static func recorded(
    _ session: FlowSession, named name: String, _ extent: Extent, _ options: Options,
    secrets: @escaping (String) -> String?
  ) -> FlowScript {
    var recording = ScriptRecording(session, named: name, extent, options, secrets: secrets)
    guard
      var replayed = try? FlowSession(
        flow: session.flow, inputs: session.givenInputs(keepingSecrets: true),
        options: session.options)
    else { return recording.script }
    /// The event that waits for an approval or a fact.
    var open: (event: FlowEvent, before: FlowSession)?
    let events = session.events(after: 0, keepingSecrets: true)
    recording.script.clock = events.first.map(\.now).flatMap {
      $0 == ScriptRun.defaultClock ? nil : $0
    }
    for event in events {
      recording.now = event.now
      let known = recording.known(event)
      let before = replayed
      replayed.send(known, now: event.now)
      if case .found(let facts) = known { recording.addFacts(facts) }
      let done = known.isReply ? open : (known, before)
      open = replayed.state.isOpen ? done : nil
      guard open == nil, let done else { continue }
      recording.add(done.event, event.outcome, done.before, replayed)
    }
    recording.end(replayed)
    return recording.script
  }

  /// Returns an event with the text of a secret that was left out.
  private func known(_ event: LoggedEvent) -> FlowEvent {
    guard event.isWithheld, let id = event.subject, let text = secrets(Self.placeholder(of: id))
    else { return event.event }
    return switch event.event {
    case .answer: .answer(.text(text))
    case .edit(let field, _): .edit(field: field, .text(text))
    default: event.event
    }
  }

  // MARK: Events

  private mutating func add(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ before: FlowSession, _ after: FlowSession
  ) {
    if addMatrix(event, outcome, before, after) { return }
    switch event {
    case .start, .focus, .setAside, .decide, .found, .decideFile: break
    case .effectBegan: forgetSecretFiles(before)
    case .give(let answers):
      for (id, input) in answers.sorted(by: { $0.key < $1.key }) {
        script.given.removeAll { $0.id.name == id }
        if let answer = answer(id, input) { script.given.append(answer) }
      }
    case .effectEnded(let result): addResult(result, before)
    case .retry:
      if case .failed(let failure) = before.state, let effect = failure.effect {
        add(.retry(effect.retries ?? effect.step))
      }
    case .leave(let reason): addOpenForm(before, then: .leave(reason))
    case .back where before.decidedFileCount > after.decidedFileCount && after.isWaiting:
      // Back to the question about a file, whose last answer is recorded with what came of it.
      break
    case .back(steps: let count):
      guard goesBack(before, after) else { break }
      // A script names no more steps than there are.
      let isTooFar = count > 1 && count > before.stepsBack
      addOpenForm(
        before,
        then: isTooFar
          ? before.shownSteps.first.map { .backTo($0) } ?? .back(steps: 1) : .back(steps: count))
    case .backTo(let id): if goesBack(before, after) { addOpenForm(before, then: .backTo(id)) }
    case .acceptSuggestions: addSuggestions(before, after)
    case .addItem, .editItem, .removeItem, .restoreItem, .moveItem:
      addChange(event, outcome, before, after)
    case .answer, .edit, .submit, .confirm: addInput(event, outcome, before, after)
    }
    if hasMoved(before, after) {
      (rows, trials, lateWarning) = ([:], [:], nil)
      entry = if case .asking(let step) = after.state { step } else { nil }
    }
  }

  /// Whether another step is asked after an event.
  func hasMoved(_ before: FlowSession, _ after: FlowSession) -> Bool {
    guard case .asking(let old) = before.state, case .asking(let new) = after.state else {
      return true
    }
    return before.depth != after.depth || old.id != new.id
  }

  /// Whether an event went back to another step, or begins to undo something.
  private func goesBack(_ before: FlowSession, _ after: FlowSession) -> Bool {
    switch after.state {
    case .asking: hasMoved(before, after)
    case .needs(.effect): true
    case .needs, .failed, .finished, .notStarted: false
    }
  }

  // MARK: Commands

  mutating func add(_ action: ScriptCommand.Action) {
    if !action.passesNotes {
      for _ in 0..<notes { script.commands.append(ScriptCommand(.acceptOffered, at: .code)) }
    }
    notes = 0
    script.commands.append(ScriptCommand(action, at: .code))
  }

  mutating func add(_ id: String, _ input: ScriptInput) {
    addAnswers([ScriptAnswer(id: Identifier(id, at: .code), input: input, place: .code)])
  }

  /// Adds answers to the last command if it can have them.
  mutating func addAnswers(_ answers: [ScriptAnswer]) {
    guard let last = script.commands.indices.last,
      let action = script.commands[last].action.adding(answers)
    else { return add(.answer(answers)) }
    notes = 0
    script.commands[last].action = action
  }

  func answer(_ id: String, _ input: FieldInput) -> ScriptAnswer? {
    let found: ScriptInput
    switch input {
    case _ where input.holdsText && flow.takesSecret(id) && !options.keepsSecrets:
      found = .secret(Self.placeholder(of: id))
    case .text(let text): found = .typed(text)
    case .value(let value), .remembered(let value, _): found = .data(value)
    case .empty: found = .empty
    case .offered, .default: return nil
    }
    return ScriptAnswer(id: Identifier(id, at: .code), input: found, place: .code)
  }

  /// The submitted answer of a step.
  func submitted(_ id: String, _ session: FlowSession) -> ScriptInput {
    session.answer(id).map { .data($0) } ?? .empty
  }

  /// Adds how the walk ended.
  private mutating func end(_ session: FlowSession) {
    shortenResults()
    switch session.state {
    case .finished(let result):
      if result.outcome != .completed {
        script.outcome = .init(result.outcome.word, at: .code)
      } else if options.keepsOutput, result.output != .null, !session.hasSecrets {
        script.output = .init(result.output, at: .code)
      }
    case .failed(let failure) where failure.effect != nil:
      script.outcome = .init(FlowOutcome.failed.word, at: .code)
    case .asking:
      addOpenForm(session, then: .leave(.quit))
      script.outcome = .init(FlowOutcome.left(.quit).word, at: .code)
    case .needs, .notStarted, .failed: break
    }
  }
}

extension FlowEvent {
  /// Whether it replies to what an earlier event needs.
  fileprivate var isReply: Bool {
    switch self {
    case .decide, .found: true
    default: false
    }
  }
}

extension FlowSession {
  /// Whether an effect is pending.
  fileprivate var isWaiting: Bool { if case .needs(.effect) = state { true } else { false } }
}

extension SessionState {
  /// Whether the last event waits for an approval or a fact.
  fileprivate var isOpen: Bool {
    switch self {
    case .needs(.approval), .needs(.lookUp): true
    default: false
    }
  }
}

extension FlowSession {
  /// Whether the last answer has warnings, and nothing else is wrong with it.
  package var onlyWarns: Bool {
    guard case .asking(let step) = state else { return false }
    let problems = step.problems + (step.focusedField?.problems ?? [])
    return !problems.isEmpty && problems.allSatisfy { $0.severity == .warning }
  }

  /// Whether the last move was denied.
  fileprivate var isDenied: Bool {
    if case .asking(let step) = state { step.denial != nil } else { false }
  }
}
