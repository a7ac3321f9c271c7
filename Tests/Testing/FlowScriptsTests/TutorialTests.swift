// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowForms
import FlowScripts
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// The files of the tutorial: each step is a flow without findings, and its script passes.
@Suite struct TutorialTests {
  private static let folder = ProjectFolder.url
    .appending(path: "Sources/StackFlow/StackFlow.docc")

  private static let resources =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Resources").path)) ?? []).sorted()

  /// The tutorial's folder, in which the flow of each step has the script and the translation next
  /// to it.
  private struct Resources: FlowFileSource {
    var names: [String] { ["workshop.de.texts.yaml"] }

    func read(_ relativePath: String) throws -> [UInt8] {
      Array(
        try Data(
          contentsOf: TutorialTests.folder.appending(path: "Resources/\(relativePath)")))
    }
  }

  private func load(_ name: String, as shown: String, isTranslated: Bool) throws -> LoadedFlow {
    let bytes = try Resources().read(name)
    let license = MemoryFileSource(["contact.flow.yaml": try Resources().read("contact.flow.yaml")])
    return FlowFile.load(
      bytes, name: shown, files: isTranslated ? Resources() : license)
  }

  @Test(arguments: resources.filter { $0.hasSuffix(".flow.yaml") })
  func everyStepIsAFlowWithoutAFinding(name: String) throws {
    let loaded = try load(name, as: name, isTranslated: false)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    #expect(loaded.flow != nil)
  }

  @Test func theLastStepIsTranslatedAndPassesItsScript() throws {
    let loaded = try load("workshop-10.flow.yaml", as: "workshop.flow.yaml", isTranslated: true)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    let flow = try #require(loaded.flow)
    let scripts = FlowScriptFile.load(
      try Resources().read("workshop.test.yaml"), name: "workshop.test.yaml", flow: flow)
    expectEqual(DiagnosticRenderer().render(scripts.diagnostics), "")
    expectEqual(scripts.scripts.count, 1)
    for script in scripts.scripts {
      expectEqual(ScriptRun.run(script, on: flow).failures.map(\.message), [])
    }
  }

  /// The steps grow by whole lines, and every file is shown.
  @Test func theTutorialShowsEveryFile() throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "PlanAWorkshop.tutorial"), encoding: .utf8)
    for name in Self.resources where name.hasSuffix(".yaml") {
      #expect(text.contains("file: \"\(name)\""), "\(name)")
    }
    #expect(Self.resources.count >= 13)
  }
}
