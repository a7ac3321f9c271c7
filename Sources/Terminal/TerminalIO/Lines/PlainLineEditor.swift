// SPDX-License-Identifier: Apache-2.0

/// A simple line editor with the common keys of Emacs.
///
/// Use it in tests, in programs without Readline, and for secrets, because it keeps no copy of
/// them. It moves and deletes by Characters.
public final class PlainLineEditor: LineEditor {
  private struct Snapshot {
    var before: [Character]
    var after: [Character]
  }

  private var request: LineRequest?
  private var before: [Character] = []
  private var after: [Character] = []
  private var undo: [Snapshot] = []
  private var killed: [Character] = []
  private var isTyping = false
  private var isTouched = false
  /// Whether the next character replaces the text.
  private var isReplaced = false
  /// Whether the line starts with a `:` that was typed into an empty line.
  private var isWord = false
  /// Whether the last key was Escape.
  private var isPrefixed = false
  private var historyIndex = 0
  private var draft = ""
  private var lastPrompt = ""

  /// The lines that the arrow keys recall, oldest first.
  public var history: [String] = [] {
    didSet { historyIndex = history.count }
  }

  /// Creates an editor without a line.
  public init() {}

  /// The current line.
  public var line: EditedLine {
    let left = String(before)
    return EditedLine(
      prompt: request?.prompt ?? lastPrompt, text: left + String(after),
      cursorOffset: left.utf8.count, isSecret: request?.isSecret ?? false, isOffered: isReplaced,
      isWord: isWord && historyIndex == history.count)
  }

  /// Begins a line.
  public func begin(_ request: LineRequest) {
    self.request = request
    lastPrompt = request.prompt
    before = Array(request.initialText)
    after = []
    undo = []
    isTyping = false
    isTouched = false
    isWord = false
    isPrefixed = false
    isReplaced = request.typingReplaces && !before.isEmpty
    historyIndex = history.count
    draft = ""
  }

  /// Takes one key.
  public func feed(_ key: Key) -> LineOutcome {
    guard let request else { return .editing }
    if key == .control("c") {
      end()
      return .interrupted
    }
    // Escape and a key are the key with Alt.
    if key == Key(.escape) {
      isPrefixed = true
      return .editing
    }
    let key = isPrefixed ? Key(key.code, key.modifiers.union(.alt)) : key
    isPrefixed = false
    if key == .control("d"), before.isEmpty, after.isEmpty {
      end()
      return .endOfInput
    }
    if let bound = Self.bindings[key],
      let command = bound.command(
        key: key, isEmpty: (before.isEmpty && after.isEmpty) || (isReplaced && !Self.isText(key)),
        isUntouchedOffer: request.isOffer && !isTouched,
        takesQuestionMark: request.takesQuestionMark)
    {
      return .command(command)
    }
    defer { settleWord() }
    return edit(key, request)
  }

  /// Inserts pasted text.
  public func paste(_ text: String) -> LineOutcome {
    guard request != nil else { return .editing }
    isPrefixed = false
    let standing = isReplaced ? "" : String(before)
    isReplaced = false
    if standing.isEmpty { isWord = false }
    change { before = Array(standing + text) }
    return .editing
  }

  /// Replaces the text of the line.
  public func replaceText(_ text: String, isOffered: Bool) {
    guard request != nil else { return }
    isWord = false
    isReplaced = isOffered && !text.isEmpty
    isTyping = false
    change {
      before = Array(text)
      after = []
    }
  }

  /// Moves the cursor; the text is edited from now on.
  public func moveCursor(to offset: Int) {
    guard request != nil else { return }
    isReplaced = false
    isTyping = false
    let text = String(before) + String(after)
    let wanted = EditedLine(prompt: "", text: text, cursorOffset: offset)
    move(to: wanted.cursor)
  }

  /// Discards the line.
  public func end() {
    if request?.isSecret == true {
      before = []
      after = []
    }
    isReplaced = false
    request = nil
    undo = []
  }

  // MARK: Keys

  private static let bindings: [Key: BoundCommand] = {
    var bindings: [Key: BoundCommand] = [:]
    for command in BoundCommand.allCases {
      for key in command.keys { bindings[key] = command }
    }
    return bindings
  }()

  /// Returns whether a key types a character, which replaces an offer.
  private static func isText(_ key: Key) -> Bool {
    if case .character = key.code { key.modifiers.isEmpty } else { false }
  }

  private func edit(_ key: Key, _ request: LineRequest) -> LineOutcome {
    let wasTyping = isTyping
    let replaces = isReplaced
    isTyping = false
    isReplaced = false
    switch (key.code, key.modifiers) {
    case (.enter, []): return accept()
    case (.tab, []):
      let outcome = complete(request)
      // A list of candidates changes nothing.
      if case .candidates = outcome { isReplaced = replaces }
      return outcome
    case (.character(let character), []):
      if wasTyping {
        type(character)
      } else {
        change {
          if replaces { before = [] }
          if before.isEmpty, after.isEmpty, character == ":" { isWord = !request.isSecret }
          type(character)
        }
      }
      isTyping = true
    case (.backspace, []), (.character("h"), .control): deleteBackward(1)
    case (.delete, []), (.character("d"), .control):
      if !after.isEmpty { change { after.removeFirst() } }
    case (.left, []), (.character("b"), .control): move(to: before.count - 1)
    case (.right, []), (.character("f"), .control): move(to: before.count + 1)
    case (.home, []), (.character("a"), .control): move(to: 0)
    case (.end, []), (.character("e"), .control): move(to: .max)
    case (.left, .control), (.character("b"), .alt): move(to: before.count - wordBefore())
    case (.right, .control), (.character("f"), .alt): move(to: before.count + wordAfter())
    case (.character("u"), .control): deleteBackward(before.count, keeps: true)
    case (.character("k"), .control): deleteForward(after.count)
    case (.character("w"), .control), (.backspace, .alt): deleteBackward(wordBefore(), keeps: true)
    case (.character("d"), .alt): deleteForward(wordAfter())
    case (.character("y"), .control):
      if !killed.isEmpty {
        if before.isEmpty { isWord = false }
        change { before += killed }
      }
    case (.character("_"), .control): restore()
    case (.up, []), (.character("p"), .control): recall(historyIndex - 1)
    case (.down, []), (.character("n"), .control): recall(historyIndex + 1)
    default: break
    }
    return .editing
  }

  /// Records that a line without its first colon isn't a word, whatever is typed later.
  private func settleWord() {
    guard historyIndex == history.count, request != nil else { return }
    if (before.first ?? after.first) != ":" { isWord = false }
  }

  private func accept() -> LineOutcome {
    let text = String(before) + String(after)
    end()
    return .accepted(text)
  }

  private func complete(_ request: LineRequest) -> LineOutcome {
    guard let complete = request.complete, !request.isSecret else { return .editing }
    let typed = String(before)
    let resolution = complete(CompletionQuery(before: typed, after: String(after)))
      .resolve(before: typed)
    if resolution.before != typed {
      change { before = Array(resolution.before) }
      return .editing
    }
    return resolution.candidates.count > 1 ? .candidates(resolution.candidates) : .editing
  }

  // MARK: The text

  private func change(_ body: () -> Void) {
    undo.append(Snapshot(before: before, after: after))
    isTouched = true
    body()
  }

  /// Inserts a character.
  ///
  /// A combining mark arrives as a key of its own, and joins the character before it.
  private func type(_ character: Character) {
    let joined = before.last.map { Array(String($0) + String(character)) } ?? [character]
    before.replaceSubrange(before.indices.suffix(1), with: joined)
  }

  private func restore() {
    guard let last = undo.popLast() else { return }
    before = last.before
    after = last.after
  }

  private func move(to position: Int) {
    let target = min(max(position, 0), before.count + after.count)
    let all = before + after
    before = Array(all[..<target])
    after = Array(all[target...])
  }

  private func deleteBackward(_ count: Int, keeps: Bool = false) {
    guard count > 0, !before.isEmpty else { return }
    let removed = before.suffix(count)
    change { before.removeLast(removed.count) }
    if keeps { keep(removed) }
  }

  private func deleteForward(_ count: Int) {
    guard count > 0, !after.isEmpty else { return }
    let removed = after.prefix(count)
    change { after.removeFirst(removed.count) }
    keep(removed)
  }

  private func keep(_ removed: ArraySlice<Character>) {
    if request?.isSecret == false { killed = Array(removed) }
  }

  private func wordBefore() -> Int {
    let spaces = before.reversed().prefix { !Self.isWord($0) }.count
    return spaces + before.dropLast(spaces).reversed().prefix(while: Self.isWord).count
  }

  private func wordAfter() -> Int {
    let spaces = after.prefix { !Self.isWord($0) }.count
    return spaces + after.dropFirst(spaces).prefix(while: Self.isWord).count
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private func recall(_ index: Int) {
    guard request?.isSecret == false, (0...history.count).contains(index), index != historyIndex
    else { return }
    if historyIndex == history.count { draft = String(before) + String(after) }
    let text = index == history.count ? draft : history[index]
    change {
      before = Array(text)
      after = []
    }
    historyIndex = index
  }
}
