// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import SourceDiagnostics

// Commands and files: what a user says yes to, waiting for it, and failures.
extension Conversation {
  /// Asks what must be asked about an effect, or performs it.
  mutating func ask(
    about request: EffectRequest, in context: ConversationContext
  ) -> ConversationRequest {
    guard let question = context.decision else { return perform(request, in: context) }
    var rows: [ScreenRow] = []
    if question.introducesEffects {
      // It's said once, with the first question about the tree.
      if let title = question.treeTitle, titledTree != request.step {
        titledTree = request.step
        rows.append(.stepTitle(title))
      }
      rows += question.effectRows(mostFiles: DecisionQuestion.longestListing)
    }
    rows += question.asking + [.hint(question.hint)]
    say(.aside)
    say(.situation(rows))
    place = nil
    return read(for: .decision(question, rows), in: context)
  }

  /// Takes what a line says to a question about effects: yes, no or a word.
  mutating func take(
    _ typed: Typed, about question: DecisionQuestion, _ rows: [ScreenRow],
    in context: ConversationContext
  ) -> ConversationRequest {
    let hints = rows.filter { if case .hint = $0 { true } else { false } }
    switch typed {
    case .text(let text):
      if let answer = question.answer(typed: text) {
        return decide(answer, on: question.decision, in: context)
      }
      say(hints)
    case .word(let word):
      switch word {
      case .walk(.back(steps: let count)) where context.canGoBackToFile():
        sent = Sent(depth: context.session.depth, sequel: .nothing)
        return .perform(.back(steps: count))
      case .walk(.back), .walk(.backTo):
        leftDecision = context.session.topStepID
        return refuseEffect(then: .word(word), in: context)
      case .walk(.leave): return perform(word, in: context)
      case .show, .showAll:
        for rows in question.contents { say(rows) }
      case .help: sayHelp(about: hints, in: context)
      case .review, .why: tell(word, in: context)
      case .walk(.decide(let answer)): return decide(answer, on: question.decision, in: context)
      case .walk, .edit: say(hints)
      }
    case .escaped, .listWord: say(hints)
    case .unknownWord(let message):
      say(context.catalog.text(.notUnderstood, ["problem": .text(message)]))
    case .edit: say([.denial(context.catalog.text(.editorNotHere))])
    case .clearedScreen: say(.situation(rows))
    }
    return read(for: .decision(question, rows), in: context)
  }

  /// Takes the answer to a question about effects; a no to overwriting a file keeps it.
  private mutating func decide(
    _ answer: DecisionAnswer, on decision: WalkDecision, in context: ConversationContext
  ) -> ConversationRequest {
    let isNo = if case .no = answer { true } else { false }
    let left = leftDecision
    leftDecision = nil
    if case .permission(let requests, _) = decision, isNo {
      // A user who doesn't go back after all stays at the decision that was left.
      if left != nil, left == context.session.topStepID, requests.first?.isUndo == true {
        return refuseEffect(then: .word(.walk(.retry)), in: context)
      }
      return refuseEffect(then: .effect(then: nil), in: context)
    }
    sent = Sent(depth: context.session.depth, sequel: .nothing)
    if case .overwrite = decision, isNo { return .decide(.keep, decision) }
    return .decide(answer, decision)
  }

  private mutating func refuseEffect(
    then sequel: Sequel, in context: ConversationContext
  ) -> ConversationRequest {
    sent = Sent(depth: context.session.depth, sequel: sequel)
    return .refuseEffect
  }

  // MARK: Performing

  /// Lets the face perform an effect; signals, Ctrl-C and the end of the time cancel it.
  private mutating func perform(
    _ request: EffectRequest, in context: ConversationContext
  ) -> ConversationRequest {
    let title = request.isUndo || titledTree == request.step ? nil : request.title
    titledTree = nil
    if title != nil { say(.aside) }
    // A file that is kept is not written, and nothing says that it was.
    let rows = (title.map { [ScreenRow.stepTitle($0)] } ?? [])
    let done = context.keepsFile ? [] : [ScreenRow.effect(context.effect ?? request)]
    if !rows.isEmpty || !done.isEmpty { say(.situation(rows + done)) }
    place = nil
    activity = .performing(request, then: nil)
    return .performEffect(request)
  }

  /// Takes what came of an effect.
  mutating func effectEnded(
    _ result: EffectResult, in context: ConversationContext
  ) -> ConversationRequest {
    guard case .performing(let request, let departure) = activity else {
      return next(in: context)
    }
    if case .write(let write) = request.effect, result == .done {
      let message: MessageID = write.isTree ? .treeKept : .fileKept
      say(context.catalog.text(message, ["path": .quoted(write.path)]))
    }
    return send(.effectEnded(result), then: .effect(then: departure), in: context)
  }

  /// Says of an effect that failed that the flow continues without it.
  mutating func saySkipped(_ announcements: [FlowAnnouncement], in context: ConversationContext) {
    for case .effectFailed(_, let message) in announcements {
      switch context.state {
      case .failed: break
      case .asking(let step) where step.denial == message: break
      default:
        let problem = context.catalog.sentence(message)
        say(context.catalog.text(.effectSkipped, ["problem": .text(problem)]))
      }
    }
  }

  // MARK: Failures

  /// Says why the walk cannot continue, and what can be done about it.
  mutating func sayFailure(_ failure: FlowFailure, in context: ConversationContext) {
    let line = failure.place.start.line
    place = nil
    let message = context.catalog.text(
      failure.effect == nil ? .cannotContinue : .stepFailed,
      ["problem": .text(failure.message), "line": .count(line)])
    say(.situation([.text(message)]))
    sayWays(out: failure, in: context)
  }

  /// Says what can be done where a walk cannot continue.
  mutating func sayWays(out failure: FlowFailure, in context: ConversationContext) {
    let catalog = context.catalog
    let retries = failure.effect?.retries
    let isUndo = failure.effect?.isUndo == true
    var ways: [String] = []
    if retries != nil, !isUndo { ways.append(catalog.text(.wayRetry)) }
    if context.session.canGoBack { ways.append(catalog.text(isUndo ? .wayBackAgain : .wayBack)) }
    if let retries, isUndo {
      ways.append(catalog.text(.wayRetryNext, ["step": .quoted(context.session.name(of: retries))]))
    }
    ways.append(catalog.text(.wayQuit))
    say(.situation([.hint(catalog.text(.waysOut, ["ways": .text(catalog.any(of: ways))]))]))
  }

  /// Says why there is no way back from a failure.
  mutating func sayDenial(
    _ reason: String?, at failure: FlowFailure, in context: ConversationContext
  ) {
    say([.denial(reason)])
    if let floor = context.session.floorStep, !context.session.canGoBack {
      say(context.catalog.text(.notUndoable, ["step": .quoted(context.session.name(of: floor))]))
    }
    sayWays(out: failure, in: context)
  }
}
