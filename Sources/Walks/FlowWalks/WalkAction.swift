// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowModel
public import FlowSessions
import Localization

/// Something that a user or a client does at a walk.
///
/// A typed word, a key, a button, a click, and the request of a protocol that mean the same are the same
/// action; ``FlowWalk/send(_:)`` does it.
public enum WalkAction: Hashable, Sendable {
  /// Answers what's asked.
  ///
  /// With an id, only the field or step with that id is answered.
  case answer(WalkAnswers, to: String? = nil)

  /// Gives answers for questions that may come later; see `FlowEvent.give(_:)`.
  ///
  /// Unlike several answers at once, they wait for their questions, and pass no notes.
  case give([String: FieldInput])

  /// Accepts suggestions, step by step, until a step has none.
  case accept

  /// Goes back a number of visible steps, at least 1; in a form, one step leads to its previous field.
  case back(steps: Int)

  /// Goes back to a step, to the form with a field, or to the start of a used flow or an item.
  case backTo(String)

  /// Goes to a visible field of the form that's the top step.
  case focus(String)

  /// Keeps input that isn't submitted at a visible field of the top step, as `FieldState.unfinished`.
  ///
  /// `offered` drops what's kept there.
  case setAside(String, FieldInput)

  /// Changes the list of records that's the top step.
  case change(ListChange)

  /// Answers a ``WalkDecision``.
  case decide(DecisionAnswer)

  /// Tries a failed `run` or `write` again.
  case retry

  /// Gives the result of an effect that the client has performed.
  case reply(EffectResult)

  /// Gives the facts about a path that the client has looked up.
  case found(PathFacts)

  /// Leaves the walk.
  case leave(LeaveReason)
}

extension FlowWalk {
  /// Does what an action means, and performs the effects that follow.
  ///
  /// A secret that must be entered twice is taken once, because a client doesn't mistype.
  ///
  /// - Parameter action: The action.
  /// - Returns: What it led to; a denial says why a move isn't possible.
  /// - Throws: ``WalkError`` if the walk can't take it now; nothing has changed.
  /// - Complexity: That of the steps that follow; going back with ``ClientTasks/discards`` also reads the
  ///   answers.
  public mutating func send(_ action: WalkAction) throws(WalkError) -> [WalkNotice] {
    if case .decide = action {
      lookAgain()
      if hasChangedSinceShown {
        noteShown()
        return [.denied(reason: session.catalog.text(.decisionNotShown))]
      }
    }
    defer { noteShown() }
    if case .answer(.one(let input), let id) = action,
      let list = listAnswered(by: input, for: id)
    {
      return submit(try named([list: input], at: try asked("answer")))
    }
    guard case .answer(.several(let inputs), let id) = action else {
      guard let event = try event(of: action) else { return notices(settle(nil)) }
      if case .acceptSuggestions = event, let reason = session.reasonNotToAccept {
        return [.denied(reason: reason)]
      }
      let count = session.eventCount
      let notices = notices(put(event))
      guard case .backTo(let id) = event, notices.isEmpty, session.eventCount == count else {
        return notices
      }
      let name = MessageValue.quoted(session.name(of: id))
      return [.denied(reason: session.catalog.text(.isAskedNow, ["id": name]))]
    }
    let step = try asked("answer")
    try check(step, is: id)
    return submit(try named(inputs, at: step))
  }

  /// Begins an action.
  ///
  /// - Parameter action: The action, but not several answers.
  /// - Returns: The event that does it; nil if a decision comes first, or the pending effect can be performed
  ///   now.
  /// - Throws: ``WalkError`` if the walk can't take it now.
  mutating func event(of action: WalkAction) throws(WalkError) -> FlowEvent? {
    switch action {
    case .answer(let answers, let id):
      let step = try asked("answer")
      try check(step, is: id)
      return try event(of: answers, to: step)
    case .give(let answers):
      switch session.state {
      case .needs(.lookUp), .finished:
        throw WalkError(.outOfTurn, "the walk takes no answers now: \(state.words)")
      case .notStarted, .asking, .needs, .failed: return .give(answers)
      }
    case .accept:
      _ = try asked("answer")
      return .acceptSuggestions
    case .focus(let field):
      _ = try asked("focus")
      return .focus(field: field)
    case .setAside(let id, let input):
      let step = try asked("unfinished input")
      guard step.visibleFields.contains(where: { $0.id == id }) else {
        throw WalkError(.notAsked, "'\(id)' isn't asked")
      }
      return .setAside(field: id, input)
    case .change(let change):
      try check(change, at: asked("change of a list"))
      return change.event
    case .back(steps: let count):
      guard count >= 1 else { throw WalkError(.invalid, "going back needs at least 1 step") }
      return try wayBack(by: .back(steps: count))
    case .backTo(let name): return try wayBack(by: .backTo(idInItem(name)))
    case .retry:
      guard case .failed(let failure) = session.state, failure.effect?.retries != nil else {
        throw WalkError(.outOfTurn, "there's nothing to try again: \(state.words)")
      }
      return .retry
    case .decide(let answer): return try event(of: answer)
    case .reply(let result):
      guard case .performing(let request) = state else {
        throw WalkError(.outOfTurn, "no effect waits for a result: \(state.words)")
      }
      guard result.fits(request) else {
        throw WalkError(.invalid, "the result isn't one of \(request.resultWords)")
      }
      return .effectEnded(result)
    case .found(let facts):
      guard case .lookingUp(let path) = state else {
        throw WalkError(.outOfTurn, "no path is looked up: \(state.words)")
      }
      guard path == facts.path else {
        throw WalkError(.notAsked, "the path is '\(path)', not '\(facts.path)'")
      }
      return .found(facts)
    case .leave(let reason): return .leave(reason)
    }
  }

  private func event(
    of answers: WalkAnswers, to step: StepState
  ) throws(WalkError) -> FlowEvent? {
    switch answers {
    case .offered: return .answer(nil)
    case .one(let input): return .answer(try named(input, for: step.id))
    case .several: return nil
    case .confirmation: return .confirm
    case .form:
      guard case .form = step.kind else {
        throw WalkError(.outOfTurn, "'\(step.id)' isn't a form")
      }
      return .submit
    }
  }

  private mutating func event(of answer: DecisionAnswer) throws(WalkError) -> FlowEvent? {
    guard case .deciding(let decision) = state else {
      throw WalkError(.outOfTurn, "there's nothing to decide: \(state.words)")
    }
    if case .keep = answer, decision.existingFile == nil {
      throw WalkError(.invalid, "'keep' is for a file that exists; answer yes or no")
    }
    if case .no = answer, decision.isInterruption {
      throw WalkError(
        .invalid, "this may have happened; answer yes if it has, or perform, which does it now")
    }
    if answer == .perform, !decision.isInterruption {
      throw WalkError(.invalid, "'perform' is for what may have happened; answer yes or no")
    }
    if case .overwrite(_, let file) = decision, answer == .yes, let obstacle = file.obstacle {
      throw WalkError(
        .invalid,
        "'\(file.path)' can't be overwritten: \(obstacle.words(in: .english)); answer keep or no")
    }
    return take(answer, to: decision)
  }

  // MARK: What can be taken now

  /// Returns the top step.
  private func asked(_ what: String) throws(WalkError) -> StepState {
    guard case .asking(let step) = state else {
      throw WalkError(.outOfTurn, "the walk takes no \(what) now: \(state.words)")
    }
    return step
  }

  /// Throws if the client means another question.
  private func check(_ step: StepState, is id: String?) throws(WalkError) {
    guard let id, id != step.focusedField?.id, id != step.id else { return }
    throw WalkError(.notAsked, "'\(id)' isn't asked, but '\(step.focusedField?.id ?? step.id)' is")
  }

  private func check(_ change: ListChange, at step: StepState) throws(WalkError) {
    guard case .repeat = step.kind else {
      throw WalkError(.outOfTurn, "'\(step.id)' isn't a list of records")
    }
    for position in change.positions where !step.items.indices.contains(position) {
      throw WalkError(
        .invalid, "'\(step.id)' has no item \(position); it has \(step.items.count), counted from 0"
      )
    }
  }
}

extension EffectResult {
  /// Whether it can be the result of a request.
  fileprivate func fits(_ request: EffectRequest) -> Bool {
    switch (self, request.effect) {
    case (.failed, _), (.ended, .command), (.returned, .action), (.written, .write),
      (.done, .write),
      (.done, .restore):
      true
    default: false
    }
  }
}

extension EffectRequest {
  fileprivate var resultWords: String {
    switch effect {
    case .command: "a command: status, output, and errors, or a failure"
    case .action: "an action: a value, or a failure"
    case .write: "a write: what was there before, that the file was kept, or a failure"
    case .restore: "a restoration: that it's done, or a failure"
    }
  }
}
