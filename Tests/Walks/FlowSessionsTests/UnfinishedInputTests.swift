// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

/// Input that was typed and not submitted is there again when its question is, and is no answer.
@Suite struct UnfinishedInputTests {
  private static let text = """
    flow: 1
    id: f
    steps:
      - { ask: a, type: string }
      - { ask: b, type: string, default: y }
      - { ask: c, type: integer, default: 3 }
      - { ask: d, type: string, default: z }
      - review: check
    """

  private static func unfinished(_ walker: Walker) -> FieldInput? {
    walker.step?.focusedField?.unfinished
  }

  /// A walk that was at `b` with something unfinished, and is there again.
  private static func walker(_ input: FieldInput = .text("half")) throws -> Walker {
    var walker = try Walker(text)
    walker.type("x")
    walker.send(.setAside(field: "b", input))
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "a")
    expectEqual(unfinished(walker), nil)
    walker.type("x")
    expectEqual(walker.asked, "b")
    return walker
  }

  @Test(arguments: [FieldInput.text("half"), .text(""), .text("two\nlines"), .value("z")])
  func whatWasSetAsideIsThereAgainWhenItsQuestionIs(input: FieldInput) throws {
    let walker = try Self.walker(input)
    expectEqual(Self.unfinished(walker), input)
    expectEqual(walker.step?.focusedField?.draft, .untouched)
    expectEqual(walker.offered, "y")
  }

  @Test func itWaitsWhileItsQuestionIsNotAsked() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: boolean }
        - { ask: b, type: string, when: a }
        - { ask: c, type: string }
      """)
    walker.type("yes")
    walker.send(.setAside(field: "b", .text("half")))
    walker.send(.back(steps: 1))
    walker.type("no")
    expectEqual(walker.asked, "c")
    walker.send(.back(steps: 1))
    walker.type("yes")
    expectEqual(Self.unfinished(walker), .text("half"))
  }

  @Test(arguments: [FlowEvent.answer(nil), .submit, .acceptSuggestions, .answer(.offered)])
  func submittingNothingTakesTheOffer(event: FlowEvent) throws {
    var walker = try Self.walker()
    walker.send(.answer(nil))
    walker.send(.back(steps: 1))
    walker.send(.setAside(field: "b", .text("half")))
    walker.send(event)
    expectEqual(walker.session.answer("b"), "y")
    walker.send(.backTo("b"))
    expectEqual(Self.unfinished(walker), nil)
  }

  /// In any row of a matrix, what was refused is there again however its question was left.
  @Test(arguments: [1, 2], [true, false])
  func whatWasRefusedInARowIsThereAgain(row: Int, isLeftByRows: Bool) throws {
    var walker = try Walker(
      """
      flow: 1
      id: m
      steps:
        - { ask: name, type: string, default: x }
        - form: r
          over: "['a', 'b', 'c']"
          fields:
            - { ask: g, type: integer, min: 1, max: 5 }
            - { ask: k, type: string, required: false }
        - { ask: last, type: integer }
      """)
    walker.type("x")
    for _ in 0..<row {
      walker.type("1")
      walker.type("")
    }
    walker.type("9")
    expectEqual(walker.problems, ["must be 5 or less"])
    if isLeftByRows {
      for _ in 0..<2 * row + 1 { walker.send(.back(steps: 1)) }
    } else {
      walker.send(.focus(field: "r[0].g"))
      walker.send(.backTo("name"))
    }
    expectEqual(walker.asked, "name")
    walker.send(.answer(nil))
    for _ in 0..<2 * row { walker.send(.answer(nil)) }
    expectEqual(walker.asked, "r[\(row)].g")
    expectEqual(Self.unfinished(walker), .text("9"))
    walker.send(.answer(nil))
    #expect(!walker.problems.isEmpty, "it's no answer")
  }

  @Test func acceptingAllStopsWhereSomethingIsUnfinished() throws {
    var walker = try Walker(Self.text)
    walker.type("x")
    for _ in 0..<3 { walker.send(.answer(nil)) }
    walker.send(.backTo("c"))
    walker.send(.setAside(field: "c", .text("4")))
    walker.send(.backTo("a"))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "c")
    expectEqual(Self.unfinished(walker), .text("4"))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "check")
    expectEqual(walker.session.answer("c"), 3)
  }

  /// In a record that isn't added, in one that's edited, in a list of a record, and about an element.
  @Test func acceptingAllStopsAtAListWithSomethingUnfinished() throws {
    let ways: [(list: String, opened: FlowEvent)] = [
      ("hosts", .addItem), ("hosts", .editItem(0)), ("zones", .editItem(1)),
    ]
    for (list, opened) in ways {
      var walker = try Walker(ProjectFolder.flow("lists/left"))
      walker.type("small")
      walker.send(.addItem)
      walker.type("one", "10")
      walker.send(.addItem)
      walker.type("disk", "1")
      for _ in 0..<2 { walker.send(.submit) }
      walker.type("x", "x", "y", "y")
      walker.send(.submit)
      expectEqual(walker.asked, "last")
      walker.send(.backTo(list))
      walker.send(opened)
      walker.type("two")
      let field = try #require(walker.asked)
      walker.send(.setAside(field: field, .text("half")))
      walker.send(.backTo("size"))
      walker.send(.acceptSuggestions)
      expectEqual(walker.asked, list)
      walker.send(opened)
      expectEqual(walker.offered, "two")
      walker.send(.answer(nil))
      #expect(walker.asked == field && Self.unfinished(walker) == .text("half"))
    }
  }

  @Test func acceptingAllStopsAtAListWithSomethingUnfinishedInAListOfARecord() throws {
    var walker = try Walker(ProjectFolder.flow("lists/left"))
    walker.type("small")
    walker.send(.addItem)
    walker.type("one", "10")
    walker.send(.addItem)
    walker.type("disk")
    walker.send(.setAside(field: "hosts[0].disks[0].tb", .text("half")))
    walker.send(.backTo("hosts"))
    walker.send(.submit)
    walker.type("x", "x", "y", "y")
    walker.send(.submit)
    walker.send(.backTo("size"))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "last", "the record that was left wasn't added")
  }

  @Test func defaultsAreNotTakenUnaskedWhereSomethingIsUnfinished() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: integer }
        - { ask: b, type: string, default: y, priority: { value: "a > 1 ? 'high' : 'low'" } }
        - { ask: c, type: string }
      """, options: SessionOptions(priorityThreshold: .medium))
    walker.type("2")
    expectEqual(walker.asked, "b")
    walker.send(.setAside(field: "b", .text("half")))
    walker.send(.back(steps: 1))
    walker.type("1")
    expectEqual(walker.asked, "b")
    expectEqual(Self.unfinished(walker), .text("half"))
  }

  @Test(arguments: [
    FlowEvent.answer(.text("done")), .answer(.value("done")), .edit(field: "b", .text("done")),
    .give(["b": .value("done")]), .answer(.default), .setAside(field: "b", .offered),
  ])
  func anAnswerDropsIt(event: FlowEvent) throws {
    var walker = try Self.walker()
    walker.send(event)
    if walker.asked != "b" { walker.send(.backTo("b")) }
    expectEqual(walker.asked, "b")
    expectEqual(Self.unfinished(walker), nil)
  }

  @Test func itIsNeverInAResult() throws {
    var walker = try Self.walker()
    for _ in 0..<3 { walker.send(.answer(nil)) }
    walker.send(.setAside(field: "d", .text("half")))
    walker.type("yes")
    expectEqual(walker.output, #"{"a":"x","b":"y","c":3,"d":"z"}"#)
  }

  @Test(arguments: ["type: secret", "type: string, remember: false"])
  func nothingIsKeptOfWhatIsNotOfferedAgain(type: String) throws {
    var walker = try Walker(
      "flow: 1\nid: f\nsteps:\n  - { ask: a, type: string }\n  - { ask: b, \(type) }")
    walker.type("x")
    let count = walker.session.eventCount
    walker.send(.setAside(field: "b", .text("half")))
    expectEqual(walker.session.eventCount, count)
    expectEqual(Self.unfinished(walker), nil)
    // Nor of what was refused there.
    walker.send(.answer(.value(3)))
    walker.send(.back(steps: 1))
    walker.type("x")
    expectEqual(Self.unfinished(walker), nil)
  }

  @Test(arguments: [
    FlowEvent.setAside(field: "b", .text("half")), .setAside(field: "a", .text("half")),
    .setAside(field: "none", .text("half")), .setAside(field: "b", .empty),
  ])
  func settingAsideWhatChangesNothingIsNoEvent(event: FlowEvent) throws {
    var walker = try Self.walker()
    let count = walker.session.eventCount
    walker.send(event)
    expectEqual(walker.session.eventCount, count)
    expectEqual(Self.unfinished(walker), .text("half"))
  }

  @Test func eachRefusedFieldOfAFormThatIsLeftIsUnfinished() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - form: all
          fields:
            - { ask: b, type: integer }
            - { ask: c, type: string }
            - { ask: d, type: integer, default: 4 }
      """)
    walker.type("x")
    for (field, text) in [("b", "two"), ("c", "three"), ("d", "9,5")] {
      walker.send(.edit(field: field, .text(text)))
    }
    walker.send(.backTo("a"))
    walker.type("x")
    expectEqual(
      walker.step?.visibleFields.map(\.unfinished), [.text("two"), nil, .text("9,5")])
    expectEqual(walker.step?.visibleFields.map { $0.offer?.value }, [nil, "three", 4])
  }

  // MARK: Records

  private static let list = """
    flow: 1
    id: f
    steps:
      - { ask: n, type: string }
      - repeat: p
        steps:
          - { ask: k, type: string }
          - { ask: v, type: integer, default: 1 }
      - { ask: end, type: string, default: x }
    """

  /// A walk with two records, whose second one was left with 5 unfinished in `v`.
  private static func listWalker() throws -> Walker {
    var walker = try Walker(list)
    walker.type("n")
    for key in ["one", "two"] {
      walker.send(.addItem)
      walker.type(key)
      walker.send(.answer(nil))
    }
    walker.send(.editItem(1))
    walker.send(.answer(nil))
    walker.send(.setAside(field: "p[1].v", .text("5")))
    walker.send(.backTo("p"))
    return walker
  }

  @Test func itStaysWithItsRecordThatIsEdited() throws {
    var walker = try Self.listWalker()
    walker.send(.removeItem(0))
    walker.send(.editItem(0))
    walker.send(.answer(nil))
    expectEqual(walker.asked, "p[0].v")
    expectEqual(Self.unfinished(walker), .text("5"))
    walker.send(.answer(nil))
    walker.send(.editItem(0))
    walker.send(.answer(nil))
    expectEqual(Self.unfinished(walker), nil)
  }

  @Test func itStaysWithItsRecordWhereTheListIsLeft() throws {
    var walker = try Self.listWalker()
    walker.send(.back(steps: 1))
    walker.type("m")
    walker.send(.editItem(1))
    walker.send(.answer(nil))
    expectEqual(Self.unfinished(walker), .text("5"))
  }

  @Test func aRecordThatIsSubmittedHasNothingUnfinished() throws {
    var walker = try Self.listWalker()
    walker.send(.answer(nil))
    walker.send(.answer(nil))
    expectEqual(
      walker.output, #"{"n":"n","p":[{"k":"one","v":1},{"k":"two","v":1}],"end":"x"}"#)
    let submitted = walker.session.events.filter { $0.outcome == .handled }
    let kept = submitted.compactMap(\.taken?.kept)
    expectEqual(kept.contains { "\($0)".contains("5") }, false)
  }

  @Test func anAddedRecordThatIsLeftHasItAtTheNextAdd() throws {
    var walker = try Walker(Self.list)
    walker.type("n")
    walker.send(.addItem)
    walker.type("one")
    walker.send(.setAside(field: "p[0].v", .text("5")))
    walker.send(.backTo("p"))
    walker.send(.addItem)
    expectEqual(walker.offered, "one")
    walker.send(.answer(nil))
    expectEqual(Self.unfinished(walker), .text("5"))
  }

  @Test func itStaysWithTheElementThatItsRecordIsAbout() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: of, type: choices, choices: [x, y] }
        - repeat: p
          over: of
          steps: [{ ask: k, type: string }, { ask: v, type: integer, default: 1 }]
        - { ask: end, type: string }
      """)
    walker.send(.answer(.value(["x", "y"])))
    walker.type("kx", "1", "ky")
    walker.send(.setAside(field: "p[1].v", .text("5")))
    walker.send(.backTo("of"))
    walker.send(.answer(.value(["y"])))
    expectEqual(walker.asked, "p[0].k")
    expectEqual(walker.offered, "ky")
    walker.send(.answer(nil))
    expectEqual(Self.unfinished(walker), .text("5"))
  }

  @Test func itStaysInItsCellOfAMatrix() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - form: m
          title: M
          over: "['x', 'y']"
          as: row
          heading: ${row}
          fields: [{ ask: k, type: string }, { ask: v, type: integer, default: 1 }]
      """)
    walker.type("x", "kx", "1")
    expectEqual(walker.asked, "m[1].k")
    walker.send(.setAside(field: "m[1].k", .text("half")))
    walker.send(.backTo("a"))
    walker.type("x")
    walker.send(.focus(field: "m[1].k"))
    expectEqual(walker.asked, "m[1].k")
    expectEqual(Self.unfinished(walker), .text("half"))
  }

  // MARK: Restoring

  @Test func aRestoredWalkHasIt() throws {
    let walker = try Self.walker()
    let again = try restored(walker.session, flow: try flow(Self.text), seed: 0)
    expectEqual(again.hasUnfinished, true)
    var other = walker
    other.session = again
    expectEqual(Self.unfinished(other), .text("half"))
  }

  // MARK: What was emptied

  @Test(arguments: [FlowEvent.answer(.text("")), .answer(.empty), .answer(.value(.null))])
  func aDefaultThatWasEmptiedAndRefusedIsOfferedAgain(event: FlowEvent) throws {
    var walker = try Walker(Self.text)
    walker.type("x")
    walker.send(event)
    expectEqual(walker.problems.count, 1)
    expectEqual(walker.step?.focusedField?.draft, .untouched)
    expectEqual(walker.offered, "y")
    walker.send(.answer(nil))
    expectEqual(walker.session.answer("b"), "y")
  }

  /// Of several answers at once, one that was left out on purpose holds the form.
  @Test func aFieldOfAFormThatWasEmptiedIsRefusedBeforeItOffersAgain() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - form: all
          fields: [{ ask: a, type: string, default: x }, { ask: b, type: string, default: y }]
      """)
    let isOffered = { (walker: Walker) in walker.step?.visibleFields.map { $0.draft == .untouched }
    }
    walker.send(.edit(field: "a", .value(.null)))
    expectEqual(isOffered(walker), [false, true])
    walker.send(.focus(field: "b"))
    expectEqual(isOffered(walker), [false, true])
    walker.send(.focus(field: "a"))
    expectEqual(isOffered(walker), [true, true])
    expectEqual(walker.problems.count, 1)
    walker.send(.edit(field: "a", .value(.null)))
    walker.send(.submit)
    expectEqual(walker.asked, "a")
    expectEqual(isOffered(walker), [true, true])
    walker.send(.submit)
    expectEqual(walker.output, #"{"a":"x","b":"y"}"#)
  }

  @Test func anEarlierAnswerThatWasEmptiedAndRefusedIsOfferedAgain() throws {
    var walker = try Walker(Self.text)
    walker.type("x", "mine")
    walker.send(.back(steps: 1))
    walker.type("")
    expectEqual(walker.offered, "mine")
    walker.send(.answer(.offered))
    expectEqual(walker.session.answer("b"), "mine")
  }
}
