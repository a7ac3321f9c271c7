// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import TerminalIO

/// The line that is read at a step: its field, with what was typed already.
struct OpenLine: Hashable {
  /// The field that is asked; nil where only words, or a yes or no, are read.
  let field: Question.Field?

  var subject = LineSubject.nothing

  /// Whether the user has edited it; of a word, whether the text before it was deleted.
  var isEdited = false

  /// Whether typing replaces a refused text, as where no line is repainted.
  var replacesRefused = false

  /// A text that was typed already; nil when the line begins with what is offered.
  private let kept: KeptText?

  /// Empty at steps that aren't lists of records.
  private let listWords: [Completions.Candidate]

  /// A text that was typed already.
  struct KeptText: Hashable {
    /// The text, as an answer.
    let text: String

    /// Whether the next character replaces it.
    var isReplaced = false

    /// Whether it says what was picked, which a widget shows by itself.
    var isPicked = false
  }

  /// Creates the line of a step; without one only words are read.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - kept: A text that was typed already; nil for the offered one.
  init(_ step: StepState?, keeping kept: KeptText? = nil) {
    field = step?.focusedField.map { Question.Field($0) }
    self.kept = kept ?? field.flatMap { KeptText(unfinishedAt: $0) }
    listWords = step.map { ListWord.candidates(for: $0) } ?? []
  }

  /// A text that was typed already; nil when the line begins with what is offered, or with what a widget shows.
  var keptText: String? { kept.flatMap { $0.isPicked ? nil : $0.text } }

  /// The text in the line when nothing was typed yet.
  var offeredText: String { field?.offeredText ?? "" }

  /// The text in the line at the beginning.
  var initialText: String { isSecret ? "" : kept?.text ?? offeredText }

  /// Whether the answer is picked: a choice, or yes or no.
  var isPicked: Bool { field?.isPicked ?? false }

  /// Whether the line is a secret, which isn't shown.
  var isSecret: Bool { field?.state.isSecret ?? false }

  /// Whether typing replaces the text in the line.
  var isReplaced: Bool {
    guard !initialText.isEmpty else { return false }
    if replacesRefused, kept == nil, field?.isRefused == true { return true }
    return kept?.isReplaced ?? field?.isReplacedByTyping ?? false
  }

  /// The text of a choice, or of yes or no, that was typed and refused, or its probable meaning; or the text beside
  /// the choices.
  var refusedText: String? {
    guard isPicked, let field, field.isRefused else { return nil }
    guard case .typed = field.state.draft else { return field.state.refusedOther }
    return initialText
  }

  /// Whether a line is the offered text, unchanged.
  func isUntouched(_ text: String) -> Bool {
    !isEdited && field?.isOffered(text) == true && field?.state.unfinished == nil
  }

  /// Returns what the line holds that isn't submitted: nil if it's as it began, and `FieldInput/offered` if it's
  /// what the question offers.
  func unsubmitted(_ line: EditedLine) -> FieldInput? {
    guard field != nil, !isSecret, !line.isWord, line.text != initialText,
      word(in: line.text) == nil
    else { return nil }
    let isOffered = line.text == offeredText || isPicked && line.text.isEmpty
    return isOffered ? .offered : .text(line.text)
  }

  /// The word that was typed after a refused or an unfinished answer that's still in the line; nil for an answer.
  ///
  /// Where no line is repainted, a user who hears that an answer was refused doesn't see that it's still
  /// there. Only a whole word is one: `12:30` corrects `12`. A `?` is one where no answer has it.
  func word(in text: String) -> String? {
    if isReplaced, text == "?", field?.state.type.isText == false { return ":help" }
    guard let field, field.isRefused || field.state.unfinished != nil, !isReplaced,
      !initialText.isEmpty,
      text.utf8.starts(with: initialText.utf8)
    else { return nil }
    let rest = String(text.utf8.dropFirst(initialText.utf8.count)) ?? ""
    if rest == "?", !field.state.type.isText { return ":help" }
    guard rest.hasPrefix(":") else { return nil }
    return switch TypedWord.reading(of: rest) {
    case .word, .list: rest
    case .answer, .unknown: nil
    }
  }

  /// The request for the editor.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - editsTexts: Whether there is an editor.
  ///   - isSingle: Whether the flow is one question.
  ///   - paths: The paths that begin with a text.
  ///   - isUntouched: Whether nothing is known to have been typed into the line since it was begun.
  /// - Returns: The request, with its completions.
  func request(
    for session: FlowSession, editsTexts: Bool = false, isSingle: Bool = false,
    paths: @escaping (String) -> [String] = { _ in [] },
    isUntouched: @escaping () -> Bool = { true }
  ) -> LineRequest {
    let state = field?.state
    let isList = state?.type.hasItems ?? false
    var request = LineRequest(
      prompt: "> ", initialText: initialText,
      isOffer: isReplaced && state?.offer != nil && state?.draft == .untouched,
      typingReplaces: isReplaced, takesQuestionMark: state?.type.isText ?? false,
      takesLineBreaks: state?.type == .text || state?.type == .secret
        || state?.isEditedInLines ?? false,
      isSecret: isSecret,
      word: { self.word(in: $0) },
      complete: { [listWords, initialText] query in
        LineCompletion(
          field: state, listWords: listWords, session: session,
          words: TypedWord.possible(in: session, editsTexts: editsTexts, isSingle: isSingle),
          standing: isUntouched() ? initialText : "", paths: paths
        )
        .completions(for: query)
      })
    if isList, let state { request.pasted = { state.pasted($0) } }
    return request
  }
}

extension OpenLine.KeptText {
  /// Creates the unfinished text of a field; nil if there's none, and for a secret.
  fileprivate init?(unfinishedAt field: Question.Field) {
    guard !field.state.isSecret, let text = field.unfinishedText else { return nil }
    self.text = text
    if case .value? = field.state.unfinished { isPicked = true }
    isReplaced = isPicked
  }
}
