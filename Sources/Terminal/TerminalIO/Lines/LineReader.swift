// SPDX-License-Identifier: Apache-2.0

/// The result of reading a line.
public enum LineReading: Hashable, Sendable {
  /// Enter: the line is complete.
  ///
  /// A word starts with a `:` that was typed into an empty line; it's edited if a text was deleted before it. A
  /// line that was edited counts as typed, even if its text is the offered one.
  case accepted(String, isWord: Bool, isEdited: Bool = false)

  /// Ctrl-C: the line was discarded.
  case interrupted

  /// Ctrl-D on an empty line.
  case endOfInput

  /// A key that is bound to a command of the program; the given line is still being edited.
  case command(EditorCommand, EditedLine)

  /// The text can be completed in several ways. Show the list starting in the row of the cursor;
  /// the line is shown again below it.
  case candidates([Completions.Candidate])

  /// An event that doesn't belong to the line, which is still being edited.
  case event(TerminalEvent)

  /// There are no more events; the line was discarded.
  case closed
}

/// Whose an event is while a line is read.
public enum EventUse: Hashable, Sendable {
  /// The line takes it.
  case line

  /// It was used elsewhere, and the line continues.
  case used

  /// It was used elsewhere, and ``LineReading/event(_:)`` is returned for it; the line stays open.
  case ending
}

/// Reads lines at a terminal: gives keys and pasted text to a line editor, and shows the line.
///
///     reader.begin(LineRequest(prompt: "> "))
///     while true {
///       switch await reader.read(next: { await terminal.events.next() }) {
///       case .accepted(let text, _, _): return text
///       case .event(.signal): …
///
/// Every line of the program is read here. Call ``read(next:use:)`` again after a reading that leaves the
/// line open; ``end()`` discards the line.
///
/// The line is shown in the row of the cursor.
public final class LineReader<Editor: LineEditor> {
  private let terminal: any Terminal
  private let editor: Editor
  private let display: any LineDisplay
  private var takesLineBreaks = false

  /// The rest of a macro that has accepted a line, which the next line gets.
  private var rest: ArraySlice<TerminalEvent> = []

  /// The number of keys that came from macros since the terminal's last event.
  private var restCount = 0

  private var joined: ((String) -> String)?

  /// The prompt that fits the window; nil for the editor's.
  private var prompt: String?
  private var promptFitting: ((Int) -> String)?

  /// Finds a word in an accepted line; nil once something was pasted.
  private var word: ((String) -> String?)?

  /// Creates a reader; nothing is shown until a line begins.
  ///
  /// - Parameters:
  ///   - terminal: The terminal to read keys from.
  ///   - editor: The editor of the line, which is shown in the row of the cursor.
  public convenience init(terminal: any Terminal, editor: Editor) {
    self.init(terminal: terminal, editor: editor, display: RowDisplay(terminal: terminal))
  }

  /// Creates a reader with a display of its own.
  package init(terminal: any Terminal, editor: Editor, display: any LineDisplay) {
    self.terminal = terminal
    self.editor = editor
    self.display = display
  }

  /// The current line, or the last one after it has ended.
  public var line: EditedLine { editor.line }

  /// Replaces the text of the line, and moves the cursor to its end.
  ///
  /// It can be undone.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isOffered: Whether the next typed character replaces the text again.
  package func replaceText(_ text: String, isOffered: Bool = false) {
    editor.replaceText(text, isOffered: isOffered)
  }

  /// Inserts a text at the cursor, as one change.
  package func insert(_ text: String) { _ = editor.paste(text) }

  /// Moves the cursor to an offset in the text's UTF-8.
  package func moveCursor(to offset: Int) { editor.moveCursor(to: offset) }

  /// Begins a line on the row of the cursor, which must be empty.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - history: The lines that the arrow keys recall, oldest first.
  ///   - continuesMacro: Whether the line gets what remained of a macro that accepted the line before, at most
  ///     1,000 keys without one of the terminal's.
  public func begin(
    _ request: LineRequest, history: [String] = [], continuesMacro: Bool = true
  ) {
    if !continuesMacro { rest = [] }
    editor.history = history
    wasEmptied = false
    isSecret = request.isSecret
    takesLineBreaks = request.takesLineBreaks
    joined = request.pasted
    word = request.word
    promptFitting = request.promptFitting
    prompt = promptFitting?(terminal.size.columns)
    display.begin(columns: terminal.size.columns)
    editor.begin(request)
  }

  /// Shows the line and reads until it ends or something else happens.
  ///
  /// Ctrl-Z stops the process here; `.event(.resumed)` follows when it continues.
  ///
  /// - Parameters:
  ///   - next: Returns the next event, or nil if there are no more.
  ///   - use: Gets each event before the line does, and returns what uses it.
  /// - Returns: The result.
  public func read(
    next: () async -> TerminalEvent?, use: (TerminalEvent) -> EventUse = { _ in .line }
  ) async -> LineReading {
    paint()
    while true {
      var event = takeRest()
      if event == nil {
        event = await next()
        restCount = 0
      }
      guard let event else {
        editor.end()
        return .closed
      }
      switch use(event) {
      case .line: break
      case .used:
        paint()
        continue
      case .ending: return .event(event)
      }
      let outcome: LineOutcome
      switch event {
      case .key(let key):
        if key.code == .enter { isOffered = editor.line.isOffered }
        let before = editor.line
        outcome = editor.feed(key)
        if !before.text.isEmpty, !before.isWord, editor.line.text.isEmpty { wasEmptied = true }
        // A secret isn't shown, so one that was entered before is cleared in an empty line.
        if isSecret, key == .control("u"), editor.line.text.isEmpty { wasEmptied = true }
      case .paste(let text, _):
        // Pasted text is never a word.
        word = nil
        outcome = editor.paste(pasted(text))
      case .resized(let size):
        prompt = promptFitting?(size.columns)
        display.resize(columns: size.columns)
        outcome = .editing
      case .resumed:
        // Other programs may have written to the screen.
        display.leave()
        prompt = promptFitting?(terminal.size.columns)
        display.begin(columns: terminal.size.columns)
        return .event(event)
      default: return .event(event)
      }
      if let reading = reading(of: outcome) { return reading }
    }
  }

  /// Discards the line; it stays on the screen, and the cursor moves to the next row.
  public func end() {
    editor.end()
    display.finish(accepting: nil)
  }

  /// Leaves the line on the screen and moves to the next row, for a text that is written there; the
  /// next reading shows the line again.
  package func breakLine() { display.finish(accepting: nil) }

  /// Erases the line, and clears the window if the terminal supports it.
  ///
  /// The next call of ``read(next:use:)`` shows the line again, in the first row.
  package func clearWindow() { display.clearWindow() }

  private func takeRest() -> TerminalEvent? {
    guard restCount < 1_000, let event = rest.popFirst() else {
      rest = []
      return nil
    }
    restCount += 1
    return event
  }

  private func reading(of outcome: LineOutcome) -> LineReading? {
    switch outcome {
    case .editing:
      paint()
      return nil
    case .accepted(let text):
      let line = editor.line
      rest += editor.takeRest()
      display.finish(accepting: shownLine)
      if let word = word?(text) { return .accepted(word, isWord: true) }
      return .accepted(
        text, isWord: line.isWord,
        isEdited: line.isWord || isSecret && text.isEmpty ? wasEmptied : !isOffered)
    case .interrupted:
      display.finish(accepting: nil)
      return .interrupted
    case .endOfInput:
      display.finish(accepting: nil)
      return .endOfInput
    case .candidates(let candidates):
      display.finish(accepting: nil)
      return .candidates(candidates)
    case .command(.stop):
      display.leave()
      terminal.stop()
      return nil
    case .command(let command): return .command(command, editor.line)
    }
  }

  /// Returns pasted text as the line accepts it: in one row, unless the line takes line breaks.
  private func pasted(_ text: String) -> String {
    guard takesLineBreaks else {
      if let joined { return joined(text) }
      return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    // Line breaks at the end belong to the place that the text was copied from.
    return String(text.reversed().drop(while: \.isNewline).reversed())
  }

  /// Whether a text was deleted from the line.
  private var wasEmptied = false

  /// Whether the line is a secret.
  private var isSecret = false

  /// Whether the line was still as it was offered when Enter was pressed.
  private var isOffered = false

  /// The line with the prompt that fits the window.
  private var shownLine: EditedLine {
    var line = editor.line
    if let prompt { line.prompt = prompt }
    return line
  }

  private func paint() { display.paint(shownLine) }
}
