// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

/// A question that isn't asked can have a value.
@Suite struct OtherwiseTests {
  /// Debian's questions for postfix, of which most are asked for some kinds of configuration only.
  private static let postfix = ProjectFolder.flow("otherwise/postfix")

  @Test(arguments: [
    ("relay", FieldInput.text("r"), ["relay"]), ("relay", .text(""), []),
    ("relay", .value(""), []), ("size", .text("51200000"), []),
    ("size", .value(51_200_000), []), ("size", .value(1), ["size"]),
    ("origin", .value("localhost"), []), ("origin", .value("other"), ["origin"]),
  ])
  func anotherAnswerForAQuestionThatIsNotAskedIsRefused(
    id: String, given: FieldInput, unused: [String]
  ) throws {
    var walker = try Walker(
      try flow(Self.postfix), options: SessionOptions(answers: [id: given]))
    walker.type("none", "no", "9")
    walker.send(.answer(nil))
    #expect(walker.result != nil)
    expectEqual(walker.session.unusedAnswers, unused)
  }

  private static let list = ProjectFolder.flow("otherwise/hosts")

  /// A value isn't an answer: where the question is asked after all, it isn't answered by it.
  @Test func aValueIsNotOfferedAsAnAnswer() throws {
    var walker = try Walker(Self.list)
    walker.send(.addItem)
    walker.type("abc", "no")
    expectEqual(walker.step?.items.map(\.summary), ["abc:3"])
    walker.send(.editItem(0))
    walker.send(.answer(nil))
    walker.type("yes")
    #expect(walker.asked == "host[0].port" && walker.offered == nil)
  }

  @Test func whatIsKnownAheadIncludesTheValues() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: on, type: boolean }
        - { ask: pause, type: string }
        - { ask: a, type: integer, when: on, otherwise: 3 }
        - { ask: b, type: string, when: a == 3 }
      """)
    walker.type("no")
    expectEqual(walker.session.forecast.steps.map(\.fate), [.answered, .asked, .skipped, .asked])
  }
}
