// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens

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
    switch await readLine(question) {
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
    case .windowClosed:
      runner.send(.leave(.endOfInput))
    }
    if let text = textToEdit {
      textToEdit = nil
      await edit(text)
    }
    return nil
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
      show(StepRows.heading(of: step, in: runner.session))
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
  private func closing(of step: StepState) -> [ScreenRow] {
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
      return told.insert(.secret).inserted ? [.hint("What you type is not shown.")] : []
    }
    let question = LineQuestion(step)
    var rows: [ScreenRow] = []
    let isSuggestion = field.draft == .untouched && field.offer?.isSuggestion == true
    let isRefused = !field.problems.isEmpty || !step.problems.isEmpty
    if isSuggestion || question.keepsDraft, !isRefused {
      rows.append(.hint("As before; Enter keeps it."))
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

  private func take(_ text: String, _ question: LineQuestion, _ step: StepState?) {
    switch TypedWord.reading(of: text, behind: question.initialText) {
    case .unknown(let message):
      // The text may be most of a secret.
      let isSecret = step?.focusedField?.isSecret == true
      show(text: isSecret ? TypedWord.escapeRule : "Not understood: \(message)")
    case .word(.edit): edit(from: question.initialText)
    case .word(let word): perform(word)
    case .answer(let answer):
      if let step {
        answerStep(step, with: answer, isUntouched: question.isUntouched(text))
      } else if case .failed(let failure) = runner.state {
        showWays(out: failure)
      }
    }
  }

  func answerStep(_ step: StepState, with text: String, isUntouched: Bool = false) {
    guard let field = step.focusedField else {
      if step.kind == .repeat, let word = ListWord.reading(of: text, in: step) {
        return change(word)
      }
      send(.next(text.isEmpty ? nil : .text(text)))
      return
    }
    let question = LineQuestion(step)
    let isEmpty = text.isEmpty && field.isSecret
    let isOffer = isUntouched && (field.draft == .untouched || question.isPicked)
    if question.keepsDraft, isEmpty || (isUntouched && question.isPicked) {
      send(.next(nil))
    } else if isOffer || isEmpty, field.offer != nil {
      send(.next(.offered))
    } else {
      send(.next(.text(text)))
    }
    if field.isOfferedAgain, !text.isEmpty, history.last != text { history.append(text) }
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
