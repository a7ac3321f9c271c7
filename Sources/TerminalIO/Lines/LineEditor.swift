// SPDX-License-Identifier: Apache-2.0

/// Something that edits one line of text by keys: GNU Readline, or ``PlainLineEditor``.
///
/// The shell reads the keys, the editor holds the line, the shell shows it. An editor neither reads
/// nor writes a terminal:
///
///     editor.begin(LineRequest(prompt: "> ", initialText: "8080"))
///     while let event = await terminal.events.next() {
///       guard case .key(let key) = event else { continue }
///       switch editor.feed(key) {
///       case .editing: renderer.paint(editor.line)
///       case .accepted(let answer): return answer
///       …
///
/// An implementation passes `lineEditorViolations` of StackFlowTesting.
public protocol LineEditor: AnyObject {
  /// The line as it is now; the last one after it ended.
  var line: EditedLine { get }

  /// What the person can go back to with the arrows, the oldest first.
  ///
  /// The editor adds nothing to it: whoever accepts an answer decides what is remembered.
  var history: [String] { get set }

  /// Begins a line; one that was being edited is given up.
  func begin(_ request: LineRequest)

  /// Takes one key.
  func feed(_ key: Key) -> LineOutcome

  /// Takes text that was pasted: no character of it acts as a key. Undone in one go.
  func paste(_ text: String) -> LineOutcome

  /// Makes the line another text, the cursor at its end; can be undone.
  func replaceText(_ text: String)

  /// Gives the line up.
  func end()
}

/// What a line is asked for with.
public struct LineRequest {
  /// What stands before the line; shown by the shell, not by the editor.
  public var prompt: String

  /// The text that stands in the line at first.
  ///
  /// A default, a suggestion, or the answer that was not accepted. Undo never goes behind it.
  public var initialText: String

  /// Whether the initial text is an offer that ``EditorCommand/none`` turns down.
  public var isOffer: Bool

  /// Whether the first character that is typed, or the first paste, takes the place of the initial
  /// text; any other key keeps it, to be edited, but for one that only lists what it can be
  /// completed to.
  public var typingReplaces: Bool

  /// Whether a `?` typed into an empty line is a character as any other; elsewhere it asks for help.
  public var takesQuestionMark: Bool

  /// Whether the text may have line breaks; those of a pasted text become blanks otherwise.
  public var takesLineBreaks: Bool

  /// Whether nothing of the line may be shown or kept.
  ///
  /// No echo, no history, no completion, no way to yank it back.
  public var isSecret: Bool

  /// What the text may be completed to.
  public var complete: ((CompletionQuery) -> Completions)?

  /// Creates a request.
  public init(
    prompt: String = "> ", initialText: String = "", isOffer: Bool = false,
    typingReplaces: Bool = false, takesQuestionMark: Bool = false,
    takesLineBreaks: Bool = false, isSecret: Bool = false,
    complete: ((CompletionQuery) -> Completions)? = nil
  ) {
    self.prompt = prompt
    self.initialText = initialText
    self.isOffer = isOffer
    self.typingReplaces = typingReplaces
    self.takesQuestionMark = takesQuestionMark
    self.takesLineBreaks = takesLineBreaks
    self.isSecret = isSecret
    self.complete = complete
  }
}

/// A line while it is edited.
public struct EditedLine: Hashable, Sendable {
  /// How keys are read.
  public enum Mode: Hashable, Sendable {
    /// Emacs keys.
    case emacs
    /// vi keys, text is inserted.
    case viInsert
    /// vi keys, they are commands.
    case viCommand
  }

  /// What stands before the line.
  public var prompt: String

  /// The text.
  public var text: String

  /// The cursor as an offset in the text's UTF-8, on a scalar boundary.
  public var cursorOffset: Int

  /// What the editor says in place of the prompt, such as the state of a search.
  public var message: String?

  /// How keys are read.
  public var mode: Mode

  /// Whether the text must not be shown.
  public var isSecret: Bool

  /// Whether the next character that is typed takes the place of the text, which is shown apart
  /// from a text that is gone on with.
  public var isOffered: Bool

  /// Whether the text is meant for the shell: its first character is a `:` that was typed into an
  /// empty line.
  ///
  /// It's never so for a text that was pasted, that came from history or that stood in the line at
  /// first, and never for a secret.
  public var isWord: Bool

  /// Creates a line; a cursor outside the text goes to its nearer end, one inside a scalar before it.
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

  /// The cursor as a number of whole Characters before it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var cursor: Int {
    let index = text.utf8.index(text.startIndex, offsetBy: cursorOffset)
    return text[..<index].count
  }
}

/// What came of a key.
public enum LineOutcome: Hashable, Sendable {
  /// The line is being edited; it may have changed.
  case editing
  /// The line is complete and this is its text. The editor waits for the next ``LineEditor/begin(_:)``.
  case accepted(String)
  /// Ctrl-C: the line was given up.
  case interrupted
  /// Ctrl-D on an empty line, which has ended.
  case endOfInput
  /// A key that is bound to a command of the shell; the line stays.
  case command(EditorCommand)
  /// The text can be completed in several ways; the shell shows them, the line stays.
  case candidates([Completions.Candidate])
}
