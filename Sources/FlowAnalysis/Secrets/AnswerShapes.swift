// SPDX-License-Identifier: Apache-2.0

import FlowForms

// The shapes of records of answers, in which each secret has its place.
extension InputType {
  /// The parts of the record that the answers of steps make.
  static func parts(of steps: [StepDefinition]) -> [RecordPart] {
    steps.flatMap { step -> [RecordPart] in
      switch step.kind {
      case .ask(let field): [RecordPart(name: step.id.name, type: .field(field.type))]
      case .form(let elements, _): parts(of: elements)
      case .group(let steps): parts(of: steps)
      case .repeat(let list):
        [RecordPart(name: step.id.name, type: .list(.record(parts(of: list.steps))))]
      case .flow(let subflow): [RecordPart(name: step.id.name, type: subflow.shape)]
      default: []
      }
    }
  }
}

extension SubflowDefinition {
  /// The shape of what it returns.
  var shape: InputType {
    guard let output = flow.output else { return .record(InputType.parts(of: flow.steps)) }
    let answers = InputType.record(
      flow.inputs.map { .init(name: $0.name.name, type: $0.type) } + InputType.parts(of: flow.steps)
    )
    return output.shape(holdsSecrets: answers.degreeOfSecrecy != .clean)
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
