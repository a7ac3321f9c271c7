// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency import CReadline
import TerminalIO

/// The state of Readline, which exists once per process, whose call of `readline()` waits for our keys.
@MainActor
enum ReadlineEngine {
  /// The editor whose line is being edited.
  private(set) static weak var owner: ReadlineEditor?

  private static var isStarted = false
  private static var queue = ByteQueue()
  private static var key: Key?
  private static var ended: LineEnd?
  private static var command: EditorCommand?
  private static var candidates: [Completions.Candidate]?
  private static var request = LineRequest()
  private static var isUntouched = true
  /// Whether the next character replaces the text.
  private(set) static var isReplaced = false
  private static var start = WordStart()
  /// Whether the text could be replaced when the current key arrived.
  private static var standsOffered = false
  /// Whether the current key has emptied the line.
  private static var hasReplaced = false
  /// Whether the mode is shown before the prompt, which only a key or a line of an inputrc file changes.
  private(set) static var showsMode = false

  private enum LineEnd {
    case accepted(String)
    case endOfInput
  }

  // MARK: Start

  /// Initializes Readline, once.
  static func start(readsInputrc: Bool) {
    guard !isStarted else { return }
    isStarted = true
    cr_set_application_name()
    _ = cr_use_silent_streams()
    rl_catch_signals = 0
    rl_catch_sigwinch = 0
    rl_change_environment = 0
    rl_prep_term_function = { _ in }
    rl_deprep_term_function = {}
    cr_install(
      { MainActor.assumeIsolated { ReadlineEngine.nextByte() } },
      { MainActor.assumeIsolated { ReadlineEngine.didCommand() } })
    rl_input_available_hook = { MainActor.assumeIsolated { ReadlineEngine.hasBytes ? 1 : 0 } }
    installKeys()
    installCompletion()
    // A list below the line takes the first Tab that adds nothing; an inputrc can say otherwise.
    rl_variable_bind("show-all-if-unmodified", "on")
    if readsInputrc { rl_initialize() } else { cr_initialize_without_inputrc() }
    useUTF8()
    // Readline would write the bell to standard error.
    rl_variable_bind("bell-style", "none")
    rl_variable_bind("enable-bracketed-paste", "off")
    // As on a terminal, a search leaves the cursor where it has found its text.
    rl_variable_bind("enable-active-region", "on")
    installMissingKeys()
    using_history()
  }

  /// Makes Readline use UTF-8 whatever the environment says.
  ///
  /// It checks this for every line.
  private static func useUTF8() {
    _ = cr_use_utf8()
    rl_variable_bind("input-meta", "on")
    rl_variable_bind("output-meta", "on")
    rl_variable_bind("convert-meta", "off")
  }

  static func configure(_ line: String) {
    var bytes = line.utf8CString
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      rl_parse_and_bind(start)
    }
    noteModePrompt()
  }

  private static func noteModePrompt() { showsMode = variable("show-mode-in-prompt") == "on" }

  // MARK: A line

  static func begin(owner: ReadlineEditor, request: LineRequest, history: [String]) {
    self.owner = owner
    self.request = request
    queue.removeAll()
    ended = nil
    rest = []
    command = nil
    candidates = nil
    isUntouched = true
    isReplaced = request.typingReplaces && !request.initialText.isEmpty
    start = WordStart()
    loadHistory(history)
    if !cr_begin() { takeEnd() }
    useUTF8()
    noteModePrompt()
    // The command operate-and-get-next would move to a line of the history here, which belongs to
    // another question.
    if current_history() != nil { rl_end_of_history(1, 0) }
    cr_reset_room()
    cr_make_room(Int32(clamping: request.initialText.utf8.count))
    if !request.initialText.isEmpty {
      rl_insert_text(withoutNUL(request.initialText))
      // Undo goes back to the initial text and no further.
      rl_free_undo_list()
    }
  }

  /// Ends the line of `owner`.
  ///
  /// `isComplete` means that Readline has already ended it.
  static func end(isComplete: Bool) {
    if !isComplete { giveUp() }
    queue.removeAll()
    request = LineRequest()
    owner = nil
  }

  /// Discards the line, and ends what waits for more keys and the recording of a macro.
  private static func giveUp() {
    queue.removeAll()
    cr_stop_replaying()
    cr_leave_pending()
    rl_free_line_state()
    cr_end()
    free(cr_take_line())
  }

  // MARK: Keys

  static func feed(_ key: Key) -> LineOutcome {
    if key == .control("c") { return .interrupted }
    if key == .control("d"), rl_end == 0, !cr_expects_more() { return .endOfInput }
    // In vi's command mode a lone Escape would begin a key sequence, and swallow the next key.
    if key == Key(.escape), mode == .viCommand, !cr_expects_more() { return .editing }
    if mode != .emacs, let typed = key.afterEscape, !isBound(key) {
      _ = feed(Key(.escape))
      return feed(typed)
    }
    guard takesPart(key) else { return .editing }
    // It ends an insertion, of which vi's `.` would repeat the last change alone.
    if key == Key(.escape), mode == .viInsert, !isReplacing { cr_join_insertions() }
    return pass(key)
  }

  /// Returns whether Readline gets a key; otherwise, what it waits for has been canceled.
  private static func takesPart(_ key: Key) -> Bool {
    guard isBound(key) else {
      // An arrow that follows Ctrl-X, or any other key that waits for one more, cancels both.
      if !cr_reads_search_in_line() { leavePending() }
      // It ends a series of the same command, as any key does.
      rl_last_func = nil
      return false
    }
    // Readline would run any command as the motion, and not always return.
    if cr_is_in_motion(), !cr_continues_motion(Int32(key.bytes[0])) {
      leavePending()
      return false
    }
    // Readline would insert the end of a character that it repeats no times.
    if cr_is_in_argument(), !cr_repeats(), key.bytes.count > 1, key.bytes[0] != 0x1B {
      leavePending()
      return false
    }
    return true
  }

  /// Gives Readline a key, and returns what it led to.
  private static func pass(_ key: Key) -> LineOutcome {
    let wasReplaced = isReplaced
    // In vi's command mode letters are commands, which act on the text.
    if wasReplaced, mode != .viCommand, !cr_expects_more(), case .character = key.code,
      key.modifiers.isEmpty
    {
      replace("")
      hasReplaced = true
    }
    let before = wasReplaced ? line(prompt: "").text : ""
    isReplaced = false
    // Escape and a key are one key, and the first of them changes nothing.
    let isPrefix = mode == .emacs && key == Key(.escape) && !cr_expects_more()
    standsOffered = wasReplaced
    defer {
      hasReplaced = false
      standsOffered = false
    }
    self.key = key
    takesOneKey = cr_expects_more() && !cr_is_searching() && !cr_is_in_argument()
    queue.append(key.bytes)
    command = nil
    candidates = nil
    let (point, length) = (rl_point, rl_end)
    // Text typed over by `R` goes as it came.
    let isRemoval = key.removesCharacter && !isReplacing || mode == .viCommand
    let whole = isRemoval ? line(prompt: "").text : nil
    run()
    self.key = nil
    takesOneKey = false
    if ended == nil, rl_end < length, let whole { removeCharacter(begunIn: whole) }
    if ended == nil, rl_end == length { leaveCharacter(movingBack: rl_point < point) }
    if rl_undo_list != nil { isUntouched = false }
    if let ended {
      self.ended = nil
      queue.removeAll()
      takeMacro()
      switch ended {
      case .accepted(let text): return .accepted(text)
      case .endOfInput: return .endOfInput
      }
    }
    if let command {
      // A command of the program changes nothing by itself.
      isReplaced = wasReplaced && !hasReplaced
      return .command(command)
    }
    if isPrefix { isReplaced = wasReplaced }
    // A key that only lists completions changes nothing.
    if wasReplaced, key == Key(.tab) { isReplaced = line(prompt: "").text == before }
    if let candidates { return .candidates(candidates) }
    return .editing
  }

  /// Moves the cursor out of a character of several scalars, such as an emoji with joiners.
  ///
  /// Readline moves by scalars and their combining marks.
  private static func leaveCharacter(movingBack isBack: Bool) {
    let point = Int(rl_point)
    var start = 0
    for character in line(prompt: "").text {
      let end = start + character.utf8.count
      if point < end {
        if point > start { rl_point = min(Int32(clamping: isBack ? start : end), rl_end) }
        return
      }
      start = end
    }
  }

  /// Removes the rest of a character of several scalars of which the key has removed a part.
  private static func removeCharacter(begunIn text: String) {
    let now = line(prompt: "").text.utf8
    let removed = Int(rl_point)..<Int(rl_point) + max(0, text.utf8.count - now.count)
    guard !removed.isEmpty, removed.upperBound <= text.utf8.count,
      text.utf8.prefix(removed.lowerBound).elementsEqual(now.prefix(removed.lowerBound)),
      text.utf8.dropFirst(removed.upperBound).elementsEqual(now.dropFirst(removed.lowerBound))
    else { return }
    var whole = removed
    var start = 0
    for character in text where start < removed.upperBound {
      let end = start + character.utf8.count
      if start < removed.lowerBound, removed.lowerBound < end { whole = start..<whole.upperBound }
      if start < removed.upperBound, removed.upperBound < end { whole = whole.lowerBound..<end }
      start = end
    }
    // One change, which is undone at once.
    guard whole != removed, rl_undo_list != nil, rl_do_undo() != 0 else { return }
    rl_begin_undo_group()
    rl_delete_text(Int32(clamping: whole.lowerBound), Int32(clamping: whole.upperBound))
    rl_point = Int32(clamping: whole.lowerBound)
    rl_end_undo_group()
  }

  /// Lets Readline read the current key, and whatever the key replays.
  private static func run() {
    commands = 0
    start.willRead()
    if !cr_resume() { takeEnd() }
    // The key can have read the inputrc file again.
    noteModePrompt()
  }

  private static func takeEnd() {
    let text = cr_take_line()
    ended = text.map { .accepted(String(cString: $0)) } ?? .endOfInput
    free(text)
  }

  /// Takes over what remains of a macro, for the next line.
  private static func takeMacro() {
    var decoder = InputDecoder()
    var bytes: [UInt8] = []
    while case let byte = cr_next_macro_byte(), byte >= 0 { bytes.append(UInt8(byte)) }
    cr_stop_replaying()
    rest = (decoder.feed(bytes) + decoder.flush()).compactMap { decoded in
      switch decoded.event {
      case .key, .paste: decoded.event
      default: nil
      }
    }
  }

  /// The keys and pastes of a macro after the Enter that has accepted the line.
  static var rest: [TerminalEvent] = []

  /// Follows the line after each command, also those of a macro.
  static func didCommand() {
    if where_history() != history_length { hasMovedInHistory = true }
    start.didRead(isEnded: ended != nil)
    start.willRead()
    commands += 1
    // The macro ends with itself.
    if commands > commandLimit { cr_stop_replaying() }
  }

  /// The number of commands that the current key has run.
  private static var commands = 0

  /// The maximum number of commands that one key can run.
  private static let commandLimit = 1 << 16

  /// Returns whether a key is bound.
  ///
  /// A key of one byte always is.
  ///
  /// Readline would insert the end of an unknown sequence as text.
  private static func isBound(_ key: Key) -> Bool {
    guard key.bytes.count > 1, key.bytes.first == 0x1B else { return !key.bytes.isEmpty }
    // A search that reads its text in the line would take the bytes.
    if cr_reads_search_in_line() { return false }
    if cr_expects_more(), !cr_is_searching(), !cr_is_in_argument() { return false }
    var type: Int32 = 0
    let function = key.bytes.withUnsafeBytes { bytes in
      rl_function_of_keyseq_len(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, nil, &type)
    }
    return function != nil && type != ISKMAP
  }

  /// Whether the next key belongs to the one before.
  static var isWaiting: Bool { cr_expects_more() }

  /// Whether the line is a word for the shell.
  static var isWord: Bool { start.isWord }

  static var hasBytes: Bool { !queue.isEmpty }

  /// Returns the next byte of the key, or -1 if there are no more yet.
  ///
  /// A command that waits for one byte, such as a key sequence, leaves the rest of a longer character, which isn't
  /// text.
  static func nextByte() -> Int32 {
    if takesOneKey, !cr_expects_more(), let key, key.bytes.count > 1, queue.count < key.bytes.count
    {
      queue.removeAll()
    }
    return queue.popFirst().map { Int32($0) } ?? -1
  }

  /// Whether the current key is for what waited for one, so that none of its bytes is a command.
  private static var takesOneKey = false

  /// Inserts pasted text as a command of Readline.
  ///
  /// It ends what waits for more keys; a search that reads its text in the line takes it instead.
  static func insert(_ text: String) {
    cr_make_room(Int32(clamping: text.utf8.count))
    if cr_reads_search_in_line() {
      rl_insert_text(withoutNUL(text))
      return
    }
    leavePending()
    bindPaste()
    pasted = text
    queue.append(pasteKeys)
    run()
    pasted = nil
    isReplaced = false
    isUntouched = false
  }

  /// The text of the paste that's being inserted; nil for one in a macro.
  private static var pasted: String?

  /// Inserts the pasted text, which vi's `.` repeats with what was typed before it.
  static func insertPasted() {
    let text = withoutNUL(pasted ?? takeRecordedPaste())
    cr_record_paste(text)
    if rl_point == 0 || isReplaced { start = WordStart() }
    if isReplaced {
      rl_begin_undo_group()
      rl_delete_text(0, rl_end)
      rl_point = 0
    }
    rl_mark = rl_point
    rl_insert_text(text)
    if isReplaced { rl_end_undo_group() } else if mode == .viInsert { cr_join_insertions() }
  }

  /// Takes the text of a paste from the macro that's being replayed.
  private static func takeRecordedPaste() -> String {
    let end = CR_PASTE_END.utf8
    var bytes: [UInt8] = []
    while !bytes.suffix(end.count).elementsEqual(end), case let byte = cr_next_macro_byte(),
      byte >= 0
    {
      bytes.append(UInt8(byte))
    }
    if bytes.suffix(end.count).elementsEqual(end) { bytes.removeLast(end.count) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func replace(_ text: String, isOffered: Bool = false) {
    leavePending()
    start = WordStart()
    isReplaced = isOffered && !text.isEmpty
    cr_make_room(Int32(clamping: text.utf8.count))
    rl_begin_undo_group()
    rl_delete_text(0, rl_end)
    rl_point = 0
    rl_insert_text(withoutNUL(text))
    rl_end_undo_group()
    isUntouched = false
  }

  /// Moves the cursor to an offset in the text's UTF-8, at a scalar's start.
  static func moveCursor(to offset: Int) {
    leavePending()
    isReplaced = false
    let text = line(prompt: "").text
    rl_point = Int32(
      clamping: EditedLine(prompt: "", text: text, cursorOffset: offset).cursorOffset)
  }

  /// Ends searches, key sequences, and arguments, which refer to positions in the line.
  static func leavePending() {
    guard cr_expects_more() else { return }
    cr_leave_pending()
  }

  private static func withoutNUL(_ text: String) -> String { text.filter { $0 != "\0" } }

  // MARK: What Readline's functions call

  /// Runs a command of the shell, or `otherwise` if the command isn't available in the current
  /// state of the line.
  static func invoke(
    _ bound: BoundCommand, _ count: Int32, _ byte: Int32,
    otherwise: (Int32, Int32) -> Int32
  ) -> Int32 {
    let found = bound.command(
      key: key, isEmpty: (rl_end == 0 || standsOffered) && !hasReplaced,
      isUntouchedOffer: request.isOffer && isUntouched,
      takesQuestionMark: request.takesQuestionMark)
    if bound == .clear {
      if rl_end > 0 { replace("") }
      return 0
    }
    guard let found else {
      let result = otherwise(count, byte)
      switch bound {
      case .backToDigit: cr_continue_after(rl_last_func)
      case .helpOrInsert: cr_continue_after(rl_insert)
      default: break
      }
      return result
    }
    command = found
    return 0
  }

  static func resolveCompletions() -> Completions.Resolution? {
    guard let complete = request.complete else { return nil }
    let now = line(prompt: "")
    let index = now.text.utf8.index(now.text.startIndex, offsetBy: now.cursorOffset)
    let query = CompletionQuery(
      before: String(now.text[..<index]), after: String(now.text[index...]))
    let resolution = complete(query).resolve(before: query.before)
    offered = resolution.candidates
    return resolution.candidates.isEmpty ? nil : resolution
  }

  private static var offered: [Completions.Candidate] = []

  static func showCandidates() { candidates = offered }

  // MARK: History

  /// Replaces the history while a line is edited.
  ///
  /// The typed text stays.
  static func exchangeHistory(_ lines: [String]) {
    leavePending()
    if current_history() != nil { rl_end_of_history(1, 0) }
    let undo = rl_undo_list
    loadHistory(lines)
    rl_undo_list = undo
  }

  /// The lines of the history, as they were added.
  private static var loaded: [String] = []

  /// Whether a command has moved in the history since, and may have changed its lines.
  private static var hasMovedInHistory = false

  /// The number of lines that were added to the history so far, for tests that count work.
  private(set) static var addedLineCount = 0

  private static func loadHistory(_ lines: [String]) {
    // Mostly the line before had all of them but the last.
    let isKept =
      !hasMovedInHistory && where_history() == history_length
      && Int(history_length) == loaded.count && lines.starts(with: loaded)
    if !isKept { clear_history() }
    for line in isKept ? lines[loaded.count...] : lines[...] {
      cr_add_history(withoutNUL(line))
      addedLineCount += 1
    }
    using_history()
    loaded = lines
    hasMovedInHistory = false
  }
}

extension Key {
  /// Whether it removes a character before or after the cursor in emacs mode and in vi's insert mode.
  fileprivate var removesCharacter: Bool {
    switch (code, modifiers) {
    case (.backspace, []), (.delete, []), (.character("h"), .control), (.character("d"), .control):
      true
    default: false
    }
  }

  /// The key that was typed within a moment after Escape; nil for others, and for Alt-Enter.
  ///
  /// Terminals send the same for it and for the key with Alt. In vi's modes it's two keys.
  fileprivate var afterEscape: Key? {
    guard modifiers.contains(.alt), code != .enter, bytes.count > 1, bytes[0] == 0x1B,
      bytes.count == 2 || (bytes[1] != 0x5B && bytes[1] != 0x4F)
    else { return nil }
    return Key(code, modifiers.subtracting(.alt), bytes: Array(bytes.dropFirst()))
  }
}
