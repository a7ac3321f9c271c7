// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Each flow in `Flows/` is broken wherever a kind of mutation applies, and the loader must report
/// it on the right line.
///
/// ``FlowMutations`` defines the expectation of each mutation. Mutants that are valid flows are
/// counted by reason. A daily run tries some mutants of each kind, and a long run tries all.
@Suite struct MutationTests {
  static let flows = FormattingPropertyTests.files.filter {
    $0.hasPrefix("Flows/") && $0.hasSuffix(".flow.yaml") && !unjudged.contains($0)
  }

  /// Flows with mutants whose expectations aren't defined yet.
  ///
  /// Of service-tree, they're on lines of its templates, whose trees TreePropertyTests judges.
  private static let unjudged = [
    "compose-stack", "flat-application", "lighthouse", "release", "service-tree", "tool-survey",
    "travel-claim", "unix-account",
  ].map { "Flows/\($0).flow.yaml" }

  @Test func thereAreFlows() { #expect(Self.flows.count >= 5) }

  @Test(arguments: dailyPart(of: flows, every: 6, named: "mutants"))
  func everyMutantIsReportedOnItsLine(path: String) throws {
    let files = FlowFolderOfTests(path)
    let bytes = try FormattingPropertyTests.bytes(of: path)
    let whole = FlowFile.load(bytes, name: path, files: files)
    try #require(whole.diagnostics.isEmpty, "\(path) has findings of its own")
    let mutations = FlowMutations(
      sites: FlowSites(try #require(whole.file.tree), in: whole.file),
      translated: try files.translatedSteps())
    // A long run tries all of them.
    let runs = RandomRuns(long: 150, every: 150, named: "mutants of each kind of \(path)")
    var random = SeededGenerator(seed: runs.firstSeed)
    var report = Report()
    for kind in FlowMutant.Kind.allCases {
      for mutant in mutations.mutants(kind).shuffled(using: &random).prefix(runs.count) {
        let edits = try #require(TextEdits().adding(mutant.edits))
        let bytes = edits.applied(to: Array(whole.file.text.utf8))
        let found = FlowFile.load(bytes, name: path, files: files).diagnostics
        judge(mutant, found.diagnostics, edits: edits, in: whole.file, &report)
      }
    }
    print(report.text(of: path))
  }

  /// The results of the mutants of a flow.
  private struct Report {
    var caught = 0
    var survivors: [String: Int] = [:]

    func text(of path: String) -> String {
      let lines = survivors.sorted { $0.key < $1.key }.map { "  \($0.value) survive: \($0.key)" }
      return (["\(path): \(caught) mutants are reported on their lines"] + lines)
        .joined(separator: "\n")
    }
  }

  private func judge(
    _ mutant: FlowMutant, _ found: [Diagnostic], edits: TextEdits, in file: SourceFile,
    _ report: inout Report
  ) {
    // Line numbers refer to the flow before the mutation.
    let lines = found.filter { $0.place.file.name == file.name }.map {
      file.position(at: edits.original($0.place.range.lowerBound)).line
    }
    let said = found.map { "\($0.place.start.line): \($0.message)" }
    let name = "\(file.name):\(mutant.line): \(mutant.kind.rawValue): \(mutant.what)"
    func survive(_ reason: String) {
      report.survivors["\(mutant.kind.rawValue): \(reason)", default: 0] += 1
    }
    switch mutant.expectation {
    case .all(let places):
      report.caught += 1
      for place in places where !place.contains(where: lines.contains) {
        Issue.record("\(name): nothing reported on lines \(place); \(said)")
      }
    case .any(let places), .either(let places, _):
      if case .either(_, let reason) = mutant.expectation, found.isEmpty { return survive(reason) }
      report.caught += 1
      #expect(
        places.contains { $0.contains(where: lines.contains) },
        "\(name): nothing reported on lines \(places); \(said)")
    case .beside:
      report.caught += 1
      #expect(found.contains { $0.place.file.name != file.name }, "\(name): \(said)")
    case .nothing(let reason):
      // A part that only the templates of a tree read is reported there.
      let tree = String(file.name.dropLast(".flow.yaml".count)) + "/"
      if !found.isEmpty, found.allSatisfy({ $0.place.file.name.hasPrefix(tree) }) {
        report.caught += 1
        return
      }
      survive(reason)
      #expect(found.isEmpty, "\(name), which is legal: \(said)")
    }
  }

  /// If a translation file loses a placeholder, that's reported there.
  @Test(
    arguments: FormattingPropertyTests.files.filter {
      $0.hasPrefix("Flows/") && $0.hasSuffix(".texts.yaml")
    })
  func aMissingPlaceholderInATranslationIsReported(path: String) throws {
    let bytes = try FormattingPropertyTests.bytes(of: path)
    let stream = YAMLReader.read(bytes, name: path)
    guard case .map(let entries)? = stream.root?.content else { return }
    let stem = try #require(path.firstMatch(of: /^(.*)\.[a-zA-Z-]+\.texts\.yaml$/)).output.1
    let flow = "\(stem).flow.yaml"
    var count = 0
    for entry in entries {
      guard let scalar = entry.value.scalar,
        let (what, edit) = FlowMutations.withoutPlaceholder(
          scalar, key: entry.key.text, in: stream.file)
      else { continue }
      count += 1
      var files = FlowFolderOfTests(flow)
      files.replaced[path.split(separator: "/").last.map(String.init) ?? ""] =
        TextEdits().adding([edit])?.applied(to: bytes)
      let found = FlowFile.load(
        try FormattingPropertyTests.bytes(of: flow), name: flow, files: files
      ).diagnostics.diagnostics
      let lines = stream.file.lines(of: scalar.range)
      #expect(
        found.contains { $0.place.file.name == path && lines.contains($0.place.start.line) },
        "\(path):\(lines): \(what): \(found.map(\.message))")
    }
    #expect(count > 0)
  }
}

/// The files in the folder of a flow of the package, some of them replaced.
struct FlowFolderOfTests: FlowFileSource {
  private let folder: String
  private let flow: String
  var replaced: [String: [UInt8]] = [:]

  init(_ path: String) {
    folder = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    flow = String(path.dropFirst(folder.count))
  }

  var names: [String] {
    FormattingPropertyTests.files.filter { $0.hasPrefix(folder) }
      .map { String($0.dropFirst(folder.count)) }
  }

  /// Returns the ids of the steps whose texts are in translation files.
  func translatedSteps() throws -> Set<String> {
    var ids: Set<String> = []
    for name in names where name.hasSuffix(".texts.yaml") {
      let stem = name.prefix { $0 != "." }
      guard flow == "\(stem).flow.yaml",
        case .map(let entries)? = YAMLReader.read(try read(name), name: name).root?.content
      else { continue }
      ids.formUnion(entries.map { String($0.key.text.prefix { $0 != "." }) })
    }
    return ids
  }

  func read(_ relativePath: String) throws -> [UInt8] {
    if let bytes = replaced[relativePath] { return bytes }
    guard let bytes = try? FormattingPropertyTests.bytes(of: folder + relativePath) else {
      throw FlowFileSourceError("there is no such file")
    }
    return bytes
  }

  func entries(in inner: String, limit: Int) throws -> [FlowFolderEntry] {
    try FolderFiles(beside: ProjectFolder.url.appending(path: folder).path + "/")
      .entries(in: inner, limit: limit)
  }
}
