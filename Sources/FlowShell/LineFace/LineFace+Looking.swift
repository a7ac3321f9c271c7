// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens

// What a person asks to see, and how lines are written.
extension LineFace {
  func showHelp() {
    guard case .asking(let step) = runner.state else { return }
    var rows: [ScreenRow] = []
    if let help = step.focusedField?.help { rows.append(.help(help)) }
    show(rows)
    show(text: rows.isEmpty ? "There is no more to say about this. Words:" : "Words:")
    let words = (step.kind == .repeat ? TypedWord.listWords : []) + TypedWord.all
    let candidates = words.map { Completions.Candidate($0.name, detail: $0.summary) }
    write(CandidateList.lines(candidates, columns: terminal.size.columns))
  }

  func showReview() {
    let rows = runner.session.reviewRows
    if rows.isEmpty {
      show(text: "Nothing is answered yet.")
    } else {
      show(rows.map { .answer($0) })
    }
  }

  func showWhy(_ id: String?) {
    for line in WhyText.lines(runner.session.why(id), id: id) { show(text: line) }
  }

  func show(_ rows: [ScreenRow]) {
    write(LineText(columns: terminal.size.columns).lines(rows))
  }

  func show(text: String) {
    write(LineText(columns: terminal.size.columns).wrap(text))
  }

  func write(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    terminal.write(lines.map { $0 + "\r\n" }.joined())
  }
}
