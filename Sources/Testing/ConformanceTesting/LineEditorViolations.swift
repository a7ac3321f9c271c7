// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
public import TerminalIO

/// Checks the rules that every `LineEditor` must follow.
///
/// A test of a new line editor calls this and expects no violations:
///
///     #expect(lineEditorViolations { MyEditor() }.isEmpty)
///
/// It types only keys that all editors share: letters, Enter, Backspace, arrows, Tab, Ctrl-C,
/// Ctrl-D, and the keys of the shell's commands, in Emacs mode.
///
/// - Parameter makeEditor: Creates an editor without a line. It's called once for each rule.
/// - Returns: A sentence for each rule that the editor breaks.
public func lineEditorViolations<Editor: LineEditor>(_ makeEditor: () -> Editor) -> [String] {
  var check = LineEditorCheck<Editor>()
  check.lines(makeEditor)
  check.endings(makeEditor)
  check.commands(makeEditor)
  check.replacing(makeEditor)
  check.words(makeEditor)
  check.completion(makeEditor)
  check.history(makeEditor)
  check.secrets(makeEditor)
  return check.violations
}

private struct LineEditorCheck<Editor: LineEditor> {
  var violations: [String] = []

  private mutating func require(_ condition: Bool, _ rule: String) {
    if !condition { violations.append(rule) }
  }

  /// Types text, and returns the outcome of its last character.
  @discardableResult
  private func type(_ text: String, _ editor: Editor) -> LineOutcome {
    var outcome = LineOutcome.editing
    for scalar in text.unicodeScalars {
      outcome = editor.feed(scalar == "\r" ? Key(.enter) : .character(Character(scalar)))
    }
    return outcome
  }

  mutating func lines(_ make: () -> Editor) {
    let editor = make()
    editor.begin(LineRequest(prompt: "name: ", initialText: "80日"))
    let begun = editor.line
    require(begun.prompt == "name: ", "a line has the prompt of its request")
    require(begun.text == "80日", "a line begins with its initial text")
    require(begun.cursorOffset == 5, "the cursor begins at the end, as a UTF-8 offset")
    require(!begun.isSecret && begun.message == nil, "a line begins without a message")
    type("x", editor)
    _ = editor.feed(Key(.left))
    _ = editor.feed(Key(.left))
    require(editor.line.cursor == 2, "an arrow moves over a whole Character")
    _ = editor.feed(Key(.backspace))
    require(editor.line.text == "8日x", "Backspace deletes before the cursor")
    let pasted = editor.paste("a\rb")
    require(pasted == .editing, "a paste accepts nothing")
    require(editor.line.text == "8a\rb日x", "a paste is inserted at the cursor")
    editor.replaceText("new")
    require(
      editor.line.text == "new" && editor.line.cursor == 3, "replaced text is the text of the line")
    require(type("\r", editor) == .accepted("new"), "Enter accepts the text")
    require(editor.line.text == "new", "the last line can be read after it ended")
    require(editor.feed(.character("x")) == .editing, "keys between lines do nothing")
    editor.begin(LineRequest())
    require(editor.line.text.isEmpty, "a line begins empty")
    editor.begin(LineRequest(initialText: "b"))
    require(type("\r", editor) == .accepted("b"), "beginning another line discards the first")
    require(editor.history.isEmpty, "an editor adds nothing to its history")
  }

  mutating func endings(_ make: () -> Editor) {
    let editor = make()
    editor.begin(LineRequest(initialText: "text"))
    require(editor.feed(.control("c")) == .interrupted, "Ctrl-C interrupts")
    editor.begin(LineRequest(initialText: "text"))
    require(editor.feed(.control("d")) == .editing, "Ctrl-D in text doesn't end the input")
    editor.begin(LineRequest())
    require(editor.feed(.control("d")) == .endOfInput, "Ctrl-D at an empty line ends the input")
    editor.begin(LineRequest(initialText: "text"))
    require(editor.feed(Key(.escape)) == .editing, "Escape accepts nothing")
    require(editor.line.text == "text", "Escape leaves the text")
    require(
      type("b", editor) == .editing && editor.line.text == "text" && editor.line.cursor == 0,
      "Escape and a key are the key with Alt")
    editor.begin(LineRequest(initialText: "text"))
    editor.end()
    require(editor.feed(Key(.enter)) == .editing, "a discarded line accepts nothing")
  }

  mutating func commands(_ make: () -> Editor) {
    let editor = make()
    let everywhere: [(Key, EditorCommand)] = [
      (Key(.tab, .shift), .back), (Key(.left, .alt), .back), (Key(.function(1)), .help),
      (Key(.enter, .alt), .accept), (.alt("w"), .why), (.control("l"), .repaint),
      (.control("z"), .stop), (Key(.up, .alt), .scrollUp), (Key(.down, .alt), .scrollDown),
    ]
    for text in ["", "text"] {
      editor.begin(LineRequest(initialText: text))
      for (key, command) in everywhere {
        require(editor.feed(key) == .command(command), "\(key) is the command \(command)")
        require(editor.line.text == text, "\(key) leaves the text")
      }
    }
    let atEmptyLine: [(Key, EditorCommand)] = [
      (.character("?"), .help), (Key(.pageUp), .back), (.alt("2"), .backTo(2)),
    ]
    for (key, command) in atEmptyLine {
      editor.begin(LineRequest())
      require(editor.feed(key) == .command(command), "\(key) at an empty line is \(command)")
      editor.begin(LineRequest(initialText: "text"))
      require(editor.feed(key) == .editing, "\(key) in text isn't a command")
    }
    editor.begin(LineRequest(initialText: "80", isOffer: true))
    require(
      editor.feed(Key(.backspace, .alt)) == .editing && editor.line.text.isEmpty,
      "Alt-Backspace deletes a word, also of an offer")
    require(
      editor.feed(Key(.backspace, .alt)) == .editing, "Alt-Backspace in an empty line does nothing")
  }

  mutating func replacing(_ make: () -> Editor) {
    let editor = make()
    let request = LineRequest(initialText: "8080", isOffer: true, typingReplaces: true)
    editor.begin(request)
    require(editor.line.text == "8080", "text that typing replaces is in the line at first")
    type("90", editor)
    require(editor.line.text == "90", "the first character replaces such text")
    editor.begin(request)
    type("?", editor)
    require(editor.line.text == "?", "a question mark replaces such text like any other character")
    editor.begin(request)
    _ = editor.paste("70")
    require(editor.line.text == "70", "a paste replaces such text")
    for key in [Key(.left), Key(.end), Key(.home)] {
      editor.begin(request)
      _ = editor.feed(key)
      type("1", editor)
      require(editor.line.text.count == 5, "a character after \(key) is inserted")
    }
    editor.begin(request)
    require(
      editor.feed(Key(.pageUp)) == .command(.back),
      "PageUp goes back from such text as from an empty line")
    var choosing = request
    choosing.complete = { query in
      Completions(replacing: query.before.count, with: [.init("8080"), .init("9090")])
    }
    editor.begin(choosing)
    for _ in 0..<2 { _ = editor.feed(Key(.tab)) }
    type("7", editor)
    require(editor.line.text == "7", "such text can still be replaced after candidates were listed")
    editor.begin(request)
    _ = editor.feed(Key(.backspace))
    type("1", editor)
    require(editor.line.text == "8081", "Backspace edits such text")
    editor.begin(request)
    require(type("\r", editor) == .accepted("8080"), "Enter keeps such text")
    editor.begin(LineRequest(initialText: "8080"))
    type("1", editor)
    require(editor.line.text == "80801", "typing continues any other text")
    offering(editor, request)
  }

  /// Checks texts that the program puts into a line that has begun.
  private mutating func offering(_ editor: Editor, _ request: LineRequest) {
    for text in ["", "8"] {
      editor.begin(LineRequest())
      type(text, editor)
      editor.replaceText("443", isOffered: true)
      require(
        editor.line.text == "443" && editor.line.isOffered,
        "a text that the program offers is an offer")
      type("8", editor)
      require(
        editor.line.text == "8" && !editor.line.isOffered,
        "typing replaces a text that the program offers")
    }
    editor.begin(request)
    editor.replaceText("90")
    require(!editor.line.isOffered, "a text that replaces an offer isn't an offer")
    type("1", editor)
    require(editor.line.text == "901", "typing continues a text that replaced an offer")
    editor.begin(request)
    _ = editor.feed(.control("u"))
    require(
      editor.line.text.isEmpty && !editor.line.isOffered, "a line that was cleared offers nothing")
  }

  mutating func words(_ make: () -> Editor) {
    let editor = make()
    editor.history = [":quit"]
    func begin(_ text: String = "", _ change: (inout LineRequest) -> Void = { _ in }) {
      var request = LineRequest(initialText: text)
      change(&request)
      editor.begin(request)
    }
    func isWord(_ keys: String) -> Bool {
      type(keys, editor)
      let isShown = editor.line.isWord
      _ = editor.feed(Key(.enter))
      return isShown && editor.line.isWord
    }
    begin()
    require(isWord(":back"), "a colon typed into an empty line begins a word")
    begin("8080") { $0.typingReplaces = true }
    require(isWord(":back"), "a colon that replaces an offer begins a word")
    begin("x")
    _ = editor.feed(Key(.backspace))
    require(isWord(":back"), "a colon typed into a line that was cleared begins a word")
    begin()
    require(!isWord("x:back"), "a colon after other text doesn't begin a word")
    begin("host")
    require(!isWord(":quit"), "a colon after initial text doesn't begin a word")
    begin(":quit")
    require(!isWord(""), "initial text isn't a word")
    begin(":qui")
    require(!isWord("t"), "initial text isn't a word when typing continues it")
    begin()
    _ = editor.paste(":quit")
    require(!isWord(""), "pasted text isn't a word")
    begin()
    type(":", editor)
    _ = editor.feed(.control("a"))
    _ = editor.paste(":quit ")
    require(!isWord(""), "text pasted before a typed colon isn't a word")
    begin()
    type("back", editor)
    _ = editor.feed(.control("a"))
    require(!isWord(":"), "a colon typed before other text doesn't begin a word")
    begin()
    _ = editor.feed(Key(.up))
    require(editor.line.text == ":quit" && !isWord(""), "a line from the history isn't a word")
    begin()
    type(":ba", editor)
    _ = editor.feed(Key(.up))
    _ = editor.feed(Key(.down))
    require(isWord("ck"), "a word is still a word after the history was browsed")
    begin(":x")
    _ = editor.feed(.control("u"))
    _ = editor.feed(.control("y"))
    require(editor.line.text == ":x" && !isWord(""), "yanked text isn't a word")
    begin { $0.complete = { .matching($0, in: [.init(":back")]) } }
    type(":b", editor)
    _ = editor.feed(Key(.tab))
    require(editor.line.text == ":back" && isWord(""), "a completed word is a word")
    begin { $0.isSecret = true }
    require(!isWord(":quit"), "a secret isn't a word")
    begin("8080") { $0.typingReplaces = true }
    require(editor.line.isOffered, "text that typing replaces is an offer")
    type("9", editor)
    require(!editor.line.isOffered, "text that replaces an offer isn't an offer")
    begin("8080")
    require(!editor.line.isOffered, "text that typing continues isn't an offer")
    begin { $0.takesQuestionMark = true }
    require(editor.feed(.character("?")) == .editing, "a question mark can begin text")
    require(editor.line.text == "?", "a question mark that begins text is part of it")
    _ = editor.feed(.control("c"))
    editor.history = []
  }

  mutating func completion(_ make: () -> Editor) {
    let editor = make()
    let choices = [Completions.Candidate("alpha one"), .init("alpha two"), .init("beta")]
    editor.begin(LineRequest(complete: { .matching($0, in: choices) }))
    type("B", editor)
    require(editor.feed(Key(.tab)) == .editing, "one candidate is inserted, not shown")
    require(editor.line.text == "beta", "one candidate replaces what was typed")
    editor.begin(LineRequest(complete: { .matching($0, in: choices) }))
    type("al", editor)
    var shown: LineOutcome = .editing
    for _ in 0..<3 where shown == .editing { shown = editor.feed(Key(.tab)) }
    require(editor.line.text == "alpha ", "the shared prefix of all candidates is inserted")
    require(
      shown == .candidates(Array(choices.prefix(2))), "candidates are shown, in their order")
    editor.begin(LineRequest(complete: { .matching($0, in: choices) }))
    type("zz", editor)
    _ = editor.feed(Key(.tab))
    require(editor.line.text == "zz", "without candidates, the text stays")
    editor.begin(LineRequest(initialText: "zz"))
    _ = editor.feed(Key(.tab))
    require(editor.line.text == "zz", "without completion, Tab does nothing")
  }

  mutating func history(_ make: () -> Editor) {
    let editor = make()
    editor.history = ["one", "two"]
    editor.begin(LineRequest())
    type("draft", editor)
    _ = editor.feed(Key(.up))
    require(editor.line.text == "two", "Up goes to the last line")
    _ = editor.feed(Key(.up))
    _ = editor.feed(Key(.up))
    require(editor.line.text == "one", "Up stops at the first line")
    _ = editor.feed(Key(.down))
    _ = editor.feed(Key(.down))
    require(editor.line.text == "draft", "Down returns to the typed text")
    require(editor.history == ["one", "two"], "browsing the history doesn't change it")
  }

  mutating func secrets(_ make: () -> Editor) {
    let editor = make()
    editor.history = ["old"]
    editor.begin(LineRequest(isSecret: true, complete: { .matching($0, in: [.init("hunter2")]) }))
    require(editor.line.isSecret, "a secret line says so")
    type("h", editor)
    _ = editor.feed(Key(.tab))
    require(editor.line.text == "h", "a secret isn't completed")
    _ = editor.feed(Key(.up))
    require(editor.line.text == "h", "the history isn't available in a secret")
    type("unter2", editor)
    _ = editor.feed(.control("u"))
    type("pw", editor)
    require(type("\r", editor) == .accepted("pw"), "a secret is accepted as typed")
    require(editor.line.text.isEmpty, "the last line shows nothing of a secret")
    editor.begin(LineRequest())
    _ = editor.feed(.control("y"))
    require(!editor.line.text.includes("hunter2"), "a secret can't be yanked")
    _ = editor.feed(.control("c"))
    require(editor.history == ["old"], "a secret isn't added to the history")
  }
}
