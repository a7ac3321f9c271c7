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
    await walk.type("fr")
    await walk.type(" ")
    #expect(walk.text.contains("enter clear"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.ending == nil)
    #expect(walk.text.contains("❯ ◉ fruit") && walk.text.contains("fish"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, #"{"food":["fruit"]}"#)
  }
}
