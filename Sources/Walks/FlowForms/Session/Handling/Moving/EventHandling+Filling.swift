// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Handles the user's input at the top step.
extension FlowSession {
  /// Handles an event that only affects the top step.
  mutating func fill(_ event: FlowEvent, _ announcements: inout [FlowAnnouncement]) {
    guard case .asking(var live) = phase else { return }
    // Drop the second reference in the phase, so that the step changes in place.
    phase = .idle
    live.denial = nil
    do {
      var move: MoveGoal?
      switch event {
      case .next(let input): move = try next(input, &live, &announcements)
      case .edit(let id, let input): try edit(id, input, &live, &announcements)
      case .focus(let id): live.focusField(id)
      case .submit: move = try submit(&live, &announcements)
      case .confirm: move = try confirm(&live, &announcements)
      default: break
      }
      wait(at: live, for: move)
    } catch {
      fail(error, at: live, &announcements)
    }
  }

  /// Waits for the user, or for the decision about a requested move.
  mutating func wait(at live: StepState, for move: MoveGoal?) {
    guard let move else {
      phase = .asking(live)
      return
    }
    request(move, from: .asking(live))
  }

  // MARK: Answers

  private mutating func next(
    _ input: FieldInput?, _ live: inout StepState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> MoveGoal? {
    guard let focus = live.focus, let field = live.elements[focus].field else {
      return live.repeat == nil
        ? try passStep(input, &live, &announcements) : try passRepeat(input, &live, &announcements)
    }
    let isRepeated = input.map { FieldState.Draft($0) == field.draft } ?? true
    let isConfirming = isRepeated && !field.problems.isEmpty && field.hasOnlyWarnings
    if isConfirming {
      live.setField(at: focus) { $0.isConfirmed = true }
    } else {
      // Without an input, an acceptable draft is taken, or else what's offered.
      let isRefused = field.found.contains { $0.severity == .error }
      if let input = input ?? (isRefused ? .offered : nil) { live.setDraft(input, at: focus) }
      try refresh(&live, after: focus)
    }
    guard live.check(elementAt: focus, &announcements),
      !live.awaitsSecondEntry(of: focus, input, &announcements)
    else { return nil }
    // A warning about the whole step means that everything was answered.
    let wasWarned = live.warned == focus
    live.warned = nil
    if wasWarned, isConfirming { return try submit(&live, &announcements) }
    let later = live.elements.indices.first { index in
      index > focus && live.elements[index].isVisible && live.elements[index].isField
    }
    guard let later else { return try submit(&live, &announcements) }
    live.focus = later
    return nil
  }

  /// Passes a step without fields: a note, a review, or a commit, which requires a yes.
  private mutating func passStep(
    _ input: FieldInput?, _ live: inout StepState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> MoveGoal? {
    if let message = refusal(of: input, at: live.kind) {
      let problem = Problem(field: live.id, rule: .required, message: catalog.text(message))
      live.problems = [problem]
      announcements.append(.refused([problem]))
      return nil
    }
    return try submit(&live, &announcements)
  }

  /// Passes a list.
  ///
  /// Data replaces it; no input or a yes submits it as it is.
  private mutating func passRepeat(
    _ input: FieldInput?, _ live: inout StepState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> MoveGoal? {
    guard let (planIndex, step) = topStep, case .repeat(let list) = step.kind else { return nil }
    switch input {
    case .value(.list(let records))?:
      guard let items = live.repeat?.items else { return nil }
      live.problems = []
      _ = try takeRecords(records, list, step, &live, at: planIndex, isGiven: true)
      if !live.problems.isEmpty {
        live.repeat?.items = items
        announcements.append(.refused(live.problems))
        return nil
      }
    case nil, .offered?, .text("")?: break
    case let input? where isYes(input): break
    case .some:
      let problem = Problem(
        field: live.id, rule: .type,
        message: catalog.text(.listTakesNothing))
      live.problems = [problem]
      announcements.append(.refused([problem]))
      return nil
    }
    // Submitting the same list again confirms its warnings.
    if !live.problems.isEmpty, live.problems.allSatisfy({ $0.severity == .warning }) {
      live.repeat?.isConfirmed = true
    }
    return try submit(&live, &announcements)
  }

  /// Returns why an input doesn't pass a step without fields, or nil if it does.
  ///
  /// A user who types more than a yes wants something other than to continue.
  private func refusal(of input: FieldInput?, at kind: StepState.Kind) -> MessageID? {
    if isYes(input) { return nil }
    if case .commit = kind { return .commitTakesYes }
    switch input {
    case nil, .offered, .text(""): return nil
    case .some:
      switch kind {
      case .review: return .reviewTakesYes
      case .stop: return .stopTakesYes
      case .note, .ask, .form, .repeat, .commit: return .noteTakesYes
      }
    }
  }

  /// Returns whether an input is a typed yes.
  func isYes(_ input: FieldInput?) -> Bool {
    switch input {
    case .text(let text):
      catalog.yesOrNo(text.trimmed) == true || text.trimmed.lowercased() == "true"
    case .value(.bool(let flag)): flag
    default: false
    }
  }

  private mutating func edit(
    _ id: String, _ input: FieldInput, _ live: inout StepState,
    _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    live.focusField(id)
    guard let focus = live.focus, live.elements[focus].id == id else { return }
    live.setDraft(input, at: focus)
    try refresh(&live, after: focus)
    _ = live.check(elementAt: focus, &announcements)
  }

  private mutating func confirm(
    _ live: inout StepState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> MoveGoal? {
    if live.repeat != nil {
      guard !live.problems.isEmpty, live.problems.allSatisfy({ $0.severity == .warning }) else {
        return nil
      }
      return try passRepeat(nil, &live, &announcements)
    }
    guard let field = live.focusedField, !field.problems.isEmpty, field.hasOnlyWarnings else {
      return nil
    }
    let input: FieldInput? =
      switch field.draft {
      case .untouched: nil
      case .typed(let text): .text(text)
      case .data(let value): .value(value)
      case .empty: FieldInput.none
      }
    return try next(input, &live, &announcements)
  }
}
