// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics

// Performs the commands of a script.
extension ScriptRun {
  /// Performs a command.
  ///
  /// A command that has no effect fails.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - isRefusalExpected: Whether the next command expects a refusal, so that the flow may refuse
  ///     this one.
  ///   - runner: The walk.
  /// - Throws: A failure, if the session differs from the script.
  mutating func perform(
    _ command: ScriptCommand, isRefusalExpected: Bool, _ runner: FlowRunner
  ) throws(ScriptFailure) {
    if case .expect = command.action {} else { approver.denialAtFailure = nil }
    switch command.action {
    case .answer(let answers): try answer(answers, runner, command.place)
    case .reject(let answers): try reject(answers, runner, command.place)
    case .acceptOffered:
      _ = try asking(runner, command.place)
      // The next field may show what's refused of its own default.
      guard driver.send(.answer(nil)).contains(where: \.isRefusal) else { return }
      try checkAccepted(runner, command.place, what: "what is offered")
    case .acceptDefault:
      let step = try asking(runner, command.place)
      guard step.focusedField?.defaultValue != nil else {
        throw ScriptFailure(
          "answer-refused", "'\(step.focusedField?.id ?? step.id)' has no default to take",
          at: command.place)
      }
      guard driver.send(.answer(.default)).contains(where: \.isRefusal) else { return }
      try checkAccepted(runner, command.place, what: "the default")
    case .acceptSuggestions: try acceptSuggestions(runner, command.place)
    case .back(steps: let count):
      try goBack(count, isRefusalExpected: isRefusalExpected, runner, command.place)
    case .backTo(let id):
      try goBack(.backTo(id), isRefusalExpected: isRefusalExpected, runner, command.place)
    case .confirm(let id): try confirm(id, runner, command.place)
    case .retry(let id): try retry(id, runner, command.place)
    case .deny(let denial): approver.denials.append((denial, command.place))
    case .leave(let reason):
      if isFinished(runner) {
        throw ScriptFailure(
          "nothing-to-leave", "the flow has ended, so there is nothing to leave",
          at: command.place)
      }
      driver.send(.leave(reason))
    case .expect(let expectations):
      for expectation in expectations { check(expectation, runner) }
    case .add, .edit, .remove, .restore, .move, .done: try change(command, runner)
    case .resize(let size): try resize(to: size, command.place)
    case .screen(let expected): compareScreen(with: expected)
    }
  }

  /// Performs a command that changes a list, which must be the top step.
  func change(_ command: ScriptCommand, _ runner: FlowRunner) throws(ScriptFailure) {
    switch command.action {
    case .add(let list, let answers):
      let position = try asking(list, runner, command.place).items.count
      driver.send(.addItem)
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
      driver.send(.editItem(position))
      try checkAccepted(runner, command.place, what: "this")
      try answer(answers, runner, command.place)
    case .remove(let list, let position):
      _ = try asking(list, runner, command.place)
      driver.send(.removeItem(position))
      try checkAccepted(runner, command.place, what: "this")
    case .restore(let list):
      _ = try asking(list, runner, command.place)
      driver.send(.restoreItem)
      try checkAccepted(runner, command.place, what: "this")
    case .move(let list, let from, let to):
      _ = try asking(list, runner, command.place)
      if from == to {
        throw ScriptFailure(
          "nothing-moved", "'\(list)[\(from)]' is at position \(to) already", at: command.place)
      }
      driver.send(.moveItem(from: from, to: to))
      try checkAccepted(runner, command.place, what: "this")
    case .done(let list):
      _ = try asking(list, runner, command.place)
      driver.send(.answer(nil))
      try checkAccepted(runner, command.place, what: "the list")
    default: break
    }
  }

  /// Returns the list with an id, which must be the top step, apart from notes.
  func asking(
    _ list: String, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) -> StepState {
    passNotes(runner)
    let step = try asking(runner, place)
    guard step.id == list else {
      throw ScriptFailure(
        "not-asked", "'\(list)' is not asked here, but '\(step.focusedField?.id ?? step.id)' is",
        at: place)
    }
    return step
  }

  /// Returns how a step that isn't a question is answered.
  private static func advice(on step: StepState) -> String {
    switch step.kind {
    case .review, .commit: "; to continue, it takes '\(step.id): yes'"
    default: ""
    }
  }

  /// Gives answers as the flow asks for them, and passes notes along the way.
  func answer(
    _ answers: [ScriptAnswer], _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    var left = answers[...]
    var matrices: Set<String> = []
    while let first = left.first {
      if try answerOverwriting(&left, runner) { continue }
      if dropUnasked(of: matrices, from: &left, runner) { continue }
      guard let asked = try asked(runner, first.id.place, wanting: first) else {
        // Pass a note.
        driver.send(.answer(nil))
        continue
      }
      if let matrix = runner.session.matrix {
        try expand(matrix, in: &left, &matrices)
        if matrices.contains(matrix.id), !left.contains(where: { $0.id.name == asked }),
          let field = try asking(runner, place).focusedField, try passCell(field, runner, place)
        {
          continue
        }
      }
      guard let index = left.firstIndex(where: { $0.id.name == asked }) else {
        if showList(in: left, around: asked, runner) { continue }
        throw unscripted(asked, left, try asking(runner, place), at: place)
      }
      // It's usually the first one, whose removal moves no others.
      let answer = index == left.startIndex ? left.removeFirst() : left.remove(at: index)
      try put(answer, into: asked, runner)
    }
    try passRows(of: matrices, runner, place)
    // Notes that follow are passed by the next command that needs a question.
  }

  /// Returns the id of what's asked; nil for a note.
  ///
  /// It returns only the id, because a copy of the step would make the next event copy it, too.
  private func asked(
    _ runner: FlowRunner, _ place: SourcePlace, wanting answer: ScriptAnswer
  ) throws(ScriptFailure) -> String? {
    let step = try asking(runner, place, wanting: answer)
    return step.focusedField?.id ?? step.wholeID
  }

  private func unscripted(
    _ asked: String, _ left: ArraySlice<ScriptAnswer>, _ step: StepState, at place: SourcePlace
  ) -> ScriptFailure {
    ScriptFailure(
      "unscripted-question",
      "the flow asks for '\(asked)', but the script doesn't answer it\(Self.advice(on: step))",
      at: place,
      notes: left.map { answer in
        let isForm = step.focus != nil && answer.id.name == step.id
        return .init(
          isForm
            ? "'\(answer.id)' is a form; each of its fields has an answer of its own"
            : "the flow doesn't ask for '\(answer.id)' here", at: answer.id.place)
      })
  }

  /// Passes the cells of matrices that their records have left out, once nothing else is to be answered.
  private func passRows(
    of matrices: Set<String>, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    while let matrix = runner.session.matrix, matrices.contains(matrix.id) {
      let step = try asking(runner, place)
      guard let field = step.focusedField else {
        driver.send(.answer(nil))
        continue
      }
      guard try passCell(field, runner, place) else {
        throw ScriptFailure(
          "unscripted-question",
          "the flow asks for '\(field.id)', but the script doesn't answer it", at: place)
      }
    }
  }

  /// Gives a cell that a record leaves out its default, or leaves it empty, as in records that are given: an
  /// earlier answer isn't taken.
  ///
  /// - Returns: Whether it has a default or can be empty; otherwise nothing has changed.
  private func passCell(
    _ field: FieldState, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) -> Bool {
    let input: FieldInput?
    if field.offer?.isSuggestion == false {
      input = nil
    } else if field.defaultValue != nil {
      input = .default
    } else if field.generate != nil {
      input = nil
    } else if field.isRequired {
      return false
    } else {
      input = FieldInput.empty
    }
    driver.send(.answer(input))
    try checkAccepted(runner, place, what: "'\(field.id)'", id: field.id)
    return true
  }

  /// Replaces the records of a matrix by an answer for each of their cells.
  private func expand(
    _ matrix: MatrixState, in left: inout ArraySlice<ScriptAnswer>, _ matrices: inout Set<String>
  ) throws(ScriptFailure) {
    guard let index = left.firstIndex(where: { $0.id.name == matrix.id }) else { return }
    let answer = left.remove(at: index)
    guard case .data(.list(let records)) = answer.input,
      records.allSatisfy({ if case .map = $0 { true } else { false } })
    else {
      throw ScriptFailure(
        "answer-refused",
        "'\(matrix.id)' is a matrix; its answer is a list of records, one for each row",
        at: answer.place)
    }
    guard records.count == matrix.count else {
      throw ScriptFailure(
        "answer-refused",
        "'\(matrix.id)' has \(matrix.count) rows, but "
          + (records.count == 1 ? "1 record answers it" : "\(records.count) records answer it"),
        at: answer.place)
    }
    matrices.insert(matrix.id)
    let known = Set(left.map(\.id.name))
    for (row, record) in records.enumerated() {
      guard case .map(let cells) = record else { continue }
      for cell in cells {
        let id = "\(matrix.id)[\(row)].\(cell.key.plainText)"
        guard !known.contains(id) else { continue }
        left.append(
          ScriptAnswer(
            id: Identifier(id, at: answer.id.place),
            input: cell.value == .null ? .empty : .data(cell.value), place: answer.place))
      }
    }
  }

  /// Drops the cells of matrices that were submitted without asking for them, if they have the values that the records
  /// give them, as in records that are given.
  ///
  /// - Returns: Whether some were dropped.
  private func dropUnasked(
    of matrices: Set<String>, from left: inout ArraySlice<ScriptAnswer>, _ runner: FlowRunner
  ) -> Bool {
    guard !matrices.isEmpty, left.first.map({ isCell($0, of: matrices) }) == true else {
      return false
    }
    let count = left.count
    let open = runner.session.matrix?.id
    left.removeAll { answer in
      guard isCell(answer, of: matrices), case .data(let value) = answer.input,
        open.map({ !answer.id.name.hasPrefix($0 + "[") }) ?? true
      else { return false }
      return runner.session.answer(answer.id.name) == value
    }
    return left.count < count
  }

  private func isCell(_ answer: ScriptAnswer, of matrices: Set<String>) -> Bool {
    matrices.contains { answer.id.name.hasPrefix($0 + "[") }
  }

  /// Goes back from the first item of a list over elements to the list itself, whose records are
  /// answered as a whole.
  ///
  /// - Returns: Whether the list is the top step now.
  private func showList(
    in answers: ArraySlice<ScriptAnswer>, around asked: String, _ runner: FlowRunner
  ) -> Bool {
    let list = answers.first { answer in
      guard case .data(.list) = answer.input, flow.isList(answer.id.name) else { return false }
      return asked.hasPrefix(answer.id.name + "[")
    }
    guard let list else { return false }
    approver.isBypassed = true
    driver.send(.backTo(list.id.name))
    approver.isBypassed = false
    return runner.session.topStepID == list.id.name
  }

  func put(
    _ answer: ScriptAnswer, into id: String, _ runner: FlowRunner
  ) throws(ScriptFailure) {
    let input = try input(answer)
    var said = driver.send(.answer(input))
    var field = focusedField(runner)
    // A secret that must be confirmed is typed twice.
    if let asked = field, asked.id == id, asked.awaitsRepeat {
      said = driver.send(.answer(input))
      field = focusedField(runner)
    }
    if said.contains(where: \.isDenial) { return }
    // The next field of a form may still show why an earlier answer to it was refused.
    if let field, field.id != id, !said.contains(where: \.isRefusal) { return }
    try checkAccepted(runner, answer.place, what: "'\(id)'", id: id)
  }

  func checkAccepted(
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

  func reject(
    _ answers: [ScriptAnswer], _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    for answer in answers {
      passNotes(runner)
      let step = try asking(runner, answer.id.place, wanting: answer)
      let asked = step.focusedField?.id ?? step.wholeID
      guard asked == answer.id.name else {
        throw ScriptFailure(
          "not-asked", "'\(answer.id)' is not asked here, but '\(asked ?? step.id)' is",
          at: answer.id.place)
      }
      let depth = runner.session.depth
      let refusals = driver.send(.answer(try input(answer))).filter(\.isRefusal)
      if refusals.isEmpty || runner.session.depth != depth {
        throw ScriptFailure(
          "answer-accepted", "'\(answer.id)' is accepted, but must be refused", at: answer.place)
      }
    }
  }

  /// Passes notes.
  func passNotes(_ runner: FlowRunner) {
    while case .asking(let step) = runner.state, step.focusedField == nil,
      step.wholeID == nil
    {
      let depth = runner.session.depth
      driver.send(.answer(nil))
      // The first step of the next item is at the same depth.
      guard runner.session.depth != depth || runner.session.topStepID != step.id else { return }
    }
  }
}
