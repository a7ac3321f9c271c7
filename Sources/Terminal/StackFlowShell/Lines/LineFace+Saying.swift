// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalIO

/// A hint that is shown once in a walk.
enum OnceHint {
  /// How to find out what can be typed.
  case words

  /// That a secret is not shown.
  case secret

  /// How to pick one of the choices.
  case choosing

  /// That typing replaces the text in the line.
  case offer

  /// That typing replaces a refused text in the line.
  case refused
}

// The messages of the conversation, as lines of text.
extension LineFace {
  /// The program's own words.
  private var catalog: MessageCatalog { runner.session.catalog }

  func show(_ saying: Saying) {
    switch saying {
    case .flowTitle(let title): show([.flowTitle(title)])
    case .question(let showing): show(showing)
    case .hints:
      if let question { show(hints(at: question, isShownAgain: false)) }
    case .aside: beginStep()
    case .told(.help, let rows):
      let limits = question?.focused?.hint(editsTexts: textEditor != nil)
      show((limits.map { [.text(catalog.sentence($0))] } ?? []) + rows)
    case .rows(let rows), .situation(let rows), .told(_, let rows): show(rows)
    case .nearChoices(let field):
      show(listed.narrowed(field))

    case .candidates(let candidates), .words(let candidates):
      write(
        LineText(columns: terminal.size.columns, isStyled: isStyled)
          .lines(of: candidates, in: catalog))
    }
  }

  private var question: Question? { Question(runner.session) }

  /// How far the walk is, without a look at the steps ahead that an answer hasn't changed.
  private var progress: ScreenRow {
    let progress = forecast.progress(
      of: runner.session, passingReviews: passing.passesReviews)
    return .progress(step: progress.step, remaining: progress.remaining)
  }

  private func show(_ showing: Saying.Showing) {
    guard let question else { return }
    if showing.isNewStep {
      if tellsWords, shownHints.insert(.words).inserted {
        show([.hint(catalog.text(.hintFirst))])
      }
      beginStep()
      let parts = question.openingParts
      let opening = question.page(
        parts.subtracting([.progress]), after: shownSections,
        items: items(of: question.step, showing))
      show((tellsProgress && parts.contains(.progress) ? [progress] : []) + opening.rows)
      shownSections = question.step.sections
    }
    // The question is in the prompt.
    let rows =
      question.page([.notes, .description], of: question.askedElements).rows
      + hints(at: question, isShownAgain: showing.isShownAgain)
      + question.page([.choices], of: question.askedElements).rows
    // Problems at this point are those of an answer given in advance.
    show(
      (showing.showsAll ? rows : listed.fitting(rows))
        + (showing.isShownAgain ? [] : question.refusal))
    guard let field = question.focused else { return }
    let text = LineText(columns: terminal.size.columns, isStyled: isStyled, catalog: catalog)
    let above = prompt(of: field, columns: terminal.size.columns).above
    write(above.flatMap { text.wrap(StyledText($0, .strong)) })
  }

  private var listed: ListedLines { ListedLines(size: terminal.size, catalog: catalog) }

  /// The items of a list of records that are shown: all of them, or as many as fit the window.
  private func items(of step: StepState, _ showing: Saying.Showing) -> Range<Int>? {
    guard !showing.showsAll, step.kind == .repeat else { return nil }
    return listed.range(
      in: step.items, around: showing.changedItem)
  }

  /// The last rows of a question: what Enter takes, or what to type.
  private func hints(at question: Question, isShownAgain: Bool) -> [ScreenRow] {
    guard let field = question.focused else { return [.hint(hint(at: question.step))] }
    let state = field.state
    if state.awaitsRepeat { return [.hint(catalog.text(.hintOnceMore))] }
    if state.isSecret {
      // A secret is never read as a word.
      let keys = catalog.text(isSingle ? .hintSecretHelp : .hintSecretKeys)
      let isNew = shownHints.insert(.secret).inserted
      return [.hint(isNew ? catalog.text(.hintSecret, ["keys": .text(keys)]) : keys)]
    }
    var rows: [ScreenRow] = []
    if state.type == .choice, !state.choices.isEmpty, shownHints.insert(.choosing).inserted {
      rows.append(.hint(catalog.text(.hintChoosing)))
    }
    let isSuggestion = state.draft == .untouched && state.offer?.isSuggestion == true
    let isRefused = !state.problems.isEmpty || !question.step.problems.isEmpty
    if state.unfinished != nil {
      rows.append(.hint(catalog.text(.hintUnfinished)))
    } else if isSuggestion || field.keepsDraft, !isRefused {
      rows.append(.hint(catalog.text(.hintKept)))
    } else if field.isReplacedByTyping, !isRefused, !isShownAgain,
      shownHints.insert(.offer).inserted
    {
      rows.append(.hint(catalog.text(.hintOffered)))
    }
    rows += [field.otherDefault, field.lostElements].compactMap { $0 }
    // The line is one row of the window.
    let offered = field.unfinishedText ?? field.offeredText
    if state.type == .text, offered.contains(where: \.isNewline) {
      rows += ScreenRow.quotes(offered)
    }
    return rows
  }

  /// The hint about the input at a step without a field.
  private func hint(at step: StepState) -> String {
    switch step.kind {
    case .note, .form, .ask: catalog.text(.hintNote)
    case .repeat: ListWord.hint(for: step)
    case .review: catalog.text(.hintReview)
    case .commit: catalog.text(.hintCommit)
    case .stop: catalog.text(.hintStop)
    }
  }

  // MARK: Writing

  func show(_ rows: [ScreenRow]) {
    write(
      LineText(columns: terminal.size.columns, isStyled: isStyled, catalog: catalog).lines(rows))
  }

  private func write(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    hasShown = true
    terminal.write(lines.map { $0 + "\r\n" }.joined())
  }

  /// Leaves an empty line before a step where the screen is styled; a screen reader doesn't read
  /// empty lines.
  private func beginStep() {
    if isStyled, hasShown { terminal.write("\r\n") }
  }
}
