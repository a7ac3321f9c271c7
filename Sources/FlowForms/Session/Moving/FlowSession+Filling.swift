// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// What a person does on the top step.
extension FlowSession {
  /// Handles an event that concerns the top step alone.
  mutating func fill(_ event: FlowEvent, _ announcements: inout [FlowAnnouncement]) {
    live?.denial = nil
    do {
      switch event {
      case .next(let input): try next(input, &announcements)
      case .edit(let id, let input): try edit(id, input, &announcements)
      case .focus(let id): focusField(id)
      case .submit: try submit(&announcements)
      case .confirm: try confirm(&announcements)
      default: break
      }
    } catch {
      fail(error, &announcements)
    }
  }

  // MARK: Focus

  /// Moves the focus to a visible field of the top step.
  mutating func focusField(_ id: String) {
    guard let index = live?.elements.firstIndex(where: { $0.id == id && $0.isVisible }),
      live?.elements[index].field != nil
    else { return }
    live?.focus = index
  }

  /// Moves the focus to the visible field before; false when there is none.
  mutating func focusFieldBefore() -> Bool {
    guard case .asking = phase, let live, let focus = live.focus else { return false }
    guard
      let before = live.elements[..<focus].lastIndex(where: { $0.isVisible && $0.field != nil })
    else { return false }
    self.live?.focus = before
    self.live?.denial = nil
    return true
  }

  // MARK: Answers

  private mutating func next(
    _ input: FieldInput?, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    guard let focus = live?.focus, let field = live?.elements[focus].field else {
      return live?.hub == nil
        ? try passStep(input, &announcements) : try passList(input, &announcements)
    }
    let isRepeated = input.map { FieldState.Draft($0) == field.draft } ?? true
    let isConfirming = isRepeated && !field.problems.isEmpty && field.hasOnlyWarnings
    if isConfirming {
      live?.setField(at: focus) { $0.isConfirmed = true }
    } else {
      // Without an input an acceptable draft is taken, else what is offered.
      let isRefused = field.found.contains { $0.severity == .error }
      if let input = input ?? (isRefused ? .offered : nil) { setDraft(input, at: focus) }
      try refresh(after: focus)
    }
    if !check(elementAt: focus, &announcements) { return }
    if awaitsRepeat(of: focus, input, &announcements) { return }
    // Everything was answered when the step as a whole was warned about.
    let wasWarned = live?.warned == focus
    live?.warned = nil
    if wasWarned, isConfirming { return try submit(&announcements) }
    let later = live?.elements.indices.first { index in
      index > focus && live?.elements[index].isVisible == true
        && live?.elements[index].isField == true
    }
    if let later {
      live?.focus = later
    } else {
      try submit(&announcements)
    }
  }

  /// A step without fields: a note is passed, a review accepted, a commit needs its yes.
  private mutating func passStep(
    _ input: FieldInput?, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    guard let live else { return }
    if let words = Self.refusal(of: input, at: live.kind) {
      let problem = Problem(field: live.id, rule: .required, message: words)
      self.live?.problems = [problem]
      announcements.append(.refused([problem]))
      return
    }
    try submit(&announcements)
  }

  /// A list: data replaces it, and nothing or a yes submits it as it is.
  private mutating func passList(
    _ input: FieldInput?, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    guard let (planIndex, step) = topStep, case .repeat(let list) = step.kind else { return }
    switch input {
    case .value(.list(let records))?:
      guard let items = live?.hub?.items else { return }
      live?.problems = []
      _ = try takeList(records, list, step, at: planIndex, isGiven: true)
      if let problems = live?.problems, !problems.isEmpty {
        live?.hub?.items = items
        announcements.append(.refused(problems))
        return
      }
    case nil, .offered?, .text("")?: break
    case let input? where Self.isYes(input): break
    case .some:
      let problem = Problem(
        field: live?.id ?? "", rule: .type,
        message: "to go on, type nothing; items are added, edited, removed and moved")
      live?.problems = [problem]
      announcements.append(.refused([problem]))
      return
    }
    // What is warned about is confirmed by submitting the same list once more.
    if let problems = live?.problems, !problems.isEmpty,
      problems.allSatisfy({ $0.severity == .warning })
    {
      live?.hub?.isConfirmed = true
    }
    try submit(&announcements)
  }

  /// Why an input does not pass a step without fields; nil when it does.
  ///
  /// Whoever types more than a yes means something else than going on.
  private static func refusal(of input: FieldInput?, at kind: StepState.Kind) -> String? {
    if isYes(input) { return nil }
    if case .commit = kind { return "type yes to go on, or go back" }
    switch input {
    case nil, .offered, .text(""): return nil
    case .some:
      switch kind {
      case .review: return "to go on, type nothing or yes; to change an answer, go back to it"
      case .stop: return "to end, type nothing or yes; to change an answer, go back to it"
      case .note, .ask, .form, .repeat, .commit: return "to go on, type nothing or yes"
      }
    }
  }

  /// Whether an input is a typed yes.
  static func isYes(_ input: FieldInput?) -> Bool {
    switch input {
    case .text(let text): ["y", "yes", "true"].contains(text.trimmed.lowercased())
    case .value(.bool(let flag)): flag
    default: false
    }
  }

  mutating func edit(
    _ id: String, _ input: FieldInput, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    focusField(id)
    guard let focus = live?.focus, live?.elements[focus].id == id else { return }
    setDraft(input, at: focus)
    try refresh(after: focus)
    _ = check(elementAt: focus, &announcements)
  }

  mutating func setDraft(_ input: FieldInput, at index: Int) {
    live?.setField(at: index) { field in
      field.draft = FieldState.Draft(input)
      field.isConfirmed = false
      field.problems = []
    }
  }

  private mutating func confirm(_ announcements: inout [FlowAnnouncement]) throws(FlowFailure) {
    if live?.hub != nil {
      guard let problems = live?.problems, !problems.isEmpty,
        problems.allSatisfy({ $0.severity == .warning })
      else { return }
      return try passList(nil, &announcements)
    }
    guard let field = live?.focusedField, !field.problems.isEmpty, field.hasOnlyWarnings else {
      return
    }
    switch field.draft {
    case .untouched: try next(nil, &announcements)
    case .typed(let text): try next(.text(text), &announcements)
    case .data(let value): try next(.value(value), &announcements)
    case .empty: try next(FieldInput.none, &announcements)
    }
  }

  /// Whether an element's value is acceptable; otherwise it says what is wrong.
  mutating func check(
    elementAt index: Int, _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    guard live?.elements[index].isVisible == true, let field = live?.elements[index].field else {
      return true
    }
    let isAccepted =
      field.found.isEmpty
      || (field.isConfirmed && field.found.allSatisfy { $0.severity == .warning })
    if isAccepted, field.problems.isEmpty { return true }
    live?.setField(at: index) { field in
      field.problems = isAccepted ? [] : field.found
      if !isAccepted { field.refusals += 1 }
    }
    if !isAccepted { announcements.append(.refused(field.found)) }
    return isAccepted
  }

  /// Whether a secret that is asked twice waits for its second entry, or for both again.
  private mutating func awaitsRepeat(
    of index: Int, _ input: FieldInput?, _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    guard let field = live?.elements[index].field, field.asksTwice,
      case .text(let text)? = input
    else { return false }
    guard let first = field.firstEntry else {
      // There's nothing to confirm about a field that's left empty.
      if field.value == nil { return false }
      live?.setField(at: index) { $0.firstEntry = text }
      return true
    }
    live?.setField(at: index) { $0.firstEntry = nil }
    guard first != text else { return false }
    let problem = Problem(
      field: field.id, rule: .confirmation, message: "the two entries differ, type both again")
    live?.setField(at: index) { field in
      field.draft = .untouched
      field.value = nil
      field.problems = [problem]
      field.refusals += 1
    }
    announcements.append(.refused([problem]))
    return true
  }
}

extension FieldState {
  /// Whether everything that is wrong can be confirmed.
  var hasOnlyWarnings: Bool { problems.allSatisfy { $0.severity == .warning } }
}

extension FieldState.Draft {
  /// The draft that an input makes.
  init(_ input: FieldInput) {
    switch input {
    case .text(let text): self = .typed(text)
    case .value(let value): self = .data(value)
    case .none: self = .empty
    case .offered: self = .untouched
    }
  }
}

extension StepState {
  /// The values of the elements: of visible ones only.
  var values: [Value?] {
    elements.map { element in
      guard element.isVisible else { return nil }
      switch element.content {
      case .field(let field): return field.value
      case .computed(let value): return value
      case .note: return nil
      }
    }
  }

  /// The indices of visible fields that were left empty although they have a default.
  var leftEmpty: [Int] {
    elements.indices.filter { index in
      guard elements[index].isVisible, let field = elements[index].field else { return false }
      return field.value == nil && (field.defaultValue != nil || field.hasRefusedDefault)
    }
  }

  /// Changes the field at an index.
  mutating func setField(at index: Int, _ change: (inout FieldState) -> Void) {
    guard elements.indices.contains(index), case .field(var field) = elements[index].content
    else { return }
    change(&field)
    elements[index].content = .field(field)
  }
}
