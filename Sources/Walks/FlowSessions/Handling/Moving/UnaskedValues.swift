// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections

// The values of questions that aren't asked.
extension FlowSession {
  /// Adds the values of the fields of the top step that were hidden or left empty.
  func addValues(
    ofEmpty submission: Submission?, to scope: inout SessionScope
  ) throws(FlowFailure) {
    guard let submission, let (plan, step) = topStep else { return }
    for element in step.elements.indices
    where step.elements[element].field?.otherwise != nil && submission.values[element] == nil {
      try addValue(of: SkippedField(plan: plan, element: element), to: &scope)
    }
  }

  /// Adds the value of a field that isn't asked.
  func addValue(of field: SkippedField, to scope: inout SessionScope) throws(FlowFailure) {
    guard let checked = flow.step(at: field.plan)?.elements[field.element].field,
      let value = try checked.otherwise(in: scope)
    else { return }
    scope.computed.append(
      ComputedValue(planIndex: field.plan, element: field.element, value: value))
  }

  /// Uses up the answers given in advance for questions that aren't asked, if they equal the values that
  /// these have; others are refused as never asked for.
  mutating func useUpAnswers(equalTo values: [ComputedValue], opening frame: RepeatFrame?) {
    for value in values {
      guard let element = value.element, let step = flow.step(at: value.planIndex),
        let field = step.elements[element].field
      else { continue }
      let id = instance(field.id, of: step, opening: frame)
      guard let given = self.given[id], !consumed.contains(id),
        field.isEqual(given, to: value.value, in: options.zone)
      else { continue }
      consumed.insert(id)
    }
  }
}

extension CheckedField {
  /// Returns the value where the question isn't asked; nil if it has none.
  func otherwise(in scope: SessionScope) throws(FlowFailure) -> Value? {
    guard let value = try settings[.otherwise]?.value(in: scope).unwrapped else { return nil }
    return type.isTime ? TypedTime.fitted(value, to: type, in: scope.zone) : value
  }

  /// Returns whether an answer given in advance equals a value.
  func isEqual(_ given: FieldInput, to value: Value, in zone: ZoneRules) -> Bool {
    let values = if case .list(let values) = value { values } else { [value] }
    let choices = values.map { Choice(value: $0, label: $0.plainText) }
    switch given {
    case .value(let data), .remembered(let data, _):
      return data.comparedAsData == value.comparedAsData
        || DataFitting(type: type, choices: choices, zone: zone).value(from: data) == value
    case .text(let text):
      let parser = AnswerParser(
        type: type, choices: choices, zone: zone, extendedReading: reading)
      return text.isEmpty && value == "" || (try? parser.parse(text)) == value
    case .empty, .offered, .default: return false
    }
  }
}
