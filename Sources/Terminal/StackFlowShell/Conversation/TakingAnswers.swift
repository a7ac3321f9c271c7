// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalIO

extension Conversation {
  /// - Parameters:
  ///   - text: The answer.
  ///   - line: The line, with what was in it at first; nil where the answer was not typed into one.
  ///   - context: The session.
  /// - Returns: What comes next.
  mutating func answer(
    _ text: String, to line: OpenLine?, in context: ConversationContext
  ) -> ConversationRequest {
    guard let step = context.step else {
      if let failure = context.failure { sayWays(out: failure, in: context) }
      return next(in: context)
    }
    guard let field = step.focusedField else {
      if step.kind == .repeat, ListWord.reading(of: text, in: step) != nil {
        return change(text, in: context)
      }
      if step.kind == .repeat, text.isEmpty, !step.canChangeItems,
        let open = step.items.firstIndex(where: { $0.problem != nil })
      {
        // The list can't be submitted yet, and what comes next is known.
        return change(.edit(open), in: context)
      }
      let answer = text.isEmpty ? WalkAnswers.offered : .one(.text(text))
      return perform(.answer(answer), then: .outcome, in: context)
    }
    let question = Question.Field(field)
    let isUntouched = line?.isUntouched(text) == true
    let isCleared = text.isEmpty && field.isSecret && line?.isEdited == true && !field.awaitsRepeat
    let isEmpty = text.isEmpty && field.isSecret && !isCleared
    if question.keepsDraft, isEmpty || (isUntouched && question.isPicked) {
      remember(text, to: field)
      return perform(.answer(.offered), then: .outcome, in: context)
    }
    if isEmpty || (isUntouched && question.isOffered(text) && question.takesOffer),
      field.offer != nil
    {
      remember(text, to: field)
      return perform(.answer(.one(.offered)), then: .outcome, in: context)
    }
    if let doubt = field.doubt(about: text) {
      say([.problem(Problem(field: field.id, rule: .choice, message: doubt))])
      keptText = OpenLine.KeptText(text: text, isReplaced: true)
      return next(in: context)
    }
    remember(text, to: field)
    let understood = field.understood(text).map {
      ScreenRow.understood($0, isChoice: field.type.isChoice)
    }
    return perform(
      .answer(.one((isCleared ? .empty : FieldInput.text(text)).ofUser(at: field))),
      then: .answer(understood: understood), in: context)
  }

  /// Adds an answer to the history of its field once the session has accepted it; never a secret.
  mutating func remember(_ text: String, to field: FieldState) {
    guard field.isOfferedAgain, !text.isEmpty else { return }
    given = Given(key: field.id.withoutPositions, text: text)
  }

  /// Adds the answer that was given last to the history of its field, unless it was refused.
  private mutating func rememberGiven(_ announcements: [FlowAnnouncement]) {
    guard let given else { return }
    self.given = nil
    let isRefused = announcements.contains { announcement in
      if case .refused = announcement { true } else { announcement.isDenial }
    }
    guard !isRefused, history.last(where: { $0.key == given.key })?.text != given.text else {
      return
    }
    history.append(given)
  }

  /// The answers that a question recalls, those to the question itself last, where the first arrow finds them.
  func recalled(for key: String) -> [String] {
    let own = history.filter { $0.key == key }.map(\.text)
    if own.isEmpty { return history.map(\.text) }
    return history.filter { $0.key != key && !own.contains($0.text) }.map(\.text) + own
  }

  /// Changes the list of records on the top as typed words say.
  mutating func change(
    _ words: String, in context: ConversationContext
  ) -> ConversationRequest {
    guard let step = context.step, step.kind == .repeat,
      let word = ListWord.reading(of: words, in: step)
    else {
      say([.denial(context.catalog.text(.listMissing))])
      return next(in: context)
    }
    switch word {
    case .change(let change): return self.change(change, in: context)
    case .done: return send(.answer(nil), then: .outcome, in: context)
    case .unknown(let message):
      say([.denial(message)])
      return next(in: context)
    }
  }

  /// Changes the list of records on the top; the user is asked about a removal first.
  mutating func change(
    _ change: ListChange, in context: ConversationContext
  ) -> ConversationRequest {
    if case .remove(let position) = change, context.step?.canChangeItems == true {
      return ask(aboutRemoving: position, in: context)
    }
    return send(change, in: context)
  }

  mutating func send(
    _ change: ListChange, in context: ConversationContext
  ) -> ConversationRequest {
    switch change {
    case .edit(let position), .remove(let position), .move(_, to: let position):
      changedItem = position
    case .restore: changedItem = context.step?.restorablePosition
    case .add: changedItem = nil
    }
    return perform(.change(change), then: .list, in: context)
  }

  // MARK: What comes of an event

  /// Says which answers are others than before or stay, and what else was noticed while the walk was restored.
  mutating func tellChanges(
    _ announcements: [FlowAnnouncement], in context: ConversationContext
  ) {
    for announcement in announcements {
      switch announcement {
      case .answerFollowed(_, let name, let text):
        say([.hint(context.catalog.followed(name, text))])
      case .answerUnderstood(_, let message): say([.hint(message)])
      case .answerStayed(_, let name, let text): say([.hint(context.catalog.stayed(name, text))])
      case .restored(let notice): say([.hint(context.session.words(of: notice))])
      default: break
      }
    }
  }

  /// Says what came of an event that was sent, and decides what comes next.
  mutating func follow(
    _ sent: Sent, _ announcements: [FlowAnnouncement], in context: ConversationContext
  ) -> ConversationRequest {
    rememberGiven(announcements)
    switch sent.sequel {
    case .nothing: break
    case .outcome: sayOutcome(of: sent, announcements, in: context)
    case .answer(let understood):
      let isRefused = sayOutcome(of: sent, announcements, in: context)
      let isTold = announcements.contains(where: \.saysWhatIsUnderstood)
      if let understood, !isRefused, !isTold { say([understood]) }
    case .list:
      sayOutcome(of: sent, announcements, in: context)
      if let step = context.step, context.place == place, step.problems.isEmpty,
        step.denial == nil
      {
        place = nil
      }
    case .acceptance:
      sayOutcome(of: sent, announcements, in: context)
      if announcements.isEmpty, let reason = context.session.reasonNotToAccept {
        say([.denial(reason)])
      }
    case .back(let discarding, let isTooFar):
      if context.decision?.isWayBack == true { break }
      sayOutcome(of: sent, announcements, in: context)
      arrive(from: sent.depth, discarding: discarding, isTooFar: isTooFar, in: context)
    case .effect(then: let departure?): return leave(departure, in: context)
    case .effect(then: nil): saySkipped(announcements, in: context)
    case .word(let word):
      if context.failure != nil { return perform(word, in: context) }
      // The refusal may have led back by itself, but not to the step that was asked for.
      if case .walk(.backTo(let id)) = word, context.step != nil, context.session.topStepID != id {
        return perform(word, in: context)
      }
    case .staying(let word): if let word { return perform(word, in: context) }
    case .draft(let question, field: let id):
      if context.step?.focusedField?.id == id {
        activity = .reading(question, .step)
        return .readOn
      }
      perform(.endLine)
    case .focus(let target): return focus(on: target, in: context)
    }
    return next(in: context)
  }

  /// Says what came of an event; what was refused before is not repeated.
  ///
  /// - Returns: Whether an answer was refused.
  @discardableResult
  private mutating func sayOutcome(
    of sent: Sent, _ announcements: [FlowAnnouncement], in context: ConversationContext
  ) -> Bool {
    let isRefused = announcements.contains { if case .refused = $0 { true } else { false } }
    let isDenied = announcements.contains(where: \.isDenial)
    switch context.state {
    case .asking(let step):
      // Elsewhere the question comes first, and its refusals follow it.
      guard context.place == place else { break }
      say(
        (context.question?.refusal ?? []).filter { row in
          if case .denial = row { isDenied } else { isRefused }
        })
      if isRefused, let field = step.focusedField { say(.nearChoices(field)) }
      if step.focusedField?.awaitsRepeat == true, sent.isAnswer {
        say([.hint(context.catalog.text(.hintOnceMore))])
      }
    case .failed(let failure):
      if announcements.contains(where: { if case .failed = $0 { true } else { false } }) {
        isFailureTold = false
      }
      for denial in announcements where denial.isDenial {
        sayDenial(denial.denialReason, at: failure, in: context)
      }
    case .notStarted, .needs, .finished: break
    }
    // The same step after going back is a new question to the eye.
    if context.session.depth < sent.depth { place = nil }
    return isRefused
  }

  // MARK: Texts in an editor

  /// Whether an editor can be opened for the field that is asked; otherwise says why not.
  mutating func canEdit(in context: ConversationContext) -> Bool {
    guard context.step?.focusedField?.type == .text else {
      say([.denial(context.catalog.text(.editorNotHere))])
      return false
    }
    guard editsTexts else {
      say([.denial(context.catalog.text(.editorMissing))])
      return false
    }
    return true
  }

  /// Opens the user's editor with a text.
  mutating func edit(_ text: String, in context: ConversationContext) -> ConversationRequest {
    guard canEdit(in: context) else { return next(in: context) }
    activity = .editing(text)
    return .edit(text)
  }

  /// Takes what the user's editor has left: a new text is the answer.
  mutating func edited(
    _ editing: TextEditing, in context: ConversationContext
  ) -> ConversationRequest {
    guard case .editing(let text) = activity else { return next(in: context) }
    switch editing {
    case .changed(let changed):
      guard context.step != nil else { break }
      // A screen shows the answer itself.
      say(.situation(ScreenRow.quotes(changed)))
      return answer(changed, to: nil, in: context)
    case .unchanged:
      say([.hint(context.catalog.text(.editorUnchanged))])
      keptText = OpenLine.KeptText(text: text)
    case .failed(let message):
      say([.denial(message)])
      keptText = OpenLine.KeptText(text: text)
    }
    return next(in: context)
  }
}
