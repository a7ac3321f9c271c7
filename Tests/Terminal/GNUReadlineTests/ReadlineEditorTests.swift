// SPDX-License-Identifier: GPL-3.0-or-later

import Expectations
import GNUReadline
import StackFlowTesting
import TerminalIO
import Testing

@MainActor
@Suite("ReadlineEditor")
struct ReadlineEditorTests {
  @Test(
    "keys edit the line as Readline's manual says",
    arguments: [
      ("plain text", "abc", "abc|"),
      ("arrows move", "abc\u{1B}[D\u{1B}[D", "a|bc"),
      ("application arrows move", "abc\u{1B}OD", "ab|c"),
      ("Home and End", "abc\u{1B}[Hx\u{1B}[Fy", "xabcy|"),
      ("ctrl-a and ctrl-e", "abc\u{01}x\u{05}y", "xabcy|"),
      ("backspace", "abc\u{7F}", "ab|"),
      ("Delete", "abc\u{01}\u{1B}[3~", "|bc"),
      ("ctrl-d deletes in a line with text", "abc\u{01}\u{04}", "|bc"),
      ("ctrl-k and ctrl-y", "abc\u{01}\u{0B}x\u{19}", "xabc|"),
      ("ctrl-w takes a word", "one two\u{17}", "one |"),
      ("ctrl-u is kill line", "one two\u{15}", "|"),
      ("alt-b and alt-d", "one two\u{1B}b\u{1B}d", "one |"),
      ("alt-backspace kills a word of typed text", "one two\u{1B}\u{7F}", "one |"),
      ("ctrl-t transposes", "ab\u{14}", "ba|"),
      ("ctrl-_ undoes", "abc\u{15}\u{1F}", "abc|"),
      ("quoted insert takes the next key", "\u{16}\u{01}", "\u{01}|"),
      ("alt-digits at an empty line are no argument", "\u{1B}5a", "a|"),
      ("alt-digits count in a line with text", "x\u{1B}5a", "xaaaaa|"),
      ("wide characters move as one", "日本語\u{02}\u{02}x", "日x|本語"),
      ("backspace takes a whole wide character", "日本\u{7F}", "日|"),
      ("a combining mark goes with its letter", "e\u{301}x\u{02}\u{02}y", "y|e\u{301}x"),
      ("an unbound sequence leaves nothing", "a\u{1B}[1;7Sb", "ab|"),
      ("an unknown sequence leaves nothing", "a\u{1B}[?99zb\u{1B}[9;9;9~c", "abc|"),
      ("a mouse report leaves nothing", "a\u{1B}[<0;10;10Mb", "ab|"),
      ("ctrl-x and an arrow leave nothing", "ab\u{18}\u{1B}[Dc", "abc|"),
      ("a macro is recorded and replayed", "\u{18}(ab\u{18})\u{18}e", "abab|"),
      ("alt-backspace at an empty line does nothing", "\u{1B}\u{7F}a", "a|"),
    ] as [(String, String, String)])
  func editing(rule: String, keys: String, picture: String) {
    let typing = ReadlineTyping()
    typing.type(keys)
    expectEqual(typing.picture, picture, "\(rule)")
  }

  @Test func enterAcceptsTheLine() {
    let typing = ReadlineTyping()
    expectEqual(typing.type("billing-api\r"), .accepted("billing-api"))
    expectEqual(typing.editor.line.text, "billing-api")
  }

  @Test func theNextLineBeginsEmpty() {
    let typing = ReadlineTyping()
    typing.type("one\r")
    typing.editor.begin(LineRequest())
    expectEqual(typing.picture, "|")
    expectEqual(typing.type("two\r"), .accepted("two"))
  }

  @Test func theInitialTextIsEditedInPlace() {
    let typing = ReadlineTyping(LineRequest(initialText: "8080"))
    expectEqual(typing.picture, "8080|")
    typing.type("\u{7F}\u{7F}99")
    expectEqual(typing.type("\r"), .accepted("8099"))
  }

  /// A character of several scalars is removed as a whole, and is there again after one undo.
  @Test(arguments: ["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "e\u{301}", "❤️", "한"])
  func aKeyRemovesAWholeCharacter(character: String) {
    for (keys, left) in [
      ("\u{7F}", "a|b"), ("\u{08}", "a|b"), ("\u{02}\u{04}", "a|b"), ("\u{02}\u{1B}[3~", "a|b"),
    ] {
      let typing = ReadlineTyping()
      typing.type("a\(character)b\u{02}")
      typing.type(keys)
      expectEqual(typing.picture, left, "\(keys.debugDescription)")
      typing.type("\u{1F}")
      expectEqual(
        typing.editor.line.text, "a\(character)b", "undone after \(keys.debugDescription)")
    }
    let command = ReadlineTyping()
    command.editor.configure("set editing-mode vi")
    command.editor.begin(LineRequest())
    command.type("a\(character)")
    command.type(Key(.escape))
    command.type("x")
    expectEqual(command.editor.line.text, "a")
    command.editor.configure("set editing-mode emacs")
  }

  @Test func undoStopsAtTheInitialText() {
    let typing = ReadlineTyping(LineRequest(initialText: "80"))
    typing.type("8\u{1F}\u{1F}\u{1F}")
    expectEqual(typing.picture, "80|")
    typing.type("xyz\u{1B}r")
    expectEqual(typing.picture, "80|", "revert-line")
  }

  @Test func ctrlCInterruptsInAnyState() {
    for start in ["", "text", "\u{12}search", "\u{16}", "\u{18}"] {
      let typing = ReadlineTyping()
      typing.type(start)
      expectEqual(typing.type("\u{03}"), .interrupted, "after \(start.debugDescription)")
      typing.editor.begin(LineRequest())
      expectEqual(typing.type("a\r"), .accepted("a"), "after \(start.debugDescription)")
    }
  }

  @Test func ctrlDEndsTheInputOnlyAtAnEmptyLine() {
    let typing = ReadlineTyping()
    expectEqual(typing.type("a\u{04}"), .editing)
    expectEqual(typing.type("\u{7F}\u{04}"), .endOfInput)
  }

  /// However long after it the key comes.
  @Test func escapeAndAKeyAreTheKeyWithAlt() {
    let typing = ReadlineTyping(
      LineRequest(initialText: "one two", isOffer: true, typingReplaces: true))
    typing.type(Key(.escape))
    expectEqual(typing.picture, "one two|")
    expectEqual(typing.type("s"), .command(.takeDefault))
    #expect(typing.editor.line.isOffered)
    typing.type(Key(.escape))
    typing.type("b")
    expectEqual(typing.picture, "one |two")
    typing.type(Key(.escape))
    typing.type(Key(.backspace))
    expectEqual(typing.picture, "|two")
  }

  @Test func aPasteIsTextAndUndoneAtOnce() {
    let typing = ReadlineTyping()
    typing.type("a")
    expectEqual(typing.type("\u{1B}[200~x\ty\r\nz\u{04}?\u{1B}[201~"), .editing)
    expectEqual(typing.picture, "ax\ty\nz\u{04}?|")
    typing.type("\u{1F}")
    expectEqual(typing.picture, "a|")
  }

  @Test func aPasteLosesOnlyItsNULs() {
    let typing = ReadlineTyping()
    typing.type("\u{1B}[200~a\0b\u{1B}[201~")
    expectEqual(typing.picture, "ab|")
  }

  @Test func theHistoryIsTheGivenOne() {
    let typing = ReadlineTyping(history: ["one", "two"])
    typing.type("draft\u{1B}[A")
    expectEqual(typing.picture, "two|")
    typing.type("\u{1B}[A")
    expectEqual(typing.picture, "one|")
    typing.type("\u{1B}[B\u{1B}[B")
    expectEqual(typing.picture, "draft|")
  }

  @Test func editorsHaveHistoriesOfTheirOwn() {
    let first = ReadlineTyping(history: ["first"])
    first.type("\r")
    let second = ReadlineTyping(history: ["second"])
    second.type("\u{1B}[A")
    expectEqual(second.picture, "second|")
    second.type("\r")
    first.editor.begin(LineRequest())
    first.type("\u{1B}[A")
    expectEqual(first.picture, "first|")
  }

  @Test func anEditedHistoryLineIsNotKept() {
    let typing = ReadlineTyping(history: ["one"])
    typing.type("\u{1B}[Ax\r")
    typing.editor.begin(LineRequest())
    typing.type("\u{1B}[A")
    expectEqual(typing.picture, "one|")
    expectEqual(typing.editor.history, ["one"])
  }

  @Test func aSearchReplacesThePrompt() {
    let typing = ReadlineTyping(history: ["alpha", "beta"])
    typing.type("\u{12}al")
    expectEqual(typing.editor.line.message, "(reverse-i-search)`al': ")
    expectEqual(typing.editor.line.text, "alpha")
    expectEqual(typing.type("\r"), .accepted("alpha"))
  }

  @Test func tabCompletesTheSharedPrefix() {
    let typing = ReadlineTyping(.choosing("postgres", "postgis", "mysql"))
    expectEqual(typing.type("po\t"), .editing)
    expectEqual(typing.picture, "postg|")
    let shown = LineOutcome.candidates([.init("postgres"), .init("postgis")])
    expectEqual(typing.type("\t"), shown)
    expectEqual(typing.type("\t"), shown)
    expectEqual(typing.type("r\t"), .editing)
    expectEqual(typing.picture, "postgres|")
  }

  @Test func tabListsAtOnceWhereItAddsNothing() {
    let typing = ReadlineTyping(.choosing("postgres", "postgis", "mysql"))
    let shown = LineOutcome.candidates([.init("postgres"), .init("postgis")])
    expectEqual(typing.type("postg\t"), shown)
    expectEqual(typing.picture, "postg|")
  }

  @Test func aCandidateMayHaveSpaces() {
    let typing = ReadlineTyping(.choosing("HTTP API", "worker"))
    typing.type("HTTP A\t")
    expectEqual(typing.picture, "HTTP API|")
  }

  @Test func completionReplacesTypedTextWhateverItsCase() {
    let typing = ReadlineTyping(.choosing("PostgreSQL", "SQLite"))
    typing.type("post\t")
    expectEqual(typing.picture, "PostgreSQL|")
  }

  @Test func completionWithoutCandidatesChangesNothing() {
    let typing = ReadlineTyping(.choosing("a"))
    typing.type("zz\t")
    expectEqual(typing.picture, "zz|")
    let none = ReadlineTyping()
    none.type("/et\t")
    expectEqual(none.picture, "/et|", "no file names")
  }

  @Test(
    "keys of the shell are commands",
    arguments: [
      (Key(.tab, .shift), "", .back),
      (Key(.left, .alt), "text", .back),
      (Key(.pageUp), "", .back),
      (Key(.enter, .alt), "", .accept),
      (Key(.function(1)), "text", .help),
      (.character("?"), "", .help),
      (.alt("w"), "text", .why),
      (.alt("3"), "", .backTo(3)),
      (Key(.up, .alt), "", .scrollUp),
      (Key(.down, .alt), "", .scrollDown),
      (.control("l"), "text", .repaint),
      (.control("z"), "text", .stop),
    ] as [(Key, String, EditorCommand)])
  func commands(key: Key, text: String, command: EditorCommand) {
    let typing = ReadlineTyping()
    typing.type(text)
    expectEqual(typing.type(key), .command(command))
    expectEqual(typing.picture, text + "|")
  }

  /// Those that depend on the key are bound to their own keys alone.
  @Test(arguments: BoundCommand.allCases.filter { ![.backToDigit, .helpOrInsert].contains($0) })
  func everyCommandCanBeBoundByItsName(command: BoundCommand) {
    let typing = ReadlineTyping()
    typing.editor.configure("\"\\C-]\": \(command.rawValue)")
    defer { typing.editor.configure("\"\\C-]\": character-search") }
    let wanted = command.command(key: nil, isEmpty: true, isUntouchedOffer: false)
    expectEqual(typing.type(.control("]")), wanted.map { .command($0) } ?? .editing)
  }

  @Test func ctrlXCtrlEEdits() {
    let typing = ReadlineTyping()
    expectEqual(typing.type("\u{18}\u{05}"), .command(.edit))
  }

  @Test func aQuestionMarkInTextIsText() {
    let typing = ReadlineTyping()
    typing.type("a?")
    expectEqual(typing.picture, "a?|")
  }

  /// One too many leaves an empty line, and answers nothing.
  @Test(arguments: [true, false])
  func altBackspaceAlwaysDeletesAWord(isOffer: Bool) {
    let typing = ReadlineTyping(
      LineRequest(initialText: "one two", isOffer: isOffer, typingReplaces: isOffer))
    for picture in ["one |", "|", "|"] {
      expectEqual(typing.type(Key(.backspace, .alt)), .editing)
      expectEqual(typing.picture, picture)
    }
  }

  /// A quick typist presses Esc and the next key within the time in which a terminal sends Alt-keys.
  @Test func escapeAndAQuickKeyAreTwoKeysInViMode() {
    let typing = ReadlineTyping()
    typing.editor.configure("set editing-mode vi")
    defer { typing.editor.configure("set editing-mode emacs") }
    func begin() { typing.editor.begin(LineRequest()) }
    for (keys, picture) in [
      ("abcdef\u{1B}dd", "|"), ("abc\u{1B}0x", "|bc"), ("abc\u{1B}\u{1B}x", "a|b"),
      ("abc\u{1B}wx", "a|b"), ("abc\u{1B}5hx", "|bc"), ("abc\u{1B}sé", "abé|"),
      ("ab\u{1B}rx", "a|x"), ("ab\u{1B}[Dc", "ac|b"), ("ab\u{1B}ODc", "ac|b"),
    ] {
      begin()
      expectEqual(typing.type(keys), .editing, "\(keys.debugDescription)")
      expectEqual(typing.picture, picture, "\(keys.debugDescription)")
    }
    begin()
    expectEqual(typing.type("abc\u{1B}\r"), .command(.accept))
    typing.editor.configure("set keymap vi-insert")
    typing.editor.configure("\"\\ew\": stackflow-why")
    defer {
      typing.editor.configure("\"\\ew\":")
      typing.editor.configure("set keymap emacs")
    }
    begin()
    expectEqual(typing.type("abc\u{1B}w"), .command(.why), "an inputrc binds it")
  }

  @Test func viModeWorks() {
    let typing = ReadlineTyping()
    typing.editor.configure("set editing-mode vi")
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.editor.begin(LineRequest(initialText: "one two"))
    expectEqual(typing.editor.line.mode, .viInsert)
    typing.type(Key(.escape))
    expectEqual(typing.editor.line.mode, .viCommand)
    typing.type("bcwthree")
    expectEqual(typing.picture, "one three|")
    typing.type(Key(.escape))
    typing.type(Key(.escape))
    typing.type("0x")
    expectEqual(typing.picture, "|ne three")
    typing.type("u")
    expectEqual(typing.editor.line.text, "one three")
    expectEqual(typing.type("\r"), .accepted("one three"))
  }

  @Test func theModeIsInThePromptWhereAnInputrcWantsIt() {
    let typing = ReadlineTyping()
    expectEqual(typing.editor.line.prompt, "> ")
    for line in [
      "set editing-mode vi", "set show-mode-in-prompt on", "set vi-ins-mode-string (ins)",
      // Text between \1 and \2 is for the terminal, and isn't part of the prompt.
      "set vi-cmd-mode-string \\1\\e[1 q\\2(cmd)",
    ] {
      typing.editor.configure(line)
    }
    defer {
      typing.editor.configure("set show-mode-in-prompt off")
      typing.editor.configure("set editing-mode emacs")
    }
    typing.editor.begin(LineRequest(initialText: "one"))
    expectEqual(typing.editor.line.prompt, "(ins)> ")
    typing.type(Key(.escape))
    expectEqual(typing.editor.line.prompt, "(cmd)> ")
    typing.type("i")
    expectEqual(typing.editor.line.prompt, "(ins)> ")
    typing.editor.configure("set show-mode-in-prompt off")
    expectEqual(typing.editor.line.prompt, "> ")
  }

  @Test func anInputrcBindsCommandsOfTheShell() {
    let typing = ReadlineTyping()
    typing.editor.configure("$if StackFlow")
    typing.editor.configure("\"\\C-o\": stackflow-review")
    typing.editor.configure("$endif")
    typing.editor.configure("$if Other")
    typing.editor.configure("\"\\C-o\": stackflow-help")
    typing.editor.configure("$endif")
    expectEqual(typing.type("\u{0F}"), .command(.review))
  }

  @Test func aMacroThatEntersTwoLinesStopsAfterTheFirst() {
    let typing = ReadlineTyping()
    defer { typing.editor.configure("\"\\C-o\": operate-and-get-next") }
    typing.editor.configure("\"\\C-o\": \"one\\rtwo\\r\"")
    for _ in 0..<50 {
      expectEqual(typing.type("\u{0F}"), .accepted("one"))
      typing.editor.begin(LineRequest())
      expectEqual(typing.type("x\r"), .accepted("x"))
      typing.editor.begin(LineRequest())
    }
  }

  @Test func whatRemainsOfAMacroAfterItsEnterIsForTheNextLine() {
    let typing = ReadlineTyping()
    defer { typing.editor.configure("\"\\C-o\": operate-and-get-next") }
    typing.editor.configure("\"\\C-o\": \"one\\rté\\e[D\\eb\\e[200~a\\rb\\e[201~\\r\"")
    expectEqual(typing.type("\u{0F}"), .accepted("one"))
    expectEqual(
      typing.editor.takeRest(),
      [
        .key(.character("t")), .key(.character("é")), .key(Key(.left)), .key(.alt("b")),
        .paste("a\nb", isCut: false), .key(Key(.enter)),
      ])
    expectEqual(typing.editor.takeRest(), [])
    typing.editor.begin(LineRequest())
    expectEqual(typing.picture, "|")
  }

  @Test func aSecretIsKeptNowhere() {
    let typing = ReadlineTyping(LineRequest(isSecret: true), history: ["old"])
    typing.type("hunter2\u{15}")
    #expect(typing.editor.line.isSecret)
    typing.type("hunter2\u{17}secret")
    expectEqual(typing.type("\r"), .accepted("secret"))
    #expect(typing.editor.line.text.isEmpty)
    typing.editor.begin(LineRequest())
    typing.type("\u{19}")
    #expect(!typing.picture.contains("hunter2"))
    typing.type("\u{1B}[A\u{1B}[A")
    expectEqual(typing.picture, "old|")
  }

  @Test func aReplacedTextCanBeUndone() {
    let typing = ReadlineTyping(LineRequest(initialText: "a"))
    typing.editor.replaceText("b")
    expectEqual(typing.picture, "b|")
    typing.type("\u{1F}")
    expectEqual(typing.picture, "a|")
  }

  @Test func beginningALineDiscardsThatOfAnotherEditor() {
    let first = ReadlineTyping()
    first.type("left")
    let second = ReadlineTyping()
    second.type("right")
    expectEqual(first.type("x"), .editing)
    expectEqual(first.editor.line.text, "left")
    expectEqual(second.picture, "right|")
  }

  /// Readline 8.2 jumps into a frame that has returned here; see CReadline's shim.
  @Test func anAbortAfterASearchReturns() {
    for keys in [
      "\u{12}\u{18}e", "\u{12}\u{18})", "\u{12}\u{18}(\u{12}\u{18}(", "\u{12}a\u{18}\u{07}",
    ] {
      let typing = ReadlineTyping(history: ["alpha"])
      typing.type(keys)
      typing.type("\u{07}\u{15}ok")
      expectEqual(typing.type("\r"), .accepted("ok"), "after \(keys.debugDescription)")
    }
  }

  @Test func aMacroThatAbortsReturns() {
    let typing = ReadlineTyping()
    defer { typing.editor.configure("\"\\C-o\": operate-and-get-next") }
    typing.editor.configure("\"\\C-o\": \"a\\C-x\\C-gb\"")
    typing.type("\u{0F}")
    typing.type("\u{15}ok")
    expectEqual(typing.type("\r"), .accepted("ok"))
  }

  /// However often a command is repeated and a long line yanked, a line has at most 64 KiB.
  @Test func aLineStaysWithinItsLimit() {
    let typing = ReadlineTyping(LineRequest())
    typing.editor.begin(LineRequest())
    // On an empty line Alt and a digit are a command of the shell.
    typing.type("é")
    typing.type("\u{1B}9")
    for _ in 0..<12 { typing.type("9") }
    typing.type("é")
    var text = typing.editor.line.text
    #expect(text.utf8.count > 100 && text.utf8.count <= 1 << 16, "\(text.utf8.count)")
    for _ in 0..<14 {
      typing.type("\u{01}\u{0B}\u{19}\u{1B}9")
      typing.type("\u{19}\u{19}")
    }
    text = typing.editor.line.text
    #expect(text.utf8.count <= 1 << 16 && text.utf8.count > 1 << 15, "\(text.utf8.count)")
    #expect(text.allSatisfy { $0 == "é" })
    typing.type("\u{01}\u{0B}ok")
    expectEqual(typing.type("\r"), .accepted("ok"))
  }

  @Test func theArrowsMoveByWholeCharacters() {
    let typing = ReadlineTyping(LineRequest(initialText: "ab👨‍👩‍👧‍👦cd"))
    for picture in ["ab👨‍👩‍👧‍👦c|d", "ab👨‍👩‍👧‍👦|cd", "ab|👨‍👩‍👧‍👦cd", "a|b👨‍👩‍👧‍👦cd"] {
      typing.type(Key(.left))
      expectEqual(typing.picture, picture)
    }
    for picture in ["ab|👨‍👩‍👧‍👦cd", "ab👨‍👩‍👧‍👦|cd"] {
      typing.type(Key(.right))
      expectEqual(typing.picture, picture)
    }
  }

  /// The limit only applies to keys: long pasted text stays whole.
  @Test func aLongPasteStaysWhole() {
    let typing = ReadlineTyping(LineRequest())
    typing.editor.begin(LineRequest())
    let text = String(repeating: "é", count: 200_000)
    _ = typing.editor.paste(text)
    typing.type("x")
    expectEqual(typing.editor.line.text, text + "x")
    typing.type("\u{15}ok")
    expectEqual(typing.type("\r"), .accepted("ok"))
  }
}

extension LineRequest {
  static func choosing(_ choices: String...) -> LineRequest {
    LineRequest(complete: { .matching($0, in: choices.map { .init($0) }) })
  }
}
