// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

/// A scalar in a script is typed text, whatever YAML would make of it, and an `expect` reports all
/// differences.
@Suite struct ScriptValueTests {
  static let flow = ProjectFolder.flow("scripts/values")

  @Test(arguments: [
    ("test: nothing", true), ("test: nothing\nsteps: []", true), ("test: a\noutput: {}", false),
    ("test: a\nsteps: [{ leave: quit }]", false),
  ])
  func aTestThatCoversNothingGetsAWarning(script: String, isEmpty: Bool) throws {
    let flow = try checkedFlow(Self.flow, name: "v.flow.yaml")
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "v.test.yaml", flow: flow)
    let found = loaded.diagnostics.diagnostics.map { "\($0.severity) \($0.id): \($0.message)" }
    let name = script.split(separator: "\n")[0].dropFirst(6)
    expectEqual(
      found,
      (isEmpty
        ? [
          "warning empty-test: the test '\(name)' has no steps and no output, so it covers nothing"
        ]
        : []))
  }

  private func run(_ script: String) throws -> String {
    try checkedFlow(Self.flow).said(of: script, name: "v.test.yaml")
  }

  static let walk = """
    test: values
    inputs: { release: 1.10, opens: 07:00:00 }
    files: { notes/a.txt: hello, /home/script/b.txt: "" }
    steps:
      - answer: { version: 1.10, at: 02:00, day: 2026-01-31, from: 2026-01-31 09:00 }
      - answer: { span: 90m, ratio: 1.10, count: 007, sure: yes, kind: 1.10, kinds: 1.10 }
    """

  @Test func anExpectReportsEveryDifference() throws {
    let said = try run(
      Self.walk + "\n" + """
          - expect:
              at: target
              answers: { version: 1.1, at: 03:00, count: 8 }
              absent: [span]
              error: nothing there
              can-go-back-to: [version]
          - answer: { file: ~/b.txt }
        """)
    expectEqual(
      said,
      """
      v.test.yaml:8:7: error: the top step is 'file', expected 'target' [expectation-failed]
      8 |       at: target
        |       ^~
      v.test.yaml:9:7: error: at is "02:00", expected "03:00" [expectation-failed]
      9 |       answers: { version: 1.1, at: 03:00, count: 8 }
        |       ^~~~~~~
      v.test.yaml:9:7: error: count is 7, expected 8 [expectation-failed]
      9 |       answers: { version: 1.1, at: 03:00, count: 8 }
        |       ^~~~~~~
      v.test.yaml:9:7: error: version is "1.10", expected "1.1" [expectation-failed]
      9 |       answers: { version: 1.1, at: 03:00, count: 8 }
        |       ^~~~~~~
      v.test.yaml:10:7: error: 'span' is answered: "PT1H30M" [expectation-failed]
      10 |       absent: [span]
         |       ^~~~~~
      v.test.yaml:11:7: error: there is no error [expectation-failed]
      11 |       error: nothing there
         |       ^~~~~

      """)
  }

  @Test func aDifferentNumberDoesNotMatchSourceText() throws {
    let said = try run(
      Self.walk + "\n" + """
          - answer: { file: ~/b.txt, target: x, check: yes }
        output:
          version: 1.1
          ratio: 1.20
          release: 1.10
          opens: 07:00
          span: PT1H30M
          from: 2026-01-31T09:00:00Z
          kinds: [1.10]
          file: /home/script/b.txt
        """)
    #expect(said.contains("note: ! version is \"1.10\", expected 1.1"))
    #expect(said.contains("note: ! ratio is 1.1, expected \"1.20\""))
    #expect(!said.contains("release"))
  }
}
