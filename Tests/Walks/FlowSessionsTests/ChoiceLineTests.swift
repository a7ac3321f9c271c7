// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import FlowSessions
import Testing

/// The line of a choice that was answered is read as the same answer.
@Suite struct ChoiceLineTests {
  private static let labeled =
    "choices, choices: [{ value: pen, label: Penicillin }, { value: asp, label: 'Aspirin, ASS' }, { value: late, label: Milk }]"

  @Test(arguments: [
    ("choices, choices: [pen, asp], other: true", "\"Latex, wool\",pen", "pen, \"Latex, wool\""),
    ("choices, choices: [pen, asp], other: true", "\"pe\",asp", "asp, \"pe\""),
    ("choices, choices: [pen, asp], other: true", "\"2\", 1", "pen, \"2\""),
    (labeled, "1 2", "Penicillin, \"Aspirin, ASS\""), (labeled, "2", "\"Aspirin, ASS\""),
    (labeled, "1 3", "Penicillin, Milk"), (labeled, "none", "none"),
    ("choice, choices: [pen, asp], other: true", "\"as\"", "\"as\""),
    ("choice, choices: [pen, asp], other: true", "wool, silk", "\"wool, silk\""),
    ("choice, choices: [{ value: asp, label: 'Aspirin, ASS' }, b]", "1", "Aspirin, ASS"),
  ])
  func itIsTheSameAnswer(field: String, typed: String, line: String) throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: x, type: \(field) }
        - { ask: end, type: string, required: false }
      """)
    walker.type(typed)
    expectEqual(walker.asked, "end")
    let answer = walker.session.answers.first?.value
    walker.send(.back(steps: 1))
    let shown = try #require(walker.step?.focusedField)
    expectEqual(shown.offer.map { shown.lineText(of: $0.value) }, line)
    walker.type(line)
    expectEqual(walker.session.answers.first?.value, answer)
  }

  @Test func aCorrectedNameKeepsTheQuotationMarksOfTheOthers() throws {
    var walker = try Walker("flow: 1\nid: f\nsteps:\n  - { ask: x, type: \(Self.labeled) }\n")
    walker.type("\"Aspirin, ASS\", Penicilin")
    let problem = try #require(walker.step?.focusedField?.problems.first)
    expectEqual(problem.proposal, "\"Aspirin, ASS\", Penicillin")
    walker.type("Milk, Penicillin, ASS")
    expectEqual(
      walker.problems,
      [
        "'ASS' isn't one of: Penicillin, \"Aspirin, ASS\", Milk; did you mean 'Aspirin, ASS'?"
      ])
    expectEqual(
      walker.step?.focusedField?.problems.first?.proposal, "Milk, Penicillin, \"Aspirin, ASS\"")
  }

  @Test func namesWithCommasAreToldApartWhereSeveralAreShown() throws {
    var walker = try Walker(
      "flow: 1\nid: f\nsteps:\n  - { ask: x, type: \(Self.labeled) }\n  - { ask: e, type: string }\n"
    )
    walker.type("1 2")
    expectEqual(walker.session.reviewRows.map(\.text), ["Penicillin, \"Aspirin, ASS\""])
  }
}
