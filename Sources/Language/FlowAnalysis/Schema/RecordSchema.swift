// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The schema of the answers in a scope: a flow, a nested flow, or a list item.
struct RecordSchema {
  let prover: PathProver

  /// The language of titles.
  let language: String

  let purpose: Purpose

  enum Purpose {
    /// They're given in advance, and defaults are taken for what they leave out.
    case given

    /// They're results.
    case result
  }

  /// The conditions under which the flow ends before the end of the record; known once ``record(of:)``
  /// was called.
  var ends: [RecordCondition] = []

  /// The conditions under which the flow continues after the nested flows that may end it, the first one
  /// before all of them, with the number of stops before.
  var passages: [(goesOn: RecordCondition, stopsBefore: Int)] = [(.always, 0)]

  var table: FlowFacts.NameTable

  /// The path to the scope, whose conditions are true wherever its record exists.
  let base: FlowPath

  init(_ prover: PathProver, language: String, for purpose: Purpose) {
    self.prover = prover
    self.language = language
    self.purpose = purpose
    table = prover.facts.nameTable
    base = FlowPath()
  }

  init(itemOf list: StepDefinition, path: FlowPath, in outer: RecordSchema) {
    prover = outer.prover
    language = outer.language
    purpose = outer.purpose
    table = prover.facts.itemNumbers[list.id.place] ?? outer.table
    base = path
  }

  var facts: FlowFacts { prover.facts }

  /// An answer of the record.
  struct Part {
    let step: StepDefinition
    let number: Int?
    var schema: ValueMap

    /// The condition under which it's asked.
    let asked: FormulaID

    /// The schema of its value where it isn't asked; nil if it has none there.
    var otherwise: Value?

    /// The condition under which no stop before it completes the flow.
    let reached: FormulaID

    /// The condition under which an answer is required once it's asked; nil if it's optional.
    var required: FormulaID?

    /// The number of nested flows before it that may end the flow.
    let endsBefore: Int

    /// Whether an empty text is its value where it isn't asked, but no answer where it is.
    var refusesEmptyAnswer: Bool {
      guard case .ask(let field) = step.kind, field.settings[.required] == nil,
        case .literal(let literal)? = field.settings[.otherwise]
      else { return false }
      return literal.value == "" && !field.type.isChoice
    }
  }

  // MARK: Records

  /// Returns the schema of the record of the scope's answers.
  ///
  /// The answers of a nested flow are a record under its id, whatever the flow returns.
  mutating func record(of steps: [StepDefinition]) -> ValueMap {
    let outer = facts.nameTable
    facts.nameTable = table
    defer { facts.nameTable = outer }
    let asked = steps.answers()
    var names: [Int: String] = [:]
    var records: [Int: ConditionSchema.UsedRecord] = [:]
    for step in asked {
      guard let number = facts.numbers[step.id.name] else { continue }
      // Expressions read the output of a nested flow, not its answers.
      if case .flow(let subflow) = step.kind {
        records[number] = record(of: subflow, named: step.dataName)
      } else {
        names[number] = step.dataName
      }
    }
    let nullable = Set(asked.filter(\.mayBeNull).map(\.dataName))
    let conditions = ConditionSchema(
      facts: facts, properties: names, nullable: nullable, defaults: defaults(of: asked),
      records: records)
    (ends, passages) = ([], [(.always, 0)])
    let parts = asked.compactMap { part($0, conditions) }
    var properties = ValueMap()
    for part in parts {
      if part.asked != FormulaTable.false {
        properties[part.step.dataName] = .map(part.schema)
      } else if case .map(var otherwise)? = part.otherwise {
        otherwise["x-stackflow-when"] = part.schema["x-stackflow-when"]
        properties[part.step.dataName] = .map(otherwise)
      }
    }
    var schema = ValueMap([("type", "object"), ("properties", .map(properties))])
    let always = parts.filter { part in
      if purpose == .result, part.otherwise != nil {
        return part.endsBefore == 0
          && part.number.map { stops(on: facts.names[$0].path).isEmpty } ?? false
      }
      return part.asked == FormulaTable.true && part.required == FormulaTable.true
        && part.endsBefore == 0
    }
    if !always.isEmpty {
      schema["required"] = .list(always.map { .string($0.step.dataName) })
    }
    schema["additionalProperties"] = false
    let rules =
      presenceRules(parts, conditions) + choiceRules(parts, conditions)
      + stopRules(conditions)
    if !rules.isEmpty { schema["allOf"] = .list(rules) }
    addUnsaid(of: steps, conditions, to: &schema)
    addEnds(conditions)
    return schema
  }

  /// Adds the checks of forms that the rules don't express, and the conditions of such stops that
  /// fail.
  func addUnsaid(
    of steps: [StepDefinition], _ conditions: ConditionSchema, to schema: inout ValueMap
  ) {
    let unsaid = (facts.stopsInItems[table.itemMark] ?? []).filter { stop in
      stop.outcome == .failed
        && !(base.conditions.isEmpty && conditions.isExact(stop.formula)
          && goesOn(after: endsBefore(stop)).isExact)
    }
    let places = Set(unsaid.compactMap { $0.check?.place })
    let checks = Self.checks(ofFormsIn: steps).filter { places.contains($0.check.place) }
    FieldSchema.add(checks, in: language, to: &schema)
    let stops = unsaid.filter { $0.check == nil }.map { Value.string(words(of: $0)) }
    if !stops.isEmpty { schema["x-stackflow-stops"] = .list(stops) }
  }

  static func checks(ofFormsIn steps: [StepDefinition]) -> [ValidationDefinition] {
    steps.outline.flatMap { outlined -> [ValidationDefinition] in
      guard outlined.list == nil, case .form(_, let validations) = outlined.step.kind else {
        return []
      }
      return validations
    }
  }

  /// Returns what's taken for answers that are left out, by number.
  func defaults(of steps: [StepDefinition]) -> [Int: ConditionSchema.DefaultAnswer] {
    guard purpose == .given else { return [:] }
    var defaults: [Int: ConditionSchema.DefaultAnswer] = [:]
    for step in steps {
      guard let number = facts.numbers[step.id.name] else { continue }
      switch step.kind {
      case .ask(let field): defaults[number] = field.defaultAnswer
      case .repeat(let list) where list.over != nil: defaults[number] = .computed
      case .repeat(let list) where list.mayBeLeftOut: defaults[number] = .known(.list([]))
      default: break
      }
    }
    return defaults
  }

  /// Returns the answers of a used flow, or nil if it has an output of its own.
  func record(
    of subflow: SubflowDefinition, named name: String
  ) -> ConditionSchema.UsedRecord? {
    guard subflow.flow.output == nil, let inner = prover.subflows[subflow.use.place]?.prover.facts
    else { return nil }
    var answers: [String: ConditionSchema.UsedRecord.Answer] = [:]
    for step in subflow.flow.steps.answers() {
      guard case .ask(let field) = step.kind, field.settings[.required] == nil,
        field.settings[.default] == nil,
        let number = inner.numbers[step.id.name]
      else { continue }
      answers[step.id.name] = .init(property: step.dataName, type: inner.names[number].type)
    }
    return ConditionSchema.UsedRecord(property: name, answers: answers)
  }

  mutating func part(
    _ step: StepDefinition, _ conditions: ConditionSchema
  ) -> Part? {
    let endsBefore = passages.count - 1
    let number = facts.numbers[step.id.name]
    let path = number.map { facts.names[$0].path } ?? base
    let asked = formula(of: path)
    var schema: ValueMap
    var required: FormulaID? = FormulaTable.true
    var otherwise: Value?
    switch step.kind {
    case .ask(let field):
      schema =
        FieldSchema(
          field: field, type: number.map { facts.names[$0].type } ?? .dyn, language: language
        ).schema
      if step.mayBeNull { schema = Self.nullable(schema) }
      if field.answersEmpty { schema = Self.either(schema, .map(ValueMap([("const", "")]))) }
      otherwise = field.settings[.otherwise].map { self.otherwise($0, of: field, number, &schema) }
      let isDefaulted = purpose == .given && field.defaultAnswer != nil
      required = isDefaulted ? nil : self.required(field)
    case .repeat(let list):
      schema = self.list(list, step, path: path)
      // A list over data isn't asked if there are no elements, or if all answers have defaults.
      if purpose == .given, list.over != nil || list.mayBeLeftOut { required = nil }
    case .flow(let subflow):
      schema = flow(subflow, step, path: path)
      // A record without answers is left out.
      if Value.map(schema).acceptsEmptyRecord { required = nil }
    default: return nil
    }
    if let title = step.title, schema["title"] == nil {
      schema["title"] = .string(title.words(in: language))
    }
    if let description = step.description {
      schema["description"] = .string(description.words(in: language).trimmedEnd)
    }
    let goesOn = goesOn(after: endsBefore)
    let reached = self.reached(path)
    if !conditions.isExact(asked) || !goesOn.isExact
      || otherwise != nil && !conditions.isExact(reached)
    {
      let words = (goesOn.isExact ? [] : [goesOn.words]) + [self.words(of: path)]
      schema["x-stackflow-when"] = .string(words.filter { !$0.isEmpty }.joined(separator: " && "))
    }
    return Part(
      step: step, number: number, schema: schema, asked: asked, otherwise: otherwise,
      reached: reached, required: required, endsBefore: endsBefore)
  }

  /// Returns the schema of the value of a field where it isn't asked, and lets its own schema allow it.
  func otherwise(
    _ setting: Setting, of field: FieldDefinition, _ number: Int?, _ schema: inout ValueMap
  ) -> Value {
    switch setting {
    case .literal(let literal) where field.type.writesLiteralsAsResults:
      let const = Value.map(ValueMap([("const", literal.value)]))
      // An empty text isn't an answer.
      if literal.value == "" { schema = Self.either(schema, const) }
      return const
    case .literal(let literal):
      return .map(ValueMap([("x-stackflow-otherwise", .string(literal.value.plainText))]))
    case .computed(let source):
      // It may be refused as an answer.
      let words = Value.string(source.text.oneLine)
      var other = (number.map { facts.names[$0].type } ?? .dyn).schema
      other["x-stackflow-otherwise"] = words
      schema = Self.either(schema, .map(other))
      return .map(other)
    }
  }

  /// Returns the conditions on a path within the scope.
  func formula(of path: FlowPath) -> FormulaID {
    let own = path.conditions.dropFirst(base.conditions.count)
    return facts.formulas.all(own.map { facts.conditions[$0].formula } + [reached(path)])
  }

  /// Returns the condition under which no stop on a path completes the flow.
  func reached(_ path: FlowPath) -> FormulaID {
    facts.formulas.all(stops(on: path).map { facts.formulas.not(facts.stops[$0].formula) })
  }

  /// Returns the stops on a path that complete the flow.
  func stops(on path: FlowPath) -> [Int] {
    (min(base.stopsBefore, path.stopsBefore)..<path.stopsBefore).filter {
      facts.stops[$0].outcome == .completed
    }
  }

  func words(of path: FlowPath) -> String {
    let own = path.conditions.dropFirst(base.conditions.count)
    let conditions = own.map { facts.conditions[$0].source.text.oneLine }
    let stops = stops(on: path).map { "!(\(words(of: facts.stops[$0])))" }
    return (stops + conditions).joined(separator: " && ")
  }

  /// Returns the condition under which a field must be answered, or nil if it's optional.
  func required(_ field: FieldDefinition) -> FormulaID? {
    switch field.settings[.required] {
    case nil: return FormulaTable.true
    case .literal where field.answersEmpty: return FormulaTable.true
    case .literal(let literal): return literal.value == false ? nil : FormulaTable.true
    case .computed(let source):
      guard let compiled = facts.compiled(source), compiled.type == .bool else { return nil }
      return ConditionReader(facts).formula(compiled.root)
    }
  }

  /// Returns the schema of an answer that may be null.
  static func nullable(_ schema: ValueMap) -> ValueMap {
    either(schema, .map(ValueMap([("type", "null")])))
  }

  /// Returns the schema of an answer that may also match another schema.
  static func either(_ schema: ValueMap, _ other: Value) -> ValueMap {
    var outer = ValueMap()
    var inner = schema
    for key in ["title", "description", "default", "x-stackflow-default"] {
      outer[.string(key)] = inner[.string(key)]
      inner[.string(key)] = nil
    }
    outer["anyOf"] = .list([.map(inner), other])
    return outer
  }
}

extension FieldDefinition {
  /// The value taken for an unanswered question; nil if it has no default, or is left empty.
  fileprivate var defaultAnswer: ConditionSchema.DefaultAnswer? {
    switch settings[.default] {
    case nil: generate == nil ? nil : .computed
    case .computed: .computed
    case .literal(let literal):
      !type.writesLiteralsAsResults
        ? .computed
        : literal.value == "" && !type.isChoice && !answersEmpty ? nil : .known(literal.value)
    }
  }
}

extension RepeatDefinition {
  /// Whether the list is empty if it's left out.
  fileprivate var mayBeLeftOut: Bool {
    guard over == nil, validations.allSatisfy({ $0.level == .warning }) else { return false }
    return constraints.allSatisfy { constraint in
      guard constraint.kind == .minItems else { return true }
      if case .literal(let literal) = constraint.value { return literal.value == 0 }
      return false
    }
  }
}

extension StepDefinition {
  /// Whether its answer may be null: an optional question with a default, which would be used again
  /// if the answer were left out.
  fileprivate var mayBeNull: Bool {
    guard case .ask(let field) = kind, field.settings[.default] != nil || field.generate != nil,
      !field.answersEmpty
    else {
      return false
    }
    switch field.settings[.required] {
    case nil: return false
    case .literal(let literal): return literal.value == false
    case .computed: return true
    }
  }
}

extension Value {
  /// Whether a record without properties matches the schema.
  var acceptsEmptyRecord: Bool {
    guard case .map(let schema) = self else { return self != false }
    if schema["required"]?.elements?.isEmpty == false { return false }
    for part in schema["allOf"]?.elements ?? [] where !part.acceptsEmptyRecord { return false }
    if let parts = schema["anyOf"]?.elements, !parts.contains(where: \.acceptsEmptyRecord) {
      return false
    }
    if let not = schema["not"], not.acceptsEmptyRecord { return false }
    guard let condition = schema["if"] else { return true }
    return schema[condition.acceptsEmptyRecord ? "then" : "else"]?.acceptsEmptyRecord ?? true
  }
}

extension String {
  /// The text on one line, with white space collapsed.
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
