// SPDX-License-Identifier: GPL-3.0-or-later

import Expectations
import GNUReadline
import RandomTesting
import StackFlowTesting
import TerminalIO
import Testing

/// Random keys in both modes: nothing crashes, hangs, or outlives the line.
@MainActor
@Suite("Random keys in Readline")
struct ReadlineWalkTests {
  /// Keys of each kind, and those that change how the next ones are read.
  private static let chosen: [String] = [
    "a", "日", "n\u{303}", "?", " ", ":", "\t", "\u{7F}", "\u{01}", "\u{05}", "\u{0B}", "\u{19}",
    "\u{1B}y", "\u{1F}", "\u{12}", "\u{13}", "\u{16}", "\u{18}", "\u{18}(", "\u{18})",
    "\u{1B}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}3", "\u{1B}-", "\u{1B}w",
    "\u{1B}[Z", "\u{1B}[200~p\nq\u{1B}[201~", "\r", "\u{04}", "\u{07}", "\u{08}", "\u{1D}",
    "\u{1B}.", "\u{1B}\u{1D}", "\u{1B}#", "\u{1B}t", "\u{14}", "\u{1B}r", "\u{18}\u{15}",
    "\u{FFFD}", "\u{0F}", "\u{1B}!", "\u{1B}~", "\u{1B}*", "\u{1B}?", "\u{18}\u{12}", "\u{1B}&",
    "\u{1B}<", "\u{1B}>", "\u{1B}p", "\u{1B}n", "\u{18}e", "al", "C:\\", "$(",
  ]

  /// Functions that aren't bound to keys, but that an inputrc can bind.
  private static let functions: [(key: String, function: String)] = [
    ("p", "history-search-backward"), ("n", "history-search-forward"),
    ("b", "history-substring-search-backward"), ("f", "history-substring-search-forward"),
    ("m", "menu-complete"), ("z", "menu-complete-backward"),
    ("a", "non-incremental-reverse-search-history-again"),
    ("s", "non-incremental-forward-search-history"),
    ("h", "fetch-history"), ("u", "universal-argument"), ("o", "overwrite-mode"),
    ("k", "kill-region"), ("l", "kill-whole-line"), ("q", "\"a\\C-xpb\""),
    ("w", "\"x\\C-ra\\ry\\r\""),
  ]

  private static let all: [String] =
    chosen + (1..<127).filter { $0 != 3 }.map { String(UnicodeScalar(UInt8($0))) }
    + (33..<127).filter { $0 != 79 && $0 != 91 }.map { "\u{1B}" + String(UnicodeScalar(UInt8($0))) }
    + functions.map { "\u{18}" + $0.key }

  @Test(arguments: ["emacs", "vi"])
  func randomKeysLeaveReadlineIntact(mode: String) {
    let typing = ReadlineTyping()
    Self.bindFunctions(typing.editor)
    defer {
      Self.unbindFunctions(typing.editor)
      typing.editor.configure("set editing-mode emacs")
    }
    for seed in RandomRuns(long: 1_000, named: "Readline, \(mode)").seeds {
      typing.editor.configure("set editing-mode \(mode)")
      walk(typing, keys: seed.isMultiple(of: 2) ? Self.chosen : Self.all, seed: seed)
      typing.editor.end()
      typing.editor.begin(LineRequest())
      typing.type("ok")
      expectEqual(typing.type("\r"), .accepted("ok"), "seed \(seed), \(mode)")
    }
  }

  private func walk(_ typing: ReadlineTyping, keys: [String], seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let request = LineRequest.choosing("alpha", "alps", "日本")
    typing.editor.history = ["one", "日", "C:\\", "alpha"]
    typing.editor.begin(request)
    for _ in 0..<1_000 {
      let number = random.next()
      if (number >> 32) % 200 == 0 {
        typing.editor.end()
        typing.editor.begin(request)
      }
      switch typing.type(keys[Int(number % UInt64(keys.count))]) {
      case .accepted, .interrupted, .endOfInput: typing.editor.begin(request)
      default: break
      }
      let line = typing.editor.line
      #expect(line.cursorOffset <= line.text.utf8.count, "seed \(seed)")
    }
  }

  private static let maps = ["emacs", "vi-insert", "vi-command"]

  private static func bindFunctions(_ editor: ReadlineEditor) {
    for map in maps {
      editor.configure("set keymap \(map)")
      for (key, function) in functions { editor.configure("\"\\C-x\(key)\": \(function)") }
    }
  }

  private static func unbindFunctions(_ editor: ReadlineEditor) {
    for map in maps {
      editor.configure("set keymap \(map)")
      for (key, _) in functions { editor.configure("\"\\C-x\(key)\":") }
    }
    editor.configure("set keymap emacs")
  }
}
