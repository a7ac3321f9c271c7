// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowWeb

/// Choices of items, and what a search among choices says.
@Suite struct ItemChoicePageTests {
  @Test(arguments: ["list", "map"])
  func aPageListsTheChoicesOfItems(type: String) async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - { ask: rooms, type: choices, choices: [Hall, R1, R2] }
          - ask: order
            type: \(type)
            hint: Best first
            of: { type: choice, choices: [Hall, { value: r1, label: Room 1 }, "a, b"] }
        """))
    await visitor.get("/f")
    await visitor.press("next", ["rooms": "v\"Hall\""])
    expectEqual(visitor.step, "order")
    #expect(visitor.page.contains("Best first · Hall / r1 (Room 1) / "), "\(visitor.page)")
  }

  /// A search submits nothing; Next does, and is refused.
  @Test func aSearchIsNoProblem() async throws {
    let towns = (1...300).map { "Town \($0)" }
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: g
            fields:
              - { ask: town, type: choices, choices: [\(towns.joined(separator: ", "))], minItems: 1 }
              - { ask: name, type: string }
          - { ask: end, type: string }
        """))
    await visitor.get("/f")
    await visitor.press("find:town", ["name": ""])
    #expect(visitor.page.contains("type=\"search\""), "\(visitor.page)")
    #expect(!visitor.page.contains("class=\"error\""), "\(visitor.page)")
    await visitor.press("next")
    #expect(visitor.page.contains("class=\"error\""), "\(visitor.page)")
  }
}
