// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import SourceDiagnostics

/// Checks a flow and proves what can be proven about its paths.
///
/// It is ``FlowChecker`` with a prover that understands conditions, and the findings that need one:
/// answers that may be unasked with the path on which they are, steps that no path reaches,
/// conditions that are always true, secrets that would be shown, translations that are missing.
///
/// It tells expressions apart by their places in the file, so it is for definitions that were read from
/// one; `FlowFile.check` writes one for a flow that was built in code.
package enum FlowAnalyzer {
  /// Checks a flow.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - includesWarnings: Whether to look for what only warnings tell. Whether there is a flow
  ///     doesn't depend on it.
  /// - Returns: The flow, nil when it has errors, and everything that was found, in no order.
  /// - Complexity: O(*n*) in the size of the flow. A search through combinations of answers stops at
  ///   a limit, and so do all of them together; what they don't decide is said to be "not decided".
  package static func check(
    _ definition: FlowDefinition, includesWarnings: Bool = true
  ) -> (flow: CheckedFlow?, diagnostics: [Diagnostic]) {
    let (flow, diagnostics, _) = checkCounting(definition, includesWarnings: includesWarnings)
    return (flow, diagnostics)
  }

  /// Checks a flow and counts the work that it took: formulas read and encoded, and literals looked
  /// at by searches.
  package static func checkCounting(
    _ definition: FlowDefinition, includesWarnings: Bool = true
  ) -> (flow: CheckedFlow?, diagnostics: [Diagnostic], work: Int) {
    let prover = PathProver()
    let (flow, diagnostics) = FlowChecker.check(definition, follower: prover)
    let findings = findings(
      in: definition, prover, isWhole: flow != nil, includesWarnings: includesWarnings)
    let hasErrors = findings.contains { $0.severity == .error }
    guard !prover.subflows.isEmpty else {
      return (hasErrors ? nil : flow, diagnostics + findings, prover.work)
    }
    // A flow that is used twice is checked twice, and tells its mistakes once.
    var seen: Set<Diagnostic> = []
    return (
      hasErrors ? nil : flow, (diagnostics + findings).filter { seen.insert($0).inserted },
      prover.work
    )
  }

  /// The findings of a flow's lints, and of those of the flows inside it.
  private static func findings(
    in definition: FlowDefinition, _ prover: PathProver, isWhole: Bool, includesWarnings: Bool
  ) -> [Diagnostic] {
    var found = LintedFlow(definition, prover, isWhole: isWhole)
      .findings(includesWarnings: includesWarnings)
    for (flow, prover) in prover.subflows.values {
      found += findings(
        in: flow.flow, prover, isWhole: isWhole, includesWarnings: includesWarnings)
    }
    return found
  }
}
