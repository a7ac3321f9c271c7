// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Flows that a program builds are checked like flow files.
@Suite struct FlowsInCodeTests {
  /// The flow files of the package.
  static let flows = FormattingPropertyTests.files.filter { $0.hasSuffix(".flow.yaml") }

  @Test(arguments: dailyPart(of: flows, every: 16, named: "generated files"))
  func aDefinitionAndItsGeneratedFileAreEquivalent(path: String) throws {
    let bytes = try FormattingPropertyTests.bytes(of: path)
    let loaded = FlowFile.load(bytes, name: path, files: FlowFolderOfTests(path))
    let read = FlowFile.read(bytes, name: path, files: FlowFolderOfTests(path))
    guard let definition = loaded.definition, !read.diagnostics.hasErrors else { return }
    let checked = FlowFile.check(definition)
    let again = try #require(checked.definition, "\(checked.file.text)")
    #expect(
      PlacelessDump.dump(again).difference(from: PlacelessDump.dump(definition)).isEmpty,
      "\(path): \(checked.file.text)")
    // Mistakes in translation files aren't in the definition.
    guard !path.hasPrefix("Tests/Fixtures/texts/") else { return }
    // Both have the same findings.
    expectEqual((checked.flow == nil), (loaded.flow == nil), "\(path): \(found(checked))")
    expectEqual(ids(checked), ids(loaded), "\(path): \(found(checked))")
  }

  private func ids(_ loaded: LoadedFlow) -> [String] {
    // The notation of numbers is lost, and mistakes in YAML aren't in a definition.
    loaded.diagnostics.diagnostics.map(\.id.name).filter { !Self.ofFiles.contains($0) }.sorted()
  }

  private static let ofFiles: Set<String> = ["number-form", "empty-steps"]

  private func found(_ loaded: LoadedFlow) -> String {
    DiagnosticRenderer().render(loaded.diagnostics)
  }

  // MARK: Broken flows

  /// A mistake that a definition can contain has the same findings as in a file.
  @Test(arguments: dailyPart(of: MutationTests.flows, every: 8, named: "broken definitions"))
  func aBrokenDefinitionHasTheFindingsOfItsFile(path: String) throws {
    let files = FlowFolderOfTests(path)
    let whole = FlowFile.load(try FormattingPropertyTests.bytes(of: path), name: path, files: files)
    let mutations = FlowMutations(
      sites: FlowSites(try #require(whole.file.tree), in: whole.file),
      translated: try files.translatedSteps())
    let runs = RandomRuns(long: 100, every: 100, named: "broken definitions of \(path)")
    var random = SeededGenerator(seed: runs.firstSeed)
    for kind in FlowMutant.Kind.allCases {
      for mutant in mutations.mutants(kind).shuffled(using: &random).prefix(runs.count) {
        let edits = try #require(TextEdits().adding(mutant.edits))
        let bytes = edits.applied(to: Array(whole.file.text.utf8))
        let read = FlowFile.read(bytes, name: path, files: files)
        // Mistakes in the structure of the file aren't in the definition.
        guard read.diagnostics.isEmpty else { continue }
        let loaded = FlowFile.load(bytes, name: path, files: files)
        // Mistakes in translations aren't in the definition.
        guard let definition = loaded.definition,
          loaded.diagnostics.diagnostics.allSatisfy({ $0.place.file == loaded.file })
        else { continue }
        let checked = FlowFile.check(definition)
        expectEqual(
          ids(checked), ids(loaded), "\(mutant)\n\(found(loaded))\n--\n\(found(checked))")
        #expect(checked.diagnostics.diagnostics.allSatisfy { $0.place.path != nil })
      }
    }
  }

  // MARK: Flows from literals

  @Test func aFlowMadeOfLiteralsNeedsNoPlaces() throws {
    let definition = FlowDefinition(
      id: "service", title: "A service",
      inputs: [InputDefinition(name: "user", type: .field(.string), defaultValue: "ada")],
      steps: [
        StepDefinition(
          id: "kind",
          kind: .ask(
            FieldDefinition(
              type: .choice, texts: [.label: ["en": "Kind, ${user}"]],
              choices: .listed(["http", "worker"])))),
        StepDefinition(
          id: "port",
          kind: .ask(
            FieldDefinition(
              type: .integer, settings: [.default: 8080],
              constraints: [
                ConstraintDefinition(.min, 1024),
                ConstraintDefinition(.max, .computed("65000 + 535")),
              ],
              validations: [
                ValidationDefinition(check: "port != 2049", message: "${port} is taken")
              ])),
          when: "kind == 'http'"),
        StepDefinition(
          id: "make",
          kind: .run(RunDefinition(call: CallDefinition(target: .command(["mkdir", "${kind}"]))))),
        StepDefinition(
          id: "readme",
          kind: .write(WriteDefinition(path: "${kind}/README", content: .parts(["# ${kind}\n"])))),
        StepDefinition(id: "end", kind: .note("kind: $${kind}, 5 $, $${")),
      ],
      output: ["kind": "kind", "port": "port"])
    let checked = FlowFile.check(definition)
    expectEqual(found(checked), "")
    #expect(checked.flow != nil)
    expectEqual(
      checked.file.text,
      """
      flow: 1
      id: service
      title: A service
      inputs:
        user:
          type: string
          default: ada
      steps:
        - ask: kind
          type: choice
          label:
            en: "Kind, ${user}"
          choices:
            - value: http
            - value: worker
        - ask: port
          when: "kind == 'http'"
          type: integer
          default: 8080
          min: 1024
          max:
            value: "65000 + 535"
          validate:
            - check: "port != 2049"
              message: "${port} is taken"
        - run: make
          command:
            - mkdir
            - "${kind}"
        - write: readme
          path: "${kind}/README"
          content:
            - "# ${kind}\\n"
        - note: end
          text: "kind: $${kind}, 5 $, $${"
      output:
        kind: "kind"
        port: "port"

      """)
  }

  @Test func flowsInCodeAreCheckedLikeFiles() {
    let definition = FlowDefinition(
      id: "leak",
      steps: [
        StepDefinition(id: "password", kind: .ask(FieldDefinition(type: .secret))),
        StepDefinition(id: "isNew", kind: .ask(FieldDefinition(type: .boolean))),
        StepDefinition(id: "shown", kind: .note("It is ${password}")),
        StepDefinition(
          id: "never", kind: .ask(FieldDefinition(type: .string)), when: "isNew && !isNew"),
      ])
    let checked = FlowFile.check(definition)
    #expect(checked.flow == nil)
    expectEqual(
      found(checked),
      """
      step 'shown' › text: error: 'password' is a secret and can't be used in a note [secret-leak]
        | It is ${password}
        |         ^~~~~~~~
      step 'password': note: 'password' is asked here
      step 'never' › when: warning: no path reaches 'never'; its condition is never true here [unreachable-step]
        | isNew && !isNew
        | ^~~~~~~~~~~~~~~

      """)
  }

  /// If places were equal, the guard of one step could be mistaken for that of another.
  @Test func guardsInCodeAreUnderstoodByTheProver() {
    func flow(_ guardian: ExpressionSource) -> FlowDefinition {
      FlowDefinition(
        id: "guards",
        steps: [
          StepDefinition(
            id: "kind",
            kind: .ask(FieldDefinition(type: .choice, choices: .listed(["a", "b", "c"])))),
          StepDefinition(
            id: "size", kind: .ask(FieldDefinition(type: .integer)), when: "kind != 'a'"),
          StepDefinition(
            id: "other", kind: .ask(FieldDefinition(type: .integer)), when: "kind == 'a'"),
          StepDefinition(
            id: "sum", kind: .compute(ExpressionSource("size + 1")), when: guardian),
        ])
    }
    expectEqual(found(FlowFile.check(flow("kind == 'b' || kind == 'c'"))), "")
    let refused = FlowFile.check(flow("kind == 'b' || kind == 'a'"))
    expectEqual(refused.diagnostics.diagnostics.map(\.id), ["may-be-unasked"])
  }

  // MARK: Mistakes that only code can make

  private func ask(_ field: FieldDefinition) -> FlowDefinition {
    FlowDefinition(id: "t", steps: [StepDefinition(id: "a", kind: .ask(field))])
  }

  private func note(_ parts: [TextTemplate.Part]) -> FlowDefinition {
    FlowDefinition(
      id: "t",
      steps: [
        StepDefinition(id: "a", kind: .ask(FieldDefinition(type: .string))),
        StepDefinition(id: "n", kind: .note(LocalizedText(TextTemplate(parts: parts)))),
      ])
  }

  @Test func mistakesThatOnlyCodeCanMakeAreFound() {
    func ids(_ flow: FlowDefinition) -> [DiagnosticID] {
      FlowFile.check(flow).diagnostics.diagnostics.map(\.id)
    }
    let run = StepDefinition(
      id: "r", kind: .run(RunDefinition(call: CallDefinition(target: .command([])))))
    expectEqual(ids(FlowDefinition(id: "t", steps: [run])), ["empty-value"])
    #expect(
      ids(ask(FieldDefinition(type: .choice, choices: .listed([])))).contains("empty-choices"))
    expectEqual(
      ids(
        ask(FieldDefinition(type: .integer, settings: [.default: .literal(LiteralValue(.null))]))),
      ["null-value"])
    expectEqual(
      ids(
        ask(
          FieldDefinition(
            type: .integer,
            constraints: [ConstraintDefinition(.min, 1), ConstraintDefinition(.min, 2)]))),
      ["duplicate-key"])
    expectEqual(
      ids(ask(FieldDefinition(type: .string, texts: [.label: LocalizedText([])]))), ["wrong-kind"])
    #expect(
      ids(ask(FieldDefinition(type: .string, texts: [.label: ["english": "a"]]))).contains(
        "unknown-language")
    )
    for text in ["a }", "a } + {", "'a", "a // b", "", "{"] {
      #expect(
        FlowFile.check(note([.expression(ExpressionSource(text)), .words("} it's '} }")])).flow
          == nil,
        "'\(text)' would end elsewhere in a file")
    }
    #expect(FlowFile.check(note([.expression("a + '}'"), .words("}")])).flow != nil)
  }

  @Test func wordsOfATextAreNeverReadAsExpressions() throws {
    for words in [
      ["$", "{a}"], ["${a}"], ["$${a}"], ["$", "$", "{"], ["\u{2028}\u{85}\u{FEFF}\u{7}\u{1F600}"],
      ["a: b # c", "\n- d"], ["yes"], ["3.10"], ["null"], [" a "], ["\\n\""],
    ] {
      let parts = words.map { TextTemplate.Part.words($0) }
      let checked = FlowFile.check(note(parts + [.expression("a")]))
      let step = try #require(checked.definition?.steps.last, "\(found(checked))")
      #expect(checked.flow != nil)
      expectEqual(
        PlacelessDump.dump(note(parts + [.expression("a")])),
        PlacelessDump.dump(try #require(checked.definition)), "\(step)")
      let shown = try #require(FlowFile.check(note(parts)).definition)
      expectEqual(PlacelessDump.dump(note(parts)), PlacelessDump.dump(shown))
    }
  }

  @Test func veryDeepAndWideDefinitionsAreChecked() {
    var steps = [StepDefinition(id: "a", kind: .ask(FieldDefinition(type: .string)))]
    for depth in 0..<(isLongRun ? 500 : 260) {
      steps = [StepDefinition(id: Identifier("g\(depth)"), kind: .group(steps))]
    }
    let deep = FlowFile.check(FlowDefinition(id: "deep", steps: steps))
    #expect(deep.flow == nil)
    #expect(deep.diagnostics.diagnostics.contains { $0.id == "too-deep" })

    // Sixty flows, each of which uses the previous one twice: 2^60 uses, which nothing could visit.
    var flow = FlowDefinition(id: "f", steps: [])
    for number in 0..<60 {
      flow = FlowDefinition(
        id: Identifier("f\(number)"),
        steps: ["x", "y"].map { id in
          StepDefinition(
            id: Identifier(id),
            kind: .flow(SubflowDefinition(use: "inner", flow: flow)))
        })
    }
    let wide = FlowFile.check(flow)
    #expect(wide.flow == nil)
    #expect(wide.diagnostics.diagnostics.contains { $0.id == "too-many-flows" })
  }

  @Test func nestedFlowsAndCopiedFilesNeedNoFolder() throws {
    let license = FlowDefinition(
      id: "license", inputs: [InputDefinition(name: "name", type: .field(.string))],
      steps: [
        StepDefinition(
          id: "holder",
          kind: .ask(FieldDefinition(type: .string, settings: [.default: .computed("name")])))
      ])
    let flow = FlowDefinition(
      id: "t",
      steps: [
        StepDefinition(id: "name", kind: .ask(FieldDefinition(type: .string))),
        StepDefinition(
          id: "license",
          kind: .flow(
            SubflowDefinition(
              use: "license", arguments: [OutputDefinition.Entry(key: "name", value: "name")],
              flow: license))),
        StepDefinition(
          id: "logo",
          kind: .write(
            WriteDefinition(
              path: "logo.png", content: .copy(path: "../x.de.texts.yaml", bytes: [0x89, 0xFF, 0])))
        ),
        StepDefinition(id: "shown", kind: .note("${license.holder}")),
      ])
    let checked = FlowFile.check(flow)
    expectEqual(found(checked), "")
    #expect(checked.flow != nil)
  }
}
