// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// A text that filters choices is never dropped silently.
@MainActor
@Suite struct FilteredMarkTests {
  private static let flow = """
    flow: 1
    id: c
    steps:
      - { ask: food, type: choices, choices: [fish, fruit, bread] }
    """

  @Test func enterMarksTheChoiceThatTheFilterFinds() async throws {
    let walk = try await ScreenWalk(Self.flow)
    await walk.type(" ")
    await walk.type("fr")
    #expect(walk.text.contains("enter mark"), "\(walk.text)")
    await walk.type("\t")
    await walk.type("\r")
    #expect(walk.ending == nil)
    #expect(walk.text.contains("  ◉ fish") && walk.text.contains("❯ ◉ fruit"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, #"{"food":["fish","fruit"]}"#)
  }

  @Test func enterOnlyClearsTheFilterWhereTheFoundChoiceIsMarked() async throws {
    let walk = try await ScreenWalk(Self.flow)
    await walk.type("\u{1B}[B ")
    await walk.type("fr")
    #expect(walk.text.contains("enter clear"), "\(walk.text)")
    #expect(!walk.text.contains("space mark"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.ending == nil)
    #expect(walk.text.contains("❯ ◉ fruit") && walk.text.contains("fish"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, #"{"food":["fruit"]}"#)
  }

  @Test(arguments: ["New York", "none yet"])
  func aBlankIsAPartOfTheFilter(text: String) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: c
      steps:
        - ask: cities
          type: choices
          required: false
          choices: [New Delhi, New Orleans, New York, none yet]
      """)
    for character in text { await walk.type(String(character)) }
    #expect(!walk.text.contains("◉"), "\(walk.text)")
    await walk.type("\r")
    await walk.type("\r")
    expectEqual(walk.result, "{\"cities\":[\"\(text)\"]}")
  }
}
