// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import SourceDiagnostics

/// The parts of a flow that are constant, whatever the answers are.
///
/// These are the findings of the lints, including those that the flow allows.
package struct FlowConstants: Sendable {
  /// The conditions that are always true where they're evaluated.
  package let alwaysTrue: Set<SourcePlace>

  /// The conditions of unreachable steps, or the places of steps after a stop that always ends the
  /// flow.
  package let unreached: Set<SourcePlace>

  /// The places of choices that can never be picked.
  package let unpickable: Set<SourcePlace>

  /// Analyzes a flow.
  ///
  /// - Complexity: The same as ``FlowAnalyzer/check(_:)``.
  package init(of definition: FlowDefinition) {
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    let flow = LintedFlow(definition, prover, isFullyChecked: true)
    alwaysTrue = flow.places(of: ConstantConditionLint.self)
    unreached = flow.places(of: UnreachableStepLint.self)
    unpickable = flow.places(of: UnpickableChoiceLint.self)
  }
}

extension LintedFlow {
  /// Returns the places of a lint's findings.
  fileprivate func places(of lint: any FlowLint.Type) -> Set<SourcePlace> {
    let table = facts.nameTable
    defer { facts.nameTable = table }
    return Set(lint.check(self).map(\.place))
  }
}
