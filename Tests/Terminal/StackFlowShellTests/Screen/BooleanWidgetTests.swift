// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// Yes or no: letters select, and a text that is neither is refused.
@MainActor
@Suite struct BooleanWidgetTests {
  private static let flow = """
    flow: 1
    id: b
    steps:
      - { ask: sure, type: boolean, label: Sure? }
      - { ask: last, type: string }
    """

  @Test(arguments: [
    ("y", true), ("yes", true), ("n", false), ("no", false), ("yn", false), ("noyes", true),
    ("m\u{7F}n", false), ("y\u{1B}[C", false), (" ", true),
  ])
  func keysSelect(keys: String, answer: Bool) async throws {
    let walk = try await ScreenWalk(Self.flow)
    await walk.type(keys)
    await walk.type("\rx\r")
    expectEqual(walk.result, #"{"sure":\#(answer),"last":"x"}"#)
  }

  /// Letters that begin both words select neither; what tells them apart does.
  @Test(arguments: [("accept", true), ("acco", false), ("acce", true), ("y", true), ("no", false)])
  func wordsThatBeginAlikeAreTyped(keys: String, answer: Bool) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - { ask: sure, type: boolean, yes: accept, no: accord, label: Agree? }
        - { ask: last, type: string }
      """)
    #expect(walk.text.contains("acce acco choose"), "\(walk.text)")
    await walk.type("a\r")
    #expect(walk.text.contains("✗ enter accept or accord"), "\(walk.text)")
    await walk.type("\u{1B}")
    await walk.type(keys)
    await walk.type("\rx\r")
    expectEqual(walk.result, #"{"sure":\#(answer),"last":"x"}"#)
  }

  @Test func escapeClearsTheText() async throws {
    let walk = try await ScreenWalk(Self.flow)
    await walk.type("maybe")
    await walk.type("\u{1B}")
    #expect(walk.text.contains("› ○ yes   ○ no"))
  }

  @Test(arguments: ["maybe", "yeah", "nope", "2"]) func anythingElseIsRefused(text: String)
    async throws
  {
    let walk = try await ScreenWalk(Self.flow)
    await walk.type(text)
    #expect(walk.text.contains("› \(text)"))
    await walk.type("\r")
    #expect(walk.text.contains("✗ enter yes or no"))
    // It stays until something is selected.
    #expect(walk.text.contains("› \(text)"))
    await walk.type("y")
    #expect(walk.text.contains("› ● yes   ○ no"))
    await walk.type("\rx\r")
    expectEqual(walk.result, #"{"sure":true,"last":"x"}"#)
  }

  /// Whatever is selected is on the screen, also where the window has no room for both words in a row.
  @Test(arguments: [36, 24, 20, 14, 8], [true, false])
  func theSelectedAnswerIsOnTheScreen(columns: Int, isRequired: Bool) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - { ask: sure, type: boolean, yes: "Yes, certainly", no: "No, not at all", required: \(isRequired) }
      """, columns: columns, rows: 20)
    await walk.type("y")
    for words in ["Yes, certainly", "No, not at all"] {
      let shown = walk.text.filter { !$0.isWhitespace }
      #expect(
        shown.contains("●\(words.prefix(2))") && shown.contains(words.filter { $0 != " " }),
        "\(columns): \(walk.text)")
      await walk.type("\u{1B}[C")
    }
    #expect(walk.difference == nil)
  }

  @Test func wordsThatDoNotFitInARowAreBelowEachOther() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - { ask: sure, type: boolean, yes: "Yes, certainly", no: "No, not at all" }
      """, columns: 24)
    #expect(walk.text.contains("› ○ Yes, certainly"), "\(walk.text)")
    #expect(walk.lines.contains { $0.hasSuffix("  ○ No, not at all") }, "\(walk.text)")
    await walk.type("n\r")
    expectEqual(walk.result, #"{"sure":false}"#)
  }
}
