// SPDX-License-Identifier: Apache-2.0

import FlowForms
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// The table of keys, `FileMap`, is the only list of the language's keys.
@Suite struct KeyTableTests {
  @Test func everyKeyIsInAMap() {
    let names = (FileMap.all + FileMap.ofExtensions + [.type, .setting]).names()
    #expect(FlowKey.allCases.filter { !names.contains($0.rawValue) }.isEmpty)
    #expect(ConstraintKind.allCases.filter { !names.contains($0.rawValue) }.isEmpty)
  }

  @Test(arguments: StepKeyword.allCases) func aKindOfStepIsNamedByTheFirstKeyOfItsMap(
    keyword: StepKeyword
  ) {
    let map = FileMap.step(keyword)
    #expect(map.name == keyword.rawValue)
    #expect(map.keys.first?.name == keyword.rawValue)
    #expect(map.keys.first?.isRequired == true)
  }

  /// Files of translations name the texts of the examples of all keys; every last part of a name that
  /// isn't chosen by the author is a text key of the table.
  @Test func theTextsOfAFlowAreTheTextsOfTheTable() throws {
    let folder = ProjectFolder.url.appending(path: "Tests/Fixtures/keys")
    var found: Set<String> = []
    for map in FileMap.all {
      let text = try String(
        contentsOf: folder.appending(path: "\(map.name).flow.yaml"), encoding: .utf8)
      let loaded = FlowFile.read(Array(text.utf8), name: "\(map.name).flow.yaml")
      for key in try #require(loaded.definition).textKeys {
        let parts = key.split(separator: ".")
        guard parts.count < 2 || !["messages", "validate"].contains(parts[parts.count - 2]) else {
          continue
        }
        found.insert(String(parts.last ?? ""))
      }
    }
    let texts = (FileMap.all).names { if case .text = $0 { true } else { false } }
    // The input of a command isn't shown, and messages are named by their checks.
    #expect(found == texts.subtracting(["stdin", "message", "messages"]))
  }

  @Test(arguments: [
    ("allow", "allow [unused-answer]\nsteps: []\n"),
    (
      "at",
      "steps:\n  - form: f\n    fields: []\n    validate:\n      - check: 'true'\n        at a\n"
    ),
    (
      "disabled",
      "steps:\n  - ask: a\n    type: choice\n    choices:\n      - value: b\n        disabled no\n"
    ),
    ("of", "inputs:\n  a:\n    type: list\n    of string\nsteps: []\n"),
  ])
  func everyKeyIsRecognizedWithoutItsColon(key: String, text: String) {
    let loaded = FlowFile.read(Array("flow: 1\nid: f\n\(text)".utf8), name: "f.flow.yaml")
    let found = loaded.diagnostics.diagnostics.first { $0.id == "missing-colon" }
    #expect(
      found?.message == "expected ':' after '\(key)'",
      "\(DiagnosticRenderer().render(loaded.diagnostics))")
  }
}
