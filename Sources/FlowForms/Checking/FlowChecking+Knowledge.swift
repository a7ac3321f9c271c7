// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// What is known of values that are made of answers: the records of lists, and what flows give.
//
// It goes no further than the values of choices and of expressions that are made of literals. Nobody
// knows the inputs of a flow, not even of one inside another, whose file says nothing of who uses it;
// nor what a command gives, or maps whose keys are computed.
extension FlowChecking {
  /// What is known of an expression that gets a name.
  ///
  /// Of a literal it is nothing: it has its name so that it can be changed in one place, and what it
  /// is compared with stands there for the other values.
  func knownValues(ofNamed expression: CheckedExpression) -> KnownValues? {
    if case .literal = expression.compiled.root.kind { return nil }
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
