// SPDX-License-Identifier: Apache-2.0

/// A type that edits a line of text by keys, such as ``PlainLineEditor``.
///
/// ``LineReader`` reads the keys and shows the line; the editor only holds it, and neither reads nor
/// writes a terminal:
///
///     editor.begin(LineRequest(prompt: "> ", initialText: "8080"))
///     while let event = await terminal.events.next() {
///       guard case .key(let key) = event else { continue }
///       switch editor.feed(key) {
///       case .editing: renderer.paint(editor.line)
///       case .accepted(let answer): return answer
///       …
///
/// An implementation passes `lineEditorViolations` of ConformanceTesting.
public protocol LineEditor: AnyObject {
  /// The current line, or the last one after it has ended.
  var line: EditedLine { get }

  /// The lines that the arrow keys recall, oldest first.
  ///
  /// The editor doesn't add to it; the program decides which lines to keep.
  var history: [String] { get set }

  /// Begins a line, and discards one that is being edited.
  func begin(_ request: LineRequest)

  /// Takes one key.
  func feed(_ key: Key) -> LineOutcome

  /// Inserts pasted text, without treating any of its characters as keys. Undo removes it in one
  /// step.
  func paste(_ text: String) -> LineOutcome

  /// Replaces the text of the line, and moves the cursor to its end. It can be undone.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isOffered: Whether the next typed character, or the next paste, replaces the text again.
  func replaceText(_ text: String, isOffered: Bool)

  /// Moves the cursor to an offset in the text's UTF-8; one inside a scalar moves to the scalar's start,
  /// and one outside the text to its nearer end.
  func moveCursor(to offset: Int)

  /// Discards the line.
  func end()

  /// Returns what remains of a macro after the Enter with which it accepted the line, keys and pastes, and forgets
  /// it.
  func takeRest() -> [TerminalEvent]
}

extension LineEditor {
  /// Nothing; for editors without macros.
  public func takeRest() -> [TerminalEvent] { [] }

  /// Replaces the text of the line by one that's edited from now on.
  package func replaceText(_ text: String) { replaceText(text, isOffered: false) }
}

/// A request for a line of text.
public struct LineRequest {
  /// The prompt before the line, which the editor doesn't show.
  public var prompt: String

  /// Returns the prompt in a window of so many columns, which ``LineReader`` shows; nil to show ``prompt``.
  public var promptFitting: ((_ columns: Int) -> String)?

  /// The initial text of the line: a default, a suggestion, or an answer that was refused.
  ///
  /// Undo stops at it.
  public var initialText: String

  /// Whether the initial text is an offer that ``EditorCommand/none`` declines.
  public var isOffer: Bool

  /// Whether the first typed character, or the first paste, replaces the initial text.
  ///
  /// Any other key keeps the text for editing, except one that only lists completions.
  public var typingReplaces: Bool

  /// Whether a `?` typed into an empty line is text.
  ///
  /// Otherwise, it asks for help.
  public var takesQuestionMark: Bool

  /// Whether the text may contain line breaks.
  ///
  /// Otherwise, line breaks in pasted text become spaces, or what ``pasted`` makes of them.
  public var takesLineBreaks: Bool

  /// Returns pasted text of several lines as the line accepts it; nil to write spaces for the line breaks.
  public var pasted: ((String) -> String)?

  /// Whether the text is a secret, which is never shown or kept.
  ///
  /// There is no echo, history or completion, and the text can't be yanked back.
  public var isSecret: Bool

  /// Finds a word in an accepted line that doesn't begin with one, unless something was pasted into the
  /// line; nil to find none.
  ///
  /// A user who can't see the initial text types a word after it.
  public var word: ((String) -> String?)?

  /// Completes the text, or nil for no completion.
  public var complete: ((CompletionQuery) -> Completions)?

  /// Creates a request.
  public init(
    prompt: String = "> ", initialText: String = "", isOffer: Bool = false,
    typingReplaces: Bool = false, takesQuestionMark: Bool = false,
    takesLineBreaks: Bool = false, isSecret: Bool = false,
    word: ((String) -> String?)? = nil,
    complete: ((CompletionQuery) -> Completions)? = nil
  ) {
    self.prompt = prompt
    self.initialText = initialText
    self.isOffer = isOffer
    self.typingReplaces = typingReplaces
    self.takesQuestionMark = takesQuestionMark
    self.takesLineBreaks = takesLineBreaks
    self.isSecret = isSecret
    self.word = word
    self.complete = complete
  }
}

/// A line that is being edited.
public struct EditedLine: Hashable, Sendable {
  /// How keys are read.
  public enum Mode: Hashable, Sendable {
    /// Emacs keys.
    case emacs
    /// vi keys, inserting text.
    case viInsert
    /// vi keys, as commands.
    case viCommand
  }

  /// The prompt before the line.
  public var prompt: String

  /// The text.
  public var text: String

  /// The cursor as an offset in the text's UTF-8, on a scalar boundary.
  public var cursorOffset: Int

  /// A message that replaces the prompt, such as the state of a search.
  public var message: String?

  /// How keys are read.
  public var mode: Mode

  /// Whether the text must not be shown.
  public var isSecret: Bool

  /// Whether the next typed character replaces the text, which then looks different from text
  /// that's being edited.
  public var isOffered: Bool

  /// Whether the text is a word for the program, which starts with a `:` that was typed into an
  /// empty line.
  ///
  /// Pasted text, text from the history, initial text, and secrets are never words.
  public var isWord: Bool

  /// Creates a line.
  ///
  /// A cursor outside the text moves to the nearer end, and a cursor inside a scalar moves to its
  /// start.
  public init(
    prompt: String, text: String, cursorOffset: Int? = nil, message: String? = nil,
    mode: Mode = .emacs, isSecret: Bool = false, isOffered: Bool = false, isWord: Bool = false
  ) {
    self.prompt = prompt
    self.text = text
    let wanted = min(max(cursorOffset ?? text.utf8.count, 0), text.utf8.count)
    // Bytes 10xxxxxx continue a scalar.
    var index = text.utf8.index(text.startIndex, offsetBy: wanted)
    while index > text.startIndex, index < text.endIndex, text.utf8[index] & 0xC0 == 0x80 {
      index = text.utf8.index(before: index)
    }
    self.cursorOffset = text.utf8.distance(from: text.startIndex, to: index)
    self.message = message
    self.mode = mode
    self.isSecret = isSecret
    self.isOffered = isOffered
    self.isWord = isWord && !isSecret
  }

  /// The number of whole Characters before the cursor.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var cursor: Int {
    let index = text.utf8.index(text.startIndex, offsetBy: cursorOffset)
    return text[..<index].count
  }
}

/// The outcome of a key.
public enum LineOutcome: Hashable, Sendable {
  /// The line is being edited; it may have changed.
  case editing
  /// The line is complete and this is its text. The editor waits for the next ``LineEditor/begin(_:)``.
  case accepted(String)
  /// Ctrl-C: the line was discarded.
  case interrupted
  /// Ctrl-D on an empty line, which has ended.
  case endOfInput
  /// A key that is bound to a command of the program; the line stays.
  case command(EditorCommand)
  /// The text can be completed in several ways, to be shown; the line stays.
  case candidates([Completions.Candidate])
}
