// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowForms
import FlowScreens
import FlowShell
import TerminalIO
import Testing

/// A conversation without a terminal: inputs go in, and everything that comes out is kept as values.
struct ConversationWalk {
  private(set) var conversation: Conversation
  let runner: FlowRunner

  /// What was done since it was last taken.
  private var actions: [ConversationAction] = []

  /// The events that the session was given since they were last taken.
  private var events: [FlowEvent] = []

  /// What the conversation waits for.
  private(set) var request = ConversationRequest.readOn

  /// Begins a walk.
  init(
    _ text: String, name: String = "w.flow.yaml", inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions(), effects: (any EffectHost)? = nil,
    passing: StepPassing = StepPassing(), clock: Timestamp = .epoch
  ) throws {
    let flow = try #require(FlowFile.load(text, name: name).flow)
    runner = try FlowRunner(
      flow: flow, inputs: inputs, options: options, effects: effects, clock: { clock })
    runner.performsEffects = false
    conversation = Conversation(passing: passing)
    take(.begin)
  }

  private var context: ConversationContext {
    ConversationContext(
      runner.session, effectQuestion: runner.effectQuestion, keepsFile: runner.keepsFile)
  }

  /// Gives the conversation an input, and the session what the conversation sends, until something
  /// else is waited for.
  mutating func take(_ input: ConversationInput) {
    var turn = conversation.take(input, in: context)
    while true {
      actions += turn.actions
      request = turn.request
      let announced: [FlowAnnouncement]
      switch turn.request {
      case .send(let event):
        events.append(event)
        announced = runner.send(event)
      case .permit(let requests): announced = runner.permit(requests)
      case .overwrite(let isOverwritten): announced = runner.overwrite(isOverwritten)
      case .refuseEffect: announced = runner.refuseEffect()
      default: return
      }
      turn = conversation.take(.announced(announced), in: context)
    }
  }

  /// Types lines; those that begin with a colon are words.
  mutating func type(_ lines: String...) {
    for line in lines { take(.line(.accepted(line, isWord: line.hasPrefix(":")))) }
  }

  /// Takes the next event that was typed ahead.
  mutating func takeTypedAhead() -> TerminalEvent? { conversation.takeTypedAhead() }

  /// What was done since the last call.
  mutating func takeActions() -> [ConversationAction] {
    defer { actions = [] }
    return actions
  }

  /// The rows that were said since the last call, questions left out.
  mutating func takeRows() -> [ScreenRow] {
    takeActions().flatMap { action -> [ScreenRow] in
      if case .say(.rows(let rows)) = action { rows } else { [] }
    }
  }

  /// The questions that were asked since the last call: the fields, else the steps.
  mutating func takeQuestions() -> [String] {
    takeActions().compactMap { action in
      guard case .say(.question(let asked)) = action else { return nil }
      return asked.step.focusedField?.id ?? asked.step.id
    }
  }

  /// The events that the session was given since the last call.
  mutating func takeEvents() -> [FlowEvent] {
    defer { events = [] }
    return events
  }

  /// The text that was in the line at first; nil when no line is read.
  var initialText: String? {
    if case .read(let question, _) = request { question.initialText } else { nil }
  }

  /// How the walk ended; nil while it goes on.
  var outcome: FlowOutcome? {
    if case .end(.finished(let result)) = request { result.outcome } else { nil }
  }
}

extension FlowRunner {
  /// Answers the request that waits for its decision.
  @discardableResult
  func answerPending(_ decision: FlowDecision) throws -> [FlowAnnouncement] {
    guard case .needs(.approval(let request)) = state else { throw NothingPending() }
    return try answer(request, decision)
  }
}

private struct NothingPending: Error {}
