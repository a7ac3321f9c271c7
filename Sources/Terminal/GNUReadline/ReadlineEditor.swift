// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency internal import CReadline
public import TerminalIO

/// A line editor that uses GNU Readline, with its history, completion, undo, kill ring, macros, vi
/// mode, and the user's inputrc file, in which `$if StackFlow` is true.
///
/// Readline has one state for the whole process. Several editors may exist, each with its own
/// history, but only the one that began a line last has a line; beginning a line discards that of any
/// other editor. The mode, the kill ring and the bindings are shared.
///
/// Readline doesn't read from or write to the terminal: ``feed(_:)`` takes keys, and ``line`` is
/// what to show. Secrets are edited by a `PlainLineEditor`, because Readline would keep them in its
/// undo lists, kill ring, and macros.
@MainActor
public final class ReadlineEditor {
  /// The inputrc file that's read when Readline starts, once per process.
  public enum Configuration: Sendable {
    /// The user's file: `$INPUTRC`, `~/.inputrc`, or `/etc/inputrc`.
    case person
    /// No file.
    case none
  }

  private var lines: [String] = []
  private var request: LineRequest?
  private var lastLine = EditedLine(prompt: "", text: "")
  private let secretEditor = PlainLineEditor()

  /// Creates an editor without a line.
  ///
  /// The first editor starts Readline.
  public init(configuration: Configuration = .person) {
    ReadlineEngine.start(readsInputrc: configuration == .person)
  }

  /// Applies a line of an inputrc file, such as `set editing-mode vi`.
  public func configure(_ line: String) { ReadlineEngine.configure(line) }

  private var isSecret: Bool { request?.isSecret == true }
  private var isActive: Bool { ReadlineEngine.owner === self }
}

extension ReadlineEditor: @MainActor LineEditor {
  /// The current line, or the last one after it has ended.
  public var line: EditedLine {
    if isSecret { return secretEditor.line }
    guard let request, isActive else { return lastLine }
    return ReadlineEngine.line(prompt: request.prompt)
  }

  /// The lines that the arrow keys recall, oldest first.
  public var history: [String] {
    get { lines }
    set {
      lines = newValue
      if isActive { ReadlineEngine.exchangeHistory(lines) }
    }
  }

  /// Begins a line, and discards the one that's being edited, whichever editor it belongs to.
  public func begin(_ request: LineRequest) {
    ReadlineEngine.owner?.end()
    self.request = request
    if request.isSecret {
      secretEditor.begin(request)
      return
    }
    ReadlineEngine.begin(owner: self, request: request, history: lines)
  }

  /// Takes one key.
  public func feed(_ key: Key) -> LineOutcome {
    if isSecret { return finish(secretEditor.feed(key)) }
    guard isActive, request != nil else { return .editing }
    return finish(ReadlineEngine.feed(key))
  }

  /// Inserts pasted text as one change.
  public func paste(_ text: String) -> LineOutcome {
    if isSecret { return secretEditor.paste(text) }
    guard isActive, request != nil else { return .editing }
    ReadlineEngine.insert(text)
    return .editing
  }

  /// Replaces the text of the line.
  public func replaceText(_ text: String, isOffered: Bool) {
    if isSecret { return secretEditor.replaceText(text, isOffered: isOffered) }
    guard isActive, request != nil else { return }
    ReadlineEngine.replace(text, isOffered: isOffered)
  }

  /// Moves the cursor.
  public func moveCursor(to offset: Int) {
    if isSecret { return secretEditor.moveCursor(to: offset) }
    guard isActive, request != nil else { return }
    ReadlineEngine.moveCursor(to: offset)
  }

  /// Discards the line.
  public func end() {
    secretEditor.end()
    if isActive {
      if !isSecret {
        // A waiting command may show a search, or a blank for a motion.
        ReadlineEngine.leavePending()
        lastLine = line
      }
      ReadlineEngine.end(isComplete: false)
    } else if let request, request.isSecret {
      lastLine = EditedLine(prompt: request.prompt, text: "", isSecret: true)
    }
    request = nil
  }

  /// Takes over the rest of a macro.
  public func takeRest() -> [TerminalEvent] {
    defer { ReadlineEngine.rest = [] }
    return ReadlineEngine.rest
  }

  private func finish(_ outcome: LineOutcome) -> LineOutcome {
    guard let request else { return outcome }
    switch outcome {
    case .accepted(let text):
      lastLine = EditedLine(
        prompt: request.prompt, text: request.isSecret ? "" : text, isSecret: request.isSecret,
        isWord: isActive && ReadlineEngine.isWord)
      if isActive { ReadlineEngine.end(isComplete: true) }
      self.request = nil
    case .interrupted, .endOfInput:
      end()
    case .editing, .command, .candidates:
      break
    }
    return outcome
  }
}
