// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// The example of a finding shows it: as steps, as keys of a step or of a flow, or as a file.
@Suite struct FindingExampleTests {
  @Test func anExampleHasItsFinding() {
    let examined = Explanation.all.filter { !Self.isElsewhere($0) }
    expectEqual(
      examined.filter { !Self.places(for: $0.example).contains(where: Self.shows($0.id)) }
        .map(\.id.name), [])
    #expect(examined.count > 100)
  }

  /// Whether an example isn't whole, is a comment about other files, or is in something else than
  /// a flow without files next to it.
  private static func isElsewhere(_ explanation: Explanation) -> Bool {
    explanation.example.isEmpty || explanation.example.contains("…")
      || explanation.example.contains("   # ") || others.contains(explanation.id.name)
  }

  private static let others: Set<String> = [
    // Used flows, texts, and trees next to the flow.
    "missing-input", "unknown-input", "flow-cycle", "too-many-flows", "own-language",
    "unknown-text", "unused-pattern", "tree-into-itself",
    // Standard input, an answers file, and a tab.
    "no-folder", "bad-json", "tab-indentation",
    // Extensions.
    "mismatched-extension", "unknown-argument",
    // Scripts.
    "answer-accepted", "empty-command", "missing-secret", "nothing-moved", "nothing-to-confirm",
    "nothing-to-retry", "wrong-key", "wrong-keys", "wrong-output", "wrong-program", "wrong-screen",
  ]

  private static func shows(_ id: DiagnosticID) -> (String) -> Bool {
    {
      FlowFile.load($0, name: "example", files: MemoryFileSource([:]))
        .diagnostics.diagnostics.contains { $0.id == id }
    }
  }

  private static let answers = """
    inputs: { user: { type: { name: string } }, packages: { type: list, of: string } }
    steps:
      - { ask: name, type: string }
      - { ask: kind, type: choice, choices: [http, a, b] }
      - { ask: port, type: integer, required: false }

    """

  /// Steps that have keys of all kinds, without those that an example has.
  private static let steps = [
    "ask: q\n    type: string", "ask: q\n    type: choice", "ask: q\n    type: integer",
    "ask: q\n    type: choices", "compute: q", "note: q", "note: q\n    text: hi", "run: q",
  ]

  /// Files that have an example where it can be.
  private static func places(for example: String) -> [String] {
    let head = "flow: 1\nid: example\n"
    let note = "\nsteps: [{ note: n, text: hi }]\n"
    let inside = indented(example, by: 4)
    return [
      head + answers + indented(example, by: 2), head + "steps:\n" + indented(example, by: 2),
      head + example + "\n" + answers, head + example + note, example,
      head + "steps:\n" + example + "\n",
    ] + steps.map { head + answers + "  - \($0)\n" + inside }
  }

  private static func indented(_ example: String, by count: Int) -> String {
    example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
  }
}
