// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowModel
package import SourceDiagnostics

/// Whether a walk can pass an answer without asking it.
package enum UnaskedAnswer: Sendable, Hashable {
  /// It has a value on every path that passes its place.
  case never

  /// It has none with these answers, in words: "`kind == 'worker'`". Empty if nothing else matters, as when it may be left
  /// empty.
  case possible(String)

  /// The search reached its limit.
  case undecided

  /// Finds out whether a name that's declared at a place can have no value.
  ///
  /// - Parameters:
  ///   - place: The place of its id.
  ///   - definition: The flow.
  /// - Returns: The answer; nil if nothing is known about such a name.
  /// - Complexity: That of checking the flow, and of a limited search.
  package static func find(declaredAt place: SourcePlace, in definition: FlowDefinition)
    -> UnaskedAnswer?
  {
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    guard let number = prover.facts.names.firstIndex(where: { $0.id.place == place }) else {
      return nil
    }
    let path = FlowPath(
      conditions: [], stopsBefore: prover.facts.names[number].path.stopsBefore)
    let absent = prover.facts.formulas.not(prover.facts.presence(of: number))
    switch prover.search([absent], at: path) {
    case .impossible: return .never
    case .undecided: return .undecided
    case .possible(let answers):
      let others = Solver.Answers(
        samples: answers.samples.filter {
          prover.facts.terms[$0.term] != .given(number)
            && !prover.facts.terms.names(of: $0.term).contains(number)
        })
      return .possible(AnswerDescription(prover.facts).list(others))
    }
  }
}
