// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import TerminalCells
import TerminalIO

// The requests of the conversation to its face.
extension ScreenFace: ConversationFace {
  func show(_ saying: Saying) {
    forgetRemarks()
    switch saying {
    case .rows(let rows):
      // A secret's second entry is asked for by its widget.
      let awaitsRepeat =
        if case .asking(let step) = runner.state { step.focusedField?.awaitsRepeat == true } else {
          false
        }
      screen.remarks += rows.filter { row in
        switch row {
        case .hint: !awaitsRepeat
        // It's beside its question, among the answered steps or the fields of the form.
        case .understood: false
        default: true
        }
      }
    case .candidates(let candidates):
      // A list below the line has them already.
      if !screen.host.line.isWord, var widget = screen.host.widget as? any ListedLine,
        widget.enterList()
      {
        screen.host.widget = widget
      } else {
        screen.candidates = candidates
      }
    case .words(let words): screen.words = words
    case .question(let showing):
      // An effect or a question about one is over.
      if !showing.isShownAgain {
        screen.remarks.removeAll { if case .effect = $0 { true } else { false } }
      }
    case .told(let topic, let rows):
      screen.told[topic] = rows.filter { if case .hint = $0 { false } else { true } }
    case .flowTitle, .hints, .nearChoices, .aside, .situation: break
    }
    screen.refresh()
  }

  /// Forgets what was said before the last answer.
  func forgetRemarks() {
    guard beginsRemarks else { return }
    screen.remarks = []
    screen.told = [:]
    screen.words = []
    beginsRemarks = false
  }

  /// Closes the files that a button has shown, if they're shown.
  func closesFiles() -> Bool {
    guard screen.showsFiles else { return false }
    screen.remarks = []
    screen.refresh()
    return true
  }

  /// Closes what a key has opened, if it's open.
  private func closes(_ reading: LineReading) -> Bool {
    let topic: Topic
    switch reading {
    case .command(.help, _): topic = .help
    case .command(.why, _): topic = .why
    case .command(.review, _): topic = .review
    default: return false
    }
    guard screen.told.removeValue(forKey: topic) != nil else { return false }
    screen.refresh()
    return true
  }

  func begin(_ line: OpenLine, history: [String]) {
    forgetRemarks()
    let host = runner.services.paths
    var request = line.request(
      for: runner.session, editsTexts: textEditor != nil, isSingle: isSingle,
      paths: { host?.paths(beginning: $0) ?? [] },
      isUntouched: { [host = screen.host] in host.line.isOffered })
    request.prompt = ""
    // The user sees that a refused answer is still in the line, so what's typed after it is a part of it.
    request.word = nil
    if case .decision(let question) = screen.subject, case .wayBack(let way) = question.decision,
      case .step(let step) = line.subject, step.kind != .review
    {
      // A review has asked about these already; elsewhere they stay visible.
      screen.remarks.append(.discarded(way.discardedThere))
    }
    screen.subject = line.subject
    chooser.choose(for: line, from: widgets, host: screen.host)
    if var widget = screen.host.widget as? LineWidget {
      widget.history = history
      screen.host.widget = widget
    }
    if case .asking(let step) = runner.state, let field = step.focusedField {
      self.question = field.question
    }
    if let text = screen.host.widget?.initialText {
      // A refused text stays, and typing replaces it.
      let standing = line.keptText ?? line.refusedText
      request.initialText = standing ?? text
      request.isOffer = false
      request.typingReplaces = request.typingReplaces && standing != nil
    }
    screen.host.isReading = true
    marksQuestion = true
    reader.begin(request, history: history, continuesMacro: !line.subject.hasConsequences)
    if let offset = line.field?.state.endOfRefusedItem(in: request.initialText) {
      reader.moveCursor(to: offset)
    }
    screen.host.line = reader.line
    begun = (line, reader.line.text)
    offeredText = line.keptText == nil ? reader.line.text : line.offeredText
    screen.host.begin(with: offeredText)
    screen.host.complete = request.complete
    screen.refresh()
  }

  func read(next: () async -> TerminalEvent?) async -> ConversationInput {
    if hasDraft {
      hasDraft = false
      chooser.update(screen.host)
      screen.refresh()
    }
    while true {
      let reading = await reader.read(next: next, use: { use($0) })
      if let action {
        self.action = nil
        if case .draft = action { hasDraft = true } else { beginsRemarks = true }
        return .action(action)
      }
      switch reading {
      case .command(.help, _), .accepted(_, isWord: true, _):
        // The help about the keys.
        driver.conversation.pagesBack = !screen.host.takesPageUp && !screen.scrollsPages
      default: break
      }
      switch reading {
      case .candidates, .event: return .line(reading)
      case .command(.help, _), .command(.why, _), .command(.review, _):
        if closes(reading) { continue }
        return .line(reading)
      case .command(.back, let line):
        beginsRemarks = true
        guard let form = formKeys, let action = form.leave(to: .previous, line: line) else {
          return .line(reading)
        }
        return .action(action)
      case .command(.accept, _) where !screen.host.isUnchanged:
        // The picked or typed value is the answer, as with Enter.
        beginsRemarks = true
        switch use(Key(.enter)) {
        case .line: return .line(reading)
        case .used: continue
        case .ending: break
        }
        guard let action else { continue }
        self.action = nil
        beginsRemarks = true
        return .action(action)
      case .command(.widget(let command), _):
        // A command does what its key does, so that both mean the same everywhere.
        guard case .ending = use(command.key), let action else { continue }
        self.action = nil
        if case .draft = action { hasDraft = true } else { beginsRemarks = true }
        return .action(action)
      case .command(.scrollUp, _), .command(.scrollDown, _):
        scroll(by: reading.isUp ? -1 : 1)
      case .accepted(let text, isWord: true, _) where TypedWord.reading(of: text) == .word(.show):
        beginsRemarks = true
        if screen.scrollPage() { showScrollbar() }
        return .line(reading)
      default:
        beginsRemarks = true
        return .line(reading)
      }
    }
  }

  /// The pick of the widget, or else the line.
  var unsubmitted: FieldInput? {
    guard let (open, text) = begun, !open.isSecret, case .asking(let step) = runner.state,
      let state = step.focusedField, state.id == open.field?.id
    else { return nil }
    if let picked = (screen.host.widget as? any ScreenWidget)?.picked {
      if picked == state.unfinished { return nil }
      return picked == (state.value ?? state.offer?.value).map { .value($0) } ? .offered : picked
    }
    let field = Question.Field(state)
    let line = reader.line
    guard !line.isWord else { return nil }
    if line.text == text {
      // A refused text that's still there is no answer either.
      let isRefused =
        step.kind == .ask && field.isRefused && !field.isPicked && state.unfinished == nil
      return isRefused && !text.isEmpty ? .text(text) : nil
    }
    let isOffered = field.isPicked ? line.text.isEmpty : line.text == field.offeredText
    return isOffered ? .offered : .text(line.text)
  }

  func endLine() {
    reader.end()
    screen.host.isReading = false
  }

  func clearScreen() {
    reader.clearWindow()
    screen.host.isReading = false
  }

  func leaveScreen() {
    endMotion()
    motion.forget()
    terminal.write(region.clear())
    region.moveAway()
    full.forget()
  }

  func lendScreen() {
    leaveScreen()
    if place == .inline { terminal.write("\u{1B}7") }
  }

  func editorFailed() {
    if place == .inline { terminal.write("\u{1B}8\u{1B}[J") }
  }

  func willWait() { paint() }

  func effectBegan(_ request: EffectRequest, output: EffectOutput) {
    screen.host.isReading = false
    screen.activity = EffectActivity(
      progress: EffectProgress(request, output: output, in: runner.session))
    effectStart = terminal.events.time
    // With reduced motion, nothing changes by itself. A quick effect needs no spinner.
    spinner = isStill ? nil : terminal.events.timer(after: .milliseconds(150))
    screen.refresh()
  }

  func effectCanceled() {
    screen.activity?.isCanceled = true
    screen.refresh()
  }

  func effectEnded() {
    if let spinner { terminal.events.cancelTimer(spinner) }
    spinner = nil
    screen.activity = nil
    // How it can be stopped.
    screen.remarks.removeAll { if case .hint = $0 { true } else { false } }
  }

  func takes(_ event: TerminalEvent) -> Bool {
    if let report = event.placeReport, region.take(report: report) != nil { return true }
    if event.isOfUser { noteUser() }
    switch event {
    case .resized(let size):
      resize(columns: size.columns)
      return true
    case .report(let bytes):
      if let isSynchronized = ScreenFrame.synchronization(in: bytes) {
        region.isSynchronized = isSynchronized
        full.isSynchronized = isSynchronized
        return true
      }
      guard adaptsToBackground, let background = RGBColor(backgroundReply: bytes) else {
        return false
      }
      look.theme.adapt(to: background)
      screen.applyFading()
      screen.refresh()
      return true
    case .token(let token) where token == nextFrame: return true
    case .token(let token) where token == scrollbar:
      scrollbar = nil
      screen.hasScrollbar = false
      return true
    case .token(let token):
      guard let spinner, spinner == token else { return false }
      let frame = screen.activity?.frame.map { $0 + 1 } ?? 1
      screen.activity?.frame = frame
      screen.activity?.seconds = Int((terminal.events.time - effectStart).components.seconds)
      self.spinner = terminal.events.timer(
        after: .milliseconds(1000 / EffectActivity.framesPerSecond))
      screen.refresh()
      return true
    default: return false
    }
  }

  func end(_ ending: WalkEnding) {
    endMotion()
    full.forget()
    if place == .inline { terminal.write(region.clear()) }
    terminal.use([])
    writeSummary(of: ending)
  }

  /// Leaves a compact list of the answers in the terminal.
  private func writeSummary(of ending: WalkEnding) {
    let summary = EndSummary(session: runner.session, ending: ending, theme: look.theme)
    let columns = terminal.size.columns
    let grid =
      isSingle
      ? summary.line(question: question ?? "", columns: columns) : summary.grid(columns: columns)
    // It may have more rows than the window, so it's printed like any other text.
    let mark = takesCommands && place == .inline ? CommandMark.output : ""
    terminal.write(Array(mark.utf8) + region.print(grid))
    onFrame?(grid, nil)
  }
}

extension LineReading {
  fileprivate var isUp: Bool {
    if case .command(.scrollUp, _) = self { true } else { false }
  }
}
