// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// The row for a text beside the choices of a list.
@MainActor
@Suite struct OtherTextTests {
  private static func flow(_ field: String) -> String {
    """
    flow: 1
    id: o
    steps:
      - { ask: part, \(field) }
      - { ask: last, type: string }
    """
  }

  /// A typed text filters; the last row takes it as a text, also where nothing matches.
  @Test(arguments: [
    ("Attic\r", "Attic"), ("web\u{1B}[F\r", "web"), ("mail\r", "mail"),
    ("\u{1B}[FAttic\r", "Attic"),
    ("\u{1B}[F\r\u{1B}[FAttic\r", "Attic"), ("\u{1B}[Fmail\r", "mail"),
    ("\u{1B}[FWeb server\r", "www"), ("\u{1B}[FWEB SERVER\r", "www"),
    ("\u{1B}[Fa b  c\r", "a b  c"), ("日本\r", "日本"), ("Atic\u{7F}\u{7F}tic\r", "Attic"),
    ("Attic\u{15}\r", "www"), ("1\r", "www"), ("\u{1B}[F1\r", "1"), ("::x\r", ":x"),
  ])
  func theLastRowOfAChoiceTakesAText(keys: String, answer: String) async throws {
    let walk = try await ScreenWalk(
      Self.flow("type: choice, choices: [{ value: www, label: Web server }, mail], other: Another"))
    await walk.type(keys)
    await walk.type("x\r")
    expectEqual(walk.result, #"{"part":"\#(answer)","last":"x"}"#)
  }

  /// Enter marks a text in a row of its own, from which Space takes the mark away.
  @Test(arguments: [
    ("Attic\r\r", #"["Attic"]"#), (" Attic\r\r", #"["a","Attic"]"#),
    ("\u{1B}[FAttic\rHut\r\r", #"["Attic","Hut"]"#), ("\u{1B}[FAttic\rAttic\r\r", #"["Attic"]"#),
    ("\u{1B}[FAttic\r\u{1B}[A \r", "[]"), ("\u{1B}[Fa hut\r\r", #"["a hut"]"#),
    ("\u{1B}[Fa\r\r", #"["a"]"#), ("\u{1B}[F \r", "[]"),
    ("\u{1B}[FHut\r\u{1B}a\r", #"["a","b","Hut"]"#),
    ("\u{1B}[FHut\r\u{1B}[A\u{1B}[A \r", #"["none"]"#),
    ("\u{1B}[A\u{1B}[A \u{1B}[FHut\r\r", #"["Hut"]"#),
  ])
  func theLastRowOfAChecklistTakesTexts(keys: String, answer: String) async throws {
    let walk = try await ScreenWalk(
      Self.flow("type: choices, choices: [a, b, { value: none, alone: true }], other: true"))
    await walk.type(keys)
    await walk.type("x\r")
    expectEqual(walk.result, #"{"part":\#(answer),"last":"x"}"#)
  }

  /// A text that was given is a row, on which the pointer is, and can be taken again.
  @Test(arguments: [("type: choice", "\"Attic\""), ("type: choices", #"["Attic"]"#)])
  func anAnswerIsARow(type: String, answer: String) async throws {
    let walk = try await ScreenWalk(
      Self.flow("\(type), choices: [a, b], other: Another, default: \(answer)"))
    #expect(walk.text.contains("Attic"))
    await walk.type("\r:back\r\rx\r")
    expectEqual(walk.result, #"{"part":\#(answer),"last":"x"}"#)
  }

  /// A refused text is still in the line, also when the question is asked again, and Enter takes nothing else.
  @Test func aRefusedTextStaysUntilAnotherIsTyped() async throws {
    let walk = try await ScreenWalk(
      Self.flow("type: choice, choices: [a, b], other: Another, maxLength: 3"))
    await walk.type("Attic\r")
    #expect(walk.text.contains("at most 3 characters") && walk.text.contains("Another: Attic"))
    await walk.type("\r")
    #expect(walk.text.contains("at most 3 characters") && walk.text.contains("Another: Attic"))
    await walk.type("Att\rx\r")
    expectEqual(walk.result, #"{"part":"Att","last":"x"}"#)
  }
}
