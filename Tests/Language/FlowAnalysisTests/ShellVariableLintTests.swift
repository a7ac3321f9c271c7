// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

@Suite struct ShellVariableLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("shell-variable") }

  /// A used flow isn't walked on its own.
  @Test func answersOfAUsedFlowHaveLongerNames() {
    let loaded = FlowFile.load(
      "flow: 1\nid: t\nsteps:\n  - { flow: user, use: user.flow.yaml }\n", name: "t.flow.yaml",
      files: MemoryFileSource(texts: [
        "user.flow.yaml": "flow: 1\nid: user\nsteps:\n  - { ask: username, type: string }\n"
      ]))
    expectEqual(loaded.diagnostics.diagnostics.map(\.id.name), [])
  }

  /// Those in a list have longer names.
  @Test func onlyANameOfTheResultIsAVariable() {
    expectEqual(
      ids("  - repeat: users\n    steps: [{ ask: username, type: string }]"), [])
    let found = findings(
      "steps:\n  - { ask: username, type: string }\noutput: { user: username }\n")
    #expect(!found.contains("[shell-variable]"), "\(found)")
  }
}
