// SPDX-License-Identifier: Apache-2.0

// Answers.
extension FlowWalk {
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
    case .offered: return notices(send(.next(nil)))
    case .one(let input): return notices(put(input) + performEffects())
    case .several(let inputs): return submit(inputs)
    case .confirmation: return notices(send(.confirm))
    case .form:
      guard case .form = step.kind else {
        throw WalkError(.outOfTurn, "'\(step.id)' isn't a form")
      }
      return notices(send(.submit))
    }
  }

  /// Accepts suggestions, step by step, until a step has none.
  ///
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if nothing is asked.
  public mutating func accept() throws(WalkError) -> [WalkNotice] {
    _ = try asked("answer")
    return notices(send(.acceptSuggestions))
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
    for position in change.positions where !step.items.indices.contains(position) {
      throw WalkError(
        .invalid, "'\(step.id)' has no item \(position); it has \(step.items.count), counted from 0"
      )
    }
    return notices(send(change.event))
  }

  /// The top step; nil if nothing is asked.
  private var asking: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
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
    var announcements: [FlowAnnouncement] = []
    while !left.isEmpty, submitNext(of: &left, &passed, &announcements) {}
    var notices = passed + notices(announcements + performEffects())
    // A form that's submitted refuses an answer again that was refused when it was entered.
    var refused: Set<WalkNotice> = []
    notices.removeAll { notice in
      guard case .refused = notice else { return false }
      return !refused.insert(notice).inserted
    }
    if !left.isEmpty { notices.append(.unused(left.keys.sorted())) }
    return notices
  }

  /// Gives the top step the answers that it asks for.
  ///
  /// - Returns: Whether the next step can be given its answers.
  private mutating func submitNext(
    of left: inout [String: FieldInput], _ passed: inout [WalkNotice],
    _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    guard let step = asking else { return false }
    if case .form = step.kind { return submitForm(step, &left, &announcements) }
    let before = session.eventCount
    if let id = step.focusedField?.id ?? step.wholeID {
      guard let input = left.removeValue(forKey: name(of: id, at: step, in: left)) else {
        return false
      }
      announcements += put(input)
    } else {
      announcements += handle(.next(nil))
    }
    guard isMoved(from: step), session.eventCount > before else { return false }
    if step.focus == nil, step.wholeID == nil {
      let text = [step.title, step.text].compactMap { $0 }.joined(separator: "\n")
      passed.append(.passed(id: step.id, text: text))
    }
    return true
  }

  /// Gives a form its answers, also to fields that an answer shows, and submits it.
  private mutating func submitForm(
    _ step: StepState, _ left: inout [String: FieldInput],
    _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    var isTouched = step.visibleFields.isEmpty
    while let now = asking, now.id == step.id,
      let (id, input) = takeAnswer(of: now, from: &left)
    {
      isTouched = true
      announcements += handle(.edit(field: id, input))
      if asking?.field(id)?.awaitsRepeat == true {
        announcements += handle(.edit(field: id, input))
      }
    }
    guard isTouched, asking != nil else { return false }
    announcements += handle(.submit)
    return isMoved(from: step)
  }

  /// Removes and returns the first answer of a visible field; nil if there's none.
  private func takeAnswer(
    of step: StepState, from left: inout [String: FieldInput]
  ) -> (id: String, input: FieldInput)? {
    for field in step.visibleFields {
      let name = name(of: field.id, at: step, in: left)
      if let input = left.removeValue(forKey: name) { return (field.id, input) }
    }
    return nil
  }

  /// Returns the name under which a field or a step of the top step is answered: its id, or in an item of
  /// a list also the id within the item, unless the flow has a step with that id.
  private func name(
    of id: String, at step: StepState, in inputs: [String: FieldInput]
  ) -> String {
    guard inputs[id] == nil, let short = step.idInItem(id), !session.flow.hasStep(short) else {
      return id
    }
    return short
  }

  private func isMoved(from step: StepState) -> Bool {
    guard let now = asking else { return false }
    return now.id != step.id || now.focusedField?.id != step.focusedField?.id
  }

  /// Gives the focused field an input, twice if it must be repeated.
  private mutating func put(_ input: FieldInput) -> [FlowAnnouncement] {
    guard let step = asking else { return [] }
    let announcements = handle(.next(input))
    guard let field = asking?.focusedField, field.id == step.focusedField?.id, field.awaitsRepeat
    else { return announcements }
    return announcements + handle(.next(input))
  }
}

extension StepState {
  /// Returns the id of a field or a step within the innermost item of a list that it's in; nil outside.
  package func idInItem(_ id: String) -> String? {
    guard let item else { return nil }
    let prefix = "\(item.list)[\(item.number - 1)]."
    return id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
  }

  /// The id under which a step without fields is answered: a list takes its records, a commit takes yes,
  /// and a review any answer.
  var wholeID: String? {
    switch kind {
    case .repeat, .review, .commit, .stop: id
    case .note, .ask, .form: nil
    }
  }
}
