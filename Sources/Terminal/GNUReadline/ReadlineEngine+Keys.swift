// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency import CReadline
import TerminalIO

extension ReadlineEngine {
  private typealias Function = @convention(c) (Int32, Int32) -> Int32

  /// A function for each command, because Readline doesn't pass the name of the function that it calls.
  private static let functions: [(BoundCommand, Function)] = [
    (.back, { call(.back, $0, $1) }),
    (.backAtEmptyLine, { call(.backAtEmptyLine, $0, $1) }),
    (.backToDigit, { call(.backToDigit, $0, $1, otherwise: rl_digit_argument) }),
    (.accept, { call(.accept, $0, $1) }),
    (.none, { call(.none, $0, $1) }),
    (.takeDefault, { call(.takeDefault, $0, $1) }),
    (.help, { call(.help, $0, $1) }),
    (.helpOrInsert, { call(.helpOrInsert, $0, $1, otherwise: rl_insert) }),
    (.why, { call(.why, $0, $1) }),
    (.review, { call(.review, $0, $1) }),
    (.edit, { call(.edit, $0, $1) }),
    (.scrollUp, { call(.scrollUp, $0, $1) }),
    (.scrollDown, { call(.scrollDown, $0, $1) }),
    (.repaint, { call(.repaint, $0, $1) }),
    (.stop, { call(.stop, $0, $1) }),
    (.clear, { call(.clear, $0, $1) }),
    (.showSecret, { call(.showSecret, $0, $1) }),
    (.mark, { call(.mark, $0, $1) }),
    (.markAll, { call(.markAll, $0, $1) }),
    (.invertMarks, { call(.invertMarks, $0, $1) }),
    (.nextField, { call(.nextField, $0, $1) }),
    (.previousField, { call(.previousField, $0, $1) }),
    (.moveItemUp, { call(.moveItemUp, $0, $1) }),
    (.moveItemDown, { call(.moveItemDown, $0, $1) }),
  ]

  /// The keys of the command that inserts pasted text; terminals send them before it, never by themselves.
  static let pasteKeys = Array("\u{1B}[200~".utf8)

  private nonisolated static func call(
    _ command: BoundCommand, _ count: Int32, _ key: Int32,
    otherwise: @Sendable (Int32, Int32) -> Int32 = { _, _ in 0 }
  ) -> Int32 {
    MainActor.assumeIsolated {
      ReadlineEngine.invoke(command, count, key, otherwise: otherwise)
    }
  }

  /// Adds the commands of the shell as named functions of Readline, bound to their default keys.
  ///
  /// They're bound before the inputrc file is read, so that the user's bindings win.
  static func installKeys() {
    for (command, function) in functions {
      rl_add_defun(name(command), function, -1)
      for key in command.keys {
        let isCharacter = if case .character = key.code { true } else { false }
        bind(
          key.bytes, function, isText: command == .helpOrInsert,
          isAltText: isCharacter && key.modifiers == .alt)
      }
      if command == .edit { bind([0x18, 0x05], function, isText: false) }
      if command == .help { bind(Array("\u{1B}[11~".utf8), function, isText: false) }
    }
    bind(pasteKeys, pasteFunction, isText: false)
  }

  /// Binds the paste in the current keymap, which may be that of vi's `R`.
  static func bindPaste() {
    rl_bind_keyseq_if_unbound_in_map(keySequence(pasteKeys), pasteFunction, rl_get_keymap())
  }

  private static let pasteFunction: Function = { _, _ in
    MainActor.assumeIsolated { ReadlineEngine.insertPasted() }
    return 0
  }

  /// Binds keys that Readline only knows if terminfo names them, unless the user has bound them.
  static func installMissingKeys() {
    let keys: [(String, Function)] = [
      ("\u{1B}[2~", rl_overwrite_mode), ("\u{1B}[3~", rl_delete), ("\u{1B}[3;5~", rl_kill_word),
      ("\u{1B}[1~", rl_beg_of_line), ("\u{1B}[7~", rl_beg_of_line), ("\u{1B}[H", rl_beg_of_line),
      ("\u{1B}[4~", rl_end_of_line), ("\u{1B}[8~", rl_end_of_line), ("\u{1B}[F", rl_end_of_line),
      ("\u{1B}[1;5C", rl_forward_word), ("\u{1B}[1;5D", rl_backward_word),
      ("\u{1B}[1;3C", rl_forward_word),
    ]
    for (bytes, function) in keys {
      for map in ["emacs-standard", "vi-insert", "vi-command"] {
        rl_bind_keyseq_if_unbound_in_map(
          keySequence(Array(bytes.utf8)), function, rl_get_keymap_by_name(map))
      }
    }
  }

  /// Binds a key in every mode, except that characters keep their meaning in vi's command mode, and that
  /// Escape and a character are two keys in vi's modes.
  private static func bind(
    _ bytes: [UInt8], _ function: Function, isText: Bool, isAltText: Bool = false
  ) {
    let maps =
      ["emacs-standard"] + (isAltText ? [] : ["vi-insert"])
      + (isText || isAltText ? [] : ["vi-command"])
    for map in maps {
      rl_bind_keyseq_in_map(keySequence(bytes), function, rl_get_keymap_by_name(map))
    }
  }

  /// Returns bytes in the notation of inputrc files.
  private static func keySequence(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 4 * bytes.count) { text in
      var end = 0
      for byte in bytes {
        text[end] = UInt8(ascii: "\\")
        for digit in 0..<3 { text[end + 1 + digit] = 0x30 + (byte >> UInt8(6 - 3 * digit)) & 7 }
        end += 4
      }
      return end
    }
  }

  /// Returns a name that's never freed, because Readline keeps the pointer.
  private static func name(_ command: BoundCommand) -> UnsafePointer<CChar>? {
    UnsafePointer(strdup(command.rawValue))
  }
}
