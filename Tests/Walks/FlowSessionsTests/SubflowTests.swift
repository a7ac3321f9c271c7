// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import Testing

/// A used flow can read its inputs and its own answers, and only its output can be read outside.
@Suite struct SubflowTests {
  static let files = MemoryFileSource(texts: [
    "license.flow.yaml": ProjectFolder.flow("used/license"),
    "records.flow.yaml": """
    flow: 1
    id: records
    inputs: { parts: { type: list, of: { id: string, size: integer? } } }
    steps:
      - { note: end, text: "${parts.map(part, part.id)}" }
    """,
    "plain.flow.yaml": ProjectFolder.flow("used/pair"),
    "loop.flow.yaml": """
    flow: 1
    id: loop
    steps: [ { flow: again, use: loop.flow.yaml } ]
    """,
    "ends.flow.yaml": ProjectFolder.flow("used/ends"),
  ])

  private func load(_ text: String) -> LoadedFlow {
    FlowFile.load(text, name: "main.flow.yaml", files: Self.files)
  }

  private func walker(_ text: String) throws -> Walker {
    let loaded = load(text)
    try #require(
      !loaded.diagnostics.hasErrors,
      Comment(rawValue: DiagnosticRenderer().render(loaded.diagnostics)))
    return try Walker(try #require(loaded.flow))
  }

  private func mistakes(_ text: String) -> [String] {
    load(text).diagnostics.diagnostics.map { "\($0.place.start.line) \($0.id): \($0.message)" }
  }

  static let main = ProjectFolder.flow("used/main")

  @Test func whatItsRecordLacksIsAMistake() {
    expectEqual(
      mistakes(
        """
        flow: 1
        id: main
        steps:
          - { flow: plain, use: plain.flow.yaml }
          - { note: n, text: "${plain.c} ${plain.b}" }
        """
      ).count, 2)
  }

  @Test func itsAnswersHaveItsName() throws {
    var walker = try walker(Self.main)
    #expect(walker.session.flow.takesAnswer("license.kind"))
    expectEqual(
      walker.session.flow.answerIDs, ["user", "license.holder", "license.kind", "license.notice"])
    walker.type("ada", "bob", "apache", "yes")
    expectEqual(
      walker.session.discarded(byGoingBackTo: "license"),
      ["license.holder", "license.kind", "license.notice"])
  }

  @Test func afterAStopInsideAnAnswerMayBeUnasked() {
    #expect(
      mistakes(
        """
        flow: 1
        id: main
        steps:
          - { flow: ends, use: ends.flow.yaml }
          - { ask: last, type: string }
        output: { last: last.size() }
        """
      ).contains { $0.hasPrefix("6 may-be-unasked") })
  }

  @Test func mistakesInAUseAreReportedAtItsPlace() {
    func using(_ lines: String) -> [String] {
      mistakes(
        """
        flow: 1
        id: main
        steps:
          - { ask: user, type: string }
          - { ask: count, type: integer }
          - { ask: code, type: secret }
          - flow: sub
        \(lines)
        """)
    }
    expectEqual(
      using("    use: ../other.flow.yaml"),
      ["8 outside-folder: '../other.flow.yaml' lies outside the flow's folder"])
    expectEqual(
      using("    use: none.flow.yaml"),
      ["8 no-such-flow: 'none.flow.yaml' cannot be read: there is no such file"])
    expectEqual(
      using("    use: loop.flow.yaml"),
      ["3 flow-cycle: 'loop.flow.yaml' uses itself, so it would never end"])
    expectEqual(
      using("    use: license.flow.yaml"),
      ["8 missing-input: the flow 'license.flow.yaml' needs 'owner'; give it in 'with'"])
    expectEqual(
      using("    use: license.flow.yaml\n    with: { owner: count, yaer: count }"),
      [
        "9 wrong-type: the input 'owner' must be a text, but this is a whole number",
        "9 unknown-input: the flow 'license.flow.yaml' has no input 'yaer'; did you mean 'year'?",
      ])
    expectEqual(
      using("    use: records.flow.yaml\n    with: { parts: \"[{'id': user}]\" }"),
      [
        "9 wrong-type: the input 'parts' must be a list of records of id, size?, but this is a list; "
          + "write it in YAML, with an expression for each value"
      ])
    expectEqual(
      using(
        "    use: records.flow.yaml\n    with: { parts: [{ id: user }, { id: user, size: 3 }] }"),
      [])
    expectEqual(
      using("    use: license.flow.yaml\n    with: { owner: code }"),
      [
        "9 secret-leak: 'code' is a secret and can't be used in the input 'owner', which isn't a secret"
      ])
  }

  @Test func namesOfAnItemAreItsOwn() {
    let found = mistakes(
      """
      flow: 1
      id: main
      steps:
        - { ask: name, type: string }
        - repeat: env
          minItems: 3
          maxItems: 2
          steps:
            - { ask: name, type: string }
            - { ask: key, type: string }
            - { commit: sure, text: Really? }
            - { ask: other, type: string, default: { value: "items[0].kye" } }
        - { note: n, text: "${key} ${env[0].nmae}" }
      """)
    expectEqual(
      found,
      [
        "6 impossible-constraint: 'minItems' is 3, which is greater than 'maxItems'",
        "9 hidden-name: 'name' hides another 'name' in this item",
        "11 not-in-item: a 'commit' step isn't allowed in an item of a list, which can be edited "
          + "and removed; put it after the list",
        "12 unknown-field: unknown field 'kye'; did you mean 'key'?",
        "13 inside-item: 'key' is asked for each item of 'env'; outside them read the list 'env'",
        "13 unknown-field: unknown field 'nmae'; did you mean 'name'?",
      ])
  }

  /// A used flow has its own translations, from its own folder.
  @Test(arguments: ["", "parts/"]) func aUsedFlowIsTranslatedByTheFilesBesideIt(
    folder: String
  ) throws {
    let files = MemoryFileSource(texts: [
      "\(folder)inner.flow.yaml":
        "flow: 1\nid: inner\nsteps:\n  - { ask: name, type: string, label: Name }\n",
      "\(folder)inner.de.texts.yaml": "name.label: Wie heißt er?\n",
      "\(folder)other.de.texts.yaml": "nope: 1\n",
    ])
    let text = "flow: 1\nid: f\nsteps:\n  - { flow: who, use: ./\(folder)inner.flow.yaml }\n"
    let loaded = FlowFile.load(text, name: "main.flow.yaml", files: files)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    let flow = try #require(loaded.flow)
    let walker = try Walker(flow, options: SessionOptions(language: "de"))
    expectEqual(walker.step?.focusedField?.label, "Wie heißt er?")
  }
}
