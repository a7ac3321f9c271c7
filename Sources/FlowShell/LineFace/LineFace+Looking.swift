// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import TerminalIO

// What a person asks to see, and how lines are written.
extension LineFace {
  /// Shows the long help of the question, and what can be typed where the person stands.
  func showHelp() {
    if case .asking(let step) = runner.state {
      if let help = step.focusedField?.help {
        show([.help(help)])
      } else {
        show(text: "There is no more to say about this.")
      }
    }
    show([.hint("What can be typed here:")])
    let words = TypedWord.possible(
      in: runner.session, editsTexts: textEditor != nil, namesKeys: true)
    write(
      CandidateList.lines(words, columns: terminal.size.columns, isStyled: isStyled))
  }

  func showReview() {
    let rows = StepRows.answers(runner.session.rowsSoFar)
    if rows.isEmpty {
      show(text: "Nothing is answered yet.")
    } else {
      show(rows)
    }
  }

  func showWhy(_ id: String?) {
    let explanation = runner.session.why(id)
    if case .unknown = explanation, let id {
      return show(text: LineText.sentence(runner.session.unknownStep(id).capitalizedFirst))
    }
    for line in WhyText.lines(explanation, id: id) { show(text: line) }
  }

  func show(_ rows: [ScreenRow]) { write(lineText.lines(rows)) }

  func show(text: String) { write(lineText.wrap(text)) }

  private var lineText: LineText {
    LineText(columns: terminal.size.columns, isStyled: isStyled)
  }

  func write(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    hasShown = true
    terminal.write(lines.map { $0 + "\r\n" }.joined())
  }

  /// Sets a step off from the one before, where the screen is styled; who hears the text is not
  /// told of empty lines.
  func beginStep() {
    if isStyled, hasShown { terminal.write("\r\n") }
  }
}

extension String {
  /// The text as a sentence begins.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
