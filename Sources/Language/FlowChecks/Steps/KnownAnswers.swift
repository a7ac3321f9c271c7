// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// The known facts about values that consist of answers: the records of lists, and the outputs of
// flows.
//
// Only the values of choices and of expressions that consist of literals are known. The inputs of a
// flow are unknown, even those of a used flow, because its file says nothing about the flows that
// use it. The results of commands and the values of maps with computed keys are unknown as well.
extension FlowChecking {
  /// Returns what's known about an expression that gets a name.
  ///
  /// Nothing is concluded from a literal. It has a name so that it can be changed in one place, and
  /// comparisons with other values are meant for those changes.
  func knownValues(ofNamed expression: FlowExpression) -> KnownValues? {
    if case .literal(let value) = expression.compiled.root.kind {
      guard case .string(let text) = value else { return nil }
      return TextForm(of: text).map { .written($0) }
    }
    return expression.compiled.knownValues
  }

  /// Returns what's known about the record of a scope's answers, at its end.
  func knownValues(of number: Int) -> KnownValues {
    var fields: [String: KnownValues] = [:]
    for answer in scopes[number].parts {
      fields[answer.name] = declared[answer.name]?.knownValues
    }
    return .record(fields)
  }

  /// Returns what's known about the values of an input or a capture: which texts are dates.
  func knownValues(of type: InputType) -> KnownValues? {
    switch type {
    case .field(let field): return field.form.map { .written($0) }
    case .list(let element): return knownValues(of: element).map { .list($0) }
    case .map: return nil
    case .record(let parts):
      var fields: [String: KnownValues] = [:]
      for part in parts { fields[part.name] = knownValues(of: part.type) }
      return .record(fields)
    }
  }

  /// Returns what's known about an output.
  func knownValues(of output: CheckedOutput) -> KnownValues? {
    switch output {
    case .everyAnswer(let scope): return knownValues(of: scope)
    case .expression(let expression): return expression.compiled.knownValues
    case .merged(let base, let entries):
      guard case .record(var fields)? = knownValues(of: base),
        case .record(let added)? = knownValues(of: .map(entries))
      else { return nil }
      for entry in entries { fields[entry.key] = added[entry.key] }
      return .record(fields)
    case .map(let entries):
      var fields: [String: KnownValues] = [:]
      for entry in entries {
        if case .expression(let expression) = entry.value {
          fields[entry.key] = knownValues(ofNamed: expression)
        } else {
          fields[entry.key] = knownValues(of: entry.value)
        }
      }
      return .record(fields)
    case .list(let items):
      return KnownValues.joined(items.map { knownValues(of: $0) }).map { .list($0) }
    }
  }
}
