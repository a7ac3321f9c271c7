// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import FlowScripts
import SourceDiagnostics

/// Runs tests and keeps their results.
struct TestRun {
  let selection: TestSelection

  private(set) var report = TestReport()

  /// The coverage of each flow; empty if it isn't measured.
  private(set) var coverage = CoverageReport()

  private let coversFlows: Bool

  init(selection: TestSelection, findings: DiagnosticList, coversFlows: Bool) {
    self.selection = selection
    self.coversFlows = coversFlows
    report.add(contentsOf: findings)
  }

  /// Runs the chosen tests of flows.
  mutating func run(_ flows: [TestedFlow]) {
    var tests = selection.chosen(of: flows)
    if selection.shuffle {
      let seed = selection.seed ?? UInt64.random(in: 0..<(1 << 53))
      report.seed = seed
      tests = selection.shuffled(tests, seed: seed)
    }
    var traces: [String: ScriptTrace] = [:]
    var isOver = false
    for (flow, test) in tests {
      guard !isOver else {
        add(test, of: flow, .skipped)
        continue
      }
      guard let script = test.script, let checked = flow.flow else {
        add(test, of: flow, .mistaken, test.mistakes)
        isOver = selection.failFast
        continue
      }
      var result: ScriptResult?
      let time = ContinuousClock().measure {
        result = ScriptRun.run(script, on: checked) { name in
          SystemHost.environment("STACKFLOW_SECRET_\(name)")
        }
      }
      guard let result else { continue }
      traces[flow.path, default: ScriptTrace()].formUnion(result.trace)
      add(
        test, of: flow, result.isPassed ? .passed : .failed, result.failures,
        context: result.context, time: time)
      isOver = selection.failFast && !result.isPassed
    }
    guard coversFlows else { return }
    for flow in flows {
      guard let checked = flow.flow else { continue }
      var covered = FlowCoverage(of: checked)
      if let trace = traces[flow.path] { covered.add(trace) }
      coverage.add(
        CoverageReport.Flow(
          path: flow.path, hasScript: !flow.scripts.isEmpty, coverage: covered))
    }
  }

  private mutating func add(
    _ test: TestedFlow.Test, of flow: TestedFlow, _ outcome: TestReport.Outcome,
    _ failures: [Diagnostic] = [], context: ScriptContext? = nil, time: Duration = .zero
  ) {
    let (seconds, attoseconds) = time.components
    report.add(
      TestReport.Test(
        flow: flow.path, name: test.name, place: test.place, outcome: outcome,
        failures: failures, context: context,
        seconds: Double(seconds) + Double(attoseconds) * 1e-18))
  }
}
