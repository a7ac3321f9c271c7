// SPDX-License-Identifier: GPL-3.0-or-later

@preconcurrency internal import CReadline
public import TerminalIO

/// A line editor that is GNU Readline: history, completion, undo, kill ring, macros, vi mode and
/// the person's own inputrc, in which `$if StackFlow` holds.
///
/// Readline is one for the whole process. Several editors may exist, each with a history of its
/// own; the one that began a line last has it, and another's line is given up. The mode, the kill
/// ring and the bindings are shared.
///
/// Readline neither reads nor writes a terminal here: keys come in by ``feed(_:)``, and
/// ``line`` says what there is to show. A secret never enters it, since its undo lists, its kill
/// ring and its macros would keep it: such a line is edited by a `PlainLineEditor`.
@MainActor
public final class ReadlineEditor {
  /// Which inputrc is read when Readline starts, once in a process.
  public enum Configuration: Sendable {
    /// The person's own: `$INPUTRC`, `~/.inputrc` or `/etc/inputrc`.
    case person
    /// None.
    case none
  }

  private var lines: [String] = []
  private var request: LineRequest?
  private var lastLine = EditedLine(prompt: "", text: "")
  private let secretEditor = PlainLineEditor()

  /// Creates an editor without a line, and starts Readline if it is the first.
  public init(configuration: Configuration = .person) {
    ReadlineEngine.start(readsInputrc: configuration == .person)
  }

  /// Obeys a line as in an inputrc file, such as `set editing-mode vi`.
  public func configure(_ line: String) { ReadlineEngine.configure(line) }

  private var isSecret: Bool { request?.isSecret == true }
  private var isActive: Bool { ReadlineEngine.owner === self }
}

extension ReadlineEditor: @MainActor LineEditor {
  /// The line as it is now; the last one after it ended.
  public var line: EditedLine {
    if isSecret { return secretEditor.line }
    guard let request, isActive else { return lastLine }
    return ReadlineEngine.line(prompt: request.prompt)
  }

  /// What the person can go back to, the oldest first.
  public var history: [String] {
    get { lines }
    set {
      lines = newValue
      if isActive { ReadlineEngine.exchangeHistory(lines) }
    }
  }

  /// Begins a line; one that was being edited, by any editor, is given up.
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

  /// Inserts the text as one change.
  public func paste(_ text: String) -> LineOutcome {
    if isSecret { return secretEditor.paste(text) }
    guard isActive, request != nil else { return .editing }
    ReadlineEngine.insert(text)
    return .editing
  }

  /// Makes the line another text.
  public func replaceText(_ text: String) {
    if isSecret { return secretEditor.replaceText(text) }
    guard isActive, request != nil else { return }
    ReadlineEngine.replace(text)
  }

  /// Gives the line up.
  public func end() {
    secretEditor.end()
    if isActive {
      if !isSecret { lastLine = line }
      ReadlineEngine.end(isComplete: false)
    } else if let request, request.isSecret {
      lastLine = EditedLine(prompt: request.prompt, text: "", isSecret: true)
    }
    request = nil
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
