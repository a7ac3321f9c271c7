// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import SourceDiagnostics
import TerminalIO

// Commands and files: what a person says yes to, and waiting for it.
extension LineFace {
  /// Asks what must be asked about an effect, or performs it.
  func handle(_ request: EffectRequest) async -> Ending? {
    switch runner.effectQuestion {
    case .permission(let requests):
      return await ask(
        requests,
        [
          .text(request.isUndo ? "Going back does this:" : "The next step does this:")
        ] + requests.map { .effect($0) } + [
          .hint(Self.choice(over: requests))
        ]
      ) {
        self.runner.permit(requests)
      } refuse: {
        self.showSkipped(self.runner.refuseEffect())
      }
    case .overwrite(let path):
      return await ask(
        [request],
        [
          .text("The file '\(path)' is there already and holds something else."),
          .hint("Type yes to overwrite it, or no to keep it as it is."),
        ]
      ) {
        self.runner.overwrite(true)
      } refuse: {
        self.runner.overwrite(false)
      }
    case nil: return await perform(request)
    }
  }

  /// What can be typed about effects.
  private static func choice(over requests: [EffectRequest]) -> String {
    let writes = requests.contains { if case .write = $0.effect { true } else { false } }
    return writes
      ? "Type yes to let it happen, no to refuse it, or :show to read what is written."
      : "Type yes to let it happen, or no to refuse it."
  }

  /// Shows rows and reads a yes, a no or a word.
  private func ask(
    _ requests: [EffectRequest], _ rows: [ScreenRow], permit: () -> Void, refuse: () -> Void
  ) async -> Ending? {
    beginStep()
    show(rows)
    shown = nil
    while true {
      let question = LineQuestion(nil, keeping: keptText)
      keptText = nil
      switch await readLine(question, again: { self.show(rows) }) {
      case .signal(let signal): return leave(on: signal)
      case .left(let reason):
        runner.send(.leave(reason))
        return nil
      case .windowClosed:
        runner.send(.leave(.endOfInput))
        return nil
      case .command(let word):
        if take(word, requests) { return nil }
      case .edit: show([.denial("only a text of several lines is written in an editor")])
      case .clearedScreen: show(rows)
      case .word(let text):
        switch TypedWord.reading(of: text) {
        case .unknown(let message): show(text: "Not understood: \(message)")
        case .word(let word):
          if take(word, requests) { return nil }
        case .answer: show([.hint("Type yes or no.")])
        }
      case .text(let text):
        switch Self.yesOrNo(text) {
        case true?:
          permit()
          return nil
        case false?:
          refuse()
          return nil
        case nil: show([.hint("Type yes or no.")])
        }
      }
    }
  }

  /// Whether a line says yes or no; nil when it says neither.
  static func yesOrNo(_ text: String) -> Bool? {
    switch text.lowercased().filter({ !$0.isWhitespace }) {
    case "y", "yes": true
    case "n", "no": false
    default: nil
    }
  }

  /// Does what a word says while an effect waits; false when the question stands as it was.
  private func take(_ word: TypedWord, _ requests: [EffectRequest]) -> Bool {
    switch word {
    case .back, .backTo:
      runner.refuseEffect()
      if case .failed = runner.state { perform(word) }
      return true
    case .quit:
      perform(word)
      return true
    case .show:
      for request in requests { show(contentOf: request) }
      return false
    case .help, .review, .why:
      perform(word)
      return false
    case .next, .accept, .none, .field, .retry, .list, .edit:
      show([.hint("Type yes or no.")])
      return false
    }
  }

  /// Shows what a file will hold; of a secret one nothing.
  private func show(contentOf request: EffectRequest) {
    guard case .write(let write) = request.effect else { return show([.effect(request)]) }
    show([.effect(request)])
    guard !write.isSecret else { return show(text: "It holds a secret.") }
    guard let text = String(validating: write.content, as: UTF8.self) else {
      return show(text: "It is no text.")
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines.prefix(Self.mostLines) { show(text: "| \(line)") }
    if lines.count > Self.mostLines { show(text: "and \(lines.count - Self.mostLines) more lines") }
  }

  /// The most lines of a file that are shown.
  private static var mostLines: Int { 200 }

  // MARK: Performing

  /// Performs an effect on another thread; signals, Ctrl-C and the end of the time end it.
  private func perform(_ request: EffectRequest) async -> Ending? {
    let keepsFile = runner.keepsFile
    guard let work = runner.takeEffect() else { return nil }
    let title = request.isUndo ? nil : request.title
    if title != nil { beginStep() }
    // What is kept is not written, and nothing says that it was.
    show((title.map { [.stepTitle($0)] } ?? []) + (keepsFile ? [] : [.effect(request)]))
    shown = nil
    let cancellation = EffectCancellation()
    let events = terminal.events
    let done = events.makeToken()
    let task = Task.detached {
      let result = work(cancellation)
      events.announce(done)
      return result
    }
    var reason: LeaveReason?
    var signal: TerminalSignal?
    waiting: while true {
      let event = await nextInterruption(isBusy: true)
      switch event {
      case .token(done): break waiting
      case nil:
        reason = .endOfInput
        cancellation.cancel()
        break waiting
      case .endOfInput: reason = .endOfInput
      case .signal(.interrupt): reason = .interrupt
      case .signal(let other): signal = other
      case .key(let key) where key == .control("c"): reason = .interrupt
      case .key(let key) where key == .control("z"):
        cancellation.suspend()
        terminal.stop()
        cancellation.resume()
        show([.effect(request)])
      case .token(deadline): reason = .timeout
      case .key?, .paste?:
        if let event, typedAhead.count < 1_000 { typedAhead.append(event) }
      default: break
      }
      if reason != nil || signal != nil { cancellation.cancel() }
    }
    let result = await task.value
    if case .write(let write) = request.effect, result == .done {
      show(text: "The file '\(write.path)' stays as it is.")
    }
    let said = runner.send(.effectEnded(result))
    if let signal { return .signal(signal) }
    if let reason {
      runner.send(.leave(reason))
      return nil
    }
    showSkipped(said)
    return nil
  }

  /// Says of a failure that the flow goes on without it.
  private func showSkipped(_ announcements: [FlowAnnouncement]) {
    for case .effectFailed(_, let message) in announcements {
      switch runner.state {
      case .failed: break
      case .asking(let step) where step.denial == message: break
      default: show(text: "Left out, because it failed: \(LineText.sentence(message))")
      }
    }
  }

  /// Why the walk cannot go on, and what can be done about it.
  func showFailure(_ failure: FlowFailure) {
    let line = failure.place.start.line
    shown = nil
    guard failure.effect != nil else {
      show(text: "This cannot go on: \(failure.message) (line \(line) of the flow).")
      return showWays(out: failure)
    }
    show(text: "This failed: \(failure.message) (line \(line) of the flow).")
    showWays(out: failure)
  }

  /// What can be done where a walk cannot go on.
  func showWays(out failure: FlowFailure) {
    guard let effect = failure.effect else {
      let back = runner.session.canGoBack ? ":back to change an answer, or " : ""
      return show([.hint("Type \(back):quit to leave.")])
    }
    var ways: [String] = []
    if effect.retries == effect.step { ways.append(":retry to try it again") }
    if runner.session.canGoBack {
      ways.append(
        effect.retries.map { $0 != effect.step } == true
          ? ":back to try that again" : ":back to change an answer")
    }
    if let next = effect.retries, next != effect.step {
      ways.append(":retry to go on with '\(next)'")
    }
    ways.append(":quit to leave")
    let last = ways.removeLast()
    show([
      .hint("Type " + (ways.isEmpty ? last : ways.joined(separator: ", ") + " or " + last) + ".")
    ])
  }
}
