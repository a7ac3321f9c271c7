// SPDX-License-Identifier: GPL-3.0-or-later

import Expectations
import GNUReadline
import StackFlowTesting
import TerminalIO
import Testing

/// The shortest sequences of keys with which random walks broke Readline 8.2, or our use of it.
///
/// A read of freed memory crashes here only sometimes, but always under AddressSanitizer.
@MainActor
@Suite("Faults of Readline")
struct ReadlineFaultsTests {
  @Test(
    "nothing outlives the line",
    arguments: [
      // The end of a line in a numeric argument was only noticed with the next key, which began a
      // search that outlived the line.
      ("emacs", ["\u{1B}[A", "x", "\u{1B}-", "\u{0F}", "\u{13}"]),
      // The same while a macro was being recorded. The rest of it was played before each later key.
      (
        "emacs",
        [
          "p", "\u{01}", "\u{0B}", "\u{18}(", "\u{1B}-", "\u{1B}~", "\u{1B}#", "\u{16}", "\u{0B}",
          "\u{1B}3", "\u{18})",
        ]
      ),
      // After a shorter line, a failed forward search continued past that line's end.
      ("emacs", ["\u{1B}[A", "\u{13}", "日", "\u{12}"]),
      ("vi", ["\u{1B}", "\u{05}", "\u{1B}<", "\u{13}", "\u{FFFD}", "\u{12}"]),
      // A search that failed or was cancelled restored the line, but not the position in the
      // history, so the next movement kept an undo list twice.
      ("vi", ["\u{1B}[A", "\u{1B}", "?", "z", "\r", "a", "\u{1B}[A", "\u{1B}[B"]),
      (
        "vi",
        [
          "\u{1B}", "?", "o", "\r", "\u{04}", "q", "\u{1B}", "\u{0B}", "\u{1B}[A", "n", "\u{1B}[B",
          "\u{1B}[A", "\u{1F}", "\u{1F}", "\u{1F}",
        ]
      ),
      // A prefix search discarded the saved line, and saved a line of the history in its place.
      ("emacs", ["\u{1B}[A", "-", "\u{1B}", "\u{18}p"]),
    ] as [(String, [String])])
  func noStateOutlivesTheLine(mode: String, keys: [String]) {
    let typing = ReadlineTyping(history: ["one", "日"])
    typing.editor.configure("\"\\C-o\": operate-and-get-next")
    typing.editor.configure("\"\\C-xp\": history-search-backward")
    typing.editor.configure("set editing-mode \(mode)")
    defer {
      typing.editor.configure("set editing-mode emacs")
      typing.editor.configure("\"\\C-xp\":")
    }
    for _ in 0..<3 {
      typing.editor.begin(LineRequest())
      for key in keys {
        if case .accepted = typing.type(key) { typing.editor.begin(LineRequest()) }
      }
      typing.editor.end()
      typing.editor.begin(LineRequest())
      expectEqual(typing.picture, "|")
      typing.type("ok")
      expectEqual(typing.type("\r"), .accepted("ok"))
    }
  }

  @Test(
    "keys do what they do in readline()",
    arguments: [
      (
        "an argument applies to a key with Alt", "emacs", ["ab cd", "\u{1B}2", "\u{1B}b"], "|ab cd"
      ),
      ("a negative one does, too", "emacs", ["ab cd", "\u{1B}-", "\u{1B}d"], "ab |"),
      (
        "an argument that was aborted is over", "emacs",
        ["a", "\u{1B}2", "\u{1B}}", "\u{18}", "\u{1B}[D"], "a|"
      ),
      ("Insert overwrites", "emacs", ["ab", "\u{01}", "\u{1B}[2~", "c"], "c|b"),
      ("an unbound key ends a search", "emacs", ["\u{12}o", "\u{1B}}", "x"], "x|one"),
      (
        "a series begins after an argument", "emacs", ["a ", "\u{1B}9", "\u{1B}.", "\u{1B}."], "a |"
      ),
      ("an unbound key ends a series", "emacs", ["\u{1B}.", "\u{1B}}", "\u{1B}."], "日日|"),
      (
        "a sequence isn't searched for", "emacs", ["\u{1B}p", "\u{1B}[D", "\u{1B}f", "\u{7F}"], "|"
      ),
      ("a search finds its place", "emacs", ["\u{1B}p", "n", "\r"], "o|ne"),
      ("a failed search leaves the cursor", "emacs", ["\u{10}", "\u{13}", "z", "\u{1F}"], "日|"),
      (
        "an edited line of the history stays", "emacs", ["\u{1B}<", " two", "\u{12}", "\u{05}"],
        "one two|"
      ),
      ("so it does between others", "emacs", ["\u{1B}<", " two", "\u{0E}", "\u{10}"], "one two|"),
      ("a prefix takes a whole character", "emacs", ["a", "\u{18}", "日"], "a|"),
      ("no repetition leaves no bytes", "emacs", ["\u{1B}-", "é", "\u{1B}0", "é", "a"], "a|"),
      ("a motion takes a whole character", "vi", ["ab", "\u{1B}", "d", "日", "x"], "|a"),
      (
        "an arrow ends the argument of a motion", "vi", ["ab", "\u{1B}", "d4", "\u{1B}[D", "x"],
        "|a"
      ),
      (
        "a paste is a part of a macro", "emacs",
        ["\u{18}(", "\u{1B}[200~p q\u{1B}[201~", "\u{18})", "\u{18}e", "x"], "p qp qx|"
      ),
      (
        "a character typed over others is whole in a macro", "emacs",
        ["\u{1B}[2~", "\u{18}(", "é", "\u{18})", "\u{18}e", "x"], "ééx|"
      ),
      (
        "what Ctrl-] looks for is no part of a macro", "emacs",
        ["abcd", "\u{01}", "\u{18}(", "\u{1D}", "b", "\u{18})", "\u{18}e", "d"], "abc|d"
      ),
      (
        "Backspace takes what R has typed as it came", "vi",
        ["a", "\u{1B}", "R", "e\u{301}", "\u{7F}", "\u{7F}"], "|a"
      ),
      ("a paste after R is text", "vi", ["ab", "\u{1B}", "R", "\u{1B}[200~X\u{1B}[201~"], "aX|b"),
    ] as [(String, String, [String], String)])
  func keysDoWhatTheyDoInReadline(rule: String, mode: String, keys: [String], picture: String) {
    let typing = ReadlineTyping(history: ["one", "日"])
    typing.editor.configure("set editing-mode \(mode)")
    typing.editor.begin(LineRequest())
    defer {
      typing.editor.configure("set editing-mode emacs")
      // Readline overwrites until a line begins.
      typing.editor.begin(LineRequest())
      typing.editor.end()
    }
    for key in keys { typing.type(key) }
    expectEqual(typing.picture, picture, "\(rule)")
  }

  /// Our digits and `?` run commands of Readline; the line was settled as after another command, which freed the
  /// line that the search had found.
  @Test func aSearchForTheStartContinuesAfterADigit() {
    let typing = ReadlineTyping(history: ["ax", "ab", "ab", "ay"])
    typing.editor.configure("\"\\C-xp\": history-search-backward")
    typing.editor.configure("\"\\C-xn\": history-search-forward")
    defer {
      typing.editor.configure("\"\\C-xp\":")
      typing.editor.configure("\"\\C-xn\":")
    }
    typing.type("\u{10}\u{10}\u{10}\u{01}\u{06}")
    expectEqual(typing.picture, "a|b")
    typing.type("\u{18}p")
    expectEqual(typing.picture, "a|x")
    typing.type("\u{1B}1\u{18}n")
    expectEqual(typing.picture, "a|b")
    // The other one like it is skipped.
    typing.type("\u{18}n")
    expectEqual(typing.picture, "a|y")
  }

  @Test func aSearchForNothingLeavesNoPrompt() {
    let typing = ReadlineTyping()
    typing.type("a")
    typing.type("\u{1B}p")
    expectEqual(typing.editor.line.message, ":")
    typing.type("\u{7F}")
    expectEqual(typing.picture, "a|")
    #expect(typing.editor.line.message == nil)
  }

  @Test(arguments: ["\u{1B}5\r", "\u{1B}-\r", "\u{1B}5\u{0F}"])
  func enterAfterANumericArgumentEndsTheLine(keys: String) {
    let typing = ReadlineTyping()
    typing.editor.configure("\"\\C-o\": operate-and-get-next")
    typing.type("text")
    expectEqual(typing.type(keys), .accepted("text"))
    typing.editor.begin(LineRequest())
    expectEqual(typing.picture, "|")
  }

  @Test func aMacroContinuesAfterASearch() {
    let typing = ReadlineTyping(history: ["alpha"])
    typing.editor.configure("\"\\C-xw\": \"\\C-ral\\C-e!\"")
    defer { typing.editor.configure("\"\\C-xw\":") }
    typing.type("\u{18}w")
    expectEqual(typing.picture, "alpha!|")
  }

  /// A macro of `x` and itself, from which Readline alone never returns.
  @Test func aMacroThatEndsWithItselfEnds() {
    let typing = ReadlineTyping()
    typing.editor.configure("\"\\C-xw\": \"x\\C-xw\"")
    defer { typing.editor.configure("\"\\C-xw\":") }
    typing.type("\u{18}w")
    #expect(typing.editor.line.text.allSatisfy { $0 == "x" })
    typing.type("\u{15}ok")
    expectEqual(typing.type("\r"), .accepted("ok"))
  }

  /// operate-and-get-next would continue with the history of another line.
  @Test func theNextLineIsNotFromTheHistory() {
    let typing = ReadlineTyping(history: ["one", "two"])
    typing.editor.configure("\"\\C-o\": operate-and-get-next")
    expectEqual(typing.type("\u{1B}[A\u{1B}[A\u{0F}"), .accepted("one"))
    typing.editor.begin(LineRequest(initialText: "80"))
    expectEqual(typing.picture, "80|")
  }

  /// Readline read past the end of such lines, and took words from there.
  @Test(arguments: ["C:\\", "a $(", "\"b\\"])
  func theLastWordEndsWithTheLine(line: String) {
    let typing = ReadlineTyping(history: [line])
    typing.type("\u{1B}.")
    #expect(!typing.editor.line.text.isEmpty && line.hasSuffix(typing.editor.line.text))
  }

  @Test func aPasteEndsASearch() {
    let typing = ReadlineTyping(history: ["alpha"])
    let text = String(repeating: "x", count: 5_000)
    typing.type("\u{12}al")
    _ = typing.editor.paste(text)
    #expect(typing.editor.line.message == nil)
    expectEqual(typing.editor.line.text, text + "alpha")
    typing.type("\u{12}")
    typing.editor.replaceText("b")
    expectEqual(typing.picture, "b|")
    expectEqual(typing.type("\r"), .accepted("b"))
  }

  @Test func anotherHistoryEndsASearchAndLeavesTheLine() {
    let typing = ReadlineTyping(history: ["alpha", "beta"])
    typing.type("draft\u{12}al")
    typing.editor.history = ["gamma"]
    #expect(typing.editor.line.message == nil)
    expectEqual(typing.picture, "draft|")
    typing.type("\u{1B}[A")
    expectEqual(typing.picture, "gamma|")
    typing.type("\u{1B}[B")
    expectEqual(typing.picture, "draft|")
  }
}
