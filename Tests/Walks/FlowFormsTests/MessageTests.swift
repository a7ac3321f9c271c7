// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import Testing

/// A message reads the candidate at the time when it's shown.
@Suite struct MessageTests {
  @Test func aMissingAnswerIsAnOptionalWithoutAValue() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - ask: n
          type: string
          messages: { required: "'${n.orValue('nothing')}' is not enough" }
      """)
    walker.type("")
    expectEqual(walker.problems, ["'nothing' is not enough"])
    walker.type("a")
    expectEqual(walker.output, #"{"n":"a"}"#)
  }

  @Test func textThatIsNotOfTheTypeIsKeptAsTyped() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - ask: n
          type: integer
          min: 3
          messages: { type: "'${n}' has ${size(n)} letters", min: "${n * 2} is too little" }
        - ask: k
          type: choice
          choices: [{ value: a, label: A }]
          messages: { type: "${k.upperAscii()} is none" }
      """)
    walker.type("four")
    expectEqual(walker.problems, ["'four' has 4 letters"])
    walker.type("1")
    expectEqual(walker.problems, ["2 is too little"])
    walker.type("3", "xy")
    expectEqual(walker.problems, ["XY is none"])
  }

  @Test func aNumberAmongTextChoicesMustBeQuoted() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: v, type: choices, choices: ["3.11", "3.12"] }
      """)
    walker.send(.next(.value(.list([.double(3.11), .double(3.12)]))))
    expectEqual(
      walker.problems,
      [
        "'3.11' isn't one of the choices, which are texts; this is a number, so quote it"
      ])
  }
}
