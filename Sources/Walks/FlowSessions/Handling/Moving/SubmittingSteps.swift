// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// Submits the top step as a whole.
extension FlowSession {
  /// Checks every visible field in order.
  ///
  /// - Returns: The move to request, or nil if an answer is refused.
  mutating func submit(_ live: inout StepState) throws(FlowFailure) -> MoveGoal? {
    live.problems = []
    if case .commit = live.kind { return .push(live.answers) }
    if let (_, step) = topStep, case .repeat(let list) = step.kind {
      if let problem = try repeatProblem(step, list, live) {
        live.problems = [problem]
        announce(.refused([problem]))
        isAcceptingSuggestions = false
        return nil
      }
      return .push([live.repeat?.value])
    }
    if case .form = live.kind { try refreshAll(&live) }
    for index in live.elements.indices where !check(&live, elementAt: index) {
      live.focus = index
      isAcceptingSuggestions = false
      try offerAgain(&live, at: index)
      return nil
    }
    if try !checkStep(&live) {
      isAcceptingSuggestions = false
      return nil
    }
    return .push(live.answers)
  }

  /// Checks the step as a whole, and announces the problem if there is one.
  private mutating func checkStep(_ live: inout StepState) throws(FlowFailure) -> Bool {
    guard let (planIndex, step) = topStep,
      let (element, problem) = try stepProblem(step, live, planIndex: planIndex)
    else { return true }
    live.setField(at: element) { field in
      field.problems = [problem]
      field.countRefusal()
    }
    live.warned = problem.severity == .warning ? element : nil
    if live.elements[element].isVisible { live.focus = element }
    announce(.refused([problem]))
    return false
  }

  /// Returns the first failing check of the step as a whole, with the element that it applies to.
  ///
  /// Warnings only count if a user can confirm them.
  func stepProblem(
    _ step: CheckedStep, _ live: StepState, planIndex: Int, isWarned: Bool = true
  ) throws(FlowFailure) -> (element: Int, problem: Problem)? {
    guard !step.validations.isEmpty else { return nil }
    var scope = self.scope()
    scope.live = (planIndex, live.values)
    for (index, validation) in step.validations.enumerated() {
      let element = live.elements[validation.element]
      if severity(of: validation) == .warning,
        !isWarned || element.field?.isConfirmed == true
      {
        continue
      }
      if let problem = try self.problem(
        of: validation, index: index, field: element.id, in: scope)
      {
        return (validation.element, problem)
      }
    }
    return nil
  }
}
