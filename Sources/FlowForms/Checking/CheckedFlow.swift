// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A flow whose names and types are proven, ready to be walked.
///
/// It is made by ``FlowChecker`` and never changes; any number of sessions share one.
public final class CheckedFlow: Sendable {
  /// What the file says.
  public let definition: FlowDefinition

  /// The inputs, in the file's order.
  public let inputs: [CheckedInput]

  /// The type of what the flow returns.
  public let outputType: ValueType

  /// What stands above the first question.
  let title: CheckedText?

  /// What the flow returns.
  let output: CheckedOutput

  /// The steps in the order in which they are reached, with groups and conditions as branches.
  let plan: [PlanItem]

  /// What each name of the flow stands for.
  let names: [String: NameOrigin]

  /// From the id of a step, or of a field in a form, to the step's index in the plan.
  let stepIndices: [String: Int]

  init(
    definition: FlowDefinition, plan: [PlanItem], names: [String: NameOrigin],
    inputs: [CheckedInput], title: CheckedText?, output: CheckedOutput, outputType: ValueType
  ) {
    self.definition = definition
    self.plan = plan
    self.names = names
    self.inputs = inputs
    self.title = title
    self.output = output
    self.outputType = outputType
    var indices: [String: Int] = [:]
    for (index, item) in plan.enumerated() {
      guard case .step(let step) = item else { continue }
      indices[step.id] = index
      for element in step.elements { indices[element.id] = index }
    }
    stepIndices = indices
  }

  /// The ids of everything that can be answered, in the file's order, with forms' fields.
  public var answerIDs: [String] {
    plan.flatMap { item -> [String] in
      guard case .step(let step) = item else { return [] }
      return step.elements.compactMap { $0.field == nil ? nil : $0.id }
    }
  }

  /// The ids of the steps and fields that stand on the stack, in the file's order.
  public var stepIDs: [String] {
    plan.flatMap { item -> [String] in
      guard case .step(let step) = item else { return [] }
      let ids = step.elements.map(\.id)
      return ids == [step.id] ? ids : [step.id] + ids
    }
  }

  /// The ids of the steps that run a command or call an action, in the file's order.
  public var runIDs: [String] {
    plan.compactMap { item in
      guard case .step(let step) = item, case .run = step.kind else { return nil }
      return step.id
    }
  }

  /// Whether there is a step, or a field of a form, with an id.
  public func hasStep(_ id: String) -> Bool { stepIndices[id] != nil }

  /// Whether an answer can be given in advance under a name: a field's, or a commit's for its yes.
  public func takesAnswer(_ id: String) -> Bool {
    guard let index = stepIndices[id], let step = step(at: index) else { return false }
    if case .commit = step.kind { return true }
    return step.elements.contains { $0.id == id && $0.field != nil }
  }

  /// The word of the step at an index of the plan when it acts and asks nobody; else nil.
  func effectWord(at index: Int) -> String? {
    switch step(at: index)?.kind {
    case .run: "run"
    case .write: "write"
    default: nil
    }
  }

  /// The step at an index of the plan; nil behind the end and at branches and computes.
  func step(at index: Int) -> CheckedStep? {
    guard plan.indices.contains(index), case .step(let step) = plan[index] else { return nil }
    return step
  }
}

/// A piece of the plan that a session walks from the first to the last.
enum PlanItem: Sendable {
  /// A condition: false goes on at another place.
  case branch(PlanBranch)

  /// A value computed on the way.
  case compute(CheckedCompute)

  /// Something that stands on the stack.
  case step(CheckedStep)
}

/// A condition of a step or a group.
struct PlanBranch: Sendable {
  /// The condition.
  let condition: CheckedExpression

  /// The index in the plan at which to go on when it is false.
  var otherwise: Int
}

/// A value that is computed when it is reached.
struct CheckedCompute: Sendable {
  /// Its name.
  let id: String

  /// What computes it.
  let expression: CheckedExpression
}

/// What a name stands for.
enum NameOrigin: Sendable, Hashable {
  /// An input, by its index.
  case input(Int)

  /// An element of a step: the step's index in the plan, and the element's in the step.
  case element(plan: Int, element: Int)

  /// A computed value, by its index in the plan.
  case compute(plan: Int)
}

/// An input with its type.
public struct CheckedInput: Sendable {
  /// What the file says.
  public let definition: InputDefinition

  /// Its name.
  public var name: String { definition.name.name }

  /// The type of its values.
  public let type: ValueType

  /// Whether its value is a secret.
  public var isSecret: Bool { definition.type == .field(.secret) }
}

/// What a flow returns, checked.
indirect enum CheckedOutput: Sendable {
  /// Every answer of the live path.
  case everyAnswer

  /// An expression.
  case expression(CheckedExpression)

  /// A map, in the file's order.
  case map([(key: String, value: CheckedOutput)])

  /// A list.
  case list([CheckedOutput])
}
