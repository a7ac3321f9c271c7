// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import Foundation
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Each folder in `Tests/Fixtures/texts` contains a flow with translation files, and the complete
/// text of their diagnostics or the definition with the translations.
@Suite struct TextsFileTests {
  static let folder = FixtureTests.folder.appending(path: "texts")

  static let cases: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  @Test(arguments: cases) func translationsAndTheirMistakesAreThoseRecorded(name: String) throws {
    let loaded = try Self.load(name)
    var found = DiagnosticRenderer().render(loaded.diagnostics)
    if found.isEmpty { found = loaded.definition.map(DefinitionDump.dump) ?? "" }
    try Golden.compare(found, with: Self.folder.appending(path: "\(name)/expected.txt"))
    for diagnostic in loaded.diagnostics.diagnostics {
      for message in [diagnostic.message] + diagnostic.notes.map(\.message) {
        #expect(!message.hasSuffix(".") && message.first?.isUppercase != true, "\(message)")
      }
    }
  }

  @Test func aFlowReadsOnlyItsOwnTranslations() {
    let names = [
      "a.de.texts.yaml", "ab.de.texts.yaml", "a.b.de.texts.yaml", "a.texts.yaml", "a.flow.yaml",
      "a.he.texts.yaml",
    ]
    expectEqual(TextsFile.all(of: "a", among: names).map(\.language), ["de", "he"])
    expectEqual(TextsFile.all(of: "a.b", among: names).map(\.language), ["de"])
    expectEqual(TextsFile.stem(of: "Flows/a.b.flow.yaml"), "a.b")
    #expect(TextsFile.stem(of: "a.yaml") == nil)
  }

  @Test func anUnreadableTranslationIsAnError() {
    struct Closed: FlowFileSource {
      let names = ["a.de.texts.yaml"]
      func read(_ relativePath: String) throws -> [UInt8] {
        throw FlowFileSourceError("permission denied")
      }
    }
    let loaded = FlowFile.load(
      "flow: 1\nid: a\nsteps: [{ ask: n, type: string, label: N }]\n", name: "a.flow.yaml",
      files: Closed())
    expectEqual(
      loaded.diagnostics.diagnostics.map(\.message),
      ["'a.de.texts.yaml' cannot be read: permission denied"])
    #expect(loaded.flow == nil)
  }

  @Test func aFlowWithoutOtherFilesHasNoTranslations() throws {
    let file = Self.folder.appending(path: "fine/fine.flow.yaml")
    let loaded = FlowFile.load(Array(try Data(contentsOf: file)), name: "fine.flow.yaml")
    #expect(loaded.diagnostics.isEmpty)
  }

  private static func load(_ name: String) throws -> LoadedFlow {
    let folder = folder.appending(path: name)
    var files: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[file] = Array(try Data(contentsOf: folder.appending(path: file)))
    }
    return FlowFile.load(
      files["\(name).flow.yaml"] ?? [], name: "\(name).flow.yaml", files: MemoryFileSource(files))
  }
}
