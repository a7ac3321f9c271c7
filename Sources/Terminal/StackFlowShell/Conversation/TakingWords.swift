// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

extension Conversation {
  mutating func perform(
    _ word: FaceAction, in context: ConversationContext
  ) -> ConversationRequest {
    switch word {
    case .walk(let action): return perform(action, in: context)
    case .edit: return edit(OpenLine(context.step).initialText, in: context)
    case .help, .why, .review: tell(word, in: context)
    case .show, .showAll:
      place = nil
      showsAll = word == .showAll
      isShownAgain = true
      isFailureTold = false
    }
    return next(in: context)
  }

  private mutating func perform(
    _ action: WalkAction, in context: ConversationContext
  ) -> ConversationRequest {
    switch action {
    case .back(steps: let count): return goBack(by: .back(steps: count), in: context)
    case .backTo(let name):
      let names = StepNames(context.session, ofFlow: true)
      guard !names.areSeveral(name) else {
        say([.denial(context.catalog.text(.severalSteps, ["name": .echo(name)]))])
        return next(in: context)
      }
      return goBack(by: .backTo(names.id(of: name)), in: context)
    case .accept: return perform(.accept, then: .acceptance, in: context)
    case .focus(let id): return focus(on: id, in: context)
    case .retry: return retry(in: context)
    case .leave(let reason): return leave(.reason(reason), in: context)
    case .change(let change):
      guard context.step?.kind == .repeat else {
        say([.denial(context.catalog.text(.listMissing))])
        return next(in: context)
      }
      return self.change(change, in: context)
    case .answer: return perform(action, then: .outcome, in: context)
    case .give, .setAside, .decide, .reply, .found: return next(in: context)
    }
  }

  private mutating func focus(
    on name: String, in context: ConversationContext
  ) -> ConversationRequest {
    let step = context.step
    let names = StepNames(context.session, ofFieldsOnly: true)
    let id = names.id(of: name)
    guard !names.areSeveral(name) else {
      say([.denial(context.catalog.text(.severalFields, ["name": .echo(name)]))])
      return next(in: context)
    }
    let isVisible =
      step?.elements.contains { $0.id == id && $0.isVisible && $0.field != nil } == true
    guard isVisible || context.session.field(at: .field(id)) != nil else {
      let ids = step?.visibleFields.map(\.id) ?? []
      let near = NearMiss.nearest(to: id, in: ids)
      say([.denial(context.catalog.text(.fieldMissing, ["id": .echo(id)], meant: near))])
      return next(in: context)
    }
    return perform(.focus(id), then: .outcome, in: context)
  }

  private mutating func retry(in context: ConversationContext) -> ConversationRequest {
    guard let failure = context.failure else {
      say([.denial(context.catalog.text(.nothingFailed))])
      return next(in: context)
    }
    guard failure.effect?.retries != nil else {
      say([.denial(context.catalog.text(.cannotRetry))])
      sayWays(out: failure, in: context)
      return next(in: context)
    }
    return perform(.retry, then: .outcome, in: context)
  }

  // MARK: What a user asks to see

  /// Says what a word asks for that changes nothing; nothing for any other.
  mutating func tell(_ word: FaceAction, in context: ConversationContext) {
    switch word {
    case .help:
      var hints: [ScreenRow] = []
      if case .reading(_, .decision(_, let rows)) = activity {
        hints = rows.filter { if case .hint = $0 { true } else { false } }
      }
      sayHelp(about: hints, in: context)
    case .why(let id): sayWhy(id, in: context)
    case .review: sayReview(in: context)
    default: break
    }
  }

  /// The number of choices of items that the long help lists: 200.
  private static let helpedChoices = 200

  /// Says the long help of the question, and what can be typed here.
  ///
  /// - Parameters:
  ///   - hints: How a question is answered that isn't a step's.
  ///   - context: The session.
  mutating func sayHelp(about hints: [ScreenRow], in context: ConversationContext) {
    var rows = hints.map { row in
      if case .hint(let text) = row { ScreenRow.text(text) } else { row }
    }
    if let step = context.step {
      if let bounds = step.focusedField?.bounds {
        rows.append(.text(context.catalog.sentence(bounds.capitalizedFirst)))
      }
      let choices = step.focusedField.map { Question.Field($0) }?.itemChoices(atMost: Self.helpedChoices)
      if let choices { rows.append(.text(choices)) }
      if let help = step.focusedField?.help {
        rows.append(.help(help))
      } else if rows.isEmpty {
        rows.append(.text(context.catalog.text(.noMoreHelp)))
      }
    }
    let isSecret = context.step?.focusedField?.isSecret == true
    let title = context.catalog.text(isSecret ? .keysThatWork : .whatCanBeTyped)
    say(.told(.help, rows + [.hint(title)]))
    say(
      .words(
        TypedWord.possible(
          in: context.session, editsTexts: editsTexts, isSingle: isSingle, namesKeys: true,
          pagesBack: pagesBack)))
  }

  private mutating func sayReview(in context: ConversationContext) {
    let rows = Question.rows(ofReview: context.session.rowsSoFar)
    say(.told(.review, rows.isEmpty ? [.text(context.catalog.text(.nothingAnswered))] : rows))
  }

  private mutating func sayWhy(_ name: String?, in context: ConversationContext) {
    var id: String?
    if let name {
      let names = StepNames(context.session, ofFlow: true)
      guard !names.areSeveral(name) else {
        let several = context.catalog.text(.severalSteps, ["name": .echo(name)])
        return say(context.catalog.sentence(several.capitalizedFirst))
      }
      id = names.id(of: name)
    }
    let explanation = context.session.why(id)
    if case .unknown = explanation, let id {
      return say(
        context.catalog.sentence(context.session.unknownStep(id).capitalizedFirst))
    }
    if id == nil, context.failure != nil {
      return say(.told(.why, [.text(context.catalog.text(.whyFailed))]))
    }
    say(.told(.why, WhyText(catalog: context.catalog).lines(explanation).map { .text($0) }))
  }
}
