// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowExpressions
package import FlowModel

/// The answers that the analyzer finds to lead to different behavior of a flow.
///
/// They aren't checked: a search understands few functions, and leaves open what doesn't matter.
package struct FlowWitnesses: Sendable {
  /// Answers for both values of each condition and each check, in the order of the flow, without
  /// repetitions, by the ids of their fields; those of items have the id that the item knows.
  package private(set) var answers: [[String: Value]] = []

  /// The values that expressions compare each name with, by the name that they use.
  package private(set) var compared: [String: ComparedValues] = [:]

  /// The maximum number of conditions and checks for which answers are searched.
  private static let maximumConditions = 200

  /// Finds the answers.
  ///
  /// - Parameter definition: The flow.
  /// - Complexity: That of checking the flow, plus a limited search for each condition and check.
  package init(of definition: FlowDefinition) {
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    var search = Search(prover)
    search.run()
    answers = search.found
    var comparisons = ComparisonReader()
    comparisons.read(prover)
    compared = comparisons.valuesByName
  }

  /// Searches for answers that make conditions and checks true and false.
  private struct Search {
    private let prover: PathProver
    private(set) var found: [[String: Value]] = []
    private var seen: Set<[String: Value]> = []
    private var searched: Set<Int> = []
    private var count = 0

    init(_ prover: PathProver) { self.prover = prover }

    mutating func run() {
      for name in prover.facts.names {
        for (depth, condition) in name.path.conditions.enumerated()
        where searched.insert(condition).inserted {
          let path = FlowPath(
            conditions: Array(name.path.conditions[..<depth]), stopsBefore: name.path.stopsBefore)
          search(prover.facts.conditions[condition].formula, at: path)
        }
        guard let field = name.field else { continue }
        for validation in field.validations {
          guard let check = prover.facts.compiled(validation.check) else { continue }
          search(formula(check, at: name), at: name.path)
        }
      }
      for stop in prover.facts.stops {
        search(stop.formula, at: FlowPath(conditions: [], stopsBefore: stop.path.stopsBefore))
      }
    }

    /// Returns the formula of an expression that's evaluated where a name is declared.
    private func formula(_ expression: CompiledExpression, at name: NameFacts) -> FormulaID {
      let facts = prover.facts
      let table = facts.nameTable
      if let own = name.table { facts.nameTable = own }
      defer { facts.nameTable = table }
      return ConditionReader(facts).formula(expression.root)
    }

    private mutating func search(_ formula: FormulaID, at path: FlowPath) {
      guard count < FlowWitnesses.maximumConditions else { return }
      count += 1
      for goal in [formula, prover.facts.formulas.not(formula)] {
        guard case .possible(let answers) = prover.search([goal], at: path) else { continue }
        let values = prover.facts.values(of: answers)
        if !values.isEmpty, seen.insert(values).inserted { found.append(values) }
      }
    }
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
