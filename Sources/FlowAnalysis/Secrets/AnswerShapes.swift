// SPDX-License-Identifier: Apache-2.0

import FlowForms
import SourceDiagnostics

// The shapes of records of answers, in which each secret has its place.
extension InputType {
  /// The parts of the record that the answers of steps make.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - list: The place of the list whose item the steps ask for; nil elsewhere.
  ///   - computed: The shape of a value that is computed in an item of the list at a place; nil: such
  ///     values are not looked at.
  /// - Returns: The parts: answers, and in items what is computed there.
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
  /// The shape of what it returns.
  var shape: InputType {
    let answers = InputType.record(
      flow.inputs.map { .init(name: $0.name.name, type: $0.type) } + InputType.parts(of: flow.steps)
    )
    let holdsSecrets = answers.degreeOfSecrecy != .clean
    guard let output = flow.output else {
      // What is computed in items may come from any secret that the flow holds.
      let computed = InputType.field(holdsSecrets ? .secret : .string)
      return .record(InputType.parts(of: flow.steps) { _, _ in computed })
    }
    return output.shape(holdsSecrets: holdsSecrets)
  }
}

extension OutputDefinition {
  /// The shape of the value; where the flow holds secrets every leaf that is computed counts as one
  /// of them.
  fileprivate func shape(holdsSecrets: Bool) -> InputType {
    switch self {
    case .expression: .field(holdsSecrets ? .secret : .string)
    case .map(let entries):
      .record(
        entries.map {
          .init(name: $0.key.name, type: $0.value.shape(holdsSecrets: holdsSecrets))
        })
    case .list(let items):
      .list(items.first?.shape(holdsSecrets: holdsSecrets) ?? .field(.string))
    }
  }
}
