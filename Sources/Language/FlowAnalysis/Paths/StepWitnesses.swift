// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowModel
package import SourceDiagnostics

/// How each step of a flow is reached: for some answers, or never.
package struct StepWitnesses: Sendable {
  /// How a step is reached.
  package enum Way: Hashable, Sendable {
    /// On every path.
    case always

    /// For answers such as these, as expressions: "`kind == 'http'` and `port == 80`".
    case when(String)

    /// On no path.
    case never
  }

  private var ways: [SourcePlace: Way] = [:]

  /// The maximum number of steps for which answers are searched.
  private static let maximumSteps = 1_000

  /// The maximum number of earlier stops that the answers pass, the last ones.
  private static let maximumStops = 50

  /// Finds answers for each step and each element of a form, those inside of lists, too.
  ///
  /// - Parameter definition: The flow.
  /// - Complexity: That of checking the flow, plus a limited search for each step.
  package init(of definition: FlowDefinition) {
    let prover = PathProver()
    let (index, flow, _, _) = FlowChecker.checkCounting(definition, follower: prover)
    let linted = LintedFlow(index, prover, isFullyChecked: flow != nil)
    for placed in linted.steps.prefix(Self.maximumSteps) {
      linted.enter(placed)
      ways[placed.step.id.place] = Self.way(to: placed, prover)
    }
  }

  /// Returns how a step is reached.
  ///
  /// - Parameter place: The place of the step's id.
  /// - Returns: The way; nil if a search can't decide that.
  package func way(to place: SourcePlace) -> Way? { ways[place] }

  private static func way(to placed: PlacedStep, _ prover: PathProver) -> Way? {
    if placed.path.conditions.isEmpty, placed.path.stopsBefore == 0 { return .always }
    // A search looks only at stops that something depends on.
    let facts = prover.facts
    let passed = facts.stops.indices.prefix(placed.path.stopsBefore)
      .filter { facts.applies($0) }.suffix(maximumStops)
      .map { facts.formulas.not(facts.stops[$0].formula) }
    switch prover.search(passed, at: placed.path) {
    case .impossible: return .never
    case .possible(let answers):
      let words = AnswerDescription(facts).list(answers)
      return words.isEmpty ? nil : .when(words)
    case .undecided: return nil
    }
  }
}
