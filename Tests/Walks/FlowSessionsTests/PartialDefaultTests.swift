// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Localization
import Testing

/// A default that fits in part: of choices, the rest is offered; a list or a map is shown with the refusal of its
/// element.
@Suite struct PartialDefaultTests {
  private static let jobs = """
    flow: 1
    id: f
    inputs: { all: { type: boolean, default: false } }
    steps:
      - ask: jobs
        type: choices
        allow: [partial-default]
        choices: [docs, { value: tests, label: Tests, when: all }, { value: lint, label: Lint, disabledWhen: '!all' }]
        default: [docs, tests, lint]
      - { ask: end, type: string, default: x }
    """

  private static let loss = "the default also has 'tests', 'Lint', which can't be chosen now"

  @Test func lostElementsOfADefaultAreSaidToTheUser() throws {
    var walker = try Walker(Self.jobs)
    expectEqual(walker.step?.focusedField?.lostElements, Self.loss)
    walker.send(.answer(nil))
    expectEqual(walker.session.answer("jobs"), .list(["docs"]))
  }

  @Test func lostElementsOfADefaultAreANoticeWhereNoOneIsAsked() throws {
    for options in [
      SessionOptions(takesDefaults: true), SessionOptions(priorityThreshold: .critical),
    ] {
      let walker = try Walker(Self.jobs, options: options)
      expectEqual(walker.announcements.warnings, [Self.loss])
    }
  }

  /// A list or a map of choices is shown with the refusal of the item that isn't a choice any more.
  @Test(arguments: [("list", "Hall, R1, R2"), ("map", "a=Hall, b=R2")])
  func anItemThatIsNoChoiceAnyMoreKeepsTheOthers(type: String, typed: String) throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: rooms, type: choices, choices: [Hall, R1, R2] }
        - { ask: order, type: \(type), of: { type: choice, choices: { from: rooms } } }
        - { ask: end, type: string }
      """)
    walker.type("all")
    walker.type(typed)
    walker.send(.backTo("rooms"))
    walker.type("1, 2")
    expectEqual(walker.step?.focusedField?.editableText, typed)
    #expect(walker.problems.contains { $0.contains("'R2' isn't one of the choices") })
    walker.send(.answer(nil))
    expectEqual(walker.session.answer("order"), nil)
    walker.type(typed.replacing("R2", with: "Hall"))
    #expect(walker.session.answer("order") != nil)
  }

  private static let ports = """
    flow: 1
    id: f
    steps:
      - { ask: least, type: integer }
      - ask: ports
        type: list
        of: { type: integer, min: { value: least } }
        default: { value: '[least + 80, 20]' }
      - { ask: end, type: string, default: x }
    """

  @Test func aListThatIsRefusedInAPartIsShownWithItsRefusal() throws {
    var walker = try Walker(Self.ports)
    walker.type("50")
    let refusal = "item 2, '20': must be 50 or more"
    #expect(walker.offered == nil)
    expectEqual(walker.step?.focusedField?.editableText, "130, 20")
    expectEqual(walker.problems, [refusal])
    // Enter alone takes neither the rest nor nothing.
    walker.send(.answer(.offered))
    expectEqual(walker.asked, "ports")
    expectEqual(walker.problems, [refusal])
    walker.type("130, 60")
    expectEqual(walker.session.answer("ports"), .list([.int(130), .int(60)]))
  }

  @Test func whatIsRefusedInAPartIsNoDefault() throws {
    for options in [
      SessionOptions(answers: ["least": .text("50")], takesDefaults: true),
      SessionOptions(answers: ["least": .text("50")], priorityThreshold: .critical),
    ] {
      let walker = try Walker(Self.ports, options: options)
      expectEqual(walker.asked, "ports")
      let missing = walker.session.missingAnswers.first
      expectEqual(missing?.need, .answer)
      expectEqual(missing?.refusedDefault?.text, "130, 20")
      expectEqual(missing?.refusedDefault?.message, "item 2, '20': must be 50 or more")
    }
  }

  @Test func aTypedListThatIsRefusedInAPartStays() throws {
    var walker = try Walker(Self.ports)
    walker.type("10", "15, 70")
    walker.send(.backTo("least"))
    walker.type("50")
    expectEqual(walker.step?.focusedField?.editableText, "15, 70")
    expectEqual(walker.problems, ["item 1, '15': must be 50 or more"])
    walker.type("55, 70")
    expectEqual(walker.session.answer("ports"), .list([.int(55), .int(70)]))
  }

  /// A suggestion is shown with its refusal to a user; where no one is asked, the default is taken.
  @Test func aSuggestionThatIsRefusedInAPartIsForUsersOnly() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: ports, type: list, of: { type: integer, min: 10 }, default: [80] }
      """
    let suggestions = ["ports": FieldInput.value(.list([.int(70), .int(5)]))]
    let asked = try Walker(text, options: SessionOptions(suggestions: suggestions))
    expectEqual(asked.step?.focusedField?.editableText, "70, 5")
    expectEqual(asked.problems, ["item 2, '5': must be 10 or more"])
    let unasked = try Walker(
      text, options: SessionOptions(takesDefaults: true, suggestions: suggestions))
    expectEqual(unasked.output, #"{"ports":[80]}"#)
  }

  @Test func aMapThatIsRefusedInAPartIsShownWithItsRefusal() throws {
    let text = """
      flow: 1
      id: f
      inputs: { least: { type: integer, default: 50 } }
      steps:
        - ask: ports
          type: map
          of: { type: integer, min: { value: least } }
          default: { value: "{'http': 80, 'ssh': 22}" }
      """
    let walker = try Walker(text)
    expectEqual(walker.step?.focusedField?.editableText, "http=80, ssh=22")
    expectEqual(walker.problems, ["'ssh': must be 50 or more"])
  }

  /// A default that's refused as a whole isn't offered, and said wherever its answer is missing.
  @Test func aRefusedDefaultIsExplained() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: base, type: integer }
        - { ask: size, type: integer, min: 10, default: { value: base } }
        - { ask: other, type: integer, min: 10, default: { value: base } }
      """
    let options = SessionOptions(answers: ["base": .text("5")], takesDefaults: true)
    let walker = try Walker(text, options: options)
    expectEqual(
      walker.session.missingAnswers.map { $0.refusedDefault?.words(in: .english) },
      Array(repeating: "its default 5 is refused: must be 10 or more", count: 2))
  }

  @Test func takingADefaultThatIsNotThereSaysSo() throws {
    var walker = try Walker("flow: 1\nid: f\nsteps: [{ ask: q, type: integer }]\n")
    walker.send(.answer(.default))
    expectEqual(walker.problems, ["there's no default; enter an answer"])
    var other = try Walker(
      """
      flow: 1
      id: f
      inputs: { base: { type: integer, default: 5 } }
      steps: [{ ask: q, type: integer, min: 10, default: { value: base } }]
      """)
    other.send(.answer(.default))
    expectEqual(other.problems, ["its default 5 is refused: must be 10 or more"])
  }
}
