// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import SourceDiagnostics

/// What is known never to vary in a flow, whatever is answered.
///
/// It is what the lints say of it, also where the flow allows the finding.
package struct FlowConstants: Sendable {
  /// The conditions that are always true where they are evaluated.
  package let alwaysTrue: Set<SourcePlace>

  /// The conditions of steps that no path reaches, or the places of the steps after a stop that
  /// always ends the flow.
  package let unreached: Set<SourcePlace>

  /// The values of choices that can never be picked.
  package let unpickable: Set<SourcePlace>

  /// Finds them.
  ///
  /// - Complexity: that of ``FlowAnalyzer/check(_:)``.
  package init(of definition: FlowDefinition) {
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    let flow = LintedFlow(definition, prover, isWhole: true)
    alwaysTrue = flow.places(of: ConstantConditionLint.self)
    unreached = flow.places(of: UnreachableStepLint.self)
    unpickable = flow.places(of: UnpickableChoiceLint.self)
  }
}

extension LintedFlow {
  /// Where a lint finds something.
  fileprivate func places(of lint: any FlowLint.Type) -> Set<SourcePlace> {
    let table = facts.nameTable
    defer { facts.nameTable = table }
    return Set(lint.check(self).map(\.place))
  }
}
