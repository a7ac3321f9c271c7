// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
package import SourceDiagnostics

/// Checks the names and types of a flow, and prepares it for sessions.
///
/// A flow that passes can't fail because of a name or a type during a walk.
package enum FlowChecker {
  /// Checks a flow, with a follower that can conclude more from its conditions than their wording.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - follower: The follower, or nil to take conditions literally.
  /// - Returns: What's known about the flow, the flow itself, or nil if it has errors, and all findings in no
  ///   particular order.
  /// - Complexity: O(*n*) in the size of the flow, times the number of conditions on a path.
  package static func check(
    _ definition: FlowDefinition, follower: (any FlowFollower)?
  ) -> (index: FlowIndex, flow: CheckedFlow?, diagnostics: [Diagnostic]) {
    let (index, flow, diagnostics, _) = checkCounting(definition, follower: follower)
    return (index, flow, diagnostics)
  }

  /// Checks a flow, and counts the comparisons of unknown names with known ones.
  package static func checkCounting(
    _ definition: FlowDefinition, follower: (any FlowFollower)?
  ) -> (index: FlowIndex, flow: CheckedFlow?, diagnostics: [Diagnostic], work: Int) {
    var checking = FlowChecking(definition, follower: follower)
    let flow = checking.run()
    return (checking.index, flow, checking.allowedDiagnostics, checking.nearMisses.work)
  }
}

/// The state of checking one flow.
struct FlowChecking {
  let definition: FlowDefinition

  /// The object that concludes more from conditions than their wording.
  var follower: (any FlowFollower)?

  /// The findings so far.
  var diagnostics: [Diagnostic] = []

  /// The index of the flow so far.
  var index: FlowIndex

  /// The index of the current step; nil outside of steps.
  var step: Int?

  /// Returns how to give something a name that isn't seen at the current place, because only parameters are: in
  /// functions, and in files that texts use `with` names.
  var sight: ((String) -> String)?

  /// The place where a text uses the file that's checked; nil outside of such files.
  var used: SourcePlace?

  /// The findings in files that texts use, so that each is reported once.
  var foundInFiles: Set<Finding> = []

  /// A finding, wherever the file is used.
  struct Finding: Hashable {
    let id: DiagnosticID
    let message: String
    let place: SourcePlace
  }

  /// The meanings of names at the current place.
  var meanings = Meanings()

  /// The number of parts with mistakes that were understood nevertheless.
  var understood = 0

  /// Whether the current place is in such a part.
  var isUnderstanding = false

  /// The steps that can't be read, the last one first, by the place of the step that contains them.
  var lost: [SourcePlace?: [LostPart]]

  /// The index of the name of the current step, if the step can't be read.
  var lostName: Int?

  /// The environment for compiling expressions, without names.
  var environment: ExpressionEnvironment

  /// The languages of the texts so far; the flow's own is the first.
  var languages: [String]

  /// The names that expressions can read at the current place.
  var scope = FlowNames()

  /// The search for the names that were meant.
  var nearMisses: NearMissSearch { scope.nearMisses }

  /// The declarations of the names that were reached.
  var declared: [String: Declaration] = [:]

  /// The step or input that has each id of the flow, whether or not it was reached.
  let named: [String: Named]

  /// The scopes so far.
  ///
  /// The first is the flow's own.
  var scopes = [FlowScope(parent: nil)]

  /// The number of the current scope.
  var scopeNumber = 0

  /// The prefix of ids in the current scope: `env[].`, `license.`.
  var prefix = ""

  /// The indices in the plan of the lists that contain the current place.
  var repeats: [Int] = []

  /// The outer meaning of the names that items hide, for each list that contains the current place.
  var hidden: [HiddenNames] = []

  /// Whether this pass only infers the types of `items`.
  ///
  /// Its findings are discarded.
  var isTyping = false

  /// The types of the elements of `items`, by the place of the list's id.
  var itemTypes: [SourcePlace: ItemType] = [:]

  /// The id of the current step.
  var present: String?

  /// Whether `items` has only the records before the one that's asked, in the expression that's checked.
  var readsEarlierItems = false

  /// The conditions on the path to the current place.
  var path: [FlowExpression] = []

  /// The titled groups and used flows that contain the current place, outermost first.
  var sections: [CheckedSection] = []

  /// The facts that the conditions on the path prove: their conjuncts.
  var proven: [ParsedExpression: Int] = [:]

  /// The conditions in its scope around the current place.
  var conditionsInScope: [FlowExpression] = []

  /// The names that conditions of steps read so far.
  var namesInConditions: Set<String> = []

  /// The additional facts when an expression is evaluated: for the message of a check, that the
  /// check failed.
  var assumed: [Guard] = []

  /// The facts about the names of the loops of a text that contain the current place.
  var loopFacts: [Guard] = []

  /// The number of conditions with mistakes around the current place.
  var unknownConditions = 0

  /// Whether the current place follows a `stop` that completes the flow.
  var isAfterEnd = false

  /// Whether the output is being checked, which is evaluated wherever the flow ends.
  var isAtEnd = false

  /// The plan so far.
  var plan: [PlanItem] = []

  /// The declaration of a name.
  struct Declaration {
    let origin: NameOrigin

    /// The index of the name.
    let number: Int
    let type: ValueType

    /// The possible values, if they're known.
    let knownValues: KnownValues?
    let place: SourcePlace

    /// The conditions under which it's asked, as conjuncts.
    let conditions: [ParsedExpression]

    /// Whether it has a value whenever it was asked.
    let isRequired: Bool

    /// Whether it follows a `stop` that completes the flow, so that the output can be evaluated
    /// without it.
    let isAfterEnd: Bool
  }

  init(_ definition: FlowDefinition, follower: (any FlowFollower)?) {
    self.definition = definition
    index = FlowIndex(definition)
    lost = Dictionary(grouping: definition.lost.reversed().filter { $0.step != nil }) {
      $0.container
    }
    environment = .flow(with: definition.extensions.functions)
    languages = [definition.language]
    self.follower = follower
    named = Self.named(in: definition)
  }

  /// Creates the state for checking a used flow, at the place where it's used.
  init(_ flow: FlowDefinition, in outer: inout FlowChecking, follower: (any FlowFollower)?) {
    self.init(flow, follower: follower)
    scope = FlowNames(nearMisses: outer.nearMisses)
    // Both flows share a plan, so it's moved between them.
    swap(&plan, &outer.plan)
    swap(&scopes, &outer.scopes)
    scopeNumber = scopes.count
    scopes.append(FlowScope(parent: nil))
    repeats = outer.repeats
    isTyping = outer.isTyping
    itemTypes = outer.itemTypes
  }

  /// The findings, except warnings that the file allows.
  var allowedDiagnostics: [Diagnostic] {
    diagnostics.filter { $0.severity == .error || !definition.allow.contains($0.id) }
  }

  /// Checks the flow, and returns it if it has no errors.
  ///
  /// A flow with errors has a plan with holes, to which its names may refer.
  mutating func run() -> CheckedFlow? {
    checkFunctions()
    checkIDs()
    checkKeys()
    checkPathsInData()
    typeItems()
    let inputs = checkInputs { .input($0) }
    let title = check(definition.title, for: .flowTitle)
    checkSteps(definition.steps)
    let migrations = checkMigrations()
    let (output, outputType) = checkOutput(definition.output)
    index.resolveLostNames()
    index.answerScopes = scopes
    index.secrets = FlowSecrets(inputs: inputs, plan: plan, scopes: scopes)
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    return CheckedFlow(
      definition: definition, plan: plan, scopes: scopes, inputs: inputs, title: title,
      output: output, outputType: outputType, migrations: migrations, languages: languages,
      secrets: index.secrets, unreadCaptures: unreadCaptures)
  }

  /// Checks the inputs.
  ///
  /// The closure returns the origin of the input at an index.
  mutating func checkInputs(_ origin: (Int) -> NameOrigin) -> [CheckedInput] {
    var inputs: [CheckedInput] = []
    for (index, input) in definition.inputs.enumerated() {
      if let checked = checkInput(input, origin(index)) { inputs.append(checked) }
    }
    return inputs
  }

  mutating func report(_ diagnostic: Diagnostic) {
    guard let used else { return diagnostics.append(diagnostic) }
    // A test that's needless in one place that uses the file can be needed in another.
    guard diagnostic.id != "redundant-presence-test" else { return }
    let finding = Finding(
      id: diagnostic.id, message: diagnostic.message, place: diagnostic.place)
    guard foundInFiles.insert(finding).inserted else { return }
    var diagnostic = diagnostic
    if diagnostic.place.file != used.file {
      diagnostic.notes.append(.init("the file is used here", at: used))
    }
    diagnostics.append(diagnostic)
  }

  // MARK: Steps

  /// Checks steps that are in the current one, or those of the flow.
  mutating func checkSteps(_ steps: [StepDefinition]) {
    let outer = step
    defer { step = outer }
    for next in steps.indices {
      understandLost(in: outer, before: steps[next])
      begin(next, in: outer)
      checkStep(steps[next])
    }
    understandLost(in: outer, before: nil)
  }

  private mutating func checkStep(_ step: StepDefinition) {
    allowing(step) { $0.checkConditionAndContent(of: step) }
  }

  /// Checks a step, and removes the warnings that it allows.
  mutating func allowing<Result>(
    _ step: StepDefinition, _ check: (inout FlowChecking) -> Result
  ) -> Result {
    let (before, foundBefore) = (diagnostics.count, foundInFiles)
    let result = check(&self)
    guard !step.allow.isEmpty else { return result }
    let kept = diagnostics[before...].filter {
      $0.severity == .error || !step.allow.contains($0.id)
    }
    // A finding that's allowed here can be reported where another step uses the file.
    if kept.count < diagnostics.count - before { foundInFiles = foundBefore }
    diagnostics.replaceSubrange(before..., with: kept)
    return result
  }

  private mutating func checkConditionAndContent(of step: StepDefinition) {
    present = step.id.name
    checkStandsOutsideItems(step)
    guard let when = step.when.map({ checkAsked($0, for: .when, expecting: .bool) }) else {
      return checkReached(step)
    }
    guard let when else {
      // The error in the condition was reported. Check what depends on it anyway.
      unknownConditions += 1
      defer { unknownConditions -= 1 }
      return checkReached(step)
    }
    let branch = plan.count
    plan.append(.branch(PlanBranch(condition: when, otherwise: 0, skipped: [])))
    path.append(when)
    reached(when: when) { $0.checkReached(step) }
    path.removeLast()
    plan[branch] = .branch(
      PlanBranch(
        condition: when, otherwise: plan.count,
        skipped: fieldsWithOtherwise(in: branch + 1..<plan.count)))
  }

  /// Checks something that's only reached if a condition is true, so the condition is a proven fact
  /// there.
  mutating func reached<Result>(
    when condition: FlowExpression?, _ check: (inout FlowChecking) -> Result
  ) -> Result {
    guard let condition else { return check(&self) }
    let conjuncts = condition.compiled.root.conjuncts
    namesInConditions.formUnion(condition.compiled.root.namesRead)
    for conjunct in conjuncts { proven[conjunct, default: 0] += 1 }
    follower?.enter(condition.compiled, from: condition.source)
    conditionsInScope.append(condition)
    let result = check(&self)
    conditionsInScope.removeLast()
    follower?.leave()
    for conjunct in conjuncts {
      if let count = proven[conjunct] { proven[conjunct] = count > 1 ? count - 1 : nil }
    }
    return result
  }

  /// Checks something that's only evaluated if a condition has a certain value.
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

  mutating func checkReached(_ step: StepDefinition) {
    switch step.kind {
    case .group(let steps):
      let title = check(step.title, for: .title)
      inSection(step.id, titled: title) { $0.checkSteps(steps) }
    case .compute(let source):
      let expression = checkAsked(source, for: .compute)
      follower?.declare(step.id, as: expression?.compiled.type ?? .dyn, .compute(source))
      guard let expression else {
        declare(step.id, as: .unknown, origin: .compute(plan: plan.count), isRequired: true)
        // The name refers to a hole in the plan.
        return plan.append(.itemEnd(of: plan.count))
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
      // A stop under a condition with a mistake may not be reached.
      guard unknownConditions == 0 else { break }
      follower?.pass(stop: step.id, outcome: outcome)
      if outcome == .completed { isAfterEnd = true }
    case .run(let run): checkRun(step, run)
    case .write(let write): checkWrite(step, write)
    }
  }

  /// Checks the contents of a group or a used flow, which is a section if it has a title.
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
          id: prefix + step.id.name, kind: kind, repeats: repeats,
          title: check(step.title, for: .title),
          description: check(step.description, for: .description), text: check(text, for: .text),
          elements: [],
          validations: [], conditions: path, sections: sections,
          place: step.place)))
  }

  private mutating func checkQuestion(_ step: StepDefinition, _ field: FieldDefinition) {
    let title = check(step.title, for: .title)
    let index = plan.count
    let checked = checkField(field, id: step.id)
    declareAnswer(step, checked, origin: .element(plan: index, element: 0))
    follower?.declare(
      step.id, as: checked.valueType, .field(definition.extensions.completing(field)),
      knowing: checked.knownValues)
    plan.append(
      .step(
        CheckedStep(
          id: checked.id, kind: .ask, repeats: repeats, title: title,
          elements: [
            CheckedElement(id: checked.id, kind: .field(checked), when: nil, readsElements: [])
          ], validations: [], conditions: path, sections: sections, place: step.place)))
  }

  // MARK: Names

  /// Declares the answer of a field for everything that follows.
  mutating func declareAnswer(
    _ step: StepDefinition, _ field: CheckedField, origin: NameOrigin
  ) {
    let id = step.id
    scope.declareFunctions(
      of: id.name, field.type, takesOthers: field.texts[.other] != nil,
      data: field.dataType)
    let isRequired: Bool
    switch field.settings[.required] {
    case nil, .known(.bool(true)): isRequired = true
    default: isRequired = field.answersEmpty
    }
    declare(
      id, as: field.valueType, origin: origin,
      isRequired: isRequired || field.settings[.otherwise] != nil,
      isAlways: field.settings[.otherwise] != nil, knownValues: knownValues(ofNamed: field))
    scopes[scopeNumber].answers.append(
      ScopeAnswer(name: id.name, key: step.key?.name, origin: origin))
  }

  /// Declares a name for everything that follows.
  ///
  /// With `isRequired`, it has a value whenever it was asked. With `isAlways`, like an item's
  /// position, it has a value wherever it's known.
  mutating func declare(
    _ id: Identifier, as type: ValueType, origin: NameOrigin, isRequired: Bool,
    isAlways: Bool = false, knownValues: KnownValues? = nil, of list: Int? = nil
  ) {
    guard scopes[scopeNumber].names[id.name] == nil else { return }
    scopes[scopeNumber].names[id.name] = origin
    hide(id.name)
    let knownValues = knownValues?.ofModerateSize
    declared[id.name] = Declaration(
      origin: origin, number: note(id, as: type, knowing: knownValues, origin, of: list),
      type: type,
      knownValues: knownValues, place: id.place,
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
    // A flow can't read the type of its own output.
    guard let output else { return (.everyAnswer(scope: 0), .map(.string, .dyn)) }
    return check(output, for: .output)
  }

  /// Checks a value whose leaves are expressions.
  mutating func check(
    _ output: OutputDefinition, for role: IndexedRole
  ) -> (CheckedOutput, ValueType) {
    switch output {
    case .expression(let source):
      guard let expression = check(source, for: role) else { return (.list([]), .unknown) }
      return (.expression(expression), expression.compiled.type)
    case .map(let entries):
      var checked: [(key: String, value: CheckedOutput)] = []
      var fields: [RecordType.Field] = []
      let base = isAtEnd ? entries.first(where: \.isMerged).map { checkMerged($0, role) } : nil
      for entry in entries where base == nil || !entry.isMerged {
        let (value, type) = check(entry.value, for: role)
        checked.append((entry.key.name, value))
        fields.append(RecordType.Field(entry.key.name, leaf: type))
      }
      let added = RecordType(fields)
      guard let (base, type) = base else { return (.map(checked), .record(added)) }
      return (.merged(base, checked), type.merged(with: added))
    case .list(let items):
      var types: [ValueType] = []
      let checked = items.map { item in
        let (value, type) = check(item, for: role)
        types.append(RecordType.Field("", leaf: type).type)
        return value
      }
      return (.list(checked), .list(types.isEmpty ? .dyn : ValueType.joined(types)))
    }
  }
}

// A map to which entries are added.
extension FlowChecking {
  private mutating func checkMerged(
    _ entry: OutputDefinition.Entry, _ role: IndexedRole
  ) -> (CheckedOutput, ValueType) {
    if entry.isEveryAnswer {
      return (.everyAnswer(scope: scopeNumber), recordType(of: scopeNumber))
    }
    if case .expression(let source) = entry.value, declared[source.text.trimmed] == nil,
      NearMiss.nearest(to: source.text.trimmed, in: ["answers"]) != nil
    {
      report(
        Diagnostic(
          "unknown-answer", "unknown answer '\(source.text.trimmed)'; did you mean 'answers'?",
          at: source.place,
          fixIts: [FixIt("write 'answers'", [.init(source.place.range, "answers")], isSafe: true)]))
      return (.everyAnswer(scope: scopeNumber), recordType(of: scopeNumber))
    }
    let (value, type) = check(entry.value, for: role)
    let bare = if case .optional(let inner) = type { inner } else { type }
    switch bare {
    case .record, .map(.string, _), .unknown: break
    default:
      report(
        Diagnostic(
          "wrong-type", "'<<' adds to a map with texts as keys, but this is \(bare.described)",
          at: entry.value.place ?? entry.key.place))
    }
    return (value, type)
  }
}

extension ValueType {
  /// Returns the type of a map of this type to which the fields of a record are added.
  fileprivate func merged(with record: RecordType) -> ValueType {
    switch self {
    case .optional(.record(let base)):
      let fields = base.fields.map {
        RecordType.Field($0.name, $0.type, isOptional: true, key: $0.key, otherKeys: $0.otherKeys)
      }
      return ValueType.record(RecordType(fields)).merged(with: record)
    case .optional(let inner): return inner.merged(with: record)
    case .record(let base):
      let names = Set(record.fields.map(\.name))
      return .record(
        RecordType(base.fields.filter { !names.contains($0.name) } + record.fields))
    case .map(let key, let value):
      return .map(key, ValueType.joined([value] + record.fields.map(\.type)))
    default: return .unknown
    }
  }
}

extension RecordType.Field {
  /// Creates a field of a record that omits absent values.
  init(_ name: String, leaf type: ValueType) {
    if case .optional(let inner) = type {
      self.init(name, inner, isOptional: true)
    } else {
      self.init(name, type)
    }
  }
}
