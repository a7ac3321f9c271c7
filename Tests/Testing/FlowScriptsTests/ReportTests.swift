// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowScripts
import SourceDiagnostics
import Testing

/// The results of tests in each format.
@Suite struct ReportTests {
  private static func report() throws -> TestReport {
    let flow = try #require(
      FlowFile.load(
        """
        flow: 1
        id: r
        steps:
          - { ask: name, type: string, label: "Name & <title>" }
          - { ask: kind, type: choice, label: Kind, choices: [http, worker] }
        """, name: "r.flow.yaml"
      ).flow)
    let loaded = FlowScriptFile.load(
      Array(
        """
        test: "it's fine # \\\\ <here>"
        steps: [ { answer: { name: a, kind: http } } ]
        ---
        test: differs
        steps:
          - answer: { name: a & b }
          - expect: { at: name, field: name }
        ---
        test: mistaken
        steps: [ { answre: {} } ]
        """.utf8), name: "r.test.yaml", flow: flow)
    var report = TestReport()
    for script in loaded.scripts {
      let result = ScriptRun.run(script, on: flow)
      report.add(
        TestReport.Test(
          flow: "r.flow.yaml", name: script.name, place: script.place,
          outcome: result.isPassed ? .passed : .failed, failures: result.failures,
          context: result.context, seconds: 0.0125))
    }
    for script in loaded.mistaken {
      report.add(
        TestReport.Test(
          flow: "r.flow.yaml", name: script.name, place: script.place, outcome: .mistaken,
          failures: script.diagnostics))
      report.add(
        TestReport.Test(
          flow: "r.flow.yaml", name: "skipped", place: script.place, outcome: .skipped))
    }
    return report
  }

  @Test func peopleSeeWhatFailedTheQuestionAndTheAnswers() throws {
    try expectEqual(
      Self.report().text(as: .text),
      """
      failed  r.test.yaml: differs
              the question:
                Kind
                1  http
                2  worker
              answered so far:
                Name & <title>: a & b
      not run  r.test.yaml: mistaken
      1 passed, 1 failed, 1 not run, 1 skipped

      """)
  }

  @Test func everyTestIsListedOnRequest() throws {
    let text = try Self.report().text(as: .text, listingAll: true)
    #expect(
      text.hasPrefix("passed  r.test.yaml: it's fine # \\ <here>\nfailed  r.test.yaml: differs\n"))
    #expect(text.contains("skipped  r.test.yaml: skipped\n"))
  }

  @Test func tapHasALineForEachTestAndABlockForItsMismatches() throws {
    try expectEqual(
      Self.report().text(as: .tap),
      """
      TAP version 13
      1..4
      ok 1 - r.test.yaml: it's fine ＃ \\ <here>
      not ok 2 - r.test.yaml: differs
        ---
        message: "the top step is 'kind', expected 'name'"
        severity: "error"
        id: "expectation-failed"
        file: "r.test.yaml"
        line: 7
        column: 15
        others:
          - message: "the focused field is 'kind', expected 'name'"
            severity: "error"
            id: "expectation-failed"
            file: "r.test.yaml"
            line: 7
            column: 25
        ...
      not ok 3 - r.test.yaml: mistaken
        ---
        message: "unknown key 'answre'; did you mean 'answer'?"
        severity: "error"
        id: "unknown-key"
        file: "r.test.yaml"
        line: 10
        column: 12
        ...
      ok 4 - r.test.yaml: skipped # SKIP an earlier test failed

      """)
  }

  /// The word after a `#` is a directive to some parsers, wherever it is and whatever precedes it.
  @Test(arguments: ["keeps # skip marks", "\\# TODO", "#", "a#skip", "\\\\# SKIP"])
  func aNameHasNoSignThatBeginsADirective(_ name: String) throws {
    let test = try #require(Self.report().tests.first)
    var report = TestReport()
    report.add(
      TestReport.Test(flow: "r.flow.yaml", name: name, place: test.place, outcome: .failed))
    let line = try #require(report.text(as: .tap).split(separator: "\n").last)
    expectEqual(
      String(line), "not ok 1 - r.test.yaml: " + name.replacing("#", with: "\u{FF03}"))
  }

  /// A reader of the report alone must not take a run as passed that isn't.
  @Test func aFindingThatBelongsToNoTestFailsInTAP() throws {
    let test = try #require(Self.report().tests.first)
    var report = TestReport()
    report.add(test)
    var findings = DiagnosticList()
    findings.add(Diagnostic("unknown-key", "unknown key 'a#b'", at: test.place))
    findings.add(Diagnostic("unused", .warning, "not # used", at: test.place))
    report.add(contentsOf: findings)
    expectEqual(
      report.text(as: .tap),
      """
      TAP version 13
      1..2
      ok 1 - r.test.yaml: it's fine ＃ \\ <here>
      not ok 2 - r.test.yaml:1: unknown key 'a＃b'
        ---
        message: "unknown key 'a#b'"
        severity: "error"
        id: "unknown-key"
        file: "r.test.yaml"
        line: 1
        column: 1
        ...
      # r.test.yaml:1: not # used

      """)
  }

  @Test func junitHasASuiteForEachScriptFile() throws {
    try expectEqual(
      Self.report().text(as: .junit),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="stackflow" tests="4" failures="1" errors="1" time="0.025">
        <testsuite name="r.test.yaml" tests="4" failures="1" errors="1" time="0.025" skipped="1" file="r.test.yaml">
          <testcase name="it's fine # \\ &lt;here&gt;" classname="r.flow.yaml" time="0.013"/>
          <testcase name="differs" classname="r.flow.yaml" time="0.013"><failure type="expectation-failed" message="the top step is 'kind', expected 'name'">r.test.yaml:7:15: error: the top step is 'kind', expected 'name' [expectation-failed]
      7 |   - expect: { at: name, field: name }
        |               ^~
      r.test.yaml:7:25: error: the focused field is 'kind', expected 'name' [expectation-failed]
      7 |   - expect: { at: name, field: name }
        |                         ^~~~~
      the question:
        Kind
        1  http
        2  worker
      answered so far:
        Name &amp; &lt;title&gt;: a &amp; b
      </failure></testcase>
          <testcase name="mistaken" classname="r.flow.yaml" time="0.000"><error type="unknown-key" message="unknown key 'answre'; did you mean 'answer'?">r.test.yaml:10:12: error: unknown key 'answre'; did you mean 'answer'? [unknown-key]
      10 | steps: [ { answre: {} } ]
         |            ^~~~~~
      </error></testcase>
          <testcase name="skipped" classname="r.flow.yaml" time="0.000"><skipped message="an earlier test failed"/></testcase>
        </testsuite>
      </testsuites>

      """)
  }

  @Test func gitHubShowsFailuresAtTheirLines() throws {
    try expectEqual(
      Self.report().text(as: .github),
      """
      ::error file=r.test.yaml,line=7,endLine=7,col=15,endColumn=16,title=expectation-failed::in 'differs': the top step is 'kind', expected 'name'
      ::error file=r.test.yaml,line=7,endLine=7,col=25,endColumn=29,title=expectation-failed::in 'differs': the focused field is 'kind', expected 'name'
      ::error file=r.test.yaml,line=10,endLine=10,col=12,endColumn=17,title=unknown-key::unknown key 'answre'; did you mean 'answer'?
      1 passed, 1 failed, 1 not run, 1 skipped

      """)
  }

  @Test func everyLineOfALongAnswerIsIndented() throws {
    let flow = try #require(
      FlowFile.load(
        "flow: 1\nid: t\nsteps: [{ ask: note, type: text }, { ask: end, type: string }]\n",
        name: "t"
      ).flow)
    let loaded = FlowScriptFile.load(
      Array("test: t\nsteps: [{ answer: { note: \"one\\ntwo\" } }, { expect: { at: note } }]".utf8),
      name: "t.test.yaml", flow: flow)
    let result = ScriptRun.run(try #require(loaded.scripts.first), on: flow)
    try expectEqual(#require(result.context).lines.suffix(2), ["  Note: one", "  two"])
  }
}
