// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks

/// The effect of a sent form on a walk: events, which are one change.
struct FormEvents: Sendable {
  /// The events.
  private(set) var events: [FlowEvent] = []

  /// A message about them for the next page; nil for none.
  var note: PageNote?

  /// The decision that's answered instead of events.
  private(set) var decision: DecisionAnswer?

  /// The field whose choices are searched, with the text and the place of the first one.
  private(set) var search: ChoiceSearch?

  /// Whether the form does nothing.
  var isNothing: Bool { events.isEmpty && decision == nil && search == nil && note == nil }

  /// The walk as the events leave it, without the effects that they lead to.
  private(set) var walk: FlowWalk

  private let submits: Bool

  /// Reads a form.
  ///
  /// - Parameters:
  ///   - form: The form, whose field `do` says which button was pressed.
  ///   - walk: The walk, at what the form is about.
  ///   - submits: Whether what's asked may be submitted; otherwise, it's only filled in.
  init(_ form: FormBody, at walk: FlowWalk, submits: Bool = true) {
    self.walk = walk
    self.submits = submits
    let words = (form["do"] ?? "next").split(separator: ":", maxSplits: 1).map(String.init)
    let id = words.count > 1 ? words[1] : ""
    if let earlier = form["at"], !earlier.isEmpty {
      apply(.backTo(earlier))
      guard case .asking(let step) = self.walk.state, self.walk.session.leads(to: earlier, step)
      else {
        note = .cannotGoBack
        return
      }
    }
    if case .asking = self.walk.state {
      readAsked(words.first ?? "next", id, form)
    } else {
      readOther(words.first ?? "next")
    }
  }

  private mutating func apply(_ event: FlowEvent) {
    events.append(event)
    walk.settle(event, leaving: .effects)
  }

  private mutating func readOther(_ word: String) {
    switch word {
    case "yes": decision = .yes
    case "keep": decision = .keep
    case "no": decision = .no()
    case "perform": decision = .perform
    case "retry": apply(.retry)
    case "back": goBack()
    case "leave": apply(.leave(.quit))
    default: break
    }
  }

  private mutating func readAsked(_ word: String, _ id: String, _ form: FormBody) {
    switch word {
    case "back":
      setAside(form)
      goBack()
    case "to":
      setAside(form)
      apply(.backTo(id))
    case "next" where !submits, "confirm" where !submits: edit(form)
    case "confirm": confirm(form)
    case "add": apply(.addItem)
    case "edit": if let position = Int(id) { apply(.editItem(position)) }
    case "remove": if let position = Int(id) { apply(.removeItem(position)) }
    case "up":
      if let position = Int(id), position > 0 { apply(.moveItem(from: position, to: position - 1)) }
    case "down": if let position = Int(id) { apply(.moveItem(from: position, to: position + 1)) }
    case "restore": apply(.restoreItem)
    case "row": apply(.focus(field: id))
    case "leave": apply(.leave(.quit))
    case "commit": apply(.answer(.value(true)))
    case "update": edit(form)
    case "keep-draft": setAside(form)
    case "accept":
      edit(form)
      apply(.acceptSuggestions)
    case "find":
      edit(form, isOpen: true)
      search = ChoiceSearch(id, form)
    default:
      if case .asking(let step) = walk.state, step.focus == nil { return apply(.answer(nil)) }
      if answersOne(form) || answersMatrix(form) { return }
      edit(form)
      submit(form)
    }
  }

  // MARK: Fields

  private var question: Question? { walk.question }

  /// Answers a step with one field; returns false for a form.
  private mutating func answersOne(_ form: FormBody) -> Bool {
    guard let question, question.kind == .ask, let field = question.focused else { return false }
    let reader = FieldReader(field, in: form)
    guard reader.isPresent else { return true }
    let input = reader.input
    apply(.answer(input))
    if case .text? = input, field.state.asksTwice { repeatSecret(field.id, reader) }
    return true
  }

  /// Enters the cells of a table, and submits its rows up to the first that's refused; returns false for other steps.
  private mutating func answersMatrix(_ form: FormBody) -> Bool {
    guard let matrix = walk.session.matrix, form[MatrixPage.presence] == matrix.id else {
      return false
    }
    edit(form)
    go(toRow: 0, of: matrix, form)
    submitRows(from: 0, of: matrix, form)
    return true
  }

  /// Submits the row of a matrix that's asked, if it's that one, and those after it, up to the first that's refused.
  private mutating func submitRows(from first: Int, of matrix: MatrixState, _ form: FormBody) {
    for row in first..<matrix.count {
      guard walk.session.matrix?.id == matrix.id, walk.session.matrix?.position == row else {
        break
      }
      submit(form)
      guard note == nil else { break }
    }
  }

  // MARK: Warnings

  /// Confirms the warnings that were on the page, and continues from there; if an answer was changed, the form is
  /// submitted instead.
  private mutating func confirm(_ form: FormBody) {
    let matrix = walk.session.matrix.flatMap { form[MatrixPage.presence] == $0.id ? $0 : nil }
    var edited = self
    edited.edit(form)
    // Going to the other rows of a table and back changes nothing, but its warnings would be gone.
    let isChanged = edited.events.dropFirst(events.count).contains { event in
      if case .focus = event { false } else { true }
    }
    guard !isChanged else {
      guard matrix == nil else { return _ = answersMatrix(form) }
      self = edited
      return submit(form)
    }
    let before = question
    apply(.confirm)
    if let matrix {
      submitRows(from: walk.session.matrix?.position ?? matrix.count, of: matrix, form)
    } else if before?.kind == .form, let question, question.step.id == before?.step.id {
      // A warning about a field was confirmed, and the others were on the page.
      submit(form)
    }
  }

  /// Goes to a row of a matrix by one of the fields that the form has of it.
  private mutating func go(toRow row: Int, of matrix: MatrixState, _ form: FormBody) {
    guard walk.session.matrix?.position != row else { return }
    let own = "\(matrix.id)[\(row)]."
    guard let id = form.all(FieldControl.presence).first(where: { $0.hasPrefix(own) }) else {
      return
    }
    apply(.focus(field: id))
  }

  /// Enters what's in the form, without submitting it.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - isOpen: Whether the visitor isn't done with it, so that choices of which none is marked yet are no answer.
  private mutating func edit(_ form: FormBody, isOpen: Bool = false) {
    if let matrix = walk.session.matrix, form[MatrixPage.presence] == matrix.id {
      for row in 0..<min(matrix.count, MatrixPage.mostRows) {
        let own = "\(matrix.id)[\(row)]."
        guard form.all(FieldControl.presence).contains(where: { $0.hasPrefix(own) }) else {
          continue
        }
        go(toRow: row, of: matrix, form)
        editAsked(form, isOpen: isOpen)
      }
      // The visitor stays where the pages before were.
      return go(toRow: matrix.position, of: matrix, form)
    }
    editAsked(form, isOpen: isOpen)
  }

  private mutating func editAsked(_ form: FormBody, isOpen: Bool) {
    for field in question?.fields ?? [] {
      let reader = FieldReader(field, in: form)
      guard reader.isPresent, let input = reader.input else { continue }
      // A field that was never filled in is refused when the form is submitted.
      let isNothing = input == .empty || isOpen && input == .value(.list([]))
      if isNothing, field.state.draft == .untouched, field.state.offer == nil { continue }
      if isEntered(input, in: field.state) { continue }
      apply(.edit(field: field.id, input))
      if case .text = input, field.state.asksTwice { repeatSecret(field.id, reader) }
    }
  }

  /// Whether an input is what was entered before, and wasn't refused.
  private func isEntered(_ input: FieldInput, in field: FieldState) -> Bool {
    !field.isSecret && FieldState.Draft(input) == field.draft && field.hasOnlyWarnings
  }

  private mutating func repeatSecret(_ id: String, _ reader: FieldReader) {
    guard question?.field(id)?.state.awaitsRepeat == true else { return }
    apply(question?.kind == .ask ? .answer(reader.again) : .edit(field: id, reader.again))
  }

  /// Submits the form, unless the answers bring up fields that weren't on the page, or change what's offered there: no
  /// one has seen that yet.
  private mutating func submit(_ form: FormBody) {
    guard let question else { return }
    let present = Set(form.all(FieldControl.presence))
    if let new = question.fields.first(where: { !present.contains($0.id) }) {
      note = .more
      if question.fields.allSatisfy(\.state.problems.isEmpty) { apply(.focus(field: new.id)) }
      return
    }
    let changed = question.fields.first { field in
      guard field.state.draft == .untouched, let offer = field.state.offer,
        let sent = FieldReader(field, in: form).input
      else { return false }
      return !gives(offer.value, sent, in: field.id)
    }
    if let changed {
      note = .changed
      if question.fields.allSatisfy(\.state.problems.isEmpty) { apply(.focus(field: changed.id)) }
      return
    }
    // All that's missing is said at once, not only the first.
    let missing = question.fields.filter { field in
      field.state.isRequired && field.state.draft == .untouched && field.state.offer == nil
        && FieldReader(field, in: form).input == .empty
    }
    if missing.count > 1 { for field in missing { apply(.edit(field: field.id, .empty)) } }
    apply(.submit)
  }

  /// Returns whether an input is a value that's offered, however it's written: `90m` is 1h30m.
  private func gives(_ value: Value, _ input: FieldInput, in id: String) -> Bool {
    var trial = walk
    trial.settle(.edit(field: id, input), leaving: .effects)
    return trial.question?.field(id)?.state.value == value
  }

  // MARK: Going back

  /// Keeps what was typed and isn't submitted.
  private mutating func setAside(_ form: FormBody) {
    for field in question?.fields ?? [] {
      let reader = FieldReader(field, in: form)
      guard reader.isPresent, !field.state.isSecret, let input = reader.input, input != .empty
      else { continue }
      apply(.setAside(field: field.id, input))
    }
  }

  /// Goes back from the whole page, not to the field before.
  private mutating func goBack() {
    if let question, let first = question.fields.first, first.id != question.focused?.id {
      apply(.focus(field: first.id))
    }
    apply(.back(steps: 1))
  }
}

/// A search in the choices of a field.
struct ChoiceSearch: Hashable, Sendable {
  /// The id of the field.
  var field: String

  /// The text that the choices contain.
  var text: String

  /// The position of the first one on the page.
  var offset: Int

  /// Reads the search of a form: `find:FIELD` or `find:FIELD:OFFSET`.
  init(_ word: String, _ form: FormBody) {
    let parts = word.split(separator: "@", maxSplits: 1)
    field = parts.first.map(String.init) ?? ""
    text = form["q:" + field] ?? ""
    offset = parts.count > 1 ? max(0, Int(parts[1]) ?? 0) : 0
  }

  /// Reads the search of a query; nil for none.
  init?(_ query: FormBody) {
    guard let field = query["find"] else { return nil }
    self.field = field
    text = query["q"] ?? ""
    offset = max(0, query["from"].flatMap { Int($0) } ?? 0)
  }

  /// The query.
  var query: String {
    "find=\(FormBody.encoded(field))&q=\(FormBody.encoded(text))&from=\(offset)"
  }
}

/// A message of a page about the request before it.
enum PageNote: String, Hashable, Sendable {
  /// The page was out of date.
  case stale

  /// The answers bring up more questions.
  case more

  /// The answers change what's offered in fields that weren't touched.
  case changed

  /// There's no way back there.
  case cannotGoBack

  /// A file was larger than the limit, or the walk has too many.
  case fileTooLarge

  /// A file couldn't be written.
  case fileNotKept
}

extension FlowSession {
  /// The shown steps to which the visitor can go back, oldest first; the present one isn't among them.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  var stepsToGoBackTo: [String] { shownSteps.filter { canGoBack(to: $0) } }

  /// Returns whether a step is the one that going back to an id leads to.
  func leads(to id: String, _ step: StepState) -> Bool {
    step.id == id || step.field(id) != nil || id.hasPrefix(step.id) || step.id.hasPrefix(id)
  }
}
