// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A flow whose names and types are proven, ready to be walked.
///
/// `FlowFile` of `FlowFiles` makes it from a file or from a ``FlowDefinition``. It never changes;
/// any number of sessions share one.
public final class CheckedFlow: Sendable {
  /// What the file says.
  public let definition: FlowDefinition

  /// The inputs, in the file's order.
  public let inputs: [CheckedInput]

  /// The type of what the flow returns, as a flow that uses it sees it.
  public let outputType: ValueType

  /// The flow's title.
  let title: CheckedText?

  /// What the flow returns.
  let output: CheckedOutput

  /// What happens to the answers that earlier versions saved.
  let migrations: [CheckedMigration]

  /// The steps in the order in which they are reached, with groups and conditions as branches.
  let plan: [PlanItem]

  /// What the names of each scope stand for; the flow's own scope is the first.
  let scopes: [FlowScope]

  /// Whether it has fields of type `path`, for which a session must ask its driver.
  let asksForPaths: Bool

  /// From the id of a step, or of a field in a form, to the step's index in the plan.
  let stepIndices: [String: Int]

  /// Which names stand for secrets.
  let secrets: FlowSecrets

  /// The languages that the flow has texts in; its own is the first.
  public let languages: [String]

  init(
    definition: FlowDefinition, plan: [PlanItem], scopes: [FlowScope],
    inputs: [CheckedInput], title: CheckedText?, output: CheckedOutput, outputType: ValueType,
    migrations: [CheckedMigration], languages: [String]
  ) {
    self.definition = definition
    self.plan = plan
    self.scopes = scopes
    self.inputs = inputs
    self.title = title
    self.output = output
    self.outputType = outputType
    self.migrations = migrations
    self.languages = languages
    asksForPaths = plan.contains { item in
      guard case .step(let step) = item else { return false }
      return step.elements.contains { $0.field?.type == .path }
    }
    var indices: [String: Int] = [:]
    for (index, item) in plan.enumerated() {
      guard case .step(let step) = item else { continue }
      indices[step.id] = index
      for element in step.elements { indices[element.id] = index }
    }
    stepIndices = indices
    secrets = FlowSecrets(inputs: inputs, plan: plan, scopes: scopes)
  }

  /// The ids of everything that can be answered in advance, in the file's order: fields, those of
  /// forms too, and lists of records as a whole.
  public var answerIDs: [String] {
    plan.flatMap { item -> [String] in
      guard case .step(let step) = item, step.repeats.isEmpty else { return [] }
      if case .repeat = step.kind { return [step.id] }
      return step.elements.compactMap { $0.field == nil ? nil : $0.id }
    }
  }

  /// The ids of the steps and fields that are on the stack, in the file's order.
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

  /// Whether the step with an id runs a command, and not an action.
  public func runsCommand(_ id: String) -> Bool {
    guard case .command? = run(id)?.call.target else { return false }
    return true
  }

  /// What the step with an id keeps of a command's or an action's result; nil: nothing.
  public func capture(of id: String) -> CaptureDefinition.Kind? { run(id)?.capture?.kind }

  private func run(_ id: String) -> CheckedRun? {
    guard let index = stepIndices[id.withoutPositions], case .run(let run)? = step(at: index)?.kind
    else { return nil }
    return run
  }

  /// Whether there is a step, or a field of a form, with an id; `env[2].key` for that of an item.
  public func hasStep(_ id: String) -> Bool { stepIndices[id.withoutPositions] != nil }

  /// Whether a list of records is asked for under an id.
  public func isList(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions] else { return false }
    return `repeat`(at: index) != nil
  }

  /// Whether several choices may be picked under an id.
  public func takesChoices(_ id: String) -> Bool {
    guard let index = stepIndices[id], let step = step(at: index) else { return false }
    return step.elements.contains { $0.id == id && $0.field?.type == .choices }
  }

  /// Whether a name stands for what a flow inside this flow returns, or for an id inside one.
  public func isSubflow(_ id: String) -> Bool {
    stepIndices.keys.contains { $0.hasPrefix(id.withoutPositions + ".") }
  }

  /// Whether an answer can be given in advance under a name: a field's, or a commit's for its yes.
  public func takesAnswer(_ id: String) -> Bool {
    guard let index = stepIndices[id], let step = step(at: index), step.repeats.isEmpty else {
      return false
    }
    switch step.kind {
    case .commit, .repeat: return true
    default: break
    }
    return step.elements.contains { $0.id == id && $0.field != nil }
  }

  /// The list of records at an index of the plan; nil when there is none.
  func `repeat`(at index: Int) -> CheckedRepeat? {
    guard case .repeat(let list)? = step(at: index)?.kind else { return nil }
    return list
  }

  /// The index in the plan at which a session continues after an index: the items of a list are no
  /// part of the way.
  func index(after index: Int) -> Int { `repeat`(at: index).map { $0.end + 1 } ?? index + 1 }

  /// The value of a typed text as the answer of a field; nil when there is no such field, or the
  /// text is none of its type.
  ///
  /// Choices from data are known only to a session, and have no typed form here.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - id: The field's id.
  ///   - zone: The zone of moments without an offset.
  /// - Returns: The value; nil for an empty text too.
  public func value(typed text: String, for id: String, in zone: ZoneRules = .utc) -> Value? {
    guard let index = stepIndices[id],
      let field = step(at: index)?.elements.first(where: { $0.id == id })?.field
    else { return nil }
    var choices: [Choice] = []
    if case .listed(let listed)? = field.choices {
      choices = listed.map { Choice(value: $0.value, label: $0.value.plainText) }
    }
    if field.type.isChoice, choices.isEmpty { return nil }
    return try? AnswerParser(type: field.type, choices: choices, zone: zone).parse(text)
  }

  /// The word of the step at an index of the plan when it acts and asks no one; else nil.
  func effectWord(at index: Int) -> String? {
    switch step(at: index)?.kind {
    case .run: "run"
    case .write: "write"
    default: nil
    }
  }

  /// The step at an index of the plan; nil after the end and at branches and computes.
  func step(at index: Int) -> CheckedStep? {
    guard plan.indices.contains(index), case .step(let step) = plan[index] else { return nil }
    return step
  }
}

/// A piece of the plan that a session walks from the first to the last.
enum PlanItem: Sendable {
  /// A condition: false continues at another place.
  case branch(PlanBranch)

  /// A value computed on the way.
  case compute(CheckedCompute)

  /// An entry of the stack.
  case step(CheckedStep)

  /// The values that a flow inside the flow is given.
  case call(CheckedSubflow)

  /// The end of a flow inside the flow: its output.
  case result(CheckedOutput)

  /// The end of what is asked for an item of the list at an index of the plan.
  case itemEnd(of: Int)
}

/// A condition of a step or a group.
struct PlanBranch: Sendable {
  /// The condition.
  let condition: FlowExpression

  /// The index in the plan at which to continue when it is false.
  var otherwise: Int
}

/// A value that is computed when it is reached.
struct CheckedCompute: Sendable {
  /// Its name.
  let id: String

  /// What computes it.
  let expression: FlowExpression
}

/// What a name stands for.
enum NameOrigin: Sendable, Hashable {
  /// An input, by its index.
  case input(Int)

  /// An input of a flow inside the flow, by the index of its call in the plan and its own.
  case argument(plan: Int, index: Int)

  /// `index`, the position of the item that is asked for, of the list at an index of the plan.
  case position(of: Int)

  /// `items`, the finished items of the list at an index of the plan.
  case items(of: Int)

  /// `item`, the element that the item stands for, of the list at an index of the plan.
  case overElement(of: Int)

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
  /// Every answer of a scope that was asked.
  case everyAnswer(scope: Int)

  /// An expression.
  case expression(FlowExpression)

  /// A map, in the file's order.
  case map([(key: String, value: CheckedOutput)])

  /// A list.
  case list([CheckedOutput])
}
