// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Testing

/// Answers of an earlier walk that a session is given to offer.
@Suite struct SuggestionOptionTests {
  private static let text = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string, default: a }
      - { ask: kind, type: choice, choices: [{ value: 1, label: one }, { value: 2, label: two }] }
      - { ask: pin, type: secret }
      - { ask: once, type: string, remember: false }
      - { ask: port, type: integer, min: 1024 }
    """

  @Test func earlierAnswersAreOfferedWhereTheyAreStillAcceptable() throws {
    let options = SessionOptions(
      suggestions: [
        "name": .text("b"), "kind": .text("two"), "pin": .text("1"), "once": .text("x"),
        "port": .value(80), "gone": .text("x"),
      ])
    var walker = try Walker(Self.text, options: options)
    expectEqual(walker.asked, "name", "a suggestion alone is never taken unasked")
    expectEqual(walker.offered, "b")
    walker.send(.answer(nil))
    expectEqual(walker.asked, "kind")
    expectEqual(walker.offered, "2")
    walker.type("1")
    #expect(walker.asked == "pin" && walker.offered == nil)
    walker.type("9")
    #expect(walker.asked == "once" && walker.offered == nil)
    walker.type("y")
    #expect(walker.asked == "port" && walker.offered == nil)
    // An answer of this walk comes first.
    walker.send(.backTo("kind"))
    expectEqual(walker.offered, "1")
    #expect(walker.session.unusedAnswers.isEmpty)
  }

  @Test func validSuggestionsAreTakenWithDefaults() throws {
    let options = SessionOptions(
      takesDefaults: true,
      suggestions: ["name": .text("b"), "kind": .text("two"), "port": .value(80)])
    var walker = try Walker(Self.text, options: options)
    expectEqual(walker.asked, "pin")
    walker.type("9")
    walker.type("y")
    #expect(walker.asked == "port" && walker.offered == nil, "a refused suggestion is asked")
    expectEqual(walker.session.answers.map(\.origin), [.taken, .taken, .typed, .typed])
    // An entry of this walk is asked again.
    walker.send(.backTo("once"))
    expectEqual(walker.asked, "once")
  }

  @Test func acceptingTakesEarlierAnswersOneAfterTheOther() throws {
    let options = SessionOptions(
      suggestions: ["name": .text("b"), "kind": .value(2), "port": .value(8080)])
    var walker = try Walker(Self.text, options: options)
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "pin")
    expectEqual(walker.session.answers.map(\.value), ["b", 2])
  }

  /// Records of an earlier walk don't say which elements they're about, so they're taken in order.
  @Test(arguments: ["", "required: false"])
  func earlierAnswersOfElementsAreOffered(required: String) throws {
    let text = """
      flow: 1
      id: t
      steps:
        - repeat: r
          steps:
            - { ask: name, type: string }
            - repeat: o
              over: "['a', 'b']"
              steps: [ { ask: q, type: string, \(required) } ]
        - repeat: top
          over: "['a', 'b']"
          steps: [ { ask: p, type: string, \(required) } ]
      """
    let q: Value = required.isEmpty ? ["q": "y"] : .map(ValueMap())
    let r: Value = .list([["name": "n", "o": .list([["q": "x"], q])]])
    let top: Value = .list([["p": "1"], ["p": "2"]])
    var walker = try Walker(
      text, options: SessionOptions(suggestions: ["r": .value(r), "top": .value(top)]))
    walker.send(.acceptSuggestions)
    expectEqual(
      walker.output, JSONWriter().text(of: ["r": r, "top": top]), "\(walker.asked ?? "")")
  }

  /// As many records as there are elements are taken; fewer or more may be about any of them.
  @Test func earlierAnswersOfOtherElementsAreNotOffered() throws {
    let text = """
      flow: 1
      id: t
      steps:
        - repeat: top
          over: "['a', 'b']"
          steps: [ { ask: p, type: string } ]
      """
    let top: Value = .list([["p": "1"]])
    let walker = try Walker(text, options: SessionOptions(suggestions: ["top": .value(top)]))
    expectEqual(walker.asked, "top[0].p")
    #expect(walker.offered == nil)
  }

  @Test func checksThatWarnRefuseWhenTheSessionIsStrict() throws {
    let text = """
      flow: 1
      id: t
      steps:
        - ask: port
          type: integer
          validate: [{ check: port > 1023, message: needs root, level: warning }]
      """
    let given: [String: FieldInput] = ["port": .text("80")]
    let lax = try Walker(text, options: SessionOptions(answers: given))
    expectEqual(lax.output, #"{"port":80}"#)
    expectEqual(lax.announcements.warnings, ["needs root"])
    var strict = try Walker(text, options: SessionOptions(answers: given, refusesWarnings: true))
    expectEqual(strict.problems, ["needs root"])
    strict.type("80")
    strict.send(.confirm)
    expectEqual(strict.asked, "port", "there is nothing to confirm")
  }
}
