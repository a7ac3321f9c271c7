// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Testing

/// Messages about data, which isn't typed.
@Suite struct MessageTests {
  @Test func aNumberAmongTextChoicesMustBeQuoted() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: v, type: choices, choices: ["3.11", "3.12"] }
      """)
    walker.send(.answer(.value(.list([.double(3.11), .double(3.12)]))))
    expectEqual(
      walker.problems,
      [
        "'3.11' isn't one of the choices, which are texts; this is a number, so quote it"
      ])
  }
}
