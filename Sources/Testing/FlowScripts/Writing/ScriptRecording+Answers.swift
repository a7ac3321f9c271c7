// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import SourceDiagnostics

// Accepted and refused answers.
extension ScriptRecording {
  /// Adds an answer, or the end of a form.
  mutating func addInput(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ before: FlowSession, _ after: FlowSession
  ) {
    guard case .asking(let step) = before.state else { return }
    switch step.kind {
    case .note: notes += 1
    case .form: addFormInput(event, outcome, step, before, after)
    case .ask, .review, .commit, .stop, .repeat:
      let id = step.focusedField?.id ?? step.id
      // A warning that's accepted is about an answer.
      if let field = step.focusedField, Self.acceptsWarning(event, at: field),
        !extent.refusals.includes(before), takesOffer(field)
      {
        add(.acceptOffered)
      } else if let field = step.focusedField, Self.acceptsWarning(event, at: field),
        !extent.refusals.includes(before)
      {
        let warned = ScriptAnswer(
          id: Identifier(id, at: .code), input: input(of: field), place: .code)
        add(.reject([warned]))
      }
      if case .confirm = event { return add(.confirm(id)) }
      addAnswer(event, id, step, outcome, after)
    }
  }

  private mutating func addAnswer(
    _ event: FlowEvent, _ id: String, _ step: StepState, _ outcome: LoggedEvent.Outcome,
    _ after: FlowSession
  ) {
    let input = event.input
    guard outcome != .refused else {
      // A list that's submitted, and has a warning to confirm.
      if step.kind == .repeat, input == nil, after.onlyWarns {
        add(.done(list: id))
      } else if after.onlyWarns, case .asking(let next) = after.state,
        let field = next.focusedField, field.id == id, takesOffer(field)
      {
        add(.acceptOffered)
      } else if extent.refusals.includes(after), !withholds(input, at: id, after) {
        var refused = refused(event, step.focusedField, id)
        if step.kind == .repeat, input == nil {
          refused.input = step.items.isEmpty ? .data(.list([])) : .typed("yes")
        }
        add(.reject([refused]))
      }
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
    case (_, .default?): add(.acceptDefault)
    case (_, nil), (_, .offered?):
      // Answers of an earlier walk aren't offered to a script.
      if script.given.isEmpty, after.options.suggestions[id] == nil { return add(.acceptOffered) }
      add(id, submitted(id, after))
    case (_, let input?):
      if let answer = answer(id, input) { addAnswers([answer]) }
    }
  }

  /// Whether a refused answer is left out: the placeholder of a secret stands for the accepted text.
  private func withholds(_ input: FieldInput?, at id: String, _ after: FlowSession) -> Bool {
    input?.holdsText == true && flow.takesSecret(id) && !options.keepsSecrets && !after.onlyWarns
  }

  /// Returns an answer that was refused: the input, or what was offered.
  private func refused(_ event: FlowEvent, _ field: FieldState?, _ id: String) -> ScriptAnswer {
    if let input = event.input, let answer = answer(id, input) { return answer }
    let offered = field?.offer?.value ?? field?.value
    return ScriptAnswer(
      id: Identifier(id, at: .code), input: offered.map { .data($0) } ?? .empty, place: .code)
  }

  /// Keeps what was refused in a form, or adds its answers once it's submitted.
  private mutating func addFormInput(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ step: StepState, _ before: FlowSession,
    _ after: FlowSession
  ) {
    noteTrial(event, outcome, step, after)
    guard hasMoved(before, after) else { return }
    let form = Self.submitted(step, by: event, before, now: now)
    var fields = fieldsToAnswer(of: form)
    // The fields after one at which an expression fails aren't asked.
    if case .failed(let failure) = after.state, failure.effect == nil,
      let last = fields.lastIndex(where: { $0.id == step.focusedField?.id })
    {
      fields = fields[...last]
    }
    let last: FieldInput? = if case .answer(let input?) = event { input } else { nil }
    add(fields, with: last.flatMap { input in step.focusedField.map { ($0.id, input) } })
  }

  /// Keeps what was refused at a field of a form or in a cell, and which warnings were accepted there.
  private mutating func noteTrial(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ step: StepState, _ after: FlowSession
  ) {
    let id: String? =
      if case .edit(let field, _) = event { field } else { step.focusedField?.id }
    if let id, Self.acceptsWarning(event, at: step.field(id)) {
      let field = lateWarning?.warned == id ? lateWarning?.field : nil
      trials[field ?? id, default: []].append(.confirmed(id))
    } else {
      // The answer that caused the warning may have changed when the form is submitted.
      if let late = lateWarning, event.hasInput, case .refused? = trials[late.field]?.last {
        trials[late.field]?.removeLast()
      }
      // Another answer takes back what was accepted about the one before it.
      if event.hasInput, let id {
        for field in trials.keys {
          trials[field]?.removeAll {
            if case .confirmed(let warned) = $0 { field == id || warned == id } else { false }
          }
        }
      }
      let isOffer = after.onlyWarns && id.flatMap { step.field($0) }.map(takesOffer) == true
      if outcome == .refused, extent.refusals.includes(after), let id, event != .submit,
        !withholds(event.input, at: id, after), event.hasInput || !isOffer
      {
        trials[id, default: []].append(.refused(refused(event, step.field(id), id)))
      }
    }
    lateWarning = nil
    // A check of the whole form warns about another field than the one that was answered last.
    if outcome == .refused, after.onlyWarns, let id, case .asking(let next) = after.state,
      let warned = next.focusedField?.id, warned != id
    {
      lateWarning = (id, warned)
    }
  }

  /// Whether an event accepts the warnings at a field, as the same input again does.
  private static func acceptsWarning(_ event: FlowEvent, at field: FieldState?) -> Bool {
    switch event {
    case .confirm: true
    case .answer(let input): field?.hasWarnings(acceptedBy: input) == true
    default: false
    }
  }

  /// Returns the answer that's in a field.
  private func input(of field: FieldState, asTyped: Bool = true) -> ScriptInput {
    if asTyped, case .typed(let text) = field.draft, let typed = answer(field.id, .text(text)) {
      return typed.input
    }
    if flow.takesSecret(field.id), !options.keepsSecrets {
      return .secret(Self.placeholder(of: field.id))
    }
    return field.value.map { .data($0) } ?? .empty
  }

  /// Adds what was tried in fields, and their answers.
  private mutating func add(
    _ fields: ArraySlice<FieldState>, with last: (id: String, input: FieldInput)?
  ) {
    for field in fields {
      let tried = trials[field.id] ?? []
      // A warning is accepted by the same input again, not by its value.
      let value = input(of: field, asTyped: !tried.isEmpty)
      for case .refused(let answer) in tried { add(.reject([answer])) }
      // First the warning about the answer itself, then one about the form.
      var confirmed: [String] = []
      for case .confirmed(let id) in tried where !confirmed.contains(id) { confirmed.append(id) }
      if !confirmed.isEmpty {
        // A warning is about an answer.
        if takesOffer(field) {
          add(.acceptOffered)
        } else if !tried.contains(where: { if case .refused = $0 { true } else { false } }) {
          let id = Identifier(field.id, at: .code)
          add(.reject([ScriptAnswer(id: id, input: value, place: .code)]))
        }
        for id in confirmed { add(.confirm(id)) }
      } else if let last, last.id == field.id, let answer = answer(last.id, last.input) {
        addAnswers([answer])
      } else if tried.isEmpty, takesOffer(field) {
        add(.acceptOffered)
      } else {
        add(field.id, value)
      }
    }
  }

  /// Whether a field took its default, or was passed empty, as a script does by accepting what's offered.
  private func takesOffer(_ field: FieldState) -> Bool {
    field.draft == .untouched && !field.isSecret && script.given.isEmpty
      && field.otherDefault == nil
      && (field.offer.map { $0.source == .default } ?? !field.isRequired)
  }

  /// Adds what was entered above the focused field of a form that isn't submitted, and what was refused there, or at
  /// the field whose answer led to a warning about the focused one.
  mutating func addOpenForm(_ session: FlowSession) {
    guard extent.hasOpenForm, case .asking(let step) = session.state, step.kind == .form else {
      return
    }
    if let matrix = session.matrix {
      let above = (0..<matrix.position).compactMap { rows[$0] }
      // A script goes from row to row, so it doesn't come to one below a row that wasn't asked.
      guard above.count == matrix.position else { return }
      for row in above { add(row.visibleFields[...], with: nil) }
    }
    let fields = fieldsToAnswer(of: step)
    guard var end = fields.firstIndex(where: { $0.id == step.focusedField?.id }) else { return }
    // The focus is at an earlier field, which a warning is about.
    if let late = lateWarning, late.warned == fields[end].id,
      let answered = fields.firstIndex(where: { $0.id == late.field })
    {
      end = max(end, answered)
    }
    add(fields[..<end], with: nil)
    for case .refused(let answer) in trials[fields[end].id] ?? [] { add(.reject([answer])) }
    trials = [:]
  }

  mutating func addOpenForm(_ session: FlowSession, then action: ScriptCommand.Action) {
    addOpenForm(session)
    add(action)
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

  /// Returns a form as it was submitted: with the input of the event that submitted it, which is what's offered where
  /// nothing was entered after a refusal.
  private static func submitted(
    _ step: StepState, by event: FlowEvent, _ session: FlowSession, now: Timestamp
  ) -> StepState {
    let session = filled(step, by: event, session, now: now)
    if case .asking(let filled) = session.state, filled.id == step.id { return filled }
    return step
  }

  /// Returns a session whose form has the input of an event that submits it.
  private static func filled(
    _ step: StepState, by event: FlowEvent, _ session: FlowSession, now: Timestamp
  ) -> FlowSession {
    guard case .answer(let given) = event, let field = step.focusedField else { return session }
    let isRefused = field.problems.contains { $0.severity == .error }
    guard let input = given ?? (isRefused ? .offered : nil) else { return session }
    var session = session
    session.send(.edit(field: field.id, input), now: now)
    return session
  }

  /// Adds what was answered by accepting suggestions.
  mutating func addSuggestions(_ before: FlowSession, _ after: FlowSession) {
    guard hasMoved(before, after) else { return }
    addOpenForm(before)
    addAccepted(before, after)
  }

  /// Adds that suggestions were accepted; those of an earlier walk aren't offered to a script.
  private mutating func addAccepted(_ before: FlowSession, _ after: FlowSession) {
    guard !after.options.suggestions.isEmpty else { return add(.acceptSuggestions) }
    let old = Set(before.reviewRows.map(\.id))
    var seen: Set<String> = []
    for row in after.reviewRows where !old.contains(row.id) && seen.insert(row.id).inserted {
      add(row.id, submitted(row.id, after))
    }
  }

  /// Adds a change of a list; one that was refused has changed nothing.
  mutating func addChange(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ before: FlowSession, _ after: FlowSession
  ) {
    guard outcome != .refused, case .asking(let step) = before.state else { return }
    switch event {
    case .addItem:
      // An item that must be answered again comes before a new one.
      if let opened = Self.openItem(of: step, after), step.items.indices.contains(opened) {
        add(.edit(list: step.id, position: opened, []))
      } else {
        add(.add(list: step.id, []))
      }
    case .editItem(let position): add(.edit(list: step.id, position: position, []))
    case .removeItem(let position): add(.remove(list: step.id, position: position))
    case .restoreItem: add(.restore(list: step.id))
    case .moveItem(let from, let to): add(.move(list: step.id, from: from, to: to))
    default: break
    }
  }

  /// The position of the item of a list at which a session asks; nil if it asks at none.
  private static func openItem(of list: StepState, _ session: FlowSession) -> Int? {
    guard case .asking(let step) = session.state, step.id.hasPrefix("\(list.id)[") else {
      return nil
    }
    return Int(step.id.dropFirst(list.id.count + 1).prefix { $0 != "]" })
  }
}

// Matrices, which are answered as a whole unless a cell was refused.
extension ScriptRecording {
  /// Takes an event at a row of a matrix, whose answers are added once it's submitted.
  ///
  /// - Returns: Whether there's nothing else to add for the event.
  mutating func addMatrix(
    _ event: FlowEvent, _ outcome: LoggedEvent.Outcome, _ before: FlowSession, _ after: FlowSession
  ) -> Bool {
    guard let matrix = before.matrix else { return false }
    if case .asking(let step) = before.state {
      rows[matrix.position] = Self.submitted(step, by: event, before, now: now)
      switch event {
      case .answer, .edit, .submit, .confirm: noteTrial(event, outcome, step, after)
      default: break
      }
    }
    switch event {
    case .leave: return false
    case .give(let answers) where answers[matrix.id] == nil: return false
    default: break
    }
    if after.matrix?.id == matrix.id { return true }
    switch event {
    case .back, .backTo: return false
    default: break
    }
    let records = submittedRows(of: matrix.id, by: event, before, after)
    if let records { addRows(of: matrix, records, by: event) }
    entry = if case .asking(let step) = after.state { step } else { nil }
    (rows, trials, lateWarning) = ([:], [:], nil)
    if case .acceptSuggestions = event, let records {
      addAccepted(after: matrix.id, records, before, after)
    }
    return true
  }

  /// Returns the records of a matrix that an event has submitted; nil if it has left it otherwise.
  private func submittedRows(
    of matrix: String, by event: FlowEvent, _ before: FlowSession, _ after: FlowSession
  ) -> [Value]? {
    if let answer = after.answers.last(where: { $0.id == matrix }) {
      if case .list(let records) = answer.value { return records }
      return nil
    }
    // The matrix was the last step of a record, which has been finished.
    guard case .asking(let step) = before.state else { return nil }
    return Self.filled(step, by: event, before, now: now).matrixRecords
  }

  /// Adds the suggestions of the steps after a matrix that were accepted together with its own.
  private mutating func addAccepted(
    after matrix: String, _ records: [Value], _ before: FlowSession, _ after: FlowSession
  ) {
    var answered = before
    answered.send(.give([matrix: .value(.list(records))]), now: now)
    while case .needs(.approval) = answered.state { answered.decide(.approve, now: now) }
    switch answered.state {
    case .asking where answered.matrix?.id != matrix && hasMoved(answered, after):
      addAccepted(answered, after)
    default: break
    }
  }

  /// Adds the answers of a matrix: those of the rows that were asked, cell by cell, if there's something to say about
  /// one of them or a row wasn't asked, otherwise the records.
  private mutating func addRows(of asked: MatrixState, _ records: [Value], by event: FlowEvent) {
    let matrix = asked.id
    var isWhole = false
    switch event {
    case .give:
      // It replaces what was entered.
      (rows, trials, isWhole) = ([:], [:], true)
    case .acceptSuggestions:
      // The other rows pass without an event.
      (rows[asked.position], isWhole) = (nil, true)
    default: break
    }
    guard trials.values.allSatisfy(\.isEmpty), isWhole || rows.count == records.count else {
      for position in Set(rows.keys).union(isWhole ? records.indices : 0..<0).sorted() {
        if let row = rows[position] {
          add(row.visibleFields[...], with: nil)
        } else if case .map(let cells) = records[position] {
          for cell in cells { addCell(cell.value, "\(matrix)[\(position)].\(cell.key.plainText)") }
        }
      }
      return
    }
    var secrets: [ScriptAnswer] = []
    let shown = records.enumerated().map { row, record -> Value in
      guard case .map(var cells) = record else { return record }
      // Where a record says nothing, a script takes what's offered.
      for field in rows[row]?.visibleFields ?? [] where field.value == nil && field.offer != nil {
        let name = Value.string(String(field.id.dropFirst("\(matrix)[\(row)].".count)))
        if cells[name] == nil { cells[name] = .null }
      }
      for cell in cells {
        let id = "\(matrix)[\(row)].\(cell.key.plainText)"
        guard flow.takesSecret(id), !options.keepsSecrets else { continue }
        cells[cell.key] = nil
        secrets.append(
          ScriptAnswer(
            id: Identifier(id, at: .code), input: .secret(Self.placeholder(of: id)), place: .code))
      }
      return .map(cells)
    }
    add(matrix, .data(.list(shown)))
    if !secrets.isEmpty { addAnswers(secrets) }
  }

  private mutating func addCell(_ value: Value, _ id: String) {
    let isSecret = flow.takesSecret(id) && !options.keepsSecrets
    add(id, isSecret ? .secret(Self.placeholder(of: id)) : .data(value))
  }
}

extension FlowEvent {
  /// The answer that's entered in a field; nil for what's offered, and for other events.
  var input: FieldInput? {
    switch self {
    case .answer(let input): input
    case .edit(_, let input): input
    default: nil
    }
  }

  /// Whether it enters something in a field.
  fileprivate var hasInput: Bool {
    switch self {
    case .answer(_?), .edit: true
    default: false
    }
  }
}
