// SPDX-License-Identifier: Apache-2.0

import FlowForms
import TerminalIO

// One line, from its first key to what came of it.
extension LineFace {
  /// What came of reading a line.
  enum LineReading {
    case text(String)
    case word(String)
    case command(TypedWord)
    case edit(String)
    case clearedScreen
    case left(LeaveReason)
    case signal(TerminalSignal)
    case windowClosed
  }

  /// The next event: what was typed ahead, then what the terminal says.
  private func nextEvent() async -> TerminalEvent? {
    typedAhead.isEmpty ? await terminal.events.next() : typedAhead.removeFirst()
  }

  /// The next event while no line is read: what came while the terminal was lent and isn't typed goes
  /// first, what was typed stays for the next line.
  func nextInterruption(isBusy: Bool = false) async -> TerminalEvent? {
    let index = typedAhead.firstIndex { event in
      switch event {
      case .key, .paste: false
      default: true
      }
    }
    if let index { return typedAhead.remove(at: index) }
    return await terminal.events.next(isBusy: isBusy)
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - again: Shows what is asked once more, where others have written on the screen.
  /// - Returns: What came of it.
  func readLine(_ question: LineQuestion, again: () -> Void = {}) async -> LineReading {
    editor.history = question.historyKey.flatMap { history[$0] } ?? []
    renderer.begin(columns: terminal.size.columns)
    let host = runner.pathHost
    editor.begin(
      question.request(for: runner.session, editsTexts: textEditor != nil) { typed in
        host?.paths(beginning: typed) ?? []
      })
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
        outcome = editor.paste(question.pasted(text))
      case .resized(let size):
        terminal.write(renderer.resize(columns: size.columns))
        outcome = .editing
      case .resumed:
        terminal.write(renderer.finish())
        renderer.begin(columns: terminal.size.columns)
        again()
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
      let line = editor.line
      terminal.write(renderer.finish(accepting: line))
      return line.isWord ? .word(text) : .text(text)
    case .interrupted:
      terminal.write(renderer.finish())
      return .signal(.interrupt)
    case .endOfInput:
      terminal.write(renderer.finish())
      return .left(.quit)
    case .candidates(let candidates):
      terminal.write(renderer.finish())
      write(
        CandidateList.lines(candidates, columns: terminal.size.columns, isStyled: isStyled))
      paint()
      return nil
    case .command(let command): return perform(command, question)
    }
  }

  /// What a key that is bound to a command means; nil when the line goes on.
  private func perform(_ command: EditorCommand, _ question: LineQuestion) -> LineReading? {
    let text = typedAnswer
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
    case .edit:
      endLine()
      return .edit(text)
    case .repaint:
      keep(text, question)
      editor.end()
      terminal.write(renderer.clear() + (terminal.traits.understandsEscapes ? Self.clearing : ""))
      return .clearedScreen
    case .stop:
      terminal.write(renderer.finish())
      terminal.stop()
      return nil
    case .scrollUp, .scrollDown: return nil
    }
    switch word {
    // Whoever only wants to know something goes on where they were.
    case .help, .why, .review: keep(text, question)
    default: break
    }
    endLine()
    return .command(word)
  }

  /// What is being typed as an answer; nothing while a word is typed.
  private var typedAnswer: String {
    let line = editor.line
    guard line.isWord else { return line.text }
    return line.text.hasPrefix("::") ? String(line.text.dropFirst()) : ""
  }

  /// Keeps what is being typed for the next line.
  private func keep(_ text: String, _ question: LineQuestion) {
    guard !question.isSecret else { return }
    keptText = LineQuestion.KeptText(
      text: text, isReplaced: question.isReplaced && text == question.initialText)
  }

  /// Clears the window and goes to its first cell.
  private static var clearing: String { "\u{1B}[H\u{1B}[2J" }

  func endLine() {
    editor.end()
    terminal.write(renderer.finish())
  }

  func paint() { terminal.write(renderer.paint(editor.line)) }
}
