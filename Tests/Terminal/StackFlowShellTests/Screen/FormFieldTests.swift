// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// The fields of a form: what a field shows is its value, and Up and Down move between fields.
@MainActor
@Suite struct FormFieldTests {
  private func walk(_ fields: String...) async throws -> ScreenWalk {
    try await ScreenWalk(
      """
      flow: 1
      id: f
      steps:
        - form: it
          fields:
      \(fields.map { "      - { \($0) }" }.joined(separator: "\n"))
      """)
  }

  /// Types the keys at the first field, leaves it, comes back, and submits the form.
  @Test(arguments: [
    ("type: integer, default: 443", "\u{1B}[1;3A\u{1B}[1;3A", "445"),
    ("type: integer, default: 443", "500\t\u{1B}[Z\u{1B}[1;3A", "501"),
    ("type: integer, default: 443", "500\u{1B}[1;3B", "499"),
    ("type: integer, default: 443", "\u{1B}[1;3A7", "7"),
    ("type: integer, default: 443, min: 0, max: 1000, widget: slider", "\u{1B}[C\u{1B}[C", "445"),
    ("type: integer, default: 443, min: 0, max: 1000, widget: slider", "\u{1B}[1;3A", "444"),
    ("type: integer, default: 443", "12\u{C}", "12"),
    ("type: time, default: '10:30'", "\u{1B}[1;3A", "11:30"),
    ("type: date, default: 2026-11-30", "\u{1B}[C", "2026-12-01"),
    ("type: date, default: 2026-11-30", "\u{1B}[1;3A", "2026-11-23"),
    ("type: string, default: main", "\u{5}x", "mainx"),
    ("type: choice, choices: [a, b, c], default: a", "\u{1B}[B", "b"),
    ("type: choice, choices: [a, b, c], default: a, widget: buttons", "\u{1B}[C", "b"),
    ("type: choice, choices: [a, b, c], default: a, widget: menu", "\u{1B}[C", "b"),
    ("type: boolean, default: true", "n", "false"),
  ])
  func theShownValueOfAFieldStaysWhenItIsLeft(field: String, keys: String, value: String)
    async throws
  {
    let walk = try await walk("ask: x, \(field)", "ask: y, type: string, default: z")
    await walk.type(keys)
    await walk.type("\t")
    await walk.type("\u{1B}[Z")
    await walk.type("\t")
    await walk.type("\r")
    let shown = walk.result?.replacing("\"", with: "")
    expectEqual(shown, "{x:\(value),y:z}", "\(walk.text)")
  }

  /// A text that can't be taken stays in its field, with the reason.
  @Test(arguments: [
    ("type: boolean", "maybe"), ("type: choice, choices: [a, b]", "zz"),
    ("type: integer", "many"),
  ])
  func aRefusedTextStaysInItsField(field: String, text: String) async throws {
    let walk = try await walk("ask: x, \(field)", "ask: y, type: string")
    await walk.type(text)
    await walk.type("\t")
    #expect(walk.text.contains("X  \(text)"), "\(walk.text)")
    #expect(walk.text.contains("✗"), "\(walk.text)")
  }

  nonisolated static let fields = [
    "type: string", "type: integer, default: 1", "type: time, default: '10:30'",
    "type: date, default: 2026-11-30", "type: boolean", "type: duration", "type: path",
    "type: text", "type: choice, choices: [a, b], widget: buttons",
    "type: choice, choices: [a, b], widget: menu", "type: choice, choices: [a]",
    "type: choices, choices: [a]", "type: integer, min: 0, max: 9, default: 1, widget: slider",
    "type: secret",
  ]

  @Test(arguments: fields) func upAndDownMoveBetweenFields(field: String) async throws {
    let walk = try await walk("ask: w, type: string", "ask: x, \(field)", "ask: y, type: string")
    await walk.type("\u{1B}[B")
    #expect(walk.text.contains("› X"), "\(walk.text)")
    await walk.type("\u{1B}[B")
    #expect(walk.text.contains("› Y"), "\(walk.text)")
    await walk.type("\u{1B}[A")
    await walk.type("\u{1B}[A")
    #expect(walk.text.contains("› W"), "\(walk.text)")
    await walk.type("\u{1B}[A")
    #expect(walk.text.contains("› W"), "\(walk.text)")
  }

  /// At both ends of a form they do nothing, so no earlier answer takes the place of the line.
  @Test func upAtTheFirstFieldKeepsWhatIsTyped() async throws {
    let walk = try await walk("ask: x, type: string, minLength: 3", "ask: y, type: string")
    await walk.type("no\r")
    await walk.type("\u{15}good")
    await walk.type("\u{1B}[A")
    #expect(walk.text.contains("› X  good"), "\(walk.text)")
    await walk.type("\tz")
    await walk.type("\u{1B}[B")
    #expect(walk.text.contains("› Y  z"), "\(walk.text)")
  }

  @Test func upAndDownGoThroughTheRowsOfAListAndThenLeaveIt() async throws {
    let walk = try await walk(
      "ask: w, type: string", "ask: x, type: choice, choices: [a, b]", "ask: y, type: string")
    await walk.type("\t\u{1B}[B")
    #expect(walk.text.contains("❯ b"), "\(walk.text)")
    await walk.type("\u{1B}[B")
    #expect(walk.text.contains("› Y"), "\(walk.text)")
    await walk.type("\u{1B}[A\u{1B}[A\u{1B}[A")
    #expect(walk.text.contains("› W"), "\(walk.text)")
  }

  @Test func aFormWithOneFieldStepsItsNumberByUpAndDown() async throws {
    let walk = try await walk("ask: x, type: integer, default: 1")
    #expect(walk.text.contains("↑↓ step") && !walk.text.contains("alt-↑↓"), "\(walk.text)")
    await walk.type("\u{1B}[A")
    await walk.type("\r")
    expectEqual(walk.result, #"{"x":2}"#)
  }

  @Test func theHintNamesTheKeysThatStepInAForm() async throws {
    let walk = try await walk("ask: x, type: integer, default: 1", "ask: y, type: string")
    #expect(walk.text.contains("alt-↑↓ step"), "\(walk.text)")
  }

  // MARK: Refusals

  @Test func theRefusalOfAnotherFieldStays() async throws {
    let walk = try await walk("ask: x, type: integer, max: 9", "ask: y, type: string")
    await walk.type("80\tab")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{1B}[Z")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{7F}")
    #expect(!walk.text.contains("✗"), "\(walk.text)")
  }

  @Test func marksThatWereRefusedStayInTheirField() async throws {
    let walk = try await walk(
      "ask: x, type: choices, choices: [a, b, c], minItems: 2", "ask: y, type: string, default: z")
    await walk.type(" \t")
    await walk.type("\u{1B}[Z")
    #expect(walk.text.contains("◉ a"), "\(walk.text)")
    await walk.type("\u{1B}[B ")
    await walk.type("\t\r")
    expectEqual(walk.result, #"{"x":["a","b"],"y":"z"}"#, "\(walk.text)")
  }

  /// A form isn't left while one of its fields is refused: the first of them gets the focus.
  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func aFormIsHeldUpByAnEarlierField(place: ScreenWalk.Face.Place) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - form: when
          fields:
            - { ask: hour, type: integer, max: 23 }
            - { ask: minute, type: integer, max: 59 }
            - { ask: kind, type: choice, choices: [a, b] }
        - { ask: end, type: string }
      """, place, rows: 20)
    await walk.type("99\r")
    await walk.type("\t60\r")
    await walk.type("\ta\r")
    #expect(walk.lines.contains { $0.contains("› Hour") && $0.contains("99") }, "\(walk.text)")
    #expect(walk.text.contains("✗ must be 23 or less"), "\(walk.text)")
    await walk.type("\u{15}9\t\t\r")
    #expect(walk.lines.contains { $0.contains("› Minute") && $0.contains("60") }, "\(walk.text)")
    #expect(walk.text.contains("✗ must be 59 or less"), "\(walk.text)")
    await walk.type("\u{15}5\t\r")
    #expect(walk.text.contains("◆ End"), "\(walk.text)")
  }
}
