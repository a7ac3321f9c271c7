// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

/// The `when` of a part of a file or a command guards that part, and no other.
@Suite struct ConditionOfPartTests {
  private func found(_ steps: String) -> [String] {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: late, type: boolean }
        - { ask: first, type: string, when: late }
        - { ask: names, type: choices, choices: [a, b], required: false }
      \(steps)
      """
    return FlowFile.load(Array(text.utf8), name: "t.flow.yaml").diagnostics.diagnostics.map {
      "\($0.place.start.line) \($0.id)"
    }
  }

  @Test func aConditionOfAPartGuardsItsContent() {
    let steps = """
        - write: w
          path: a.txt
          content:
            - { when: has(first), text: "${first}" }
            - { when: late, text: "${first.lowerAscii()}" }
            - { when: has(names) && late, each: "names.map(n, n + first)", text: "${item}, ${first}" }
      """
    expectEqual(found(steps), [])
  }

  @Test func aConditionOfAnArgumentGuardsItsTexts() {
    let steps = """
        - run: r
          command:
            - echo
            - { when: has(first), args: ["${first}"] }
            - { when: has(names), each: "names.map(n, n + '.txt')" }
            - { when: late && has(names), each: names, args: ["${item}", "${first}"] }
          undo:
            - rm
            - { when: late, args: ["${first}"] }
      """
    expectEqual(found(steps), [])
  }

  @Test func aConditionDoesNotGuardOtherParts() {
    let steps = """
        - write: w
          path: a.txt
          content:
            - { when: has(first), text: "a" }
            - "${first}"
            - { when: "!late", text: "${first}" }
        - run: r
          command:
            - echo
            - { when: late, args: [a] }
            - "${first}"
      """
    expectEqual(found(steps), ["11 may-be-unasked", "12 may-be-unasked", "17 may-be-unasked"])
  }
}
