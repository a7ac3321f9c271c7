// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import StackFlowCore

extension FlowSession {
  /// A question that must be answered before the flow can end.
  package struct MissingAnswer: Hashable, Sendable {
    /// The id.
    package let id: String

    /// The name in data, for giving it in advance.
    package internal(set) var dataName = ""

    /// The question.
    package let label: String

    /// The condition under which it will be asked, or nil if it certainly will.
    package let condition: String?

    /// The kind of input that's needed.
    package let need: Need

    /// The default, if it's refused; nil if it isn't, or if that isn't known yet.
    package var refusedDefault: RefusedDefault?

    /// The kind of input that a missing answer needs.
    package enum Need: Hashable, Sendable {
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
}

// Missing answers, for drivers without a user.
extension FlowSession {
  /// The answers that are still needed: those of the top step, and later ones that no condition is
  /// known to skip.
  ///
  /// - Complexity: That of ``forecast``.
  package var missingAnswers: [MissingAnswer] {
    let live = phase.step
    if live == nil {
      // Before an effect is performed, only later answers can be missing.
      guard case .performing = phase else { return [] }
    }
    let top = stack.top?.planIndex ?? -1
    // An item can only be given with its whole list.
    let list = topStep?.step.repeats.first
    let missing = list == nil ? live.map { missingAnswers(on: $0) } ?? [] : []
    let ahead = ForecastWalk.forecast(of: self, isAttended: false).steps
      .filter { $0.plan > top || $0.plan == list }
      .compactMap(\.missing)
    return (missing + ahead).map { answer in
      var answer = answer
      answer.dataName = flow.dataName(of: answer.id)
      return answer
    }
  }

  /// Returns the missing answers of the top step.
  private func missingAnswers(on live: StepState) -> [MissingAnswer] {
    var missing: [MissingAnswer] = []
    for index in live.elements.indices where live.elements[index].isVisible {
      guard let field = live.elements[index].field else { continue }
      let isOpen =
        field.draft == .untouched && !isTakenUnasked(field) && !isDrawnUnasked(field)
      guard isOpen || !field.problems.isEmpty else { continue }
      missing.append(
        MissingAnswer(
          id: field.id, label: field.label, condition: nil,
          need: need(
            field.defaultValue != nil || field.generate != nil, field.isRequired, field.priority),
          refusedDefault: field.refusedDefault))
    }
    switch live.kind {
    case .commit:
      missing.append(
        MissingAnswer(
          id: live.id, label: live.text ?? live.id, condition: nil, need: .yes))
    case .repeat:
      missing.append(
        MissingAnswer(
          id: live.id, label: live.title ?? live.id, condition: nil, need: need(ofList: live.id)))
    case .review:
      missing.append(
        MissingAnswer(
          id: live.id, label: live.title ?? live.id, condition: nil, need: .review))
    default: break
    }
    return missing
  }

  /// Returns the kind of input that a field needs if it's asked, and if that depends on no answer.
  func need(of field: CheckedField) -> MissingAnswer.Need {
    let isOptional =
      if case .known(.bool(false))? = field.settings[.required] { true } else { false }
    // A priority that depends on answers may be the highest.
    let priority = field.computedPriority == nil ? field.priority : .critical
    return need(
      field.settings[.default] != nil || field.generate != nil, !isOptional, priority)
  }

  /// Returns the kind of input that a list needs if it's asked.
  func need(ofList id: String) -> MissingAnswer.Need {
    guard flow.hasDefaultRepeat(id), !options.takesDefaults, !consumed.contains(id),
      suggestedRecords(id) == nil
    else { return .answer }
    guard let index = flow.stepIndices[id], flow.`repeat`(at: index)?.over != nil else {
      return .answerOrNothing
    }
    return .answerOrDefault
  }

  /// Returns the kind of input that a field needs; it has a default only if that can still be taken.
  private func need(
    _ hasDefault: Bool, _ isRequired: Bool, _ priority: FieldPriority
  ) -> MissingAnswer.Need {
    if hasDefault { return mayTakeDefault(priority) ? .answer : .answerOrDefault }
    return isRequired ? .answer : .answerOrNothing
  }
}

extension FlowForecast.Step {
  /// The answer that's needed if it's asked; nil if none is, or if one was given in advance.
  fileprivate var missing: FlowSession.MissingAnswer? {
    guard let need, fate == .asked || fate == .perhaps && !isPassed else { return nil }
    return FlowSession.MissingAnswer(
      id: id, label: question, condition: openCondition, need: need,
      refusedDefault: refusedDefault)
  }
}
