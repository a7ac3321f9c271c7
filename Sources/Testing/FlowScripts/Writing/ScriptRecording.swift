// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowForms
import SourceDiagnostics

/// Makes a script of what a user did in a walk.
///
/// The events of the walk are handled again by a session of its own, which says what each was about. A form is
/// answered as it was submitted; what was tried in its fields and refused comes before their answers.
public struct ScriptRecording {
  private let flow: CheckedFlow
  private let secrets: (String) -> String?
  private var script: FlowScript

  /// The number of notes that were passed since the last command.
  ///
  /// Most commands pass notes by themselves.
  private var notes = 0

  /// The time of the event.
  private var now = Timestamp.epoch

  /// The top step as it was reached.
  private var entry: StepState?

  /// The refused inputs and the accepted warnings of the fields of the open form, by id.
  private var trials: [String: [Trial]] = [:]

  private enum Trial {
    case refused(ScriptAnswer)
    case confirmed
  }

  /// Which refused inputs are recorded.
  private let refusals: Refusals

  private enum Refusals: CaseIterable {
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
    _ session: FlowSession, named name: String, _ refusals: Refusals,
    secrets: @escaping (String) -> String?
  ) {
    flow = session.flow
    self.secrets = secrets
    self.refusals = refusals
    script = FlowScript(name: name, place: .code)
    script.inputs = session.givenInputs(keepingSecrets: false)
    script.language = session.options.language
    script.takesDefaults = session.options.takesDefaults
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
  /// answers in a row at a field are known to a session, and of what's done in a form, only what was submitted.
  /// A walk that hasn't ended is left.
  ///
  /// - Parameters:
  ///   - session: The session of the walk.
  ///   - name: The name of the test.
  ///   - secrets: Returns the text of a secret that a saved walk doesn't have, by the name of its placeholder.
  /// - Returns: The script. It passes, unless something is beyond what scripts say, as the denial of a move is.
  /// - Complexity: The same as handling each event of the walk.
  public static func script(
    of session: FlowSession, named name: String,
    secrets: @escaping (String) -> String? = { _ in nil }
  ) -> FlowScript {
    let known = placeholders(of: session)
    var first: FlowScript?
    // What was refused can depend on answers that were changed before their form was submitted.
    for refusals in Refusals.allCases {
      let script = recorded(session, named: name, refusals, secrets: secrets)
      if ScriptRun.run(script, on: session.flow, secrets: { known[$0] ?? secrets($0) }).isPassed {
        return script
      }
      first = first ?? script
    }
    return first ?? FlowScript(name: name, place: .code)
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
      let input: FieldInput? =
        switch event.event {
        case .next(let input): input
        case .edit(_, let input): input
        default: nil
        }
      guard let id = event.subject, session.flow.takesSecret(id), event.outcome == .handled,
        case .text(let text)? = input
      else { continue }
      texts[placeholder(of: id)] = text
    }
    return texts
  }

  private static func recorded(
    _ session: FlowSession, named name: String, _ refusals: Refusals,
    secrets: @escaping (String) -> String?
  ) -> FlowScript {
    var recording = ScriptRecording(
      session, named: name, refusals, secrets: secrets)
    guard
      var replayed = try? FlowSession(
        flow: session.flow, inputs: session.givenInputs(keepingSecrets: true),
        options: session.options)
    else { return recording.script }
    /// The event that waits for an approval or a fact.
    var open: (event: FlowEvent, before: FlowSession)?
    for event in session.events(after: 0, keepingSecrets: true) {
      if recording.script.clock == nil { recording.script.clock = event.now }
      recording.now = event.now
      let known = recording.known(event)
      let before = replayed
      replayed.handle(known, now: event.now)
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
    case .next: .next(.text(text))
    case .edit(let field, _): .edit(field: field, .text(text))
    default: event.event
    }
  }

  // MARK: Events

  private mutating func add(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ before: FlowSession, _ after: FlowSession
  ) {
    switch event {
    case .start, .focus, .decide, .found, .effectBegan: break
    case .give(let answers):
      for (id, input) in answers.sorted(by: { $0.key < $1.key }) {
        script.given.removeAll { $0.id.name == id }
        if let answer = answer(id, input) { script.given.append(answer) }
      }
    case .effectEnded(let result): addResult(result, before)
    case .retry:
      if case .failed(let failure) = before.state, let effect = failure.effect {
        add(.retry(effect.step))
      }
    case .leave(let reason): add(.leave(reason))
    case .back(let count):
      guard goesBack(before, after) else { break }
      // A script names no more steps than there are.
      let steps = before.shownSteps
      add(
        count > steps.count && count > 1
          ? steps.first.map { .backTo($0) } ?? .back(1) : .back(count))
    case .backTo(let id): if goesBack(before, after) { add(.backTo(id)) }
    case .acceptSuggestions: addSuggestions(before, after)
    case .addItem, .editItem, .removeItem, .moveItem: addChange(event, before)
    case .next, .edit, .submit, .confirm: addInput(event, outcome, before, after)
    }
    if hasMoved(before, after) {
      trials = [:]
      entry = if case .asking(let step) = after.state { step } else { nil }
    }
  }

  /// Whether another step is asked after an event.
  private func hasMoved(_ before: FlowSession, _ after: FlowSession) -> Bool {
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

  /// Adds an answer, or the end of a form.
  private mutating func addInput(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ before: FlowSession, _ after: FlowSession
  ) {
    guard case .asking(let step) = before.state else { return }
    switch step.kind {
    case .note: notes += 1
    case .form: addFormInput(event, outcome, step, before, after)
    case .ask, .review, .commit, .stop, .repeat:
      let id = step.focusedField?.id ?? step.id
      if case .confirm = event { return add(.confirm(id)) }
      addAnswer(event, id, step, outcome, after)
    }
  }

  private mutating func addAnswer(
    _ event: FlowEvent, _ id: String, _ step: StepState, _ outcome: LoggedEvent.Outcome,
    _ after: FlowSession
  ) {
    let input: FieldInput?
    switch event {
    case .next(let given): input = given
    case .edit(_, let given): input = given
    default: input = nil
    }
    guard outcome != .refused else {
      if refusals.includes(after) { add(.reject([refused(event, step.focusedField, id)])) }
      return
    }
    // A secret that must be confirmed is typed twice, and is one answer.
    if case .asking(let next) = after.state, let field = next.focusedField, field.id == id,
      field.awaitsRepeat
    {
      return
    }
    switch (step.kind, input) {
    case (.repeat, nil): add(.done(list: id))
    case (.repeat, .value(let records)?): add(id, .data(records))
    case (.review, _), (.commit, _), (.stop, _): add(id, .typed("yes"))
    case (_, nil), (_, .offered?):
      // What an earlier walk answered isn't offered to a script.
      if script.given.isEmpty, after.options.suggestions[id] == nil { return add(.acceptOffered) }
      add(id, submitted(id, after))
    case (_, let input?):
      if let answer = answer(id, input) { addAnswers([answer]) }
    }
  }

  /// Returns an answer that was refused: the input, or what was offered.
  private func refused(_ event: FlowEvent, _ field: FieldState?, _ id: String) -> ScriptAnswer {
    let input: FieldInput? =
      switch event {
      case .next(let input): input
      case .edit(_, let input): input
      default: nil
      }
    if let input, let answer = answer(id, input) { return answer }
    let offered = field?.offer?.value ?? field?.value
    return ScriptAnswer(
      id: Identifier(id, at: .code), input: offered.map { .data($0) } ?? .empty, place: .code)
  }

  /// Keeps what was refused in a form, or adds its answers once it's submitted.
  private mutating func addFormInput(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ step: StepState, _ before: FlowSession,
    _ after: FlowSession
  ) {
    let id: String? =
      if case .edit(let field, _) = event { field } else { step.focusedField?.id }
    if case .confirm = event, let id {
      trials[id, default: []].append(.confirmed)
    } else if outcome == .refused, refusals.includes(after), let id, event != .submit {
      trials[id, default: []].append(.refused(refused(event, step.field(id), id)))
    }
    guard hasMoved(before, after) else { return }
    let form = Self.submitted(step, by: event, before, now: now)
    for field in fieldsToAnswer(of: form) {
      let tried = trials[field.id] ?? []
      for case .refused(let answer) in tried { add(.reject([answer])) }
      if tried.contains(where: { if case .confirmed = $0 { true } else { false } }) {
        add(.confirm(field.id))
      } else if case .next(let input?) = event, field.id == step.focusedField?.id,
        let last = answer(field.id, input)
      {
        addAnswers([last])
      } else {
        add(
          field.id,
          flow.takesSecret(field.id)
            ? .secret(Self.placeholder(of: field.id)) : field.value.map { .data($0) } ?? .empty)
      }
    }
  }

  /// Returns the fields of a form that a script answers: from the one at which the form was reached, unless
  /// one above it was changed.
  private mutating func fieldsToAnswer(of form: StepState) -> ArraySlice<FieldState> {
    let fields = form.visibleFields
    guard let entry, entry.id == form.id, let first = entry.focusedField?.id,
      let start = fields.firstIndex(where: { $0.id == first }), start > 0
    else { return fields[...] }
    let isChanged = fields[..<start].contains { entry.field($0.id)?.value != $0.value }
    guard isChanged else { return fields[start...] }
    add(.backTo(fields[0].id))
    return fields[...]
  }

  /// Returns a form as it was submitted: with the input of the event that submitted it.
  private static func submitted(
    _ step: StepState, by event: FlowEvent, _ session: FlowSession, now: Timestamp
  ) -> StepState {
    guard case .next(let input?) = event, let field = step.focusedField else { return step }
    var session = session
    session.handle(.edit(field: field.id, input), now: now)
    if case .asking(let filled) = session.state, filled.id == step.id { return filled }
    return step
  }

  /// Adds what was answered by accepting suggestions.
  private mutating func addSuggestions(_ before: FlowSession, _ after: FlowSession) {
    guard hasMoved(before, after) else { return }
    guard !after.options.suggestions.isEmpty else { return add(.acceptSuggestions) }
    let old = Set(before.reviewRows.map(\.id))
    var seen: Set<String> = []
    for row in after.reviewRows where !old.contains(row.id) && seen.insert(row.id).inserted {
      add(row.id, submitted(row.id, after))
    }
  }

  private mutating func addChange(_ event: FlowEvent, _ before: FlowSession) {
    guard case .asking(let step) = before.state else { return }
    switch event {
    case .addItem: add(.add(list: step.id, []))
    case .editItem(let position): add(.edit(list: step.id, position: position, []))
    case .removeItem(let position): add(.remove(list: step.id, position: position))
    case .moveItem(let from, let to): add(.move(list: step.id, from: from, to: to))
    default: break
    }
  }

  // MARK: The world outside

  private mutating func addFacts(_ facts: PathFacts) {
    switch facts.kind {
    case .file: script.files[facts.path] = script.files[facts.path] ?? ""
    case .directory: script.files[facts.path + (facts.path.hasSuffix("/") ? "" : "/")] = ""
    case .absent, .other, .danglingLink, .unknown: break
    }
  }

  private mutating func addResult(_ result: EffectResult, _ before: FlowSession) {
    guard case .needs(.effect(let request)) = before.state else { return }
    switch request.effect {
    case .command, .action: addResult(result, of: request)
    case .write(let write):
      if case .failed = result, script.files[write.path] == nil { script.files[write.path] = "" }
      guard case .written(let written) = result, case .replaced(let old, _) = written.previous
      else { return }
      if script.files[write.path] == nil {
        script.files[write.path] = String(decoding: old, as: UTF8.self)
      }
      // The user agreed to it.
      if write.exists == .ask { add(request.step, .typed("yes")) }
    case .restore: break
    }
  }

  private mutating func addResult(_ result: EffectResult, of request: EffectRequest) {
    var outcome = ScriptedRun.Outcome()
    switch result {
    case .ended(let ended):
      outcome.status = ended.status
      outcome.errors = ended.errors
      let text = String(decoding: ended.output, as: UTF8.self)
      if !text.isEmpty { outcome.content = .text(text) }
    case .returned(let value): outcome.content = .json(value)
    case .failed(let message): (outcome.status, outcome.errors) = (1, message)
    case .written, .done: break
    }
    var run = script.runs[request.step] ?? ScriptedRun([])
    if request.isUndo {
      if outcome != ScriptedRun.Outcome() { run.undo = outcome }
    } else {
      run.outcomes.append(outcome)
    }
    script.runs[request.step] = run
  }

  // MARK: Commands

  private mutating func add(_ action: ScriptCommand.Action) {
    if !action.passesNotes {
      for _ in 0..<notes { script.commands.append(ScriptCommand(.acceptOffered, at: .code)) }
    }
    notes = 0
    script.commands.append(ScriptCommand(action, at: .code))
  }

  private mutating func add(_ id: String, _ input: ScriptInput) {
    addAnswers([ScriptAnswer(id: Identifier(id, at: .code), input: input, place: .code)])
  }

  /// Adds answers to the last command if it can have them.
  private mutating func addAnswers(_ answers: [ScriptAnswer]) {
    guard let last = script.commands.indices.last,
      let action = script.commands[last].action.adding(answers)
    else { return add(.answer(answers)) }
    notes = 0
    script.commands[last].action = action
  }

  private func answer(_ id: String, _ input: FieldInput) -> ScriptAnswer? {
    let found: ScriptInput
    switch input {
    case .text where flow.takesSecret(id), .value where flow.takesSecret(id):
      found = .secret(Self.placeholder(of: id))
    case .text(let text): found = .typed(text)
    case .value(let value): found = .data(value)
    case .none: found = .empty
    case .offered: return nil
    }
    return ScriptAnswer(id: Identifier(id, at: .code), input: found, place: .code)
  }

  /// The submitted answer of a step.
  private func submitted(_ id: String, _ session: FlowSession) -> ScriptInput {
    session.answer(id).map { .data($0) } ?? .empty
  }

  /// Adds how the walk ended.
  private mutating func end(_ session: FlowSession) {
    switch session.state {
    case .finished(let result):
      if result.outcome != .completed {
        script.outcome = .init(result.outcome.word, at: .code)
      } else if result.output != .null, !session.hasSecrets {
        script.output = .init(result.output, at: .code)
      }
    case .failed(let failure) where failure.effect != nil:
      script.outcome = .init(FlowOutcome.failed.word, at: .code)
    case .asking:
      add(.leave(.quit))
      script.outcome = .init(FlowOutcome.left(.quit).word, at: .code)
    case .needs, .notStarted, .failed: break
    }
  }
}

extension ScriptCommand.Action {
  /// Whether it passes notes before what it does.
  fileprivate var passesNotes: Bool {
    switch self {
    case .answer, .reject, .add, .edit, .remove, .move, .done: true
    default: false
    }
  }

  /// Returns the command with more answers; nil if it can't have them.
  fileprivate func adding(_ more: [ScriptAnswer]) -> Self? {
    func added(to answers: [ScriptAnswer], under own: String, as prefix: String) -> [ScriptAnswer]?
    {
      var answers = answers
      for var answer in more {
        guard answer.id.name.hasPrefix(own) else { return nil }
        answer.id.name = prefix + answer.id.name.dropFirst(own.count)
        // The items of a list in an item have commands of their own.
        guard !answer.id.name.dropFirst(prefix.count).contains("["),
          !answers.contains(where: { $0.id.name == answer.id.name })
        else { return nil }
        answers.append(answer)
      }
      return answers
    }
    switch self {
    case .answer(let answers):
      guard !more.contains(where: { new in answers.contains { $0.id.name == new.id.name } }) else {
        return nil
      }
      return .answer(answers + more)
    case .add(let list, let answers):
      guard let position = more.first?.id.name.dropFirst(list.count).prefix(while: { $0 != "." })
      else { return nil }
      return added(to: answers, under: "\(list)\(position).", as: "\(list)[].")
        .map { .add(list: list, $0) }
    case .edit(let list, let position, let answers):
      return added(
        to: answers, under: "\(list)[\(position)].", as: "\(list)[\(position)]."
      ).map { .edit(list: list, position: position, $0) }
    default: return nil
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

extension FlowState {
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
  fileprivate var onlyWarns: Bool {
    guard case .asking(let step) = state else { return false }
    let problems = step.problems + (step.focusedField?.problems ?? [])
    return !problems.isEmpty && problems.allSatisfy { $0.severity == .warning }
  }

  /// Whether the last move was denied.
  fileprivate var isDenied: Bool {
    if case .asking(let step) = state { step.denial != nil } else { false }
  }
}
