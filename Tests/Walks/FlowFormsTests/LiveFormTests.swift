// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
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
    #expect(walker.step?.field("how")?.value == nil, "green is no coffee")
    expectEqual(walker.step?.elements.last?.isVisible, false, "it reads a field without a value")
  }

  @Test func aWarningOfAFormIsConfirmedByTheSameSubmissionOnceMore() throws {
    var walker = try Walker(
      """
      flow: 1
      id: w
      steps:
        - form: f
          fields:
            - { ask: size, type: integer }
            - { ask: name, type: string }
          validate:
            - { check: size < 100, message: that is a lot, level: warning, at: size }
      """)
    walker.type("500", "a")
    expectEqual(walker.asked, "size")
    expectEqual(walker.problems, ["that is a lot"])
    var other = walker
    // Later fields were answered, and aren't visited again.
    walker.send(.confirm)
    expectEqual(walker.output, #"{"size":500,"name":"a"}"#)
    // Another answer doesn't confirm the warning.
    other.type("600")
    expectEqual(other.asked, "name")
    other.type("b")
    expectEqual(other.problems, ["that is a lot"])
    other.type("600")
    expectEqual(other.output, #"{"size":600,"name":"b"}"#)
  }

  // MARK: Suggestions

  static let three = """
    flow: 1
    id: three
    steps:
      - { ask: least, type: integer }
      - { ask: size, type: integer, min: { value: least } }
      - { ask: code, type: secret }
      - { ask: end, type: string }
    """

  @Test func aPoppedAnswerIsOnlyOfferedIfItIsAcceptable() throws {
    var walker = try Walker(Self.three)
    walker.type("1", "5", "s", "x")
    walker = try Walker(Self.three)
    walker.type("1", "5", "s")
    walker.send(.backTo("least"))
    #expect(walker.session.answer("size") == nil)
    #expect(walker.session.answers.isEmpty)
    expectEqual(walker.offered, "1")
    walker.type("3")
    expectEqual(walker.offered, "5", "5 is 3 or more")
    walker.send(.backTo("least"))
    walker.type("9")
    #expect(walker.offered == nil, "5 is less than 9")
  }

  @Test func acceptingSuggestionsStopsAtASecretAndWhereThereIsNone() throws {
    var walker = try Walker(Self.three)
    walker.type("1", "5", "s")
    walker.send(.backTo("least"))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "code")
    walker.type("s")
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "end", "nothing was answered here before")
  }

  @Test func acceptingSuggestionsStopsWhereTheDraftDiffers() throws {
    var walker = try Walker(Self.three)
    walker.type("1", "5")
    walker.send(.backTo("least"))
    walker.send(.edit(field: "least", .text("2")))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "least")
  }

  @Test func acceptingSuggestionsStopsAtAListThatWasChanged() throws {
    var walker = try Walker(
      """
      flow: 1
      id: l
      steps:
        - repeat: env
          steps: [ { ask: key, type: string } ]
        - { ask: end, type: string }
      """)
    walker.send(.addItem)
    walker.type("A", "")
    walker.send(.back(1))
    walker.send(.editItem(0))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "end", "the item and the list are as before")
    walker.send(.back(1))
    walker.send(.editItem(0))
    walker.type("B")
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "env")
  }

  @Test func acceptingSuggestionsPassesNotesAndStopsAtAReviewAndACommit() throws {
    var walker = try Walker(
      """
      flow: 1
      id: r
      steps:
        - { ask: a, type: string }
        - { note: told, text: Good. }
        - { ask: b, type: string }
        - { review: check }
        - { commit: sure, text: Go? }
        - { ask: c, type: string }
      """)
    walker.type("1", "", "2", "", "yes")
    expectEqual(walker.asked, "c")
    expectEqual(walker.session.canGoBack, false, "behind a commit is a floor")
    walker = try Walker(walker.session.flow)
    walker.type("1", "", "2", "")
    walker.send(.backTo("a"))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "check")
    walker.type("yes")
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "sure")
  }

  @Test func anAnswerGivenInAdvanceIsOnlyASuggestionOnceItIsPopped() throws {
    var walker = try Walker(
      """
      flow: 1
      id: g
      steps:
        - { ask: a, type: string }
        - { ask: b, type: string }
        - { ask: c, type: string }
      """, options: SessionOptions(answers: ["b": .text("given")]))
    walker.type("1")
    expectEqual(walker.asked, "c")
    walker.send(.backTo("a"))
    walker.type("2")
    expectEqual(walker.asked, "b", "it was consumed")
    expectEqual(walker.offered, "given")
    expectEqual(walker.step?.focusedField?.offer?.isSuggestion, true)
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

  @Test func backToAFieldOfAFormGoesToThatField() throws {
    var walker = try Walker(
      """
      flow: 1
      id: b
      steps:
        - form: address
          fields:
            - { ask: street, type: string }
            - { ask: town, type: string }
            - { ask: land, type: string }
        - { ask: end, type: string }
      """)
    walker.type("a", "b", "c")
    walker.send(.backTo("town"))
    expectEqual(walker.asked, "town")
    expectEqual(walker.offered, "b")
    walker.type("B")
    expectEqual(walker.asked, "land")
    walker.send(.next(nil))
    walker.send(.backTo("address"))
    expectEqual(walker.asked, "street", "the form itself begins at its first field")
    walker.send(.submit)
    walker.type("x")
    expectEqual(walker.output, #"{"street":"a","town":"B","land":"c","end":"x"}"#)
  }

  @Test func aDeniedPopKeepsTheFocus() throws {
    var walker = try Walker(
      """
      flow: 1
      id: d
      steps:
        - form: one
          fields: [{ ask: a, type: string }, { ask: b, type: string }]
        - form: two
          fields: [{ ask: c, type: string }, { ask: d, type: string }]
      """)
    walker.type("1", "2")
    walker.denials = ["no"]
    walker.send(.backTo("b"))
    expectEqual(walker.asked, "c")
    walker.send(.back(1))
    expectEqual(walker.asked, "a", "the way back that was denied is forgotten")
  }
}
