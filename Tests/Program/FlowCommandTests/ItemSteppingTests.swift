// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Lists of records and forms, one command at a time.
@Suite("Lists and forms, one command at a time")
struct ItemSteppingTests {
  private static let list = """
      - repeat: speeches
        title: Speeches
        maxItems: 1
        steps:
          - { ask: speaker, type: string, label: Who speaks? }
          - { ask: minutes, type: integer, label: How many minutes?, default: 5, max: 30 }
      - { ask: last, type: string }

    """

  private static let form = """
      - form: contact
        title: Contact
        fields:
          - { ask: mail, type: string, label: Your mail, minLength: 3 }
          - { ask: minutes, type: integer, label: How many minutes?, default: 5, max: 30 }
          - { ask: phone, type: string, label: Your phone, required: false }

    """

  @Test func anAnswerOfAnItemIsNamedWithinTheItem() throws {
    let place = try SteppedFolder(Self.list)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "--add")
    let answered = try place.call("answer", "--set", "speaker=Bob")
    expectEqual(answered.exit, 0, "\(answered.messages)")
    #expect(answered.messages.isEmpty && answered.output.contains("Answer 'How many minutes' with"))
    let listed = try place.call("answer", "--set", "speeches[0].minutes=7")
    #expect(listed.output.contains("  1  Bob, 7\n"), "\(listed.output)\(listed.messages)")
  }

  @Test func anIdOfTheFlowIsNotOneWithinTheItem() throws {
    let place = try SteppedFolder(Self.list)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "--add")
    let given = try place.call("answer", "--set", "last=Ann")
    #expect(given.exit == 4 && given.messages.contains("'last'"), "\(given.messages)")
  }

  /// A refused answer changes nothing: neither does an answer beside one that nothing asks for.
  @Test func anAnswerThatNothingAsksForLeavesTheQuestion() throws {
    let place = try SteppedFolder(
      "  - { ask: port, type: integer }\n  - { ask: name, type: string }\n")
    try place.call("next", "trip.flow.yaml")
    for others in [["foo=1"], ["name=a", "foo=1"]] {
      let assigned = (["port=8080"] + others).flatMap { ["--set", $0] }
      let given = try place.plain(["answer", "--state", "w.walk"] + assigned)
      #expect(given.exit == 4 && given.messages.contains("'foo'"), "\(given.messages)")
      #expect(try place.call("next").output.contains("Answer 'port' with"))
    }
    let given = try place.call("answer", "--set", "name=a", "--set", "port=8080")
    expectEqual(given.exit, 0, "\(given.messages)")
  }

  @Test func recordsOfAListOverElementsAreGivenWhileAnItemIsAsked() throws {
    for step in [
      "form: rows\n    over: names\n    fields:", "repeat: rows\n    over: names\n    steps:",
    ] {
      let place = try SteppedFolder(
        "  - { ask: names, type: list }\n  - \(step)\n      - { ask: grade, type: integer }\n"
          + "  - { ask: last, type: string }\n")
      try place.call("next", "trip.flow.yaml")
      // Brackets are JSON.
      let asked = try place.call("answer", "--set", #"names=["a, b","c"]"#)
      expectEqual(asked.exit, 0, "\(asked.messages)")
      let given = try place.call("answer", "--value", #"[{"grade":1},{"grade":2}]"#)
      expectEqual(given.exit, 0, "\(given.messages)")
      #expect(given.output.contains("Answer 'last' with"), "\(given.output)")
      let all = try place.call("answer", "x")
      expectEqual(all.exit, 0)
      let result = try place.call("result")
      #expect(result.output.contains(#""a, b""#), "\(result.output)")
    }
  }

  @Test func aListSaysHowItIsAnswered() throws {
    let place = try SteppedFolder(Self.list)
    let empty = try place.call("next", "trip.flow.yaml")
    let submitting = "Answer 'Speeches' with: stackflow answer --state w.walk\n"
    #expect(
      empty.output.hasSuffix(
        "Add an item with: stackflow answer --state w.walk --add\n" + submitting),
      "\(empty.output)")
    try place.call("answer", "--add")
    try place.call("answer", "Bob")
    let full = try place.call("answer")
    #expect(!full.output.contains("--add") && full.output.contains(submitting), "\(full.output)")
  }

  /// An item that must be answered again is named.
  @Test func aListNamesTheItemThatIsToBeAnsweredAgain() throws {
    let place = try SteppedFolder(
      """
        - repeat: names
          steps:
            - ask: name
              type: string
              validate: [ { check: "size(items) == 0 || name > items[0].name", message: sorted } ]

      """)
    try place.call("next", "trip.flow.yaml")
    for name in ["a", "b"] {
      try place.call("answer", "--add")
      let added = try place.call("answer", name)
      #expect(!added.output.contains("--edit"), "\(added.output)")
    }
    let moved = try place.call("answer", "--move", "1", "--to", "2")
    let editing = "Answer an item again with: stackflow answer --state w.walk --edit 2\n"
    #expect(moved.output.contains(editing), "\(moved.output)\(moved.messages)")
    try place.call("answer", "--edit", "2")
    let sorted = try place.call("answer", "c")
    #expect(!sorted.output.contains("--edit"), "\(sorted.output)\(sorted.messages)")
  }

  @Test func aRefusalIsToldOnce() throws {
    let place = try SteppedFolder(Self.form)
    try place.call("next", "trip.flow.yaml")
    let refused = try place.call("answer", "--set", "mail=a", "--set", "minutes=99")
    expectEqual(refused.exit, 4)
    let lines = refused.messages.split(separator: "\n")
    #expect(lines.count == 2 && Set(lines).count == 2, "\(refused.messages)")
  }

  @Test func whatIsTakenIsNotCalledRefused() throws {
    let place = try SteppedFolder(Self.form)
    try place.call("next", "trip.flow.yaml")
    try expectEqual(place.call("answer", "a@b").exit, 0)
    try expectEqual(place.call("answer", "99").exit, 4)
    let back = try place.call("back")
    #expect(back.exit == 0 && back.messages.isEmpty, "\(back.messages)")
    let taken = try place.call("answer", "a@c")
    #expect(taken.exit == 0 && taken.messages.isEmpty, "\(taken.messages)")
    #expect(try place.call("next").messages.contains("'How many minutes' is refused"))
  }

  @Test func aFormHasALineForEachField() throws {
    let place = try SteppedFolder(Self.form)
    let form = try place.call("next", "trip.flow.yaml")
    #expect(
      form.output.hasSuffix(
        """
        Contact
        Your mail
        How many minutes? 5
        Your phone (optional)

        Answer 'Your mail' with: stackflow answer --state w.walk ANSWER
        Answer 'Contact' with: stackflow answer --state w.walk --set mail=… --set minutes=… \
        --set phone=…

        """), "\(form.output)")
  }

  @Test func severalStepsWithTheSameBeginningAreNamed() throws {
    let place = try SteppedFolder(
      """
        - { ask: a, type: string, label: What is it? }
        - { ask: b, type: string, label: What for? }
        - { ask: c, type: string }

      """)
    try place.call("next", "trip.flow.yaml", "--set", "a=x", "--set", "b=y")
    let back = try place.call("back", "What")
    expectEqual(back.exit, 4)
    expectEqual(back.messages, "stackflow: several steps begin with 'What'\n", "\(back.messages)")
    #expect(try place.call("back", "What f").output.contains("What for?\n"))
  }

  @Test func anAnswerThatIsGivenTwiceIsReported() throws {
    let place = try SteppedFolder("  - { ask: host, type: string }\n")
    let run = try place.plain(["run", "trip.flow.yaml", "--set", "host=a", "--set", "host=b"])
    #expect(run.exit == 0 && run.output.contains("\"host\": \"b\""))
    expectEqual(
      run.messages, "stackflow: --set gives 'host' 2 times; the last answer is used\n")
    try place.call("next", "trip.flow.yaml")
    let answer = try place.call("answer", "--set", "host=a", "--set", "host=b")
    expectEqual(answer.messages, run.messages)
  }
}
