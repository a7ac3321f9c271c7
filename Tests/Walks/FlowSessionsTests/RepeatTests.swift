// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import StackFlowCore
import Testing

/// The steps of an item are above the `repeat` step, and are popped into its list.
@Suite struct RepeatTests {
  static let variables = ProjectFolder.flow("lists/variables")

  /// A walk at a list with these keys.
  private static func list(of keys: String...) throws -> Walker {
    var walker = try Walker(variables)
    walker.type("billing")
    for key in keys {
      walker.send(.addItem)
      walker.type(key, "no", "1")
    }
    return walker
  }

  @Test func removedItemsArePutBackWhereTheyWere() throws {
    var walker = try Self.list(of: "A", "B", "C")
    let before = walker.step
    walker.send(.removeItem(1))
    walker.send(.removeItem(0))
    expectEqual(walker.items, ["C=1"])
    expectEqual(walker.step?.restorablePosition, 0)
    walker.send(.restoreItem)
    expectEqual(walker.items, ["A=1", "C=1"])
    walker.send(.restoreItem)
    expectEqual(walker.step, before)
    expectEqual(walker.step?.restorablePosition, nil)
    walker.send(.restoreItem)
    expectEqual(
      walker.step?.problems.map(\.message), ["nothing was removed that could be put back"])
  }

  @Test(
    arguments: [
      [.addItem, .answer(.text("D")), .answer(.text("no")), .answer(.text("1"))],
      [.addItem, .back(steps: 1)], [.moveItem(from: 0, to: 1)], [.editItem(0), .back(steps: 1)],
      [.back(steps: 1), .answer(nil)],
    ] as [[FlowEvent]]) func aRemovalStandsAfterAnotherChange(events: [FlowEvent]) throws
  {
    var walker = try Self.list(of: "A", "B", "C")
    walker.send(.removeItem(2))
    for event in events { walker.send(event) }
    expectEqual(walker.asked, "env")
    expectEqual(walker.step?.restorablePosition, nil)
    let before = walker.items
    walker.send(.restoreItem)
    expectEqual(walker.items, before)
  }

  @Test func aRefusedChangeLeavesARemovalUndoable() throws {
    var walker = try Self.list(of: "A", "B")
    walker.send(.removeItem(1))
    walker.send(.removeItem(7))
    walker.send(.moveItem(from: 0, to: 5))
    walker.send(.restoreItem)
    expectEqual(walker.items, ["A=1", "B=1"])
  }

  @Test func nothingButPushAndPopMakesAnItem() throws {
    var walker = try Walker(Self.variables)
    walker.type("billing")
    let said = walker.send(.addItem)
    expectEqual(said, [.move(.willPush("env[0].variable")), .move(.didPush("env[0].variable"))])
    walker.type("PORT", "no")
    let end = walker.send(.answer(.text("8080")))
    expectEqual(end, [.move(.willPop("env[0].variable")), .move(.didPop("env[0].variable"))])
    expectEqual(walker.session.depth, 2)
  }

  @Test func limitsChecksAndWarningsApplyToTheWholeList() throws {
    var walker = try Walker(Self.variables)
    walker.type("billing")
    walker.send(.answer(nil))
    expectEqual(walker.step?.problems.map(\.message), ["must have at least 1 item"])
    for key in ["A", "TEST"] {
      walker.send(.addItem)
      walker.type(key, "no", "x")
    }
    walker.send(.answer(nil))
    expectEqual(walker.step?.problems.map(\.message), ["no TEST here"])
    walker.send(.removeItem(1))
    walker.send(.answer(nil))
    expectEqual(walker.step?.problems.map(\.message), ["only one"])
    // Submitting the same list again confirms the warning.
    walker.send(.answer(nil))
    expectEqual(walker.asked, "end")
    walker.send(.back(steps: 1))
    for key in ["B", "C"] {
      walker.send(.addItem)
      walker.type(key, "no", "x")
    }
    walker.send(.addItem)
    expectEqual(walker.asked, "env")
    expectEqual(walker.step?.problems.map(\.message), ["must have at most 3 items"])
  }

  @Test func goingBackToAListFindsItAsItWas() throws {
    var walker = try Walker(Self.variables)
    walker.type("billing")
    walker.send(.addItem)
    walker.type("A", "yes", "s3cret")
    walker.send(.answer(nil))
    walker.send(.answer(nil))
    expectEqual(walker.asked, "end")
    walker.send(.back(steps: 1))
    expectEqual(walker.items, ["A=••••"])
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "name")
    walker.type("other")
    // Popped answers remain as suggestions, without secrets.
    expectEqual(walker.items, ["A=•••• !code needs an answer"])
    walker.send(.answer(nil))
    expectEqual(
      walker.step?.problems.map(\.message), ["answer item 1 again: code needs an answer"])
    walker.send(.editItem(0))
    walker.send(.answer(nil))
    walker.send(.answer(nil))
    expectEqual(walker.asked, "env[0].code")
    walker.type("again")
    expectEqual(walker.items, ["A=••••"])
  }

  @Test func anOpenItemNamesTheLabelOfWhatIsMissing() throws {
    var walker = try Walker(
      Self.variables.replacing(
        "{ ask: code, type: secret", with: "{ ask: code, label: Its code?, type: secret"))
    walker.type("billing")
    walker.send(.addItem)
    walker.type("A", "yes", "s3cret")
    walker.send(.answer(nil))
    walker.send(.back(steps: 2))
    walker.type("other")
    expectEqual(walker.items, ["A=•••• !Its code needs an answer"])
  }

  @Test func eachElementOfAListIsAskedOnce() throws {
    var walker = try Walker(
      """
      flow: 1
      id: hosts
      inputs:
        hosts: { type: list, of: string, default: [a, b] }
      steps:
        - repeat: host
          over: hosts
          summary: "${index + 1} ${item}: ${port}"
          steps:
            - { ask: port, type: integer, label: "Port of ${item}" }
      """)
    expectEqual(walker.step?.focusedField?.label, "Port of a")
    walker.type("80")
    expectEqual(walker.step?.focusedField?.label, "Port of b")
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "host")
    expectEqual(walker.items, ["1 a: 80", " !not answered yet"])
    walker.send(.answer(nil))
    expectEqual(walker.step?.problems.map(\.message), ["item 2 needs an answer"])
    walker.send(.editItem(1))
    walker.type("81")
    expectEqual(walker.items, ["1 a: 80", "2 b: 81"])
    for event in [FlowEvent.addItem, .removeItem(0), .moveItem(from: 0, to: 1)] {
      walker.send(event)
      expectEqual(walker.step?.problems.map(\.message), ["the flow determines the items"])
    }
    walker.send(.answer(nil))
    expectEqual(walker.output, #"{"host":[{"port":80},{"port":81}]}"#)
  }

  @Test func aReplayOfTheLogGivesTheSameSession() throws {
    var walker = try Walker(Self.variables)
    walker.type("billing")
    walker.send(.addItem)
    walker.type("A", "no", "x")
    walker.send(.addItem)
    walker.type("B", "no")
    let again = try FlowSession.replaying(
      walker.session.events, flow: walker.session.flow)
    guard case .asking(let first) = walker.session.state, case .asking(let second) = again.state
    else {
      Issue.record("nothing is asked")
      return
    }
    expectEqual(first, second)
  }
}
