// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import Foundation
import RandomEditing
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowLanguage
@testable import LanguageServer

@Suite struct EditorPropertyTests {
  private static let folder = ProjectFolder.url.appending(path: "Flows").path
  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  private static func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
  }

  private static func address(_ name: String) -> String {
    DocumentAddress.address(of: folder + "/" + name)
  }

  @Test func everyPlaceHasAnAnswerOfEachFeature() {
    for name in dailyPart(of: Self.names, every: 40, named: "places of documents") {
      var client = EditorConversation()
      let text = Self.text(name)
      client.open(Self.address(name), text)
      let document: Value = ["uri": .string(Self.address(name))]
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        for character in stride(from: 0, through: line.utf16.count, by: isLongRun ? 1 : 97) {
          let position: Value = ["line": .int(Int64(number)), "character": .int(Int64(character))]
          for feature in ["completion", "hover", "definition", "signatureHelp", "prepareRename"] {
            let answer = client.ask(
              "textDocument/" + feature, ["textDocument": document, "position": position])
            #expect(answer.text == nil && answer["code"] == nil || feature == "prepareRename")
          }
        }
      }
      for feature in ["foldingRange", "documentSymbol", "codeLens", "semanticTokens/full"] {
        let answer = client.ask("textDocument/" + feature, ["textDocument": document])
        #expect(answer.text == nil && answer["code"] == nil, "\(feature) of \(name)")
      }
    }
  }

  @Test func aRenamedNameLeavesTheFlowAndItsScriptsAsTheyWere() throws {
    var renamed = 0
    for name in dailyPart(of: Self.flows, every: 8, named: "renamed names of flows") {
      let path = Self.folder + "/" + name
      var workspace = FlowWorkspace()
      let index = try #require(workspace.check(path)?.loaded?.index)
      for number in dailyPart(of: Array(index.names.indices), every: 16, named: "names of \(name)")
      where index.names[number].isWritten {
        let target = NameTarget(flow: path, name: number)
        renamed += try Self.rename(target, index.names[number].id.name, in: workspace)
      }
    }
    // A small part may have only names that are refused.
    #expect(renamed > 0 || !isLongRun)
  }

  @Test func aRenamedChoiceLeavesTheFlowAndItsScriptsAsTheyWere() throws {
    var renamed = 0
    for name in dailyPart(of: Self.flows, every: 8, named: "renamed choices of flows") {
      let path = Self.folder + "/" + name
      var workspace = FlowWorkspace()
      let index = try #require(workspace.check(path)?.loaded?.index)
      let choices = index.steps.indices.flatMap { step in
        (index.steps[step].field?.choicePlaces ?? []).map { (step, $0.choice) }
      }
      for (step, choice) in dailyPart(of: choices, every: 24, named: "choices of \(name)") {
        let target = NameTarget(flow: path, name: index.name(ofStep: step), choice: choice)
        renamed += try Self.rename(target, choice.text, in: workspace)
      }
    }
    // A small part may have only names that are refused.
    #expect(renamed > 0 || !isLongRun)
  }

  private static let flows = names.filter { $0.hasSuffix(".flow.yaml") }

  /// Renames a name, and checks the flow and its scripts with the edits.
  ///
  /// - Returns: The number of names that were changed.
  private static func rename(
    _ target: NameTarget, _ old: String, in workspace: FlowWorkspace
  ) throws -> Int {
    var workspace = workspace
    let new = old + "_zz"
    let edits: [String: [FixIt.Edit]]
    do throws(RenameRefusal) {
      edits = try workspace.rename(target, to: new)
    } catch {
      // A name in the path of a file can't be changed by an edit of a text, and languages can't be renamed.
      // A flow's writes aren't changed in the files that a script expects.
      let isExpected = [", column ", "language tag", " then fails"].contains {
        error.message.contains($0)
      }
      #expect(isExpected, "\(target.flow) \(old): \(error.message)")
      return 0
    }
    for (file, edits) in edits {
      let bytes = try #require(workspace.read(file))
      workspace.set(file, TextLines(try #require(TextEdits().adding(edits)).applied(to: bytes)))
    }
    let flow = try #require(workspace.check(target.flow)?.checked, "\(target.flow) \(new)")
    for script in workspace.belongings(of: target.flow) where FileKind(of: script) == .script {
      for test in workspace.check(script)?.script?.scripts ?? [] {
        let result = ScriptRun.run(test, on: flow)
        // Without a title, a step is called by its id.
        let words = new.replacing("_", with: " ")
        let failures = result.failures.map(\.message).filter { !$0.contains(words) }
        expectEqual(failures, [], "\(new) in \(script): \(test.name)")
      }
    }
    return 1
  }
}
