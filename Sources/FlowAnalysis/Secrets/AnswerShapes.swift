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
    var uses = usedFlows(of: steps).map(\.shape)[...]
    return parts(of: steps, in: list, uses: &uses, computed: computed)
  }

  /// Returns the flows that steps use, in the order of the steps.
  fileprivate static func usedFlows(of steps: [StepDefinition]) -> [SubflowDefinition] {
    steps.flatMap { step -> [SubflowDefinition] in
      switch step.kind {
      case .form(let steps, _), .group(let steps): usedFlows(of: steps)
      case .repeat(let inner): usedFlows(of: inner.steps)
      case .flow(let subflow): [subflow]
      default: []
      }
    }
  }

  /// Returns the parts of the record of answers of steps, with the shapes of the flows that the
  /// steps use, which it consumes.
  fileprivate static func parts(
    of steps: [StepDefinition], in list: SourcePlace?, uses: inout ArraySlice<InputType>,
    computed: ((StepDefinition, _ list: SourcePlace) -> InputType)?
  ) -> [RecordPart] {
    var parts: [RecordPart] = []
    for step in steps {
      switch step.kind {
      case .ask(let field): parts.append(RecordPart(name: step.id.name, type: .field(field.type)))
      case .form(let inner, _), .group(let inner):
        parts += self.parts(of: inner, in: list, uses: &uses, computed: computed)
      case .repeat(let inner):
        let items = self.parts(
          of: inner.steps, in: step.id.place, uses: &uses, computed: computed)
        parts.append(RecordPart(name: step.id.name, type: .list(.record(items))))
      case .flow(let subflow):
        let shape = uses.popFirst() ?? subflow.shape
        parts.append(RecordPart(name: step.id.name, type: shape))
      case .compute:
        guard let list, let computed else { continue }
        parts.append(RecordPart(name: step.id.name, type: computed(step, list)))
      default: continue
      }
    }
    return parts
  }
}

extension SubflowDefinition {
  /// The shape of its output.
  ///
  /// - Complexity: O(*n* · *d*), where *n* is the number of steps of the flow and of the flows that
  ///   it uses, and *d* is how deep those are nested: each use's shape is found once.
  var shape: InputType {
    let uses = InputType.usedFlows(of: flow.steps).map(\.shape)
    var remaining = uses[...]
    let answers = InputType.record(
      flow.inputs.map { .init(name: $0.name.name, type: $0.type) }
        + InputType.parts(of: flow.steps, in: nil, uses: &remaining, computed: nil))
    let hasSecrets = answers.degreeOfSecrecy != .clean
    guard let output = flow.output else {
      // Values computed in items may come from any secret of the flow.
      let computed = InputType.field(hasSecrets ? .secret : .string)
      remaining = uses[...]
      return .record(
        InputType.parts(of: flow.steps, in: nil, uses: &remaining) { _, _ in computed })
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
