// SPDX-License-Identifier: Apache-2.0

import FlowForms
import SourceDiagnostics

// The shapes of records of answers, which show where the secrets are.
extension InputType {
  /// Returns the parts of the record of answers of steps.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - list: The place of the list whose items the steps ask for; nil outside lists.
  ///   - computed: Returns the shape of a value that's computed in an item of the list at a place;
  ///     nil to leave computed values out.
  /// - Returns: The parts: answers, and in items, computed values.
  static func parts(
    of steps: [StepDefinition], in list: SourcePlace? = nil,
    computed: ((StepDefinition, _ list: SourcePlace) -> InputType)? = nil
  ) -> [RecordPart] {
    steps.flatMap { step -> [RecordPart] in
      switch step.kind {
      case .ask(let field): return [RecordPart(name: step.id.name, type: .field(field.type))]
      case .form(let elements, _): return parts(of: elements, in: list, computed: computed)
      case .group(let steps): return parts(of: steps, in: list, computed: computed)
      case .repeat(let inner):
        let items = parts(of: inner.steps, in: step.id.place, computed: computed)
        return [RecordPart(name: step.id.name, type: .list(.record(items)))]
      case .flow(let subflow): return [RecordPart(name: step.id.name, type: subflow.shape)]
      case .compute:
        guard let list, let computed else { return [] }
        return [RecordPart(name: step.id.name, type: computed(step, list))]
      default: return []
      }
    }
  }
}

extension SubflowDefinition {
  /// The shape of its output.
  var shape: InputType {
    let answers = InputType.record(
      flow.inputs.map { .init(name: $0.name.name, type: $0.type) } + InputType.parts(of: flow.steps)
    )
    let hasSecrets = answers.degreeOfSecrecy != .clean
    guard let output = flow.output else {
      // Values computed in items may come from any secret of the flow.
      let computed = InputType.field(hasSecrets ? .secret : .string)
      return .record(InputType.parts(of: flow.steps) { _, _ in computed })
    }
    return output.shape(hasSecrets: hasSecrets)
  }
}

extension OutputDefinition {
  /// Returns the shape of the value.
  ///
  /// If the flow has secrets, every computed leaf counts as one.
  fileprivate func shape(hasSecrets: Bool) -> InputType {
    switch self {
    case .expression: .field(hasSecrets ? .secret : .string)
    case .map(let entries):
      .record(
        entries.map {
          .init(name: $0.key.name, type: $0.value.shape(hasSecrets: hasSecrets))
        })
    case .list(let items):
      .list(items.first?.shape(hasSecrets: hasSecrets) ?? .field(.string))
    }
  }
}
