// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Compares the complete text of the diagnostics of `Tests/Fixtures/lints/<name>/<name>.flow.yaml`
/// with the golden.
///
/// With `RECORD_GOLDENS=1`, or if `expected.txt` is missing, the function writes the text and the
/// test fails.
func expectGolden(
  _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let folder = ProjectFolder.url.appending(path: "Tests").appending(path: "Fixtures/lints/\(name)")
  let bytes = Array(try Data(contentsOf: folder.appending(path: "\(name).flow.yaml")))
  let loaded = FlowFile.load(bytes, name: "\(name).flow.yaml")
  let found = DiagnosticRenderer().render(loaded.diagnostics)
  for diagnostic in loaded.diagnostics.diagnostics {
    for message in [diagnostic.message] + diagnostic.notes.map(\.message) {
      #expect(!message.hasSuffix("."), "\(message)", sourceLocation: sourceLocation)
      #expect(message.first?.isUppercase != true, "\(message)", sourceLocation: sourceLocation)
    }
  }
  let golden = folder.appending(path: "expected.txt")
  let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
  guard !isRecording, let expected = try? String(contentsOf: golden, encoding: .utf8) else {
    try found.write(to: golden, atomically: true, encoding: .utf8)
    Issue.record("wrote expected.txt of \(name)", sourceLocation: sourceLocation)
    return
  }
  #expect(found == expected, "found:\n\(found)", sourceLocation: sourceLocation)
}

/// Returns the ids of the findings in the steps of a flow.
func ids(_ steps: String, inputs: String = "") -> [String] {
  let text = "flow: 1\nid: t\n\(inputs.isEmpty ? "" : "inputs:\n\(inputs)\n")steps:\n\(steps)\n"
  return FlowFile.load(text, name: "t.flow.yaml").diagnostics.diagnostics.map(\.id.name)
}

/// Returns the diagnostics of a flow, with `flow: 1` and `id: t` prepended.
func findings(_ text: String) -> String {
  let loaded = FlowFile.load("flow: 1\nid: t\n" + text, name: "t.flow.yaml")
  return DiagnosticRenderer().render(loaded.diagnostics)
}
