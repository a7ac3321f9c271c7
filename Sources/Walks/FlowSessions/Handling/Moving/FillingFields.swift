// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Handles the user's input at the top step.
extension FlowSession {
  /// Handles an event that only affects the top step.
  mutating func fill(_ event: FlowEvent) {
    guard case .asking(var live) = phase else { return }
    // Drop the second reference in the phase, so that the step changes in place.
    phase = .idle
    live.denial = nil
    do {
      var move: MoveGoal?
      switch event {
      case .answer(let input):
        live.isDrawn = false
        move = try next(input, &live)
      case .edit(let id, let input): try edit(id, input, &live)
      case .focus(let id):
        let before = live.focus
        live.focusField(id)
        if let focus = live.focus, focus != before { try offerAgain(&live, at: focus) }
      case .submit:
        move = try submit(&live)
        if move == nil { live.isDrawn = false }
      case .confirm: move = try confirm(&live)
      default: break
      }
      wait(at: live, for: move)
    } catch {
      fail(error, at: live)
    }
  }

  /// Waits for the user, or for the decision about a requested move.
  mutating func wait(at live: StepState, for move: MoveGoal?) {
    guard let move else {
      phase = .asking(live)
      return
    }
    if case .push = move {
      handling.taken = answersTaken(by: live, isAccepted: isAcceptingSuggestions)
    }
    request(move, from: .asking(live))
  }

  // MARK: Answers

  private mutating func next(
    _ input: FieldInput?, _ live: inout StepState
  ) throws(FlowFailure) -> MoveGoal? {
    guard let focus = live.focus, let field = live.elements[focus].field else {
      return live.repeat == nil
        ? try passStep(input, &live) : try passRepeat(input, &live)
    }
    if input == .default, refusesDefault(&live, at: focus) { return nil }
    var isConfirming = field.hasWarnings(acceptedBy: input)
    let isRefused = field.found.contains { $0.severity == .error }
    let (warned, unfinished) = (field.valueWithWarnings, field.unfinished)
    // Drop this reference, so that the field changes in place.
    _ = consume field
    if isConfirming {
      live.setField(at: focus) { $0.isConfirmed = true }
    } else {
      // Without an input, an acceptable draft is taken, or else what's offered.
      if let input = input ?? (isRefused ? .offered : nil) {
        try enter(input, &live, at: focus)
      } else {
        try refresh(&live, after: focus)
      }
      // An answer with the same value accepts them too, such as one that was offered and is now typed.
      if let warned, warned == live.elements[focus].field?.value {
        live.setField(at: focus) { $0.isConfirmed = true }
        isConfirming = true
      }
    }
    guard check(&live, elementAt: focus) else {
      try offerAgain(&live, at: focus)
      // An answer drops unfinished input, and an empty line isn't an answer.
      if input ?? .offered == .offered, let unfinished {
        setUnfinished(Unfinished.value(unfinished), at: live.elements[focus].id)
        live.setField(at: focus) { $0.offered = $0.offered.beside(unfinished) }
      }
      return nil
    }
    if awaitsSecondEntry(&live, of: focus, input) { return nil }
    // A warning about the whole step means that everything was answered.
    let wasWarned = live.warned == focus
    live.warned = nil
    if wasWarned, isConfirming { return try submit(&live) }
    let later = live.elements.indices.first { index in
      index > focus && live.elements[index].isVisible && live.elements[index].isField
    }
    guard let later else { return try submit(&live) }
    live.focus = later
    return nil
  }

  /// Passes a step without fields: a note, a review, or a commit, which requires a yes.
  private mutating func passStep(
    _ input: FieldInput?, _ live: inout StepState
  ) throws(FlowFailure) -> MoveGoal? {
    if let message = refusal(of: input, at: live.kind) {
      let problem = Problem(field: live.id, rule: .required, message: catalog.text(message))
      live.problems = [problem]
      announce(.refused([problem]))
      return nil
    }
    return try submit(&live)
  }

  /// Passes a list.
  ///
  /// Data replaces it; no input or a yes submits it as it is.
  private mutating func passRepeat(
    _ input: FieldInput?, _ live: inout StepState
  ) throws(FlowFailure) -> MoveGoal? {
    guard let (planIndex, step) = topStep, case .repeat(let list) = step.kind else {
      return nil
    }
    switch input {
    case .remembered(let records, _)?: try enter(records, list, step, &live, at: planIndex)
    case .value(.list(let records))?:
      guard let items = live.repeat?.items else { return nil }
      live.problems = []
      _ = try takeRecords(records, list, step, &live, at: planIndex, isGiven: true)
      if !live.problems.isEmpty {
        live.repeat?.items = items
        announce(.refused(live.problems))
        return nil
      }
      handling.announcements += live.repeat?.items.flatMap(\.understood) ?? []
    case nil, .offered?, .default?, .text("")?: break
    case let input? where isYes(input): break
    case .some:
      let problem = Problem(
        field: live.id, rule: .type,
        message: catalog.text(
          live.repeat?.elements == nil ? .listTakesNothing : .fixedListTakesNothing))
      live.problems = [problem]
      announce(.refused([problem]))
      return nil
    }
    // Submitting the same list again confirms its warnings.
    if !live.problems.isEmpty, live.problems.allSatisfy({ $0.severity == .warning }) {
      live.repeat?.isConfirmed = true
    }
    return try submit(&live)
  }

  /// Enters what was entered in the records of a list before.
  private mutating func enter(
    _ records: Value, _ list: CheckedRepeat, _ step: CheckedStep, _ live: inout StepState,
    at planIndex: Int
  ) throws(FlowFailure) {
    typed[live.id] = records
    live.repeat = try makeRepeat(
      list, of: step, planIndex: planIndex, items: nil, elements: live.repeat?.elements,
      in: scope(at: stack.top?.pushedAt))
  }

  /// Returns why an input doesn't pass a step without fields, or nil if it does.
  ///
  /// A user who types more than a yes wants something other than to continue.
  private func refusal(of input: FieldInput?, at kind: StepState.Kind) -> MessageID? {
    if isYes(input) { return nil }
    if case .commit = kind { return .commitTakesYes }
    switch input {
    case nil, .offered, .default, .text(""): return nil
    case .some:
      switch kind {
      case .review: return .reviewTakesYes
      case .stop: return .stopTakesYes
      case .note, .ask, .form, .repeat, .commit: return .noteTakesYes
      }
    }
  }

  private mutating func edit(
    _ id: String, _ input: FieldInput, _ live: inout StepState
  ) throws(FlowFailure) {
    if id == live.id, case .remembered(let records, _) = input,
      let (planIndex, step) = topStep, case .repeat(let list) = step.kind
    {
      return try enter(records, list, step, &live, at: planIndex)
    }
    live.focusField(id)
    guard let focus = live.focus, live.elements[focus].id == id else { return }
    if input == .default, refusesDefault(&live, at: focus) { return }
    try enter(input, &live, at: focus)
    _ = check(&live, elementAt: focus)
  }

  /// Offers again what a field offered before the user emptied it, which was refused; its refusal stays.
  ///
  /// It's done where the user is told so, or comes back: what was given with other answers is refused first.
  mutating func offerAgain(_ live: inout StepState, at index: Int) throws(FlowFailure) {
    guard let field = live.elements[index].field, field.offer != nil || field.generate != nil,
      field.draft.isEmptied, field.value == nil, !field.problems.isEmpty
    else { return }
    live.setField(at: index) { $0.draft = .untouched }
    try refresh(&live, after: index)
  }

  /// Refuses to take the default of a field that has none, and leaves what was entered there.
  ///
  /// - Returns: Whether it was refused.
  private mutating func refusesDefault(_ live: inout StepState, at index: Int) -> Bool {
    guard let field = live.elements[index].field, field.defaultValue == nil, field.generate == nil
    else { return false }
    let problem = Problem(
      field: field.id, rule: field.refusedDefault?.rule ?? .required,
      message: field.refusedDefault?.words(in: catalog) ?? catalog.text(.noDefault))
    live.setField(at: index) { field in
      field.problems = [problem]
      field.countRefusal()
    }
    announce(.refused([problem]))
    return true
  }

  /// Enters an input in a field, and remembers what it answers.
  mutating func enter(
    _ input: FieldInput, _ live: inout StepState, at index: Int
  ) throws(FlowFailure) {
    guard let field = live.elements[index].field else { return }
    let id = field.id
    setUnfinished(nil, at: id)
    var isOfferedAnew = false
    switch input {
    case .remembered(let value, .typed):
      typed[id] = value
      isOfferedAnew = true
    case .default:
      typed[id] = nil
      declined.insert(id)
      isOfferedAnew = true
    case .offered where field.isOfferedAgain && typed[id] == nil:
      // Input at a single question that isn't remembered yet is no draft any more.
      typed[id] = field.enteredBefore
    case .text, .value, .empty, .offered, .remembered: break
    }
    let before = field.draft
    // Drop this reference, so that the field changes in place.
    _ = consume field
    live.setDraft(input, at: index)
    try refresh(&live, after: index, isOfferedAnew: isOfferedAnew)
    rememberEntered(&live, at: index)
    if live.elements[index].field?.draft != before { announceUnderstanding(live, at: index) }
  }

  /// Announces how a field's answer was understood: local times that clocks skip or show twice, and choices that were
  /// added.
  mutating func announceUnderstanding(_ live: StepState, at index: Int) {
    guard let field = live.elements[index].field else { return }
    for message in field.remarks {
      announce(.answerUnderstood(id: field.id, message: message))
    }
  }

  /// Remembers the input of a field, if it answers the question, as what was entered there last.
  ///
  /// Leaving a field empty counts only where something was offered.
  mutating func rememberEntered(_ live: inout StepState, at index: Int) {
    guard let field = live.elements[index].field, field.draft != .untouched,
      field.entered.isRemembered
    else { return }
    let answer = field.value == "" ? nil : field.value
    if answer == nil {
      guard field.isAnsweredEmpty else { return }
      guard field.offersAnything || field.entered == .given else {
        live.setField(at: index) { if !$0.offered.isLeftEmpty { $0.entered = .accepted } }
        return
      }
    }
    // Secrets and answers that aren't offered again stay with the record that they're in.
    let isInRecord = field.id.utf8.contains(UInt8(ascii: "["))
    guard field.isOfferedAgain || isInRecord else { return }
    // The answer of a single question is remembered once it's popped, which most never are.
    let isSingle = live.elements.count == 1 && !isInRecord
    remember(isSingle ? nil : answer ?? .null, at: field.id)
    let isOfferedAgain = field.isOfferedAgain
    // Drop this reference, so that the field changes in place.
    _ = consume field
    if isOfferedAgain { live.setField(at: index) { $0.offered = $0.offered.offering(answer) } }
  }

  private mutating func confirm(_ live: inout StepState) throws(FlowFailure) -> MoveGoal? {
    if live.repeat != nil {
      guard !live.problems.isEmpty, live.problems.allSatisfy({ $0.severity == .warning }) else {
        return nil
      }
      return try passRepeat(nil, &live)
    }
    guard let field = live.focusedField, !field.problems.isEmpty, field.hasOnlyWarnings else {
      return nil
    }
    let input: FieldInput? =
      switch field.draft {
      case .untouched: nil
      case .typed(let text): .text(text)
      case .data(let value): .value(value)
      case .empty: .empty
      }
    return try next(input, &live)
  }

  // MARK: Checks

  /// Checks an element's value; if it isn't acceptable, shows and announces its problems and
  /// returns false.
  mutating func check(_ live: inout StepState, elementAt index: Int) -> Bool {
    guard live.elements[index].isVisible, let field = live.elements[index].field else {
      return true
    }
    let isAccepted =
      field.found.isEmpty
      || (field.isConfirmed && field.found.allSatisfy { $0.severity == .warning })
    if isAccepted, field.problems.isEmpty { return true }
    live.setField(at: index) { field in
      field.problems = isAccepted ? [] : field.found
      if !isAccepted { field.countRefusal() }
    }
    if !isAccepted { announce(.refused(field.found)) }
    return isAccepted
  }

  /// Returns whether a secret that must be entered twice waits for its second entry, or for both
  /// again.
  private mutating func awaitsSecondEntry(
    _ live: inout StepState, of index: Int, _ input: FieldInput?
  ) -> Bool {
    guard let field = live.elements[index].field, field.asksTwice, case .text(let text)? = input
    else { return false }
    guard let first = field.firstEntry else {
      // An empty field doesn't have to be confirmed.
      if field.value == nil { return false }
      live.setField(at: index) { $0.firstEntry = text }
      return true
    }
    live.setField(at: index) { $0.firstEntry = nil }
    guard first != text else { return false }
    let problem = Problem(
      field: field.id, rule: .confirmation, message: field.catalog.text(.entriesDiffer))
    live.setField(at: index) { field in
      field.draft = .untouched
      field.value = nil
      field.problems = [problem]
      field.countRefusal()
    }
    announce(.refused([problem]))
    return true
  }
}
