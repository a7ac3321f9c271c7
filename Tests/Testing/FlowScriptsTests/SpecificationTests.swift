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

/// The example of the language's specification is a flow, and its script passes.
@Suite struct SpecificationTests {
  private static let folder = ProjectFolder.url.appending(path: "Tests")
    .appending(path: "Fixtures/specification")

  @Test func theExampleLoadsAndItsScriptPasses() throws {
    let files = FolderFiles(beside: Self.folder.path + "/")
    let loaded = FlowFile.load(
      try files.read("new-service.flow.yaml"), name: "new-service.flow.yaml", files: files)
    let renderer = DiagnosticRenderer()
    expectEqual(renderer.render(loaded.diagnostics), "")
    let flow = try #require(loaded.flow)
    let scripts = FlowScriptFile.load(
      try files.read("new-service.test.yaml"), name: "new-service.test.yaml", flow: flow)
    expectEqual(renderer.render(scripts.diagnostics), "")
    let script = try #require(scripts.scripts.first)
    let result = ScriptRun.run(script, on: flow)
    expectEqual(result.failures.map { renderer.render($0) }, [])
    expectEqual(
      Set(loaded.definition?.steps.map(\.kind.keyword) ?? []),
      [
        .ask, .form, .compute, .repeat, .flow, .review, .commit, .write, .run,
      ])
  }
}
