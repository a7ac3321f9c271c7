// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import TerminalCells
import Testing

@testable import StackFlowShell

/// A click on what can be chosen does what Enter does there.
@MainActor
@Suite struct ClickTests {
  private func walk(_ steps: String) async throws -> ScreenWalk {
    try await ScreenWalk("flow: 1\nid: n\nsteps:\n\(steps)\n", .full)
  }

  private func click(_ words: String, _ walk: ScreenWalk, at offset: Int = 0) async throws {
    let row = try #require(walk.lines.firstIndex { $0.contains(words) }, "\(walk.text)")
    let line = walk.lines[row]
    let place = try #require(line.firstRange(of: words))
    let column = String(line[..<place.lowerBound]).cellWidth + offset
    await walk.click(column: column, row: row)
  }

  @Test func aRowOfAListIsTheAnswer() async throws {
    let walk = try await walk("  - { ask: a, type: choice, choices: [red, green, blue] }")
    try await click("green", walk)
    #expect(walk.result == #"{"a":"green"}"#)
  }

  @Test func aRowOfAFilteredListIsTheAnswer() async throws {
    let walk = try await walk("  - { ask: a, type: choice, choices: [red, green, blue] }")
    await walk.type("e")
    try await click("blue", walk)
    #expect(walk.result == #"{"a":"blue"}"#)
  }

  @Test func aRowOfMarksIsMarked() async throws {
    let walk = try await walk("  - { ask: a, type: choices, choices: [red, green, blue] }")
    try await click("green", walk)
    #expect(walk.text.contains("◉ green"), "\(walk.text)")
    try await click("blue", walk)
    try await click("green", walk)
    await walk.type("\r")
    #expect(walk.result == #"{"a":["blue"]}"#)
  }

  @Test(arguments: [("yes", "true"), ("no", "false")])
  func yesAndNoAreAnswers(word: String, value: String) async throws {
    let walk = try await walk("  - { ask: a, type: boolean }")
    try await click("○ \(word)", walk, at: 2)
    #expect(walk.result == #"{"a":\#(value)}"#)
  }

  @Test func choicesSideBySideAreAnswers() async throws {
    let walk = try await walk(
      "  - { ask: a, type: choice, choices: [red, green, blue], widget: buttons }")
    try await click("blue", walk)
    #expect(walk.result == #"{"a":"blue"}"#)
  }

  @Test func buttonsDoWhatTheySay() async throws {
    let walk = try await walk(
      """
        - { ask: a, type: string }
        - { commit: go, text: Shall it be done? }
        - { ask: b, type: string }
      """)
    await walk.type("x\r")
    try await click("go back", walk)
    #expect(walk.runner.session.topStepID == "a")
    await walk.type("\r")
    try await click("yes, continue", walk)
    #expect(walk.runner.session.topStepID == "b")
  }

  @Test func anItemOfAListIsEdited() async throws {
    let walk = try await walk(
      """
        - repeat: env
          title: Variables
          steps:
            - { ask: key, type: string }
      """)
    await walk.type("\rPATH\r")
    try await click("PATH", walk)
    #expect(walk.runner.session.topStepID?.hasSuffix(".key") == true)
  }

  /// Nothing is between the title and the first step.
  @Test func theStepsBeginBelowTheTitle() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: n\ntitle: Title\nsteps:\n  - { ask: a, type: string, label: First }\n", .full,
      columns: 80, rows: 30)
    #expect(walk.lines[0].hasPrefix("  Title"))
    #expect(walk.lines[2] == "  ◆ First", "\(walk.text)")
    #expect(walk.lines.dropFirst(6).allSatisfy { $0.isEmpty })
  }
}
