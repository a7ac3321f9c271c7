// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowSessions
import Localization
import TerminalIO

// The words that can be typed at a step.
extension TypedWord {
  /// The keys of words; `?`, PageUp and Ctrl-D act only in an empty line, and PageUp only where it moves
  /// in nothing that the face shows.
  private static let keys: [String: String] = [
    ":back": "Shift-Tab, Alt-Left",
    ":help": "F1, ?",
    ":why": "Alt-W",
    ":accept": "Alt-Enter",
    ":edit": "Ctrl-X Ctrl-E",
    ":next": "Enter",
    ":quit": "Ctrl-D, Ctrl-C",
  ]

  /// The keys at a secret, of which no text is a word: its answer, then ways to leave it.
  private static let secretKeys: [(keys: String, word: String, meaning: MessageID)] = [
    ("Enter", ":next", .wordNext),
    ("Ctrl-U Enter", ":none", .wordNone),
    ("Shift-Tab, Alt-Left", ":back", .doGoBack),
    ("Alt-W", ":why", .keyWhy),
    ("F1", ":help", .wordHelp),
    ("Ctrl-D, Ctrl-C", ":quit", .wordQuit),
  ]

  /// The words that can be typed at the present step of a session, with what they do.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - editsTexts: Whether there is an editor.
  ///   - isSingle: Whether the flow is one question, where words about other steps do nothing.
  ///   - namesKeys: Whether the keys of the words are included.
  ///   - pagesBack: Whether PageUp goes back.
  /// - Returns: The words, in the order in which they are shown.
  static func possible(
    in session: FlowSession, editsTexts: Bool, isSingle: Bool = false, namesKeys: Bool = false,
    pagesBack: Bool = true
  ) -> [Completions.Candidate] {
    var listed: [Completions.Candidate] = []
    if case .asking(let step) = session.state {
      let here = ListWord.candidates(for: step).map { ":" + $0.text.filter { $0 != " " } }
      listed = listWords.filter { here.contains($0.name) }
        .map { Completions.Candidate($0.name, detail: session.catalog.text($0.summary)) }
    }
    var names = names(in: session, editsTexts: editsTexts)
    if isSingle { names.subtract([":back", ":why", ":review", ":next"]) }
    if case .asking(let step) = session.state, step.focusedField?.isSecret == true {
      return secretKeys.filter { names.contains($0.word) }
        .map { Completions.Candidate($0.keys, detail: session.catalog.text($0.meaning)) }
    }
    return listed
      + all.filter { names.contains($0.name) }.map { word -> Completions.Candidate in
        var keys = namesKeys ? keys(for: word.name, in: session) : nil
        if word.name == ":back", pagesBack { keys? += ", PageUp" }
        return Completions.Candidate(
          word.name,
          detail: session.catalog.text(word.summary) + (keys.map { " (\($0))" } ?? ""))
      }
  }

  private static func keys(for name: String, in session: FlowSession) -> String? {
    if name == ":help", case .asking(let step) = session.state,
      step.focusedField?.type.isText == true
    {
      return "F1"
    }
    if name == ":show" {
      return session.catalog.text(.keyClearsScreen, ["key": .text("Ctrl-L")])
    }
    return keys[name]
  }

  private static func names(in session: FlowSession, editsTexts: Bool) -> Set<String> {
    var names: Set<String> = [":help", ":show", ":quit"]
    if session.canGoBack { names.insert(":back") }
    if !session.reviewRows.isEmpty { names.insert(":review") }
    switch session.state {
    case .asking(let step):
      names.insert(":why")
      let fields = step.visibleFields
      if !fields.isEmpty, session.canAcceptSuggestions { names.insert(":accept") }
      if step.kind == .form, fields.count > 1 { names.insert(":field") }
      guard let field = step.focusedField else {
        if step.kind != .commit { names.insert(":next") }
        break
      }
      if field.offer != nil || field.value != nil || field.generate != nil {
        names.insert(":next")
      }
      if !field.isRequired { names.insert(":none") }
      if editsTexts, field.type == .text { names.insert(":edit") }
    case .failed(let failure):
      if failure.effect?.retries != nil { names.insert(":retry") }
    case .needs, .notStarted, .finished: break
    }
    return names
  }
}
