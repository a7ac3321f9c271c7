// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowScripts
import FlowTesting
import SourceDiagnostics
import StackFlowTesting
import TerminalCells
import TerminalIO
import Testing

/// Scripts of one flow, run at a depth in memory.
struct StagedScript {
  /// The results, in the order of the file.
  let results: [ScriptResult]

  /// The file.
  let file: SourceFile

  private struct NoProgram: Error {}

  /// Runs the scripts of a file.
  ///
  /// - Parameters:
  ///   - script: The text of the file.
  ///   - flow: The text of the flow; nil for ``flow``.
  ///   - stage: The depth, face, and size.
  ///   - isRevising: Whether differences are written into the file.
  /// - Throws: If a file has mistakes.
  init(
    _ script: String, of flow: String? = nil,
    at stage: ScriptStage = ScriptStage(depth: .shell), revising isRevising: Bool = false
  ) async throws {
    let flow = try checkedFlow(flow ?? Self.flow, name: "s.flow.yaml")
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "s.test.yaml", flow: flow)
    try #require(DiagnosticRenderer().render(loaded.diagnostics) == "")
    file = try #require(loaded.scripts.first).place.file
    let scripts = loaded.scripts
    results = await BlockingWork.run {
      scripts.map { script in
        StagedRun(at: stage).run(script, on: flow, revising: isRevising) { _ in throw NoProgram() }
      }
    }
  }

  /// The failures, as a user reads them; empty if all passed.
  var said: String {
    results.flatMap(\.failures).map { DiagnosticRenderer().render($0) }.joined()
  }

  /// The number of commands that weren't performed.
  var unperformed: Int { results.reduce(0) { $0 + $1.unperformed } }

  /// The file with what was found, and its difference.
  var revised: (text: String, difference: [String]) {
    ScriptRevision.apply(results.flatMap(\.revisions), to: file)
  }

  static let flow = """
    flow: 1
    id: s
    title: A service
    steps:
      - { ask: name, type: string, label: Name, pattern: '^[a-z]+$', messages: { pattern: use small letters } }
      - { ask: kind, type: choice, label: Kind, choices: [http, worker, cron] }
      - { ask: port, when: kind == 'http', type: integer, label: Port, min: 1024 }
    """

  /// A stage of the shell's depth.
  static func shell(_ face: String, _ columns: Int = 80, _ rows: Int = 24) -> ScriptStage {
    ScriptStage(
      depth: .shell,
      setting: ScreenSetting(face: face, size: .init(columns: columns, rows: rows)))
  }
}
