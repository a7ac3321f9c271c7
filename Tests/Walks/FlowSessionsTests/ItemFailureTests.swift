// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import SourceDiagnostics
import Testing

/// If an expression of an item fails, the user can fix the value that it depends on.
@Suite struct ItemFailureTests {
  @Test func aFailingSummaryStopsAfterTheLastQuestion() throws {
    var walker = try Walker(
      """
      flow: 1
      id: shares
      steps:
        - repeat: share
          summary: "1 of ${12 / parts}"
          steps:
            - { ask: name, type: string }
            - { ask: parts, type: integer }
      """)
    walker.send(.addItem)
    walker.type("a", "0")
    guard case .failed(let failure) = walker.session.state else {
      return #expect(Bool(false), "0 parts fail")
    }
    expectEqual(failure.message, "division by zero")
    expectEqual(failure.place.start.line, 5)
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "share[0].parts")
    expectEqual(walker.offered, "0")
    walker.type("4")
    expectEqual(walker.step?.items.map(\.summary), ["1 of 3"])
  }

  @Test func backToTheListAbandonsTheItemThatFails() throws {
    var walker = try Walker(
      """
      flow: 1
      id: shares
      steps:
        - repeat: share
          summary: "1 of ${12 / parts}"
          steps: [ { ask: parts, type: integer } ]
      """)
    walker.send(.addItem)
    walker.type("4")
    walker.send(.addItem)
    walker.type("0")
    walker.send(.backTo("share"))
    expectEqual(walker.asked, "share")
    expectEqual(walker.step?.items.map(\.summary), ["1 of 3"])
  }

  /// The other items aren't being asked, so they're marked, and the rest stays.
  @Test func aReplayThatFailsMarksItsItem() throws {
    let text = """
      flow: 1
      id: turns
      steps:
        - repeat: turn
          summary: "${name} shares ${share}"
          steps:
            - { ask: name, type: string }
            - compute: share
              value: "12 / (2 - items.filter(i, i.name == 'big').size())"
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    for name in ["a", "b"] {
      walker.send(.addItem)
      walker.type(name)
    }
    walker.send(.addItem)
    walker.type("big")
    walker.send(.addItem)
    walker.type("c")
    walker.send(.editItem(0))
    walker.type("big")
    expectEqual(
      walker.step?.items.map { $0.problem ?? $0.summary },
      [
        "big shares 6", "b shares 12", "big shares 12",
        "division by zero",
      ])
    walker.send(.answer(nil))
    expectEqual(
      walker.step?.problems.map(\.message),
      [
        "answer item 4 again: division by zero"
      ])
    walker.send(.editItem(0))
    walker.type("a")
    expectEqual(
      walker.step?.items.map { $0.problem ?? $0.summary },
      [
        "a shares 6", "b shares 6", "big shares 6", "c shares 12",
      ])
    walker.send(.answer(nil))
    expectEqual(walker.asked, "end")
  }
}
