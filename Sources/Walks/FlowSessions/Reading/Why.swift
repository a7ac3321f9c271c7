// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics
import StackFlowCore

extension FlowSession {
  /// A condition on the path to a step, and the values that it read.
  public struct Reason: Hashable, Sendable {
    /// The condition, as written in the file.
    public let condition: String

    /// Its 1-based line in the file.
    public let line: Int

    /// Whether it's true, or nil if that isn't known yet.
    public let holds: Bool?

    /// The names that it reads, with their values.
    public let reads: [Reading]

    /// A name and its value.
    public struct Reading: Hashable, Sendable {
      /// The name.
      public let name: String

      /// The value as text, with dots for a secret; nil if there isn't one.
      public let text: String?

      /// The name that the user knows: the label of its question, or else the name.
      public let label: String

      /// The value as the user sees it: the labels of choices, yes or no; nil if there isn't one.
      public let answer: String?
    }
  }

  /// A `stop` before a step.
  ///
  /// If the flow ends there, the step isn't reached.
  public struct EarlierStop: Hashable, Sendable {
    /// The id of the stop.
    public let id: String

    /// Its 1-based line in the file.
    public let line: Int

    /// The conditions for reaching it, except those for reaching the step as well.
    ///
    /// The flow ends there if all of them are true.
    public let reasons: [Reason]

    /// Whether the flow ends there, or nil if that isn't known yet.
    var holds: Bool? {
      if reasons.contains(where: { $0.holds == false }) { return false }
      return reasons.allSatisfy { $0.holds == true } ? true : nil
    }
  }

  /// The reason why a step is asked or skipped.
  public enum Explanation: Hashable, Sendable {
    /// There's no step or field with this id.
    case unknown

    /// It's on the stack, because its conditions are true and the flow didn't end at an earlier
    /// stop.
    case asked([Reason], past: [EarlierStop])

    /// It's skipped, because a condition is false.
    case skipped([Reason])

    /// It isn't reached, because the flow ends before it.
    case ended(EarlierStop)

    /// It hasn't been reached yet. It will be if its conditions are true and the flow doesn't end
    /// at a stop before it.
    case ahead([Reason], past: [EarlierStop])
  }
}

// Explains why a step is asked or was skipped.
extension FlowSession {
  /// Explains why a step or a field is asked or skipped.
  ///
  /// Without an id, it explains the focused field, or else the top step.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public func why(_ id: String? = nil) -> Explanation {
    let live = phase.step
    let present = live?.focusedField?.id ?? topStep?.step.id
    guard let id = (id ?? present)?.withoutPositions, let plan = flow.stepIndices[id],
      let step = flow.step(at: plan)
    else { return .unknown }
    var scope = scope()
    if let live, let (topIndex, _) = topStep, topIndex == plan {
      scope.live = (topIndex, live.values)
    }
    var reasons = step.conditions.map { reason(for: $0, in: scope, ahead: plan) }
    if let element = step.elements.first(where: { $0.id == id }), let when = element.when {
      reasons.append(reason(for: when, in: scope, ahead: plan + 1))
    }
    if reasons.contains(where: { $0.holds == false }) { return .skipped(reasons) }
    let stops = earlierStops(before: plan, of: step, in: scope)
    if stack.depth(ofPlanIndex: plan) != nil { return .asked(reasons, past: stops) }
    if let end = stops.first(where: { $0.holds == true }) { return .ended(end) }
    return .ahead(reasons, past: stops.filter { $0.holds == nil })
  }

  /// Returns the stops at which the flow can end before it reaches a step.
  private func earlierStops(
    before plan: Int, of step: CheckedStep, in scope: SessionScope
  ) -> [EarlierStop] {
    let shared = Set(step.conditions.map(ObjectIdentifier.init))
    return flow.plan[..<plan].compactMap { item in
      guard case .step(let stop) = item, case .stop = stop.kind else { return nil }
      let conditions = stop.conditions.filter { !shared.contains(ObjectIdentifier($0)) }
      return EarlierStop(
        id: stop.id, line: stop.place.start.line,
        reasons: conditions.map { reason(for: $0, in: scope, ahead: plan) })
    }
  }

  private func reason(
    for condition: FlowExpression, in scope: SessionScope, ahead plan: Int
  ) -> Reason {
    let names = condition.compiled.freeNames
    // A condition is known if everything that it reads is below the top.
    let isKnown = names.allSatisfy { name in
      switch flow.origin(of: name, in: condition.scope) {
      case .element(let read, _)?, .compute(let read)?, .argument(let read, _)?:
        isBelow(read) || scope.live?.planIndex == read
      default: true
      }
    }
    return Reason(
      condition: condition.source.text,
      line: condition.source.place.start.line,
      holds: isKnown ? try? condition.isTrue(in: scope) : nil,
      reads: names.map { name in
        Reason.Reading(
          name: name, text: readText(of: name, in: scope, condition.scope),
          label: readLabel(of: name, in: scope, condition.scope),
          answer: readAnswer(of: name, in: scope, condition.scope))
      })
  }

  private func readText(of name: String, in scope: SessionScope, _ number: Int) -> String? {
    var scope = scope
    scope.number = number
    guard let value = scope.value(of: name) else { return nil }
    return isSecret(name, in: number) ? AnswerText.mask : value.plainText
  }

  private func readLabel(of name: String, in scope: SessionScope, _ number: Int) -> String {
    guard
      let label = flow.origin(of: name, in: number).flatMap({ flow.field(of: $0) })?.texts[.label],
      let text = try? label.text(in: scope, language: scope.language)
    else { return name }
    return text
  }

  private func readAnswer(of name: String, in scope: SessionScope, _ number: Int) -> String? {
    var scope = scope
    scope.number = number
    guard let value = scope.value(of: name) else { return nil }
    if isSecret(name, in: number) { return AnswerText.mask }
    if case .bool(let isTrue) = value { return isTrue ? catalog.yes : catalog.no }
    return (scope.label(of: name) ?? value).plainText
  }

  /// Returns whether a name's value must not be shown, because it's a secret, contains one, or was
  /// computed from one.
  func isSecret(_ name: String, in number: Int = 0) -> Bool {
    flow.origin(of: name, in: number).map { !flow.secrets.shape(at: $0).isClean } ?? false
  }

  /// Returns whether an expression's value must not be shown.
  func readsSecret(_ expression: FlowExpression) -> Bool {
    !flow.secrets.shape(of: expression, in: flow.scopes).isClean
  }

  /// Returns whether the value of the step at an index of the plan is below the top.
  ///
  /// A list of which an item is being asked isn't submitted yet.
  func isBelow(_ plan: Int) -> Bool {
    plan < (stack.top?.planIndex ?? 0)
      && topStep?.step.repeats.contains(plan) != true
  }
}
