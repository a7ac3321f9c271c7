// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

// The answers of a session, and what a user is told of them.
extension FlowSession {
  /// The submitted answers, in the order in which they were asked.
  ///
  /// A list of records is one answer, in the form in which it can be given in advance. The answers
  /// of the item that's being asked follow it.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  public var answers: [Answer] { reader.answers }

  /// What was entered or given last at the questions that are submitted, by their ids: null where a field was
  /// left empty on purpose; of a list, what was entered in its records.
  ///
  /// With the same of all else, a walk in which just these answers are entered has the same result.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  package var typedAnswers: [String: Value] { reader.typedAnswers }

  /// Returns the submitted answer of a field or a list, the output of a used flow, or a part of one
  /// of them, such as `env[0].key`; nil if there isn't one.
  ///
  /// - Complexity: O(log *n*) in the depth of the stack.
  public func answer(_ id: String) -> Value? { reader.answer(id) }

  /// Returns the same as ``answer(_:)`` with secrets masked, for messages.
  package func maskedAnswer(_ id: String) -> Value? { reader.maskedAnswer(id) }

  /// The submitted answers as a record, in the form in which they can be given in advance: by their names in
  /// data.
  ///
  /// The answers of a used flow are a record under its name, and those of a list are a list of
  /// records.
  ///
  /// The answer of a question that was left empty, although it has a default, is null.
  ///
  /// - Complexity: O(*n* log *n*) in the depth of the stack.
  public var answerRecord: Value { reader.answerRecord }

  /// The submitted answers, formatted for display.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the texts.
  public var reviewRows: [ReviewRow] { reader.reviewRows }

  /// All answers so far: the submitted answers, the finished items of lists that aren't submitted,
  /// and the answered fields of the top form.
  ///
  /// - Complexity: The same as ``reviewRows``.
  public var rowsSoFar: [ReviewRow] { reader.rowsSoFar }

  /// Returns the submitted answers of the step at a depth; empty for notes and for the top.
  public func reviewRows(at depth: Int) -> [ReviewRow] { reader.reviewRows(at: depth) }

  /// Whether a secret was answered or given.
  public var hasSecrets: Bool { reader.hasSecrets }

  /// The output with each value masked that's a secret or was computed from one, for a terminal
  /// that others can see; null before the end, and if the flow returned nothing.
  ///
  /// What's masked depends only on the flow. Text that happens to equal a secret is shown.
  ///
  /// - Complexity: O(*n*) in the size of the output.
  public var maskedOutput: Value { reader.maskedOutput }

  /// Returns whether text from outside, such as a command's message, contains a secret.
  package func repeatsSecret(_ text: String) -> Bool { reader.repeatsSecret(text) }

  /// The non-empty texts of the submitted secrets.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  package var secretTexts: Set<String> { reader.secretTexts }

  // MARK: Ids and names

  /// Returns what a step or a field is called in a sentence: its short label or its question, or the
  /// title or the text of a step without a field; the id as words where the flow gives none of them.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the text.
  package func name(of id: String) -> String { reader.name(of: id) }

  /// Returns the depth of the step with an id, or of the form that contains the field, or nil if
  /// neither is on the stack.
  ///
  /// For a step of an item that isn't being asked, it's the depth of the list. For a used flow or
  /// an item, it's the depth of the first step inside.
  package func depth(of id: String) -> Int? { reader.depth(of: id) }

  /// Returns why an id isn't that of a step to go back to; nil if it is.
  ///
  /// - Parameters:
  ///   - id: The id of a step, a field, or a used flow.
  ///   - name: What the reason calls it; nil for what users know it as.
  /// - Returns: The reason.
  package func refusal(toGoBackTo id: String, calling name: String? = nil) -> String? {
    reader.refusal(toGoBackTo: id, calling: name)
  }

  /// Returns why a word isn't the id of a step to go back to, with the id that was probably meant.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow.
  public func unknownStep(_ id: String) -> String { reader.unknownStep(id) }

  /// Whether there's a visible step to go back to.
  ///
  /// There's none while an undo is in doubt, because going back would only ask about it again.
  public var canGoBack: Bool { reader.canGoBack }

  /// Returns whether a request to go back to a step would reach the delegate.
  public func canGoBack(to id: String) -> Bool { reader.canGoBack(to: id) }

  /// The ids of the visible steps below the top, oldest first.
  public var shownSteps: [String] { reader.shownSteps }

  /// Returns the ids of the answers that going back to a step discards, the step's own first.
  public func discarded(byGoingBackTo id: String) -> [String] {
    reader.discarded(byGoingBackTo: id)
  }

  /// Explains why a step or a field is asked or skipped.
  ///
  /// Without an id, it explains the focused field, or else the top step.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public func why(_ id: String? = nil) -> Explanation { reader.why(id) }

  /// Returns whether a text that's typed means yes, in the session's language or in English.
  package func isYes(_ text: String) -> Bool { reader.isYes(.text(text)) }

  /// The id of the top step, or nil before the start and at the end.
  public var topStepID: String? { topStep.map { reader.id(of: $0.step) } }

  /// The day of the last event, in the session's time zone.
  public var today: CalendarDate {
    let parts = now.components(in: options.zone)
    let date = try? CalendarDate(year: parts.year, month: parts.month, day: parts.day)
    return date ?? .earliest
  }

  /// The flow's title in the session's language, or nil if it has none.
  public var title: String? {
    try? flow.title?.text(in: reader.scope(), language: language)
  }

  /// Whether ``FlowEvent/acceptSuggestions`` submits the top step: each of its visible fields still shows
  /// an acceptable answer of before, or was left empty and may be.
  ///
  /// - Complexity: O(*n*) in the number of fields of the step, or in the items of a list of records.
  public var canAcceptSuggestions: Bool {
    guard case .asking(let live) = phase else { return false }
    return EventHandling(self).holdsSuggestions(live)
  }

  /// The ids of the answers given in advance that no step has used.
  public var unusedAnswers: [String] {
    given.keys.filter { !consumed.contains($0) }.sorted()
  }

  /// The ids of the steps on the stack, oldest first, as they were announced.
  ///
  /// - Complexity: O(*n* log *n*) in the depth of the stack.
  var announcedSteps: [String] { reader.announcedSteps }

  // MARK: Ahead

  /// How far the session is.
  ///
  /// - Complexity: O(*n*) in the number of steps that follow, times that of their conditions.
  public var progress: Progress { reader.progress }

  /// Returns the progress for a driver that can pass reviews and commits by itself.
  ///
  /// - Parameter passesReviews: Whether reviews and commits are passed, and so not counted.
  /// - Returns: The progress.
  /// - Complexity: O(*n*) in the number of steps that follow, times that of their conditions; with
  ///   `passesReviews`, also in the number of steps that were shown.
  public func progress(passingReviews passesReviews: Bool) -> Progress {
    reader.progress(passingReviews: passesReviews)
  }

  /// The answers that are still needed: those of the top step, and later ones that no condition is
  /// known to skip.
  ///
  /// - Complexity: That of ``forecast``.
  public var missingAnswers: [MissingAnswer] { reader.missingAnswers }
}
