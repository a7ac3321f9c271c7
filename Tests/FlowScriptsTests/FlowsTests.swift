// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowForms
import FlowScripts
import Foundation
import SourceDiagnostics
import Testing

/// The flows of `Flows/` have no mistakes, and their scripts pass and reach every step.
@Suite struct FlowsTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Flows")

  static let names: [String] = [
    "conventional-commit", "incident-report", "new-service", "practice-visit",
    "project-installer", "server-setup",
  ]

  @Test func everyFlowOfTheFolderIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      files.filter { $0.hasSuffix(".flow.yaml") }.sorted() == Self.names.map { "\($0).flow.yaml" })
    #expect(
      files.filter { $0.hasSuffix(".test.yaml") }.sorted() == Self.names.map { "\($0).test.yaml" })
  }

  @Test(arguments: names) func theFlowHasNoMistakes(name: String) throws {
    let loaded = try load(name)
    #expect(loaded.diagnostics.isEmpty, "\(DiagnosticRenderer().render(loaded.diagnostics))")
  }

  @Test(arguments: names) func itsScriptsPass(name: String) throws {
    let (flow, scripts) = try scripts(of: name)
    for script in scripts {
      let result = ScriptRun.run(script, on: flow)
      var list = DiagnosticList()
      list.add(contentsOf: result.failures)
      #expect(result.isPassed, "\(script.name)\n\(DiagnosticRenderer().render(list))")
    }
  }

  @Test(arguments: names) func everyQuestionIsAskedAndLeftOutBySomeScript(name: String) throws {
    let (flow, scripts) = try scripts(of: name)
    let conditional = Set(flow.answerIDs.filter { isConditional($0, in: flow) })
    var answered: Set<String> = []
    var leftOut: Set<String> = []
    for script in scripts {
      guard let session = ScriptRun.run(script, on: flow).session else { continue }
      let ids = Set(session.answers.map(\.id))
      answered.formUnion(ids)
      guard case .finished(let result) = session.state, result.outcome == .completed else {
        continue
      }
      leftOut.formUnion(conditional.subtracting(ids))
    }
    #expect(Set(flow.answerIDs).subtracting(answered).sorted() == [])
    #expect(conditional.subtracting(leftOut).sorted() == [])
  }

  // MARK: Help

  private func load(_ name: String) throws -> LoadedFlow {
    let file = Self.folder.appending(path: "\(name).flow.yaml")
    return FlowFile.load(
      Array(try Data(contentsOf: file)), name: "\(name).flow.yaml", files: FilesOfFolder())
  }

  /// The files beside the flows.
  private struct FilesOfFolder: FlowFileSource {
    var names: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: FlowsTests.folder.path)) ?? []
    }

    func read(_ relativePath: String) throws -> [UInt8] {
      Array(try Data(contentsOf: FlowsTests.folder.appending(path: relativePath)))
    }
  }

  private func scripts(of name: String) throws -> (CheckedFlow, [FlowScript]) {
    let flow = try #require(try load(name).flow)
    let file = Self.folder.appending(path: "\(name).test.yaml")
    let read = FlowScriptFile.load(
      Array(try Data(contentsOf: file)), name: "\(name).test.yaml", flow: flow)
    #expect(read.diagnostics.isEmpty, "\(DiagnosticRenderer().render(read.diagnostics))")
    return (flow, read.scripts)
  }

  private func isConditional(_ id: String, in flow: CheckedFlow) -> Bool {
    func isConditional(_ steps: [StepDefinition], under condition: Bool) -> Bool? {
      for step in steps {
        let here = condition || step.when != nil
        if step.id.name == id { return here }
        let inner: [StepDefinition] =
          switch step.kind {
          case .group(let steps): steps
          case .form(let elements, _): elements
          default: []
          }
        if let found = isConditional(inner, under: here) { return found }
      }
      return nil
    }
    return isConditional(flow.definition.steps, under: false) ?? false
  }
}
