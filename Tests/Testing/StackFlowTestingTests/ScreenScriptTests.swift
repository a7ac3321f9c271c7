// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import FlowTesting
import StackFlowTesting
import TerminalIO
import Testing

/// Pictures of screens in scripts are compared, and rewritten.
@Suite struct ScreenScriptTests {
  private static let picture = """
    test: t
    steps:
      - answer: { name: ada }
      - screen: |
          …
          …Kind…
          …
          …worker
          …
      - screen:
          contains: [http, cron]
          full 60x10: |
            nothing of this
      - leave: quit
    outcome: cancelled
    """

  @Test func partsOfAPictureDoNotMatter() async throws {
    let run = try await StagedScript(Self.picture)
    expectEqual(run.said, "")
    expectEqual(run.unperformed, 1)
  }

  @Test func aScriptWithoutAScreenSaysWhatItLeavesOut() async throws {
    let run = try await StagedScript(Self.picture, at: ScriptStage())
    expectEqual(run.said, "")
    expectEqual(run.unperformed, 4)
  }

  @Test func aPictureCountsAtItsFaceAndSize() async throws {
    let run = try await StagedScript(Self.picture, at: StagedScript.shell("full", 60, 10))
    #expect(run.said.hasPrefix("s.test.yaml:12:7: error: the screen at full 60x10 differs"))
    let resized = try await StagedScript(
      """
      test: t
      steps:
        - { resize: [60, 10], screen: { full 60x10: nothing } }
      """, at: StagedScript.shell("full"))
    #expect(resized.said.hasPrefix("s.test.yaml:3:35: error: the screen at full 60x10 differs"))
  }

  @Test func aDifferenceIsShownSideBySide() async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - answer: { name: ada }
        - screen:
            line 60x20: |
              A service
              …
                1  http
                2  cron
              …
      """, at: StagedScript.shell("line", 60, 20))
    expectEqual(
      run.said,
      """
      s.test.yaml:5:7: error: the screen at line 60x20 differs [wrong-screen]
      5 |       line 60x20: |
        |       ^~~~~~~~~~
      note:   expected  │ found
      note:   A service │ A service
      note:   …         │ … (8 rows)
      note:     1  http │   1  http
      note: !   2  cron │   2  worker
      note:   …         │   3  cron
      note:   …         │ Kind:

      """)
  }

  @Test func updatingRewritesOnlyWhatDiffers() async throws {
    let script = """
      # Kept as it is.
      test: t
      steps:
        - answer: {  name:   ada  }   # and so is this
        - screen:
            line 60x20: |
              …
              Type a number, or the beginning of a name.
                1  ftp
              …
        - screen: { line 60x20: "…" }
        - screen:
        - answer: { kind: worker }
      output:   { name: bob }   # too
      """
    let run = try await StagedScript(
      script, at: StagedScript.shell("line", 60, 20), revising: true)
    expectEqual(run.said, "")
    let (text, difference) = run.revised
    expectEqual(
      text,
      script.replacing("1  ftp", with: "1  http")
        .replacing("output:   { name: bob }", with: "output: { name: ada, kind: worker }"))
    expectEqual(
      difference,
      [
        "-6       line 60x20: |", "-7         …",
        "-8         Type a number, or the beginning of a name.", "-9           1  ftp",
        "-10         …", "+6       line 60x20: |", "+7         …",
        "+8         Type a number, or the beginning of a name.",
        "+9           1  http", "+10         …", "-14 output:   { name: bob }   # too",
        "+14 output: { name: ada, kind: worker }   # too",
      ])
    let again = try await StagedScript(
      text, at: StagedScript.shell("line", 60, 20), revising: true)
    #expect(again.results.flatMap(\.revisions).isEmpty)
  }

  @Test(arguments: ["line", "inline", "full"])
  func anEmptyPictureIsFilledIn(face: String) async throws {
    let script = """
      test: t
      steps:
        - answer: { name: ada }
        - screen:
            \(face) 60x12:
        - { reject: { kind: none } }
        - screen: { \(face) 60x12: "" }
        - answer: { kind: worker }
      output:
        name: ada
      """
    let stage = StagedScript.shell(face, 60, 12)
    let run = try await StagedScript(script, at: stage, revising: true)
    expectEqual(run.said, "")
    let revised = run.revised.text
    #expect(revised.contains("\(face) 60x12: |"))
    #expect(revised.hasSuffix("output:\n  name: ada\n  kind: worker"))
    let again = try await StagedScript(revised, at: stage)
    expectEqual(again.said, "", "\(revised)")
  }

  /// Faces in memory are walked one after the other, and none counts the time in which it waits for the others.
  @Test func theTimeOfATestIsThatOfItsOwnWalk() async throws {
    let flow = try checkedFlow(StagedScript.flow, name: "s.flow.yaml")
    let script = try #require(
      FlowScriptFile.load(Array(Self.picture.utf8), name: "s.test.yaml", flow: flow).scripts.first)
    let staged = StagedRun(at: StagedScript.shell("inline"))
    // clock: it's compared with the sum of others, whatever they are.
    let start = ContinuousClock.now
    let times = await withTaskGroup(of: Duration.self) { group in
      for _ in 0..<8 {
        group.addTask {
          await BlockingWork.run { staged.run(script, on: flow) { _ in throw CancellationError() } }
            .time
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // clock: the same.
    let all = ContinuousClock.now - start
    #expect(times.allSatisfy { $0 > .zero } && times.reduce(.zero, +) <= all, "\(times), \(all)")
  }

  @Test func rowsOfATableAreNotRewritten() async throws {
    let run = try await StagedScript(
      """
      test: ${name}
      each: [{ name: ada }, { name: bob }]
      steps:
        - answer: { name: "${name}", kind: worker }
      output: { name: "${name}" }
      """, revising: true)
    #expect(run.results.allSatisfy { !$0.isPassed && $0.revisions.isEmpty })
  }

  static let faces = ["inline", "full", "line"]

  @Test(arguments: faces) func anEmptyAnswerToACommitIsRefused(face: String) async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - answer: { a: x }
        - reject: { go: null }
        - answer: { go: yes, b: null }
      """,
      of: """
        flow: 1
        id: s
        steps:
          - { ask: a, type: string }
          - { commit: go, text: Really? }
          - { ask: b, type: string, required: false }
        """, at: StagedScript.shell(face))
    expectEqual(run.said, "")
  }

  @Test(arguments: faces, ["back: a", "back: f1", "back: 2"])
  func aSecretIsLeftForAStepByItsName(face: String, back: String) async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - answer: { a: x, f1: y, f2: z }
        - \(back)
        - expect: { field: \(back.hasSuffix("2") ? "a" : String(back.dropFirst(6))) }
        - leave: quit
      outcome: cancelled
      """,
      of: """
        flow: 1
        id: s
        steps:
          - { ask: a, type: string }
          - form: f
            fields: [ { ask: f1, type: string }, { ask: f2, type: string } ]
          - { ask: s, type: secret }
        """, at: StagedScript.shell(face))
    expectEqual(run.said, "")
  }

  @Test(arguments: faces, ["y", "yes", "Yes"])
  func aYesEndsAListInEveryFace(face: String, yes: String) async throws {
    let run = try await StagedScript(
      """
      test: t
      steps:
        - add: { l: { q: Ada } }
        - answer: { l: \(yes), z: x }
      """,
      of: """
        flow: 1
        id: s
        steps:
          - { repeat: l, maxItems: 3, summary: "${q}", steps: [ { ask: q, type: string } ] }
          - { ask: z, type: string }
        """, at: StagedScript.shell(face))
    expectEqual(run.said, "")
  }

  @Test func whatCannotBeTypedIsTheReason() async throws {
    let run = try await StagedScript(
      "test: t\nsteps:\n  - reject: { l: maybe }",
      of: """
        flow: 1
        id: s
        steps:
          - { repeat: l, summary: "${q}", steps: [ { ask: q, type: string } ] }
        """)
    #expect(run.said.contains("anything but a yes to a list can't be typed"), "\(run.said)")
  }
}
