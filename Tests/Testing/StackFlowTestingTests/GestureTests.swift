// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import Testing

/// Keys and clicks of scripts do on a screen what their commands say.
@Suite struct GestureTests {
  @Test(arguments: ["line", "inline", "full"])
  func exactlyTheseKeysAreTyped(face: String) async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - { answer: { name: grace }, keys: "gracf<Backspace>e<Enter>" }
        - { reject: { kind: none }, keys: "none<Enter>" }
        - { back: 1, keys: "<Ctrl-U>:back<Enter>" }
        - { accept: suggestions, keys: "<Enter>" }
        - { answer: { kind: worker }, keys: "<Ctrl-U>worker<Enter>" }
      output: { name: grace, kind: worker }
      """, at: StagedScript.shell(face))
    expectEqual(run.said, "")
    expectEqual(run.unperformed, 0)
  }

  @Test func keysThatAnswerSomethingElseFailWithBothAnswers() async throws {
    let script = """
      test: t
      steps:
        - { answer: { name: ada }, keys: "grace<Enter>" }
        - leave: quit
      outcome: cancelled
      """
    let run = try await StagedScript(script)
    expectEqual(
      run.said,
      """
      s.test.yaml:3:30: error: after the keys 'grace<Enter>', the walk isn't where 'answer' leads [wrong-keys]
      3 |   - { answer: { name: ada }, keys: "grace<Enter>" }
        |                              ^~~~
      note:   expected    │ found
      note:   asked: kind │ asked: kind
      note: ! name: "ada" │ name: "grace"

      """)
    let session = try await StagedScript(script, at: ScriptStage())
    expectEqual(session.said, "")
    expectEqual(session.unperformed, 1)
  }

  /// A form that isn't submitted yet has its answers in its fields.
  @Test(arguments: ["line", "inline"])
  func keysInAFormThatAnswerSomethingElseFail(face: String) async throws {
    let flow = """
      flow: 1
      id: s
      steps:
        - form: both
          fields:
            - { ask: first, type: string }
            - { ask: second, type: string }
      """
    let wrong = try await StagedScript(
      """
      test: t
      steps:
        - { answer: { first: ada }, keys: "grace<Enter>" }
        - answer: { second: b }
      """, of: flow, at: StagedScript.shell(face))
    expectEqual(
      wrong.said,
      """
      s.test.yaml:3:31: error: after the keys 'grace<Enter>', the walk isn't where 'answer' leads [wrong-keys]
      3 |   - { answer: { first: ada }, keys: "grace<Enter>" }
        |                               ^~~~
      note:   expected      │ found
      note:   asked: second │ asked: second
      note: ! first: "ada"  │ first: "grace"

      """)
    let right = try await StagedScript(
      """
      test: t
      steps:
        - { answer: { first: ada }, keys: "ada<Enter>" }
        - { answer: { second: b }, keys: "b<Enter>" }
      output: { first: ada, second: b }
      """, of: flow, at: StagedScript.shell(face))
    expectEqual(right.said, "")
  }

  @Test func keysThatStopHalfwayFail() async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - { answer: { name: ada }, keys: "ada" }
      """)
    expectEqual(
      run.said,
      """
      s.test.yaml:3:30: error: after the keys 'ada', the walk isn't where 'answer' leads [wrong-keys]
      3 |   - { answer: { name: ada }, keys: "ada" }
        |                              ^~~~
      note:   expected    │ found
      note: ! asked: kind │ asked: name
      note: ! name: "ada" │ name: nothing

      """)
  }

  @Test func keysBesideAScreenMustNotChangeTheWalk() async throws {
    let typed = try await StagedScript(
      """
      test: t
      steps:
        - { keys: "ad", screen: { contains: ad } }
        - { keys: "a<Enter>", expect: { at: name } }
      """)
    #expect(
      typed.said.hasPrefix(
        "s.test.yaml:4:7: error: after the keys 'a<Enter>', the walk has changed [wrong-keys]\n"))
  }

  @Test(arguments: ["inline", "full"])
  func aTextOnTheScreenIsClicked(face: String) async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - answer: { name: ada }
        - { back: 1, click: ada }
        - { accept: suggestions, keys: "<Enter>" }
        - answer: { kind: worker }
      output: { name: ada, kind: worker }
      """, at: StagedScript.shell(face))
    expectEqual(run.said, "")
  }

  @Test(arguments: [
    (["{ back: 1, click: Nothing }"], "s.test.yaml:3:7: error: cannot go back"),
    (
      ["answer: { name: ada }", "{ back: 1, click: Nothing }"],
      "s.test.yaml:4:16: error: no row of the screen contains 'Nothing', so it can't be clicked"
    ),
    (
      ["answer: { name: ada }", "{ resize: [20, 5], back: 1, click: [30, 2] }"],
      "s.test.yaml:4:33: error: [30, 2] is outside of the window, which has 20 columns and 5 rows"
    ),
  ])
  func whatIsNotThereCannotBeClicked(steps: [String], said: String) async throws {
    let run = try await StagedScript("test: t\nsteps:\n" + steps.map { "  - \($0)\n" }.joined())
    #expect(run.said.hasPrefix(said), "\(run.said)")
  }
}
