// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// A text that was refused stays, whatever the widget.
@MainActor
@Suite struct RefusedTextTests {
  private func walk(_ field: String) async throws -> ScreenWalk {
    try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - { ask: size, \(field) }
        - { ask: end, type: string }
      """, rows: 16)
  }

  nonisolated static let fields = [
    "type: choice, choices: [small, large]",
    "type: choice, choices: [small, large], widget: menu",
    "type: choice, choices: [small, large], widget: buttons",
    "type: choices, choices: [small, large], minItems: 1",
    "type: boolean",
    "type: integer",
    "type: date",
  ]

  @Test(arguments: fields)
  func itStaysAndIsRefusedAgain(field: String) async throws {
    let walk = try await walk(field)
    for _ in 0..<2 {
      await walk.type(walk.text.contains("✗") ? "\r" : "wxq\r")
      #expect(walk.text.contains("› wxq"), "\(walk.text)")
      #expect(walk.text.contains("✗"), "\(walk.text)")
    }
  }

  @Test(arguments: fields)
  func itIsEdited(field: String) async throws {
    let walk = try await walk(field)
    await walk.type("wxq\r")
    await walk.type("\u{7F}")
    #expect(walk.text.contains("› wx"), "\(walk.text)")
    #expect(!walk.text.contains("› wxq"), "\(walk.text)")
  }

  /// As in the line face: what is picked is typed anew.
  @Test(arguments: fields[..<4])
  func typingReplacesWhatWasPickedWrongly(field: String) async throws {
    let walk = try await walk(field)
    await walk.type("wxq\r")
    await walk.type("large")
    // The first Enter clears the filter.
    if field.contains("choices, ") { await walk.type(" \r") }
    await walk.type("\r")
    await walk.type("end\r")
    expectEqual(walk.result?.split { !$0.isLetter }.contains("large"), true, "\(walk.text)")
  }

  @Test func yesAndNoReplaceIt() async throws {
    let walk = try await walk("type: boolean")
    await walk.type("wxq\r")
    await walk.type("y")
    #expect(walk.text.contains("● yes"), "\(walk.text)")
    await walk.type("\rend\r")
    expectEqual(walk.result?.split { !$0.isLetter }.contains("true"), true, "\(walk.text)")
  }

  @Test func escapeShowsTheListAgain() async throws {
    let walk = try await walk(Self.fields[0])
    await walk.type("wxq\r")
    #expect(!walk.text.contains("❯"), "\(walk.text)")
    await walk.type(Key(.escape))
    #expect(walk.text.contains("❯ small"), "\(walk.text)")
  }

  /// A choice that can't be made was picked, not typed.
  @Test func whatWasPickedLeavesNoText() async throws {
    let walk = try await walk(
      "type: choice, choices: [{ value: small, disabledWhen: true }, large]")
    await walk.type("\u{1B}[A\r")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    #expect(walk.text.contains("❯ small"), "\(walk.text)")
    #expect(!walk.text.contains("› small"), "\(walk.text)")
  }

  // MARK: Forms

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

  /// The user sees that the refused text is still there.
  @Test func aWordTypedAfterItIsAPartOfTheAnswer() async throws {
    let walk = try await walk("type: string, pattern: '^[a-z]+$'")
    await walk.type("B\r")
    await walk.type(":quit\r")
    #expect(walk.ending == nil)
    #expect(walk.text.contains("› B:quit"), "\(walk.text)")
  }
}
