// SPDX-License-Identifier: Apache-2.0

// Several answers at once.
extension FlowWalk {
  /// The top step; nil if nothing is asked.
  private var asking: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
  }

  /// Gives the walk answers as it asks for them.
  mutating func submit(_ inputs: [String: FieldInput]) -> [WalkNotice] {
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
    if let id = session.matrix?.id, let records = left.removeValue(forKey: id) {
      // The records of a matrix answer all of its rows.
      announcements += handle(.give([id: records]))
      return session.matrix?.id != id
    }
    if case .form = step.kind { return submitForm(step, &left, &announcements) }
    let before = session.eventCount
    if let id = step.focusedField?.id ?? step.wholeID {
      guard let input = left.removeValue(forKey: name(of: id, at: step, in: left)) else {
        return false
      }
      announcements += put(.next(input))
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

  /// Handles an event; an answer twice if it must be repeated.
  mutating func put(_ event: FlowEvent) -> [FlowAnnouncement] {
    let field = asking?.focusedField?.id
    let announcements = handle(event)
    guard case .next(.some) = event, let now = asking?.focusedField, now.id == field,
      now.awaitsRepeat
    else { return announcements }
    return announcements + handle(event)
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
