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

/// The examples of the language's specification, `FlowLanguage.md`, are flows without findings, and
/// the script of the first one passes.
@Suite struct SpecificationTests {
  private static let folder = ProjectFolder.url.appending(path: "Tests")
    .appending(path: "Fixtures/specification")

  /// The examples of the page, in order.
  private static func examples() throws -> [String] {
    let page = ProjectFolder.url.appending(path: "Documentation/FlowLanguage.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "```yaml\n").dropFirst()
      .map { String($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex)) }
  }

  @Test func theFirstExampleLoadsAndItsScriptPasses() throws {
    let examples = try Self.examples()
    let loaded = FlowFile.load(
      Array(try #require(examples.first).utf8), name: "new-service.flow.yaml",
      files: FolderFiles(beside: Self.folder.path + "/"))
    let renderer = DiagnosticRenderer()
    expectEqual(renderer.render(loaded.diagnostics), "")
    let flow = try #require(loaded.flow)
    let scripts = FlowScriptFile.load(
      Array(try #require(examples.first { $0.hasPrefix("test:") }).utf8),
      name: "new-service.test.yaml", flow: flow)
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

  @Test func furtherExamplesHaveNoFindings() throws {
    let flows = try Self.examples().dropFirst().filter { $0.hasPrefix("flow:") }
    for flow in flows {
      let loaded = FlowFile.load(flow, name: "example.flow.yaml")
      expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    }
    #expect(flows.count > 8)
  }
}
