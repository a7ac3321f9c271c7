// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowHosts
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Properties of formatting any file: the meaning and the comments are preserved, and formatting
/// twice changes nothing.
@Suite struct FormattingPropertyTests {
  private static let package = FixtureTests.folder
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every YAML file of the package: flows, scripts, translations, and fixtures.
  static let files: [String] = {
    var files: [String] = []
    for folder in ["Flows", "Examples", "Tests/Fixtures"] {
      let root = package.appending(path: folder).resolvingSymlinksInPath()
      let found = FileManager.default.enumerator(atPath: root.path) ?? .init()
      for case let path as String in found
      where path.hasSuffix(".yaml") && !path.contains(".build") {
        files.append("\(folder)/\(path)")
      }
    }
    return files.sorted()
  }()

  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: package.appending(path: path)))
  }

  @Test func thereAreFiles() {
    #expect(Self.files.count > 100)
    #expect(Self.files.contains("Flows/new-service.flow.yaml"))
  }

  @Test(arguments: dailyPart(of: Self.files, every: 4, named: "formatted files"))
  func formattingPreservesTheMeaningOfAFile(path: String) throws {
    let bytes = try Self.bytes(of: path)
    let formatted = try Self.check(bytes, name: path)
    guard path.hasSuffix(".flow.yaml") else { return }
    let folder = Self.package.appending(path: path).deletingLastPathComponent()
    let before = FlowFile.load(bytes, name: path, files: FolderFiles(beside: folder.path + "/"))
    guard before.flow != nil, let old = before.definition else { return }
    let after = FlowFile.load(formatted, name: path, files: FolderFiles(beside: folder.path + "/"))
    let new = try #require(after.definition)
    expectEqual(Self.words(DefinitionDump.dump(new)), Self.words(DefinitionDump.dump(old)))
    expectEqual(
      after.diagnostics.diagnostics.map(\.message), before.diagnostics.diagnostics.map(\.message))
  }

  /// Published flows have the layout of the formatter.
  @Test(arguments: Self.files.filter { !$0.hasPrefix("Tests/") })
  func publishedFilesAreFormatted(path: String) throws {
    let formatted = FlowFormatter.format(try Self.bytes(of: path), name: path)
    #expect(formatted.diagnostics.isEmpty)
    #expect(!formatted.isChanged, "\(path):\n\(formatted.text)")
  }

  @Test func formattingAnUntidyFilePreservesItsMeaning() throws {
    let runs = RandomRuns(long: 100_000, every: 200, named: "untidy files")
    var read = 0
    for seed in runs.seeds {
      let layout = RandomLayout(seed: seed)
      let bytes = Array(layout.text.utf8)
      var options = YAMLOptions()
      options.reportsCutValues = false
      guard !YAMLReader.read(bytes, name: "a.yaml", options: options).diagnostics.hasErrors else {
        continue
      }
      read += 1
      let formatted = try Self.check(
        bytes, name: "a.yaml", "seed \(seed): \(layout.text.debugDescription)")
      var rest = formatted[...]
      for comment in layout.comments {
        let found = rest.range(of: comment + "\n")
        #expect(found != nil, "seed \(seed): '\(comment)' is lost")
        rest = rest[(found?.upperBound ?? rest.startIndex)...]
      }
    }
    #expect(runs.holds(read, of: 0.5), "only \(read) of \(runs.count) files can be read")
  }

  /// Formats a file, checks the result, and returns the text.
  private static func check(_ bytes: [UInt8], name: String, _ comment: Comment = "") throws
    -> String
  {
    let once = FlowFormatter.format(bytes, name: name)
    let id = once.diagnostics.diagnostics.first { $0.id == "layout-kept" }
    expectEqual(id, nil, "\(name) \(comment)")
    guard once.diagnostics.isEmpty else { return once.text }
    let twice = FlowFormatter.format(Array(once.text.utf8), name: name)
    expectEqual(twice.text, once.text, "\(name) \(comment)")
    #expect(!twice.isChanged, "\(name) \(comment)")
    #expect(!once.text.contains("\r") && once.text.hasSuffix("\n"), "\(name) \(comment)")
    return once.text
  }

  /// Returns a dump without places and without line breaks in expressions.
  private static func words(_ dump: String) -> String {
    dump.replacing(/@[0-9]+:[0-9]+/, with: "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
