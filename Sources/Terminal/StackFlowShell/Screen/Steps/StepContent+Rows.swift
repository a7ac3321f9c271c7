// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import SourceDiagnostics
import TerminalCells

// Rows of the session's projection as texts.
extension StepContent {
  /// A row as a text and the sign before it; nil for rows that are drawn elsewhere.
  func parts(of row: ScreenRow, isFirst: Bool) -> (StyledParts, StyledParts)? {
    let theme = look.theme
    let catalog = look.catalog
    let signs = theme.signs
    func plain(
      _ text: String, _ style: CellStyle, _ sign: String = "", _ signStyle: CellStyle? = nil
    )
      -> (StyledParts, StyledParts)
    {
      (
        look.hasLinks ? StyledParts(linking: text, style) : StyledParts(text, style),
        sign.isEmpty ? StyledParts() : StyledParts(sign, signStyle ?? style)
      )
    }
    switch row {
    case .flowTitle, .progress, .choicesHeading, .choiceSection, .field, .choice, .noChoice:
      return nil
    case .section(let title, _): return plain(title, theme.title)
    case .stepTitle(let title): return plain(title, theme.title)
    case .question(let question, _): return plain(question, isFirst ? theme.title : theme.text)
    case .text(let text): return plain(text, theme.text)
    case .hint(let text): return plain(text, theme.faint)
    case .nothingToChoose(let text): return plain(text, theme.faint)
    case .help(let text): return plain(text, theme.text, signs.help, theme.accent)
    case .problem(let problem):
      return problem.severity == .error
        ? plain(problem.message, theme.problem, signs.problem)
        : plain(problem.message, theme.warning, signs.warning)
    case .understood(let text, _): return plain(text, theme.faint, signs.done, theme.success)
    case .denial(let reason):
      return plain(reason ?? catalog.text(.denied), theme.problem, signs.problem)
    case .item(let number, let item):
      var text = StyledParts("\(number)  ", theme.faint)
      text.append(item.summary, theme.text)
      if let problem = item.problem { text.append("  \(problem)", theme.problem) }
      return (text, StyledParts())
    case .discarded(let ids):
      let rest = catalog.text(ids.count == 1 ? .answerOffered : .answersOffered)
      let words = catalog.text(
        .willBeAskedAgain,
        ["answers": .text(ReviewWidget.list(ids, catalog)), "rest": .text(rest)])
      return plain(words, theme.faint, signs.discarded, theme.accent)
    case .itemPlace(let item):
      return plain("\(item.listName) \(signs.dot) \(item.number)", theme.faint)
    case .noItems: return plain(catalog.text(.noneYet), theme.faint)
    case .effect(let request):
      return (
        StyledParts(command: request.words(in: catalog), theme.text),
        StyledParts(signs.dot, theme.faint)
      )
    case .quote(let text):
      var parts = plain(text, theme.text, "|")
      parts.0.repeatsSign = true
      return parts
    case .output(let text): return plain(text, theme.faint)
    case .answer(let answer):
      let indent = String(repeating: "  ", count: min(answer.sections.count, 3))
      var text = StyledParts("\(indent)\(answer.label)  ", theme.faint)
      text.append(answer.text ?? catalog.text(.leftEmpty), theme.text)
      return (text, StyledParts())
    }
  }
}
