// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Testing

/// The result of a walk can be given in advance, and given answers are never changed silently.
@Suite struct ReproductionTests {
  /// Text given in advance is first taken as a result would write it.
  @Test(arguments: [
    ("choices: [0.5, 1.0, 2.0], type: choice", "1.0", "1"),
    ("choices: [0.5, 1.0, 2.0], type: choice", "1", "1"),
    ("choices: [' a', a], type: choice", " a", " a"),
    ("choices: ['10', '2', '1'], type: choice", "1", "1"),
    ("choices: ['1.0', '1'], type: choice", "1", "1"),
    ("choices: [all, none], type: choice", "all", "all"),
    ("type: integer", "-9223372036854775808", "-9223372036854775808"),
    ("type: integer", "9223372036854775807", "9223372036854775807"), ("type: string", " a ", " a "),
  ])
  func givenTextIsReadAsAResultWritesIt(field: String, text: String, answer: String) throws {
    let walker = try Walker(
      "flow: 1\nid: c\nsteps:\n  - { ask: a, \(field) }",
      options: SessionOptions(answers: ["a": .text(text)]))
    expectEqual(walker.session.answer("a")?.plainText, answer, "\(walker.problems)")
  }

  /// JSON doesn't distinguish 24.0 and 24; a text is what someone typed.
  @Test(
    arguments: [
      (FieldInput.value(.double(24)), "24", []), (.value(.double(1e3)), "1000", []),
      (
        .text("24.0"), nil, ["enter a whole number, such as 8080; did you mean 24?"]
      ),
      (
        .text("1e3"), nil, ["enter a whole number, such as 8080; did you mean 1000?"]
      ),
    ] as [(FieldInput, String?, [String])])
  func aWholeNumberWithAPointIsDataAndNotTyped(
    given: FieldInput, answer: String?, problems: [String]
  ) throws {
    let walker = try Walker(
      "flow: 1\nid: c\nsteps:\n  - { ask: a, type: integer }",
      options: SessionOptions(answers: ["a": given]))
    expectEqual(walker.session.answer("a")?.plainText, answer)
    expectEqual(walker.problems, problems)
  }

  /// JSON doesn't distinguish 1.0 and 1, so both match the choice.
  @Test func aNumberAmongTheChoicesIsFoundHoweverItIsWritten() throws {
    for given in [Value.int(1), .double(1)] {
      for type in ["choice", "choices"] {
        let walker = try Walker(
          "flow: 1\nid: c\nsteps:\n  - { ask: a, type: \(type), choices: [0.5, 1.0, 2.0] }",
          options: SessionOptions(answers: ["a": .value(type == "choice" ? given : [given])]))
        expectEqual(walker.output, (type == "choice" ? #"{"a":1.0}"# : #"{"a":[1.0]}"#))
      }
    }
  }

  // MARK: Plan

  /// A list of which an item is being asked isn't answered, so what depends on it is open.
  @Test func aListThatIsBeingAskedForDecidesNothingYet() throws {
    var walker = try Walker(
      """
      flow: 1
      id: open
      steps:
        - { ask: tags, type: choices, choices: [x, y] }
        - repeat: price
          over: tags
          steps: [ { ask: amount, type: integer } ]
        - { ask: many, type: string, when: "size(price) > 1" }
        - { ask: dear, type: string, when: "price.exists(p, p.amount > 9)" }
      """)
    walker.type("all")
    expectEqual(walker.asked, "price[0].amount")
    let fates = walker.session.forecast.steps.suffix(2).map(\.fate)
    expectEqual(fates, [.perhaps, .perhaps])
    expectEqual(walker.session.missingAnswers.map(\.id), ["price", "many", "dear"])
  }

  /// A list given in advance decides conditions before it's reached, even after a note.
  @Test func aListGivenInAdvanceDecidesAhead() throws {
    let text = """
      flow: 1
      id: given
      steps:
        - { note: hello, text: Hello }
        - { ask: limit, type: integer }
        - repeat: env
          steps: [ { ask: key, type: string, minLength: 2 } ]
        - { ask: many, type: string, when: "size(env) > 1" }
        - { ask: odd, type: string, when: "env.exists(e, e.key == 'ab')" }
      """
    func forecast(_ keys: [Value]) throws -> [String] {
      let records = keys.map { Value.map(ValueMap([("key", $0)])) }
      let walker = try Walker(
        try flow(text), options: SessionOptions(answers: ["env": .value(.list(records))]))
      return walker.session.forecast.steps.suffix(3).map {
        "\($0.id) \($0.fate.rawValue)" + ($0.problem.map { " \($0)" } ?? "")
      }
    }
    try expectEqual(forecast(["ab"]), ["env given", "many skipped", "odd asked"])
    try expectEqual(forecast(["xy", "yz"]), ["env given", "many asked", "odd skipped"])
    try expectEqual(
      forecast(["a"]),
      [
        "env refused item 1: key: enter at least 2 characters; this has 1", "many perhaps",
        "odd perhaps",
      ])
  }
}
