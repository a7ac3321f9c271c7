// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Localization
import Testing

/// A boolean can have its own words for yes and no, and a priority can be computed.
@Suite struct WordsAndPriorityTests {
  /// The questions of huh's burger shop.
  private static let burger = """
    flow: 1
    id: burger
    steps:
      - { ask: discount, type: boolean, label: Do you want a discount?, yes: "Yes!", no: "Nope." }
      - { ask: kind, type: choice, choices: [local, remote] }
      - ask: host
        type: string
        default: localhost
        priority: { value: "kind == 'local' ? 'low' : 'high'" }
      - { review: check }
    """

  @Test(arguments: [
    ("Yes!", "Yes!"), ("yes", "Yes!"), ("Y", "Yes!"), ("true", "Yes!"), ("nope.", "Nope."),
    ("no", "Nope."),
  ])
  func theWordsAreShownAndAccepted(typed: String, shown: String) throws {
    var walker = try Walker(Self.burger)
    walker.type(typed, "remote", "")
    expectEqual(walker.session.reviewRows.first?.text, shown)
    expectEqual(walker.session.answer("discount"), .bool(shown == "Yes!"))
  }

  @Test func theWordsAreThoseOfTheField() throws {
    let walker = try Walker(Self.burger)
    let field = try #require(walker.step?.focusedField)
    #expect(field.catalog.yes == "Yes!" && field.catalog.no == "Nope.")
    expectEqual(field.shownText(of: .bool(false)), "Nope.")
  }

  @Test func aComputedPriorityDecidesWhatIsAsked() throws {
    let options = SessionOptions(priorityThreshold: .medium)
    var walker = try Walker(try flow(Self.burger), options: options)
    walker.type("no", "local")
    expectEqual(walker.asked, "check", "the priority is low")
    walker.send(.backTo("kind"))
    walker.type("remote")
    expectEqual(walker.asked, "host", "the priority is high")
  }

  @Test func aComputedPriorityIsUnknownAhead() throws {
    var walker = try Walker(
      try flow(Self.burger), options: SessionOptions(priorityThreshold: .medium))
    expectEqual(walker.session.forecast.steps.first { $0.id == "host" }?.fate, .asked)
    walker.send(.give(["kind": .text("local")]))
    expectEqual(walker.session.forecast.steps.first { $0.id == "host" }?.fate, .defaulted)
  }
}
