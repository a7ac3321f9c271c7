// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import GNUReadline
import Localization
import ProgramParts
import SourceDiagnostics
import StackFlowShell
import TerminalIO

/// Walks a session to its end, with a user at the terminal if one is needed and available.
@MainActor
struct Walk {
  let runner: FlowRunner
  let attendance: Attendance
  private let openedTerminal: DeviceTerminal?
  private let record: Record

  private final class Record {
    /// The answers given in advance that were refused.
    var problems: [Problem] = []

    /// Whether the session is at a failed effect.
    var isAtEffect = false

    /// Whether a face shows the walk to a user.
    var isShown = false

    /// Tells the user something, or nil if remarks go to standard error.
    var tell: ((String) -> Void)?

    /// Whether the face that shows the walk draws on a screen, which nothing else may write to.
    var hasScreen = false

    /// The terminal on which the user was asked.
    var terminal: DeviceTerminal?

    /// Whether a signal or the end of the terminal has ended the walk.
    var isCutShort = false

    /// The warnings that were reported.
    var warnings: [Problem] = []

    /// Which steps are passed without a user.
    var passing: StepPassing

    /// The time at which the walk is given up, or nil for no limit.
    let deadline: ContinuousClock.Instant?

    /// The notices of the walk, for callers that read the question as JSON.
    var notices: [WalkNotice] = []

    /// The groups and used flows whose titles were written.
    var shownSections: [StepSection] = []

    init(passing: StepPassing, timeout: Duration?) {
      self.passing = passing
      deadline = timeout.map { ContinuousClock.now + $0 }
    }
  }

  /// The terminal on which a user was asked; nil when no one was.
  var usedTerminal: DeviceTerminal? { record.terminal }

  /// Whether a user was asked anything.
  var isAttended: Bool { record.isShown }

  /// Whether a signal or the end of the terminal has ended the walk in the middle of a question.
  var isCutShort: Bool { record.isCutShort }

  /// The program's own words.
  var catalog: MessageCatalog { runner.session.catalog }

  /// Creates a walk, with the terminal if it's open already.
  init(runner: FlowRunner, attendance: Attendance, terminal: DeviceTerminal? = nil) {
    self.runner = runner
    self.attendance = attendance
    openedTerminal = terminal
    record = Record(
      passing: StepPassing(passesReviews: attendance.isYes), timeout: attendance.timeout)
  }

  /// Walks to the end.
  ///
  /// If the walk is abandoned, reports the effects that remain.
  ///
  /// - Parameter keepsOpen: Whether the terminal is needed again after a completed walk.
  /// - Returns: The result.
  /// - Throws: ``ProgramEnding`` if the session can't continue.
  func run(keepsOpen: Bool = false) async throws -> FlowResult {
    do {
      let result = try await walk(keepsOpen: keepsOpen)
      if case .left = result.outcome { tellWhatStays() }
      return result
    } catch {
      tellWhatStays()
      throw error
    }
  }

  /// Tells the user something about the walk: on the screen while there's one, and otherwise on standard
  /// error, as in a conversation in lines.
  func tell(_ text: String) {
    if let tell = record.tell, record.hasScreen {
      tell(text)
    } else {
      ProgramOutput.message("stackflow: \(text)")
    }
  }

  private func tellWhatStays() {
    if !attendance.isCollecting, let line = standingEffects {
      ProgramOutput.message("stackflow: \(line)")
    }
  }

  private func walk(keepsOpen: Bool) async throws -> FlowResult {
    let isTold = attendance.writesQuestion
    runner.onAnnouncements = { [record, unowned runner] announcements in
      record.passing.note(announcements)
      if isTold { record.notices += announcements.flatMap(WalkNotice.notices) }
      for case .givenAnswerRefused(let problem) in announcements
      where !record.problems.contains(problem) {
        record.problems.append(problem)
      }
      for announcement in announcements {
        switch announcement {
        case .failed(let failure): record.isAtEffect = failure.effect != nil
        case .move where !announcement.isDenial: record.isAtEffect = false
        case .effectFailed(_, let message) where !record.isShown:
          // A failure that stops the flow is reported at the end.
          if case .failed = runner.state { break }
          let words = runner.session.catalog.text(
            .effectSkippedNote, ["problem": .text(message)])
          ProgramOutput.message("stackflow: \(words)")
        case .answerWarned(let problem) where !record.warnings.contains(problem):
          record.warnings.append(problem)
          let catalog = runner.session.catalog
          func arguments(_ name: String) -> MessageArguments {
            ["id": .quoted(name), "problem": .text(problem.message)]
          }
          if let tell = record.tell {
            let name = runner.session.name(of: problem.field)
            tell(catalog.text(.answerWarnedNote, arguments(name)))
          } else {
            ProgramOutput.message(
              "stackflow: " + catalog.text(.answerWarned, arguments(problem.field)))
          }
        case .answerUnderstood(_, let message) where !record.isShown:
          ProgramOutput.message("stackflow: " + message)
        case .answerStayed(_, let name, let text) where !record.isShown:
          ProgramOutput.message("stackflow: " + runner.session.catalog.stayed(name, text))
        default: break
        }
      }
    }
    runner.services.client.insert(.takingEffects)
    runner.start()
    // A saved walk may have failed, which only a user is asked about.
    if case .failed(let failure) = runner.state, let effect = failure.effect {
      record.isAtEffect = true
      if isAlone, effect.retries == effect.step { runner.send(.retry) }
    }
    if let result = try await advance() { return result }
    if !attendance.isAlone, let terminal = openTerminal() {
      return try await ask(on: terminal, keepsOpen: keepsOpen)
    }
    record.passing.isAlone = true
    guard let result = try await advance() else { throw missing() }
    return result
  }

  // MARK: With a user

  private func openTerminal() -> DeviceTerminal? {
    openedTerminal ?? (try? DeviceTerminal(holdsThread: true))
  }

  /// Asks until the session is over, then restores the terminal unless it's needed again.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - keepsOpen: Whether the terminal is needed again.
  ///   - isAside: Whether the question is about the walk itself, where the other words do nothing.
  /// - Returns: The result.
  /// - Throws: ``ProgramEnding`` when a signal ends the program.
  func ask(
    on terminal: DeviceTerminal, keepsOpen: Bool = false, isAside: Bool = false
  ) async throws -> FlowResult {
    if case .notStarted = runner.state { runner.start() }
    let recorder = try attendance.recording.begin()
    defer { recorder?.end() }
    let shown = recorder?.terminal(over: terminal) ?? terminal
    let face = attendance.looks.face(
      for: runner, on: shown, isAside: isAside, recorder: recorder)
    if attendance.recording.pictures != nil, face is LineFace<ReadlineEditor> {
      terminal.close(discardingInput: true)
      throw ProgramOutput.fail(
        .usage, "--svg draws the inline and full faces; the line face has no screen")
    }
    face.passing = record.passing
    face.textEditor = ExternalEditor()
    record.isShown = true
    record.tell = { [unowned face] in face.tell($0) }
    record.hasScreen = !(face is LineFace<ReadlineEditor>)
    defer { record.tell = nil }
    let ending = await face.walk(
      timeout: record.deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) })
    record.terminal = terminal
    switch ending {
    case .signal: record.isCutShort = true
    case .finished(let result):
      record.isCutShort =
        result.outcome == .left(.interrupt) || result.outcome == .left(.endOfInput)
    }
    if case .finished(let result) = ending, result.outcome == .completed, keepsOpen {
    } else {
      terminal.close(discardingInput: true)
    }
    switch ending {
    case .finished(let result):
      if let reason = reason(for: result.outcome) {
        let question = attendance.looks.isSingle ? nil : face.openQuestion
        let words = question.map { id in
          catalog.text(
            .walkEndedAt, ["reason": .text(reason), "id": .quoted(runner.session.name(of: id))])
        }
        ProgramOutput.message("stackflow: \(words ?? reason)")
      }
      // A user who leaves at a failed step leaves because of the failure.
      switch result.outcome {
      case .left(.quit), .left(.endOfInput):
        if record.isAtEffect { throw ProgramEnding(.effectFailed) }
      default: break
      }
      return result
    case .signal(let signal): throw ProgramEnding(signal)
    }
  }

  /// Returns why the walk ended, if the user didn't end it.
  private func reason(for outcome: FlowOutcome) -> String? {
    switch outcome {
    case .left(.endOfInput): catalog.text(.walkInputEnded)
    case .left(.timeout): catalog.text(.walkTimeUp)
    default: nil
    }
  }

  // MARK: Without a user

  /// Whether no one can be asked.
  private var isAlone: Bool {
    attendance.isAlone || openedTerminal == nil && !DeviceTerminal.isAvailable
  }

  /// Passes steps that need no user, and performs effects that need no approval; without a user, the others are refused.
  ///
  /// - Returns: The result if the flow has ended, or nil where a user must answer.
  /// - Throws: ``ProgramEnding`` if a signal or the time limit ends the walk, or it fails without a user.
  private func advance() async throws -> FlowResult? {
    let hasUser = !record.passing.isAlone
    var checksAhead = hasUser
    var passed: (id: String, depth: Int)?
    while true {
      switch runner.state {
      case .finished(let result): return result
      case .asking(let step):
        // A step that stays although it was passed needs a user.
        guard let event = record.passing.event(passing: step),
          passed.map({ $0 != (step.id, runner.session.depth) }) ?? true
        else { return nil }
        passed = (step.id, runner.session.depth)
        tell(passing: step)
        runner.send(event)
      case .needs(.effect(let request)):
        if checksAhead { try checkAhead() }
        (checksAhead, passed) = (false, nil)
        if let effect = runner.takeEffect() {
          try await perform(effect)
        } else if hasUser {
          return nil
        } else {
          runner.refuseEffect(EffectOptions.refusal(of: request, at: runner.decision, in: catalog))
        }
      case .failed(let failure):
        if hasUser { return nil }
        throw ProgramOutput.fail(
          failure.effect == nil ? .flowFailed : .effectFailed,
          "\(failure.place): \(failure.message)")
      case .notStarted, .needs:
        if hasUser { return nil }
        throw ProgramOutput.fail(.flowFailed, catalog.text(.decisionMissing))
      }
    }
  }

  /// Writes the texts of a step that's passed to standard error.
  private func tell(passing step: StepState) {
    if step.kind == .review || step.kind == .commit { return }
    let question = Question(runner.session)
    let page = question.map { $0.page($0.openingParts, after: record.shownSections) }
    for words in (page?.rows ?? []).compactMap(\.words) { ProgramOutput.message(words) }
    record.shownSections = step.sections
  }

  /// Performs an effect; a signal and the time limit cancel it, and end the walk.
  private func perform(
    _ effect: @escaping @Sendable (EffectCancellation) -> EffectResult
  ) async throws(ProgramEnding) {
    let cancellation = EffectCancellation()
    let (result, interruption) = await BlockingWork.run(
      until: record.deadline, interrupt: { cancellation.cancel() }, { effect(cancellation) })
    runner.send(.effectEnded(result))
    switch interruption {
    case .signal(let signal):
      runner.send(.leave(.interrupt))
      throw ProgramEnding(signal)
    case .timeout:
      runner.send(.leave(.timeout))
      throw ProgramOutput.fail(.timeout, reason(for: .left(.timeout)) ?? "")
    case nil: break
    }
  }

  /// Refuses to perform effects if no one can give an answer that's certainly needed later.
  ///
  /// - Throws: ``ProgramEnding``, after listing the answers that are missing or refused.
  private func checkAhead() throws(ProgramEnding) {
    guard isAlone else { return }
    var asked: Set<StepKeyword> = [.ask, .repeat]
    if !attendance.isYes { asked.formUnion([.review, .commit]) }
    if reportRefused() { throw ProgramEnding(.invalidAnswers) }
    if runner.session.forecast.steps.contains(where: {
      $0.fate == .asked && asked.contains($0.kind)
    }) {
      throw missing()
    }
  }

  private var topStepID: String? {
    guard case .asking(let step) = runner.state, step.kind == .form else { return nil }
    return step.id
  }

  /// Reports all answers that are still needed, each with the option that gives it, and the question
  /// itself as JSON if that was asked for.
  private func missing() -> ProgramEnding {
    if attendance.writesQuestion {
      ProgramOutput.result(
        StepReport(
          walk: FlowWalk(runner.session, services: runner.services), notices: record.notices,
          words: ""
        ).json)
    }
    for problem in record.problems {
      let words = catalog.text(
        problem.field == topStepID ? .answersRefused : .answerRefused,
        [
          "id": .quoted(runner.session.flow.dataName(of: problem.field)),
          "problem": .text(problem.message),
        ])
      ProgramOutput.message("stackflow: \(words)")
    }
    guard record.problems.allSatisfy({ isRecorded($0.field) }) else {
      return ProgramEnding(.invalidAnswers)
    }
    let isRefused = reportRefused()
    let heading: MessageID =
      attendance.isCheck
      ? .answersMissingCheck : attendance.isAlone ? .answersMissingAlone : .answersMissing
    ProgramOutput.message("stackflow: \(catalog.text(heading))")
    let missing = runner.session.missingAnswers.filter { answer in
      !attendance.isYes || answer.need != .review && answer.need != .yes
    }
    for line in lines(ofMissing: missing) { ProgramOutput.message(line) }
    if let command = attendance.stepCommand {
      ProgramOutput.message(catalog.text(.answersOneByOne, ["command": .text(command)]))
    }
    return ProgramEnding(isRefused ? .invalidAnswers : .missingAnswers)
  }

  /// Whether a question, or the list that it's in, has a recorded answer, which is asked again if it's refused.
  private func isRecorded(_ id: String) -> Bool {
    attendance.recorded.contains(String(id.prefix { $0 != "[" }))
  }

  /// Reports the answers that later questions are known to refuse, and returns whether one of them was given.
  private func reportRefused() -> Bool {
    var isRefused = false
    let told = Set(record.problems.map(\.field))
    for step in runner.session.forecast.steps where step.fate == .refused {
      guard let problem = step.problem, !told.contains(step.id) else { continue }
      if !isRecorded(step.id) { isRefused = true }
      let words = catalog.text(
        .answerRefused,
        ["id": .quoted(runner.session.flow.dataName(of: step.id)), "problem": .text(problem)])
      ProgramOutput.message("stackflow: \(words)")
    }
    return isRefused
  }
}
