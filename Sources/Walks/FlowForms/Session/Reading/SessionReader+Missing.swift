// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import StackFlowCore

// Missing answers, for drivers without a user.
extension SessionReader {
  var missingAnswers: [FlowSession.MissingAnswer] {
    let live = session.phase.step
    if live == nil {
      // Before an effect is performed, only later answers can be missing.
      guard case .performing = session.phase else { return [] }
    }
    var missing: [FlowSession.MissingAnswer] = []
    let scope = scope()
    if let repeatIndex = session.topStep?.step.repeats.first, let list = flow.step(at: repeatIndex)
    {
      // An item can only be given with its whole list.
      missing += missingAnswers(of: list, under: nil, in: scope)
    } else if let live {
      missing += missingAnswers(on: live)
    }
    var index = session.stack.top.map { flow.index(after: $0.planIndex) } ?? 0
    var conditions: [(text: String, end: Int)] = []
    while index < flow.plan.count {
      conditions.removeAll { $0.end <= index }
      switch flow.plan[index] {
      case .compute, .call, .result, .itemEnd: break
      case .branch(let branch):
        if let holds = knownValue(of: branch.condition, in: scope) {
          if !holds {
            index = branch.otherwise
            continue
          }
        } else {
          conditions.append((branch.condition.source.text, branch.otherwise))
        }
      case .step(let step):
        let condition =
          conditions.isEmpty ? nil : conditions.map(\.text).joined(separator: " && ")
        // The other steps of an item are part of its list.
        if step.repeats.isEmpty { missing += missingAnswers(of: step, under: condition, in: scope) }
      }
      index = flow.index(after: index)
    }
    // Answers given in advance can determine conditions ahead.
    let skipped = Set(
      ForecastWalk.forecast(of: self).steps.filter { $0.fate == .skipped }.map(\.id))
    return missing.filter { !skipped.contains($0.id) }
  }

  /// Returns the missing answers of the top step.
  private func missingAnswers(on live: StepState) -> [FlowSession.MissingAnswer] {
    var missing: [FlowSession.MissingAnswer] = []
    for index in live.elements.indices where live.elements[index].isVisible {
      guard let field = live.elements[index].field else { continue }
      let isOpen = field.draft == .untouched && !isTakenUnasked(field)
      guard isOpen || !field.problems.isEmpty else { continue }
      missing.append(
        FlowSession.MissingAnswer(
          id: field.id, label: field.label, condition: nil,
          need: field.defaultValue != nil
            ? .answerOrDefault : field.isRequired ? .answer : .answerOrNothing))
    }
    switch live.kind {
    case .commit:
      missing.append(
        FlowSession.MissingAnswer(
          id: live.id, label: live.text ?? live.id, condition: nil, need: .yes))
    case .repeat:
      missing.append(
        FlowSession.MissingAnswer(
          id: live.id, label: live.title ?? live.id, condition: nil, need: .answer))
    case .review:
      missing.append(
        FlowSession.MissingAnswer(
          id: live.id, label: live.title ?? live.id, condition: nil, need: .review))
    default: break
    }
    return missing
  }

  private func missingAnswers(
    of step: CheckedStep, under condition: String?, in scope: SessionScope
  ) -> [FlowSession.MissingAnswer] {
    // Text that reads missing answers isn't known yet.
    func known(_ text: CheckedText?) -> String? {
      try? text?.text(in: scope, language: language)
    }
    switch step.kind {
    case .commit:
      guard options.answers[step.id] == nil else { return [] }
      return [
        FlowSession.MissingAnswer(
          id: step.id, label: known(step.text) ?? step.id, condition: condition, need: .yes)
      ]
    case .repeat(let list):
      guard options.answers[step.id] == nil || session.consumed.contains(step.id) else { return [] }
      // A list over no elements is empty without asking.
      if let over = list.over, reads(onlyBelow: over),
        case .list(let elements)? = (try? over.value(in: scope))?.unwrapped, elements.isEmpty
      {
        return []
      }
      if options.takesDefaults, suggestedRecords(step.id) == nil, flow.hasDefaultRepeat(step.id) {
        return []
      }
      return [
        FlowSession.MissingAnswer(
          id: step.id, label: known(step.title) ?? step.id, condition: condition, need: .answer)
      ]
    case .review:
      return [
        FlowSession.MissingAnswer(
          id: step.id, label: known(step.title) ?? step.id, condition: condition, need: .review)
      ]
    default: break
    }
    return step.elements.compactMap { element in
      guard let field = element.field, options.answers[element.id] == nil else { return nil }
      let isTaken = options.takesDefaults || field.priority < options.priorityThreshold
      let isOptional = if case .known(.bool(false))? = field.required { true } else { false }
      if isTaken, field.defaultValue != nil || isOptional { return nil }
      let parts = [condition, element.when?.source.text].compactMap { $0 }
      return FlowSession.MissingAnswer(
        id: element.id, label: known(field.label) ?? field.name,
        condition: parts.isEmpty ? nil : parts.joined(separator: " && "),
        need: field.defaultValue != nil
          ? .answerOrDefault : isOptional ? .answerOrNothing : .answer)
    }
  }

  /// Returns the value of a condition if everything that it reads is below the top; otherwise nil.
  func knownValue(of condition: FlowExpression, in scope: SessionScope) -> Bool? {
    guard reads(onlyBelow: condition) else { return nil }
    return try? condition.isTrue(in: scope)
  }

  /// Returns whether everything that an expression reads is below the top.
  private func reads(onlyBelow expression: FlowExpression) -> Bool {
    expression.compiled.freeNames.allSatisfy { name in
      switch flow.origin(of: name, in: expression.scope) {
      case .element(let plan, _)?, .compute(let plan)?, .argument(let plan, _)?: isBelow(plan)
      default: true
      }
    }
  }

  /// Returns whether the value of the step at an index of the plan is below the top.
  ///
  /// A list of which an item is being asked isn't submitted yet.
  func isBelow(_ plan: Int) -> Bool {
    plan < (session.stack.top?.planIndex ?? 0)
      && session.topStep?.step.repeats.contains(plan) != true
  }
}
