// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import FlowScreens
import SourceDiagnostics
import TerminalCells
public import TerminalIO

/// Asks a flow's questions one after the other, without ever repainting: for screen readers, dumb
/// terminals and logs.
///
/// The face holds no meaning of its own: what a person types becomes an event of the session, and
/// what it shows are the rows of `FlowScreens`.
public final class LineFace<Editor: LineEditor> {
  /// How the walk ended.
  public enum Ending: Hashable, Sendable {
    /// The session is over.
    case finished(FlowResult)

    /// The process was told to end.
    case signal(TerminalSignal)
  }

  let runner: FlowRunner
  let terminal: any Terminal
  let editor: Editor
  var renderer: LineRenderer

  /// The step and the field whose question was shown last.
  var shown: Place?

  /// The timer that ends the walk.
  var deadline: EventToken?

  /// Keys that came while a decision was awaited.
  var typedAhead: [TerminalEvent] = []

  /// The answers that a way back takes with it, told on arrival.
  var takenBack: [String] = []

  /// Accepted answers to each question, for the arrows.
  var history: [String: [String]] = [:]

  /// What was typed before a key asked for something else, to be gone on with.
  var keptText: LineQuestion.KeptText?

  /// The titled parts of the flow in which the step stands that was shown last.
  var shownSections: [StepSection] = []

  /// A way back that waits for a yes.
  var backToConfirm: WayBack?

  /// The text that the person wants to edit in an editor.
  var textToEdit: String?

  /// Whether the next question is shown because the person wants to see it again.
  var isShownAgain = false

  /// Whether anything was shown yet.
  var hasShown = false

  /// Whether the failure at which the session stands was told.
  var isFailureTold = false

  /// What has been told that is told once.
  var told: Set<Remark> = []

  /// What is told once in a walk.
  enum Remark {
    /// How one finds out what can be typed.
    case words

    /// That a secret is not shown.
    case secret

    /// How one of the choices is picked.
    case choosing

    /// What a text in the line that typing replaces is.
    case offer
  }

  /// Where the person is.
  struct Place: Equatable {
    let step: String
    let field: String?
    let depth: Int
  }

  /// Creates a face.
  ///
  /// - Parameters:
  ///   - runner: The session, begun.
  ///   - terminal: The person's terminal.
  ///   - editor: What edits the lines.
  public init(runner: FlowRunner, terminal: any Terminal, editor: Editor) {
    self.runner = runner
    self.terminal = terminal
    self.editor = editor
    renderer = LineRenderer(columns: terminal.size.columns, traits: terminal.traits)
  }

  /// Steps that are passed without the person, such as reviews that an option answers.
  public var passes: (StepState) -> Bool = { _ in false }

  /// Whether parts of the text may stand out by styles; nothing is said by them alone.
  public var isStyled = false { didSet { renderer.isStyled = isStyled } }

  /// Whether it is said at the first question how one finds out what can be typed.
  public var tellsWords = true

  /// Who lets the person edit texts of several lines; nil: nobody.
  public var textEditor: (any TextEditor)?

  /// Walks the session to its end.
  ///
  /// The events of the terminal are awaited, so that nothing is blocked meanwhile.
  ///
  /// - Parameter timeout: How long it may take; nil: as long as the person likes.
  /// - Returns: How it ended.
  public func walk(timeout: Duration? = nil) async -> Ending {
    deadline = timeout.map { terminal.events.timer(after: $0) }
    terminal.use(.bracketedPaste)
    // What takes its time is done beside the terminal, which is heard meanwhile.
    runner.performsEffects = false
    if let title = runner.session.title { show([.flowTitle(title)]) }
    while true {
      if case .failed = runner.state {} else { isFailureTold = false }
      switch runner.state {
      case .finished(let result): return .finished(result)
      case .notStarted: runner.start()
      case .needs(.effect(let request)):
        if let ending = await handle(request) { return ending }
      case .needs(.approval), .needs(.lookUp):
        // The delegate decides later; meanwhile only signals and leaving are heard.
        if let ending = await waitForDecision() { return ending }
        if case .asking(let step) = runner.state, place(of: step) == shown {
          show(StepRows.answer(to: step))
        }
      case .failed(let failure):
        takenBack = []
        if !isFailureTold { showFailure(failure) }
        isFailureTold = true
        if let ending = await ask(nil) { return ending }
      case .asking(let step):
        showTakenBack(isDone: step.denial == nil)
        if passes(step) {
          runner.send(.next(step.kind == .commit ? .text("yes") : nil))
        } else if let ending = await ask(step) {
          return ending
        }
      }
    }
  }

  /// The id of the field or the step that was asked last; nil when nothing was.
  public var openQuestion: String? { shown.map { $0.field ?? $0.step } }

  func leave(on signal: TerminalSignal) -> Ending? {
    guard signal == .interrupt else { return .signal(signal) }
    runner.send(.leave(.interrupt))
    return nil
  }

  func waitForDecision() async -> Ending? {
    let decided = terminal.events.makeToken()
    let outer = runner.onAnnouncements
    runner.onAnnouncements = { [terminal] announcements in
      outer?(announcements)
      terminal.events.announce(decided)
    }
    defer { runner.onAnnouncements = outer }
    while case .needs(.approval) = runner.state {
      guard let event = await nextInterruption() else {
        runner.send(.leave(.endOfInput))
        return nil
      }
      switch event {
      case .signal(let signal):
        if let ending = leave(on: signal) { return ending }
        return nil
      case .key(let key) where key == .control("c"):
        runner.send(.leave(.interrupt))
      case .key(let key) where key == .control("z"): terminal.stop()
      case .endOfInput: runner.send(.leave(.endOfInput))
      case .token(deadline): runner.send(.leave(.timeout))
      // What is typed ahead is for the question that comes; a hand on the keyboard has an end.
      case .key, .paste: if typedAhead.count < 1_000 { typedAhead.append(event) }
      default: break
      }
    }
    return nil
  }
}
