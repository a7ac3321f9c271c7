// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import StackFlowCore
import Testing

/// A row or an item belongs to its element: what's offered there was answered for the same element, wherever it was.
@Suite struct RowIdentityTests {
  static let matrix = """
    flow: 1
    id: m
    steps:
      - { ask: names, type: list, minItems: 0 }
      - form: rows
        over: names
        fields:
          - { ask: grade, type: string }
          - { ask: comment, type: string, required: false }
      - { ask: end, type: string }
    """

  static let list = """
    flow: 1
    id: m
    steps:
      - { ask: names, type: list, minItems: 0 }
      - repeat: rows
        over: names
        steps:
          - { ask: grade, type: string }
          - { ask: comment, type: string, required: false }
      - { ask: end, type: string }
    """

  /// A list over elements with a matrix in each item, whose elements are the same.
  static let nested = """
    flow: 1
    id: m
    steps:
      - { ask: names, type: list, minItems: 0 }
      - repeat: rows
        over: names
        steps:
          - { ask: grade, type: string }
          - form: parts
            over: names
            as: part
            fields: [ { ask: comment, type: string } ]
      - { ask: end, type: string }
    """

  @Test(arguments: [matrix, list]) func aNewElementIsOfferedNoOtherElementsAnswers(text: String)
    throws
  {
    for back in [
      [FlowEvent.back(steps: 1), .back(steps: 1), .back(steps: 1), .back(steps: 1)],
      [.backTo("names")],
    ] {
      var walker = try Walker(text)
      walker.type("a,x", "1", "of a", "2", "of x")
      if walker.asked == "rows" { walker.send(.answer(nil)) }
      expectEqual(walker.asked, "end")
      for event in back where walker.asked != "names" { walker.send(event) }
      walker.type("b,a,c")
      expectEqual(walker.asked, "rows[0].grade")
      #expect(walker.offered == nil)
      walker.type("3", "of b")
      if walker.asked == "rows[2].grade" { continue }
      expectEqual(walker.asked, "rows[1].grade")
      expectEqual(walker.offered, "1")
    }
  }

  @Test func whatWasBegunInAnItemBelongsToItsElement() throws {
    var walker = try Walker(Self.list)
    walker.type("a,x", "1", "of a", "2")
    expectEqual(walker.asked, "rows[1].comment")
    walker.send(.backTo("names"))
    walker.type("b,x")
    expectEqual(walker.asked, "rows[0].grade")
    #expect(walker.offered == nil)
    walker.type("3", "")
    expectEqual(walker.asked, "rows[1].grade")
    expectEqual(walker.offered, "2")
  }

  @Test func refusedRecordsBelongToTheirElements() throws {
    var options = SessionOptions()
    options.answers = [
      "names": .text("a,x"),
      "rows": .value(
        .list([.map(ValueMap([("comment", "of a")])), .map(ValueMap([("comment", "of x")]))])),
    ]
    var walker = try Walker(Self.matrix, options: options)
    expectEqual(walker.asked, "rows[0].grade")
    walker.send(.backTo("names"))
    walker.type("b,x")
    walker.type("3")
    expectEqual(walker.asked, "rows[0].comment")
    #expect(walker.offered == nil)
    walker.type("", "4")
    expectEqual(walker.asked, "rows[1].comment")
    expectEqual(walker.offered, "of x")
  }

  /// Every answer begins with the element that it's about, so that an offer says where it's from.
  ///
  /// An answer offered in a row is about its element, and if the element was in all lists since its row was finished,
  /// it's the last answer to it.
  @Test(arguments: [matrix, list, nested]) func whatIsOfferedWasAnsweredForTheSameElement(
    text: String
  ) throws {
    let flow = try flow(text)
    let runs = RandomRuns(long: 3_000, every: 100, named: "edits of the list of a matrix")
    var offers = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var walker = try Walker(flow)
      var names: [String] = []
      /// The last grades of the elements of finished rows.
      var known: [String: String] = [:]
      var serial = 0
      for _ in 0..<60 where walker.result == nil {
        guard let asked = walker.asked else {
          Issue.record("seed \(seed): nothing is asked")
          return
        }
        let about = Self.element(of: asked, in: names)
        if let about, let offer = walker.offered {
          offers += 1
          try #require(offer.hasPrefix(about), "seed \(seed): \(asked) offers \(offer)")
        }
        if let about, asked.hasSuffix("grade"), let grade = known[about] {
          try #require(walker.offered == grade, "seed \(seed): \(asked)")
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: walker.send(.back(steps: 1))
        case 1:
          walker.send(
            .backTo(["names", "rows", "rows[0].grade"].randomElement(using: &random) ?? ""))
        case 2 where !names.isEmpty:
          walker.send(
            .focus(field: "rows[\(Int.random(in: 0..<names.count, using: &random))].grade"))
        case 3: walker.send(.acceptSuggestions)
        case 4 where asked == "end": walker.send(.backTo("names"))
        default:
          if asked == "names" {
            let new = Self.edited(names, &random)
            walker.send(.answer(.value(.list(new.map { .string($0) }))))
            guard walker.asked != "names" else { continue }
            names = new
            known = known.filter { names.contains($0.key) }
          } else if asked == "rows" {
            if let open = walker.step?.items.firstIndex(where: { $0.problem != nil }) {
              walker.send(.editItem(open))
            } else {
              walker.send(.answer(nil))
            }
          } else if asked == "end" {
            walker.send(.back(steps: 1))
          } else if let about {
            // It's offered once the list is submitted.
            if asked.hasSuffix("grade") { known[about] = nil }
            serial += 1
            walker.type("\(about)\(serial)")
          }
        }
        known = Self.finished(walker, names, known)
      }
    }
    #expect(runs.holds(offers, of: 1), "\(offers) offers")
  }

  /// Returns the element that a question in a row is about: for a row of a matrix in an item, that of the row.
  private static func element(of asked: String, in names: [String]) -> String? {
    guard let start = asked.lastIndex(of: "["), let end = asked.lastIndex(of: "]"),
      let position = Int(asked[asked.index(after: start)..<end]), names.indices.contains(position)
    else { return nil }
    return names[position]
  }

  /// Returns another list: elements are removed, added, and moved.
  private static func edited(_ names: [String], _ random: inout SeededGenerator) -> [String] {
    var names = names
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where !names.isEmpty: names.remove(at: Int.random(in: 0..<names.count, using: &random))
      case 1: names.shuffle(using: &random)
      default:
        let new = ["a", "b", "c", "d", "e"].filter { !names.contains($0) }.randomElement(
          using: &random)
        if let new { names.insert(new, at: Int.random(in: 0...names.count, using: &random)) }
      }
    }
    return names
  }

  /// Returns the grades that the rows must offer: those of a submitted list.
  private static func finished(
    _ walker: Walker, _ names: [String], _ before: [String: String]
  ) -> [String: String] {
    var known = before
    guard case .list(let records)? = walker.session.answers.first(where: { $0.id == "rows" })?.value
    else { return known }
    for (name, record) in zip(names, records) {
      if case .map(let map) = record, case .string(let grade)? = map["grade"] {
        known[name] = grade
      }
    }
    return known
  }
}
