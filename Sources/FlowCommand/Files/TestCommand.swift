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
      folder, or a folder that is searched for scripts.

      --coverage lists what no script of a flow covers, with its line: steps that are never \
      passed, effects that are never performed or never undone, conditions that are never true or \
      never false, and choices that are never chosen. If there are any, the exit code is 1. With \
      --verbose, limits and checks that never refuse an answer are listed, too.
      """)

  @Argument(help: "Scripts, flows or folders.", completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Flag(help: "List every test, not only failed ones.")
  var verbose = false

  @OptionGroup(title: "Files") var files: FileOptions

  @Flag(help: "List what no script covers.")
  var coverage = false

  func run() throws {
    let scripts = try ScriptSearch.scripts(in: paths)
    guard !scripts.isEmpty else {
      throw Output.fail(.usage, "there is no scripted test in \(paths.joined(separator: ", "))")
    }
    var passed = 0
    var failed = 0
    var found = DiagnosticList()
    var hasErrors = false
    var gapCount = 0
    for path in scripts {
      guard let (flow, tests) = try load(path, &found) else {
        hasErrors = true
        continue
      }
      var covered = coverage ? FlowCoverage(of: flow) : nil
      for test in tests {
        let result = ScriptRun.run(test, on: flow) { name in
          SystemHost.environment("STACKFLOW_SECRET_\(name)")
        }
        found.add(contentsOf: result.failures.map { Self.naming(result.name, $0) })
        covered?.add(result.trace)
        if result.isPassed { passed += 1 } else { failed += 1 }
        if verbose || !result.isPassed {
          Output.result("\(result.isPassed ? "passed" : "failed")  \(path): \(result.name)\n")
        }
      }
      if let covered {
        gapCount += covered.gaps.count
        tell(covered, of: ScriptSearch.flow(of: path))
      }
    }
    Output.diagnostics(found)
    Output.result("\(passed) passed, \(failed) failed\n")
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
  private func tell(_ coverage: FlowCoverage, of path: String) {
    let gaps = coverage.gaps
    Output.result("\(path): \(coverage.count - gaps.count) of \(coverage.count) covered\n")
    for gap in gaps + (verbose ? coverage.neverRefused : []) {
      Output.result("\(path):\(gap.place.start.line): \(gap.message)\n")
    }
  }

  /// Loads a script and its flow; returns nil if either has errors.
  ///
  /// - Parameters:
  ///   - path: The path of the script.
  ///   - found: The list to add findings to: the errors of the flow, and all findings in the
  ///     script.
  /// - Returns: The flow and its tests.
  /// - Throws: ``ProgramEnding`` if a file can't be read.
  private func load(
    _ path: String, _ found: inout DiagnosticList
  ) throws(ProgramEnding) -> (CheckedFlow, [FlowScript])? {
    let flowPath = ScriptSearch.flow(of: path)
    let loading = try FlowLoading(flowPath, readable: files.allowRead)
    let bytes = try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
    guard let flow = loading.flow else {
      found.add(contentsOf: loading.diagnostics)
      return nil
    }
    let scripts = FlowScriptFile.load(bytes, name: path, flow: flow)
    found.add(contentsOf: scripts.diagnostics)
    return scripts.diagnostics.hasErrors ? nil : (flow, scripts.scripts)
  }
}
