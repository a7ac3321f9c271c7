// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// The index has each expression and each use of a name once, exactly where the file has it, so that names can be
/// changed everywhere.
@Suite struct FlowIndexPropertyTests {
  @Test func randomFlowsAreIndexed() throws {
    let runs = RandomRuns(long: 4_000, every: 400, named: "indexed flows")
    var changed = 0
    for seed in runs.seeds {
      let (text, files) = Self.randomFlow(seed: seed)
      let loaded = FlowFile.load(text, name: "f.flow.yaml", files: files)
      let label = "STACKFLOW_SEED=\(seed)\n\(text)"
      try Self.expectWhole(loaded, label)
      changed += try Self.expectNamesCanChange(loaded, files: files, seed: seed, label)
    }
    #expect(changed > runs.count)
  }

  @Test func randomFlowsWithMistakesAreIndexed() throws {
    let runs = RandomRuns(long: 8_000, every: 200, named: "indexed flows with mistakes")
    var understood = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let (valid, files) = Self.randomFlow(seed: seed)
      let text = Self.broken(valid, &random)
      let loaded = FlowFile.load(text, name: "f.flow.yaml", files: files)
      let label = "STACKFLOW_SEED=\(seed)\n\(text)"
      guard let index = loaded.index else { continue }
      try Self.expectWhole(loaded, label)
      if loaded.diagnostics.hasErrors, !index.uses.isEmpty { understood += 1 }
      // Any offset has an answer.
      let places = FlowPlaces(index)
      for offset in stride(from: 0, through: text.utf8.count, by: 3) {
        _ = (places.name(at: offset), places.type(at: offset), places.visibleNames(at: offset))
      }
    }
    #expect(runs.holds(understood, of: 0.3))
  }

  @Test(arguments: dailyPart(of: flows, every: 4, named: "indexed files"))
  func filesAreIndexed(path: String) throws {
    let file = ProjectFolder.url.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let files = FolderFiles(beside: file.path)
    let loaded = FlowFile.load(text, name: path, files: files)
    try #require(loaded.index != nil)
    try Self.expectWhole(loaded, path)
    // The keys of translations name answers, too.
    guard !FileManager.default.fileExists(atPath: file.path.replacing(".flow.", with: ".de.texts."))
    else { return }
    _ = try Self.expectNamesCanChange(loaded, files: files, seed: 1, path)
  }

  private static let flows: [String] =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: ProjectFolder.url.appending(path: "Flows").path)) ?? [])
    .filter { $0.hasSuffix(".flow.yaml") }.sorted().map { "Flows/\($0)" }

  private static func randomFlow(seed: UInt64) -> (text: String, files: MemoryFileSource) {
    if seed % 2 == 0 {
      let questionnaire = RandomQuestionnaire(seed: seed)
      return (
        questionnaire.text, MemoryFileSource(texts: ["part.flow.yaml": questionnaire.part])
      )
    }
    var random = RandomFlow(seed: seed)
    let (value, when) = (random.condition(), random.condition())
    return (random.text(probe: value, when: when), MemoryFileSource([:]))
  }

  /// Returns a text with a random mistake: a line, a key, or a character less, or another character.
  private static func broken(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = Int.random(in: 2..<lines.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lines.remove(at: line)
    case 1: lines[line] = lines[line].replacing("type: ", with: "typ: ")
    case 2: lines[line] = lines[line].replacing("==", with: "=== ")
    default:
      guard let offset = lines[line].indices.randomElement(using: &random) else { break }
      let other = ["", "'", "}", "[", ":", "x", "("].randomElement(using: &random) ?? ""
      lines[line].replaceSubrange(offset...offset, with: other)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Completeness

  /// Expects that each expression of the definition is in the index once, and each name exactly at its place.
  private static func expectWhole(_ loaded: LoadedFlow, _ label: String) throws {
    let index = try #require(loaded.index, "\(label)")
    let definition = try #require(loaded.definition)
    var expected: [SourcePlace: Int] = [:]
    addExpressions(of: definition, to: &expected)
    var found: [SourcePlace: Int] = [:]
    for expression in index.expressions { found[expression.source.place, default: 0] += 1 }
    // The rest of the understood expressions belongs to steps that can't be read.
    for (place, count) in expected {
      expectEqual(found[place], count, "\(place) \(place.file[place.range])\n\(label)")
    }
    if !loaded.diagnostics.hasErrors { expectEqual(found, expected, "\(label)") }
    var places: Set<SourcePlace> = []
    for use in index.uses {
      // Where the file isn't valid YAML, only the place of the whole expression is known.
      let isGuessed =
        use.expression.map { index.expressions[$0].source.map.runs.isEmpty } ?? false
      if !isGuessed || !loaded.diagnostics.hasErrors {
        #expect(use.isExact, "\(use.place)\n\(label)")
        #expect(places.insert(use.place).inserted, "\(use.place)\n\(label)")
      }
      if let name = use.name, case .value = use.kind {
        expectEqual(index.names[name].id.name, use.text)
      }
    }
    // An expression that the checker resolved is resolved.
    for expression in index.expressions {
      guard let checked = expression.checked else { continue }
      let uses = index.uses[expression.uses].filter { $0.kind == .value }
      expectEqual(
        uses.map(\.text), checked.compiled.references.map(\.name),
        "\(expression.source.text)\n\(label)")
      #expect(uses.allSatisfy { $0.name != nil }, "\(expression.source.text)\n\(label)")
    }
    if loaded.flow != nil {
      #expect(index.expressions.allSatisfy { $0.type != nil }, "\(label)")
    }
  }

  /// Adds the expressions of a part of a definition, whatever it is.
  private static func addExpressions(of value: Any, to found: inout [SourcePlace: Int]) {
    switch value {
    case let source as ExpressionSource: found[source.place, default: 0] += 1
    case let entry as OutputDefinition.Entry where entry.isEveryAnswer: break
    case let flow as SubflowDefinition: addExpressions(of: flow.arguments, to: &found)
    case is LostPart, is SourceFile, is FlowExtensions: break
    default:
      for child in Mirror(reflecting: value).children {
        addExpressions(of: child.value, to: &found)
      }
    }
  }

  // MARK: Changed names

  /// Expects that a name can be changed with all its uses, and changed back.
  ///
  /// - Returns: The number of names that were changed.
  private static func expectNamesCanChange(
    _ loaded: LoadedFlow, files: any FlowFileSource, seed: UInt64, _ label: String
  ) throws -> Int {
    let index = try #require(loaded.index)
    var random = SeededGenerator(seed: seed)
    let places = FlowPlaces(index)
    let changeable = index.names.indices.filter { number in
      let name = index.names[number]
      // The position of an element goes by its name, too, and a part of a record by that of an answer.
      return name.isWritten && name.id.name != "item"
        && !([.element, .elementKey].contains(name.kind)
          && index.uses.contains { $0.name == number + 1 })
        && ![".", ".?"].contains { loaded.file.text.contains($0 + name.id.name) }
        && places.uses(of: number).allSatisfy { $0.place.file == loaded.file }
    }
    let chosen = changeable.shuffled(using: &random).prefix(6)
    for number in chosen {
      let name = index.names[number].id.name
      let other = unused(like: name, in: loaded.file.text)
      let changed = renaming(number, to: other, in: index)
      let again = FlowFile.load(changed, name: loaded.file.name, files: files)
      // A name may be where a narrower line is cut.
      let renderer = DiagnosticRenderer(maximumWidth: 10_000)
      expectEqual(
        renderer.render(again.diagnostics).replacing(other, with: name),
        renderer.render(loaded.diagnostics), "'\(name)' becomes '\(other)'\n\(label)")
      let changedIndex = try #require(again.index)
      let changedNumber = try #require(
        FlowPlaces(changedIndex).name(at: index.names[number].id.place.range.lowerBound),
        "'\(name)' becomes '\(other)'\n\(changed)")
      expectEqual(renaming(changedNumber, to: name, in: changedIndex), loaded.file.text)
    }
    return chosen.count
  }

  /// Returns a name as long as another that a text doesn't have.
  private static func unused(like name: String, in text: String) -> String {
    for letter in "zyxwvutsrqponmlkjihgfedcbaABCDEFGHIJKLMNOPQRSTUVWXYZ_" {
      for word in [
        String(repeating: letter, count: name.count), "\(letter)" + name.dropFirst(),
        name.dropLast() + "\(letter)",
      ] where !text.contains(word) && !["as", "in", "if"].contains(word) {
        return word
      }
    }
    return "no_other_name"
  }

  private static func renaming(_ name: Int, to other: String, in index: FlowIndex) -> String {
    let file = index.definition.file
    let places = FlowPlaces(index)
    let ranges = [index.names[name].id.place.range] + places.uses(of: name).map(\.place.range)
    var bytes = Array(file.text.utf8)
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      bytes.replaceSubrange(range.lowerBound..<range.upperBound, with: other.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
