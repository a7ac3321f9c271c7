// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
package import Synchronization

/// A flow whose names and types were checked, ready to be walked.
///
/// `FlowFile` in `FlowFiles` creates it from a file or from a ``FlowDefinition``. It never changes,
/// so any number of sessions can share it.
public final class CheckedFlow: Sendable {
  /// The flow as the file defines it.
  package let definition: FlowDefinition

  /// The flow's id, with its place.
  public var id: Identifier { definition.id }

  /// The inputs, in the file's order.
  public let inputs: [CheckedInput]

  /// The type of the output, as seen by a flow that uses this one.
  let outputType: ValueType

  /// The names of functions and field types that are declared, but that the program doesn't
  /// implement; a walk can't use them.
  ///
  /// Those of used flows are included; each name is there once.
  public var missingExtensions: [String] {
    definition.allExtensions.flatMap(\.unimplemented).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The flow's title.
  package let title: CheckedText?

  package let output: CheckedOutput

  /// The migrations of answers saved by earlier versions.
  package let migrations: [CheckedMigration]

  /// The steps in the order in which they're reached, with branches for groups and conditions.
  package let plan: [PlanItem]

  /// The names of each scope; the flow's own scope is the first.
  package let scopes: [FlowScope]

  /// Whether it has fields of type `path`, which require a session to ask its driver.
  package let asksForPaths: Bool

  /// The index in the plan of each step, by the id of the step or of a field in a form.
  package let stepIndices: [String: Int]

  /// The names that hold secrets.
  package let secrets: FlowSecrets

  /// The ids of the steps whose captured text or lines nothing reads, neither by name nor with all answers in a file.
  package let unreadCaptures: Set<String>

  /// The names of answers in data.
  let dataNames: DataNames

  /// The languages that the flow has texts in; its own is the first.
  public let languages: [String]

  /// The fingerprint, once it was needed; `fingerprint` in `FlowFiles` finds it.
  package let knownFingerprint = Mutex<UInt64?>(nil)

  package init(
    definition: FlowDefinition, plan: [PlanItem], scopes: [FlowScope],
    inputs: [CheckedInput], title: CheckedText?, output: CheckedOutput, outputType: ValueType,
    migrations: [CheckedMigration], languages: [String], secrets: FlowSecrets,
    unreadCaptures: Set<String>
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
    self.secrets = secrets
    self.unreadCaptures = unreadCaptures
    dataNames = DataNames(scopes: scopes, plan: plan)
  }

  /// The ids of everything that can be answered in advance, in the order of the file: fields,
  /// including those in forms, and lists of records as a whole.
  package var answerIDs: [String] {
    plan.flatMap { item -> [String] in
      guard case .step(let step) = item, step.repeats.isEmpty else { return [] }
      if case .repeat = step.kind { return [step.id] }
      return step.elements.compactMap { $0.field == nil ? nil : $0.id }
    }
  }

  /// The ids of all steps and fields that can be on the stack, in the order of the file.
  package var stepIDs: [String] {
    plan.flatMap { item -> [String] in
      guard case .step(let step) = item else { return [] }
      let ids = step.elements.map(\.id)
      return ids == [step.id] ? ids : [step.id] + ids
    }
  }

  /// The ids of the steps that run a command or call an action, in the order of the file.
  package var runIDs: [String] {
    plan.compactMap { item in
      guard case .step(let step) = item, case .run = step.kind else { return nil }
      return step.id
    }
  }

  /// Returns whether the step with an id runs a command rather than an action.
  package func runsCommand(_ id: String) -> Bool {
    guard case .command? = run(id)?.call.target else { return false }
    return true
  }

  /// Returns what the step with an id captures of its result, or nil if it captures nothing.
  package func capture(of id: String) -> CaptureDefinition.Kind? { run(id)?.capture?.kind }

  private func run(_ id: String) -> CheckedRun? {
    guard let index = stepIndices[id.withoutPositions], case .run(let run)? = step(at: index)?.kind
    else { return nil }
    return run
  }

  /// The names of the environment variables that give inputs their values, in the file's order.
  package var environmentVariables: [String] {
    inputs.compactMap(\.definition.environmentVariable)
  }

  /// Returns whether the flow has a step or field with an id.
  ///
  /// An item's field has an id such as `env[2].key`.
  package func hasStep(_ id: String) -> Bool { stepIndices[id.withoutPositions] != nil }

  /// Returns whether an id names a list of records.
  package func isList(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions] else { return false }
    return `repeat`(at: index) != nil
  }

  /// Returns whether the answer to an id is a list, a map, or several choices.
  package func takesItems(_ id: String) -> Bool {
    let id = id.withoutPositions
    guard let index = stepIndices[id], let step = step(at: index) else { return false }
    if self.repeat(at: index) != nil { return true }
    guard let type = step.elements.first(where: { $0.id == id })?.field?.type else { return false }
    return type.hasItems || type == .choices
  }

  /// Returns whether an id names a list, a map, or choices whose elements may be texts.
  package func takesTexts(_ id: String) -> Bool {
    let id = id.withoutPositions
    guard let index = stepIndices[id],
      let field = step(at: index)?.elements.first(where: { $0.id == id })?.field
    else { return false }
    guard field.type.hasItems else { return field.type == .choices }
    return field.items.type != .integer && field.items.type != .number
  }

  /// Returns whether an id names a commit.
  package func isCommit(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions], case .commit? = step(at: index)?.kind else {
      return false
    }
    return true
  }

  /// Returns whether an id names a review.
  package func isReview(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions], case .review? = step(at: index)?.kind else {
      return false
    }
    return true
  }

  /// Returns whether an id names a field with multiple choices.
  package func takesChoices(_ id: String) -> Bool {
    guard let index = stepIndices[id], let step = step(at: index) else { return false }
    return step.elements.contains { $0.id == id && $0.field?.type == .choices }
  }

  /// Returns whether an id names a secret.
  package func isSecret(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions], let step = step(at: index) else {
      return false
    }
    return step.elements.contains { $0.id == id.withoutPositions && $0.field?.type == .secret }
  }

  /// Returns the id of a secret that an answer gives, by itself or in records; nil if it gives none.
  ///
  /// The parts of records have their ids or their names in data.
  ///
  /// - Complexity: O(*n*) in the size of the answer.
  package func secret(givenBy value: Value, to id: String) -> String? {
    if isSecret(id) { return id }
    guard let index = stepIndices[id.withoutPositions], let list = self.repeat(at: index),
      case .list(let records) = value
    else { return nil }
    for (position, record) in records.enumerated() {
      guard case .map(let map) = record else { continue }
      if let found = secret(in: map, of: list.scope, under: "\(id)[\(position)].") { return found }
    }
    return nil
  }

  private func secret(in record: ValueMap, of scope: Int, under prefix: String) -> String? {
    for answer in scopes[scope].answers {
      let id = prefix + answer.name
      for name in Set([answer.name, answer.dataName]) {
        guard let value = record[.string(name)], value != .null else { continue }
        var found: String?
        if answer.flow == nil {
          found = secret(givenBy: value, to: id)
        } else if let inner = answer.flow, case .map(let own) = value {
          found = secret(in: own, of: inner, under: id + ".")
        }
        if let found { return found }
      }
    }
    return nil
  }

  /// Whether it can run commands, call actions, or write files.
  package var hasEffects: Bool { plan.indices.contains { effectWord(at: $0) != nil } }

  /// Whether it asks for a list of records.
  package var hasLists: Bool { plan.indices.contains { self.repeat(at: $0) != nil } }

  /// Returns whether an id names a used flow, or is the id of something inside one.
  package func isSubflow(_ id: String) -> Bool {
    stepIndices.keys.contains { $0.hasPrefix(id.withoutPositions + ".") }
  }

  /// Returns whether an answer can be given in advance for an id.
  ///
  /// For a commit, it's the yes.
  package func takesAnswer(_ id: String) -> Bool {
    guard let index = stepIndices[id], let step = step(at: index), step.repeats.isEmpty else {
      return false
    }
    switch step.kind {
    case .commit, .repeat: return true
    default: break
    }
    return step.elements.contains { $0.id == id && $0.field != nil }
  }

  /// Returns the list of records at an index of the plan, or nil if there isn't one.
  package func `repeat`(at index: Int) -> CheckedRepeat? {
    guard case .repeat(let list)? = step(at: index)?.kind else { return nil }
    return list
  }

  /// Returns whether an element of the step at an index of the plan has a value where it isn't asked.
  package func hasOtherwise(plan: Int, element: Int) -> Bool {
    field(of: .element(plan: plan, element: element))?.settings[.otherwise] != nil
  }

  /// Returns the index of the plan at which a session continues after an index.
  ///
  /// The items of a list are skipped.
  package func index(after index: Int) -> Int {
    `repeat`(at: index).map { $0.end + 1 } ?? index + 1
  }

  /// Returns the value of typed text for a field, or nil if there's no such field or the text isn't
  /// valid for its type.
  ///
  /// Choices from data are only known to a session, so they have no typed form here.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - id: The field's id; positions of items in it don't matter.
  ///   - zone: The time zone of dates and times without an offset.
  /// - Returns: The value, or nil. Empty text has no value.
  public func value(typed text: String, for id: String, in zone: ZoneRules = .utc) -> Value? {
    let id = id.withoutPositions
    guard let index = stepIndices[id],
      let field = step(at: index)?.elements.first(where: { $0.id == id })?.field
    else { return nil }
    var choices: [Choice] = []
    if case .listed(let listed)? = field.choices {
      choices = listed.map { Choice(value: $0.value, label: $0.value.plainText) }
    }
    if field.type.isChoice || field.items.type == .choice, choices.isEmpty { return nil }
    let parser = AnswerParser(
      type: field.type, choices: choices, items: field.items.known, zone: zone,
      extendedReading: field.reading)
    return try? parser.parse(text)
  }

  /// Returns the keyword of the step at an index of the plan if it's an effect; otherwise nil.
  package func effectWord(at index: Int) -> String? {
    switch step(at: index)?.kind {
    case .run: "run"
    case .write: "write"
    default: nil
    }
  }

  /// The step with an id; nil if there is none.
  package func step(withID id: String) -> CheckedStep? {
    stepIndices[id.withoutPositions].flatMap { step(at: $0) }
  }

  /// Returns the step at an index of the plan; nil after the end, and at branches and computed
  /// values.
  package func step(at index: Int) -> CheckedStep? {
    guard plan.indices.contains(index), case .step(let step) = plan[index] else { return nil }
    return step
  }

  /// Returns the field whose answer a name has; nil for other names, such as those of lists and
  /// computed values.
  package func field(of origin: NameOrigin) -> CheckedField? {
    guard case .element(let plan, let element) = origin, let step = step(at: plan),
      step.elements.indices.contains(element)
    else { return nil }
    return step.elements[element].field
  }

  /// Returns whether a name refers to a list of records.
  package func isList(_ origin: NameOrigin) -> Bool {
    if case .element(let plan, _) = origin { `repeat`(at: plan) != nil } else { false }
  }
}

/// An item of the plan that a session follows from start to end.
package enum PlanItem: Sendable {
  /// A condition, which continues elsewhere if it's false.
  case branch(PlanBranch)

  /// A computed value.
  case compute(CheckedCompute)

  /// A step, which becomes an entry of the stack.
  case step(CheckedStep)

  /// The start of a used flow, with the values of its inputs.
  case call(CheckedSubflow)

  /// The end of a used flow, with its output.
  case result(CheckedOutput)

  /// The end of the steps for an item of the list at an index of the plan.
  case itemEnd(of: Int)
}

/// A condition of a step or a group.
package struct PlanBranch: Sendable {
  package let condition: FlowExpression

  /// The index of the plan at which to continue if it's false.
  package var otherwise: Int

  /// The fields that aren't asked if it's false and have a value then, in order.
  package let skipped: [SkippedField]

  package init(condition: FlowExpression, otherwise: Int, skipped: [SkippedField]) {
    self.condition = condition
    self.otherwise = otherwise
    self.skipped = skipped
  }
}

/// A field that has a value where it isn't asked, by the index of its step in the plan and its own index
/// in the step.
package struct SkippedField: Sendable {
  package let plan: Int
  package let element: Int

  package init(plan: Int, element: Int) {
    self.plan = plan
    self.element = element
  }
}

/// A value that's computed when it's reached.
package struct CheckedCompute: Sendable {
  /// Its name.
  package let id: String

  /// The expression that computes the value.
  package let expression: FlowExpression

  package init(id: String, expression: FlowExpression) {
    self.id = id
    self.expression = expression
  }
}

/// The meaning of a name.
package enum NameOrigin: Sendable, Hashable {
  /// An input, by its index.
  case input(Int)

  /// An input of a used flow, by the index of its call in the plan and its own index.
  case argument(plan: Int, index: Int)

  /// `index`, the position of the current item of the list at an index of the plan.
  case position(of: Int)

  /// `items`, the finished items of the list at an index of the plan.
  case items(of: Int)

  /// `item`, the element of the current item of the list at an index of the plan.
  case overElement(of: Int)

  /// An element of a step, by the index of the step in the plan and its own index in the step.
  case element(plan: Int, element: Int)

  /// A computed value, by its index in the plan.
  case compute(plan: Int)
}

/// An input with its type.
public struct CheckedInput: Sendable {
  /// The input as the file defines it.
  package let definition: InputDefinition

  /// Its name.
  public var name: String { definition.name.name }

  /// The type of its values.
  public let type: ValueType

  /// The default as a value of its type; nil if there's none, or if it depends on the zone.
  package let fittedDefault: Value?

  package init(definition: InputDefinition, type: ValueType) {
    self.definition = definition
    self.type = type
    fittedDefault =
      definition.type.dependsOnZone
      ? nil : definition.defaultValue.flatMap { definition.type.fitted($0.value) }
  }

  /// Whether its value is a secret.
  package var isSecret: Bool { definition.type == .field(.secret) }
}

/// A checked output definition.
package indirect enum CheckedOutput: Sendable {
  /// Every answer of a scope.
  case everyAnswer(scope: Int)

  case expression(FlowExpression)

  /// A map, in the file's order.
  case map([(key: String, value: CheckedOutput)])

  case list([CheckedOutput])

  /// A map to which entries are added, which win over its own.
  case merged(CheckedOutput, [(key: String, value: CheckedOutput)])
}

extension CheckedOutput {
  /// The expressions of the output's leaves.
  var expressions: [FlowExpression] {
    switch self {
    case .everyAnswer: []
    case .expression(let expression): [expression]
    case .map(let entries): entries.flatMap(\.value.expressions)
    case .list(let items): items.flatMap(\.expressions)
    case .merged(let base, let entries): base.expressions + entries.flatMap(\.value.expressions)
    }
  }
}
