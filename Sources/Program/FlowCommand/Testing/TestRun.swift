// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowScripts
import FlowSessions
import GNUReadline
import ProgramParts
import SourceDiagnostics
import StackFlowTesting
import TerminalIO

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
  private var traces: [String: ScriptTrace] = [:]

  /// Whether a test failed, after which no other is to run.
  private var isOver = false

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

  /// Runs the chosen tests of flows.
  ///
  /// The results are those of one test after another, in their order, however many run at a time.
  ///
  /// - Parameters:
  ///   - flows: The flows.
  ///   - jobs: The number of tests that run at a time.
  /// - Returns: The run with their results.
  func run(_ flows: [TestedFlow], jobs: Int) async -> TestRun {
    var begun = self
    var tests = selection.chosen(of: flows)
    if selection.shuffle {
      let seed = selection.seed ?? UInt64.random(in: 0..<(1 << 53))
      begun.report.seed = seed
      tests = selection.shuffled(tests, seed: seed)
    }
    let queue = TestQueue(tests, of: begun)
    let staged = StagedRun(at: stage.stage) { @MainActor walk in
      await walk.walk(with: ReadlineEditor(configuration: .none))
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs, tests.count) {
        // It blocks its thread, which must not be the main one: Readline edits the lines there.
        group.addTask { await BlockingWork.run { queue.work(with: staged) } }
      }
    }
    var run = queue.finished()
    run.addCoverage(of: flows)
    return run
  }

  /// The result of a test, before it is in the report.
  struct Result {
    var outcome = TestReport.Outcome.skipped
    var failures: [Diagnostic] = []
    var context: ScriptContext?
    var trace = ScriptTrace()
    var revisions: [ScriptRevision] = []
    var time = Duration.zero
    var unperformed = 0
  }

  /// Runs a test.
  func result(of test: TestSelection.Choice, with staged: StagedRun) -> Result {
    let (flow, test) = test
    guard let script = test.script, let checked = flow.flow else {
      return Result(outcome: .mistaken, failures: test.mistakes)
    }
    let found = staged.run(
      script, on: checked, secrets: SystemHost.secret, revising: stage.update,
      tracing: coversFlows
    ) { denied in
      let program = ScriptedProgram(
        flow: flow.path, file: test.place.file.name, number: test.number, readable: readable,
        stage: stage.stage)
      return try program.start(script, denying: denied)
    }
    return Result(
      outcome: found.isPassed ? .passed : .failed, failures: found.failures,
      context: found.context, trace: found.trace, revisions: found.revisions,
      time: found.time, unperformed: found.unperformed)
  }

  /// Adds what came of the next test; it's skipped if the run is over.
  mutating func add(_ result: Result, of test: TestSelection.Choice) {
    let (flow, test) = test
    let result = isOver ? Result() : result
    revisions += result.revisions
    traces[flow.path, default: ScriptTrace()].formUnion(result.trace)
    let (seconds, attoseconds) = result.time.components
    report.add(
      TestReport.Test(
        flow: flow.path, name: test.name, place: test.place, outcome: result.outcome,
        failures: result.failures, context: result.context,
        seconds: Double(seconds) + Double(attoseconds) * 1e-18, unperformed: result.unperformed))
    if selection.failFast, result.outcome != .passed { isOver = true }
  }

  private mutating func addCoverage(of flows: [TestedFlow]) {
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
}
