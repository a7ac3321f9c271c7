// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// The records of lists and used flows in a record, and where they end it.
extension RecordSchema {
  func list(
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

  mutating func flow(
    _ subflow: SubflowDefinition, _ step: StepDefinition, path: FlowPath
  ) -> ValueMap {
    guard let (_, prover) = prover.subflows[subflow.use.place] else { return ValueMap() }
    var inner = RecordSchema(prover, language: subflow.flow.language, for: purpose)
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

  /// Returns the condition under which the flow continues after a number of nested flows that may end it.
  func goesOn(after count: Int) -> RecordCondition { passages[count].goesOn }

  /// Returns the number of nested flows before a stop that may end the flow.
  func endsBefore(_ stop: StopFacts) -> Int {
    passages.dropFirst().prefix { $0.stopsBefore <= stop.path.stopsBefore }.count
  }

  /// Adds the stops of the record itself that complete the flow.
  mutating func addEnds(_ conditions: ConditionSchema) {
    for stop in facts.stopsInItems[table.itemMark] ?? [] where stop.outcome == .completed {
      ends.append(
        RecordCondition(
          necessary: conditions.claim(stop.formula, .necessary),
          sufficient: conditions.claim(stop.formula, .sufficient),
          isExact: conditions.isExact(stop.formula), words: words(of: stop), count: 1))
    }
  }

  func words(of stop: StopFacts) -> String {
    stop.path.conditions.map { facts.conditions[$0].source.text.oneLine }.joined(separator: " && ")
  }
}
