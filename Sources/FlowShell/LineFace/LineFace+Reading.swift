// SPDX-License-Identifier: Apache-2.0

import FlowForms

// One line, from its first key to what came of it.
extension LineFace {
  /// What came of reading a line.
  enum LineReading {
    case text(String, isUntouchedOffer: Bool)
    case command(TypedWord)
    case left(LeaveReason)
    case signal(TerminalSignal)
    case windowClosed
  }

  /// The next event: what was typed ahead, then what the terminal says.
  private func nextEvent() async -> TerminalEvent? {
    typedAhead.isEmpty ? await terminal.events.next() : typedAhead.removeFirst()
  }

  func readLine(_ question: LineQuestion) async -> LineReading {
    editor.history = history
    let host = runner.pathHost
    editor.begin(
      question.request(for: runner.session) { typed in host?.paths(beginning: typed) ?? [] })
    paint()
    while true {
      guard let event = await nextEvent() else {
        editor.end()
        return .windowClosed
      }
      let outcome: LineOutcome
      switch event {
      case .key(let key): outcome = editor.feed(key)
      case .paste(let text, _):
        // A line of text takes no line breaks; the first one ends it as Enter does not.
        outcome = editor.paste(text.split(whereSeparator: \.isNewline).joined(separator: " "))
      case .resized(let size):
        renderer.resize(columns: size.columns)
        outcome = .editing
        terminal.write("\r")
      case .resumed:
        terminal.write(renderer.finish())
        outcome = .editing
      case .signal(let signal):
        endLine()
        return .signal(signal)
      case .endOfInput:
        endLine()
        return .windowClosed
      case .token(deadline):
        endLine()
        return .left(.timeout)
      case .mouse, .report, .focus, .token: continue
      }
      if let reading = read(outcome, question) { return reading }
    }
  }

  /// What an outcome of the editor means; nil while the line is edited.
  func read(_ outcome: LineOutcome, _ question: LineQuestion) -> LineReading? {
    switch outcome {
    case .editing:
      paint()
      return nil
    case .accepted(let text):
      terminal.write(renderer.finish())
      let isUntouched = question.editsOffer && text == question.initialText && !text.isEmpty
      return .text(text, isUntouchedOffer: isUntouched)
    case .interrupted:
      terminal.write(renderer.finish())
      return .signal(.interrupt)
    case .endOfInput:
      terminal.write(renderer.finish())
      return .left(.quit)
    case .candidates(let candidates):
      terminal.write(renderer.finish())
      write(CandidateList.lines(candidates, columns: terminal.size.columns))
      paint()
      return nil
    case .command(let command): return perform(command)
    }
  }

  /// What a key that is bound to a command means; nil when the line goes on.
  func perform(_ command: EditorCommand) -> LineReading? {
    let word: TypedWord
    switch command {
    case .back: word = .back(1)
    case .backTo(let number):
      let steps = runner.session.shownSteps
      guard steps.indices.contains(number - 1) else { return nil }
      word = .backTo(steps[number - 1])
    case .accept: word = .accept
    case .none: word = .none
    case .help: word = .help
    case .why: word = .why(nil)
    case .review: word = .review
    case .repaint:
      terminal.write(renderer.clear())
      paint()
      return nil
    case .stop:
      terminal.write(renderer.finish())
      terminal.stop()
      return nil
    case .edit, .scrollUp, .scrollDown: return nil
    }
    endLine()
    return .command(word)
  }

  func endLine() {
    editor.end()
    terminal.write(renderer.finish())
  }

  func paint() { terminal.write(renderer.paint(editor.line)) }
}
