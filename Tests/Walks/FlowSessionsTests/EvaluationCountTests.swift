// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowTesting
import RandomTesting
import SourceDiagnostics
import StackFlowCore
import Synchronization
import Testing

@testable import FlowSessions

/// Each expression of a step is evaluated once.
@Suite struct EvaluationCountTests {
  private final class Checks: SessionObserver {
    private let counts = Mutex(0)

    var count: Int { counts.withLock { $0 } }

    func evaluated(_ condition: SourcePlace, isTrue: Bool) { counts.withLock { $0 += 1 } }
    func walked(from step: WalkedStep?, computing places: [SourcePlace]) {}
  }

  private static let port = """
    flow: 1
    id: f
    inputs: { usual: { type: integer, default: 80 } }
    steps:
      - ask: port
        type: integer
        default: { value: usual }
        validate: [{ check: port != 25, message: mail is there, level: warning }]
    """

  @Test func aDefaultIsCheckedOnceWhereItIsOffered() throws {
    let checks = Checks()
    var session = try FlowSession(flow: try checkedFlow(Self.port, name: "f.flow.yaml"))
    session.observer = checks
    session.send(.start, now: .epoch)
    expectEqual(checks.count, 1)
  }

  @Test(arguments: [80, 25]) func theWarningsAboutWhatIsOfferedAreThoseOfTheSameAnswer(
    port: Int64
  ) throws {
    let flow = try checkedFlow(Self.port, name: "f.flow.yaml")
    func found(_ usual: Int64, entering input: FieldInput?) throws -> FieldState? {
      var session = try FlowSession(flow: flow, inputs: ["usual": .int(usual)])
      session.send(.start, now: .epoch)
      if let input { session.send(.edit(field: "port", input), now: .epoch) }
      return session.phase.step?.focusedField
    }
    let offered = try #require(try found(port, entering: nil))
    let entered = try #require(try found(443, entering: .value(.int(port))))
    expectEqual(offered.found, entered.found)
    expectEqual(offered.value, entered.value)
    expectEqual(offered.found.count, port == 25 ? 1 : 0)
  }

  private static let regions = """
    flow: 1
    id: f
    inputs:
      regions:
        type: list
        of: { type: map, of: string }
    steps:
      - ask: one
        type: choice
        choices: { from: regions, value: item.id, label: "${item.name} of ${item.id}" }
      - ask: some
        type: choices
        choices: [a, { value: b, label: Second }, { value: c, label: Third }]
      - { ask: end, type: string }
    """

  @Test func aReviewLabelsWhatWasChosenAsItsQuestionDid() throws {
    let flow = try checkedFlow(Self.regions, name: "f.flow.yaml")
    let regions = (0..<5).map { ["id": .string("r\($0)"), "name": "Region"] as Value }
    var session = try FlowSession(flow: flow, inputs: ["regions": .list(regions)])
    session.send(.start, now: .epoch)
    for input in [FieldInput.value("r3"), .value(["c", "a"])] {
      session.send(.answer(input), now: .epoch)
      if let request = session.pendingRequest {
        session.send(.decide(.approve, on: request.id), now: .epoch)
      }
    }
    for (index, chosen) in [["r3"], ["c", "a"]].enumerated() {
      let field = try #require(flow.step(at: index)?.elements.first?.field)
      let values = chosen.map { Value.string($0) }
      let all = try session.choices(of: field, in: session.scope())
      let found = ChoiceLabels(field: field, scope: session.scope()).choices(of: values)
      expectEqual(found.map(\.value), values)
      expectEqual(found.map(\.label), AnswerText.labels(of: values, among: all))
    }
    expectEqual(session.reviewRows.map(\.text), ["Region of r3", "a, Third"])
  }

  @Test func localNamesHaveTheValuesThatADictionaryHas() {
    var names = LocalNames()
    var known: [String: Value] = [:]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let name = ["item", "index", "port"].randomElement(using: &generator) ?? ""
      let value =
        Bool.random(using: &generator) ? Value.int(.random(in: 0..<9, using: &generator)) : nil
      names[name] = value
      known[name] = value
      for name in ["item", "index", "port", "other"] { expectEqual(names[name], known[name]) }
    }
  }
}
