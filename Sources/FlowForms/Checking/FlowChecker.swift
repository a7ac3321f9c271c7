// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import SourceDiagnostics

/// Proves the names and types of a flow, and makes it ready to be walked.
///
/// A flow that passes cannot fail on a name or a type while a person sits in front of it.
///
/// ```swift
/// let (flow, diagnostics) = FlowChecker.check(definition)
/// ```
public enum FlowChecker {
  /// Checks a flow.
  ///
  /// - Returns: The flow, nil when it has errors, and everything that was found, in no order.
  /// - Complexity: O(*n*) in the size of the flow, times the conditions on a path.
  public static func check(
    _ definition: FlowDefinition
  ) -> (flow: CheckedFlow?, diagnostics: [Diagnostic]) {
    check(definition, follower: nil)
  }

  /// Checks a flow with somebody who understands more of its conditions than their wording.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - follower: Who is told of everything on the way; nil for the literal reading alone.
  /// - Returns: The flow, nil when it has errors, and everything that was found, in no order.
  package static func check(
    _ definition: FlowDefinition, follower: (any FlowFollower)?
  ) -> (flow: CheckedFlow?, diagnostics: [Diagnostic]) {
    var checking = FlowChecking(definition, follower: follower)
    let flow = checking.run()
    let found = checking.allowedDiagnostics
    return (found.contains { $0.severity == .error } ? nil : flow, found)
  }
}

/// The work of checking one flow, from its first line to its last.
struct FlowChecking {
  let definition: FlowDefinition

  /// Who understands more of the conditions than their wording.
  let follower: (any FlowFollower)?

  /// What was found.
  var diagnostics: [Diagnostic] = []

  /// What expressions are compiled with, names apart.
  let environment = ExpressionEnvironment.flows

  /// What expressions may name at the present place.
  var scope = FlowNames()

  /// What each name of the flow is, as far as it was reached.
  var declared: [String: Declaration] = [:]

  /// What each id of the flow stands for, reached or not.
  let named: [String: Named]

  /// The id of the step that is being checked.
  var present: String?

  /// The conditions on the way to the present place.
  var path: [CheckedExpression] = []

  /// What the conditions on the way prove: their conjuncts.
  var proven: [Expression: Int] = [:]

  /// Whether a `stop` that completes the flow was passed.
  var isBehindEnd = false

  /// Whether the output is being checked, which is evaluated at every end of the flow.
  var isAtEnd = false

  /// The plan so far.
  var plan: [PlanItem] = []

  /// What a name of the flow is.
  struct Declaration {
    let origin: NameOrigin
    let type: ValueType
    let place: SourcePlace

    /// What must be true for it to have been asked: conjuncts of conditions.
    let conditions: [Expression]

    /// Whether it has a value wherever it was asked.
    let isRequired: Bool

    /// Whether a `stop` that completes the flow stands before it, so that the output may be
    /// evaluated without it.
    let isBehindEnd: Bool
  }

  init(_ definition: FlowDefinition, follower: (any FlowFollower)?) {
    self.definition = definition
    self.follower = follower
    named = Self.named(in: definition)
  }

  /// Everything that was found, without warnings that the file allows.
  var allowedDiagnostics: [Diagnostic] {
    diagnostics.filter { $0.severity == .error || !definition.allow.contains($0.id) }
  }

  mutating func run() -> CheckedFlow {
    checkIDs()
    let inputs = definition.inputs.enumerated().compactMap { index, input in
      checkInput(input, at: index)
    }
    let title = check(definition.title)
    _ = title
    checkSteps(definition.steps)
    let (output, outputType) = checkOutput(definition.output)
    var names: [String: NameOrigin] = [:]
    for (name, declaration) in declared { names[name] = declaration.origin }
    return CheckedFlow(
      definition: definition, plan: plan, names: names, inputs: inputs, title: title,
      output: output, outputType: outputType)
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  // MARK: Steps

  private mutating func checkSteps(_ steps: [StepDefinition]) {
    for step in steps { checkStep(step) }
  }

  private mutating func checkStep(_ step: StepDefinition) {
    allowing(step) { $0.checkConditionAndContent(of: step) }
  }

  /// Checks a step, and forgets the warnings that it allows.
  mutating func allowing<Result>(
    _ step: StepDefinition, _ check: (inout FlowChecking) -> Result
  ) -> Result {
    let before = diagnostics.count
    let result = check(&self)
    guard !step.allow.isEmpty else { return result }
    let kept = diagnostics[before...].filter {
      $0.severity == .error || !step.allow.contains($0.id)
    }
    diagnostics.replaceSubrange(before..., with: kept)
    return result
  }

  private mutating func checkConditionAndContent(of step: StepDefinition) {
    present = step.id.name
    guard let when = step.when.map({ check($0, expecting: .bool) }) else {
      return checkReached(step)
    }
    guard let when else {
      // The condition is wrong and was reported; what stands under it is checked all the same.
      return checkReached(step)
    }
    let branch = plan.count
    plan.append(.branch(PlanBranch(condition: when, otherwise: 0)))
    let conjuncts = when.compiled.root.conjuncts
    path.append(when)
    follower?.enter(when.compiled, from: when.source)
    for conjunct in conjuncts { proven[conjunct, default: 0] += 1 }
    checkReached(step)
    path.removeLast()
    follower?.leave()
    for conjunct in conjuncts {
      if let count = proven[conjunct], count > 1 {
        proven[conjunct] = count - 1
      } else {
        proven[conjunct] = nil
      }
    }
    plan[branch] = .branch(PlanBranch(condition: when, otherwise: plan.count))
  }

  private mutating func checkReached(_ step: StepDefinition) {
    switch step.kind {
    case .group(let steps):
      checkSteps(steps)
    case .compute(let source):
      let expression = check(source)
      follower?.declare(step.id, as: expression?.compiled.type ?? .dyn, .compute(source))
      guard let expression else {
        return declare(step.id, as: .dyn, origin: .compute(plan: plan.count), isRequired: true)
      }
      declare(
        step.id, as: expression.compiled.type, origin: .compute(plan: plan.count), isRequired: true)
      plan.append(.compute(CheckedCompute(id: step.id.name, expression: expression)))
    case .ask(let field):
      checkQuestion(step, field)
    case .form(let elements, let validations):
      checkForm(step, elements, validations)
    case .note(let text): append(step, .note, text: text)
    case .review: append(step, .review, text: nil)
    case .commit(let text): append(step, .commit, text: text)
    case .stop(let text, let outcome):
      append(step, .stop(outcome), text: text)
      follower?.pass(stop: step.id, outcome: outcome)
      if outcome == .completed { isBehindEnd = true }
    case .run(let run): checkRun(step, run)
    case .write(let write): checkWrite(step, write)
    }
  }

  private mutating func append(
    _ step: StepDefinition, _ kind: CheckedStep.Kind, text: LocalizedText?
  ) {
    plan.append(
      .step(
        CheckedStep(
          id: step.id.name, kind: kind, title: check(step.title), text: check(text), elements: [],
          validations: [], conditions: path, place: step.place)))
  }

  private mutating func checkQuestion(_ step: StepDefinition, _ field: FieldDefinition) {
    let title = check(step.title)
    let index = plan.count
    let checked = checkField(field, id: step.id)
    declareAnswer(step.id, checked, origin: .element(plan: index, element: 0))
    follower?.declare(step.id, as: checked.valueType, .field(field))
    plan.append(
      .step(
        CheckedStep(
          id: step.id.name, kind: .ask, title: title, text: nil,
          elements: [
            CheckedElement(id: step.id.name, kind: .field(checked), when: nil, readsElements: [])
          ], validations: [], conditions: path, place: step.place)))
  }

  // MARK: Names

  /// Makes a field's answer known to what follows.
  mutating func declareAnswer(_ id: Identifier, _ field: CheckedField, origin: NameOrigin) {
    let isRequired: Bool
    switch field.required {
    case nil, .known(.bool(true)): isRequired = true
    default: isRequired = false
    }
    declare(
      id, as: field.valueType, origin: origin, isRequired: isRequired,
      knownValues: field.knownValues)
  }

  /// Makes a name known to what follows.
  mutating func declare(
    _ id: Identifier, as type: ValueType, origin: NameOrigin, isRequired: Bool,
    knownValues: [Value]? = nil
  ) {
    guard declared[id.name] == nil else { return }
    declared[id.name] = Declaration(
      origin: origin, type: type, place: id.place, conditions: Array(proven.keys),
      isRequired: isRequired, isBehindEnd: isBehindEnd)
    scope.declare(
      VariableDeclaration(
        id.name, type, presence: proven.isEmpty && isRequired ? .always : .maybe,
        knownValues: knownValues))
  }

  private mutating func checkInput(_ input: InputDefinition, at index: Int) -> CheckedInput? {
    let type = input.type.valueType
    declare(input.name, as: type, origin: .input(index), isRequired: true)
    follower?.declare(input.name, as: type, .input(input))
    if let literal = input.defaultValue, !input.type.accepts(literal.value) {
      report(
        Diagnostic(
          "wrong-type",
          "the default of '\(input.name)' must be \(input.type.described)"
            + input.type.fault(in: literal.value), at: literal.place))
    }
    return CheckedInput(definition: input, type: type)
  }

  // MARK: Output

  private mutating func checkOutput(
    _ output: OutputDefinition?
  ) -> (CheckedOutput, ValueType) {
    guard let output else { return (.everyAnswer, .map(.string, .dyn)) }
    isAtEnd = true
    follower?.reachOutput()
    for (name, declaration) in declared where declaration.isBehindEnd {
      scope.declare(VariableDeclaration(name, declaration.type, presence: .maybe))
    }
    return check(output)
  }

  mutating func check(_ output: OutputDefinition) -> (CheckedOutput, ValueType) {
    switch output {
    case .expression(let source):
      guard let expression = check(source) else { return (.list([]), .dyn) }
      return (.expression(expression), expression.compiled.type)
    case .map(let entries):
      var checked: [(key: String, value: CheckedOutput)] = []
      for entry in entries { checked.append((entry.key.name, check(entry.value).0)) }
      return (.map(checked), .map(.string, .dyn))
    case .list(let items):
      return (.list(items.map { check($0).0 }), .list(.dyn))
    }
  }
}
