// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

/// Diagnostics of a flow that's made in code name the step by its path.
@Suite struct DefinitionPathTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flow: FlowDefinition
    let found: [String]

    init(_ name: String, _ flow: FlowDefinition, _ found: String...) {
      testDescription = name
      self.flow = flow
      self.found = found
    }

    init(_ name: String, steps: [StepDefinition], _ found: String...) {
      testDescription = name
      flow = FlowDefinition(id: "f", steps: steps)
      self.found = found
    }
  }

  private static func ask(
    _ id: Identifier, _ field: FieldDefinition = FieldDefinition(type: .string),
    when: ExpressionSource? = nil
  ) -> StepDefinition {
    StepDefinition(id: id, kind: .ask(field), when: when)
  }

  private static func run(_ id: Identifier, _ call: CallDefinition) -> StepDefinition {
    StepDefinition(id: id, kind: .run(RunDefinition(call: call)))
  }

  private static let inner = FlowDefinition(
    id: "inner", inputs: [InputDefinition(name: "owner", type: .field(.string))],
    steps: [ask("holder", FieldDefinition(type: .string, texts: [.label: "Of ${ownr}"]))])

  static let rows: [Row] = [
    Row("a flow without steps", steps: [], "flow 'f': empty-steps"),
    Row(
      "the flow's own keys", FlowDefinition(id: "f", language: "?", steps: [ask("a")]),
      "language: unknown-language"),
    Row(
      "the condition of a step", steps: [ask("a", when: "b == 'x'")],
      "step 'a' › when: unknown-answer"),
    Row("a duplicate id", steps: [ask("a"), ask("a")], "step 'a': duplicate-id"),
    Row(
      "a text", steps: [StepDefinition(id: "n", kind: .note("${x}"))],
      "step 'n' › text: unknown-answer"),
    Row(
      "a text in a language",
      steps: [StepDefinition(id: "n", kind: .note(["en": "a", "de": "${x}"]))],
      "step 'n' › text › de: unknown-answer"),
    Row(
      "a default",
      steps: [ask("a", FieldDefinition(type: .integer, settings: [.default: "many"]))],
      "step 'a' › default: wrong-type"),
    Row(
      "a constraint",
      steps: [
        ask("a", FieldDefinition(type: .integer, constraints: [ConstraintDefinition(.min, "1x")]))
      ], "step 'a' › min: wrong-type"),
    Row(
      "a computed constraint",
      steps: [
        ask(
          "a",
          FieldDefinition(
            type: .integer, constraints: [ConstraintDefinition(.max, .computed("'1'"))]))
      ], "step 'a' › max › value: wrong-type"),
    Row(
      "the second check",
      steps: [
        ask(
          "a",
          FieldDefinition(
            type: .integer,
            validations: [
              ValidationDefinition(check: "a > 1", message: "more"),
              ValidationDefinition(check: "a + 1", message: "less"),
            ]))
      ], "step 'a' › check 2 › check: not-a-condition"),
    Row(
      "a message",
      steps: [
        ask(
          "a",
          FieldDefinition(
            type: .string, messages: [MessageDefinition(key: "patern", text: "no")]))
      ], "step 'a' › messages › patern: unknown-key"),
    Row(
      "a choice",
      steps: [
        ask(
          "a",
          FieldDefinition(
            type: .choice,
            choices: .listed(["x", ChoiceDefinition(value: "y", when: "z")])))
      ], "step 'a' › choice 'y' › when: unknown-answer"),
    Row(
      "choices from data",
      steps: [
        ask(
          "a",
          FieldDefinition(
            type: .choice, choices: .computed(from: "hosts", value: nil, label: nil, hint: nil)))
      ], "step 'a' › choices › from: unknown-answer"),
    Row(
      "a field of a form",
      steps: [
        StepDefinition(
          id: "servers",
          kind: .form(
            elements: [
              ask("host", FieldDefinition(type: .string, texts: [.label: "${prt}"])),
              StepDefinition(id: "n", kind: .note("${prt}")),
            ], validations: [ValidationDefinition(check: "host", message: "no")]))
      ],
      "step 'servers' › field 'host' › label: unknown-answer",
      "step 'servers' › note 'n' › text: unknown-answer",
      "step 'servers' › check 1 › check: not-a-condition"),
    Row(
      "a step of a group",
      steps: [StepDefinition(id: "g", kind: .group([ask("a", when: "b")]))],
      "step 'g' › step 'a' › when: unknown-answer"),
    Row(
      "a step of a list",
      steps: [
        StepDefinition(
          id: "l",
          kind: .repeat(
            RepeatDefinition(
              steps: [ask("a", when: "b")], constraints: [ConstraintDefinition(.minItems, "x")],
              summary: "${b}")))
      ],
      "step 'l' › minItems: wrong-type", "step 'l' › summary: unknown-answer",
      "step 'l' › step 'a' › when: unknown-answer"),
    Row(
      "a flow inside the flow",
      steps: [
        StepDefinition(
          id: "license",
          kind: .flow(
            SubflowDefinition(
              use: "inner", arguments: [OutputDefinition.Entry(key: "owner", value: "user")],
              flow: inner)))
      ],
      "step 'license' › with › 'owner': unknown-answer",
      "step 'license' › step 'holder' › label: unknown-answer"),
    Row(
      "a computed value", steps: [StepDefinition(id: "c", kind: .compute("1 + 'a'"))],
      "step 'c' › value: no-overload"),
    Row(
      "a command",
      steps: [
        run("r", CallDefinition(target: .command(["git", "${x}"]), pass: ["A B"]))
      ], "step 'r' › command › argument 2: unknown-answer", "step 'r' › pass: wrong-type"),
    Row(
      "an empty command", steps: [run("r", CallDefinition(target: .command([])))],
      "step 'r' › command: empty-value"),
    Row(
      "a file",
      steps: [
        StepDefinition(
          id: "w",
          kind: .write(
            WriteDefinition(path: "/etc/x", content: .parts(["a", "${x}"]))))
      ], "step 'w' › path: path-outside", "step 'w' › content › part 2: unknown-answer"),
    Row(
      "a file of a value",
      steps: [
        StepDefinition(
          id: "w", kind: .write(WriteDefinition(path: "x", content: .json(["a": "x"]))))
      ], "step 'w' › json › 'a': unknown-answer"),
    Row(
      "an input",
      FlowDefinition(
        id: "f",
        inputs: [InputDefinition(name: "n", type: .field(.integer), defaultValue: "a")],
        steps: [ask("a", when: "n > 0")]), "input 'n' › default: wrong-type"),
    Row(
      "the output",
      FlowDefinition(id: "f", steps: [ask("a")], output: ["x": ["y"].asOutput, "z": "a"]),
      "output › 'x' › item 1: unknown-answer"),
    Row(
      "a migration",
      FlowDefinition(
        id: "f", version: 2, steps: [ask("a")], output: ["a": "a"],
        migrations: [
          MigrationDefinition(
            version: 1, renamings: [.init(old: "b", new: "c")],
            assignments: [.init(id: "a", value: "saved.x +")])
        ]),
      "migration from 1 › rename › 'b': unknown-answer",
      "migration from 1 › set › 'a': syntax-error"),
  ]

  @Test(arguments: rows) func aMistakeNamesThePathOfItsStep(_ row: Row) {
    let checked = FlowFile.check(row.flow)
    let found = checked.diagnostics.diagnostics
    let text = DiagnosticRenderer().render(checked.diagnostics)
    expectEqual(
      found.filter { $0.id != "unused-answer" }.map { "\($0.place): \($0.id)" }, row.found,
      "\(text)")
    // No format shows the generated file.
    for diagnostic in found {
      #expect(diagnostic.place.path != nil)
      #expect(diagnostic.fixIts.isEmpty)
      #expect(diagnostic.notes.allSatisfy { $0.place.map { $0.path != nil } ?? true })
    }
    for shown in [
      text, checked.diagnostics.json, checked.diagnostics.githubCommands,
      checked.diagnostics.sarif(tool: "t", version: "1"),
      DiagnosticRenderer().summary(of: checked.diagnostics),
    ] {
      for word in ["yaml:", "f:1", "\"file\"", "\"line\"", "file=", "startLine", "in 1 file"] {
        #expect(!shown.contains(word), "\(shown)")
      }
    }
  }

  /// The complete output shows the text instead of a line.
  @Test func renderingShowsTheTextOfTheDefinition() {
    let long = String(repeating: "word ", count: 40)
    let checked = FlowFile.check(
      FlowDefinition(
        id: "f",
        steps: [
          StepDefinition(
            id: "ask", kind: .ask(FieldDefinition(type: .boolean)), when: "1 == 1.5"),
          StepDefinition(id: "shown", kind: .note(LocalizedText(TextTemplate("\(long)\n${aks}")))),
        ]))
    expectEqual(
      DiagnosticRenderer(maximumWidth: 40).render(checked.diagnostics),
      #"""
      step 'ask' › when: error: '==' is not defined for an int and a double [no-overload]
        | 1 == 1.5
        | ^~~~~~~~
      note: write it as a double
      step 'shown' › text: error: unknown answer 'aks'; did you mean 'ask'? [unknown-answer]
        | …word word word word word word \n${aks}
        |                                    ^~~
      step 'ask': note: 'ask' is asked here

      """#)
  }

  /// A failure at run time in a flow made in code has a path too.
  @Test func aFailureNamesThePathOfItsStep() throws {
    let flow = FlowDefinition(
      id: "f",
      steps: [
        StepDefinition(id: "n", kind: .ask(FieldDefinition(type: .integer))),
        StepDefinition(id: "shown", kind: .note("${10 / n}")),
      ])
    var session = try FlowSession(flow: try #require(FlowFile.check(flow).flow))
    session.send(.start, now: .epoch)
    session.sendApproving(.answer(.text("0")))
    guard case .failed(let failure) = session.state else {
      Issue.record("\(session.state)")
      return
    }
    expectEqual("\(failure.place)", "step 'shown' › text")
  }

  /// Parts with equal values are equal wherever they're made.
  @Test func definitionsMadeInCodeAreComparedByValue() {
    func make(_ when: ExpressionSource) -> FlowDefinition {
      FlowDefinition(
        id: "f",
        steps: [StepDefinition(id: "a", kind: .note("Hello ${b}"), when: when, title: ["en": "A"])])
    }
    expectEqual(make("b == 'x'"), make("b == 'x'"))
    #expect(make("b == 'x'") != make("b == 'y'"))
  }
}

extension [String] {
  /// A list of expressions.
  fileprivate var asOutput: OutputDefinition {
    .list(map { OutputDefinition.expression(.init($0)) })
  }
}
