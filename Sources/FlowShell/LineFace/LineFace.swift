// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import FlowScreens
import SourceDiagnostics
import TerminalCells

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

  /// Accepted answers, for the arrows.
  var history: [String] = []

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
        showFailure(failure)
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

  func place(of step: StepState) -> Place {
    Place(step: step.id, field: step.focusedField?.id, depth: runner.session.depth)
  }

  // MARK: Asking

  /// Shows what is new and reads one line.
  func ask(_ step: StepState?) async -> Ending? {
    if let step {
      let place = place(of: step)
      if shown?.step != place.step || shown?.depth != place.depth {
        show(StepRows.heading(of: step, in: runner.session))
      }
      if shown != place {
        // Problems that are there already are those of an answer given in advance.
        show(StepRows.question(of: step) + closing(of: step) + StepRows.answer(to: step))
      }
      shown = place
    }
    switch await readLine(LineQuestion(step)) {
    case .signal(let signal): return leave(on: signal)
    case .left(let reason):
      runner.send(.leave(reason))
      return nil
    case .command(let word): perform(word)
    case .text(let text, let isUntouchedOffer):
      take(text, isUntouchedOffer: isUntouchedOffer, step)
    case .windowClosed:
      runner.send(.leave(.endOfInput))
    }
    return nil
  }

  /// The last rows of a question: what Enter takes, or what to type.
  func closing(of step: StepState) -> [ScreenRow] {
    guard let field = step.focusedField else {
      switch step.kind {
      case .note, .form, .ask: return [.text("Press Enter to go on.")]
      case .repeat: return [.text(ListWord.hint(for: step))]
      case .review:
        return [
          .text(
            "Press Enter to go on. To change an answer, type :back and its name in brackets.")
        ]
      case .commit: return [.text("Type yes to go on. After that there is no way back.")]
      case .stop: return [.text("Press Enter to end, or type :back to change an answer.")]
      }
    }
    if field.awaitsRepeat { return [.text("Once more, to be sure.")] }
    if let value = field.value, LineQuestion(step).keepsDraft, !LineQuestion(step).editsOffer {
      return [.offer(field.shownText(of: value), isSuggestion: true)]
    }
    guard let offer = field.offer, !field.isSecret else { return [] }
    if LineQuestion(step).editsOffer {
      return offer.isSuggestion ? [.text("As before; Enter keeps it.")] : []
    }
    return [.offer(field.shownText(of: offer.value), isSuggestion: offer.isSuggestion)]
  }

  func take(_ text: String, isUntouchedOffer: Bool, _ step: StepState?) {
    let standing = LineQuestion(step).initialText
    switch TypedWord.reading(of: text, behind: standing) {
    case .unknown(let message):
      // The text may be most of a secret.
      let isSecret = step?.focusedField?.isSecret == true
      show(text: isSecret ? TypedWord.escapeRule : "Not understood: \(message)")
    case .word(let word): perform(word)
    case .answer(let answer):
      guard let step else { return }
      answerStep(step, with: answer, isUntouchedOffer: isUntouchedOffer)
    }
  }

  func answerStep(_ step: StepState, with text: String, isUntouchedOffer: Bool) {
    guard let field = step.focusedField else {
      if step.kind == .repeat, let word = ListWord.reading(of: text, in: step) {
        return change(word)
      }
      send(.next(text.isEmpty ? nil : .text(text)))
      return
    }
    let question = LineQuestion(step)
    let isEmpty = text.isEmpty && !question.editsOffer
    let takesOffer = (isUntouchedOffer && field.draft == .untouched) || isEmpty
    if isEmpty, question.keepsDraft {
      send(.next(nil))
    } else if takesOffer, field.offer != nil {
      send(.next(.offered))
    } else {
      send(.next(.text(text)))
    }
    if field.isOfferedAgain, !text.isEmpty, history.last != text { history.append(text) }
  }

  /// Does what a word says.
  func perform(_ word: TypedWord) {
    switch word {
    case .next: send(.next(nil))
    case .back(let count): send(.back(count))
    case .backTo(let id): goBack(to: id)
    case .accept: send(.acceptSuggestions)
    case .none: send(.next(FieldInput.none))
    case .field(let id): focus(on: id)
    case .retry: send(.retry)
    case .help: showHelp()
    case .why(let id): showWhy(id)
    case .review: showReview()
    case .show: shown = nil
    case .quit: send(.leave(.quit))
    case .list(let words):
      guard case .asking(let step) = runner.state, step.kind == .repeat,
        let word = ListWord.reading(of: words, in: step)
      else { return show([.denial("there is no list here")]) }
      change(word)
    }
  }

  /// Does to the list on the top what a word says, and shows the list as it is then.
  private func change(_ word: ListWord) {
    switch word {
    case .event(let event):
      send(event)
      guard case .asking(let step) = runner.state, place(of: step) == shown,
        step.problems.isEmpty, step.denial == nil
      else { return }
      shown = nil
    case .unknown(let message): show([.denial(message)])
    }
  }

  private func focus(on id: String) {
    guard case .asking(let step) = runner.state,
      step.elements.contains(where: { $0.id == id && $0.isVisible && $0.field != nil })
    else { return show([.denial("no field '\(id)' is asked here")]) }
    send(.focus(field: id))
  }

  /// Goes back to a step, and says which answers behind it that discards.
  func goBack(to id: String) {
    let discarded = runner.session.discarded(byGoingBackTo: id).filter { $0 != id }
    let depth = runner.session.depth
    send(.backTo(id))
    guard runner.session.depth < depth || runner.pendingEffect != nil else { return }
    takenBack = discarded
    if runner.pendingEffect == nil { showTakenBack(isDone: true) }
  }

  /// Says which answers a way back took with it; nothing when it stopped on the way.
  func showTakenBack(isDone: Bool) {
    let discarded = takenBack
    takenBack = []
    guard isDone, !discarded.isEmpty else { return }
    show(
      text: "Taken back: \(discarded.joined(separator: ", ")). "
        + "What still fits is offered again.")
  }

  /// Sends an event and shows what came of it.
  func send(_ event: FlowEvent) {
    let depth = runner.session.depth
    runner.send(event)
    guard case .asking(let step) = runner.state else { return }
    // Elsewhere the question comes first, and what there is to say follows it.
    if place(of: step) == shown {
      show(StepRows.answer(to: step))
      if step.focusedField?.awaitsRepeat == true { show(text: "Once more, to be sure.") }
    }
    // The same step again after going back is a new question to the eye.
    if runner.session.depth < depth { shown = nil }
  }

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
      guard let event = await terminal.events.next() else {
        runner.send(.leave(.endOfInput))
        return nil
      }
      switch event {
      case .signal(let signal):
        if let ending = leave(on: signal) { return ending }
        return nil
      case .key(let key) where key == .control("c"):
        runner.send(.leave(.interrupt))
      case .endOfInput: runner.send(.leave(.endOfInput))
      // What is typed ahead is for the question that comes; a hand on the keyboard has an end.
      case .key, .paste: if typedAhead.count < 1_000 { typedAhead.append(event) }
      default: break
      }
    }
    return nil
  }
}
