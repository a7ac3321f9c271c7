// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// Answers given in advance, and defaults that are taken unasked.
extension FlowSession {
  /// The answers of the new top step when nobody needs to be asked for them; else nil.
  ///
  /// Answers given in advance are consumed here, whether or not they are accepted.
  mutating func valuesWithoutAsking(
    _ step: CheckedStep, planIndex: Int, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> Submission? {
    if let filling {
      return try filledValues(step, planIndex: planIndex, from: filling)
    }
    switch step.kind {
    case .ask, .form: break
    case .repeat(let list):
      return try listWithoutAsking(list, step, planIndex: planIndex, &announcements)
    case .commit: return commitWithoutAsking(step, &announcements)
    case .note, .review, .stop, .run, .write: return nil
    }
    var isComplete = true
    var origin = AnswerOrigin.defaulted
    for index in step.elements.indices {
      guard let live, live.elements[index].isVisible else { continue }
      guard live.elements[index].field != nil else { continue }
      let id = live.elements[index].id
      if let given = options.answers[id], !consumed.contains(id) {
        consumed.insert(id)
        origin = .given
        if try !take(given, at: index, &announcements) { isComplete = false }
      } else if !isTakenUnasked(at: index) {
        isComplete = false
      }
    }
    if let first = live?.elements.firstIndex(where: { $0.needsPerson }) { live?.focus = first }
    guard isComplete, let live, !live.holdsOnlyNotes else { return nil }
    if let (element, problem) = try stepProblem(step, planIndex: planIndex, isWarned: false) {
      refuse(problem, at: element, isGiven: origin == .given, &announcements)
      return nil
    }
    return Submission(values: live.values, origin: origin, leftEmpty: live.leftEmpty)
  }

  /// Shows what is wrong with a form whose fields were filled without asking.
  private mutating func refuse(
    _ problem: Problem, at element: Int, isGiven: Bool, _ announcements: inout [FlowAnnouncement]
  ) {
    live?.setField(at: element) { field in
      field.problems = [problem]
      field.refusals += 1
    }
    if live?.elements[element].isVisible == true { live?.focus = element }
    if isGiven { announcements.append(.givenAnswerRefused(problem)) }
  }

  private mutating func commitWithoutAsking(
    _ step: CheckedStep, _ announcements: inout [FlowAnnouncement]
  ) -> Submission? {
    guard let given = options.answers[step.id], !consumed.contains(step.id) else { return nil }
    consumed.insert(step.id)
    if Self.isYes(given) { return Submission(values: [], origin: .given) }
    announcements.append(
      .givenAnswerRefused(
        Problem(field: step.id, rule: .required, message: "only yes goes on")))
    return nil
  }

  /// The list that was given in advance, or the empty one where there is nothing to ask for.
  private mutating func listWithoutAsking(
    _ list: CheckedRepeat, _ step: CheckedStep, planIndex: Int,
    _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> Submission? {
    let id = self.id(of: step)
    if let given = options.answers[id], !consumed.contains(id) {
      consumed.insert(id)
      if case .value(.list(let records)) = given {
        let submission = try takeList(
          records, list, step, at: planIndex, isGiven: true)
        for problem in live?.problems ?? [] where submission == nil {
          announcements.append(.givenAnswerRefused(problem))
        }
        return submission
      }
      let problem = Problem(field: id, rule: .type, message: "a list of records is needed")
      live?.problems = [problem]
      announcements.append(.givenAnswerRefused(problem))
      return nil
    }
    guard live?.hub?.elements?.isEmpty == true else { return nil }
    return try takeList([], list, step, at: planIndex, isGiven: true, origin: .defaulted)
  }

  /// Puts an answer given in advance into a field; false when it is not accepted.
  private mutating func take(
    _ given: FieldInput, at index: Int, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> Bool {
    live?.setField(at: index) { $0.draft = $0.draft(given: given) }
    try refresh(after: index)
    let errors = live?.elements[index].field?.found.filter { $0.severity == .error } ?? []
    guard !errors.isEmpty else { return true }
    live?.setField(at: index) { field in
      field.problems = errors
      field.refusals += 1
    }
    for problem in errors { announcements.append(.givenAnswerRefused(problem)) }
    return false
  }

  /// Whether a field's default, or nothing, is taken without asking.
  ///
  /// What was given in advance or answered before is only a suggestion by now, and no default.
  func isTakenUnasked(at index: Int) -> Bool {
    guard let field = live?.elements[index].field else { return true }
    guard options.takesDefaults || field.priority < options.priorityThreshold else { return false }
    if field.offer?.isSuggestion == true || consumed.contains(field.id) { return false }
    if field.hasRefusedDefault, field.value == nil { return false }
    return field.found.allSatisfy { $0.severity == .warning }
  }

  /// The answers given in advance that no step has consumed.
  public var unusedAnswers: [String] {
    options.answers.keys.filter { !consumed.contains($0) }.sorted()
  }
}

extension ElementState {
  /// Whether a person must still put something into it.
  fileprivate var needsPerson: Bool {
    guard isVisible, let field else { return false }
    return field.draft == .untouched || !field.problems.isEmpty
  }
}

extension StepState {
  /// Whether it is there to be read: notes are shown, and no field.
  fileprivate var holdsOnlyNotes: Bool {
    let shown = elements.filter(\.isVisible)
    guard shown.allSatisfy({ $0.field == nil }) else { return false }
    return shown.contains { if case .note = $0.content { true } else { false } }
  }
}
