// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import TerminalIO

// A question, and what a person answers.
extension LineFace {
  func place(of step: StepState) -> Place {
    Place(step: step.id, field: step.focusedField?.id, depth: runner.session.depth)
  }

  /// Shows what is new and reads one line.
  func ask(_ step: StepState?) async -> Ending? {
    if let step { showQuestion(of: step) }
    let question = LineQuestion(step, keeping: keptText)
    keptText = nil
    switch await readLine(question, again: { self.showAgain(step) }) {
    case .signal(let signal): return leave(on: signal)
    case .left(let reason):
      runner.send(.leave(reason))
      return nil
    case .command(let word): perform(word)
    case .edit(let text): textToEdit = text
    case .clearedScreen:
      shown = nil
      isFailureTold = false
    case .text(let text): take(text, question, step)
    case .word(let text): takeWord(text, question, step)
    case .windowClosed:
      runner.send(.leave(.endOfInput))
    }
    if let text = textToEdit {
      textToEdit = nil
      await openEditor(with: text)
    }
    if let way = backToConfirm {
      backToConfirm = nil
      return await confirm(way, from: step)
    }
    return nil
  }

  /// Shows where the person stands once more, as after a stop of the program.
  private func showAgain(_ step: StepState?) {
    shown = nil
    isShownAgain = true
    if let step {
      showQuestion(of: step)
    } else if case .failed(let failure) = runner.state {
      showWays(out: failure)
    }
  }

  /// Shows a question where it was not shown last.
  private func showQuestion(of step: StepState) {
    let place = place(of: step)
    guard shown != place else { return }
    if shown?.step != place.step || shown?.depth != place.depth {
      if tellsWords, told.insert(.words).inserted {
        show([
          .hint("Enter takes the line, :back goes back, :help tells what else you can do.")
        ])
      }
      beginStep()
      show(StepRows.heading(of: step, in: runner.session, after: shownSections))
      shownSections = step.sections
    }
    let question = StepRows.question(of: step, editsTexts: textEditor != nil)
    // Problems that are there already are those of an answer given in advance.
    show(
      ChoiceWindow(size: terminal.size).fitting(question) + closing(of: step)
        + (isShownAgain ? [] : StepRows.answer(to: step)))
    isShownAgain = false
    shown = place
  }

  /// The last rows of a question: what Enter takes, or what to type.
  func closing(of step: StepState) -> [ScreenRow] {
    guard let field = step.focusedField else {
      switch step.kind {
      case .note, .form, .ask: return [.hint("Press Enter to go on.")]
      case .repeat: return [.hint(ListWord.hint(for: step))]
      case .review:
        return [
          .hint(
            "Press Enter to go on. To change an answer, type :back and its name in brackets.")
        ]
      case .commit: return [.hint("Type yes to go on. After that there is no way back.")]
      case .stop: return [.hint("Press Enter to end, or type :back to change an answer.")]
      }
    }
    if field.awaitsRepeat { return [.hint("Once more, to be sure.")] }
    if field.isSecret {
      // No word is read from a secret, whatever it begins with.
      let keys = "Shift-Tab goes back, F1 tells what else you can do."
      return [
        .hint(told.insert(.secret).inserted ? "What you type is not shown. \(keys)" : keys)
      ]
    }
    let question = LineQuestion(step)
    var rows: [ScreenRow] = []
    if field.type == .choice, !field.choices.isEmpty, told.insert(.choosing).inserted {
      rows.append(.hint("Type a number or a name; its beginning is enough."))
    }
    let isSuggestion = field.draft == .untouched && field.offer?.isSuggestion == true
    let isRefused = !field.problems.isEmpty || !step.problems.isEmpty
    if isSuggestion || question.keepsDraft, !isRefused {
      rows.append(.hint("As before; Enter keeps it."))
    } else if question.isReplaced, !isRefused, !isShownAgain, told.insert(.offer).inserted {
      rows.append(.hint("Enter takes what stands in the line, typing replaces it."))
    }
    // The line is one row of the window.
    if field.type == .text, question.offeredText.contains(where: \.isNewline) {
      rows.append(.text(Self.quoted(question.offeredText)))
    }
    return rows
  }

  /// A text of several lines as it is shown: a bar before each.
  static func quoted(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "| \($0)" }
      .joined(separator: "\n")
  }

  // MARK: Answers

  /// Takes a line that begins with a colon that was typed into it.
  private func takeWord(_ text: String, _ question: LineQuestion, _ step: StepState?) {
    switch TypedWord.reading(of: text) {
    case .unknown(let message): show(text: "Not understood: \(message)")
    case .word(.edit): edit(question.initialText)
    case .word(let word): perform(word)
    case .answer(let answer): take(answer, LineQuestion(nil), step)
    }
  }

  /// Takes a line as an answer.
  private func take(_ text: String, _ question: LineQuestion, _ step: StepState?) {
    if let step {
      answerStep(step, with: text, question)
    } else if case .failed(let failure) = runner.state {
      showWays(out: failure)
    }
  }

  /// Answers a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - text: The answer.
  ///   - asked: What stood in the line at first; nil where the answer was not typed into one.
  func answerStep(_ step: StepState, with text: String, _ asked: LineQuestion? = nil) {
    guard let field = step.focusedField else {
      if step.kind == .repeat, let word = ListWord.reading(of: text, in: step) {
        return change(word)
      }
      send(.next(text.isEmpty ? nil : .text(text)))
      return
    }
    let question = LineQuestion(step)
    let isUntouched = asked?.isUntouched(text) == true
    let isEmpty = text.isEmpty && field.isSecret
    if question.keepsDraft, isEmpty || (isUntouched && question.isPicked) {
      send(.next(nil))
    } else if isEmpty || (isUntouched && question.takesOffer(text)), field.offer != nil {
      send(.next(.offered))
    } else if let doubt = field.doubt(about: text) {
      show([.problem(Problem(field: field.id, rule: .choice, message: doubt))])
      keptText = LineQuestion.KeptText(text: text, isReplaced: true)
      return
    } else {
      sendAnswer(text, to: field)
    }
    remember(text, to: field)
  }

  /// Sends what was typed, and tells what it was taken for.
  private func sendAnswer(_ text: String, to field: FieldState) {
    let understood = field.understood(text)
    let said = send(.next(.text(text)))
    let isRefused = said.contains { if case .refused = $0 { true } else { false } }
    if let understood, !isRefused { show([.understood(understood)]) }
  }

  private func remember(_ text: String, to field: FieldState) {
    guard field.isOfferedAgain, !text.isEmpty else { return }
    let key = field.id.withoutPositions
    if history[key]?.last != text { history[key, default: []].append(text) }
  }

  /// Does to the list on the top what a word says, and shows the list as it is then.
  func change(_ word: ListWord) {
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
}
