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
}
