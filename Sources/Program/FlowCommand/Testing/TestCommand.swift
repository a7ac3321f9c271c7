// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowScripts
import FlowSessions
import ProgramParts
import SourceDiagnostics
import TerminalIO

/// The command `stackflow test PATH…`.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Replay scripted tests of flows.",
    discussion: """
      Each PATH is a script (NAME.test.yaml, or NAME.PART.test.yaml), a flow (NAME.flow.yaml) with \
      scripts in the same folder, or a folder that is searched for scripts. A test with a mistake \
      isn't run; the others of its file are.

      --depth says what takes a script: the session alone (session), the conversation with its \
      widgets and its line editor at a terminal in memory (shell), or this program on a \
      pseudo-terminal (pty). With a screen, keys and clicks of a script are performed, and its \
      pictures of screens are compared. --update writes what's found into the scripts. At the pty's depth, \
      several tests run at a time; --jobs says how many. Results are in the same order with any number.

      --report writes the results in a format for other programs, to standard output, or to a file: \
      --report junit=report.xml. The formats are text, tap, junit, json, and github.

      --coverage lists what no script of a flow covers, with its line: steps that are never \
      passed, effects that are never performed or never undone, conditions that are never true or \
      never false, and choices that are never chosen. Flows of a folder without a script count as \
      uncovered. If there are any, the exit code is 1, unless --min-coverage says how much is enough, \
      or --coverage-base has an earlier report and only new gaps count. Edges from step to step, \
      constraints and checks both ways, answers at limits, and going back are counted apart, and their \
      first gaps are listed; --verbose lists all. --coverage-report writes coverage as json, lcov, or cobertura, or as an \
      svg image of the graph, to a file.

      Example: stackflow test Flows --coverage
      """)

  @Argument(help: "Scripts, flows or folders.", completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Flag(help: "List every test, not only failed ones.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "How many tests run at a time (default: as many as there are processors at the pty's depth, 1 elsewhere).",
      valueName: "number"))
  var jobs: Int?

  @OptionGroup(title: "Tests") var selection: TestSelection

  @OptionGroup(title: "Depths") var stage: StageOptions

  @OptionGroup(title: "Reports") var reports: ReportOptions

  @OptionGroup(title: "Files") var files: FileOptions

  @OptionGroup(title: "Coverage") var coverageOptions: CoverageOptions

  @Flag(help: "List the tests instead of running them; as JSON with --report json.")
  var list = false

  @Flag(help: "Run the tests again whenever a file changes, until Ctrl-C.")
  var watch = false

  func validate() throws {
    if let jobs, !(1...Self.maximumJobs).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to \(Self.maximumJobs)")
    }
    guard watch else { return }
    if list { throw ValidationError("--watch runs tests, and --list doesn't") }
  }

  /// Each of them has a thread, and at the pty's depth a program.
  private static let maximumJobs = 64

  /// A program on a terminal holds eight file descriptors, of which macOS gives 256 to a process.
  private static let maximumDefaultJobs = 16

  func run() async throws {
    if watch {
      let written = coverageOptions.coverageReport.map(\.path) + reports.report.compactMap(\.path)
      await FileChanges.watch(
        try FlowFolder.paths(named: paths), files.allowRead, writing: written
      ) { try? await runOnce() }
    }
    try await runOnce()
  }

  private var defaultJobs: Int {
    stage.depth == .pty ? min(SystemHost.processorCount, Self.maximumDefaultJobs) : 1
  }

  /// A folder with scripts in one of the folders, which aren't searched through.
  private var testedFolder: String? {
    let inner = paths.lazy.flatMap { path in
      (SystemFiles.names(inFolder: path) ?? []).sorted().map { "\(path)/\($0)" }
    }
    return inner.first { folder in
      SystemFiles.names(inFolder: folder)?.contains { $0.hasSuffix(ScriptSearch.scriptSuffix) }
        ?? false
    }
  }

  private func runOnce() async throws {
    let named = try FlowFolder.paths(named: paths)
    var tested = ScriptSearch.tested(in: named, includesUntested: coverageOptions.measures)
    let strays = tested.flatMap(\.scripts).filter { ScriptSearch.isOfNoFlow($0, among: named) }
    tested.removeAll { entry in
      !entry.scripts.isEmpty && entry.scripts.allSatisfy { strays.contains($0) }
    }
    ScriptSearch.tell(ofNoFlow: strays, "run")
    guard !tested.isEmpty else {
      throw ProgramOutput.fail(
        .usage,
        "there is no scripted test in \(paths.joined(separator: ", "))"
          + (testedFolder.map { ", but in '\($0)'" } ?? ""))
    }
    var findings = DiagnosticList()
    let flows = try tested.map { (tested) throws(ProgramEnding) in
      try TestedFlow(tested, readable: files.allowRead, findings: &findings)
    }
    if list { return try reports.write(listOf: selection.chosen(of: flows)) }
    let begun = TestRun(
      selection: selection, stage: stage, readable: files.allowRead, findings: findings,
      coversFlows: coverageOptions.measures)
    // A face in memory is walked on this thread, and scripts wait for it on theirs.
    let run = await begun.run(
      flows, jobs: jobs ?? defaultJobs)
    for (file, difference) in try run.revise() {
      let text = ([file] + difference).joined(separator: "\n")
      reports.isText ? ProgramOutput.text(text + "\n") : ProgramOutput.message(text)
    }
    if reports.isText, coverageOptions.measures {
      ProgramOutput.text(run.coverage.text(as: .text, listingAll: verbose))
    }
    try coverageOptions.write(run.coverage)
    try reports.write(run.report, listingAll: verbose)
    ScriptSearch.tell(in: paths, endingIn: [ScriptSearch.scriptSuffix], "run")
    if stage.update, case let count = run.report.count(.failed), count > 0 {
      ProgramOutput.message(
        "--update writes screens and outputs; what else differs in \(count) failed "
          + (count == 1 ? "test" : "tests") + " must be changed by hand")
    }
    if run.report.findings.hasErrors || run.report.count(.mistaken) > 0 {
      throw ProgramEnding(.badFile)
    }
    if run.report.tests.isEmpty, selection.isFiltering {
      throw ProgramOutput.fail(.usage, "no test is named like \(selection.filterWords)")
    }
    let isCovered = try coverageOptions.isEnough(run.coverage)
    if !run.report.isPassed || !isCovered { throw ProgramEnding(.left) }
  }
}
