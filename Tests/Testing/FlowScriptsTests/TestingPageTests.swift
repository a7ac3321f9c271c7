// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowScripts

/// The page about scripts, `TestingFlows.md`: its first example is a flow, the others are scripts
/// of it that pass, and every key of scripts occurs in one of them and in one of the tables.
@Suite struct TestingPageTests {
  private static let page = ProjectFolder.url
    .appending(path: "Sources/StackFlow/StackFlow.docc/TestingFlows.md")

  private func page() throws -> (text: String, examples: [String]) {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let examples = text.split(separator: "```yaml\n").dropFirst().map { part in
      String(part.prefix(upTo: part.range(of: "```")?.lowerBound ?? part.endIndex))
    }
    return (text, examples)
  }

  @Test func theScriptsOfThePagePass() throws {
    let examples = try page().examples
    let loaded = FlowFile.load(try #require(examples.first), name: "release.flow.yaml")
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    let flow = try #require(loaded.flow)
    var count = 0
    for example in examples.dropFirst() {
      let scripts = FlowScriptFile.load(
        Array(example.utf8), name: "release.test.yaml", flow: flow)
      expectEqual(DiagnosticRenderer().render(scripts.diagnostics), "")
      for script in scripts.scripts {
        expectEqual(
          ScriptRun.run(script, on: flow).failures.map(\.message), [],
          "\(script.name)")
        count += 1
      }
    }
    expectEqual(count, 10)
  }

  @Test func everyKeyIsExplainedAndShown() throws {
    let (text, examples) = try page()
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let explained = rows.map { String($0.split(separator: "|")[0]) }.joined()
    let shown = examples.dropFirst().joined()
    let keys = Set(FileMap.scriptMaps.flatMap(\.names)).subtracting(["push", "pop"])
    for key in keys {
      #expect(explained.contains("`\(key)`"), "\(key)")
      let isShown = [" ", "{", "\n"].contains { shown.contains("\($0)\(key):") }
      #expect(isShown, "\(key)")
    }
    #expect(keys.count > 40)
  }
}
