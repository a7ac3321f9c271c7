// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowForms
import FlowScripts
import FlowTesting
import SourceDiagnostics
import Testing

/// Scripts answer questions about single files of a tree under the id of its step, and go back to them.
@Suite struct TreeDecisionScriptTests {
  private static func run(_ script: String) throws -> String {
    let flow = try checkedFlow(
      """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { write: p, tree: t, to: out }
        - { ask: last, type: string }
      """,
      files: MemoryFileSource(
        texts: ["t/a.tmpl": "a ${name}", "t/b.tmpl": "b ${name}", "t/c.tmpl": "c ${name}"]))
    let renderer = DiagnosticRenderer()
    let text = "test: t\nfiles: { out/a: '1', out/b/in: '2', out/c: '3' }\nsteps:\n" + script
    let read = FlowScriptFile.load(Array(text.utf8), name: "p.test.yaml", flow: flow)
    if read.diagnostics.hasErrors { return renderer.render(read.diagnostics) }
    return read.scripts.flatMap { ScriptRun.run($0, on: flow).failures }
      .map { renderer.render($0) }.joined()
  }

  @Test func aScriptGoesBackToAFile() throws {
    #expect(
      try Self.run(
        """
          - answer: { name: x }
          - answer: { p: "yes" }
          - answer: { p: "no" }
          - back: 2
          - answer: { p: "no" }
          - answer: { p: "no" }
          - back: 1
          - answer: { p: "no" }
          - answer: { p: "yes" }
          - expect: { at: last, files: { out/a: "1", out/b/in: "2", out/c: c x } }
          - answer: { last: z }
        """) == "")
  }

  @Test func beforeTheFirstFileThereIsNone() throws {
    let said = try Self.run("  - answer: { name: x }\n  - back: 1\n")
    #expect(said.contains("cannot go back: "), "\(said)")
  }

  @Test func whatIsInTheWayTakesNoYes() throws {
    let said = try Self.run(
      "  - answer: { name: x }\n  - answer: { p: \"yes\" }\n  - answer: { p: \"yes\" }\n")
    #expect(said.contains("'p' takes no, which keeps 'out/b': is a folder"), "\(said)")
  }
}
