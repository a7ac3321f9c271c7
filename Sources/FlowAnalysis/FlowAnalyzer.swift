// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import SourceDiagnostics

/// Checks a flow and proves what can be proven about its paths.
///
/// It is ``FlowChecker`` with a prover that understands conditions, and the findings that need one:
/// answers that may be unasked with the path on which they are, steps that nobody reaches,
/// conditions that are always true, secrets that would be shown, translations that are missing.
///
/// It tells places apart by where they stand in the file, so it is for definitions that were read from
/// one; `FlowFile.check` writes one for a flow that was built in code.
package enum FlowAnalyzer {
  /// Checks a flow.
  ///
  /// - Returns: The flow, nil when it has errors, and everything that was found, in no order.
  /// - Complexity: O(*n*) in the size of the flow where its conditions are repeated word for word or
  ///   few; searches through combinations of conditions have a limit, past which they say
  ///   "not decided".
  package static func check(
    _ definition: FlowDefinition
  ) -> (flow: CheckedFlow?, diagnostics: [Diagnostic]) {
    let prover = PathProver()
    let (flow, diagnostics) = FlowChecker.check(definition, follower: prover)
    let findings = findings(in: definition, prover)
    let hasErrors = findings.contains { $0.severity == .error }
    guard !prover.subflows.isEmpty else { return (hasErrors ? nil : flow, diagnostics + findings) }
    // A flow that is used twice is checked twice, and tells its mistakes once.
    var seen: Set<Diagnostic> = []
    return (hasErrors ? nil : flow, (diagnostics + findings).filter { seen.insert($0).inserted })
  }

  /// The findings of a flow's lints, and of those of the flows inside it.
  private static func findings(in definition: FlowDefinition, _ prover: PathProver) -> [Diagnostic]
  {
    var found = LintedFlow(definition, prover).findings()
    for (flow, prover) in prover.subflows.values { found += findings(in: flow.flow, prover) }
    return found
  }
}
