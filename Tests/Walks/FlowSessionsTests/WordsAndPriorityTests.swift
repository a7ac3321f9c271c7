// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Localization
import RandomTesting
import Testing

/// A boolean can have its own words for yes and no, and a priority can be computed.
@Suite struct WordsAndPriorityTests {
  /// The questions of huh's burger shop.
  private static let burger = ProjectFolder.flow("given/computed-priority")

  @Test func theWordsAreThoseOfTheField() throws {
    let walker = try Walker(Self.burger)
    let field = try #require(walker.step?.focusedField)
    #expect(field.catalog.yes == "Yes!" && field.catalog.no == "Nope.")
    expectEqual(field.shownText(of: .bool(false)), "Nope.")
  }

  @Test func aComputedPriorityIsUnknownAhead() throws {
    var walker = try Walker(
      try flow(Self.burger), options: SessionOptions(priorityThreshold: .medium))
    expectEqual(walker.session.forecast.steps.first { $0.id == "host" }?.fate, .asked)
    walker.send(.give(["kind": .text("local")]))
    expectEqual(walker.session.forecast.steps.first { $0.id == "host" }?.fate, .defaulted)
  }
}
