// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExploration
import FlowExpressions
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import GNUReadline
import ProgramParts
import SourceDiagnostics
import StackFlowShell
import StackFlowTesting
import TerminalIO

/// The command `stackflow explore FLOW`.
struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore", abstract: "Walk a flow instead of a user, and look for faults.",
    discussion: """
      No command is run and no file is written: results come from the flow's scripts, and files are in \
      memory. A small flow is walked with every combination of its choices; a large one is sampled, and \
      the same --seed walks the same paths. Every walk goes back and forward, is saved and restored, and \
      is killed while effects are performed and when they have ended. Some walks are typed at each face, \
      and asked through a server.

      A fault is printed with a short script that leads to it, which stackflow test runs, and the exit code \
      is 1. --write adds tests that cover what no script of the flow does, to a new file or after the \
      tests of FILE.

      Example: stackflow explore new-service --write Flows/new-service.explored.test.yaml
      """)

  @Argument(help: "The flow file.", completion: .file(extensions: ["yaml"]))
  var file: String

  @Option(help: ArgumentHelp("The maximum number of moves.", valueName: "number"))
  var steps = 20_000

  @Option(
    help: ArgumentHelp(
      "The maximum time, such as 20s or 5m, or a number of seconds.", valueName: "time"))
  var time: TimeLimit?

  @Option(help: ArgumentHelp("The seed of random walks.", valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("Add tests of what no script covers to FILE.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var write: String?

  @Option(help: "How the report is written: \(TextOrJSON.names).")
  var format = TextOrJSON.text

  @OptionGroup(title: "Files") var files: FileOptions

  func validate() throws {
    if steps < 1 { throw ValidationError("--steps takes a number from 1") }
  }

  func run() async throws {
    let path = try FlowFolder.path(named: file)
    guard
      let tested = ScriptSearch.tested(in: [path], includesUntested: true).first
    else { throw ProgramOutput.fail(.usage, "'\(path)' is no flow file; NAME.flow.yaml is one") }
    let existing = ScriptSearch.Tested(
      flow: tested.flow, scripts: tested.scripts.filter { SystemFiles.exists($0) })
    var findings = DiagnosticList()
    let loaded = try TestedFlow(existing, readable: files.allowRead, findings: &findings)
    guard let flow = loaded.flow else {
      ProgramOutput.diagnostics(findings)
      throw ProgramEnding(.badFile)
    }
    let scripts = loaded.tests.compactMap(\.script)
    var limits = Explorer.Limits()
    limits.steps = steps
    limits.seed = seed ?? UInt64.random(in: 0..<(1 << 32))
    if let time {
      let end = ContinuousClock.now + time.duration
      limits.isOver = { ContinuousClock.now >= end }
    }
    // It blocks its thread, which must not be the main one: Readline edits the lines there.
    let exploration = await BlockingWork.run { [limits] in
      var explorer = Explorer(
        flow, scripts: scripts, laws: ExplorationLaw.all + Self.faceLaws, limits: limits)
      return explorer.run()
    }
    switch format {
    case .text: ProgramOutput.text(exploration.text(for: path))
    case .json:
      let report = JSONWriter(indentation: 2).text(of: exploration.value(for: path)) ?? "{}"
      ProgramOutput.result(report + "\n", as: .json)
    }
    if let write { try add(exploration, scripts, of: flow, in: tested.flow, to: write) }
    if !exploration.findings.isEmpty || exploration.problem != nil { throw ProgramEnding(.left) }
  }

  /// Each face of this program does what the session alone does.
  private static let faceLaws = FaceKind.allCases.map { kind in
    let stage = ScriptStage(depth: .shell, setting: ScreenSetting(face: kind.rawValue))
    let staged = StagedRun(at: stage) { @MainActor walk in
      await walk.walk(with: ReadlineEditor(configuration: .none))
    }
    return ExplorationLaw.agrees("\(kind)-agrees", at: "the \(kind) face") { script, flow in
      // At this depth, no program is started.
      staged.run(script, on: flow, tracing: false) { _ in throw NoProgram() }
    }
  }

  private struct NoProgram: Error {}

  /// Adds the missing tests to a file.
  private func add(
    _ exploration: Exploration, _ scripts: [FlowScript], of flow: CheckedFlow, in tested: String,
    to path: String
  ) throws(ProgramEnding) {
    var known = FlowCoverage(of: flow)
    for script in scripts {
      let result = ScriptRun.run(script, on: flow, secrets: SystemHost.secret)
      known.add(result.trace)
    }
    let missing = exploration.missingScripts(beyond: known)
    guard !missing.isEmpty else {
      ProgramOutput.message("stackflow: no test is missing that these walks know")
      return
    }
    var text = ""
    if SystemFiles.exists(path) {
      let bytes = try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
      text = String(decoding: bytes, as: UTF8.self)
      if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    }
    for script in missing { text += (text.isEmpty ? "" : "---\n") + script.text }
    do throws(SystemFiles.Failure) {
      try SystemFiles.write(text, to: path, isPrivate: false)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    let count = missing.count == 1 ? "1 test" : "\(missing.count) tests"
    ProgramOutput.message("stackflow: \(count) added to '\(path)'")
    guard ScriptSearch.flow(of: path) != tested else { return }
    let stem =
      tested.hasSuffix(ScriptSearch.flowSuffix)
      ? String(tested.dropLast(ScriptSearch.flowSuffix.count)) : tested
    ProgramOutput.message(
      "stackflow: 'stackflow test' doesn't find it there; it belongs to '\(tested)' if it's "
        + "'\(stem).explored\(ScriptSearch.scriptSuffix)'")
  }
}
