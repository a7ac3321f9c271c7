// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// The flows in `Flows/` have no mistakes, and their scripts pass and cover everything.
@Suite struct FlowsTests {
  static let folder = ProjectFolder.url
    .appending(path: "Flows")

  static let names: [String] = [
    "backup-timer", "compose-stack", "conventional-commit", "flat-application", "incident-report",
    "lighthouse", "new-service", "postfix", "practice-visit", "project-installer", "release",
    "release-approval", "server-setup", "service-tree", "tool-survey", "travel-claim",
    "unix-account",
  ]

  @Test func everyFlowOfTheFolderIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    for end in [".flow.yaml", ".test.yaml"] {
      let found = files.filter { $0.hasSuffix(end) && !$0.hasSuffix(".walk" + end) }.map {
        String($0.dropLast(end.count))
      }
      expectEqual(found.sorted(), Self.names)
    }
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

  @Test(arguments: names) func itsScriptsCoverIt(name: String) throws {
    let (flow, scripts) = try scripts(of: name)
    var coverage = FlowCoverage(of: flow)
    for script in scripts { coverage.add(ScriptRun.run(script, on: flow).trace) }
    expectEqual(coverage.gaps.map { "\($0.place.start.line): \($0.message)" }, [])
  }

  @Test func everyKindOfStepIsShown() throws {
    let kinds = try Self.names.flatMap { name in
      try #require(try load(name).definition).steps.flatMap { Self.kinds(of: $0) }
    }
    expectEqual(Set(kinds), Set(StepKeyword.allCases))
  }

  @Test func everyFileBeginsWithItsPurposeAndFitsTheScreen() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    for file in files where file.hasSuffix(".yaml") {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      #expect(text.hasPrefix("# ") || !file.hasSuffix(".flow.yaml"), "\(file)")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      expectEqual(lines.indices.filter { lines[$0].count > 100 }.map { "\(file):\($0 + 1)" }, [])
    }
  }

  // MARK: Help

  private func load(_ name: String) throws -> LoadedFlow {
    let file = Self.folder.appending(path: "\(name).flow.yaml")
    return FlowFile.load(
      Array(try Data(contentsOf: file)), name: "\(name).flow.yaml",
      files: FolderFiles(beside: file.path))
  }

  private func scripts(of name: String) throws -> (CheckedFlow, [FlowScript]) {
    let flow = try #require(try load(name).flow)
    let file = Self.folder.appending(path: "\(name).test.yaml")
    let read = FlowScriptFile.load(
      Array(try Data(contentsOf: file)), name: "\(name).test.yaml", flow: flow)
    #expect(read.diagnostics.isEmpty, "\(DiagnosticRenderer().render(read.diagnostics))")
    return (flow, read.scripts)
  }

  private static func kinds(of step: StepDefinition) -> [StepKeyword] {
    let inner: [StepDefinition] =
      switch step.kind {
      case .group(let steps): steps
      case .form(let elements, _): elements
      case .repeat(let list): list.steps
      default: []
      }
    return [step.kind.keyword] + inner.flatMap { kinds(of: $0) }
  }
}
