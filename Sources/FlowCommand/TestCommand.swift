// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowForms
import FlowHosts
import FlowScripts
import SourceDiagnostics

/// Replays scripted tests: `stackflow test PATH…`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Replay scripted tests of flows.",
    discussion: """
      Each PATH is a script (NAME.test.yaml), a flow (NAME.flow.yaml) whose script stands beside \
      it, or a folder that is searched for scripts.
      """)

  @Argument(help: "Scripts, flows or folders.", completion: .file(extensions: ["yaml"]))
  var paths: [String]

  @Flag(help: "Name every test, not only the failed ones.")
  var verbose = false

  @OptionGroup(title: "Files") var files: FileOptions

  func run() throws {
    let scripts = try ScriptSearch.scripts(in: paths)
    guard !scripts.isEmpty else {
      throw Output.fail(.usage, "there is no scripted test in \(paths.joined(separator: ", "))")
    }
    var passed = 0
    var failed = 0
    var failures = DiagnosticList()
    var hasErrors = false
    for path in scripts {
      guard let (flow, tests) = try load(path) else {
        hasErrors = true
        continue
      }
      for test in tests {
        let result = ScriptRun.run(test, on: flow) { name in
          SystemHost.environment("STACKFLOW_SECRET_\(name)")
        }
        failures.add(contentsOf: result.failures)
        if result.isPassed { passed += 1 } else { failed += 1 }
        if verbose || !result.isPassed {
          Output.result("\(result.isPassed ? "passed" : "failed")  \(path): \(result.name)\n")
        }
      }
    }
    Output.diagnostics(failures)
    Output.result("\(passed) passed, \(failed) failed\n")
    if hasErrors { throw ProgramEnding(.badFile) }
    if failed > 0 { throw ProgramEnding(.left) }
  }

  /// The flow and the tests of a script; nil when one of them has errors, which are reported.
  private func load(_ path: String) throws(ProgramEnding) -> (CheckedFlow, [FlowScript])? {
    let flowPath = ScriptSearch.flow(of: path)
    let loading = try FlowLoading(flowPath, readable: files.allowRead)
    let bytes = try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
    guard let flow = loading.flow else {
      Output.diagnostics(loading.diagnostics)
      return nil
    }
    let scripts = FlowScriptFile.load(bytes, name: path, flow: flow)
    guard !scripts.diagnostics.hasErrors else {
      Output.diagnostics(scripts.diagnostics)
      return nil
    }
    return (flow, scripts.scripts)
  }
}
