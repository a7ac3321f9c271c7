// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowTesting
import Testing

@testable import FlowModel
@testable import FlowSessions

/// A text that no answer changes is resolved when the flow is checked, and is the one that would be
/// evaluated.
@Suite struct ResolvedWhenCheckedTests {
  private static let choices = """
    flow: 1
    id: f
    language: en
    steps:
      - ask: plain
        type: choice
        choices: [a, { value: b, label: Second, hint: as usual }]
      - ask: translated
        type: choices
        choices:
          - { value: a, label: { en: One, de: Eins }, section: { en: Numbers, de: Zahlen } }
          - { value: b, label: { en: Two } }
          - { value: c, alone: true }
      - { ask: name, type: string }
      - { ask: named, type: choice, choices: [{ value: a, label: "${name}" }, b] }
      - { ask: shown, type: choice, choices: [{ value: a, when: plain == 'a' }, b] }
    """

  private static func field(_ id: String) throws -> CheckedField {
    let flow = try checkedFlow(choices, name: "f.flow.yaml")
    return try #require(flow.step(withID: id)?.elements.first?.field)
  }

  @Test(arguments: ["plain", "translated"], ["en", "de"])
  func fixedChoicesAreThoseThatWouldBeEvaluated(id: String, language: String) throws {
    let field = try Self.field(id)
    guard case .listed(let listed)? = field.choices else {
      Issue.record("'\(id)' lists no choices")
      return
    }
    let flow = try checkedFlow(Self.choices, name: "f.flow.yaml")
    let session = try FlowSession(flow: flow, options: SessionOptions(language: language))
    let fixed = try #require(field.fixedChoices?.choices(in: language))
    for (found, choice) in zip(fixed, listed) {
      let scope = session.scope()
      expectEqual(found.value, choice.value)
      expectEqual(
        found.label,
        try choice.label?.text(in: scope, language: language) ?? choice.value.plainText)
      expectEqual(found.hint, try choice.hint?.text(in: scope, language: language))
      expectEqual(found.section, try choice.section?.text(in: scope, language: language))
      expectEqual(found.isAlone, choice.isAlone)
    }
    expectEqual(fixed.count, listed.count)
  }

  @Test func aLanguageThatNoTextHasIsEvaluated() throws {
    #expect(try Self.field("plain").fixedChoices?.choices(in: "fr") != nil)
    #expect(try Self.field("translated").fixedChoices?.choices(in: "de-AT") == nil)
  }

  @Test(arguments: ["named", "shown"])
  func choicesThatDependOnAnswersAreNotFixed(id: String) throws {
    #expect(try Self.field(id).fixedChoices == nil)
  }

  @Test func aDefaultOfAnInputIsFittedUnlessItDependsOnTheZone() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      inputs:
        ports: { type: list, of: integer, default: [80, 443] }
        at: { type: datetime, default: 2024-05-01T10:00 }
        of: { type: { day: date, count: integer }, default: { day: 2024-05-01, count: 1 } }
        missing: { type: string }
      steps: [{ ask: q, type: string }]
      """, name: "f.flow.yaml")
    expectEqual(flow.inputs.map { $0.fittedDefault != nil }, [true, false, false, false])
    for zone in [ZoneRules.utc, try ZoneRules(fixedOffset: 7_200)] {
      let values = try flow.inputValues(from: ["missing": "given"], zone: zone)
      for (input, value) in zip(flow.inputs, values) {
        guard let given = input.definition.defaultValue?.value else { continue }
        expectEqual(value, input.definition.type.fitted(given, in: zone), "\(input.name)")
      }
    }
  }

  @Test func aPartOfAnItemIsFoundWhereItNeedsNoEvaluation() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      inputs:
        rows: { type: list, of: { id: string, name: string }, default: [{ id: a, name: A }] }
      steps:
        - ask: q
          type: choice
          choices: { from: rows, value: item.id, label: "${item.name.upperAscii()}" }
      """, name: "f.flow.yaml")
    guard
      case .computed(let from, let value?, let label?, _, _)? = flow.step(withID: "q")?.elements
        .first?.field?.choices
    else {
      Issue.record("the choices aren't computed")
      return
    }
    #expect(from.itemPart == nil)
    expectEqual(value.itemPart?.value(in: .map(ValueMap([("id", "a")]))), "a")
    #expect(value.itemPart?.value(in: .map(ValueMap([("name", "A")]))) == nil)
    expectEqual(label.parts(for: "en")?.isOfItem, false)
  }

  @Test func anAgreementIsAboutTheAnswersThatAReviewShows() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      steps:
        - { ask: kind, type: choice, label: Kind, choices: [{ value: a, label: First }, b] }
        - { ask: some, type: choices, choices: [{ value: a, label: "${kind} A" }, b], minItems: 0 }
        - { ask: token, type: secret }
        - repeat: rows
          title: Rows
          steps: [{ ask: name, type: string }]
        - { review: check }
      """, name: "f.flow.yaml")
    var session = try FlowSession(flow: flow)
    session.send(.start, now: .epoch)
    for input in ["a", "a, b", "secret"] as [String] {
      session.send(.answer(.text(input)), now: .epoch)
      session.decide(.approve, now: .epoch)
    }
    session.send(.addItem, now: .epoch)
    session.decide(.approve, now: .epoch)
    session.send(.answer(.text("one")), now: .epoch)
    session.decide(.approve, now: .epoch)
    session.send(.answer(nil), now: .epoch)
    session.decide(.approve, now: .epoch)
    let step = try #require(session.phase.step)
    expectEqual(step.kind, .review)
    var fingerprint = Fingerprint()
    for text in [step.title, step.text, step.description] { fingerprint.add(text ?? "") }
    for row in session.reviewRows {
      fingerprint.add(row.id)
      fingerprint.add(row.text ?? "")
    }
    #expect(session.reviewRows.count >= 4)
    expectEqual(session.agreement(to: step), fingerprint.value)
  }
}
