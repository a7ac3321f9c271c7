// SPDX-License-Identifier: GPL-3.0-or-later

import Expectations
import StackFlowTesting
import TerminalIO
import Testing

@testable import GNUReadline

/// Keys that wait for their operand, crossed with what may come in its place.
@MainActor
@Suite("Readline waits for an operand")
struct ReadlineWaitingTests {
  /// A key that waits, typed in a line that says `one two`.
  struct Wait: Sendable, CustomTestStringConvertible {
    var name: String
    var mode: EditingMode
    var keys: String
    /// Whether pasted text is a part of the operand.
    var takesPaste = false

    var testDescription: String { "\(mode): \(name)" }

    @MainActor
    func begin() -> ReadlineTyping {
      let typing = ReadlineTyping(history: ["one more"])
      typing.editor.configure("set editing-mode \(mode)")
      typing.editor.begin(LineRequest(initialText: "one two"))
      if mode == .vi { typing.type(Key(.escape)) }
      typing.type(keys)
      return typing
    }

    /// The line that's accepted after more keys.
    @MainActor
    func answer(to keys: String) -> String {
      let typing = begin()
      defer { typing.editor.configure("set editing-mode emacs") }
      typing.type(keys)
      for _ in 0..<3 {
        if case .accepted(let text) = typing.type("\r") { return text }
      }
      return ""
    }
  }

  enum EditingMode: String, Sendable { case emacs, vi }

  nonisolated static let waits: [Wait] = [
    Wait(name: "quoted insert", mode: .emacs, keys: "\u{16}"),
    Wait(name: "character search", mode: .emacs, keys: "\u{1D}"),
    Wait(name: "character search backward", mode: .emacs, keys: "\u{1B}\u{1D}"),
    Wait(name: "prefix", mode: .emacs, keys: "\u{18}"),
    Wait(name: "incremental search", mode: .emacs, keys: "\u{12}o"),
    Wait(name: "search in the line", mode: .emacs, keys: "\u{1B}po", takesPaste: true),
    Wait(name: "numeric argument", mode: .emacs, keys: "\u{1B}3"),
    Wait(name: "argument and quoted insert", mode: .emacs, keys: "\u{1B}3\u{16}"),
    Wait(name: "replaced character", mode: .vi, keys: "r"),
    Wait(name: "found character", mode: .vi, keys: "f"),
    Wait(name: "character before", mode: .vi, keys: "T"),
    Wait(name: "deleted motion", mode: .vi, keys: "d"),
    Wait(name: "changed motion", mode: .vi, keys: "c"),
    Wait(name: "counted motion", mode: .vi, keys: "2d3"),
    Wait(name: "deletion up to a character", mode: .vi, keys: "df"),
    Wait(name: "mark", mode: .vi, keys: "m"),
    Wait(name: "numeric argument", mode: .vi, keys: "3"),
    Wait(name: "search", mode: .vi, keys: "/o", takesPaste: true),
  ]

  @Test(arguments: waits)
  func aPasteEndsTheWaitAndEnterAnswers(wait: Wait) {
    let typing = wait.begin()
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.type("\u{1B}[200~P Q\u{1B}[201~")
    if wait.takesPaste { typing.type("\r") } else { #expect(typing.picture.contains("P Q|")) }
    guard case .accepted(let text) = typing.type("\r") else {
      Issue.record("Enter was swallowed: \(typing.picture)")
      return
    }
    #expect(wait.takesPaste || text.contains("P Q"), "\(text)")
    expectNothingIsLeft(typing)
  }

  @Test(arguments: waits)
  func anArrowEndsTheWaitAndLeavesNothing(wait: Wait) {
    let typing = wait.begin()
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.type(Key(.left))
    // Enter ends a search whose text is in the line.
    if wait.takesPaste { typing.type("\r") }
    guard case .accepted(let text) = typing.type("\r") else {
      Issue.record("Enter was swallowed: \(typing.picture)")
      return
    }
    #expect(["one two", "one more"].contains(text), "\(text)")
    expectNothingIsLeft(typing)
  }

  @Test(arguments: waits)
  func theEndOfALineEndsTheWait(wait: Wait) {
    for ending in ["discarded", "interrupted", "replaced", "moved", "another history"] {
      let typing = wait.begin()
      defer { typing.editor.configure("set editing-mode emacs") }
      switch ending {
      case "discarded":
        typing.editor.end()
        typing.editor.begin(LineRequest(initialText: "new"))
      case "interrupted":
        expectEqual(typing.type("\u{03}"), .interrupted)
        typing.editor.begin(LineRequest(initialText: "new"))
      case "replaced": typing.editor.replaceText("new")
      case "moved":
        typing.editor.moveCursor(to: 1)
        typing.editor.replaceText("new")
      default:
        typing.editor.history = ["new"]
        typing.editor.replaceText("new")
      }
      expectEqual(typing.type("\r"), .accepted("new"), "\(ending)")
      expectNothingIsLeft(typing)
    }
  }

  /// The operand may come from a macro, and a macro that ends inside a wait leaves the wait to the next key.
  ///
  /// Ctrl-X and `e` aborts where there's no macro to call, which ends the macro that typed it.
  @Test(arguments: waits.filter { $0.mode == .emacs && $0.name != "prefix" })
  func aMacroWaitsAsTypedKeysDo(wait: Wait) {
    let typed = wait.begin()
    typed.type("e")
    typed.type("w")
    let expected = typed.picture
    let keys = wait.keys.unicodeScalars.map { "\\" + String($0.value, radix: 8) }.joined()
    for (macro, rest) in [(keys + "ew", ""), (keys + "e", "w"), (keys, "ew")] {
      var start = wait
      start.keys = ""
      let typing = start.begin()
      typing.editor.configure("\"\\C-o\": \"\(macro)\"")
      defer { typing.editor.configure("\"\\C-o\": operate-and-get-next") }
      typing.type("\u{0F}" + rest)
      expectEqual(typing.picture, expected, "\(macro) \(rest)")
    }
  }

  private func expectNothingIsLeft(_ typing: ReadlineTyping) {
    typing.editor.begin(LineRequest())
    expectEqual(typing.picture, "|")
    if typing.editor.line.mode == .viCommand { typing.type("i") }
    typing.type("ok")
    expectEqual(typing.type("\r"), .accepted("ok"))
  }

  // MARK: vi

  private func viCommand(_ text: String) -> ReadlineTyping {
    let typing = ReadlineTyping()
    typing.editor.configure("set editing-mode vi")
    typing.editor.begin(LineRequest(initialText: text))
    typing.type(Key(.escape))
    return typing
  }

  @Test(arguments: [
    ("an insertion", "0i", "Aone Btwo", "0w."), ("a change of a word", "0cw", "A B", "w."),
  ])
  func aPastedInsertionIsRepeated(rule: String, keys: String, text: String, again: String) {
    let typing = viCommand("one two")
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.type(keys)
    typing.type("\u{1B}[200~\(rule == "an insertion" ? "A" : "A B")\u{1B}[201~")
    typing.type(Key(.escape))
    typing.type(again)
    expectEqual(
      typing.editor.line.text, rule == "an insertion" ? "Aone Atwo" : "A B A B", "\(rule)")
  }

  @Test func typedAndPastedPartsOfAnInsertionAreRepeatedTogether() {
    let typing = viCommand("")
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.type("ia\u{1B}[200~bc\u{1B}[201~d")
    typing.type(Key(.escape))
    typing.type("$")
    typing.type(".")
    expectEqual(typing.editor.line.text, "abcabcdd")
  }

  @Test(arguments: ["more than twenty keys", "café b", "日本語", "a\u{1B}[200~bé\u{1B}[201~é"])
  func aTypedInsertionIsRepeatedWhole(text: String) {
    let typing = viCommand("one two")
    defer { typing.editor.configure("set editing-mode emacs") }
    let inserted = text.replacing("\u{1B}[200~", with: "").replacing("\u{1B}[201~", with: "")
    typing.type("0cw\(text)")
    typing.type(Key(.escape))
    typing.type("w.")
    expectEqual(typing.editor.line.text, "\(inserted) \(inserted)")
    typing.type("u")
    expectEqual(typing.editor.line.text, "\(inserted) two")
  }

  @Test func anInsertionIsRepeatedWithoutTheOneBesideIt() {
    let typing = viCommand("")
    defer { typing.editor.configure("set editing-mode emacs") }
    for insertion in ["iéé", "aöö"] {
      typing.type(insertion)
      typing.type(Key(.escape))
    }
    typing.type(".")
    expectEqual(typing.editor.line.text, "ééöööö")
  }

  @Test func escapeEndsTheWaitForAReplacement() {
    let typing = viCommand("one")
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.type("0r")
    typing.type(Key(.escape))
    typing.type("x")
    expectEqual(typing.picture, "|ne")
  }

  /// Any other key ends the operator, and does nothing; the same when a macro types it.
  @Test(arguments: ["c", "d", "y"], [false, true])
  func anOperatorWithACountTakesOnlyMotions(operator: String, isMacro: Bool) {
    let motions = "0123456789 hl^$ftFT;,%wbeWBE|`".unicodeScalars.map(\.value)
    for byte in 1..<UInt32(128) where !motions.contains(byte) && byte != 0x03 {
      guard let key = UnicodeScalar(byte), !(isMacro && byte == 0x1B) else { continue }
      let typing = viCommand("one two three")
      defer { typing.editor.configure("set editing-mode emacs") }
      let keys = isMacro ? ["\u{0F}"] : [`operator`, "2", String(key)]
      let macro = (`operator` + "2").utf8.map(Int.init) + [Int(byte)]
      typing.editor.configure(
        "\"\\C-o\": \"\(macro.map { "\\" + String($0, radix: 8) }.joined())\"")
      defer { typing.editor.configure("\"\\C-o\":") }
      typing.type("0x.")
      expectEqual(typing.picture, "|e two three")
      for key in keys { expectEqual(typing.type(key), .editing, "\(byte)") }
      if isMacro {
        #expect(ReadlineEngine.isWaiting, "\(byte)")
        typing.type("w")
        expectEqual(typing.editor.line.mode, `operator` == "c" ? .viInsert : .viCommand)
        if `operator` != "y" { #expect(!typing.editor.line.text.contains("two"), "\(byte)") }
      } else {
        #expect(!ReadlineEngine.isWaiting, "\(byte)")
        expectEqual(typing.picture, "|e two three", "\(byte)")
        typing.type("x")
        expectEqual(typing.picture, "| two three", "\(byte)")
      }
    }
  }

  @Test func countsOfAnOperatorAndItsMotionAreMultiplied() {
    let typing = viCommand("a b c d e f g h")
    defer { typing.editor.configure("set editing-mode emacs") }
    typing.type("02d2w")
    expectEqual(typing.picture, "|e f g h")
  }
}
