// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// The rules of a record: which answers are there together.
extension RecordSchema {
  /// A condition under which answers are asked.
  struct Asked: Hashable {
    let formula: FormulaID

    /// The number of nested flows before that don't end the flow.
    let endsBefore: Int
  }

  /// Returns the rules for the presence of answers: `if` the condition holds, `then` they're
  /// required, `else` they're absent.
  func presenceRules(_ parts: [Part], _ conditions: ConditionSchema) -> [Value] {
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
        ("properties", .map(ValueMap([(part.step.dataName, .bool(false))])))
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
  func claim(
    _ asked: Asked, _ side: ConditionSchema.Side, _ conditions: ConditionSchema
  ) -> ConditionSchema.Claim {
    .all([goesOn(after: asked.endsBefore).claim(side), conditions.claim(asked.formula, side)])
  }

  /// Returns the rules for conditional choices: `if` a choice is chosen, `then` its condition
  /// holds.
  func choiceRules(_ parts: [Part], _ conditions: ConditionSchema) -> [Value] {
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
        guard field.settings[.otherwise] != nil else {
          return Self.rule(.schema(chosen), then: claim.schema, else: nil)
        }
        // The value beside the condition needn't be offered.
        guard field.settings[.required] == nil else { return [] }
        let asked = Asked(formula: part.asked, endsBefore: part.endsBefore)
        return Self.rule(
          .all([.schema(chosen), self.claim(asked, .sufficient, conditions)]), then: claim.schema,
          else: nil)
      }
    }
  }

  /// Returns the rules that exclude paths to stops that fail, which have no result, and answers that
  /// checks of forms refuse.
  func stopRules(_ conditions: ConditionSchema) -> [Value] {
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

  static func rule(
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
  static func requiring(_ names: [String], refusingEmpty texts: [String]) -> Value? {
    var schema = ValueMap()
    if !names.isEmpty { schema["required"] = .list(names.map { .string($0) }) }
    if !texts.isEmpty {
      let text = Value.map(ValueMap([("minLength", 1)]))
      schema["properties"] = .map(ValueMap(texts.map { ($0, text) }))
    }
    return schema.isEmpty ? nil : .map(schema)
  }
}
