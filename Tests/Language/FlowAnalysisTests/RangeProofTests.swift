// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import Testing

/// Conditions are decided by the ranges of what they compare.
@Suite struct RangeProofTests {
  private static let questions = """
      - { ask: port, type: integer, min: 1024, max: 65535 }
      - { ask: n, type: integer, min: 0, max: 3 }
      - { ask: rate, type: number, min: 0.5, max: 2 }
      - { ask: name, type: string, maxLength: 8 }
      - { ask: above, type: integer, min: { value: port + 1 } }
      - { compute: sum, value: port + n * 10 }
    """

  @Test(
    arguments: [
      ("port + n >= 1024", "constant-condition"), ("port * 2 < 2048", "unreachable-step"),
      ("port / 1024 >= 1", "constant-condition"), ("n % 5 < 5", "constant-condition"),
      ("sum > 1000", "constant-condition"), ("n - port >= 0", "unreachable-step"),
      ("-n > 0", "unreachable-step"), ("size('a' + name) > 1", "constant-condition"),
      ("rate * 2.0 >= 1.0", "constant-condition"), ("double(n) * rate > 6.5", "unreachable-step"),
      ("above > 1024", "constant-condition"), ("port + n > 1024", nil), ("n % 5 < 3", nil),
      ("port * n > 0", nil), ("rate * 2.0 > 1.0", nil), ("size(name + 'a') > 8", nil),
      ("above > 1025", nil),
    ] as [(String, String?)])
  func conditionsOnNumbersAreDecided(when: String, finding: String?) {
    let found = ids(Self.questions + "\n  - { note: told, when: \"\(when)\", text: told }")
    expectEqual(found.filter { $0 != "unused-answer" }, [finding].compactMap { $0 })
  }

  /// A condition that's reported as always or never true is so for all answers.
  @Test func decidedConditionsAreConstantOnEveryWalk() throws {
    let runs = RandomRuns(long: 6_000, every: 60, named: "conditions on ranges")
    var decided = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let fields = ["a", "b", "c"].map { RangedField($0, &random) }
      let condition = RangedField.condition(&random)
      let text = """
        flow: 1
        id: ranges
        steps:
        \(fields.map(\.source).joined(separator: "\n"))
          - { compute: sum, value: "\(RangedField.number(1, &random))" }
          - { note: told, when: "\(condition)", text: told }
        """
      let loaded = FlowFile.load(text, name: "ranges.flow.yaml")
      let found = Set(loaded.diagnostics.diagnostics.map(\.id))
      let flow = try #require(loaded.flow, "seed \(seed)\n\(text)")
      guard found.contains("constant-condition") || found.contains("unreachable-step") else {
        continue
      }
      decided += 1
      for _ in 0..<16 {
        let answers = fields.map { $0.answer(&random) }
        guard let isTold = try Self.isTold(flow, answers) else { continue }
        try #require(
          isTold == found.contains("constant-condition"), "seed \(seed)\n\(text)\n\(answers)")
      }
    }
    #expect(runs.holds(decided, of: 1 / 8))
  }

  /// Returns whether the note is shown after answers; nil if the walk fails before.
  private static func isTold(_ flow: CheckedFlow, _ answers: [Value]) throws -> Bool? {
    var session = try FlowSession(flow: flow)
    var isTold = false
    func send(_ event: FlowEvent) {
      var said = session.send(event, now: .epoch)
      while case .needs = session.state { said += session.decide(.approve, now: .epoch) }
      isTold = isTold || said.contains { $0.pushedStep == "told" }
    }
    send(.start)
    for answer in answers {
      guard case .asking = session.state else { return nil }
      send(.answer(.value(answer)))
    }
    if case .failed = session.state { return nil }
    return isTold
  }
}

/// A question for a whole number between limits, and expressions about several.
private struct RangedField {
  let id: String
  private let range: ClosedRange<Int64>
  private let unit: Int64

  init(_ id: String, _ random: inout SeededGenerator) {
    let least = Int64.random(in: -4...6, using: &random)
    self.id = id
    unit = [1, 1, 3].randomElement(using: &random) ?? 1
    range = least...(least + Int64.random(in: 2...9, using: &random))
  }

  var source: String {
    "  - { ask: \(id), type: integer, min: \(range.lowerBound), max: \(range.upperBound), multipleOf: \(unit) }"
  }

  /// Returns a random answer.
  func answer(_ random: inout SeededGenerator) -> Value {
    let all = range.filter { $0 % unit == 0 }
    return .int(
      ([all.first, all.last, all.randomElement(using: &random)].randomElement(using: &random) ?? nil)
        ?? 0)
  }

  static func number(_ depth: Int, _ random: inout SeededGenerator) -> String {
    guard depth > 0 else {
      return ["a", "b", "c", "2", "-1", "5"].randomElement(using: &random) ?? "a"
    }
    let (one, two) = (number(depth - 1, &random), number(depth - 1, &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "-(\(one))"
    case 1: return "(a > 1 ? \(one) : \(two))"
    default:
      let binary = ["+", "-", "*", "/", "%"].randomElement(using: &random) ?? "+"
      return "(\(one) \(binary) \(two))"
    }
  }

  static func condition(_ random: inout SeededGenerator) -> String {
    let comparison = ["<", "<=", ">", ">=", "==", "!="].randomElement(using: &random) ?? "<"
    let one = Bool.random(using: &random) ? "sum + b" : number(2, &random)
    let limit = Int.random(in: -12...24, using: &random)
    return "\(one) \(comparison) \(limit)" + (Bool.random(using: &random) ? " && a < 3" : "")
  }
}
