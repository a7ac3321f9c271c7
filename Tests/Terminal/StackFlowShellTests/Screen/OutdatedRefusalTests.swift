// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowForms
import StackFlowShell
import TerminalIO
import Testing

/// A refusal is shown as long as the refused answer is; what can be known before Enter is said before.
@MainActor
@Suite struct OutdatedRefusalTests {
  private func walk(_ field: String) async throws -> ScreenWalk {
    try await ScreenWalk("flow: 1\nid: r\nsteps:\n  - { ask: x, \(field) }\n")
  }

  @Test(arguments: [
    ("type: integer, min: 1024", "80\r", "80", "\u{7F}"),
    ("type: string, minLength: 3", "ab\r", "c", "\u{7F}"),
    ("type: string", "\r", "c", "\u{7F}"),
    ("type: secret, minLength: 3", "ab\r", "c", "\u{7F}"),
    ("type: text, minLength: 3", "ab\r", "c", "\u{7F}"),
    ("type: date, min: 2026-01-01", "2025-01-01\r", "\u{7F}", "1"),
    ("type: choices, choices: [a, b, c], minItems: 2", " \r", "\u{1B}[B ", " "),
    ("type: choice, choices: [a, b]", "zz\r", "\u{7F}", "z"),
    ("type: boolean", "maybe\r", "\u{7F}", "e"),
  ])
  func aChangeTakesItAwayAndTheSameAnswerBringsItBack(
    field: String, refused: String, change: String, undone: String
  ) async throws {
    let walk = try await walk(field)
    await walk.type(refused)
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type(change)
    #expect(!walk.text.contains("✗"), "\(walk.text)")
    for _ in change where undone == "\u{7F}" && !change.hasPrefix("\u{1B}") {
      await walk.type(undone)
    }
    if undone != "\u{7F}" { await walk.type(undone) }
    #expect(walk.text.contains("✗"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func theRefusalOfAnotherFieldStays() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - form: it
          fields:
            - { ask: x, type: integer, max: 9 }
            - { ask: y, type: string }
      """)
    await walk.type("80\tab")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{1B}[Z")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{7F}")
    #expect(!walk.text.contains("✗"), "\(walk.text)")
  }

  private static let three = "type: choices, choices: [a, b, c, d, bb], maxItems: 3"

  @Test func marksStopAtTheMaximumAndSayWhy() async throws {
    let walk = try await walk(Self.three)
    for _ in 0..<3 { await walk.type(" \u{1B}[B") }
    #expect(!walk.text.contains("space mark"), "\(walk.text)")
    await walk.type(" ")
    expectEqual(walk.text.count { $0 == "◉" }, 3, "\(walk.text)")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{1B}[A ")
    expectEqual(walk.text.count { $0 == "◉" }, 2, "\(walk.text)")
    #expect(!walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, #"{"x":["a","b"]}"#)
  }

  @Test func allIsOfferedOnlyWhereItFits() async throws {
    let walk = try await walk(Self.three)
    #expect(!walk.text.contains("alt-a"), "\(walk.text)")
    await walk.type("\u{1B}a")
    #expect(!walk.text.contains("◉") && walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{1B}i")
    #expect(!walk.text.contains("◉"), "\(walk.text)")
    await walk.type("b")
    #expect(walk.text.contains("alt-a") && !walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{1B}a")
    // The first Enter clears the filter.
    await walk.type("\r")
    #expect(walk.result == nil)
    await walk.type("\r")
    expectEqual(walk.result, #"{"x":["b","bb"]}"#)
  }

  @Test func marksThatWereRefusedStayInTheirField() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - form: it
          fields:
            - { ask: x, type: choices, choices: [a, b, c], minItems: 2 }
            - { ask: y, type: string, default: z }
      """)
    await walk.type(" \t")
    await walk.type("\u{1B}[Z")
    #expect(walk.text.contains("◉ a"), "\(walk.text)")
    await walk.type("\u{1B}[B ")
    await walk.type("\t\r")
    expectEqual(walk.result, #"{"x":["a","b"],"y":"z"}"#, "\(walk.text)")
  }
}
