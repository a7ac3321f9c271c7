// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import FlowWalks
import RandomTesting
import SourceDiagnostics
import Testing

/// The needs of questionnaires of other tools: each has a flow with a script in `Tests/Flows/questionnaires`, and the
/// flow has mistakes or fails its script without the feature that it needed.
@Suite struct QuestionnaireGapTests {
  /// The flows, what they needed, and what's in its place without it.
  static let gaps = [
    ("unasked-value", #", otherwise: """#, ""), ("empty-text", #", default: """#, ""),
    ("names", "key: postfix/main_mailer_type, ", ""), ("plain-lists", "type: list", "type: string"),
    ("all-answers", "<<: answers, ", ""), ("buttons", #", yes: "Yes!", no: "Nope.""#, ""),
    ("letters", "slug(name)", "name"), ("generated", ", generate: 50", ""),
    ("matrix", "over: \"['service', 'price']\"\n    as: row\n", ""),
  ]

  @Test(arguments: gaps)
  func aQuestionnaireNeedsWhatItHas(name: String, part: String, other: String) throws {
    let text = ProjectFolder.flow("questionnaires/\(name)")
    let scripts = ProjectFolder.scripts("questionnaires/\(name)")
    expectEqual(try checkedFlow(text).findings(of: scripts).count, 0)
    let less = text.replacing(part, with: other)
    #expect(less != text)
    let findings = FlowFile.load(less, name: "less.flow.yaml").flow?.findings(of: scripts)
    #expect(findings?.isEmpty != true)
  }

  /// Short labels in reviews (postfix).
  @Test func aReviewHasShortLabels() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: short
      steps:
        - ask: domain
          type: string
          label: Which domain follows the @ in addresses that have none?
          short: Mail name
        - { review: check }
      """, name: "short.flow.yaml")
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    runner.start()
    runner.send(.answer(.text("example.org")))
    expectEqual(runner.session.reviewRows.map { $0.short }, ["Mail name"])
  }

  /// A priority that depends on an answer (postfix).
  @Test(arguments: [("local", false), ("satellite", true)])
  func aPriorityDependsOnAnAnswer(kind: String, isAsked: Bool) throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: priority
      steps:
        - { ask: kind, type: choice, choices: [local, satellite] }
        - ask: relay
          type: string
          default: smtp.localdomain
          priority: { value: "kind == 'local' ? 'low' : 'high'" }
      """, name: "priority.flow.yaml")
    let runner = try FlowRunner(
      flow: flow,
      options: SessionOptions(answers: ["kind": .text(kind)], priorityThreshold: .medium),
      clock: { .epoch })
    runner.start()
    expectEqual(runner.state.step?.id, isAsked ? "relay" : nil)
  }

  /// Choices from data in every language, without a finding (tzdata).
  @Test func choicesFromDataAreInEveryLanguage() {
    let text = """
      flow: 1
      id: tzdata
      title: { en: Time zone, de: Zeitzone }
      inputs:
        areas:
          type: list
          of: { id: string, en: string, de: string }
          default: [ { id: Europe, en: Europe, de: Europa }, { id: Asia, en: Asia, de: Asien } ]
      steps:
        - ask: area
          type: choice
          when: size(areas) > 0
          label: { en: Area, de: Gebiet }
          choices: { from: areas, value: item.id, label: { en: "${item.en}", de: "${item.de}" } }
      """
    #expect(FlowFile.load(text, name: "t.flow.yaml").diagnostics.diagnostics.isEmpty)
  }
}
