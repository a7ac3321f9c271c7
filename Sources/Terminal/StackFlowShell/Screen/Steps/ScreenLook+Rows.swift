// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import Localization
import SourceDiagnostics
import TerminalCells

// Rows of pages as cells draw them.
extension ScreenLook {
  /// A step whose rows are drawn.
  enum Stage {
    /// The step on top.
    case open

    /// A step below the top, with so many steps below it.
    case answered(depth: Int)

    /// A step whose effect is performed.
    case running(EffectActivity)
  }

  /// Returns what a cell draws of a row; nil for rows that are drawn elsewhere.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - stage: The step of the row.
  ///   - isFirst: Whether it's the first row of the step, beside its node.
  /// - Returns: The content; nil for none.
  func content(
    of row: ScreenRow, at stage: Stage = .open, isFirst: Bool = false
  ) -> StepRowModel.Content? {
    let signs = theme.signs
    func plain(
      _ text: String, _ style: CellStyle, _ sign: String = "", _ signStyle: CellStyle? = nil
    ) -> StepRowModel.Content {
      .text(
        hasLinks ? StyledParts(linking: text, style) : StyledParts(text, style),
        sign: sign.isEmpty ? StyledParts() : StyledParts(sign, signStyle ?? style))
    }
    switch row {
    case .flowTitle, .progress, .choicesHeading, .choiceSection, .field, .choice, .noChoice:
      return nil
    case .section(let title, _), .stepTitle(let title): return plain(title, theme.title)
    case .question(let question, _): return plain(question, isFirst ? theme.title : theme.text)
    case .text(let text): return plain(text, theme.text)
    case .hint(let text), .nothingToChoose(let text): return plain(text, theme.faint)
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
      return .text(text, sign: StyledParts())
    case .discarded(let ids):
      let rest = catalog.text(ids.count == 1 ? .answerOffered : .answersOffered)
      let words = catalog.text(
        .willBeAskedAgain,
        ["answers": .text(ReviewWidget.list(ids, catalog)), "rest": .text(rest)])
      return plain(words, theme.faint, signs.discarded, theme.accent)
    case .itemPlace(let item):
      return plain("\(item.listName) \(signs.dot) \(item.number)", theme.faint)
    case .noItems: return plain(catalog.text(.noneYet), theme.faint)
    case .effect(let request): return effect(request.words(in: catalog), at: stage)
    case .quote(let text):
      guard case .text(var parts, let sign) = plain(text, theme.text, "|") else { return nil }
      parts.repeatsSign = true
      return .text(parts, sign: sign)
    case .output(let text):
      guard case .running(let activity) = stage else { return plain(text, theme.faint) }
      // A command that ends quickly shows no output.
      return activity.frame == nil ? nil : .cut(StyledParts(text, theme.faint))
    case .answer(let answer): return content(of: answer, at: stage)
    }
  }

  private func effect(_ words: String, at stage: Stage) -> StepRowModel.Content {
    switch stage {
    case .open:
      .text(
        StyledParts(command: words, theme.text), sign: StyledParts(theme.signs.dot, theme.faint))
    case .answered:
      .text(StyledParts(command: words, theme.answeredValue), sign: StyledParts())
    case .running(let activity):
      .activity(
        StyledParts(command: words, theme.text),
        sign: StyledParts(activity.spinner(theme.signs), theme.accent),
        remark: StyledParts(activity.elapsed, theme.faint))
    }
  }

  private func content(of answer: FlowSession.ReviewRow, at stage: Stage) -> StepRowModel.Content {
    let value = answer.text ?? catalog.text(.leftEmpty)
    if case .answered(let depth) = stage {
      return .answer(
        AnswerLine(
          label: answer.shortQuestion, value: value, labelStyle: theme.answeredLabel,
          valueStyle: theme.answeredValue, depth: depth))
    }
    let indent = String(repeating: "  ", count: min(answer.sections.count, 3))
    var text = StyledParts("\(indent)\(answer.label)  ", theme.faint)
    text.append(value, theme.text)
    return .text(text, sign: StyledParts())
  }
}
