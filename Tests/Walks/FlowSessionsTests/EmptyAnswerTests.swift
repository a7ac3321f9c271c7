// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Testing

/// An optional text with an empty default is answered by an empty text if it's left empty.
@Suite struct EmptyAnswerTests {
  /// Questions of a copier template, whose empty answers are texts.
  private static let text = """
    flow: 1
    id: copier
    steps:
      - ask: description
        type: string
        required: false
        default: ""
        minLength: 3
        validate: [{ check: "description != 'none'", message: say more }]
      - { ask: url, type: string, required: false, default: "", when: description != '' }
      - { note: told, text: "${description}|${url.orValue('-')}" }
    """

  @Test(arguments: [FieldInput.text(""), .value(""), .empty, .offered])
  func everyEmptyInputIsTheEmptyText(input: FieldInput) throws {
    var walker = try Walker(Self.text)
    walker.send(.answer(input))
    expectEqual(walker.session.answer("description"), "")
    expectEqual(walker.session.reviewRows.map(\.text), [nil])
  }

  /// The empty answer is no suggestion, but "accept suggestions" goes on.
  @Test func anEmptyAnswerIsEmptyAgain() throws {
    var walker = try Walker(Self.text)
    walker.type("words", "")
    walker.send(.back(steps: 1))
    #expect(walker.asked == "url" && walker.offered == nil)
    walker.send(.answer(nil))
    walker.send(.answer(nil))
    expectEqual(walker.output, #"{"description":"words","url":""}"#)
  }
}
