// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowScripts
import SourceDiagnostics

/// Scripted tests of a small flow: each file gives tests or errors, and tests can run.
enum ScriptFuzzing {
  private static let flow = FlowFile.load(
    """
    flow: 1
    id: small
    inputs:
      region: { type: string, default: eu }
    steps:
      - ask: name
        type: string
      - ask: size
        type: integer
        when: name != "x"
      - form: more
        fields:
          - { ask: kind, type: choice, choices: [one, two] }
          - { ask: key, type: secret, required: false }
      - note: done
        text: "${name}"
      - commit: go
        text: Really?
    """, name: "a.flow.yaml"
  ).flow

  static func violation(for bytes: [UInt8]) -> String? {
    guard let flow else { return "the flow of the target has errors" }
    let loaded = FlowScriptFile.load(bytes, name: "a.test.yaml", flow: flow)
    Drawing.draw(loaded.diagnostics.diagnostics, of: bytes)
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
