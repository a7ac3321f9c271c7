// SPDX-License-Identifier: Apache-2.0

extension FlowDefinition {
  /// The flow with everything that declared field types add to its fields, and to those of the flows
  /// that it uses.
  ///
  /// - Complexity: O(*n*) in the size of the flow.
  package var completed: FlowDefinition {
    guard allExtensions.contains(where: { !$0.types.isEmpty }) else { return self }
    var flow = self
    flow.steps = steps.map { $0.completed(by: extensions) }
    return flow
  }
}

extension StepDefinition {
  fileprivate func completed(by extensions: FlowExtensions) -> StepDefinition {
    var step = self
    switch kind {
    case .ask(let field): step.kind = .ask(extensions.completing(field))
    case .form(let elements, let validations):
      step.kind = .form(
        elements: elements.map { $0.completed(by: extensions) }, validations: validations)
    case .group(let steps): step.kind = .group(steps.map { $0.completed(by: extensions) })
    case .repeat(var list):
      list.steps = list.steps.map { $0.completed(by: extensions) }
      step.kind = .repeat(list)
    case .flow(var subflow):
      subflow.flow = subflow.flow.completed
      step.kind = .flow(subflow)
    case .note, .compute, .review, .commit, .stop, .run, .write: break
    }
    return step
  }
}
