// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import Foundation
import SourceDiagnostics
import Testing

/// Each folder in `Tests/Fixtures/broken` contains a flow with mistakes, and the complete text of
/// its diagnostics.
///
/// With `RECORD_GOLDENS=1`, or if `expected.txt` is missing, the test writes the text and fails.
/// Review a recorded text like code: is it correct, and is each caret below its mistake?
@Suite struct BrokenFlowTests {
  static let folder = FixtureTests.folder.appending(path: "broken")

  static let cases: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  @Test(arguments: cases) func everyBrokenFlowHasItsRecordedDiagnostics(name: String) throws {
    let folder = Self.folder.appending(path: name)
    let bytes = Array(try Data(contentsOf: folder.appending(path: "\(name).flow.yaml")))
    let loaded = FlowFile.load(bytes, name: "\(name).flow.yaml", files: try Self.files(of: name))
    #expect(!loaded.diagnostics.isEmpty)
    expectEqual(loaded.diagnostics.hasErrors, (loaded.flow == nil))
    try Golden.compare(
      DiagnosticRenderer().render(loaded.diagnostics), with: folder.appending(path: "expected.txt"))
  }

  /// The files next to a flow that belong to it; nil if there are none.
  static func files(of name: String) throws -> MemoryFileSource? {
    let folder = Self.folder.appending(path: name)
    var files: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file != "expected.txt" && file != "\(name).flow.yaml" {
      files[file] = Array(try Data(contentsOf: folder.appending(path: file)))
    }
    return files.isEmpty ? nil : MemoryFileSource(files)
  }

  /// Every message follows the same style: lower case, no full stop, an id in kebab case.
  @Test(arguments: cases) func messagesFollowTheStyle(name: String) throws {
    let file = Self.folder.appending(path: "\(name)/\(name).flow.yaml")
    let loaded = FlowFile.load(
      Array(try Data(contentsOf: file)), name: "\(name).flow.yaml",
      files: try Self.files(of: name))
    for diagnostic in loaded.diagnostics.diagnostics {
      let messages: [String] = [diagnostic.message] + diagnostic.notes.map { $0.message }
      for message in messages {
        #expect(!message.hasSuffix("."), "\(message)")
        #expect(message.first?.isUppercase != true, "\(message)")
        let words = Self.withoutQuotes(message)
        for type in ["dyn", "optional_type", "list(", "map(", "google.protobuf", "null_type"] {
          #expect(!words.contains(type), "no flow can contain this type: \(message)")
        }
      }
      #expect(
        diagnostic.id.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(diagnostic.id)")
    }
  }

  /// Returns a message without what it quotes from the flow, or proposes for it.
  private static func withoutQuotes(_ message: String) -> String {
    var words = ""
    var open: Character?
    for character in message {
      if character == open {
        open = nil
      } else if open == nil, character == "'" || character == "`" {
        // An apostrophe inside a word opens nothing.
        if character == "`" || words.last?.isLetter != true { open = character }
      } else if open == nil {
        words.append(character)
      }
    }
    return words
  }
}
