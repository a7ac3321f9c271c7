// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

/// An optional text with an empty default is answered by an empty text if it's left empty.
@Suite struct EmptyAnswerTests {
  /// Questions of a copier template, whose empty answers are texts.
  private static let text = ProjectFolder.flow("otherwise/empty-default")

  @Test(arguments: [FieldInput.text(""), .value(""), .empty, .offered])
  func everyEmptyInputIsTheEmptyText(input: FieldInput) throws {
    var walker = try Walker(Self.text)
    walker.send(.answer(input))
    expectEqual(walker.session.answer("description"), "")
    expectEqual(walker.session.reviewRows.map(\.text), [nil])
  }

  /// The empty answer is no suggestion, but "accept suggestions" passes it.
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
