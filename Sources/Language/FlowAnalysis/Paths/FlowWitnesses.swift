// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowForms

/// Answers that lead to both values of the conditions of a flow, as far as the prover finds them.
package enum FlowWitnesses {
  /// The maximum number of conditions for which answers are searched.
  private static let maximumConditions = 100

  /// Returns answers by the ids of their fields; those of items have the id that the item knows.
  ///
  /// They aren't checked: a search understands few functions, and leaves open what doesn't matter.
  ///
  /// - Parameter definition: The flow.
  /// - Returns: The answers for each condition, in the order of the flow, without repetitions.
  /// - Complexity: That of checking the flow, plus a limited search for each condition.
  package static func answers(of definition: FlowDefinition) -> [[String: Value]] {
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    let facts = prover.facts
    var found: [[String: Value]] = []
    var seen: Set<[String: Value]> = []
    var searched: Set<Int> = []
    for name in facts.names {
      for (depth, condition) in name.path.conditions.enumerated()
      where searched.count < maximumConditions && searched.insert(condition).inserted {
        let path = FlowPath(
          conditions: Array(name.path.conditions[..<depth]), stopsBefore: name.path.stopsBefore)
        let formula = facts.conditions[condition].formula
        for goal in [formula, facts.formulas.not(formula)] {
          guard case .possible(let answers) = prover.search([goal], at: path) else { continue }
          let values = facts.values(of: answers)
          if !values.isEmpty, seen.insert(values).inserted { found.append(values) }
        }
      }
    }
    return found
  }
}

extension FlowFacts {
  /// Returns the values of fields in answers that a search found.
  fileprivate func values(of answers: Solver.Answers) -> [String: Value] {
    var values: [String: Value] = [:]
    for found in answers.samples {
      guard case .name(let name) = terms[found.term], names[name].field != nil,
        let value = found.sample.value(asked: found.asked, in: domain(of: found.term).textBounds)
      else { continue }
      values[names[name].id.name] = value
    }
    return values
  }
}
