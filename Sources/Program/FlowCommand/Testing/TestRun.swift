// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import FlowScripts
import GNUReadline
import SourceDiagnostics
import StackFlowTesting

/// Runs tests and keeps their results.
struct TestRun {
  let selection: TestSelection
  private let stage: StageOptions
  private let readable: [String]

  private(set) var report = TestReport()

  /// The coverage of each flow; empty if it isn't measured.
  private(set) var coverage = CoverageReport()

  /// The changes of scripts that make them expect what was found.
  private(set) var revisions: [ScriptRevision] = []

  private let coversFlows: Bool

  init(
    selection: TestSelection, stage: StageOptions, readable: [String], findings: DiagnosticList,
    coversFlows: Bool
  ) {
    self.selection = selection
    self.stage = stage
    self.readable = readable
    self.coversFlows = coversFlows
    report.stage = stage.stage
    report.add(contentsOf: findings)
  }

  /// Returns the value of a secret that a script names and doesn't hold.
  static func secret(_ name: String) -> String? {
    SystemHost.environment("STACKFLOW_SECRET_\(name)")
  }

  /// Runs the chosen tests of flows.
  ///
  /// It blocks its thread, which must not be the main one: Readline edits the lines there.
  mutating func run(_ flows: [TestedFlow]) {
    var tests = selection.chosen(of: flows)
    if selection.shuffle {
      let seed = selection.seed ?? UInt64.random(in: 0..<(1 << 53))
      report.seed = seed
      tests = selection.shuffled(tests, seed: seed)
    }
    let staged = StagedRun(at: stage.stage) { @MainActor walk in
      await walk.walk(with: ReadlineEditor(configuration: .none))
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
        result = staged.run(
          script, on: checked, secrets: Self.secret, revising: stage.update
        ) { denied in
          let program = ScriptedProgram(
            flow: flow.path, file: test.place.file.name, number: test.number, readable: readable,
            stage: stage.stage)
          return try program.start(script, denying: denied)
        }
      }
      guard let result else { continue }
      revisions += result.revisions
      traces[flow.path, default: ScriptTrace()].formUnion(result.trace)
      add(
        test, of: flow, result.isPassed ? .passed : .failed, result.failures,
        context: result.context, time: time, unperformed: result.unperformed)
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

  /// Writes the revisions into their files.
  ///
  /// - Returns: The difference of each file, with its name.
  /// - Throws: ``ProgramEnding`` if a file can't be written.
  func revise() throws(ProgramEnding) -> [(file: String, difference: [String])] {
    var files: [SourceFile] = []
    for revision in revisions where !files.contains(revision.place.file) {
      files.append(revision.place.file)
    }
    var changes: [(file: String, difference: [String])] = []
    for file in files {
      let (text, difference) = ScriptRevision.apply(revisions, to: file)
      let bytes = try FlowLoading.bytes(of: file.name, limit: ByteLimit.default.count)
      let mark = bytes.starts(with: "\u{FEFF}".utf8) ? "\u{FEFF}" : ""
      guard bytes.elementsEqual((mark + file.text).utf8) else {
        throw ProgramOutput.fail(
          .inputOutput, "'\(file.name)' has changed meanwhile, or isn't UTF-8; it stays as it is")
      }
      do throws(SystemFiles.Failure) {
        try SystemFiles.write(mark + text, to: file.name, isPrivate: false)
      } catch {
        throw ProgramOutput.fail(.inputOutput, error.message)
      }
      changes.append((file.name, difference))
    }
    return changes
  }

  private mutating func add(
    _ test: TestedFlow.Test, of flow: TestedFlow, _ outcome: TestReport.Outcome,
    _ failures: [Diagnostic] = [], context: ScriptContext? = nil, time: Duration = .zero,
    unperformed: Int = 0
  ) {
    let (seconds, attoseconds) = time.components
    report.add(
      TestReport.Test(
        flow: flow.path, name: test.name, place: test.place, outcome: outcome,
        failures: failures, context: context,
        seconds: Double(seconds) + Double(attoseconds) * 1e-18, unperformed: unperformed))
  }
}
