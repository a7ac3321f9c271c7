// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import FlowWalks
import SourceDiagnostics
import Testing

/// What twelve questionnaires of other tools needed: each has a flow that passes its script, and that has
/// mistakes or fails it without what it needed.
@Suite struct QuestionnaireGapTests {
  struct Gap: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// The steps and whatever follows them.
    let flow: String

    let script: String

    /// What the flow is without what it needed: a text and its replacement.
    let without: (String, String)
  }

  static let gaps = [
    Gap(
      testDescription: "a value for what isn't asked (Debian's postfix)",
      flow: """
        steps:
          - { ask: kind, type: choice, choices: [local, satellite] }
          - { ask: relay, when: kind == 'satellite', type: string, otherwise: "" }
        output: { relayhost: relay }
        """,
      script: """
        steps: [ { answer: { kind: local } } ]
        output: { relayhost: "" }
        """,
      without: (#", otherwise: """#, "")),
    Gap(
      testDescription: "the empty text as an answer (an issue form of GitHub)",
      flow: """
        steps:
          - { ask: contact, type: string, required: false, default: "" }
          - { compute: line, value: "'Contact: ' + contact" }
        output: { line: line }
        """,
      script: """
        steps: [ { answer: { contact: null } } ]
        output: { line: "Contact: " }
        """,
      without: (#", default: """#, "")),
    Gap(
      testDescription: "names in data (debconf)",
      flow: """
        steps:
          - { ask: kind, key: postfix/main_mailer_type, type: choice, choices: [local, satellite] }
        """,
      script: """
        steps: [ { answer: { kind: local } } ]
        output: { postfix/main_mailer_type: local }
        """,
      without: ("key: postfix/main_mailer_type, ", "")),
    Gap(
      testDescription: "lists of plain values (variables of Terraform)",
      flow: """
        steps:
          - ask: zones
            type: list
            of: { type: string, pattern: '^[a-z]{2}-[a-z]+-[0-9]$' }
            unique: true
          - ask: tier
            type: map
            of: { type: choice, choices: [small, large] }
        """,
      script: """
        steps:
          - reject: { zones: "eu-west-1, west" }
          - answer: { zones: "eu-west-1, eu-east-2", tier: "web=large, db=small" }
        output: { zones: [eu-west-1, eu-east-2], tier: { web: large, db: small } }
        """,
      without: ("type: list", "type: string")),
    Gap(
      testDescription: "all answers, and these (cookiecutter)",
      flow: """
        steps:
          - { ask: name, type: string }
          - { ask: license, type: choice, choices: [MIT, BSD] }
        output: { <<: answers, slug: slug(name) }
        """,
      script: """
        steps: [ { answer: { name: My App, license: MIT } } ]
        output: { name: My App, license: MIT, slug: my-app }
        """,
      without: ("<<: answers, ", "")),
    Gap(
      testDescription: "words of buttons (the burger of huh)",
      flow: """
        steps:
          - { ask: discount, type: boolean, yes: "Yes!", no: "Nope." }
        """,
      script: """
        steps: [ { answer: { discount: "Nope." } } ]
        output: { discount: false }
        """,
      without: (#", yes: "Yes!", no: "Nope.""#, "")),
    Gap(
      testDescription: "texts in any script in lower case, upper case, and as names (cookiecutter)",
      flow: """
        steps:
          - { ask: name, type: string }
        output: { package: slug(name), shown: upper(name), file: "lower(name) + '.md'" }
        """,
      script: """
        steps: [ { answer: { name: Crème Brûlée } } ]
        output: { package: creme-brulee, shown: CRÈME BRÛLÉE, file: crème brûlée.md }
        """,
      without: ("slug(name)", "name")),
    Gap(
      testDescription: "generated secrets (the hooks of cookiecutter-django)",
      flow: """
        steps:
          - { ask: key, type: secret, generate: 50 }
        output: { length: size(key) }
        """,
      script: """
        steps: [ accept: offered ]
        output: { length: 50 }
        """,
      without: (", generate: 50", "")),
    Gap(
      testDescription: "a matrix (SurveyJS)",
      flow: """
        steps:
          - form: ratings
            over: "['service', 'price']"
            as: row
            fields: [ { ask: grade, type: integer, min: 1, max: 5 } ]
        """,
      script: """
        steps:
          - answer: { "ratings[0].grade": 4 }
          - reject: { "ratings[1].grade": 6 }
          - answer: { "ratings[1].grade": 2 }
        output: { ratings: [ { grade: 4 }, { grade: 2 } ] }
        """,
      without: ("over: \"['service', 'price']\"\n    as: row\n", "")),
  ]

  private static func passes(_ gap: Gap, _ source: String) -> Bool {
    let text = "flow: 1\nid: gap\n\(source)"
    let loaded = FlowFile.load(text, name: "gap.flow.yaml")
    guard let flow = loaded.flow else { return false }
    let scripts = FlowScriptFile.load(
      Array("test: it\n\(gap.script)\n".utf8), name: "gap.test.yaml", flow: flow
    ).scripts
    return !scripts.isEmpty && scripts.allSatisfy { ScriptRun.run($0, on: flow).isPassed }
  }

  @Test(arguments: gaps) func aQuestionnaireNeedsWhatItHas(gap: Gap) {
    #expect(Self.passes(gap, gap.flow))
    let less = gap.flow.replacing(gap.without.0, with: gap.without.1)
    #expect(less != gap.flow)
    #expect(!Self.passes(gap, less))
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
    let asked = if case .asking(let step) = runner.state { step.id } else { "" }
    expectEqual(asked, (isAsked ? "relay" : ""))
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
