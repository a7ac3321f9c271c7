// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// What is known of values that are made of answers: the records of lists, and what flows give.
//
// It goes no further than the values of choices and of expressions that are made of literals. No
// one knows the inputs of a flow, not even of one inside another, whose file says nothing of who
// uses it; nor what a command gives, or maps whose keys are computed.
extension FlowChecking {
  /// What is known of an expression that gets a name.
  ///
  /// Of a literal it is nothing: it has its name so that it can be changed in one place, and what
  /// it is compared with is there for the other values.
  func knownValues(ofNamed expression: FlowExpression) -> KnownValues? {
    if case .literal(let value) = expression.compiled.root.kind {
      guard case .string(let text) = value else { return nil }
      return TextForm(of: text).map { .written($0) }
    }
    return expression.compiled.knownValues
  }

  /// What is known of the record that a scope's answers make, at its end.
  func knownValues(of number: Int) -> KnownValues {
    var fields: [String: KnownValues] = [:]
    for answer in scopes[number].parts {
      fields[answer.name] = declared[answer.name]?.knownValues
    }
    return .record(fields)
  }

  /// What is known of the values of an input or of what a command gives: which texts are dates.
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

  /// What is known of an output.
  func knownValues(of output: CheckedOutput) -> KnownValues? {
    switch output {
    case .everyAnswer(let scope): return knownValues(of: scope)
    case .expression(let expression): return expression.compiled.knownValues
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
