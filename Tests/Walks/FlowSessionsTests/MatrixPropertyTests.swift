// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import StackFlowCore
import Testing

/// A matrix is another way to ask what a list over the same elements asks: both have the same results.
@Suite struct MatrixPropertyTests {
  private static let fields = """
          - { ask: grade, type: integer, min: 1, max: { value: item } }
          - { ask: used, type: boolean, default: { value: index == 0 } }
          - { ask: kind, type: choice, choices: [p, q], when: used }
          - { ask: note, type: string, required: false, maxLength: 3 }
          - { ask: last, type: string, when: "!used", otherwise: { value: string(item) } }
    """

  private static let checks = """
        validate: [ { check: "grade > 1 || has(note)", message: why, at: note } ]
    """

  private static func flow(_ step: String) throws -> CheckedFlow {
    try FlowSessionsTests.flow(
      """
      flow: 1
      id: same
      inputs: { rows: { type: list, of: integer } }
      steps:
      \(step)
        - { ask: end, type: string, required: false }
      """)
  }

  private static func matrix() throws -> CheckedFlow {
    try flow("  - form: m\n    over: rows\n    fields:\n\(fields)\n\(checks)")
  }

  private static func list() throws -> CheckedFlow {
    let inner = (fields + "\n" + checks)
      .split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    return try flow(
      "  - repeat: m\n    over: rows\n    steps:\n      - form: row\n        fields:\n\(inner)")
  }

  private static func record(_ random: inout SeededGenerator, wild: Bool) -> ValueMap {
    var record = ValueMap()
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    if !wild || chance(95) {
      record["grade"] = .int(Int64.random(in: wild ? 0...6 : 1...4, using: &random))
    }
    let isUsed = chance(50)
    if chance(90) { record["used"] = .bool(isUsed) }
    if isUsed != chance(wild ? 5 : 0) { record["kind"] = chance(50) ? "p" : "q" }
    if chance(60) { record["note"] = wild && chance(10) ? "long" : "abc" }
    if !isUsed, chance(90) { record["last"] = "x" }
    return record
  }

  /// Returns the outcome of a walk of given records: its output, or the refusals.
  private static func outcome(
    _ flow: CheckedFlow, _ rows: [Value], _ records: [ValueMap]
  ) throws -> String {
    var options = SessionOptions()
    options.answers = ["m": .value(.list(records.map { .map($0) })), "end": .text("e")]
    let walker = try Walker(flow, inputs: ["rows": .list(rows)], options: options)
    if let output = walker.output { return output }
    return walker.announcements.refusals.joined(separator: "\n")
  }

  @Test func givenRecordsComeToTheSameAsInAList() throws {
    let (matrix, list) = (try Self.matrix(), try Self.list())
    let runs = RandomRuns(long: 20_000, every: 200, named: "matrices and lists")
    var accepted = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Value.int(Int64.random(in: 4...6, using: &random))
      }
      let wild = Bool.random(using: &random)
      let records = rows.map { _ in Self.record(&random, wild: wild) }
      let found = try Self.outcome(matrix, rows, records)
      try #require(try found == Self.outcome(list, rows, records), "seed \(seed)")
      if found.hasPrefix("{") { accepted += 1 }
    }
    #expect(runs.holds(accepted, of: 0.1), "\(accepted) accepted")
  }

  /// Types cells in any order, goes to other rows and back; the result is that of the same records given to a list,
  /// reproduces itself, and a restored walk is at the same place all the time.
  @Test func anyOrderOfCellsComesToTheSameAsAList() throws {
    let (matrix, list) = (try Self.matrix(), try Self.list())
    let runs = RandomRuns(long: 5_000, every: 400, named: "cells in any order")
    var ended = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Value.int(Int64.random(in: 4...6, using: &random))
      }
      var walker = try Walker(matrix, inputs: ["rows": .list(rows)])
      for _ in 0..<80 where walker.asked != "end" && walker.result == nil {
        let row = Int.random(in: 0..<rows.count, using: &random)
        let column = ["grade", "used", "kind", "note", "last"].randomElement(using: &random) ?? ""
        let text =
          ["1", "2", "3", "9", "yes", "no", "p", "abc", ""].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<10, using: &random) {
        case 0: walker.send(.focus(field: "m[\(row)].\(column)"))
        case 1: walker.send(.edit(field: "m[\(row)].\(column)", .text(text)))
        case 2: walker.send(.back(steps: 1))
        case 3: walker.send(.backTo("m[\(row)].\(column)"))
        case 4: walker.send(.answer(nil))
        case 5: walker.send(.submit)
        default:
          switch walker.step?.focusedField?.name {
          case "grade": walker.type("2")
          case "used": walker.type(Bool.random(using: &random) ? "yes" : "no")
          case "kind": walker.type("p")
          case "last": walker.type("x")
          default: walker.type("")
          }
        }
        if case .failed(let failure) = walker.session.state {
          Issue.record("seed \(seed): \(failure.message)")
          return
        }
        guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
        let again = try restored(
          walker.session, flow: matrix, inputs: ["rows": .list(rows)], seed: seed)
        try #require("\(again.state)" == "\(walker.session.state)", "seed \(seed)")
        try #require(again.matrixRows(0..<9) == walker.session.matrixRows(0..<9), "seed \(seed)")
      }
      guard walker.asked == "end" else { continue }
      walker.type("e")
      ended += 1
      let output = try #require(walker.output, "seed \(seed)")
      guard case .list(let records)? = walker.session.answers.first(where: { $0.id == "m" })?.value
      else {
        Issue.record("seed \(seed): no records")
        return
      }
      let given = records.compactMap { record -> ValueMap? in
        if case .map(let map) = record { map } else { nil }
      }
      try #require(try Self.outcome(list, rows, given) == output, "seed \(seed)")
      try #require(try Self.outcome(matrix, rows, given) == output, "seed \(seed)")
    }
    #expect(runs.holds(ended, of: 0.2), "\(ended) ended")
  }
}

extension FieldState {
  fileprivate var name: String { String(id.split(separator: ".").last ?? "") }
}
