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
      guard let input = left.removeValue(forKey: id) else { return false }
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
      let field = now.visibleFields.first(where: { left[$0.id] != nil }),
      let input = left.removeValue(forKey: field.id)
    {
      isTouched = true
      announcements += handle(.edit(field: field.id, input))
      if asking?.field(field.id)?.awaitsRepeat == true {
        announcements += handle(.edit(field: field.id, input))
      }
    }
    guard isTouched, asking != nil else { return false }
    announcements += handle(.submit)
    return isMoved(from: step)
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
  /// The id under which a step without fields is answered: a list takes its records, a commit takes yes,
  /// and a review any answer.
  var wholeID: String? {
    switch kind {
    case .repeat, .review, .commit, .stop: id
    case .note, .ask, .form: nil
    }
  }
}
