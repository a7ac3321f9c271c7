// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import FlowSessions
import FlowWalks
import TerminalIO

/// A user's conversation with a session: a state machine without input or output.
///
/// Lines and events go in; what comes out is what to say, events for the session, and requests to the
/// face that drives it. It holds no meaning of the flow, which is the session's, and draws nothing,
/// which is the face's. Every face drives it the same way:
///
///     var turn = conversation.take(.begin, in: context)
///     while true {
///       for action in turn.actions { perform(action) }
///       let reply = await reply(to: turn.request)
///       turn = conversation.take(reply, in: context)
///     }
struct Conversation {
  /// Which steps are passed without the user.
  var passing: StepPassing

  /// Whether texts of several lines can be edited in an editor.
  var editsTexts = false

  /// The question that the user sees; nil when it must be shown again.
  var place: ConversationPlace?

  /// The step that was passed last, without a question since.
  private var passed: ConversationPlace?

  var activity = Activity.between

  /// The event that was sent and what follows its announcements.
  var sent: Sent?

  /// The actions of this turn.
  private var actions: [ConversationAction] = []

  /// Whether the flow is one question, where words about other steps aren't listed.
  var isSingle = false

  /// Whether PageUp goes back, and doesn't move in what the face shows.
  var pagesBack = true

  /// Keys that were pressed, and events that arrived, while no line was read.
  var typedAhead = TypedAhead()

  /// The answers that going back has discarded, to be named on arrival.
  var discarded: [String] = []

  /// The accepted answers of this walk, for the arrows and as suggestions.
  var history: [Given] = []

  /// The answer that was sent, until the session says whether it's accepted.
  var given: Given?

  /// An answer, and the key of its field in the history.
  struct Given {
    let key: String
    let text: String
  }

  /// The unfinished line from before a key asked for something else.
  var keptText: OpenLine.KeptText?

  /// The question from whose line a text was deleted before a word was typed.
  var deletedText: DeletedText?

  /// A question from whose line a text was deleted.
  struct DeletedText: Hashable {
    /// The text that it offered; what it offers after a refusal is another one.
    let offer: String
    let place: ConversationPlace?
  }

  /// Whether the next question is shown because the user wants to see it again.
  var isShownAgain = false

  /// Whether the next question is shown with every item of a long list.
  var showsAll = false

  /// The position of the item of a list that was changed last; nil for the last item.
  var changedItem: Int?

  /// Whether the failure at which the session stands was reported.
  var isFailureTold = false

  /// The step of the pending tree whose title was said with a question about it.
  var titledTree: String?

  /// The step of the effect whose decision the user has left to go back.
  var leftDecision: String?

  /// Whether Ctrl-C has cancelled an effect since the last line was read; the next Ctrl-C leaves.
  var isCancelling = false

  /// Whatever a conversation is doing.
  enum Activity {
    /// It decides by the session's state what comes next.
    case between

    case reading(OpenLine, LinePurpose)

    /// A delegate decides later.
    case awaitingDecision

    /// An effect is performed, and then the walk ends as given.
    case performing(EffectRequest, then: Departure?)

    /// A text is in the user's editor.
    case editing(String)
  }

  enum LinePurpose {
    /// An answer to the step, or a word at a failure.
    case step

    /// A yes or no to a decision, and how it was asked.
    case decision(DecisionQuestion, [ScreenRow])

    /// A yes or no to the removal of an item of the list, by its position, and how it was asked.
    case removal(Int, [ScreenRow])
  }

  /// How the user, or the outside, ends a walk.
  enum Departure: Hashable {
    case reason(LeaveReason)
    case signal(TerminalSignal)
  }

  /// An event or an action that was sent.
  struct Sent {
    let depth: Int
    let sequel: Sequel
    var isAnswer = false
  }

  /// The messages that follow the announcements of an event.
  enum Sequel {
    /// Nothing is said of it: it's not the user's.
    case nothing

    /// Says what the event led to.
    case outcome

    /// The same, and what the answer was understood as.
    case answer(understood: ScreenRow?)

    /// The same, and the list of records is shown again.
    case list

    /// The same, or that there was nothing to accept.
    case acceptance

    /// The same, and what going back has discarded.
    case back(discarding: [String], isTooFar: Bool = false)

    /// An effect has ended or was refused: says what is left out, unless the walk ends.
    case effect(then: Departure?)

    /// The pending effect was refused by a word that leads away from it.
    case word(FaceAction)

    /// A way back was refused, maybe by a word.
    case staying(FaceAction?)

    /// A field has a draft, and its line continues.
    case draft(OpenLine, field: String)

    /// A field has a draft, and another one is asked.
    case focus(FieldTarget)
  }

  /// The notices of the walk's restoring.
  var noticed: [FlowAnnouncement] = []

  /// Creates a conversation that has not begun.
  init(passing: StepPassing = StepPassing()) { self.passing = passing }

  /// The id of the field or the step that was asked last; nil when nothing was.
  var openQuestion: String? { place.map { $0.field ?? $0.step } }

  /// Takes an input and says what to do.
  ///
  /// - Parameters:
  ///   - input: What happened; the reply to the last turn's request, or an event.
  ///   - context: The session, as it is after what happened.
  /// - Returns: What to do now, and what to wait for.
  mutating func take(
    _ input: ConversationInput, in context: ConversationContext
  ) -> ConversationTurn {
    let request = request(after: input, in: context)
    defer { actions = [] }
    return ConversationTurn(actions: actions, request: request)
  }

  private mutating func request(
    after input: ConversationInput, in context: ConversationContext
  ) -> ConversationRequest {
    switch input {
    case .begin:
      if let title = context.session.title { say(.flowTitle(title)) }
      tellChanges(noticed, in: context)
      return next(in: context)
    case .announced(let announcements):
      passing.note(announcements)
      tellChanges(announcements, in: context)
      let sent = sent
      self.sent = nil
      return sent.map { follow($0, announcements, in: context) } ?? next(in: context)
    case .moved(let announcements):
      passing.note(announcements)
      tellChanges(announcements, in: context)
      return decided(in: context)
    case .line(let reading): return take(reading, in: context)
    case .action(let action): return take(action, in: context)
    case .event(let event): return take(event, in: context)
    case .closed: return close(in: context)
    case .timeUp: return depart(.reason(.timeout), in: context)
    case .effectEnded(let result): return effectEnded(result, in: context)
    case .edited(let editing, let meanwhile):
      // Nothing was being typed that the return to the terminal could have disturbed.
      for event in meanwhile where event != .resumed { keepForLater(event) }
      return edited(editing, in: context)
    }
  }

  // MARK: What comes next

  /// Decides by the session's state what comes next.
  mutating func next(in context: ConversationContext) -> ConversationRequest {
    activity = .between
    if context.failure == nil { isFailureTold = false }
    switch context.state {
    case .finished(let result): return .end(.finished(result))
    case .notStarted: return send(.start, then: .nothing, in: context)
    case .needs(.effect(let request)): return ask(about: request, in: context)
    case .needs(.approval), .needs(.lookUp):
      activity = .awaitingDecision
      return .waitForDecision
    case .failed(let failure):
      discarded = []
      if !isFailureTold { sayFailure(failure, in: context) }
      isFailureTold = true
      return read(for: .step, in: context)
    case .asking(let step):
      if let way = context.decision, way.isWayBack { return ask(about: way, in: context) }
      sayDiscarded(isDone: step.denial == nil)
      // A step that stays although it was passed, as where a delegate denies it, is asked.
      if passed != context.place, let event = passing.event(passing: step) {
        passed = context.place
        return send(event, then: .nothing, in: context)
      }
      passed = nil
      return ask(step, in: context)
    }
  }

  /// Shows a question and reads an answer.
  private mutating func ask(
    _ step: StepState, in context: ConversationContext
  ) -> ConversationRequest {
    sayQuestion(step, in: context)
    return read(for: .step, in: context)
  }

  /// Shows the question of a step, unless the user sees it.
  mutating func sayQuestion(_ step: StepState, in context: ConversationContext) {
    let place = context.place
    guard self.place != place else { return }
    let isNewStep = self.place?.step != place?.step || self.place?.depth != place?.depth
    say(
      .question(
        Saying.Showing(
          isNewStep: isNewStep, isShownAgain: isShownAgain, showsAll: showsAll,
          changedItem: changedItem)))
    isShownAgain = false
    showsAll = false
    self.place = place
  }

  /// Begins a line.
  mutating func read(
    for purpose: LinePurpose, in context: ConversationContext
  ) -> ConversationRequest {
    var line: OpenLine
    switch purpose {
    case .decision(let question, _) where question.isWayBack:
      line = OpenLine(nil, keeping: keptText)
      keptText = nil
    case .removal:
      line = OpenLine(nil, keeping: keptText)
      keptText = nil
    case .step, .decision:
      let step: StepState? = if case .step = purpose { context.step } else { nil }
      line = OpenLine(step, keeping: keptText)
      if case .step = purpose {
        // A deleted text stays deleted where a word leads back to its question.
        if keptText == nil,
          deletedText == DeletedText(offer: line.offeredText, place: context.place)
        {
          line = OpenLine(step, keeping: OpenLine.KeptText(text: ""))
        }
        deletedText = nil
      }
      keptText = nil
    }
    line.subject = LineSubject(purpose, in: context)
    activity = .reading(line, purpose)
    isCancelling = false
    return .read(line, history: line.field?.historyKey.map { recalled(for: $0) } ?? [])
  }

  // MARK: Doing

  mutating func perform(_ action: ConversationAction) { actions.append(action) }

  mutating func say(_ saying: Saying) { actions.append(.say(saying)) }

  mutating func say(_ rows: [ScreenRow]) {
    if !rows.isEmpty { actions.append(.say(.rows(rows))) }
  }

  mutating func say(_ text: String) { say([.text(text)]) }

  /// Gives the walk an action.
  mutating func perform(
    _ action: WalkAction, then sequel: Sequel, in context: ConversationContext
  ) -> ConversationRequest {
    activity = .between
    sent = Sent(depth: context.session.depth, sequel: sequel)
    if case .answer = action { sent?.isAnswer = true }
    return .perform(action)
  }

  /// Gives the session an event.
  mutating func send(
    _ event: FlowEvent, then sequel: Sequel, in context: ConversationContext
  ) -> ConversationRequest {
    activity = .between
    sent = Sent(depth: context.session.depth, sequel: sequel)
    return .send(event)
  }
}
