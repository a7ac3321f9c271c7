// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

/// The expectations of scripts: each can succeed, and says what differs if it fails.
@Suite struct ExpectationTests {
  static let flow = ProjectFolder.flow("scripts/expected")

  private func run(_ script: String) throws -> String {
    try checkedFlow(Self.flow).said(of: script)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    /// The steps after the first answer.
    var steps: [String] = []

    let subject: String
    let said: String
    var testDescription: String { subject }
  }

  static let rows: [Row] = [
    Row(subject: "at: name", said: "the top step is 'size', expected 'name'"),
    Row(subject: "field: count", said: "the focused field is 'kind', expected 'count'"),
    Row(subject: "absent: [count, name]", said: #"'name' is answered: "ab""#),
    Row(subject: "answers: { name: ba }", said: #"name is "ab", expected "ba""#),
    Row(subject: "answers: { count: 3 }", said: "count is missing, expected 3"),
    Row(
      subject: "suggests: { kind: small }",
      said: #"the suggestion for 'kind' is missing, expected "small""#),
    Row(subject: "default: { count: 4 }", said: "the default of 'count' is 3, expected 4"),
    Row(subject: "choices: [small]", said: #"choices[1] is "large", expected nothing"#),
    Row(
      subject: "choices: { count: [1] }",
      said: "'count' isn't asked here with choices, expected [1]"),
    Row(
      subject: "choices: { name: [small] }",
      said: #"'name' isn't asked here with choices, expected ["small"]"#),
    Row(subject: "label: Kinds", said: "the label is 'Kind', expected 'Kinds' in it"),
    Row(
      subject: "text: A large one",
      said: "the text is 'How much?\nA small one', expected 'A large one' in it"),
    Row(subject: "error: wrong", said: "there is no error"),
    Row(subject: "error: { count: wrong }", said: "there is no error of 'count'"),
    Row(subject: "warning: wrong", said: "there is no warning"),
    Row(subject: "refused: no", said: "there is no refusal"),
    Row(subject: "can-go-back-to: [name, pass]", said: "can't go back to 'pass'"),
    Row(subject: "can-go-back: false", said: "can go back here"),
    Row(subject: "files: { ab.txt: x }", said: "there is no file 'ab.txt'"),
    Row(subject: "ran: [make]", said: "what ran is [], expected [make]"),
    Row(subject: "undone: [make]", said: "what was undone is [], expected [make]"),
    Row(
      steps: ["back: 1"], subject: "suggests: { name: ba }",
      said: #"the suggestion for 'name' is "ab", expected "ba""#),
    Row(
      steps: ["deny: { pop: stay here }", "back: 1"], subject: "refused: fine",
      said: "the refusal is 'stay here', expected 'fine' in it"),
    Row(
      steps: wrong, subject: "error: fine",
      said: "the error is 'enter a whole number, such as 8080', expected 'fine' in it"),
    Row(
      steps: wrong, subject: "error: { count: fine }",
      said: "the error of 'count' is 'enter a whole number, such as 8080', expected 'fine' in it"),
    Row(steps: wrong, subject: "error: { kind: number }", said: "there is no error of 'kind'"),
    Row(
      steps: careless, subject: "warning: { count: fine }",
      said: "the warning of 'count' is 'that is a lot', expected 'fine' in it"),
    Row(steps: careless, subject: "error: a lot", said: "there is no error"),
    Row(
      steps: written, subject: "files: { ab.txt: fine }",
      said: "the file 'ab.txt' is '3', expected 'fine' in it"),
    Row(
      steps: written, subject: "files: { ab.txt: null }", said: "there is a file 'ab.txt'"),
  ]

  private static let wrong = ["answer: { kind: large }", "reject: { count: many }"]
  private static let careless = ["answer: { kind: large, count: 12 }"]
  private static let written = ["answer: { kind: small, count: 3 }"]

  @Test(arguments: rows) func aSubjectSaysWhatItFoundInstead(_ row: Row) throws {
    let flow = try checkedFlow(Self.flow, name: "f.flow.yaml")
    let steps = ["answer: { name: ab }"] + row.steps + ["expect: { \(row.subject) }"]
    let script =
      "test: t\nruns: { make: {} }\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
    let failures = flow.findings(of: script)
    expectEqual(failures.map(\.message), [row.said])
    expectEqual(failures.map(\.id), ["expectation-failed"])
    expectEqual(failures.first?.place.start.line, 3 + steps.count)
  }

  /// Once the flow has ended, nothing is at the top, and nothing has choices.
  @Test(arguments: [
    ("at: name", "the flow has ended, expected 'name' at the top"),
    ("field: name", "the flow has ended, expected the field 'name'"),
    ("choices: [small]", #"the flow has ended, expected ["small"]"#),
  ])
  func aSubjectSaysThatTheFlowHasEnded(subject: String, said: String) throws {
    let text = "flow: 1\nid: f\nsteps: [{ ask: name, type: string }]\n"
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let script = "test: t\nsteps:\n  - answer: { name: ab }\n  - expect: { \(subject) }\n"
    expectEqual(flow.findings(of: script).map(\.message), [said])
  }

  @Test func aStepWithoutFieldsHasNoFocusedField() throws {
    let text = "flow: 1\nid: f\nsteps: [{ review: all }]\n"
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let script = "test: t\nsteps: [{ expect: { field: all } }, { answer: { all: yes } }]\n"
    expectEqual(
      flow.findings(of: script).map(\.message).first,
      "the top step, 'all', has no field, expected the field 'all'")
  }

  /// A test with a mistake isn't run, whether the mistake is one of YAML or one of the script; the
  /// others of its file are.
  @Test func aMistakeInATestLeavesTheOthers() throws {
    let text = "flow: 1\nid: f\nsteps: [{ ask: name, type: string }]\n"
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let script = """
      test: first
      ---
      test: unknown key
      stesp: []
      ---
      test: second
      steps: [{ answer: { name: a } }]
      ---
      test: twice
      test: twice
      ---
      test: no such step
      steps: [{ answer: { nmae: a } }]
      ---
      test: third
      output: {}
      """
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
    expectEqual(loaded.scripts.map(\.name), ["first", "second", "third"])
    expectEqual(
      loaded.diagnostics.diagnostics.filter { $0.severity == .error }.map(\.id.name).sorted(),
      ["duplicate-key", "unknown-answer", "unknown-key"])
  }

  /// A script reads the rows of faces, including defaults for what the flow omits.
  @Test(arguments: [
    ("label: Host name", ""),
    ("label: host_name", "the label is 'Host name', expected 'host_name'"),
    ("text: Network", ""), ("text: There is nothing to choose", "the text is 'Network', expected"),
  ])
  func aScriptSeesWhatUsersSee(subject: String, complaint: String) throws {
    let said = try runRows(["expect: { \(subject) }"])
    #expect(complaint.isEmpty ? said == "" : said.contains(complaint), "\(said)")
  }

  /// Runs steps on a flow whose question has no label of its own.
  private func runRows(_ steps: [String]) throws -> String {
    let text = """
      flow: 1
      id: rows
      steps:
        - group: network
          title: Network
          steps:
            - { ask: host_name, type: string }
      """
    let script =
      "test: t\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
      + "  - leave: quit\noutcome: cancelled\n"
    return try checkedFlow(text).said(of: script)
  }

  @Test(arguments: [
    ("quit", "cancelled"), ("interrupt", "interrupted"), ("end-of-input", "end-of-input"),
    ("timeout", "timeout"),
  ])
  func leavingEndsTheSessionWithItsOutcome(reason: String, outcome: String) throws {
    let left = "test: t\nsteps:\n  - answer: { name: ab }\n  - leave: \(reason)\n"
    try expectEqual(
      run(left),
      """
      f.test.yaml:1:1: error: the flow ended as \(outcome), expected completed [wrong-outcome]
      1 | test: t
        | ^~~~

      """)
  }

  @Test func aNullLeavesNoRequiredFieldEmpty() throws {
    try expectEqual(
      run("test: t\nsteps:\n  - answer: { name: null }\n"),
      """
      f.test.yaml:3:21: error: 'name' is refused: enter an answer [answer-refused]
      3 |   - answer: { name: null }
        |                     ^~~~

      """)
  }
}
