// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics
import Testing

/// Everything that is said of a flow, with `flow: 1` and `id: t` before it.
func findings(_ text: String) -> String {
  let loaded = FlowFile.load("flow: 1\nid: t\n" + text, name: "t.flow.yaml")
  return DiagnosticRenderer().render(loaded.diagnostics)
}

/// Expects the whole text of what is said of a flow.
func expectFindings(
  _ text: String, _ expected: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let found = findings(text)
  let wanted = expected.isEmpty ? "" : expected + "\n"
  #expect(found == wanted, "found:\n\(found)", sourceLocation: sourceLocation)
}
