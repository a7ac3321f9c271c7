// SPDX-License-Identifier: Apache-2.0

import FlowForms

// Answers.
extension ServedWalk {
  /// Submits answers.
  ///
  /// A secret that must be entered twice is taken once, because a client doesn't mistype.
  ///
  /// - Parameters:
  ///   - answers: The answers.
  ///   - id: The id of the field or step that the client means, or nil for whatever is asked.
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if nothing is asked, or something else.
  public mutating func submit(
    _ answers: WalkAnswers, to id: String? = nil
  ) throws(WalkError) -> [WalkNotice] {
    let step = try asked("answer")
    if let id, id != step.focusedField?.id, id != step.id {
      throw WalkError(
        .notAsked, "'\(id)' isn't asked, but '\(step.focusedField?.id ?? step.id)' is")
    }
    switch answers {
    case .offered: return drive { _ = $0.send(.next(nil)) }
    case .one(let input): return drive { Self.put(input, into: $0) }
    case .several(let inputs): return submit(inputs)
    case .confirmation: return drive { _ = $0.send(.confirm) }
    case .form:
      guard case .form = step.kind else {
        throw WalkError(.outOfTurn, "'\(step.id)' isn't a form")
      }
      return drive { _ = $0.send(.submit) }
    }
  }

  /// Accepts suggestions, step by step, until a step has none.
  ///
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if nothing is asked.
  public mutating func accept() throws(WalkError) -> [WalkNotice] {
    _ = try asked("answer")
    return drive { _ = $0.send(.acceptSuggestions) }
  }

  /// Changes the list of records that's the top step.
  ///
  /// - Parameter change: The change.
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if no list is asked, or it has no such item.
  public mutating func change(_ change: ListChange) throws(WalkError) -> [WalkNotice] {
    let step = try asked("change of a list")
    guard case .repeat = step.kind else {
      throw WalkError(.outOfTurn, "'\(step.id)' isn't a list of records")
    }
    let event: FlowEvent
    switch change {
    case .add: event = .addItem
    case .edit(let position): event = .editItem(try Self.checked(position, in: step))
    case .remove(let position): event = .removeItem(try Self.checked(position, in: step))
    case .move(let from, let to):
      event = .moveItem(from: try Self.checked(from, in: step), to: try Self.checked(to, in: step))
    }
    return drive { _ = $0.send(event) }
  }

  private static func checked(_ position: Int, in step: StepState) throws(WalkError) -> Int {
    guard step.items.indices.contains(position) else {
      throw WalkError(
        .invalid, "'\(step.id)' has no item \(position); it has \(step.items.count), counted from 0"
      )
    }
    return position
  }

  /// Returns the top step.
  func asked(_ what: String) throws(WalkError) -> StepState {
    guard let step = asking else {
      throw WalkError(.outOfTurn, "the walk takes no \(what) now: \(state.words)")
    }
    return step
  }

  // MARK: Several answers

  private mutating func submit(_ inputs: [String: FieldInput]) -> [WalkNotice] {
    var left = inputs
    var passed: [WalkNotice] = []
    var notices = drive { runner in
      while !left.isEmpty, Self.submitNext(of: &left, to: runner, &passed) {}
    }
    notices = passed + notices
    if !left.isEmpty { notices.append(.unused(left.keys.sorted())) }
    return notices
  }

  /// Gives the top step the answers that it asks for.
  ///
  /// - Returns: Whether the next step can be given its answers.
  private static func submitNext(
    of left: inout [String: FieldInput], to runner: FlowRunner, _ passed: inout [WalkNotice]
  ) -> Bool {
    guard case .asking(let step) = runner.state else { return false }
    if case .form = step.kind { return submitForm(step, &left, runner) }
    let before = runner.session.eventCount
    if let id = step.focusedField?.id ?? step.wholeID {
      guard let input = left.removeValue(forKey: id) else { return false }
      put(input, into: runner)
    } else {
      runner.send(.next(nil))
    }
    guard isMoved(runner, from: step), runner.session.eventCount > before else { return false }
    if step.focus == nil, step.wholeID == nil {
      let text = [step.title, step.text].compactMap { $0 }.joined(separator: "\n")
      passed.append(.passed(id: step.id, text: text))
    }
    return true
  }

  /// Gives a form its answers, also to fields that an answer shows, and submits it.
  private static func submitForm(
    _ step: StepState, _ left: inout [String: FieldInput], _ runner: FlowRunner
  ) -> Bool {
    var isTouched = step.visibleFields.isEmpty
    while case .asking(let now) = runner.state, now.id == step.id,
      let field = now.visibleFields.first(where: { left[$0.id] != nil }),
      let input = left.removeValue(forKey: field.id)
    {
      isTouched = true
      runner.send(.edit(field: field.id, input))
      if case .asking(let now) = runner.state, now.field(field.id)?.awaitsRepeat == true {
        runner.send(.edit(field: field.id, input))
      }
    }
    guard isTouched, case .asking = runner.state else { return false }
    runner.send(.submit)
    return isMoved(runner, from: step)
  }

  private static func isMoved(_ runner: FlowRunner, from step: StepState) -> Bool {
    guard case .asking(let now) = runner.state else { return false }
    return now.id != step.id || now.focusedField?.id != step.focusedField?.id
  }

  private static func put(_ input: FieldInput, into runner: FlowRunner) {
    guard case .asking(let step) = runner.state else { return }
    runner.send(.next(input))
    guard case .asking(let now) = runner.state, let field = now.focusedField,
      field.id == step.focusedField?.id, field.awaitsRepeat
    else { return }
    runner.send(.next(input))
  }
}

extension StepState {
  /// The id under which a step without fields is answered: a list takes its records, a commit takes yes,
  /// and a review any answer.
  var wholeID: String? {
    switch kind {
    case .repeat, .review, .commit, .stop: id
    case .note, .ask, .form: nil
    }
  }
}
