// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

@testable import FlowFiles
@testable import SourceDiagnostics

/// Properties of random files: nothing traps, every place is inside the file, and every fix removes
/// its mistake.
@Suite struct RandomYAMLTests {
  private static let pieces = [
    "a", "b: ", ": ", "- ", "\n", "\n  ", "\n    ", " ", "'", "\"", "\\", "\\n", "\\u00e9", "''",
    "|", ">", "|-\n  ", ">+\n    ", "|2\n", "#", " # ", "!", "&x ", "*x", "[", "]", "{", "}", ",",
    "?", "@", "`", "%", "\t", "\r\n", "テ", "é", "🙂", "---\n", "...\n", "<<", "0", "1.5", "null",
    "ask: x", "when: !y", "label: \"", "${", "\u{0}", "\u{2028}", "\\\n", "key: value\n",
  ]

  @Test func placesAreInsideTheFileAndMapsAreExact() {
    let seed = UInt64.random(in: 0..<UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<4000 {
      let count = Int.random(in: 1...24, using: &generator)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
        .joined()
      let stream = YAMLReader.read(text, name: "a")
      let comment: Comment = "seed \(seed) round \(round): \(text.debugDescription)"
      for diagnostic in stream.diagnostics.diagnostics {
        #expect(isInside(diagnostic.place), comment)
        #expect(diagnostic.notes.allSatisfy { $0.place.map(isInside) ?? true }, comment)
        #expect(
          diagnostic.fixIts.allSatisfy { fix in
            fix.edits.allSatisfy { isInside(SourcePlace(stream.file, $0.range)) }
          }, comment)
      }
      _ = DiagnosticRenderer(maximumWidth: 20).render(stream.diagnostics)
      let isFixed = stream.diagnostics.hasErrors
      for document in stream.documents {
        if let root = document.root { check(root, in: stream.file, isFixed: isFixed, comment) }
      }
    }
  }

  private func isInside(_ place: SourcePlace) -> Bool {
    place.range.lowerBound >= 0 && place.range.upperBound <= place.file.utf8Count
  }

  private func check(_ node: YAMLNode, in file: SourceFile, isFixed: Bool, _ comment: Comment) {
    #expect(isInside(SourcePlace(file, node.range)), comment)
    switch node.content {
    case .broken: break
    case .list(let items):
      for item in items { check(item, in: file, isFixed: isFixed, comment) }
    case .map(let entries):
      for entry in entries {
        check(entry.key, in: file, isFixed: isFixed, comment)
        check(entry.value, in: file, isFixed: isFixed, comment)
      }
    case .scalar(let scalar):
      check(scalar, in: file, isFixed: isFixed, comment)
    }
  }

  private func check(
    _ scalar: YAMLScalar, in file: SourceFile, isFixed: Bool, _ comment: Comment
  ) {
    let map = scalar.map(in: file)
    expectEqual(
      map.decodedCount, scalar.text.utf8.count, "\(scalar) \(comment)")
    guard !isFixed else { return }
    #expect(!map.runs.isEmpty || scalar.text.isEmpty, "\(scalar) is not mapped; \(comment)")
    // Verbatim runs have the same bytes in the file and in the text.
    for (index, run) in map.runs.enumerated() where run.isVerbatim {
      let end = index + 1 < map.runs.count ? map.runs[index + 1].decoded : map.decodedCount
      let decoded = Array(scalar.text.utf8)[run.decoded..<end]
      expectEqual(Array(file[run.source].utf8), Array(decoded), comment)
    }
  }

  @Test func mutatedFlowsNeitherCrashNorHang() throws {
    let seed = UInt64.random(in: 0..<UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let sources = FixtureTests.cases.compactMap { name -> [UInt8]? in
      let folder = FixtureTests.folder.appending(path: name)
      return (try? Data(contentsOf: folder.appending(path: "\(name).flow.yaml"))).map(Array.init)
    }
    try #require(!sources.isEmpty)
    print("seed \(seed)")
    for _ in 0..<600 {
      var bytes = sources.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: offset)
        case 2:
          let piece = Self.pieces.randomElement(using: &generator) ?? ""
          bytes.insert(contentsOf: piece.utf8, at: offset)
        default:
          let end = min(bytes.count, offset + Int.random(in: 1...40, using: &generator))
          bytes.insert(
            contentsOf: bytes[offset..<end],
            at: Int.random(in: 0..<bytes.count, using: &generator))
        }
      }
      let loaded = FlowFile.read(bytes, name: "a")
      for diagnostic in loaded.diagnostics.diagnostics { #expect(isInside(diagnostic.place)) }
      _ = DiagnosticRenderer().render(loaded.diagnostics)
    }
  }

  @Test(arguments: FixtureTests.cases)
  func everyShownFixRemovesItsMistake(name: String) throws {
    let folder = FixtureTests.folder.appending(path: name)
    guard let data = try? Data(contentsOf: folder.appending(path: "\(name).flow.yaml")) else {
      return
    }
    let found = FlowFile.read(Array(data), name: name).diagnostics.diagnostics
    let bytes = Array(data)
    for diagnostic in found {
      for fix in diagnostic.fixIts where fix.isShown {
        let edits = try #require(TextEdits().adding(fix.edits))
        let repaired = FlowFile.read(edits.applied(to: bytes), name: name).diagnostics.diagnostics
        let line = diagnostic.place.start.line
        #expect(
          !repaired.contains {
            $0.id == diagnostic.id && $0.message == diagnostic.message
              && $0.place.start == diagnostic.place.start
          },
          "\(name):\(line): \(diagnostic.message)")
        #expect(repaired.count < found.count, "\(name):\(line): \(fix.title)")
      }
    }
  }
}
