// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import SavedWalks
import SealedWalks
import Testing

@testable import FlowWeb

@Suite struct StoredResultsTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string }
      - { ask: tags, type: list, required: false }
      - { ask: code, type: secret }
      - { ask: more, type: boolean }
    """

  private func walked(_ names: [String]) async throws -> StoredResults {
    let key = try #require(WalkKey(bytes: [UInt8](repeating: 9, count: 32)))
    let store = SealedStore(
      wrapping: MemoryWalkStore { VisitorForTests.time }, keys: try #require(WalkKeyRing(key)))
    let service = try VisitorForTests.service(Self.flow, store: store)
    for name in names {
      var visitor = VisitorForTests(service)
      await visitor.get("/f")
      await visitor.press("next", ["name": name])
      await visitor.press("next", ["tags": "a\nb, c"])
      if name == "left" { continue }
      await visitor.press("next", ["code": "hush"])
      _ = visitor.form.choose([FieldControl.text(of: .bool(true))], in: "f:more")
      await visitor.press("next")
      expectEqual(visitor.step, "-end")
    }
    return try await StoredResults(of: service.flows[0], in: store)
  }

  @Test func aRowIsAWalkAndAColumnAnAnswer() async throws {
    let results = try await walked(["Ada \"the\" first"])
    let lines = results.csvLines
    try #require(lines.count == 2)
    expectEqual(lines[0], "walk,changed,name,tags,code,more")
    #expect(
      lines[1].hasSuffix(",2026-01-01T00:00:00Z,\"Ada \"\"the\"\" first\",\"a; b, c\",••••,true"))
  }

  /// Tables that are joined have the same columns, whatever was answered in each.
  @Test func anAnswerHasItsColumnWithoutAWalkThatHasIt() async throws {
    expectEqual(try await walked([]).csvLines, ["walk,changed,name,tags,code,more"])
    let store = MemoryWalkStore { VisitorForTests.time }
    let source = """
      flow: 1
      id: f
      steps:
        - { ask: kind, key: sort, type: string, required: false }
        - { ask: port, type: integer, when: has(kind) }
        - { ask: labels, type: map, required: false }
        - { repeat: people, steps: [{ ask: name, key: called, type: string }, { ask: age, type: integer }] }
      """
    for (output, columns) in [
      ("", "sort,port,people"),
      ("output: { <<: answers, port: { size: size(people), l: labels } }", "sort,people,port.size"),
    ] {
      let service = try VisitorForTests.service(source + "\n" + output, store: store)
      let results = try await StoredResults(of: service.flows[0], in: store)
      expectEqual(results.csvLines, ["walk,changed," + columns])
      expectEqual(results.csvLines(ofItemsOf: "people"), ["walk,number,called,age"])
      expectEqual(results.csvLines(ofItemsOf: "sort"), nil)
    }
  }

  private static let list = """
    flow: 1
    id: f
    steps:
      - repeat: people
        maxItems: 2
        steps:
          - { ask: walk, type: string }
          - { ask: tags, type: list, required: false }
    """

  @Test func itemsOfAListAreATableOfTheirOwn() async throws {
    let store = MemoryWalkStore { VisitorForTests.time }
    let service = try VisitorForTests.service(Self.list, store: store)
    for names in [["a", "=b"], []] {
      var visitor = VisitorForTests(service)
      await visitor.get("/f")
      for (number, name) in names.enumerated() {
        await visitor.press("add")
        await visitor.press("next", ["people[\(number)].walk": name])
        await visitor.press("next", ["people[\(number)].tags": "x\ny"])
      }
      await visitor.press("next")
      expectEqual(visitor.step, "-end")
    }
    let results = try await StoredResults(of: service.flows[0], in: store)
    let id = results.walks.first { $0.output.texts.contains("a") }?.id ?? ""
    expectEqual(
      results.csvLines(ofItemsOf: "people"),
      ["walk,number,walk,tags", "\(id),1,a,x; y", "\(id),2,'=b,x; y"])
    expectEqual(results.csvLines(ofItemsOf: "tags"), nil)
  }

  @Test func formulasOfSpreadsheetsAreTexts() async throws {
    let results = try await walked(["=1+1"])
    #expect(results.csvLines.last?.contains(",'=1+1,") == true)
  }

  @Test func secretsAreInNoResult() async throws {
    let results = try await walked(["Ada"])
    for line in results.csvLines + results.jsonLines + results.rows {
      #expect(!line.contains("hush"))
    }
  }

  @Test func walksThatWereLeftAreCountedByStep() async throws {
    let results = try await walked(["left", "Ada", "left"])
    expectEqual(results.leftLines, ["2  code"])
    expectEqual(results.jsonLines.count, 1)
    expectEqual(results.rows.count, 3)
  }
}
