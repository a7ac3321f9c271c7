// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import FlowTesting
import Foundation
import Localization
import StackFlowShell
import TerminalIO
import Testing

/// What a screen reader or a braille display gets of the line face.
@Suite @MainActor struct HeardLineTests {
  private static func face(
    _ steps: String, columns: Int = 80, language: String? = nil, escapes: Bool = true
  ) throws -> (face: LineFace<PlainLineEditor>, terminal: MemoryTerminal) {
    let speaks = language.map { "language: \($0)\n" } ?? ""
    let flow = try checkedFlow("flow: 1\nid: w\n\(speaks)steps:\n" + steps, name: "w.flow.yaml")
    let runner = try FlowRunner(
      flow: flow, options: SessionOptions(language: language), clock: { .epoch })
    let terminal = MemoryTerminal(
      size: WindowSize(columns: columns, rows: 20),
      traits: TerminalTraits(understandsEscapes: escapes, takesCommands: escapes))
    return (LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor()), terminal)
  }

  /// Types keys, and returns the rows that were shown, as a terminal leaves them.
  private static func rows(
    _ walk: (face: LineFace<PlainLineEditor>, terminal: MemoryTerminal), typing keys: String...
  ) async -> [String] {
    for text in keys { walk.terminal.type(text) }
    walk.terminal.hangUp()
    _ = await walk.face.walk()
    return walk.terminal.takeOutput().components(separatedBy: "\r\n")
  }

  /// The last of a row that's on the terminal once its carriage returns have been obeyed, without erasures.
  private static func begins(_ rows: [String], _ text: String) -> Bool {
    rows.contains { $0.hasPrefix(text) }
  }

  /// A question with its limits is the prompt of its line, with the end that its words need.
  @Test(arguments: [
    ("{ ask: a, type: integer, label: Age, hint: 18 to 120 }", "Age, 18 to 120: "),
    ("{ ask: a, type: string, label: 'Age:' }", "Age: "),
    ("{ ask: a, type: string, label: How old? }", "How old? "),
    ("{ ask: a, type: string, label: How old?, hint: in years }", "How old? in years: "),
    ("{ ask: a, type: string, label: Name (of it) }", "Name (of it): "),
    ("{ ask: a, type: string, label: Name, required: false }", "Name, optional: "),
  ])
  func aQuestionIsThePromptOfItsLine(step: String, prompt: String) async throws {
    let walk = try Self.face("  - \(step)\n")
    let rows = await Self.rows(walk, typing: "x")
    expectEqual(rows.filter { $0.hasPrefix(prompt) }.count, 1, "\(rows)")
    #expect(!rows.contains { $0.hasPrefix("> ") }, "\(rows)")
  }

  /// A long question begins above, its end leaves room for what's typed, and all of it is there once.
  @Test(arguments: [20, 40, 60, 80])
  func aLongQuestionLeavesRoomForTheAnswer(columns: Int) async throws {
    let words = (1...30).map { "word\($0)" }
    let walk = try Self.face(
      "  - { ask: a, type: string, label: \(words.joined(separator: " ")) }\n", columns: columns)
    let rows = await Self.rows(walk, typing: "x")
    let prompt = try #require(rows.first { $0.contains("word30: ") })
    let text = try #require(prompt.components(separatedBy: ": ").first)
    #expect(text.count + 2 <= columns / 2, "\(rows)")
    let shown = rows.joined(separator: " ")
    for word in words {
      expectEqual(
        shown.components(separatedBy: " ").filter { $0 == word || $0.hasPrefix(word + ":") }.count,
        1, "\(word): \(rows)")
    }
  }

  /// The choices come after how to answer them, and before the question.
  @Test func choicesComeAfterHowToAnswerThem() async throws {
    let walk = try Self.face("  - { ask: a, type: choice, label: Region, choices: [eu, us] }\n")
    let rows = await Self.rows(walk)
    let hint = try #require(rows.firstIndex { $0.contains("number") })
    let choice = try #require(rows.firstIndex { $0.hasSuffix("eu") })
    let question = try #require(rows.firstIndex { $0.hasPrefix("Region") })
    #expect(hint < choice && choice < question, "\(rows)")
  }

  /// In Emacs's shell, the line of a secret begins with words by which Emacs knows a password, in each language,
  /// and the question is above.
  @Test(arguments: [
    ("en", "Password"), ("de", "Passwort"), ("fr", "Mot de passe"), ("es", "Contraseña"),
    ("nl", "Wachtwoord"), ("he", "ססמה"), ("ja", "パスワード"),
  ])
  func aSecretInEmacsHasAPromptThatEmacsKnows(language: String, word: String) async throws {
    let walk = try Self.face(
      "  - { ask: a, type: secret, label: Key of the door }\n", language: language, escapes: false)
    walk.face.isInEmacs = true
    let rows = await Self.rows(walk)
    expectEqual(rows.last { !$0.isEmpty }, word + ": ", "\(rows)")
    #expect(rows.contains { $0.hasPrefix("Key of the door") }, "\(rows)")
  }

  /// A refused text is replaced by what's typed next, and edited after an arrow key; the first time, it's said so.
  @Test func typingReplacesARefusedText() async throws {
    let steps = "  - { ask: a, type: integer, min: 18 }\n  - { ask: b, type: string }\n"
    let replaced = try Self.face(steps)
    let rows = await Self.rows(replaced, typing: "12\r", "19\r")
    expectEqual(replaced.face.openQuestion, "b", "\(rows)")
    expectEqual(rows.filter { $0.contains("Type to replace the refused text") }.count, 1)
    let edited = try Self.face(steps)
    _ = await Self.rows(edited, typing: "12\r", "\u{1B}[D\u{1B}[D9\r")
    expectEqual(edited.face.openQuestion, "b")
  }

  /// Where the terminal doesn't edit, nothing is left of a refused text.
  @Test func aTerminalWithoutEditingKeepsNoRefusedText() async throws {
    let walk = try Self.face(
      "  - { ask: a, type: integer, min: 18 }\n  - { ask: b, type: string }\n", escapes: false)
    let rows = await Self.rows(walk, typing: "12\r", "19\r")
    expectEqual(walk.face.openQuestion, "b", "\(rows)")
    expectEqual(rows.filter { $0.contains("12") }.count, 1, "\(rows)")
  }

  /// What was deleted doesn't come back after a question about the question.
  @Test func whatWasDeletedStaysDeletedAfterAWord() async throws {
    let walk = try Self.face(
      "  - { ask: a, type: string, pattern: '^[a-z]*$' }\n  - { ask: b, type: string }\n")
    let rows = await Self.rows(walk, typing: "X1\r", "\u{15}:why\r", "abc\r")
    expectEqual(walk.face.openQuestion, "b", "\(rows)")
    #expect(!(rows.last { $0.contains("abc") } ?? "").contains("X1"), "\(rows)")
  }

  /// A command that runs is told after 2, 5, 10, and 30 seconds, and then every 30, with its last line.
  @Test func aRunningCommandIsToldAtGrowingIntervals() throws {
    let (face, terminal) = try Self.face("  - { ask: a, type: string }\n")
    let output = EffectOutput()
    let request = EffectRequest(
      step: "r", effect: .command(CommandRequest(arguments: ["make"], timeout: .zero)))
    face.effectBegan(request, output: output)
    var told: [String] = []
    for second in 1...95 {
      if second == 4 { output.append(Array("compiling b.o\n".utf8)) }
      terminal.advance(by: .seconds(1))
      while let event = terminal.events.takeNow() {
        #expect(face.takes(event))
        let text = terminal.takeOutput().trimmingCharacters(in: .whitespacesAndNewlines)
        told.append("\(second) \(text)")
      }
    }
    expectEqual(
      told,
      [
        "2 Running for 2 s.", "5 Running for 5 s: compiling b.o",
        "10 Running for 10 s: compiling b.o", "30 Running for 30 s: compiling b.o",
        "60 Running for 1 min 0 s: compiling b.o", "90 Running for 1 min 30 s: compiling b.o",
      ])
    face.effectEnded()
    terminal.advance(by: .seconds(60))
    #expect(terminal.events.takeNow() == nil)
  }

  /// No operating system command is written, which some screen readers read aloud, and the dots of a secret are a
  /// word in a review.
  @Test func nothingIsWrittenThatIsReadAloudAsNoise() async throws {
    let walk = try Self.face(
      "  - { ask: a, type: secret }\n  - { ask: b, type: string }\n  - { review: r }\n")
    let rows = await Self.rows(walk, typing: "pw\r", "x\r")
    let text = rows.joined(separator: "\n")
    #expect(!text.contains("\u{1B}]"), "\(rows)")
    #expect(rows.contains { $0.contains("a secret") } && !text.contains("••"), "\(rows)")
    #expect(rows.contains("Step 3, the last."), "\(rows)")
  }
}
