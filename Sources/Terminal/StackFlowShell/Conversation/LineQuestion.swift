// SPDX-License-Identifier: Apache-2.0

package import FlowForms
import FlowScreens
import Localization
import SourceDiagnostics
package import TerminalIO

/// The line that is asked for at a step.
package struct LineQuestion: Hashable {
  /// The text in the line at the beginning.
  package let initialText: String

  /// The text in the line when nothing was typed yet: an earlier answer, a default, a refused answer, or
  /// what was probably meant by it.
  package let offeredText: String

  /// Whether there is an acceptable answer already, which Enter alone keeps.
  let keepsDraft: Bool

  /// Whether the answer is picked: a choice, or yes or no.
  let isPicked: Bool

  /// What the line is about.
  package internal(set) var subject = LineSubject.nothing

  private let field: FieldState?

  /// A text that was typed already; nil when the line begins with what is offered.
  package let keptText: String?

  /// The field that is asked; nil where only words, or a yes or no, are read.
  package var fieldID: String? { field?.id }

  /// Whether the last answer was refused.
  private let isRefused: Bool

  /// The text of a choice, or of yes or no, that was typed and refused, or what was probably meant by it.
  package var refusedText: String? {
    guard isPicked, isRefused, case .typed? = field?.draft else { return nil }
    return initialText
  }

  /// Whether typing replaces the text in the line.
  let isReplaced: Bool

  /// What can be done at a list of records; empty at other steps.
  private let listWords: [Completions.Candidate]

  /// A text that was typed already.
  struct KeptText: Hashable {
    /// The text, as an answer.
    let text: String

    /// Whether the next character replaces it.
    var isReplaced = false
  }

  /// Creates the question of a step; without one only words are read.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - kept: A text that was typed already; nil for the offered one.
  init(_ step: StepState?, keeping kept: KeptText? = nil) {
    let field = step?.focusedField
    self.field = field
    keptText = kept?.text
    listWords = step.map { ListWord.candidates(for: $0) } ?? []
    // A secret that is entered twice has only its first entry then.
    let keeps = field.map { $0.draft != .untouched && $0.value != nil && !$0.awaitsRepeat } ?? false
    keepsDraft = keeps
    isPicked = field.map { $0.type.isChoice || $0.type == .boolean } ?? false
    guard let field, !field.isSecret else {
      offeredText = ""
      isReplaced = false
      isRefused = false
      initialText = field == nil ? kept?.text ?? "" : ""
      return
    }
    let proposal = field.problems.lazy.compactMap(\.proposal).first
    isRefused = field.isRefused
    if let proposal {
      offeredText = proposal
    } else if isPicked, !isRefused {
      let value = keeps ? field.value : field.offer?.value
      offeredText = value.map { field.shownText(of: $0) } ?? ""
    } else {
      offeredText = field.editableText
    }
    initialText = kept?.text ?? offeredText
    // A refused answer is there to be corrected, any other one to be kept. A refused choice is typed
    // anew; until then Enter takes nothing else instead.
    let isKept = isPicked || keeps || proposal != nil || field.draft == .untouched
    isReplaced =
      !initialText.isEmpty && kept?.isReplaced ?? (isKept && initialText == offeredText)
  }

  /// Whether Enter on this line, in which nothing was typed, takes what is offered.
  func takesOffer(_ text: String) -> Bool {
    guard let field, isUntouched(text) else { return false }
    return field.draft == .untouched || (isPicked && !isRefused)
  }

  /// The key of the history, which holds earlier answers to the same question.
  var historyKey: String? { field.flatMap { $0.isSecret ? nil : $0.id.withoutPositions } }

  /// Whether the line is a secret, which isn't shown.
  var isSecret: Bool { field?.isSecret ?? false }

  /// Whether a line is the offered text, unchanged.
  func isUntouched(_ text: String) -> Bool { !text.isEmpty && text == offeredText }

  /// The word that was typed after a refused answer that's still in the line; nil for an answer.
  ///
  /// Where no line is repainted, a user who hears that an answer was refused doesn't see that it's still
  /// there. Only a whole word is one: `12:30` corrects `12`. A `?` is one where no answer has it.
  func word(in text: String) -> String? {
    guard isRefused, !isReplaced, !initialText.isEmpty, text.utf8.starts(with: initialText.utf8)
    else { return nil }
    let rest = String(text.utf8.dropFirst(initialText.utf8.count)) ?? ""
    if rest == "?", field?.type.takesQuestionMark == false { return ":help" }
    guard rest.hasPrefix(":"), case .word = TypedWord.reading(of: rest) else { return nil }
    return rest
  }

  /// The request for the editor.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - editsTexts: Whether there is an editor.
  ///   - isSingle: Whether the flow is one question.
  ///   - paths: The paths that begin with a text.
  /// - Returns: The request, with its completions.
  package func request(
    for session: FlowSession, editsTexts: Bool = false, isSingle: Bool = false,
    paths: @escaping (String) -> [String] = { _ in [] }
  ) -> LineRequest {
    let (field, listWords) = (field, listWords)
    let question = self
    return LineRequest(
      prompt: "> ", initialText: initialText,
      isOffer: isReplaced && field?.offer != nil && field?.draft == .untouched,
      typingReplaces: isReplaced, takesQuestionMark: field?.type.takesQuestionMark ?? false,
      takesLineBreaks: field?.type == .text, isSecret: field?.isSecret ?? false,
      word: { question.word(in: $0) },
      complete: { [initialText] query in
        LineCompletion(
          field: field, listWords: listWords, session: session,
          words: TypedWord.possible(in: session, editsTexts: editsTexts, isSingle: isSingle),
          standing: initialText, paths: paths
        )
        .completions(for: query)
      })
  }
}

/// The completions of a line: words, choices, suggested texts.
struct LineCompletion {
  let field: FieldState?

  /// What can be done at a list of records.
  let listWords: [Completions.Candidate]
  let session: FlowSession

  /// The words with a colon that can be typed here.
  let words: [Completions.Candidate]

  /// The text in the line at the beginning.
  let standing: String

  /// The paths that begin with a text.
  let paths: (String) -> [String]

  func completions(for query: CompletionQuery) -> Completions {
    if query.before.hasPrefix(":") { return words(query) }
    guard let field else { return .matching(query, in: listWords) }
    let isPicked = field.type.isChoice || field.type == .boolean
    if isPicked, !standing.isEmpty, query.before == standing {
      // Nothing was typed yet, so the offered text doesn't narrow the list.
      return Completions(replacing: query.before.count, with: picks(of: field))
    }
    switch field.type {
    case .choice, .boolean: return .matching(query, in: picks(of: field))
    case .choices:
      let typed = query.before
      let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
      let last = typed[start...].drop { $0 == " " }
      return .matching(CompletionQuery(before: String(last)), in: picks(of: field))
    case .string: return .matching(query, in: field.completions.map { .init($0) })
    case .path:
      return Completions(
        replacing: query.before.count, with: paths(query.before).map { path($0) })
    case .text, .secret, .integer, .number, .date, .time, .datetime, .duration:
      return Completions()
    }
  }

  private func picks(of field: FieldState) -> [Completions.Candidate] {
    if field.type == .boolean { return [.init(field.catalog.yes), .init(field.catalog.no)] }
    return field.choices.filter(\.isEnabled).map { .init($0.label, detail: $0.hint ?? "") }
  }

  /// A path, which a list shows by its last name.
  private func path(_ path: String) -> Completions.Candidate {
    let end = path.hasSuffix("/") ? path.dropLast() : path[...]
    let start = end.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return .init(path, shown: String(path[start...]))
  }

  private func words(_ query: CompletionQuery) -> Completions {
    for word in [":back ", ":why ", ":field "] where query.before.hasPrefix(word) {
      let typed = query.before.dropFirst(word.count)
      let isField = word == ":field "
      let names = StepNames(session, ofFieldsOnly: isField).all
      let query = CompletionQuery(before: String(typed))
      let found = Completions.matching(query, in: names.map { .init($0.name) })
      // Who types an id means it; the list of what can be typed has names only.
      return found.candidates.isEmpty ? .matching(query, in: names.map { .init($0.id) }) : found
    }
    return .matching(query, in: words)
  }
}

extension FieldState {
  /// Whether the last answer was refused.
  fileprivate var isRefused: Bool {
    problems.contains { $0.severity == .error } && draft != .untouched
  }
}

extension FieldType {
  /// Whether a `?` can begin an answer.
  var takesQuestionMark: Bool {
    switch self {
    case .string, .text, .secret, .path: true
    default: false
    }
  }
}
