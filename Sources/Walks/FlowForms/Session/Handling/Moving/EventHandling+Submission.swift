// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// Submits the top step as a whole.
extension FlowSession {
  /// Checks every visible field in order.
  ///
  /// - Returns: The move to request, or nil if an answer is refused.
  mutating func submit(
    _ live: inout StepState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> MoveGoal? {
    live.problems = []
    if case .commit = live.kind { return .push(live.values) }
    if let (_, step) = topStep, case .repeat(let list) = step.kind {
      if let problem = try repeatProblem(step, list, live) {
        live.problems = [problem]
        announcements.append(.refused([problem]))
        isAcceptingSuggestions = false
        return nil
      }
      return .push([live.repeat?.value])
    }
    if case .form = live.kind { try refreshAll(&live) }
    for index in live.elements.indices where !live.check(elementAt: index, &announcements) {
      live.focus = index
      isAcceptingSuggestions = false
      return nil
    }
    if try !checkStep(&live, &announcements) {
      isAcceptingSuggestions = false
      return nil
    }
    return .push(live.values)
  }

  /// Checks the step as a whole, and announces the problem if there is one.
  private func checkStep(
    _ live: inout StepState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> Bool {
    guard let (planIndex, step) = topStep,
      let (element, problem) = try stepProblem(step, live, planIndex: planIndex)
    else { return true }
    live.setField(at: element) { field in
      field.problems = [problem]
      field.countRefusal()
    }
    live.warned = problem.severity == .warning ? element : nil
    if live.elements[element].isVisible { live.focus = element }
    announcements.append(.refused([problem]))
    return false
  }

  /// Returns the first failing check of the step as a whole, with the element that it applies to.
  ///
  /// Warnings only count if a user can confirm them.
  func stepProblem(
    _ step: CheckedStep, _ live: StepState, planIndex: Int, isWarned: Bool = true
  ) throws(FlowFailure) -> (element: Int, problem: Problem)? {
    guard !step.validations.isEmpty else { return nil }
    var scope = scope()
    scope.live = (planIndex, live.values)
    for (index, validation) in step.validations.enumerated() {
      let element = live.elements[validation.element]
      if severity(of: validation) == .warning, !isWarned || element.field?.isConfirmed == true {
        continue
      }
      if let problem = try problem(of: validation, index: index, field: element.id, in: scope) {
        return (validation.element, problem)
      }
    }
    return nil
  }

  // MARK: Suggestions

  /// Whether ``FlowEvent/acceptSuggestions`` submits the top step: each of its visible fields still shows
  /// an acceptable answer of before.
  ///
  /// - Complexity: O(*n*) in the number of fields of the step, or in the items of a list of records.
  public var canAcceptSuggestions: Bool {
    guard case .asking(let live) = phase else { return false }
    return holdsSuggestions(live)
  }

  private func holdsSuggestions(_ live: StepState) -> Bool {
    switch live.kind {
    case .note, .ask, .form: break
    case .repeat:
      // The list must have all earlier items, unchanged.
      guard holdsSuggestedItems(live) else { return false }
    case .review, .commit, .stop: return false
    }
    let fields = live.visibleFields
    guard !fields.isEmpty || live.kind == .note || live.kind == .repeat else { return false }
    return fields.allSatisfy { field in
      !field.isSecret && field.draft == .untouched && field.offer?.isSuggestion == true
    }
  }

  /// Submits the top step if all of its fields have acceptable suggestions.
  mutating func acceptSuggestions(_ announcements: inout [FlowAnnouncement]) {
    isAcceptingSuggestions = false
    guard case .asking(var live) = phase, holdsSuggestions(live) else { return }
    phase = .idle
    do {
      let move = try submit(&live, &announcements)
      isAcceptingSuggestions = move != nil
      wait(at: live, for: move)
    } catch {
      fail(error, at: live, &announcements)
    }
  }
}
