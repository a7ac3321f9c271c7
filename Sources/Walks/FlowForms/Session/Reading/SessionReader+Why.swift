// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics
import StackFlowCore

// Explains why a step is asked or was skipped.
extension SessionReader {
  func why(_ id: String? = nil) -> FlowSession.Explanation {
    let live = session.phase.step
    let present = live?.focusedField?.id ?? session.topStep?.step.id
    guard let id = (id ?? present)?.withoutPositions, let plan = flow.stepIndices[id],
      let step = flow.step(at: plan)
    else { return .unknown }
    var scope = scope()
    if let live, let (topIndex, _) = session.topStep, topIndex == plan {
      scope.live = (topIndex, live.values)
    }
    var reasons = step.conditions.map { reason(for: $0, in: scope, ahead: plan) }
    if let element = step.elements.first(where: { $0.id == id }), let when = element.when {
      reasons.append(reason(for: when, in: scope, ahead: plan + 1))
    }
    if reasons.contains(where: { $0.holds == false }) { return .skipped(reasons) }
    let stops = earlierStops(before: plan, of: step, in: scope)
    if session.stack.depth(ofPlanIndex: plan) != nil { return .asked(reasons, past: stops) }
    if let end = stops.first(where: { $0.holds == true }) { return .ended(end) }
    return .ahead(reasons, past: stops.filter { $0.holds == nil })
  }

  /// Returns the stops at which the flow can end before it reaches a step.
  private func earlierStops(
    before plan: Int, of step: CheckedStep, in scope: SessionScope
  ) -> [FlowSession.EarlierStop] {
    let shared = Set(step.conditions.map(ObjectIdentifier.init))
    return flow.plan[..<plan].compactMap { item in
      guard case .step(let stop) = item, case .stop = stop.kind else { return nil }
      let conditions = stop.conditions.filter { !shared.contains(ObjectIdentifier($0)) }
      return FlowSession.EarlierStop(
        id: stop.id, line: stop.place.start.line,
        reasons: conditions.map { reason(for: $0, in: scope, ahead: plan) })
    }
  }

  private func reason(
    for condition: FlowExpression, in scope: SessionScope, ahead plan: Int
  ) -> FlowSession.Reason {
    let names = condition.compiled.freeNames
    // A condition is known if everything that it reads is below the top.
    let isKnown = names.allSatisfy { name in
      switch flow.origin(of: name, in: condition.scope) {
      case .element(let read, _)?, .compute(let read)?, .argument(let read, _)?:
        isBelow(read) || scope.live?.planIndex == read
      default: true
      }
    }
    return FlowSession.Reason(
      condition: condition.source.text,
      line: condition.source.place.start.line,
      holds: isKnown ? try? condition.isTrue(in: scope) : nil,
      reads: names.map { name in
        FlowSession.Reason.Reading(
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
    guard let label = flow.origin(of: name, in: number).flatMap({ flow.field(of: $0) })?.label,
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
    plan < (session.stack.top?.planIndex ?? 0)
      && session.topStep?.step.repeats.contains(plan) != true
  }
}
