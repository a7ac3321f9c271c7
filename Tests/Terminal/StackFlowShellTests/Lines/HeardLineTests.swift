// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowScreens
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import Localization
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

/// The output of the line face for a screen reader or a braille display.
@Suite @MainActor struct HeardLineTests {
  private static func face(
    _ steps: String, columns: Int = 80, language: String? = nil, escapes: Bool = true
  ) throws -> (face: LineFace<PlainLineEditor>, terminal: MemoryTerminal, runner: FlowRunner) {
    let speaks = language.map { "language: \($0)\n" } ?? ""
    let flow = try checkedFlow("flow: 1\nid: w\n\(speaks)steps:\n" + steps, name: "w.flow.yaml")
    let runner = try FlowRunner(
      flow: flow, options: SessionOptions(language: language), clock: { .epoch })
    let terminal = MemoryTerminal(
      size: WindowSize(columns: columns, rows: 20),
      traits: TerminalTraits(understandsEscapes: escapes, takesCommands: escapes))
    return (
      LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor()), terminal, runner
    )
  }

  /// Types keys, and returns the rows that were shown, as a terminal leaves them.
  private static func rows(
    _ walk: (face: LineFace<PlainLineEditor>, terminal: MemoryTerminal, runner: FlowRunner),
    typing keys: String...
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
    ("{ ask: a, type: integer, label: Age, min: 18, max: 120 }", "Age, 18 to 120: "),
    ("{ ask: a, type: number, label: Share, min: 0.5 }", "Share, at least 0.5: "),
    (
      "{ ask: a, type: number, label: Share, max: 2, required: false }",
      "Share, at most 2, optional: "
    ),
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

  /// `:help` says the bounds of a number and of times, and the choices of items, whether the flow's hint does or not.
  @Test(arguments: [
    ("type: integer, min: 18, max: 120", "18 to 120."), ("type: integer, min: 18", "At least 18."),
    ("type: integer, max: 3, hint: a few", "At most 3."),
    ("type: date, min: 2026-01-01, max: 2026-12-31", "2026-01-01 to 2026-12-31."),
    ("type: date, min: 2026-01-01", "Must be 2026-01-01 or later."),
    ("type: duration, max: 2h", "Must be 2h or shorter."),
    ("type: list, of: { type: choice, choices: [x, { value: y, label: Why }] }", "x / y (Why)"),
    ("type: map, hint: marks, of: { type: choice, choices: [hi, lo] }", "hi / lo"),
  ])
  func helpSaysTheBounds(settings: String, words: String) async throws {
    let walk = try Self.face("  - { ask: a, \(settings) }\n")
    let rows = await Self.rows(walk, typing: ":help\r")
    #expect(rows.contains(words), "\(rows)")
    #expect(!rows.contains("There's no more help for this question."), "\(rows)")
  }

  /// No text is a word at a secret, so that the help names keys: also that which leaves an optional one empty.
  @Test(arguments: [
    ("", []), (", required: false", ["Ctrl-U Enter"]), (", generate: 8", ["Enter"]),
    (", generate: 8, required: false", ["Enter", "Ctrl-U Enter"]),
  ])
  func helpAtASecretNamesKeys(settings: String, keys: [String]) async throws {
    let walk = try Self.face("  - { ask: a, type: secret\(settings) }\n", columns: 100)
    let rows = await Self.rows(walk, typing: "\u{1B}OP")
    let title = try #require(rows.firstIndex(of: "These keys work here:"), "\(rows)")
    let listed = rows[(title + 1)...].prefix { $0.hasPrefix("  ") }
    let named = listed.compactMap { $0.dropFirst(2).components(separatedBy: "  ").first }
    expectEqual(
      named, keys + ["Alt-W", "F1", "Ctrl-D, Ctrl-C"], "\(rows)")
    #expect(!rows.contains { $0.contains(":none") }, "\(rows)")
  }

  /// Clearing an optional secret leaves it empty, also where Enter alone takes a random text.
  @Test(arguments: ["\u{15}\r", "x\u{7F}\r", "xyz\u{15}\r", "ab\u{15}c\u{7F}\r"])
  func aClearedSecretIsLeftEmpty(keys: String) async throws {
    let walk = try Self.face(
      """
        - { ask: a, type: secret, generate: 8, required: false }
        - { ask: b, type: string }

      """)
    _ = await Self.rows(walk, typing: keys, "q\r")
    expectEqual(walk.runner.session.answer("b"), "q")
    expectEqual(walk.runner.session.answer("a") ?? .null, .null)
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

  /// A prompt is the end of the question, from a word on, or a sign; the limits are never all of it.
  @Test(arguments: [
    ("What is the name of the service that you want to create", "such as billing-api"),
    ("What is the name of the service that you want to create?", ""),
    ("作りたいサービスの名前は何ですか", "billing-api のような名前"),
    ("Donaudampfschifffahrtsgesellschaftskapitän", "mindestens 3 Zeichen"),
  ])
  func aPromptIsTheEndOfTheQuestion(question: String, hint: String) async throws {
    for columns in 6...140 {
      let walk = try Self.face(
        "  - { ask: a, type: string, label: '\(question)', hint: '\(hint)' }\n", columns: columns)
      let rows = await Self.rows(walk)
      let prompt = try #require(rows.last { !$0.isEmpty })
      if prompt != "> " {
        let end =
          prompt.hasPrefix(question)
          ? question : String(prompt.dropLast(prompt.hasSuffix(": ") ? 2 : 1))
        #expect(question.hasSuffix(end), "\(columns): \(rows)")
        // Japanese has no blanks between words.
        let before = question.dropLast(end.count).last
        #expect(
          before == nil || before == " " || question.hasPrefix("作"), "\(columns): \(rows)")
      }
      let shown = rows.joined().filter { $0 != " " }
      #expect(shown.contains(question.filter { $0 != " " }), "\(columns): \(rows)")
      #expect(prompt.cellWidth <= max(2, (columns - 1) / 2), "\(columns): \(rows)")
    }
  }

  /// After a change of the window, the prompt is the one of a question that's asked in such a window.
  @Test(arguments: [80, 30], [20, 34, 46, 60, 100])
  func aPromptFitsTheWindowThatChanges(from before: Int, to after: Int) async throws {
    let steps =
      "  - { ask: a, type: string, label: 'Which kind of service is it?', hint: a word }\n"
    let fresh = await Self.rows(try Self.face(steps, columns: after))
    let walk = try Self.face(steps, columns: before)
    let walking = Task { await walk.face.walk() }
    await walk.terminal.settle()
    _ = walk.terminal.takeOutput()
    walk.terminal.resize(to: WindowSize(columns: after, rows: 20))
    await walk.terminal.settle()
    let shown = walk.terminal.takeOutput()
    expectEqual(
      shown.components(separatedBy: "\u{1B}[J").last, fresh.last { !$0.isEmpty }, "\(shown)")
    walk.terminal.hangUp()
    _ = await walking.value
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

  /// Deleted text doesn't come back after a question about the question.
  @Test func whatWasDeletedStaysDeletedAfterAWord() async throws {
    let walk = try Self.face(
      "  - { ask: a, type: string, pattern: '^[a-z]*$' }\n  - { ask: b, type: string }\n")
    let rows = await Self.rows(walk, typing: "X1\r", "\u{15}:why\r", "abc\r")
    expectEqual(walk.face.openQuestion, "b", "\(rows)")
    #expect(!(rows.last { $0.contains("abc") } ?? "").contains("X1"), "\(rows)")
  }

  /// Deleted text doesn't come back after any word that leads back to the question.
  @Test(arguments: [
    ":why", ":why nothing", ":help", ":review", ":show", ":show all", ":nonsense", ":back",
    ":back nowhere", ":retry", ":field nothing", ":field it", ":add", ":remove 1", ":done",
    ":accept", ":edit",
  ])
  func whatWasDeletedStaysDeletedAfterEachWord(word: String) async throws {
    let walk = try Self.face(
      "  - { ask: it, type: string, default: offered }\n  - { ask: b, type: string }\n")
    // An arrow key keeps an offered text to be edited.
    let rows = await Self.rows(walk, typing: "\u{15}\(word)\r", "\u{1B}[Cx\r")
    expectEqual(walk.face.openQuestion, "b", "\(rows)")
    expectEqual(walk.runner.session.rowsSoFar.map(\.text), ["x"], "\(rows)")
  }

  /// A question that's left after a word offers its text again.
  @Test func whatWasDeletedIsOfferedWhenTheQuestionReturns() async throws {
    let walk = try Self.face(
      "  - { ask: a, type: string }\n  - { ask: it, type: string, default: offered }\n"
        + "  - { ask: b, type: string }\n")
    _ = await Self.rows(walk, typing: "1\r", "\u{15}:back\r", "1\r", "\u{1B}[Cx\r")
    expectEqual(walk.runner.session.rowsSoFar.map(\.text), ["1", "offeredx"])
  }

  /// The dots of a secret are a word in the summary of a record, too, and wherever else a text has them.
  @Test func dotsOfASecretAreAWordInARecord() async throws {
    let walk = try Self.face(
      """
        - repeat: keys
          steps:
            - { ask: name, type: string }
            - { ask: key, type: secret }

      """)
    let rows = await Self.rows(walk, typing: "add\r", "door\r", "1234\r")
    #expect(rows.contains { $0.hasSuffix("door, a secret") }, "\(rows)")
    #expect(!rows.contains { $0.contains("••") }, "\(rows)")
  }

  @Test func dotsOfASecretAreAWordInEveryRow() {
    let text = "key ••••, ••"
    let rows: [ScreenRow] = [
      .text(text), .help(text), .hint(text), .output(text), .quote(text), .denial(text),
      .stepTitle(text), .flowTitle(text), .section(text, depth: 0), .question(text, hint: text),
      .understood(text, isChoice: false), .nothingToChoose(text),
    ]
    for isStyled in [false, true] {
      for row in rows {
        let lines = LineText(columns: 80, isStyled: isStyled).lines([row]).joined()
        #expect(!lines.contains("•••") && lines.contains("key a secret, ••"), "\(row): \(lines)")
      }
    }
  }

  /// A command that runs is told after 2, 5, 10, and 30 seconds, and then every 30, with its last line.
  @Test func aRunningCommandIsToldAtGrowingIntervals() throws {
    let (face, terminal, _) = try Self.face("  - { ask: a, type: string }\n")
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
