// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

/// The sentences of "A form is live" and "Suggestions" that ``FormTests`` does not state already.
@Suite struct LiveFormTests {
  @Test func onlyWhatTheSubmissionEvaluatesCounts() throws {
    var walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - form: f
          fields:
            - { ask: size, type: integer, default: 1 }
            - { ask: at, type: datetime, default: { value: now } }
            - { compute: late, value: "now > timestamp('2026-01-01T00:00:00Z')" }
            - { ask: why, type: string, when: late, required: false }
      """)
    expectEqual(walker.step?.visibleFields.map(\.id), ["size", "at"])
    walker.now = try Timestamp("2026-06-01T00:00:00Z")
    walker.send(.submit)
    expectEqual(
      walker.output, #"{"size":1,"at":"2026-06-01T00:00:00Z"}"#,
      "the untouched field follows its default, as it is when the form is submitted")
  }

  @Test func aFieldThatTheSubmissionShowsMustBeAnswered() throws {
    var walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - form: f
          fields:
            - { ask: size, type: integer, default: 1 }
            - { ask: why, type: string, when: "now > timestamp('2026-01-01T00:00:00Z')" }
      """)
    expectEqual(walker.step?.visibleFields.map(\.id), ["size"])
    walker.now = try Timestamp("2026-06-01T00:00:00Z")
    walker.send(.submit)
    expectEqual(walker.asked, "why")
    expectEqual(walker.problems, ["enter an answer"])
    walker.type("late")
    expectEqual(walker.output, #"{"size":1,"why":"late"}"#)
  }

  @Test func aTouchedFieldKeepsItsTextAndIsValidatedAgain() throws {
    var walker = try Walker(
      """
      flow: 1
      id: v
      steps:
        - form: f
          fields:
            - { ask: most, type: integer }
            - { ask: count, type: integer, max: { value: most } }
      """)
    walker.send(.edit(field: "most", .text("10")))
    walker.send(.edit(field: "count", .text("7")))
    expectEqual(walker.step?.field("count")?.value, 7)
    walker.send(.edit(field: "most", .text("5")))
    expectEqual(walker.step?.field("count")?.editableText, "7")
    #expect(walker.step?.field("count")?.value == nil)
    walker.send(.submit)
    expectEqual(walker.problems, ["must be 5 or less"])
    walker.send(.edit(field: "most", .text("8")))
    expectEqual(walker.step?.field("count")?.problems, [])
    walker.send(.submit)
    expectEqual(walker.output, #"{"most":8,"count":7}"#)
  }

  /// Even after a value that's computed from it, or a field that's waiting for it.
  @Test func whatWaitsForAFieldKeepsOthersWaiting() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - form: box
          fields:
            - { ask: deep, type: boolean }
            - { ask: depth, type: integer, when: deep }
            - { compute: twice, value: "deep ? depth * 2 : 0" }
            - { ask: width, type: integer, default: { value: twice + 1 } }
            - { note: told, text: "${twice} by ${width}" }
            - { ask: height, type: integer, default: { value: width } }
      """)
    func shown(_ walker: Walker) -> [String] {
      walker.step?.elements.filter { $0.isVisible && $0.id != "twice" }.map(\.id) ?? []
    }
    expectEqual(shown(walker), ["deep"])
    walker.type("yes")
    expectEqual(shown(walker), ["deep", "depth"])
    walker.type("4")
    expectEqual(shown(walker), ["deep", "depth", "width", "told", "height"])
    walker.send(.edit(field: "depth", .text("four")))
    expectEqual(shown(walker), ["deep", "depth"])
    walker.send(.edit(field: "deep", .text("no")))
    expectEqual(shown(walker), ["deep", "width", "told", "height"])
    walker.send(.edit(field: "width", .text("wide")))
    expectEqual(shown(walker), ["deep", "width"])
    walker.send(.edit(field: "width", .text("3")))
    walker.send(.submit)
    expectEqual(walker.output, #"{"deep":false,"width":3,"height":3}"#)
  }

  @Test func textsAndChoicesFollowEarlierFields() throws {
    var walker = try Walker(
      """
      flow: 1
      id: c
      steps:
        - form: f
          fields:
            - { ask: kind, type: choice, choices: [tea, coffee] }
            - ask: how
              type: choice
              label: "Which ${kind}?"
              help: "About ${kind}"
              choices:
                - { value: green, when: kind == 'tea' }
                - { value: black, label: "black ${kind}" }
                - { value: mocha, when: kind == 'coffee' }
            - { note: told, text: "${how} ${kind}" }
      """)
    walker.send(.edit(field: "kind", .text("tea")))
    expectEqual(walker.step?.field("how")?.label, "Which tea?")
    expectEqual(walker.step?.field("how")?.choices.map(\.label), ["green", "black tea"])
    walker.send(.edit(field: "how", .text("green")))
    expectEqual(walker.step?.elements.last?.content, .note("green tea"))
    walker.send(.edit(field: "kind", .text("coffee")))
    expectEqual(walker.step?.field("how")?.choices.map(\.label), ["black coffee", "mocha"])
    expectEqual(walker.step?.field("how")?.value, nil, "green is no coffee")
    expectEqual(walker.step?.elements.last?.isVisible, false, "it reads a field without a value")
  }

  // MARK: Suggestions

  static let three = ProjectFolder.flow("walks/accepting")

  @Test func aPoppedAnswerThatIsNotAcceptableIsNotOffered() throws {
    var walker = try Walker(Self.three)
    walker.type("1", "5", "s")
    walker.send(.backTo("least"))
    walker.type("9")
    #expect(walker.asked == "size" && walker.offered == nil, "5 is less than 9")
  }

  @Test func acceptingSuggestionsStopsWhereTheDraftDiffers() throws {
    var walker = try Walker(Self.three)
    walker.type("1", "5")
    walker.send(.backTo("least"))
    walker.send(.edit(field: "least", .text("2")))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "least")
  }

  @Test func aHiddenSecretIsForgotten() throws {
    var walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - form: f
          fields:
            - { ask: safe, type: boolean }
            - { ask: key, type: secret, when: safe }
      """)
    walker.send(.edit(field: "safe", .text("yes")))
    walker.send(.edit(field: "key", .text("hunter2")))
    expectEqual(walker.step?.field("key")?.value, "hunter2")
    walker.send(.edit(field: "safe", .text("no")))
    walker.send(.edit(field: "safe", .text("yes")))
    #expect(walker.step?.field("key")?.value == nil)
    expectEqual(walker.step?.field("key")?.draft, .untouched)
  }
}
