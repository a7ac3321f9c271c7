// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
@preconcurrency import CReadline
import GNUReadline
import TerminalIO

/// Reads sequences of keys from standard input, types each into an editor, and prints what the line is whenever
/// the editor waits for more.
///
///     EditorProbe --compare readline|ours
///
/// `readline` calls `readline()` as any program does; `ours` is our editor, which also notes the line between keys
/// without a pause, and the bytes of each key. A sequence is a row of the editing mode and of keys in hexadecimal, between which there are pauses. A
/// note says what ended since the last one, and what the line is: `text:cursor:mode:waiting:history:message:typing`.
///
/// Each sequence is typed in a process of its own, so that none finds what another has left, and one that
/// crashes or doesn't end is a note too.
@MainActor
enum ComparedEditor {
  private static let history = [
    "one two", "alpha (beta) gamma", "日本 x", "e\u{301}te\u{301} [a] {b}", "one more",
  ]

  /// The keys that haven't been typed.
  private static var keys: ArraySlice<[UInt8]> = []
  /// The number of bytes of the current key that `readline()` hasn't read.
  private static var unread = 0
  private static var isBegun = false
  /// The events that have ended since the last note.
  private static var ended = ""

  static func run(_ arguments: [String]) -> Never {
    let isOurs = arguments.first != "readline"
    let editor = isOurs ? ReadlineEditor(configuration: .none) : nil
    if !isOurs { startReadline() }
    while let row = readLine() {
      let parts = row.split(separator: " ")
      guard let mode = parts.first else { continue }
      keys = parts.dropFirst().map { [UInt8](hexadecimal: $0) }[...]
      let child = fork()
      if child == 0 {
        limitTime()
        if let editor {
          editor.configure("set editing-mode \(mode)")
          type(editor)
        } else {
          rl_variable_bind("editing-mode", String(mode))
          openPipe()
          while true { readOne() }
        }
        _exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      put(status == 0 ? "\n" : " status=\(status)\n")
    }
    exit(0)
  }

  /// Ends a process that computes for seconds without waiting for a key.
  private static func limitTime() {
    var limit = itimerval()
    limit.it_value.tv_sec = 3
    setitimer(1, &limit, nil)
  }

  /// `fork`, which Swift hides because in the child only the calling thread continues.
  ///
  /// This program has no other.
  private static let fork = unsafeBitCast(
    dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)

  // MARK: Ours

  private static func type(_ editor: ReadlineEditor) {
    begin(editor)
    for key in keys {
      var decoder = InputDecoder()
      var rest = key[...]
      for decoded in decoder.feed(key) + decoder.flush() {
        if let event = decoded.event { take(event, editor) }
        let bytes = rest.prefix(decoded.byteCount).hexadecimal
        note("\(bytes)\(decoded.event == nil ? "!" : "")>")
        rest = rest.dropFirst(decoded.byteCount)
      }
      put("/ ")
    }
  }

  private static func begin(_ editor: ReadlineEditor) {
    editor.history = history
    editor.begin(LineRequest())
  }

  private static func take(_ event: TerminalEvent, _ editor: ReadlineEditor) {
    switch event {
    case .key(let key): take(editor.feed(key), editor)
    case .paste(let text, _): take(editor.paste(text), editor)
    default: break
    }
  }

  private static func take(_ outcome: LineOutcome, _ editor: ReadlineEditor) {
    switch outcome {
    case .accepted(let text):
      ended += "=\(text.utf8.hexadecimal)."
      let rest = editor.takeRest()
      begin(editor)
      for event in rest { take(event, editor) }
    case .endOfInput:
      ended += "#."
      begin(editor)
    case .interrupted:
      ended += "^."
      begin(editor)
    case .command(let command): ended += "\("\(command)".filter { $0 != " " })."
    case .candidates: ended += "candidates."
    case .editing: break
    }
  }

  // MARK: readline()

  private static func startReadline() {
    cr_set_application_name()
    _ = cr_use_silent_streams()
    rl_catch_signals = 0
    rl_catch_sigwinch = 0
    rl_change_environment = 0
    rl_prep_term_function = { _ in }
    rl_deprep_term_function = {}
    rl_getc_function = { _ in MainActor.assumeIsolated { ComparedEditor.next() } }
    rl_input_available_hook = {
      MainActor.assumeIsolated { ComparedEditor.unread > 0 ? 1 : 0 }
    }
    // Nothing can be completed, as in our lines.
    rl_attempted_completion_function = { _, _, _ in
      rl_attempted_completion_over = 1
      return nil
    }
    cr_initialize_without_inputrc()
    configure()
  }

  /// Sets the options that our lines have too, because Readline takes them from the environment.
  private static func configure() {
    _ = cr_use_utf8()
    for (name, value) in [
      ("bell-style", "none"), ("input-meta", "on"), ("output-meta", "on"), ("convert-meta", "off"),
    ] {
      rl_variable_bind(name, value)
    }
  }

  private static func readOne() {
    clear_history()
    for line in history { add_history(line) }
    using_history()
    guard let text = readline("") else {
      ended += "#."
      return
    }
    ended += "=\(String(cString: text).utf8.hexadecimal)."
    free(text)
  }

  /// Returns the next byte, after a note if the current key has no more.
  private static func next() -> Int32 {
    if unread == 0 {
      if isBegun { note() }
      isBegun = true
      guard let key = keys.popFirst() else { _exit(0) }
      unread = write(input, key, key.count)
    }
    var byte: UInt8 = 0
    unread -= read(fileno(rl_instream), &byte, 1)
    return Int32(byte)
  }

  /// Makes `readline()` read from a pipe, which knows how many bytes it has.
  private static func openPipe() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    rl_instream = fdopen(ends[0], "r")
    input = ends[1]
  }

  /// The end of the pipe that takes the keys.
  private static var input: Int32 = -1

  // MARK: Notes

  private static func note(_ name: String = "") {
    let text = UnsafeRawBufferPointer(start: rl_line_buffer, count: Int(rl_end))
    var message = ""
    if let shown = rl_display_prompt, shown != rl_prompt {
      message = String(cString: shown).utf8.hexadecimal
    }
    put(
      "\(name)\(ended)\(text.hexadecimal):\(rl_point):\(mode):\(wait):\(where_history()):\(message):\(typing) "
    )
    ended = ""
  }

  /// `e` in emacs mode, and in vi mode `i` for insert, `c` for command, and `r` for what `R` types.
  private static var mode: String {
    if rl_editing_mode == 1 { return "e" }
    let map = rl_get_keymap()
    return map == viCommand ? "c" : map == viInsert ? "i" : "r"
  }

  /// The letter of the command that waits for the next key.
  ///
  /// - `s`, `n`: a search, or one that reads its text in the line
  /// - `m`: Escape, which is Meta
  /// - `a`, `v`: an argument of a command, or of a motion of vi
  /// - `w`: anything else, and `-` is nothing
  private static var wait: String {
    let state = Int32(truncatingIfNeeded: rl_readline_state)
    if state & RL_STATE_READCMD != 0 { return "-" }
    if state & RL_STATE_ISEARCH != 0 {
      return _rl_iscxt?.pointee.keymap == UnsafeMutableRawPointer(rl_get_keymap()) ? "s" : "w"
    }
    if state & RL_STATE_NSEARCH != 0 { return "n" }
    if state & RL_STATE_METANEXT != 0 { return "m" }
    return cr_is_in_motion() ? "v" : cr_is_in_argument() ? "a" : "w"
  }

  /// `m` while a macro is recorded, and `o` while emacs mode overwrites.
  private static var typing: String {
    let isRecording = Int32(truncatingIfNeeded: rl_readline_state) & RL_STATE_MACRODEF != 0
    return (isRecording ? "m" : "") + (rl_insert_mode == 0 ? "o" : "")
  }

  private static let viCommand = rl_get_keymap_by_name("vi-command")
  private static let viInsert = rl_get_keymap_by_name("vi-insert")

  private static func put(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = write(1, bytes.baseAddress, bytes.count) }
  }
}

extension Collection<UInt8> {
  fileprivate var hexadecimal: String {
    reduce(into: "") { text, byte in
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
  }
}

extension [UInt8] {
  fileprivate init(hexadecimal text: Substring) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
