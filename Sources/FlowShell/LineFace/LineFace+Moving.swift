// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import SourceDiagnostics

// Words and moves.
extension LineFace {
  /// Does what a word says.
  func perform(_ word: TypedWord) {
    switch word {
    case .next: send(.next(nil))
    case .back(let count): goBack(by: count)
    case .backTo(let id): goBack(to: id)
    case .accept:
      if send(.acceptSuggestions).isEmpty {
        show([.denial("there are no earlier answers to take over here")])
      }
    case .none: send(.next(FieldInput.none))
    case .field(let id): focus(on: id)
    case .edit: edit(LineQuestion(askedStep).initialText)
    case .retry: retry()
    case .help: showHelp()
    case .why(let id): showWhy(id)
    case .review: showReview()
    case .show:
      shown = nil
      isShownAgain = true
      isFailureTold = false
    case .quit: send(.leave(.quit))
    case .list(let words):
      guard let step = askedStep, step.kind == .repeat,
        let word = ListWord.reading(of: words, in: step)
      else { return show([.denial("there is no list here")]) }
      change(word)
    }
  }

  /// The step that waits for an answer.
  private var askedStep: StepState? {
    if case .asking(let step) = runner.state { step } else { nil }
  }

  private func focus(on id: String) {
    guard let step = askedStep,
      step.elements.contains(where: { $0.id == id && $0.isVisible && $0.field != nil })
    else {
      let ids = askedStep?.visibleFields.map(\.id) ?? []
      let near = NearMiss.nearest(to: id, in: ids).map { "; did you mean '\($0)'?" }
      return show([.denial("no field '\(id)' is asked here" + (near ?? ""))])
    }
    send(.focus(field: id))
  }

  private func retry() {
    guard case .failed(let failure) = runner.state else {
      return show([.denial("nothing failed here that could be tried again")])
    }
    guard failure.effect?.retries != nil else {
      show([.denial("this cannot be tried again")])
      return showWays(out: failure)
    }
    send(.retry)
  }

  // MARK: Back

  /// Goes a number of shown steps back; too many lead to the first.
  private func goBack(by count: Int) {
    let steps = runner.session.shownSteps
    let isField = count == 1 || steps.isEmpty
    let target = isField ? nil : steps.dropLast(min(count, steps.count) - 1).last
    goBack(to: target, sending: .back(count))
  }

  /// Goes back to a step, and says which answers behind it that discards: at a review before it does.
  private func goBack(to id: String) { goBack(to: id, sending: .backTo(id)) }

  private func goBack(to id: String?, sending event: FlowEvent) {
    let discarded = id.map { id in
      runner.session.discarded(byGoingBackTo: id).filter { $0 != id }
    }
    if let id, let discarded, !discarded.isEmpty, askedStep?.kind == .review,
      runner.session.canGoBack(to: id)
    {
      // Whoever reviews the answers looks before they change one.
      backToConfirm = WayBack(id: id, event: event, discarded: discarded)
      return
    }
    goBack(sending: event, discarding: discarded ?? [])
  }

  /// Goes back, and says on arrival which answers that discarded.
  func goBack(sending event: FlowEvent, discarding discarded: [String]) {
    let depth = runner.session.depth
    send(event)
    guard runner.session.depth < depth || runner.pendingEffect != nil else { return }
    takenBack = discarded
    if runner.pendingEffect == nil { showTakenBack(isDone: true) }
  }

  /// Says which answers a way back took with it; nothing when it stopped on the way.
  func showTakenBack(isDone: Bool) {
    let discarded = takenBack
    takenBack = []
    guard isDone, !discarded.isEmpty else { return }
    show(
      text: "Taken back: \(discarded.joined(separator: ", ")). "
        + "What still fits is offered again.")
  }

  // MARK: Events

  /// Sends an event and shows what came of it.
  ///
  /// What was refused before is not told again.
  @discardableResult
  func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    let depth = runner.session.depth
    let announcements = runner.send(event)
    let isRefused = announcements.contains { if case .refused = $0 { true } else { false } }
    let isDenied = announcements.contains(where: \.isDenial)
    switch runner.state {
    case .asking(let step):
      // Elsewhere the question comes first, and what there is to say follows it.
      if place(of: step) == shown {
        show(
          StepRows.answer(to: step).filter { row in
            if case .denial = row { isDenied } else { isRefused }
          })
        if isRefused, let field = step.focusedField {
          show(ChoiceWindow(size: terminal.size).narrowed(field))
        }
        if step.focusedField?.awaitsRepeat == true, case .next = event {
          show([.hint("Once more, to be sure.")])
        }
      }
    case .failed(let failure):
      if announcements.contains(where: { if case .failed = $0 { true } else { false } }) {
        isFailureTold = false
      }
      for denial in announcements where denial.isDenial {
        showDenial(denial.denialReason, at: failure)
      }
    case .notStarted, .needs, .finished: break
    }
    // The same step again after going back is a new question to the eye.
    if runner.session.depth < depth { shown = nil }
    return announcements
  }

  /// Says why there is no way back from a failure.
  private func showDenial(_ reason: String?, at failure: FlowFailure) {
    show([.denial(reason)])
    if let floor = runner.session.floorStep, !runner.session.canGoBack {
      show(text: "What was done at '\(floor)' cannot be taken back.")
    }
    showWays(out: failure)
  }
}
