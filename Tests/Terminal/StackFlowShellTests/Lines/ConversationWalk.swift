// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowScreens
import FlowSessions
import FlowTesting
import FlowWalks
import TerminalIO
import Testing

@testable import StackFlowShell

/// A conversation without a terminal, which records everything that comes out as values.
struct ConversationWalk {
  private(set) var conversation: Conversation
  let runner: FlowRunner

  /// The actions since they were last taken.
  private var actions: [ConversationAction] = []

  /// The ids of the questions asked since the actions were last taken.
  private var questions: [String] = []

  /// The events sent to the session since they were last taken.
  private var events: [FlowEvent] = []

  /// The request that the conversation is waiting for.
  private(set) var request = ConversationRequest.readOn

  /// Begins a walk.
  init(
    _ text: String, name: String = "w.flow.yaml", inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions(), effects: (any EffectHost)? = nil,
    passing: StepPassing = StepPassing(), clock: Timestamp = .epoch
  ) throws {
    let flow = try checkedFlow(text, name: name)
    runner = try FlowRunner(
      flow: flow, inputs: inputs, options: options, effects: effects, clock: { clock })
    runner.services.client = [.discards, .takingEffects]
    conversation = Conversation(passing: passing)
    take(.begin)
  }

  private var context: ConversationContext {
    ConversationContext(of: runner)
  }

  /// Gives the conversation an input, and the session its events, until something else is waited
  /// for.
  mutating func take(_ input: ConversationInput) {
    var turn = conversation.take(input, in: context)
    while true {
      actions += turn.actions
      for case .say(.question) in turn.actions {
        questions += context.question.map { [$0.asked] } ?? []
      }
      request = turn.request
      let announced: [FlowAnnouncement]
      switch turn.request {
      case .send(let event): announced = noting { $0.send(event) }
      case .perform(let action): announced = noting { $0.perform(action) }
      case .decide(let answer, .wayBack(let way)):
        announced = noting { $0.decide(answer, on: .wayBack(way)) }
      case .decide(let answer, let decision): announced = runner.decide(answer, on: decision)
      case .refuseEffect: announced = runner.refuseEffect()
      default: return
      }
      turn = conversation.take(.announced(announced), in: context)
    }
  }

  /// Does something at the session, and notes the events to which it led, apart from approvals.
  private mutating func noting(
    _ work: (FlowRunner) -> [FlowAnnouncement]
  ) -> [FlowAnnouncement] {
    let count = runner.session.eventCount
    let announced = work(runner)
    for entry in runner.session.events(after: count, keepingSecrets: true) {
      switch entry.event {
      case .decide, .found, .effectBegan: break
      default: events.append(entry.event)
      }
    }
    return announced
  }

  /// Types lines.
  ///
  /// Those that begin with a colon are words.
  mutating func type(_ lines: String...) {
    for line in lines { take(.line(.accepted(line, isWord: line.hasPrefix(":")))) }
  }

  /// Takes the next event that was typed ahead.
  mutating func takeTypedAhead() -> TerminalEvent? { conversation.takeTypedAhead() }

  /// Returns the actions since the last call.
  mutating func takeActions() -> [ConversationAction] {
    defer { (actions, questions) = ([], []) }
    return actions
  }

  /// Returns the rows shown since the last call, except questions.
  mutating func takeRows() -> [ScreenRow] {
    takeActions().flatMap { action -> [ScreenRow] in
      switch action {
      case .say(.rows(let rows)), .say(.situation(let rows)), .say(.told(_, let rows)): rows
      default: []
      }
    }
  }

  /// Returns the ids of the questions asked since the last call: those of fields, or else of steps.
  mutating func takeQuestions() -> [String] {
    defer { (actions, questions) = ([], []) }
    return questions
  }

  /// Returns the events sent to the session since the last call.
  mutating func takeEvents() -> [FlowEvent] {
    defer { events = [] }
    return events
  }

  /// The initial text of the line, or nil if no line is being read.
  var initialText: String? {
    if case .read(let question, _) = request { question.initialText } else { nil }
  }

  /// How the walk ended, or nil if it hasn't.
  var outcome: FlowOutcome? {
    if case .end(.finished(let result)) = request { result.outcome } else { nil }
  }
}

extension FlowRunner {
  /// Answers the pending request.
  @discardableResult
  func answerPending(_ decision: FlowDecision) throws -> [FlowAnnouncement] {
    guard case .needs(.approval(let request)) = state else { throw NothingPending() }
    return try answer(request, decision)
  }
}

private struct NothingPending: Error {}
