// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Uses answers given in advance, and takes defaults without asking.
extension FlowSession {
  /// Returns the answers of the new top step if they don't have to be asked; otherwise nil.
  ///
  /// This uses up the answers given in advance, whether or not they're accepted.
  mutating func valuesWithoutAsking(
    _ step: CheckedStep, _ live: inout StepState, planIndex: Int
  ) throws(FlowFailure) -> Submission? {
    if let filling = handling.filling {
      return try filledValues(step, &live, planIndex: planIndex, from: filling)
    }
    switch step.kind {
    case .ask, .form: break
    case .repeat(let list):
      return try repeatWithoutAsking(list, step, &live, planIndex: planIndex)
    case .commit: return commitWithoutAsking(step)
    case .note, .review, .stop, .run, .write: return nil
    }
    var isComplete = true
    var isDrawn = false
    var isGiven = false
    for index in step.elements.indices {
      guard live.elements[index].isVisible, let field = live.elements[index].field else { continue }
      if let given = self.given[field.id], !consumed.contains(field.id) {
        consumed.insert(field.id)
        isGiven = true
        if try !take(given, &live, at: index) { isComplete = false }
      } else if isDrawnUnasked(field) {
        isDrawn = true
      } else if !field.isAnswered, !isTakenUnasked(field) {
        isComplete = false
      }
    }
    if let first = live.elements.firstIndex(where: { $0.needsPerson }) { live.focus = first }
    guard isComplete, !live.holdsOnlyNotes else { return nil }
    guard !isDrawn else {
      // The walk draws them, and submits the step.
      live.isDrawn = true
      return nil
    }
    if let (element, problem) = try stepProblem(step, live, planIndex: planIndex, isWarned: false) {
      live.setField(at: element) { field in
        field.problems = [problem]
        field.countRefusal()
      }
      if live.elements[element].isVisible { live.focus = element }
      if isGiven { announce(.givenAnswerRefused(problem)) }
      return nil
    }
    try announceWarnings(of: step, live, planIndex: planIndex)
    return Submission(values: live.answers, of: live, isAsked: false)
  }

  private mutating func commitWithoutAsking(_ step: CheckedStep) -> Submission? {
    guard let given = self.given[step.id], !consumed.contains(step.id)
    else {
      return nil
    }
    consumed.insert(step.id)
    if isYes(given) { return Submission(values: [], origin: .given) }
    announce(
      .givenAnswerRefused(
        Problem(field: step.id, rule: .required, message: catalog.text(.onlyYes))))
    return nil
  }

  /// Returns the list given in advance, or an empty list if there's nothing to ask.
  private mutating func repeatWithoutAsking(
    _ list: CheckedRepeat, _ step: CheckedStep, _ live: inout StepState, planIndex: Int
  ) throws(FlowFailure) -> Submission? {
    let id = self.id(of: step)
    if let given = self.given[id], !consumed.contains(id) {
      consumed.insert(id)
      if let (records, origin) = given.records {
        let submission = try takeRecords(
          records, list, step, &live, at: planIndex, isGiven: true, origin: origin)
        if !live.isDrawn, live.repeat?.items.contains(where: { $0.drawing == .awaited }) == true {
          // The walk draws them, and gives the records again.
          live.problems = []
          live.isDrawn = true
          return nil
        }
        guard let submission else {
          live.isDrawn = false
          for problem in live.problems { announce(.givenAnswerRefused(problem)) }
          return nil
        }
        try announceWarnings(of: step, live, planIndex: planIndex)
        return submission
      }
      let problem = Problem(field: id, rule: .type, message: catalog.text(.recordListNeeded))
      live.problems = [problem]
      announce(.givenAnswerRefused(problem))
      return nil
    }
    guard let state = live.repeat else { return nil }
    if let elements = state.elements {
      guard elements.isEmpty else { return nil }
    } else {
      // A list that may be empty counts as an optional answer.
      guard mayTakeDefaultItems(of: id) else { return nil }
    }
    guard try repeatProblem(step, list, live, isWarned: false) == nil else { return nil }
    try announceWarnings(of: step, live, planIndex: planIndex)
    return Submission(values: [state.value], of: live, isAsked: false, items: state.items)
  }

  /// Returns the items of the top list if all of them took their defaults, or nil if the user must
  /// look at them.
  func takenUnasked(_ live: StepState) throws(FlowFailure) -> Submission? {
    guard handling.filling == nil, options.takesDefaults, let step = topStep?.step,
      case .repeat(let list) = step.kind, let state = live.repeat, state.elements != nil,
      state.items.allSatisfy(\.isUnasked),
      try repeatProblem(step, list, live, isWarned: false) == nil
    else { return nil }
    return Submission(values: [state.value], of: live, isAsked: false, items: state.items)
  }

  /// Returns whether no answer of the item above a list was asked.
  func isUnasked(above repeatIndex: Int, with submission: Submission?) -> Bool {
    guard let depth = stack.depth(ofPlanIndex: repeatIndex) else { return false }
    for above in stride(from: depth + 1, to: stack.count, by: 1) {
      guard let plan = stack.entry(at: above)?.item.planIndex,
        let step = flow.step(at: plan)
      else {
        continue
      }
      if case .note = step.kind { continue }
      let answers =
        above + 1 < stack.count
        ? stack.entry(at: above + 1)?.item.submission : submission
      if answers?.isAsked == true { return false }
    }
    return true
  }

  // MARK: Warnings

  /// Returns the warnings of checks about answers of the top step that weren't asked.
  private func warnings(
    of step: CheckedStep, _ live: StepState, planIndex: Int
  ) throws(FlowFailure) -> [Problem] {
    var warnings = live.visibleFields.flatMap { $0.found + $0.warningOfLostElements }
    var scope = self.scope()
    scope.live = (planIndex, live.values)
    if case .repeat(let list) = step.kind {
      scope.live = nil
      scope.local[list.name] = live.repeat?.value
      warnings += live.repeat?.items.flatMap(\.warnings) ?? []
    }
    for (index, validation) in step.validations.enumerated()
    where severity(of: validation) == .warning {
      let id =
        live.elements.indices.contains(validation.element)
        ? live.elements[validation.element].id : live.id
      if let problem = try self.problem(of: validation, index: index, field: id, in: scope) {
        warnings.append(problem)
      }
    }
    return warnings.filter { $0.severity == .warning }
  }

  mutating func announceWarnings(
    of step: CheckedStep, _ live: StepState, planIndex: Int
  ) throws(FlowFailure) {
    for problem in try warnings(of: step, live, planIndex: planIndex) {
      announce(.answerWarned(problem))
    }
    handling.announcements += live.repeat?.items.flatMap(\.understood) ?? []
  }

  /// Gives a field its answer given in advance; returns false if it isn't accepted.
  private mutating func take(
    _ given: FieldInput, _ live: inout StepState, at index: Int
  ) throws(FlowFailure) -> Bool {
    live.setField(at: index) { field in
      field.draft = field.draft(given: given)
      field.offered = field.offered.beside(nil)
      field.entered = .given
    }
    setUnfinished(nil, at: live.elements[index].id)
    try refresh(&live, after: index)
    rememberEntered(&live, at: index)
    let errors = live.elements[index].field?.found.filter { $0.severity == .error } ?? []
    guard !errors.isEmpty else {
      announceUnderstanding(live, at: index)
      return true
    }
    live.setField(at: index) { field in
      field.problems = errors
      field.countRefusal()
    }
    for problem in errors { announce(.givenAnswerRefused(problem)) }
    return false
  }
}

extension FieldInput {
  /// The records that it gives to a list, and where they're from; nil if it gives none.
  var records: (records: [Value], origin: AnswerOrigin)? {
    switch self {
    case .value(.list(let records)): (records, .given)
    case .remembered(.list(let records), let origin): (records, origin)
    case .text, .value, .empty, .offered, .default, .remembered: nil
    }
  }
}

extension ElementState {
  /// Whether it still requires input.
  fileprivate var needsPerson: Bool {
    guard isVisible, let field else { return false }
    return field.draft == .untouched || !field.problems.isEmpty
  }
}

extension FieldState {
  /// The warning that not all elements of the default are taken; none if they are.
  fileprivate var warningOfLostElements: [Problem] {
    guard draft == .untouched, offer?.source == .default, let lostElements else { return [] }
    return [Problem(field: id, rule: .choice, message: lostElements, severity: .warning)]
  }

  /// Whether it has an acceptable input, such as one that was given while the form was asked.
  fileprivate var isAnswered: Bool {
    draft != .untouched && !awaitsRepeat
      && found.allSatisfy { $0.severity == .warning && isConfirmed }
  }
}

extension StepState {
  /// Whether it only shows notes, and no fields.
  fileprivate var holdsOnlyNotes: Bool {
    let shown = elements.filter(\.isVisible)
    guard shown.allSatisfy({ $0.field == nil }) else { return false }
    return shown.contains { if case .note = $0.content { true } else { false } }
  }
}
