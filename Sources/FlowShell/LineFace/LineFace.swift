// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import FlowScreens
public import TerminalIO

/// Asks a flow's questions one after the other, without ever repainting: for screen readers, dumb
/// terminals and logs.
///
/// The face draws a `Conversation` and does what it asks for; what a question means, what a typed
/// word does and what comes next is the conversation's.
public final class LineFace<Editor: LineEditor> {
  let runner: FlowRunner
  let terminal: any Terminal
  let reader: LineReader<Editor>
  private var conversation = Conversation()

  /// The timer that ends the walk.
  private var deadline: EventToken?

  /// The effect that is being performed.
  private var effect: RunningEffect?

  /// Whether the terminal's events have ended.
  private var isClosed = false

  /// The titled parts of the flow that contain the step shown last.
  var shownSections: [StepSection] = []

  /// Whether anything was shown yet.
  var hasShown = false

  /// The hints that were shown and are shown once.
  var shownHints: Set<OnceHint> = []

  private struct RunningEffect {
    let cancellation: EffectCancellation
    let done: EventToken
    let task: Task<EffectResult, Never>
  }

  /// Creates a face.
  ///
  /// - Parameters:
  ///   - runner: The session, begun.
  ///   - terminal: The user's terminal.
  ///   - editor: What edits the lines.
  public init(runner: FlowRunner, terminal: any Terminal, editor: Editor) {
    self.runner = runner
    self.terminal = terminal
    reader = LineReader(terminal: terminal, editor: editor)
  }

  /// Which steps are passed without the user, such as reviews that an option answers.
  package var passing: StepPassing {
    get { conversation.passing }
    set { conversation.passing = newValue }
  }

  /// Whether parts of the text may be styled; styles alone say nothing.
  public var isStyled = false { didSet { reader.isStyled = isStyled } }

  /// Whether the first question says how to find out what can be typed.
  public var tellsWords = true

  /// Lets the user edit texts of several lines; nil when nothing does.
  public var textEditor: (any TextEditor)? {
    didSet { conversation.editsTexts = textEditor != nil }
  }

  /// The id of the field or the step that was asked last; nil when nothing was.
  public var openQuestion: String? { conversation.openQuestion }

  /// Shows a remark about the walk, above what is shown next.
  public func tell(_ text: String) { show([.text(text)]) }

  /// Walks the session to its end.
  ///
  /// The events of the terminal are awaited, so that nothing is blocked meanwhile.
  ///
  /// - Parameter timeout: The maximum duration of the walk; nil for no limit.
  /// - Returns: How it ended.
  public func walk(timeout: Duration? = nil) async -> WalkEnding {
    deadline = timeout.map { terminal.events.timer(after: $0) }
    terminal.use(.bracketedPaste)
    // An effect is performed on another thread, so that the terminal is heard meanwhile.
    runner.performsEffects = false
    var turn = conversation.take(.begin, in: context)
    while true {
      for action in turn.actions { perform(action) }
      if case .end(let ending) = turn.request { return ending }
      let reply = await reply(to: turn.request)
      turn = conversation.take(reply, in: context)
    }
  }

  /// The session as the conversation sees it.
  private var context: ConversationContext {
    ConversationContext(
      runner.session, effectQuestion: effect == nil ? runner.effectQuestion : nil,
      keepsFile: runner.keepsFile)
  }

  // MARK: What the conversation asks for

  private func perform(_ action: ConversationAction) {
    switch action {
    case .say(let saying): show(saying)
    case .endLine: reader.end()
    case .clearScreen: reader.clearWindow()
    case .stop:
      effect?.cancellation.suspend()
      terminal.stop()
      effect?.cancellation.resume()
    case .cancelEffect: effect?.cancellation.cancel()
    }
  }

  private func reply(to request: ConversationRequest) async -> ConversationInput {
    switch request {
    case .send(let event): return .announced(runner.send(event))
    case .permit(let requests): return .announced(runner.permit(requests))
    case .overwrite(let isOverwritten): return .announced(runner.overwrite(isOverwritten))
    case .refuseEffect: return .announced(runner.refuseEffect())
    case .read(let question, let history):
      let host = runner.pathHost
      reader.begin(
        question.request(for: runner.session, editsTexts: textEditor != nil) { typed in
          host?.paths(beginning: typed) ?? []
        }, history: history)
      return await readLine()
    case .readOn: return await readLine()
    case .waitForDecision: return await waitForDecision()
    case .perform:
      start()
      return await waitForEffect()
    case .waitForEffect: return await waitForEffect()
    case .edit(let text): return await edit(text)
    case .end: return .closed
    }
  }

  private func readLine() async -> ConversationInput {
    let reading = await reader.read { await nextEvent() }
    if case .event(.token(let token)) = reading, token == deadline { return .timeUp }
    return .line(reading)
  }

  /// The next event: what was typed ahead, then what the terminal gives.
  private func nextEvent(isBusy: Bool = false) async -> TerminalEvent? {
    if let event = conversation.takeTypedAhead() { return event }
    return await terminal.events.next(isBusy: isBusy)
  }

  private func waitForDecision() async -> ConversationInput {
    let decided = terminal.events.makeToken()
    let outer = runner.onAnnouncements
    var announced: [FlowAnnouncement] = []
    runner.onAnnouncements = { [terminal] announcements in
      outer?(announcements)
      announced += announcements
      terminal.events.announce(decided)
    }
    defer { runner.onAnnouncements = outer }
    guard let event = await nextEvent() else { return .closed }
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

  private func waitForEffect() async -> ConversationInput {
    guard let effect else { return .moved([]) }
    let event = await nextEvent(isBusy: true)
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
