// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
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
  private(set) var ends: [RecordCondition] = []

  /// The conditions under which the flow goes on after the nested flows that may end it, the first one
  /// before all of them, with the number of stops before.
  private var passages: [(goesOn: RecordCondition, stopsBefore: Int)] = [(.always, 0)]

  private var table: FlowFacts.NameTable

  /// The path to the scope, whose conditions are true wherever its record exists.
  private let base: FlowPath

  /// Whether it's the record of an item of a list, or inside one.
  private let isItem: Bool

  init(
    _ prover: PathProver, language: String, for purpose: Purpose, isInItem isItem: Bool = false
  ) {
    self.prover = prover
    self.language = language
    self.purpose = purpose
    table = prover.facts.nameTable
    base = FlowPath()
    self.isItem = isItem
  }

  private init(itemOf list: StepDefinition, path: FlowPath, in outer: RecordSchema) {
    prover = outer.prover
    language = outer.language
    purpose = outer.purpose
    table = prover.facts.itemNumbers[list.id.place] ?? outer.table
    base = path
    isItem = true
  }

  var facts: FlowFacts { prover.facts }

  /// An answer of the record.
  private struct Part {
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
      guard case .ask(let field) = step.kind, field.required == nil,
        case .literal(let literal)? = field.otherwise
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
    let asked = Self.flattened(steps)
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
  private func addUnsaid(
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

  private static func checks(ofFormsIn steps: [StepDefinition]) -> [ValidationDefinition] {
    steps.flatMap { step -> [ValidationDefinition] in
      switch step.kind {
      case .form(_, let validations): validations
      case .group(let inner): checks(ofFormsIn: inner)
      default: []
      }
    }
  }

  /// Returns what's taken for answers that are left out, by number.
  private func defaults(of steps: [StepDefinition]) -> [Int: ConditionSchema.DefaultAnswer] {
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
  private func record(
    of subflow: SubflowDefinition, named name: String
  ) -> ConditionSchema.UsedRecord? {
    guard subflow.flow.output == nil, let inner = prover.subflows[subflow.use.place]?.prover.facts
    else { return nil }
    var answers: [String: ConditionSchema.UsedRecord.Answer] = [:]
    for step in Self.flattened(subflow.flow.steps) {
      guard case .ask(let field) = step.kind, field.required == nil, field.defaultValue == nil,
        let number = inner.numbers[step.id.name]
      else { continue }
      answers[step.id.name] = .init(property: step.dataName, type: inner.names[number].type)
    }
    return ConditionSchema.UsedRecord(property: name, answers: answers)
  }

  /// Returns the steps that have answers in the record, including those in groups and forms.
  private static func flattened(_ steps: [StepDefinition]) -> [StepDefinition] {
    steps.flatMap { step -> [StepDefinition] in
      switch step.kind {
      case .ask, .repeat, .flow: [step]
      case .form(let elements, _): flattened(elements)
      case .group(let inner): flattened(inner)
      // Captured and computed values aren't answers.
      case .note, .compute, .run, .write, .review, .commit, .stop: []
      }
    }
  }

  private mutating func part(
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
      otherwise = field.otherwise.map { self.otherwise($0, of: field, number, &schema) }
      // In a record of a list, nothing is drawn at random.
      let isDefaulted =
        purpose == .given && field.defaultAnswer != nil && !(isItem && field.defaultValue == nil)
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
  private func otherwise(
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
      var other = OutputTypeSchema.schema(of: number.map { facts.names[$0].type } ?? .dyn)
      other["x-stackflow-otherwise"] = words
      schema = Self.either(schema, .map(other))
      return .map(other)
    }
  }

  /// Returns the conditions on a path within the scope.
  private func formula(of path: FlowPath) -> FormulaID {
    let own = path.conditions.dropFirst(base.conditions.count)
    return facts.formulas.all(own.map { facts.conditions[$0].formula } + [reached(path)])
  }

  /// Returns the condition under which no stop on a path completes the flow.
  private func reached(_ path: FlowPath) -> FormulaID {
    facts.formulas.all(stops(on: path).map { facts.formulas.not(facts.stops[$0].formula) })
  }

  /// Returns the stops on a path that complete the flow.
  private func stops(on path: FlowPath) -> [Int] {
    (min(base.stopsBefore, path.stopsBefore)..<path.stopsBefore).filter {
      facts.stops[$0].outcome == .completed
    }
  }

  private func words(of path: FlowPath) -> String {
    let own = path.conditions.dropFirst(base.conditions.count)
    let conditions = own.map { facts.conditions[$0].source.text.oneLine }
    let stops = stops(on: path).map { "!(\(words(of: facts.stops[$0])))" }
    return (stops + conditions).joined(separator: " && ")
  }

  /// Returns the condition under which a field must be answered, or nil if it's optional.
  private func required(_ field: FieldDefinition) -> FormulaID? {
    switch field.required {
    case nil: return FormulaTable.true
    case .literal where field.answersEmpty: return FormulaTable.true
    case .literal(let literal): return literal.value == false ? nil : FormulaTable.true
    case .computed(let source):
      guard let compiled = facts.compiled(source), compiled.type == .bool else { return nil }
      return ConditionReader(facts).formula(compiled.root)
    }
  }

  // MARK: Rules

  /// A condition under which answers are asked.
  private struct Asked: Hashable {
    let formula: FormulaID

    /// The number of nested flows before that don't end the flow.
    let endsBefore: Int
  }

  /// Returns the rules for the presence of answers: `if` the condition holds, `then` they're
  /// required, `else` they're absent.
  private func presenceRules(_ parts: [Part], _ conditions: ConditionSchema) -> [Value] {
    var rules: [Value] = []
    // Answers with the same condition share a rule.
    var order: [Asked] = []
    var groups: [Asked: [Part]] = [:]
    for part in parts where part.asked != FormulaTable.false {
      let asked = Asked(formula: part.asked, endsBefore: part.endsBefore)
      guard asked != Asked(formula: FormulaTable.true, endsBefore: 0) else { continue }
      if groups[asked] == nil { order.append(asked) }
      groups[asked, default: []].append(part)
    }
    for asked in order {
      let group = groups[asked] ?? []
      let required = group.filter { $0.required == FormulaTable.true }
      let then = Self.requiring(
        required.map(\.step.dataName),
        refusingEmpty: group.filter(\.refusesEmptyAnswer).map(\.step.dataName))
      var none = ValueMap()
      for part in group { none[part.step.dataName] = .some(part.otherwise ?? false) }
      let absent = Value.map(ValueMap([("properties", .map(none))]))
      let isExact =
        conditions.isExact(asked.formula) && goesOn(after: asked.endsBefore).isExact
      let necessary = claim(asked, .necessary, conditions)
      if isExact {
        rules += Self.rule(necessary, then: then, else: absent)
      } else {
        rules += Self.rule(claim(asked, .sufficient, conditions), then: then, else: nil)
        rules += Self.rule(necessary, then: nil, else: absent)
      }
    }
    // After a stop that completes the flow, there's no value for what isn't asked.
    for part in parts where part.otherwise != nil {
      let reached = Asked(formula: part.reached, endsBefore: part.endsBefore)
      let absent = ValueMap([
        ("properties", .map(ValueMap([(part.step.dataName, false)])))
      ])
      rules += Self.rule(claim(reached, .necessary, conditions), then: nil, else: .map(absent))
    }
    for part in parts {
      guard let required = part.required, required != FormulaTable.true else { continue }
      let both = Asked(
        formula: facts.formulas.all([part.asked, required]), endsBefore: part.endsBefore)
      rules += Self.rule(
        claim(both, .sufficient, conditions),
        then: .map(conditions.required(part.step.dataName, nil)), else: nil)
    }
    return rules
  }

  /// Returns what a condition under which answers are asked requires of a record.
  private func claim(
    _ asked: Asked, _ side: ConditionSchema.Side, _ conditions: ConditionSchema
  ) -> ConditionSchema.Claim {
    .all([goesOn(after: asked.endsBefore).claim(side), conditions.claim(asked.formula, side)])
  }

  /// Returns the rules for conditional choices: `if` a choice is chosen, `then` its condition
  /// holds.
  private func choiceRules(_ parts: [Part], _ conditions: ConditionSchema) -> [Value] {
    parts.flatMap { part -> [Value] in
      guard case .ask(let field) = part.step.kind, case .listed(let choices)? = field.choices
      else { return [] }
      return choices.flatMap { choice -> [Value] in
        guard let offered = facts.offered(choice), let literal = choice.value.value.schemaLiteral
        else {
          return []
        }
        let claim = conditions.claim(offered, .necessary)
        guard claim != .always else { return [] }
        let const = ValueMap([("const", literal)])
        let chosen = conditions.required(
          part.step.dataName,
          field.type == .choices ? ValueMap([("contains", .map(const))]) : const)
        guard field.otherwise != nil else {
          return Self.rule(.schema(chosen), then: claim.schema, else: nil)
        }
        // The value beside the condition needn't be offered.
        guard field.required == nil else { return [] }
        let asked = Asked(formula: part.asked, endsBefore: part.endsBefore)
        return Self.rule(
          .all([.schema(chosen), self.claim(asked, .sufficient, conditions)]), then: claim.schema,
          else: nil)
      }
    }
  }

  /// Returns the rules that exclude paths to stops that fail, which have no result, and answers that
  /// checks of forms refuse.
  private func stopRules(_ conditions: ConditionSchema) -> [Value] {
    guard base.conditions.isEmpty else { return [] }
    var passed: [FormulaID] = []
    return (facts.stopsInItems[table.itemMark] ?? []).flatMap { stop -> [Value] in
      guard stop.outcome == .failed else {
        passed.append(facts.formulas.not(stop.formula))
        return []
      }
      let reached = Asked(
        formula: facts.formulas.all(passed + [stop.formula]), endsBefore: endsBefore(stop))
      switch claim(reached, .sufficient, conditions) {
      case .never: return []
      case let claim: return [claim.negated.schema]
      }
    }
  }

  private static func rule(
    _ condition: ConditionSchema.Claim, then: Value?, else other: Value?
  ) -> [Value] {
    switch condition {
    case .always: return then.map { [$0] } ?? []
    case .never: return other.map { [$0] } ?? []
    case .schema(let map):
      guard then != nil || other != nil else { return [] }
      var rule = ValueMap([("if", .map(map))])
      if let then { rule["then"] = then }
      if let other { rule["else"] = other }
      return [.map(rule)]
    }
  }

  /// Returns the schema of records with some answers, others of which aren't empty texts; nil if there are
  /// none of either.
  private static func requiring(_ names: [String], refusingEmpty texts: [String]) -> Value? {
    var schema = ValueMap()
    if !names.isEmpty { schema["required"] = .list(names.map { .string($0) }) }
    if !texts.isEmpty {
      let text = Value.map(ValueMap([("minLength", 1)]))
      schema["properties"] = .map(ValueMap(texts.map { ($0, text) }))
    }
    return schema.isEmpty ? nil : .map(schema)
  }

  // MARK: Nested scopes

  private func list(
    _ list: RepeatDefinition, _ step: StepDefinition, path: FlowPath
  ) -> ValueMap {
    var item = RecordSchema(itemOf: step, path: path, in: self)
    var schema = ValueMap([
      ("type", "array"), ("items", .map(item.record(of: list.steps))),
    ])
    for constraint in list.constraints {
      FieldSchema.add(constraint, asIs: true, to: &schema)
    }
    if let over = list.over { schema["x-stackflow-over"] = .string(over.text.oneLine) }
    FieldSchema.add(list.validations, in: language, to: &schema)
    return schema
  }

  private mutating func flow(
    _ subflow: SubflowDefinition, _ step: StepDefinition, path: FlowPath
  ) -> ValueMap {
    guard let (_, prover) = prover.subflows[subflow.use.place] else { return ValueMap() }
    var inner = RecordSchema(
      prover, language: subflow.flow.language, for: purpose, isInItem: isItem)
    let schema = inner.record(of: subflow.flow.steps)
    guard !inner.ends.isEmpty else { return schema }
    let mayBeLeftOut = Value.map(schema).acceptsEmptyRecord
    let end = RecordCondition.any(inner.ends).of(step.dataName, mayBeLeftOut: mayBeLeftOut)
    ends.append(end)
    var goesOn = end.negated
    if !mayBeLeftOut, formula(of: path) == FormulaTable.true {
      // If its record is there, the flow didn't end before.
      goesOn = goesOn.and(RecordCondition.always.of(step.dataName, mayBeLeftOut: false))
    } else {
      goesOn = goesOn.and(self.goesOn(after: passages.count - 1))
    }
    passages.append((goesOn, path.stopsBefore))
    return schema
  }

  // MARK: Ends

  /// Returns the condition under which the flow goes on after a number of nested flows that may end it.
  private func goesOn(after count: Int) -> RecordCondition { passages[count].goesOn }

  /// Returns the number of nested flows before a stop that may end the flow.
  private func endsBefore(_ stop: StopFacts) -> Int {
    passages.dropFirst().prefix { $0.stopsBefore <= stop.path.stopsBefore }.count
  }

  /// Adds the stops of the record itself that complete the flow.
  private mutating func addEnds(_ conditions: ConditionSchema) {
    for stop in facts.stopsInItems[table.itemMark] ?? [] where stop.outcome == .completed {
      ends.append(
        RecordCondition(
          necessary: conditions.claim(stop.formula, .necessary),
          sufficient: conditions.claim(stop.formula, .sufficient),
          isExact: conditions.isExact(stop.formula), words: words(of: stop), count: 1))
    }
  }

  private func words(of stop: StopFacts) -> String {
    stop.path.conditions.map { facts.conditions[$0].source.text.oneLine }.joined(separator: " && ")
  }

  /// Returns the schema of an answer that may be null.
  private static func nullable(_ schema: ValueMap) -> ValueMap {
    either(schema, .map(ValueMap([("type", "null")])))
  }

  /// Returns the schema of an answer that may also match another schema.
  private static func either(_ schema: ValueMap, _ other: Value) -> ValueMap {
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
    switch defaultValue {
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
    guard case .ask(let field) = kind, field.defaultValue != nil || field.generate != nil,
      !field.answersEmpty
    else {
      return false
    }
    switch field.required {
    case nil: return false
    case .literal(let literal): return literal.value == false
    case .computed: return true
    }
  }
}

extension Value {
  /// Whether a record without properties matches the schema.
  fileprivate var acceptsEmptyRecord: Bool {
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
