// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowForms
import FlowHosts
import FlowScripts
import SourceDiagnostics

/// The command `stackflow test PATH…`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Replay scripted tests of flows.",
    discussion: """
      Each PATH is a script (NAME.test.yaml), a flow (NAME.flow.yaml) with a script in the same \
      folder, or a folder that is searched for scripts. A test with a mistake isn't run; the others \
      of its file are.

      --coverage lists what no script of a flow covers, with its line: steps that are never \
      passed, effects that are never performed or never undone, conditions that are never true or \
      never false, and choices that are never chosen. Flows of a folder without a script count as \
      uncovered. If there are any, the exit code is 1. With \
      --verbose, limits and checks that never refuse an answer are listed, too.

      Example: stackflow test Flows --coverage
      """)

  @Argument(help: "Scripts, flows or folders.", completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Flag(help: "List every test, not only failed ones.")
  var verbose = false

  @OptionGroup(title: "Files") var files: FileOptions

  @Flag(help: "List what no script covers.")
  var coverage = false

  func run() throws {
    let tested = try ScriptSearch.tested(
      in: FlowFolder.paths(named: paths), includesUntested: coverage)
    guard !tested.isEmpty else {
      throw ProgramOutput.fail(
        .usage, "there is no scripted test in \(paths.joined(separator: ", "))")
    }
    var passed = 0
    var failed = 0
    var found = DiagnosticList()
    var hasErrors = false
    var gapCount = 0
    for path in tested {
      guard let (flow, tests) = try load(path, &found, &hasErrors) else { continue }
      var covered = coverage ? FlowCoverage(of: flow) : nil
      for test in tests {
        let result = ScriptRun.run(test, on: flow) { name in
          SystemHost.environment("STACKFLOW_SECRET_\(name)")
        }
        found.add(contentsOf: result.failures.map { Self.naming(result.name, $0) })
        covered?.add(result.trace)
        if result.isPassed { passed += 1 } else { failed += 1 }
        if verbose || !result.isPassed {
          let script = path.script ?? path.flow
          ProgramOutput.result(
            "\(result.isPassed ? "passed" : "failed")  \(script): \(result.name)\n")
        }
      }
      if let covered {
        gapCount += covered.gaps.count
        tell(covered, of: path)
      }
    }
    ProgramOutput.diagnostics(found)
    ProgramOutput.result("\(passed) passed, \(failed) failed\n")
    if hasErrors { throw ProgramEnding(.badFile) }
    if failed > 0 || gapCount > 0 { throw ProgramEnding(.left) }
  }

  /// Prefixes the message of a failure with the name of its test.
  private static func naming(_ test: String, _ failure: Diagnostic) -> Diagnostic {
    var named = failure
    named.message = "in '\(test)': \(failure.message)"
    return named
  }

  /// Reports the parts of a flow that no script covers.
  private func tell(_ coverage: FlowCoverage, of tested: ScriptSearch.Tested) {
    let (gaps, path) = (coverage.gaps, tested.flow)
    guard tested.script != nil else {
      ProgramOutput.result("\(path): 0 of \(coverage.count) covered, because it has no script\n")
      return
    }
    ProgramOutput.result("\(path): \(coverage.count - gaps.count) of \(coverage.count) covered\n")
    for gap in gaps + (verbose ? coverage.neverRefused : []) {
      ProgramOutput.result("\(path):\(gap.place.start.line): \(gap.message)\n")
    }
  }

  /// Loads a flow and its script; returns nil if the flow has errors.
  ///
  /// - Parameters:
  ///   - tested: The paths of both.
  ///   - found: The list to add findings to: the errors of the flow, and all findings in the
  ///     script.
  ///   - hasErrors: Whether the flow or a test in the script has errors.
  /// - Returns: The flow, and its tests without errors.
  /// - Throws: ``ProgramEnding`` if a file can't be read.
  private func load(
    _ tested: ScriptSearch.Tested, _ found: inout DiagnosticList, _ hasErrors: inout Bool
  ) throws(ProgramEnding) -> (CheckedFlow, [FlowScript])? {
    let loading = try FlowLoading(tested.flow, readable: files.allowRead)
    let bytes = try tested.script.map { (path) throws(ProgramEnding) in
      try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
    }
    guard let flow = loading.flow else {
      found.add(contentsOf: loading.diagnostics)
      hasErrors = true
      return nil
    }
    guard let path = tested.script, let bytes else { return (flow, []) }
    let scripts = FlowScriptFile.load(bytes, name: path, flow: flow)
    found.add(contentsOf: scripts.diagnostics)
    if scripts.diagnostics.hasErrors { hasErrors = true }
    return (flow, scripts.scripts)
  }
}
