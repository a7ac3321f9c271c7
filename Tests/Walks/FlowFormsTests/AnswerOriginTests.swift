// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import Testing

/// An answer knows whether the user entered it or only accepted it, so the way to the end doesn't matter.
@Suite struct AnswerOriginTests {
  private static func origins(_ walker: Walker) -> [AnswerOrigin] {
    walker.session.answers.map(\.origin)
  }

  // MARK: Accepted answers follow

  private static let package = """
    flow: 1
    id: f
    steps:
      - { ask: name, type: string }
      - { ask: pkg, type: string, default: { value: name.lowerAscii() } }
      - { ask: repo, type: string, default: { value: "'git@x:' + pkg" } }
      - review: check
    """

  @Test func acceptedDefaultsFollowACorrectedAnswer() throws {
    var walker = try Walker(Self.package)
    walker.type("Aplha")
    walker.send(.next(nil))
    walker.send(.next(nil))
    expectEqual(Self.origins(walker), [.typed, .accepted, .accepted])
    walker.send(.backTo("name"))
    expectEqual(walker.offered, "Aplha")
    walker.type("Alpha")
    expectEqual(walker.offered, "alpha")
    walker.send(.next(nil))
    expectEqual(walker.offered, "git@x:alpha")
    walker.send(.next(nil))
    walker.type("yes")
    expectEqual(walker.output, #"{"name":"Alpha","pkg":"alpha","repo":"git@x:alpha"}"#)
  }

  @Test func aTypedAnswerStaysThoughItEqualsTheDefault() throws {
    var walker = try Walker(Self.package)
    walker.type("Aplha", "aplha")
    walker.send(.backTo("name"))
    walker.type("Alpha")
    expectEqual(walker.offered, "aplha")
    expectEqual(walker.step?.focusedField?.offer?.source, .typed)
    expectEqual(walker.step?.focusedField?.otherDefault, "alpha")
    walker.send(.next(nil))
    expectEqual(Self.origins(walker), [.typed, .typed])
  }

  @Test func acceptingAllTakesWhatIsOfferedNowAndNamesWhatIsAnother() throws {
    var walker = try Walker(Self.package)
    walker.type("Aplha")
    walker.send(.next(nil))
    walker.send(.next(nil))
    walker.send(.backTo("name"))
    walker.type("Alpha")
    let said = walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "check")
    let followed = said.compactMap { announcement -> String? in
      if case .answerFollowed(let id, _, let text) = announcement { return "\(id) \(text ?? "")" }
      return nil
    }
    expectEqual(followed, ["pkg alpha", "repo git@x:alpha"])
  }

  @Test func acceptingAllStopsAtWhatWasNeverAnswered() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string, default: x }
        - { ask: b, type: string, default: y }
        - { ask: c, type: string }
      """)
    walker.send(.next(nil))
    walker.send(.back(1))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "b")
  }

  private static let form = """
    flow: 1
    id: f
    steps:
      - form: all
        fields:
          - { ask: name, type: string }
          - { ask: pkg, type: string, default: { value: name.lowerAscii() } }
          - { ask: repo, type: string, default: { value: "'git@x:' + pkg" } }
      - review: check
    """

  @Test func acceptedFieldsOfAFormFollowAtItsSecondVisit() throws {
    var walker = try Walker(Self.form)
    walker.type("Aplha")
    walker.send(.next(nil))
    walker.send(.next(nil))
    walker.send(.backTo("name"))
    walker.type("Alpha")
    walker.send(.submit)
    walker.type("yes")
    expectEqual(walker.output, #"{"name":"Alpha","pkg":"alpha","repo":"git@x:alpha"}"#)
  }

  @Test func theDefaultIsTakenInPlaceOfATypedAnswer() throws {
    var walker = try Walker(Self.package)
    walker.type("Alpha", "beta")
    walker.send(.back(1))
    walker.send(.next(.default))
    expectEqual(walker.session.answer("pkg"), "alpha")
    expectEqual(Self.origins(walker), [.typed, .accepted])
    // It follows from then on.
    walker.send(.backTo("name"))
    walker.type("Gamma")
    expectEqual(walker.offered, "gamma")
  }

  @Test func theDefaultIsTakenInPlaceOfASuggestion() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: image, type: string, default: "debian:12" }
        - { ask: end, type: string }
      """
    let options = SessionOptions(suggestions: ["image": .value("debian:11")])
    var walker = try Walker(text, options: options)
    expectEqual(walker.offered, "debian:11")
    expectEqual(walker.step?.focusedField?.otherDefault, "debian:12")
    walker.send(.next(.default))
    expectEqual(walker.session.answer("image"), "debian:12")
    walker.send(.back(1))
    expectEqual(walker.offered, "debian:12")
  }

  @Test func aDefaultThatDoesNotExistWipesNothing() throws {
    var walker = try Walker(
      "flow: 1\nid: f\nsteps: [{ ask: name, type: string }, { ask: end, type: string }]\n")
    walker.type("ada")
    walker.send(.back(1))
    for event in [FlowEvent.next(.default), .edit(field: "name", .default)] {
      walker.send(event)
      #expect(walker.asked == "name" && walker.problems == ["there's no default; enter an answer"])
      expectEqual(walker.offered, "ada")
    }
    walker.send(.next(nil))
    expectEqual(walker.session.answer("name"), "ada")
  }

  // MARK: Typed answers wait

  @Test func aTypedAnswerWaitsUntilItFits() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: most, type: integer }
        - { ask: count, type: integer, default: 1, max: { value: most } }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("10", "7")
    walker.send(.backTo("most"))
    walker.type("5")
    expectEqual(walker.offered, "1")
    walker.send(.next(nil))
    walker.send(.backTo("most"))
    walker.type("20")
    expectEqual(walker.offered, "7")
  }

  private static let parts = """
    flow: 1
    id: f
    steps:
      - { ask: all, type: boolean }
      - ask: jobs
        type: choices
        choices: [docs, { value: tests, label: Tests, when: all }, lint]
      - { ask: end, type: string }
    """

  @Test func acceptingThePartThatFitsKeepsTheWhole() throws {
    var walker = try Walker(Self.parts)
    walker.type("yes")
    walker.send(.next(.value(.list(["docs", "tests", "lint"]))))
    walker.send(.backTo("all"))
    walker.type("no")
    expectEqual(walker.step?.focusedField?.offer?.value, .list(["docs", "lint"]))
    walker.send(.next(nil))
    expectEqual(walker.session.answer("jobs"), .list(["docs", "lint"]))
    walker.send(.backTo("all"))
    walker.type("yes")
    expectEqual(walker.step?.focusedField?.offer?.value, .list(["docs", "tests", "lint"]))
  }

  /// A default is offered as far as it can be chosen, also where no one is asked.
  @Test func hiddenElementsOfADefaultAreDropped() throws {
    let text = """
      flow: 1
      id: f
      inputs: { all: { type: boolean, default: false } }
      steps:
        - ask: jobs
          type: choices
          choices: [docs, { value: tests, label: Tests, when: all }]
          default: [docs, tests]
        - { ask: end, type: string, default: x }
      """
    var asked = try Walker(text)
    expectEqual(asked.step?.focusedField?.offer?.value, .list(["docs"]))
    asked.send(.next(nil))
    expectEqual(asked.session.answer("jobs"), .list(["docs"]))
    let unasked = try Walker(text, options: SessionOptions(takesDefaults: true))
    expectEqual(unasked.output, #"{"jobs":["docs"],"end":"x"}"#)
  }

  @Test func whatWasLeftEmptyOnPurposeStaysEmpty() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: host, type: string }
        - { ask: proxy, type: string, required: false, default: { value: "'proxy.' + host" } }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("a")
    walker.send(.next(.empty))
    expectEqual(walker.asked, "end")
    walker.send(.backTo("host"))
    walker.type("b")
    #expect(walker.asked == "proxy" && walker.offered == nil)
    expectEqual(walker.step?.focusedField?.otherDefault, "proxy.b")
    walker.send(.next(nil))
    walker.type("x")
    expectEqual(walker.output, #"{"host":"b","proxy":null,"end":"x"}"#)
  }

  /// Also where no text is an empty one.
  @Test func aTextThatIsEmptiedIsNotOfferedAgain() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: root, type: string, required: false, default: "" }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("joe")
    walker.send(.back(1))
    walker.send(.next(.empty))
    expectEqual(walker.session.typedAnswers["root"], .null)
    walker.send(.back(1))
    #expect(walker.offered == nil)
    walker.send(.next(nil))
    walker.type("x")
    expectEqual(walker.output, #"{"root":"","end":"x"}"#)
  }

  @Test func whatWasOnlyLeftEmptyFollowsADefaultThatAppears() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: host, type: string }
        - ask: proxy
          type: string
          required: false
          default: { value: "host == 'a' ? '' : 'proxy.' + host" }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("a")
    walker.send(.next(nil))
    walker.send(.backTo("host"))
    walker.type("b")
    expectEqual(walker.offered, "proxy.b")
  }

  /// In a form, an empty submit takes what was entered last, not the default behind it.
  @Test func aRefusedAnswerWipesNothing() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - form: both
          fields:
            - { ask: port, type: integer, default: 8080 }
            - { ask: name, type: string }
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("9000")
    walker.send(.back(1))
    expectEqual(walker.offered, "9000")
    walker.type("9,5")
    expectEqual(walker.step?.focusedField?.draft, .typed("9,5"))
    walker.send(.next(nil))
    expectEqual(walker.step?.field("port")?.value, 9000)
  }

  // MARK: Records

  @Test func recordsOfAListThatIsNotOpenedFollow() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: n, type: integer }
        - repeat: p
          steps: [ { ask: k, type: string, default: { value: "'p' + string(n)" } } ]
        - review: check
      """
    var walker = try Walker(text)
    walker.type("1")
    walker.send(.addItem)
    walker.send(.next(nil))
    walker.send(.addItem)
    walker.type("mine")
    walker.send(.next(nil))
    walker.send(.backTo("n"))
    walker.type("2")
    walker.send(.next(nil))
    walker.type("yes")
    expectEqual(walker.output, #"{"n":2,"p":[{"k":"p2"},{"k":"mine"}]}"#)
  }

  private static let indexed = """
    flow: 1
    id: f
    steps:
      - repeat: p
        steps:
          - { ask: lead, type: string, when: index == 0, default: nobody }
          - { ask: k, type: string, default: { value: "'k' + string(index)" } }
      - review: check
    """

  @Test func acceptedDefaultsOfRecordsFollowTheirPosition() throws {
    var walker = try Walker(Self.indexed)
    walker.send(.addItem)
    walker.type("ada")
    walker.send(.next(nil))
    for _ in 0..<2 {
      walker.send(.addItem)
      walker.send(.next(nil))
    }
    walker.send(.removeItem(0))
    walker.send(.next(nil))
    walker.type("yes")
    expectEqual(walker.output, #"{"p":[{"lead":"nobody","k":"k0"},{"k":"k1"}]}"#)
  }

  @Test func aTypedAnswerWaitsInARecordThatIsMoved() throws {
    var walker = try Walker(Self.indexed)
    walker.send(.addItem)
    walker.type("ada")
    walker.send(.next(nil))
    walker.send(.addItem)
    walker.send(.next(nil))
    walker.send(.moveItem(from: 0, to: 1))
    walker.send(.moveItem(from: 1, to: 0))
    walker.send(.next(nil))
    walker.type("yes")
    expectEqual(walker.output, #"{"p":[{"lead":"ada","k":"k0"},{"k":"k1"}]}"#)
  }

  @Test func acceptedAnswersOfInnerListsFollowTheOuterRecord() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: p
          steps:
            - { ask: name, type: string }
            - repeat: roles
              steps: [ { ask: r, type: string, default: { value: "name + string(index)" } } ]
        - review: check
      """
    var walker = try Walker(text)
    walker.send(.addItem)
    walker.type("A")
    walker.send(.addItem)
    walker.send(.next(nil))
    walker.send(.next(nil))
    walker.send(.editItem(0))
    walker.type("Z")
    walker.send(.next(nil))
    walker.send(.next(nil))
    walker.type("yes")
    expectEqual(walker.output, #"{"p":[{"name":"Z","roles":[{"r":"Z0"}]}]}"#)
  }

  @Test func aQuestionThatAppearsInAReplayedRecordTakesItsDefaultOrMarksIt() throws {
    func text(_ rest: String) -> String {
      """
      flow: 1
      id: f
      steps:
        - { ask: more, type: boolean }
        - repeat: p
          steps:
            - { ask: k, type: string }
            - { ask: m, type: string, when: more\(rest) }
        - review: check
      """
    }
    for (rest, output, problem) in [
      (", default: { value: k + '!' }", #"{"more":true,"p":[{"k":"a","m":"a!"}]}"#, nil),
      (", required: false", #"{"more":true,"p":[{"k":"a"}]}"#, nil),
      ("", nil, "answer item 1 again: m needs an answer"),
    ] as [(String, String?, String?)] {
      var walker = try Walker(text(rest))
      walker.type("no")
      walker.send(.addItem)
      walker.type("a")
      walker.send(.next(nil))
      walker.send(.backTo("more"))
      walker.type("yes")
      walker.send(.next(nil))
      expectEqual(walker.step?.problems.first?.message, problem, "\(rest)")
      if problem == nil { walker.type("yes") }
      expectEqual(walker.output, output, "\(rest)")
    }
  }

  /// Whether a record is added, edited, or replayed, its defaults read the records before it.
  @Test func defaultsReadTheRecordsBefore() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: p
          steps: [ { ask: n, type: integer, default: { value: "size(items) + 1" } } ]
        - review: check
      """
    var walker = try Walker(text)
    for _ in 0..<3 {
      walker.send(.addItem)
      walker.send(.next(nil))
    }
    walker.send(.editItem(0))
    expectEqual(walker.offered, "1")
    walker.send(.next(nil))
    walker.send(.next(nil))
    walker.type("yes")
    expectEqual(walker.output, #"{"p":[{"n":1},{"n":2},{"n":3}]}"#)
  }

  @Test func aMarkedRecordIsOpenedBeforeALaterOne() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: p
          steps:
            - { ask: first, type: string, when: index == 0 }
            - { ask: s, type: string, default: { value: "index > 0 ? items[index - 1].s : 'first'" } }
      """
    var walker = try Walker(text)
    walker.send(.addItem)
    walker.type("x")
    walker.send(.next(nil))
    for _ in 0..<2 {
      walker.send(.addItem)
      walker.send(.next(nil))
    }
    walker.send(.removeItem(0))
    #expect(walker.step?.items.first?.problem != nil)
    walker.send(.addItem)
    expectEqual(walker.asked, "p[0].first")
  }

  /// An element that leaves its list and returns is offered what was entered about it.
  @Test(arguments: [
    "repeat: p\n    over: lists.range(n)\n    steps: [ { ask: a, type: string } ]",
    "form: p\n    over: lists.range(n)\n    fields: [ { ask: a, type: string } ]",
  ])
  func whatWasEnteredAboutAnElementWaitsForIt(list: String) throws {
    var walker = try Walker(
      "flow: 1\nid: f\nsteps:\n  - { ask: n, type: integer }\n  - \(list)\n  - review: check\n")
    walker.type("3", "x", "y", "z")
    if walker.asked == "p" { walker.send(.next(nil)) }
    expectEqual(walker.asked, "check")
    walker.send(.backTo("n"))
    walker.type("1")
    for _ in 0..<5 where walker.asked != "check" { walker.send(.next(nil)) }
    walker.send(.backTo("n"))
    walker.type("3")
    var offered: [String] = []
    for _ in 0..<5 {
      guard let field = walker.step?.focusedField else { break }
      offered.append("\(field.id) \(walker.offered ?? "-")")
      walker.send(.next(nil))
      if walker.asked == "p" { walker.send(.next(nil)) }
    }
    #expect(offered.suffix(2) == ["p[1].a y", "p[2].a z"], "\(offered)")
  }

  /// What's left of an edit belongs to its record.
  @Test func whatAnEditLeavesIsNotOfferedToANewRecord() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: p
          steps: [ { ask: a, type: string }, { ask: b, type: string } ]
      """
    var walker = try Walker(text)
    for (a, b) in [("1", "2"), ("3", "4")] {
      walker.send(.addItem)
      walker.type(a, b)
    }
    walker.send(.editItem(1))
    walker.type("5")
    walker.send(.back(2))
    expectEqual(walker.asked, "p")
    walker.send(.removeItem(0))
    walker.send(.addItem)
    #expect(walker.asked == "p[1].a" && walker.offered == nil)
    walker.send(.back(1))
    walker.send(.editItem(0))
    expectEqual(walker.offered, "5")
  }
}
