// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowSessions
import FlowWalks
import TerminalIO

/// Drives a conversation: gives it the session's announcements and the terminal's events, and has a
/// face show what it says.
///
/// Every face is driven here, so that effects, late decisions, signals and the time limit are the
/// same in all of them.
final class ConversationDriver {
  /// The session.
  let runner: FlowRunner

  /// The user's terminal.
  let terminal: any Terminal

  var conversation = Conversation()

  /// Lets the user edit texts of several lines; nil when nothing does.
  var textEditor: (any TextEditor)? {
    didSet { conversation.editsTexts = textEditor != nil }
  }

  /// The timer that ends the walk.
  private var deadline: EventToken?

  /// The effect that is being performed.
  private var effect: RunningEffect?

  /// Whether the terminal's events have ended.
  private var isClosed = false

  private struct RunningEffect {
    let cancellation: EffectCancellation
    let done: EventToken
    let task: Task<EffectResult, Never>
  }

  init(runner: FlowRunner, terminal: any Terminal) {
    self.runner = runner
    self.terminal = terminal
  }

  /// Walks the session to its end.
  ///
  /// The events of the terminal are awaited, so that nothing is blocked meanwhile.
  ///
  /// - Parameters:
  ///   - timeout: The maximum duration of the walk; nil for no limit.
  ///   - face: What shows it.
  /// - Returns: How it ended.
  func walk(timeout: Duration? = nil, on face: some ConversationFace) async -> WalkEnding {
    deadline = timeout.map { terminal.events.timer(after: $0) }
    // An effect is performed on another thread, so that the terminal is heard meanwhile.
    runner.services.client.formUnion([.discards, .takingEffects])
    conversation.noticed = runner.takeNotices()
    var turn = conversation.take(.begin, in: context(on: face))
    while true {
      for action in turn.actions { perform(action, on: face) }
      if case .end(let ending) = turn.request {
        face.end(ending)
        return ending
      }
      let reply = await reply(to: turn.request, from: face)
      turn = conversation.take(reply, in: context(on: face))
    }
  }

  /// The session as the conversation sees it.
  private func context(on face: some ConversationFace) -> ConversationContext {
    ConversationContext(of: runner, isPerforming: effect != nil) { face.unsubmitted }
  }

  // MARK: What the conversation asks for

  private func perform(_ action: ConversationAction, on face: some ConversationFace) {
    switch action {
    case .say(let saying): face.show(saying)
    case .endLine: face.endLine()
    case .setAside(let field, let input): runner.send(.setAside(field: field, input))
    case .breakLine: face.breakLine()
    case .clearScreen: face.clearScreen()
    case .stop:
      face.leaveScreen()
      effect?.cancellation.suspend()
      terminal.stop()
      effect?.cancellation.resume()
    case .cancelEffect:
      effect?.cancellation.cancel()
      face.effectCanceled()
    }
  }

  private func reply(
    to request: ConversationRequest, from face: some ConversationFace
  ) async -> ConversationInput {
    switch request {
    case .send(let event): return .announced(runner.send(event))
    case .perform(let action): return .announced(runner.perform(action))
    case .decide(let answer, let decision): return .announced(runner.decide(answer, on: decision))
    case .refuseEffect: return .announced(runner.refuseEffect())
    case .read(let question, let history):
      // A yes to what has consequences is one to what the user has seen.
      if question.subject.hasConsequences, terminal.events.dropTypedAhead() {
        conversation.typedAhead.drop()
      }
      face.begin(question, history: history)
      return await readLine(on: face)
    case .readOn: return await readLine(on: face)
    case .waitForDecision: return await waitForDecision(on: face)
    case .performEffect(let request):
      start()
      face.effectBegan(request, output: effect?.cancellation.output ?? EffectOutput())
      return await waitForEffect(on: face)
    case .waitForEffect: return await waitForEffect(on: face)
    case .edit(let text):
      face.lendScreen()
      let input = await edit(text)
      if case .edited(.failed, _) = input { face.editorFailed() }
      return input
    case .end: return .closed
    }
  }

  private func readLine(on face: some ConversationFace) async -> ConversationInput {
    let input = await face.read(next: { await nextEvent() })
    if case .line(.event(.token(let token))) = input, token == deadline { return .timeUp }
    return input
  }

  /// The next event: what was typed ahead, then what the terminal gives.
  private func nextEvent() async -> TerminalEvent? {
    if let event = conversation.takeTypedAhead() { return event }
    return await terminal.events.next()
  }

  /// The next event while no line is read, which the face doesn't use.
  private func nextEvent(besides face: some ConversationFace, isBusy: Bool) async -> TerminalEvent?
  {
    if let event = conversation.takeTypedAhead() { return event }
    face.willWait()
    while let event = await terminal.events.next(isBusy: isBusy) {
      if !face.takes(event) { return event }
      face.willWait()
    }
    return nil
  }

  private func waitForDecision(on face: some ConversationFace) async -> ConversationInput {
    let decided = terminal.events.makeToken()
    let outer = runner.onAnnouncements
    var announced: [FlowAnnouncement] = []
    runner.onAnnouncements = { [terminal] announcements in
      outer?(announcements)
      announced += announcements
      terminal.events.announce(decided)
    }
    defer { runner.onAnnouncements = outer }
    guard let event = await nextEvent(besides: face, isBusy: false) else { return .closed }
    if case .token(let token) = event {
      if token == deadline { return .timeUp }
      if token == decided { return .moved(announced) }
    }
    return .event(event)
  }

  // MARK: Effects

  /// Starts the pending effect on another thread.
  private func start() {
    guard let work = runner.takeEffect() else { return }
    let cancellation = EffectCancellation()
    let events = terminal.events
    let done = events.makeToken()
    let task = Task.detached {
      await BlockingWork.run {
        let result = work(cancellation)
        events.announce(done)
        return result
      }
    }
    effect = RunningEffect(cancellation: cancellation, done: done, task: task)
  }

  private func waitForEffect(on face: some ConversationFace) async -> ConversationInput {
    guard let effect else { return .moved([]) }
    let event = await nextEvent(besides: face, isBusy: true)
    switch event {
    case .token(effect.done): break
    case .token(let token) where token == deadline: return .timeUp
    case let event?: return .event(event)
    case nil:
      if !isClosed {
        isClosed = true
        return .closed
      }
    // The end of the effect can't be heard any more either.
    }
    let result = await effect.task.value
    self.effect = nil
    face.effectEnded()
    return .effectEnded(result)
  }

  // MARK: The user's editor

  private func edit(_ text: String) async -> ConversationInput {
    guard let textEditor else { return .edited(.unchanged, meanwhile: []) }
    let editing = await textEditor.edit(text, on: terminal)
    var meanwhile: [TerminalEvent] = []
    while let event = terminal.events.takeNow() {
      if meanwhile.count < Conversation.longestTypedAhead { meanwhile.append(event) }
    }
    return .edited(editing, meanwhile: meanwhile)
  }
}
