// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowForms
import FlowScripts
import SourceDiagnostics

/// Scripted tests of a small flow: each file gives tests or errors, and tests can be run.
enum ScriptFuzzing {
  private static let flow = FlowFile.load(
    """
    stackflow: 1
    title: A
    inputs:
      region: {type: string, default: eu}
    steps:
      - ask: name
        type: string
      - ask: size
        type: integer
        when: name != "x"
      - form: more
        fields:
          - {ask: kind, type: choice, choices: [one, two]}
          - {ask: secret, type: secret, optional: true}
      - note: done
        text: "${name}"
      - commit: go
        text: Really?
    """, name: "a.flow.yaml"
  ).flow

  static func violation(for bytes: [UInt8]) -> String? {
    guard let flow else { return "the flow of the target has errors" }
    let loaded = FlowScriptFile.load(bytes, name: "a.test.yaml", flow: flow)
    _ = DiagnosticRenderer().render(loaded.diagnostics)
    guard !loaded.diagnostics.hasErrors else { return nil }
    if loaded.scripts.isEmpty { return "neither a test nor an error" }
    for script in loaded.scripts.prefix(8) {
      let one = ScriptRun.run(script, on: flow)
      let other = ScriptRun.run(script, on: flow)
      guard one.isPassed == other.isPassed, one.failures.count == other.failures.count else {
        return "two runs differ"
      }
    }
    return nil
  }
}
