// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// A written flow means the same as its definition.
@Suite struct FlowWritingTests {
  /// The flows that people can copy from.
  static let flows = FlowsInCodeTests.flows.filter {
    $0.hasPrefix("Flows/") || $0.hasPrefix("Examples/")
  }

  @Test func thereAreFlows() { #expect(Self.flows.count > 12) }

  @Test(arguments: flows) func aFileIsReadWrittenAndReadAgain(path: String) throws {
    let loaded = FlowFile.load(
      try FormattingPropertyTests.bytes(of: path), name: path, files: FlowFolderOfTests(path))
    let definition = try #require(loaded.definition)
    let written = try FlowFile.write(definition)
    var files = written.source
    // The file of extensions belongs to the program, and is there already.
    if let name = definition.extensionsFile?.name {
      files.files[name] = try FlowFolderOfTests(path).read(name)
    }
    let again = FlowFile.load(
      Array(written.text.utf8), name: path, files: files)
    expectEqual(DiagnosticRenderer().render(again.diagnostics), "")
    #expect(again.flow != nil)
    let dump = PlacelessDump.dump(try #require(again.definition))
    #expect(dump.difference(from: PlacelessDump.dump(definition)).isEmpty, "\(written.text)")
    expectEqual(again.definition?.fingerprint, definition.fingerprint)
    // The written file is in the layout of the formatter, and is written in the same way again.
    #expect(!FlowFormatter.format(Array(written.text.utf8), name: path).isChanged)
    try expectEqual(FlowFile.write(try #require(again.definition)), written)
  }

  @Test func anyDefinitionIsReadBack() throws {
    let runs = RandomRuns(long: 5_000, every: 300, named: "written definitions")
    for seed in runs.seeds {
      var random = RandomDefinition(seed: seed)
      let definition = random.flow()
      let written: WrittenFlow
      do throws(FlowWritingError) {
        written = try FlowFile.write(definition)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      let read = FlowFile.read(
        Array(written.text.utf8), name: "f.flow.yaml", files: written.source)
      let words = DiagnosticRenderer().render(read.diagnostics)
      try #require(!read.diagnostics.hasErrors, "seed \(seed)\n\(words)\n\(written.text)")
      let again = try #require(read.definition)
      let changes = PlacelessDump.dump(again).difference(from: PlacelessDump.dump(definition))
      try #require(changes.isEmpty, "seed \(seed)\n\(changes)\n\(written.text)")
      try #require(again.fingerprint == definition.fingerprint, "seed \(seed)")
    }
  }

  /// A dollar sign in front of an expression doesn't change what the expression is.
  @Test(arguments: ["$", "$$", "$$$", "a$$", "${$", "$${"])
  func wordsBeforeAnExpressionAreKept(words: String) throws {
    let text = LocalizedText(TextTemplate(parts: [.words(words), .expression("a")]))
    let written = try FlowFile.write(
      FlowDefinition(id: "f", steps: [StepDefinition(id: "n", kind: .note(text))]))
    let read = FlowFile.read(Array(written.text.utf8), name: "f")
    guard case .note(let again)? = read.definition?.steps[0].kind else {
      Issue.record("\(written.text)")
      return
    }
    let shown = again.variants[0].template.parts.map { part in
      switch part {
      case .words(let words): words
      case .expression(let source): source.text == "'$'" ? "$" : "⟨\(source.text)⟩"
      case .conditional, .loop, .binding, .file: ""
      }
    }
    expectEqual(shown.joined(), words + "⟨a⟩")
  }

  @Test func whatIsWrittenIsEasyToRead() throws {
    let definition = FlowDefinition(
      id: "service",
      steps: [
        StepDefinition(
          id: "kind",
          kind: .ask(FieldDefinition(type: .choice, choices: .listed(["http", "worker"])))),
        StepDefinition(
          id: "end", kind: .note("First line.\n\nKind: ${kind}\n"), when: "kind == 'http'"),
        StepDefinition(
          id: "unit",
          kind: .write(WriteDefinition(path: "${kind}.unit", content: .parts(["[Unit]\nA=1"])))),
      ])
    try expectEqual(
      FlowFile.write(definition).text,
      """
      flow: 1
      id: service
      steps:
        - ask: kind
          type: choice
          choices:
            - http
            - worker
        - note: end
          when: "kind == 'http'"
          text: |
            First line.

            Kind: ${kind}
        - write: unit
          path: "${kind}.unit"
          content: |-
            [Unit]
            A=1

      """)
  }
}
