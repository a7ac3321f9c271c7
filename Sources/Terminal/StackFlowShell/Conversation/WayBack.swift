// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization

/// A way back from a review that discards other answers too.
struct WayBack {
  /// The step to which it leads.
  let id: String

  /// The label of the step there, or its id.
  let name: String

  let event: FlowEvent

  /// The labels of the discarded answers, without that of the step itself.
  let discarded: [String]

  /// The language.
  let catalog: MessageCatalog

  var rows: [ScreenRow] {
    [
      .text(
        catalog.text(
          .backDiscards,
          [
            "id": .quoted(name),
            "names": .text(catalog.list(discarded.map(catalog.quoted))),
          ])),
      hint,
    ]
  }

  /// How to answer.
  var hint: ScreenRow { .hint(catalog.text(.backHint)) }
}

// Going back.
extension Conversation {
  /// Goes a number of shown steps back; too many lead to the first.
  mutating func goBack(
    by count: Int, in context: ConversationContext
  ) -> ConversationRequest {
    let steps = context.session.shownSteps
    let isField = count == 1 || steps.isEmpty
    let target = isField ? nil : steps.dropLast(min(count, steps.count) - 1).last
    return goBack(
      to: target, sending: .back(count), isTooFar: !isField && count > steps.count, in: context)
  }

  /// Goes back to a step, and says which answers after it that discards; at a review before it does.
  mutating func goBack(
    to id: String?, sending event: FlowEvent, isTooFar: Bool = false,
    in context: ConversationContext
  ) -> ConversationRequest {
    let session = context.session
    let reach = id.map { _ in ReviewReach(session) }
    let discarded = id.flatMap { reach?.discarded(byGoingBackTo: $0) }
    if let id, let discarded, !discarded.isEmpty, context.step?.kind == .review,
      session.canGoBack(to: id)
    {
      // A user who reviews the answers looks before changing one.
      let way = WayBack(
        id: id, name: reach?.name(of: id) ?? id, event: event, discarded: discarded,
        catalog: context.catalog)
      say(.situation(way.rows))
      return read(for: .wayBack(way), in: context)
    }
    return send(
      event, then: .back(discarding: discarded ?? [], isTooFar: isTooFar), in: context)
  }

  /// Takes what a line says to a way back: a yes goes, a no stays.
  mutating func take(
    _ typed: Typed, on way: WayBack, in context: ConversationContext
  ) -> ConversationRequest {
    var goes: Bool?
    switch typed {
    case .clearedScreen: say(.situation(way.rows))
    case .text(let text):
      goes = text.isEmpty ? true : YesOrNo.reading(of: text, context.catalog)
      if goes == nil { say(.situation([way.hint])) }
    case .word(let word):
      switch word {
      case .decide(let answer): goes = answer == .yes
      case .back, .backTo, .quit, .show, .showAll, .review, .help, .why:
        return perform(word, in: context)
      case .next, .accept, .none, .field, .retry, .change, .edit: say(.situation([way.hint]))
      }
    case .edit, .escaped, .listWord, .unknownWord: say(.situation([way.hint]))
    }
    switch goes {
    // The question already said which answers it discards.
    case true?: return send(way.event, then: .back(discarding: []), in: context)
    case false?:
      if context.step != nil { say(.hints) }
      return next(in: context)
    case nil: return read(for: .wayBack(way), in: context)
    }
  }

  /// Notes what going back has discarded, and says it unless an effect is undone first.
  ///
  /// - Parameters:
  ///   - depth: The depth from which it went back.
  ///   - discarded: What the answers are called that it discards, besides those of the step it leads to.
  ///   - isTooFar: Whether more steps were asked for than there are.
  ///   - context: The session.
  mutating func arrive(
    from depth: Int, discarding discarded: [String], isTooFar: Bool, in context: ConversationContext
  ) {
    let isUndoing = if case .needs(.effect) = context.state { true } else { false }
    guard context.session.depth < depth || isUndoing else { return }
    self.discarded = discarded
    if isTooFar, !isUndoing { say(context.catalog.text(.backToFirst)) }
    if !isUndoing { sayDiscarded(isDone: true) }
  }

  /// Says which answers going back has discarded; nothing when it stopped on the way.
  mutating func sayDiscarded(isDone: Bool) {
    let discarded = discarded
    self.discarded = []
    guard isDone, !discarded.isEmpty else { return }
    say([.discarded(discarded)])
  }
}

/// A yes or no to a question that is no field's.
enum YesOrNo {
  /// Whether a line says yes or no; nil when it says neither.
  static func reading(of text: String, _ catalog: MessageCatalog) -> Bool? {
    catalog.yesOrNo(text.filter { !$0.isWhitespace })
  }
}
