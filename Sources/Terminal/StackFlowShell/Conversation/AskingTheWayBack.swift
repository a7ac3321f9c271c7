// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization

// Going back.
extension Conversation {
  /// Goes back, and says which answers after the step that discards.
  mutating func goBack(
    by action: WalkAction, in context: ConversationContext
  ) -> ConversationRequest {
    let event: FlowEvent? =
      switch action {
      case .back(steps: let count): .back(steps: count)
      case .backTo(let id): .backTo(id)
      default: nil
      }
    let way = event.flatMap { context.session.wayBack(by: $0) }
    return perform(
      action, then: .back(discarding: way?.discardedThere ?? [], isTooFar: way?.isTooFar == true),
      in: context)
  }

  /// Asks whether to go back, which discards other answers.
  mutating func ask(
    about way: DecisionQuestion, in context: ConversationContext
  ) -> ConversationRequest {
    let rows = way.asking + [.hint(way.hint)]
    say(.situation(rows))
    return read(for: .decision(way, rows), in: context)
  }

  /// Asks whether to remove an item of the list on the top.
  mutating func ask(
    aboutRemoving position: Int, in context: ConversationContext
  ) -> ConversationRequest {
    guard let items = context.step?.items, items.indices.contains(position) else {
      return next(in: context)
    }
    let rows: [ScreenRow] = [
      .item(number: position + 1, items[position]), .hint(context.catalog.text(.removeHint)),
    ]
    say(.situation(rows))
    return read(for: .removal(position, rows), in: context)
  }

  /// Takes what a line says to a question about what would be discarded.
  ///
  /// A yes or an empty line discards it, and a no keeps it. Another word stays in the line, with the reason.
  mutating func take(
    _ typed: Typed, aboutDiscarding purpose: LinePurpose, _ rows: [ScreenRow],
    in context: ConversationContext
  ) -> ConversationRequest {
    var discards: Bool?
    let hint = Saying.situation(Array(rows.suffix(1)))
    switch typed {
    case .clearedScreen: say(.situation(rows))
    case .text(let text):
      discards = text.isEmpty ? true : context.catalog.yesOrNo(line: text)
      if discards == nil {
        say([.denial(FieldType.boolean.neededText(context.catalog))])
        say(hint)
        keptText = OpenLine.KeptText(text: text, isReplaced: true)
      }
    case .word(let word):
      switch word {
      case .walk(.decide(let answer)): discards = answer == .yes
      case .walk(.back), .walk(.backTo), .walk(.leave), .show, .showAll, .review, .help, .why:
        return keep(purpose, then: word, in: context)
      case .walk, .edit: say(hint)
      }
    case .edit, .escaped, .listWord, .unknownWord: say(hint)
    }
    switch discards {
    case true?: return discard(purpose, in: context)
    case false?:
      say(.hints)
      return keep(purpose, then: nil, in: context)
    case nil: return read(for: purpose, in: context)
    }
  }

  /// Discards what a line asked about.
  private mutating func discard(
    _ purpose: LinePurpose, in context: ConversationContext
  ) -> ConversationRequest {
    switch purpose {
    // The question already said which answers it discards.
    case .decision(let way, _):
      return decide(.yes, on: way, then: .back(discarding: []), in: context)
    case .removal(let position, _): return send(.remove(position), in: context)
    case .step: return next(in: context)
    }
  }

  /// Keeps what a line asked about, and then does what a word says.
  private mutating func keep(
    _ purpose: LinePurpose, then word: FaceAction?, in context: ConversationContext
  ) -> ConversationRequest {
    if case .decision(let way, _) = purpose {
      return decide(.no(), on: way, then: .staying(word), in: context)
    }
    return word.map { perform($0, in: context) } ?? next(in: context)
  }

  private mutating func decide(
    _ answer: DecisionAnswer, on way: DecisionQuestion, then sequel: Sequel,
    in context: ConversationContext
  ) -> ConversationRequest {
    sent = Sent(depth: context.session.depth, sequel: sequel)
    return .decide(answer, way.decision)
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
