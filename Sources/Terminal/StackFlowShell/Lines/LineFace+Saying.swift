// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
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
}

// What the conversation says, as lines of text.
extension LineFace {
  /// The program's own words.
  private var catalog: MessageCatalog { runner.session.catalog }

  package func show(_ saying: Saying) {
    switch saying {
    case .flowTitle(let title): show([.flowTitle(title)])
    case .question(let question): show(question)
    case .hints(let step): show(hints(at: step, isShownAgain: false))
    case .aside: beginStep()
    case .rows(let rows), .situation(let rows), .told(_, let rows): show(rows)
    case .nearChoices(let field):
      show(ChoiceWindow(size: terminal.size, catalog: catalog).narrowed(field))

    case .candidates(let candidates), .words(let candidates):
      write(
        CandidateList.lines(
          candidates, columns: terminal.size.columns, isStyled: isStyled, catalog))
    }
  }

  private func show(_ asked: AskedQuestion) {
    let step = asked.step
    if marksQuestions { terminal.write(CommandMark.question) }
    if asked.isNewStep {
      if tellsWords, shownHints.insert(.words).inserted {
        show([.hint(catalog.text(.hintFirst))])
      }
      beginStep()
      var heading = StepRows.heading(
        of: step, in: runner.session, after: shownSections, items: items(of: asked),
        passesReviews: passing.passesReviews)
      if !tellsProgress { heading.removeAll { if case .progress = $0 { true } else { false } } }
      show(heading)
      shownSections = step.sections
    }
    let question = StepRows.question(of: step, editsTexts: textEditor != nil)
    // Problems at this point are those of an answer given in advance.
    show(
      (asked.showsAll
        ? question : ChoiceWindow(size: terminal.size, catalog: catalog).fitting(question))
        + hints(at: step, isShownAgain: asked.isShownAgain)
        + (asked.isShownAgain ? [] : StepRows.answer(to: step)))
  }

  /// The items of a list of records that are shown: all of them, or as many as fit the window.
  private func items(of asked: AskedQuestion) -> Range<Int>? {
    guard !asked.showsAll, asked.step.kind == .repeat else { return nil }
    return ItemWindow(size: terminal.size, catalog: catalog).range(
      in: asked.step.items, around: asked.changedItem)
  }

  /// The last rows of a question: what Enter takes, or what to type.
  private func hints(at step: StepState, isShownAgain: Bool) -> [ScreenRow] {
    guard let field = step.focusedField else { return [.hint(hint(at: step))] }
    if field.awaitsRepeat { return [.hint(catalog.text(.hintOnceMore))] }
    if field.isSecret {
      // A secret is never read as a word.
      let keys = catalog.text(isSingle ? .hintSecretHelp : .hintSecretKeys)
      let isNew = shownHints.insert(.secret).inserted
      return [.hint(isNew ? catalog.text(.hintSecret, ["keys": .text(keys)]) : keys)]
    }
    let question = LineQuestion(step)
    var rows: [ScreenRow] = []
    if field.type == .choice, !field.choices.isEmpty, shownHints.insert(.choosing).inserted {
      rows.append(.hint(catalog.text(.hintChoosing)))
    }
    let isSuggestion = field.draft == .untouched && field.offer?.isSuggestion == true
    let isRefused = !field.problems.isEmpty || !step.problems.isEmpty
    if isSuggestion || question.keepsDraft, !isRefused {
      rows.append(.hint(catalog.text(.hintKept)))
    } else if question.isReplaced, !isRefused, !isShownAgain,
      shownHints.insert(.offer).inserted
    {
      rows.append(.hint(catalog.text(.hintOffered)))
    }
    // The line is one row of the window.
    if field.type == .text, question.offeredText.contains(where: \.isNewline) {
      rows.append(.text(question.offeredText.quotedLines))
    }
    return rows
  }

  /// What to type at a step without a field.
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
