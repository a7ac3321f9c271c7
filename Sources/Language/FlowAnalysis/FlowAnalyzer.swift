// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowModel
package import SourceDiagnostics

/// Checks a flow, including everything that can be proven about its paths.
///
/// It combines `FlowChecker` with a prover that understands conditions, and adds the findings
/// that need one: answers that may be missing, with a path on which they are; unreachable steps;
/// conditions that are always true; secrets that would be revealed; and missing translations.
///
/// It identifies expressions by their places in the file, so the definition must have been read
/// from a file. For a flow that's built in code, `FlowFile.check` generates one.
package enum FlowAnalyzer {
  /// Checks a flow.
  ///
  /// - Parameters:
  ///   - definition: The flow.
  ///   - includesWarnings: Whether to look for mistakes that are only warnings. The resulting flow
  ///     is the same either way.
  /// - Returns: What's known about the flow, the flow itself, or nil if it has errors, and all diagnostics in no
  ///   particular order.
  /// - Complexity: O(*n*) in the size of the flow. Searches through combinations of answers are
  ///   limited, each and in total; what they can't decide is reported as "not decided".
  package static func check(
    _ definition: FlowDefinition, includesWarnings: Bool = true
  ) -> (index: FlowIndex, flow: CheckedFlow?, diagnostics: [Diagnostic]) {
    let (index, flow, diagnostics, _) = checkCounting(
      definition, includesWarnings: includesWarnings)
    return (index, flow, diagnostics)
  }

  /// Checks a flow, and counts the work done: the formulas read and encoded, the literals that
  /// searches examined, and the names that unknown ones were compared with.
  static func checkCounting(
    _ definition: FlowDefinition, includesWarnings: Bool = true
  ) -> (index: FlowIndex, flow: CheckedFlow?, diagnostics: [Diagnostic], work: Int) {
    let prover = PathProver()
    let (checked, flow, diagnostics, comparisons) = FlowChecker.checkCounting(
      definition, follower: prover)
    var index = checked
    let findings = findings(
      in: index, prover, isFullyChecked: flow != nil, includesWarnings: includesWarnings)
    index.isFullyChecked = flow != nil
    index.isNearLimits = prover.isNearLimits
    index.endsEarly = prover.facts.firstUnconditionalStop != nil
    let work = prover.work + comparisons
    let hasErrors = findings.contains { $0.severity == .error }
    guard !prover.subflows.isEmpty else {
      return (index, hasErrors ? nil : flow, diagnostics + findings, work)
    }
    // A flow that's used twice is checked twice, but its mistakes are reported once.
    var seen: Set<Diagnostic> = []
    return (
      index, hasErrors ? nil : flow,
      (diagnostics + findings).filter { seen.insert($0).inserted }, work
    )
  }

  /// Returns the findings of the lints of a flow and of its nested flows.
  private static func findings(
    in index: FlowIndex, _ prover: PathProver, isFullyChecked: Bool,
    includesWarnings: Bool, inside whole: FlowIndex? = nil
  ) -> [Diagnostic] {
    var found = LintedFlow(
      index, prover, isFullyChecked: isFullyChecked, in: whole
    ).findings(includesWarnings: includesWarnings)
    for (step, used) in index.usedFlows.sorted(by: { $0.key < $1.key }) {
      guard case .flow(let subflow) = index.steps[step].step.kind,
        let inner = prover.subflows[subflow.use.place]
      else { continue }
      found += findings(
        in: used, inner.prover, isFullyChecked: isFullyChecked, includesWarnings: includesWarnings,
        inside: whole ?? index)
    }
    return found
  }
}
