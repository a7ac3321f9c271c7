// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// What the line editor is asked for at a step.
struct LineQuestion {
  /// The text that stands in the line at first.
  let initialText: String

  /// Whether what is offered stands in the line to be edited; choices are offered above it, where
  /// a number or a letter is typed instead.
  let editsOffer: Bool

  /// Whether an acceptable answer was given already, which Enter alone keeps.
  let keepsDraft: Bool

  private let field: FieldState?

  /// What can be done at a list of records; empty at other steps.
  private let listWords: [Completions.Candidate]

  /// Creates the question of a step; without one only words are read.
  init(_ step: StepState?) {
    field = step?.focusedField
    listWords = step.map { ListWord.candidates(for: $0) } ?? []
    // Of a secret that is entered twice only the first entry is there.
    keepsDraft =
      field.map { $0.draft != .untouched && $0.value != nil && !$0.awaitsRepeat } ?? false
    guard let field, !field.isSecret else {
      initialText = ""
      editsOffer = false
      return
    }
    // A choice is a number or a word: what was refused of it is typed anew, not edited.
    editsOffer = !field.type.isChoice && field.type != .boolean
    let text = editsOffer ? field.editableText : ""
    // As a person types it: a colon at the start is that of a word.
    initialText = text.hasPrefix(":") ? ":" + text : text
  }

  /// The request for the editor.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - paths: The paths that begin as typed.
  /// - Returns: The request, with what the line can be completed to.
  func request(
    for session: FlowSession, paths: @escaping (String) -> [String] = { _ in [] }
  ) -> LineRequest {
    let (field, listWords) = (field, listWords)
    let steps = session.shownSteps
    return LineRequest(
      prompt: "> ", initialText: initialText,
      isOffer: editsOffer && field?.offer != nil && field?.draft == .untouched,
      // An answer that was refused stands there to be corrected, every other to be kept.
      typingReplaces: editsOffer && (keepsDraft || field?.draft == .untouched),
      isSecret: field?.isSecret ?? false,
      complete: { [initialText] query in
        LineCompletion(
          field: field, listWords: listWords, steps: steps, standing: initialText, paths: paths
        )
        .completions(for: query)
      })
  }
}

/// What a line can be completed to: words, choices, suggested texts.
struct LineCompletion {
  let field: FieldState?

  /// What can be done at a list of records.
  let listWords: [Completions.Candidate]
  let steps: [String]

  /// The text that stood in the line at first; a word may be typed behind it.
  let standing: String

  /// The paths that begin as typed.
  let paths: (String) -> [String]

  func completions(for query: CompletionQuery) -> Completions {
    if query.before.hasPrefix(":") { return words(query) }
    if !standing.isEmpty, query.before.hasPrefix(standing + ":") {
      return words(CompletionQuery(before: String(query.before.dropFirst(standing.count))))
    }
    guard let field else { return .matching(query, in: listWords) }
    switch field.type {
    case .choice: return .matching(query, in: choices(of: field))
    case .choices:
      let typed = query.before
      let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
      let last = typed[start...].drop { $0 == " " }
      return .matching(CompletionQuery(before: String(last)), in: choices(of: field))
    case .boolean: return .matching(query, in: [.init("yes"), .init("no")])
    case .string: return .matching(query, in: field.completions.map { .init($0) })
    case .path:
      return Completions(
        replacing: query.before.count, with: paths(query.before).map { .init($0) })
    case .text, .secret, .integer, .number, .date, .time, .datetime, .duration:
      return Completions()
    }
  }

  private func choices(of field: FieldState) -> [Completions.Candidate] {
    field.choices.filter(\.isEnabled).map {
      .init($0.label, detail: $0.hint ?? "")
    }
  }

  private func words(_ query: CompletionQuery) -> Completions {
    for word in [":back ", ":why "] where query.before.hasPrefix(word) {
      let typed = query.before.dropFirst(word.count)
      return .matching(
        CompletionQuery(before: String(typed)), in: steps.map { .init($0) })
    }
    return .matching(
      query, in: TypedWord.all.map { .init($0.name, detail: $0.summary) })
  }
}
