// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// A change of any key of the language is a difference, or the key is listed with the reason why it isn't one.
///
/// The changes are in `Tests/Fixtures/keys/changes.txt`.
@Suite struct KeyDifferenceTests {
  private static let folder = ProjectFolder.url.appending(path: "Tests/Fixtures/keys")

  /// A change of a key.
  private struct Change {
    let key: String
    let old: String
    let new: String
  }

  private struct Table {
    var changes: [Change] = []

    /// The keys that needn't be shown, with their reasons.
    var others: [String: String] = [:]

    init() throws {
      let file = KeyDifferenceTests.folder.appending(path: "changes.txt")
      var templates: [String: String] = [:]
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("#") { continue }
        let word = line.prefix { $0.isLetter }
        let rest = line.dropFirst(word.count)
        if rest.hasPrefix(": ") {
          templates[String(word)] = String(rest.dropFirst(2))
          continue
        }
        let key = String(line.prefix { $0 != " " })
        let value = line.dropFirst(key.count)
        if value.hasPrefix(" - ") {
          others[key] = String(value.dropFirst(3))
          continue
        }
        let parts = value.dropFirst(2).split(separator: " |", omittingEmptySubsequences: false)
        let template = try #require(templates[String(word)], "\(line)")
        try #require(parts.count == 2, "\(line)")
        let flows = parts.map { part in
          let text = part.trimmingCharacters(in: .whitespaces)
          return text.hasPrefix("!")
            ? String(text.dropFirst()) : template.replacing("@", with: text)
        }
        changes.append(Change(key: key, old: flows[0], new: flows[1]))
      }
    }
  }

  /// The files in the folder of the table.
  private struct Files: FlowFileSource {
    func read(_ relativePath: String) throws -> [UInt8] {
      Array(try Data(contentsOf: KeyDifferenceTests.folder.appending(path: relativePath)))
    }

    func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
      let path = KeyDifferenceTests.folder.appending(path: folder).path
      return try FileManager.default.contentsOfDirectory(atPath: path).map { name in
        let inner = "\(path)/\(name)"
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: inner)
        let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: inner)) != nil
        return FlowFolderEntry(
          name: name,
          kind: target.map { .link(to: $0) } ?? (isFolder ? .folder : .file(isExecutable: false)))
      }
    }
  }

  private static func definition(_ body: String, version: Int) throws -> FlowDefinition {
    let text = "{ flow: 1, id: f, version: \(version), \(body) }\n"
    let loaded = FlowFile.load(Array(text.utf8), name: "f.flow.yaml", files: Files())
    #expect(!loaded.diagnostics.hasErrors, "\(DiagnosticRenderer().render(loaded.diagnostics))")
    return try #require(loaded.definition)
  }

  /// The lines that describe a change; empty if there are none.
  private static func said(_ old: String, _ new: String) throws -> [String] {
    let difference = FlowDifference(
      from: try definition(old, version: 1), to: try definition(new, version: 2))
    let answers = difference.answers.filter {
      $0.fate != .kept || !$0.reasons.isEmpty || $0.newID != $0.id
    }
    return answers.map { "\($0.id) \($0.fate)" } + difference.added
      + difference.changes.map { "\($0.id): \($0.reasons)" }
  }

  /// A change in a file that a text uses changes the text.
  @Test func changesOfUsedFilesAreSeen() throws {
    func definition(_ file: String, version: Int) throws -> FlowDefinition {
      let text = """
        flow: 1
        id: f
        version: \(version)
        steps:
          - { ask: a, type: string, label: "${use 'x'}" }
          - { write: w, path: p, content: "${if a == 'x'}${use 'x' with b = a}${end}" }
          - { write: t, tree: t }

        """
      let loaded = FlowFile.load(
        text, name: "f.flow.yaml",
        files: MemoryFileSource(texts: ["x": "${use 'y'}", "y": file, "t/z.tmpl": "${use 'x'}"]))
      expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
      return try #require(loaded.definition)
    }
    let old = try definition("1", version: 1)
    let difference = FlowDifference(from: old, to: try definition("2", version: 2))
    expectEqual(
      difference.changes.map { "\($0.id): \($0.reasons.joined(separator: "; "))" },
      ["a.label: the text changed", "w: its content changed", "t: changed: 'z'"])
    expectEqual(
      FlowDifference(from: old, to: try definition("1", version: 2)).changes.count, 0)
  }

  @Test func everyKeyHasAChangeOrAReason() throws {
    let table = try Table()
    let known = Set(table.changes.map(\.key)).union(table.others.keys)
    let keys = FileMap.all.flatMap { map in map.keys.map { "\(map.name).\($0.name)" } }
    expectEqual(Set(keys).subtracting(known).sorted(), [])
    expectEqual(known.subtracting(keys).sorted(), [])
  }

  @Test func everyChangeIsSeen() throws {
    for change in try Table().changes {
      #expect(try !Self.said(change.old, change.new).isEmpty, "\(change.key)")
      // Only one of the versions of a migration has it.
      guard !change.new.contains("migrate:") else { continue }
      try expectEqual(Self.said(change.new, change.new), [], "\(change.key)")
      #expect(try !Self.said(change.new, change.old).isEmpty, "\(change.key), backwards")
    }
  }
}
