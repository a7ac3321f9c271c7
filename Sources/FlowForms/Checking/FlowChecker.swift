// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import SourceDiagnostics

/// Proves the names and types of a flow, and makes it ready to be walked.
///
/// A flow that passes can't fail on a name or a type while a person sits in front of it.
package enum FlowChecker {
  /// Checks a flow with a follower that understands more of its conditions than their wording.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - follower: Who is told of everything on the way; nil for the literal reading alone.
  /// - Returns: The flow, nil when it has errors, and everything that was found, in no order.
  /// - Complexity: O(*n*) in the size of the flow, times the conditions on a path.
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
  var follower: (any FlowFollower)?

  /// What was found.
  var diagnostics: [Diagnostic] = []

  /// What expressions are compiled with, names apart.
  let environment = ExpressionEnvironment.flows

  /// The languages of the texts so far; the flow's own is the first.
  var languages: [String]

  /// What expressions may name at the present place.
  var scope = FlowNames()

  /// What each name of the flow is, as far as it was reached.
  var declared: [String: Declaration] = [:]

  /// What each id of the flow stands for, reached or not.
  let named: [String: Named]

  /// The names of the scopes so far; the flow's own is the first.
  var scopes = [FlowScope(parent: nil)]

  /// The number of the scope of the present place.
  var scopeNumber = 0

  /// The prefix of the ids of the present scope: `env[].`, `license.`.
  var prefix = ""

  /// The indices in the plan of the lists in whose items the present place is.
  var repeats: [Int] = []

  /// What the names that an item hides stood for, for each list around the present place.
  var hidden: [HiddenNames] = []

  /// Whether the flow is gone through for the types of `items` alone; what is found is forgotten.
  var isTyping = false

  /// The types of the elements of `items`, by the place of the list's id.
  var itemTypes: [SourcePlace: ItemType] = [:]

  /// The id of the step that is being checked.
  var present: String?

  /// The conditions on the way to the present place.
  var path: [FlowExpression] = []

  /// The titled groups and used flows around the present place, the outermost first.
  var sections: [CheckedSection] = []

  /// What the conditions on the way prove: their conjuncts.
  var proven: [ParsedExpression: Int] = [:]

  /// What holds besides where an expression is evaluated: that a check failed, for its message.
  var assumed: [Guard] = []

  /// Whether a `stop` that completes the flow was passed.
  var isAfterEnd = false

  /// Whether the output is being checked, which is evaluated at every end of the flow.
  var isAtEnd = false

  /// The plan so far.
  var plan: [PlanItem] = []

  /// What a name of the flow is.
  struct Declaration {
    let origin: NameOrigin
    let type: ValueType

    /// The only values that it can have, where they are known.
    let knownValues: KnownValues?
    let place: SourcePlace

    /// What must be true for it to have been asked: conjuncts of conditions.
    let conditions: [ParsedExpression]

    /// Whether it has a value wherever it was asked.
    let isRequired: Bool

    /// Whether a `stop` that completes the flow is before it, so that the output may be
    /// evaluated without it.
    let isAfterEnd: Bool
  }

  init(_ definition: FlowDefinition, follower: (any FlowFollower)?) {
    self.definition = definition
    languages = [definition.language]
    self.follower = follower
    named = Self.named(in: definition)
  }

  /// The way in which the flow of a step was reached, for its own checking.
  init(_ flow: FlowDefinition, in outer: inout FlowChecking, follower: (any FlowFollower)?) {
    self.init(flow, follower: follower)
    // One plan holds the steps of both, so it moves to and fro.
    swap(&plan, &outer.plan)
    swap(&scopes, &outer.scopes)
    scopeNumber = scopes.count
    scopes.append(FlowScope(parent: nil))
    repeats = outer.repeats
    isTyping = outer.isTyping
    itemTypes = outer.itemTypes
  }

  /// Everything that was found, without warnings that the file allows.
  var allowedDiagnostics: [Diagnostic] {
    diagnostics.filter { $0.severity == .error || !definition.allow.contains($0.id) }
  }

  mutating func run() -> CheckedFlow {
    checkIDs()
    typeItems()
    let inputs = checkInputs { .input($0) }
    let title = check(definition.title)
    checkSteps(definition.steps)
    let migrations = checkMigrations()
    let (output, outputType) = checkOutput(definition.output)
    return CheckedFlow(
      definition: definition, plan: plan, scopes: scopes, inputs: inputs, title: title,
      output: output, outputType: outputType, migrations: migrations, languages: languages)
  }

  /// Checks the inputs, each of which comes from where its index leads.
  mutating func checkInputs(_ origin: (Int) -> NameOrigin) -> [CheckedInput] {
    var inputs: [CheckedInput] = []
    for (index, input) in definition.inputs.enumerated() {
      if let checked = checkInput(input, origin(index)) { inputs.append(checked) }
    }
    return inputs
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  // MARK: Steps

  mutating func checkSteps(_ steps: [StepDefinition]) {
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
    checkStandsOutsideItems(step)
    guard let when = step.when.map({ check($0, expecting: .bool) }) else {
      return checkReached(step)
    }
    guard let when else {
      // The condition is wrong and was reported; what is under it is checked all the same.
      return checkReached(step)
    }
    let branch = plan.count
    plan.append(.branch(PlanBranch(condition: when, otherwise: 0)))
    path.append(when)
    reached(when: when) { $0.checkReached(step) }
    path.removeLast()
    plan[branch] = .branch(PlanBranch(condition: when, otherwise: plan.count))
  }

  /// Checks what is reached only when a condition is true, so that the condition proves what it
  /// says there.
  mutating func reached<Result>(
    when condition: FlowExpression?, _ check: (inout FlowChecking) -> Result
  ) -> Result {
    guard let condition else { return check(&self) }
    let conjuncts = condition.compiled.root.conjuncts
    for conjunct in conjuncts { proven[conjunct, default: 0] += 1 }
    follower?.enter(condition.compiled, from: condition.source)
    let result = check(&self)
    follower?.leave()
    for conjunct in conjuncts {
      if let count = proven[conjunct] { proven[conjunct] = count > 1 ? count - 1 : nil }
    }
    return result
  }

  /// Checks what's evaluated only where a condition came out as told.
  mutating func assuming<Result>(
    _ condition: FlowExpression?, isTrue: Bool, _ check: (inout FlowChecking) -> Result
  ) -> Result {
    guard let condition else { return check(&self) }
    assumed.append(Guard(condition.compiled.root, isTrue: isTrue))
    follower?.assume(assumed)
    let result = check(&self)
    assumed.removeLast()
    follower?.assume(assumed)
    return result
  }

  private mutating func checkReached(_ step: StepDefinition) {
    switch step.kind {
    case .group(let steps):
      let title = check(step.title)
      inSection(step.id, titled: title) { $0.checkSteps(steps) }
    case .compute(let source):
      let expression = check(source)
      follower?.declare(step.id, as: expression?.compiled.type ?? .dyn, .compute(source))
      guard let expression else {
        return declare(step.id, as: .unknown, origin: .compute(plan: plan.count), isRequired: true)
      }
      declare(
        step.id, as: expression.compiled.type, origin: .compute(plan: plan.count),
        isRequired: true, knownValues: knownValues(ofNamed: expression))
      recordCompute(step.id, at: .compute(plan: plan.count))
      plan.append(.compute(CheckedCompute(id: step.id.name, expression: expression)))
    case .ask(let field):
      checkQuestion(step, field)
    case .form(let elements, let validations):
      checkForm(step, elements, validations)
    case .note(let text): append(step, .note, text: text)
    case .repeat(let definition): checkRepeat(step, definition)
    case .flow(let subflow): checkSubflow(step, subflow)
    case .review: append(step, .review, text: nil)
    case .commit(let text): append(step, .commit, text: text)
    case .stop(let text, let outcome):
      append(step, .stop(outcome), text: text)
      follower?.pass(stop: step.id, outcome: outcome)
      if outcome == .completed { isAfterEnd = true }
    case .run(let run): checkRun(step, run)
    case .write(let write): checkWrite(step, write)
    }
  }

  /// Checks what is in a group or a used flow; without a title it's no section.
  mutating func inSection(
    _ id: Identifier, titled title: CheckedText?, _ check: (inout FlowChecking) -> Void
  ) {
    guard let title else { return check(&self) }
    sections.append(CheckedSection(id: prefix + id.name, title: title))
    check(&self)
    sections.removeLast()
  }

  private mutating func append(
    _ step: StepDefinition, _ kind: CheckedStep.Kind, text: LocalizedText?
  ) {
    plan.append(
      .step(
        CheckedStep(
          id: prefix + step.id.name, kind: kind, repeats: repeats, title: check(step.title),
          text: check(text), elements: [], validations: [], conditions: path, sections: sections,
          place: step.place)))
  }

  private mutating func checkQuestion(_ step: StepDefinition, _ field: FieldDefinition) {
    let title = check(step.title)
    let index = plan.count
    let checked = checkField(field, id: step.id)
    declareAnswer(step.id, checked, origin: .element(plan: index, element: 0))
    follower?.declare(
      step.id, as: checked.valueType, .field(field), knowing: checked.knownValues)
    plan.append(
      .step(
        CheckedStep(
          id: checked.id, kind: .ask, repeats: repeats, title: title, text: nil,
          elements: [
            CheckedElement(id: checked.id, kind: .field(checked), when: nil, readsElements: [])
          ], validations: [], conditions: path, sections: sections, place: step.place)))
  }

  // MARK: Names

  /// Makes a field's answer known to what follows.
  mutating func declareAnswer(_ id: Identifier, _ field: CheckedField, origin: NameOrigin) {
    scope.declareLabel(of: id.name, field.type)
    let isRequired: Bool
    switch field.required {
    case nil, .known(.bool(true)): isRequired = true
    default: isRequired = false
    }
    declare(
      id, as: field.valueType, origin: origin, isRequired: isRequired,
      knownValues: field.knownValues)
    scopes[scopeNumber].answers.append(ScopeAnswer(name: id.name, origin: origin))
  }

  /// Makes a name known to what follows.
  ///
  /// What `isRequired` has a value wherever it's asked; what `isAlways`, as an item's position, has
  /// one wherever it's known.
  mutating func declare(
    _ id: Identifier, as type: ValueType, origin: NameOrigin, isRequired: Bool,
    isAlways: Bool = false, knownValues: KnownValues? = nil
  ) {
    guard scopes[scopeNumber].names[id.name] == nil else { return }
    scopes[scopeNumber].names[id.name] = origin
    hide(id.name)
    let knownValues = knownValues?.ofModerateSize
    declared[id.name] = Declaration(
      origin: origin, type: type, knownValues: knownValues, place: id.place,
      conditions: isAlways ? [] : Array(proven.keys),
      isRequired: isRequired, isAfterEnd: isAfterEnd)
    scope.declare(
      VariableDeclaration(
        id.name, type,
        presence: isAlways || proven.isEmpty && isRequired ? .always : .maybe,
        knownValues: knownValues))
  }

  private mutating func checkInput(
    _ input: InputDefinition, _ origin: NameOrigin
  ) -> CheckedInput? {
    let type = input.type.valueType
    declare(
      input.name, as: type, origin: origin, isRequired: true,
      knownValues: knownValues(of: input.type))
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

  mutating func checkOutput(
    _ output: OutputDefinition?
  ) -> (CheckedOutput, ValueType) {
    isAtEnd = true
    follower?.reachOutput()
    for (name, declaration) in declared where declaration.isAfterEnd {
      scope.declare(
        VariableDeclaration(
          name, declaration.type, presence: .maybe, knownValues: declaration.knownValues))
    }
    // Nothing in a flow reads the type of its own output.
    guard let output else { return (.everyAnswer(scope: 0), .map(.string, .dyn)) }
    return check(output)
  }

  /// Checks a value whose leaves are expressions.
  mutating func check(_ output: OutputDefinition) -> (CheckedOutput, ValueType) {
    switch output {
    case .expression(let source):
      guard let expression = check(source) else { return (.list([]), .unknown) }
      return (.expression(expression), expression.compiled.type)
    case .map(let entries):
      var checked: [(key: String, value: CheckedOutput)] = []
      var fields: [RecordType.Field] = []
      for entry in entries {
        let (value, type) = check(entry.value)
        checked.append((entry.key.name, value))
        fields.append(RecordType.Field(entry.key.name, leaf: type))
      }
      return (.map(checked), .record(RecordType(fields)))
    case .list(let items):
      var types: [ValueType] = []
      let checked = items.map { item in
        let (value, type) = check(item)
        types.append(RecordType.Field("", leaf: type).type)
        return value
      }
      return (.list(checked), .list(types.isEmpty ? .dyn : ValueType.joined(types)))
    }
  }
}

extension RecordType.Field {
  /// A field of a record whose leaves are left out when they are absent.
  init(_ name: String, leaf type: ValueType) {
    if case .optional(let inner) = type {
      self.init(name, inner, isOptional: true)
    } else {
      self.init(name, type)
    }
  }
}
