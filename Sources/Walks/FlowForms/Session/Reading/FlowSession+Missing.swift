// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import StackFlowCore

// Missing answers, for drivers without a user.
extension FlowSession {
  /// A question that must be answered before the flow can end.
  public struct MissingAnswer: Hashable, Sendable {
    /// The id for giving it in advance.
    public let id: String

    /// The question.
    public let label: String

    /// The condition under which it will be asked, or nil if it certainly will.
    public let condition: String?

    /// The kind of input that's needed.
    public let need: Need

    /// The kind of input that a missing answer needs.
    public enum Need: Hashable, Sendable {
      /// An answer.
      case answer

      /// An answer, which has a default.
      case answerOrDefault

      /// An optional answer.
      case answerOrNothing

      /// A yes.
      case yes

      /// A user who reviews the answers.
      case review
    }
  }

  /// The answers that are still needed: those of the top step, and later ones that no condition is
  /// known to skip.
  ///
  /// - Complexity: O(*n*) in the number of steps that follow.
  public var missingAnswers: [MissingAnswer] {
    let live = phase.step
    if live == nil {
      // Before an effect is performed, only later answers can be missing.
      guard case .performing = phase else { return [] }
    }
    var missing: [MissingAnswer] = []
    let scope = scope()
    if let repeatIndex = topStep?.step.repeats.first, let list = flow.step(at: repeatIndex) {
      // An item can only be given with its whole list.
      missing += missingAnswers(of: list, under: nil, in: scope)
    } else if let live {
      missing += missingAnswers(on: live)
    }
    var index = stack.top.map { flow.index(after: $0.planIndex) } ?? 0
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
    let skipped = Set(forecast.steps.filter { $0.fate == .skipped }.map(\.id))
    return missing.filter { !skipped.contains($0.id) }
  }

  /// Returns the missing answers of the top step.
  private func missingAnswers(on live: StepState) -> [MissingAnswer] {
    var missing: [MissingAnswer] = []
    for index in live.elements.indices where live.elements[index].isVisible {
      guard let field = live.elements[index].field else { continue }
      let isOpen = field.draft == .untouched && !isTakenUnasked(field)
      guard isOpen || !field.problems.isEmpty else { continue }
      missing.append(
        MissingAnswer(
          id: field.id, label: field.label, condition: nil,
          need: field.defaultValue != nil
            ? .answerOrDefault : field.isRequired ? .answer : .answerOrNothing))
    }
    switch live.kind {
    case .commit:
      missing.append(
        MissingAnswer(id: live.id, label: live.text ?? live.id, condition: nil, need: .yes))
    case .repeat:
      missing.append(
        MissingAnswer(
          id: live.id, label: live.title ?? live.id, condition: nil, need: .answer))
    case .review:
      missing.append(
        MissingAnswer(id: live.id, label: live.title ?? live.id, condition: nil, need: .review))
    default: break
    }
    return missing
  }

  private func missingAnswers(
    of step: CheckedStep, under condition: String?, in scope: SessionScope
  ) -> [MissingAnswer] {
    // Text that reads missing answers isn't known yet.
    func known(_ text: CheckedText?) -> String? {
      try? text?.text(in: scope, language: language)
    }
    switch step.kind {
    case .commit:
      guard given[step.id] == nil else { return [] }
      return [
        MissingAnswer(
          id: step.id, label: known(step.text) ?? step.id, condition: condition, need: .yes)
      ]
    case .repeat(let list):
      guard given[step.id] == nil || consumed.contains(step.id) else { return [] }
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
        MissingAnswer(
          id: step.id, label: known(step.title) ?? step.id, condition: condition, need: .answer)
      ]
    case .review:
      return [
        MissingAnswer(
          id: step.id, label: known(step.title) ?? step.id, condition: condition, need: .review)
      ]
    default: break
    }
    return step.elements.compactMap { element in
      guard let field = element.field, given[element.id] == nil else { return nil }
      let isTaken = options.takesDefaults || field.priority < options.priorityThreshold
      let isOptional = if case .known(.bool(false))? = field.required { true } else { false }
      if isTaken, field.defaultValue != nil || isOptional { return nil }
      let parts = [condition, element.when?.source.text].compactMap { $0 }
      return MissingAnswer(
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
    plan < (stack.top?.planIndex ?? 0) && topStep?.step.repeats.contains(plan) != true
  }
}
