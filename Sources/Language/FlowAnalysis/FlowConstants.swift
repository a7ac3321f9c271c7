// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowModel
package import SourceDiagnostics

/// The parts of a flow that are constant, whatever the answers are.
///
/// These are the findings of the lints, including those that the flow allows.
package struct FlowConstants: Sendable {
  /// The index of the flow.
  package let index: FlowIndex

  /// The conditions that are always true where they're evaluated.
  package let alwaysTrue: Set<SourcePlace>

  /// The conditions of unreachable steps and of parts of texts that are never shown, or the places of steps after a stop that always ends the
  /// flow.
  package let unreached: Set<SourcePlace>

  /// The places of choices that can never be picked.
  package let unpickable: Set<SourcePlace>

  /// The arrows of the graph that are proven to be impossible, without their conditions.
  package let impossibleEdges: Set<FlowGraph.Edge>

  /// Analyzes a flow.
  ///
  /// - Complexity: The same as ``FlowAnalyzer/check(_:)``.
  package init(of definition: FlowDefinition, graph: FlowGraph) {
    let prover = PathProver()
    index = FlowChecker.check(definition, follower: prover).index
    let flow = LintedFlow(index, prover, isFullyChecked: true)
    let neverTrue = flow.placesOfNeverTrueTexts
    alwaysTrue = flow.places(of: .constantCondition).subtracting(neverTrue)
    unreached = flow.places(of: .unreachableStep).union(neverTrue)
    unpickable = flow.places(of: .unpickableChoice)
    impossibleEdges = prover.impossibleEdges(of: graph)
  }
}

extension PathProver {
  /// Returns the arrows whose conditions, and those of the node at which they start, can't hold together.
  ///
  /// Arrows between the same nodes are possible if one of them is. Those inside of lists aren't examined.
  fileprivate func impossibleEdges(of graph: FlowGraph) -> Set<FlowGraph.Edge> {
    var possible: Set<FlowGraph.Edge> = []
    var impossible: Set<FlowGraph.Edge> = []
    for edge in graph.edges {
      let bare = FlowGraph.Edge(from: edge.from, to: edge.to, condition: nil)
      let guards = Set(graph.nodes[edge.from].guards + edge.guards)
      let formulas = guards.compactMap { held -> FormulaID? in
        guard let number = facts.conditionNumbers[held.place] else { return nil }
        let formula = facts.conditions[number].formula
        return held.isTrue ? formula : facts.formulas.not(formula)
      }
      let isInList = [edge.from, edge.to].contains { graph.nodes[$0].path.contains("[") }
      if isInList || formulas.count < guards.count
        || isPossible(formulas, at: FlowPath()) != false
      {
        possible.insert(bare)
      } else {
        impossible.insert(bare)
      }
    }
    return impossible.subtracting(possible)
  }
}

extension LintedFlow {
  /// The conditions in texts that are never true.
  fileprivate var placesOfNeverTrueTexts: Set<SourcePlace> {
    let table = facts.nameTable
    defer { facts.nameTable = table }
    return Set(
      steps.flatMap { placed in
        enter(placed)
        return TextConditions.constants(in: placed, self).filter { !$0.isTrue }.map(\.source.place)
      })
  }

  /// Returns the places of a lint's findings.
  fileprivate func places(of lint: FlowLint) -> Set<SourcePlace> {
    let table = facts.nameTable
    defer { facts.nameTable = table }
    return Set(lint.check(self).map(\.place))
  }
}
