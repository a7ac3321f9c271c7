// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import FlowScreens
import FlowShell
import GNUReadline
import SourceDiagnostics

/// Walks a session to its end: with a person at the terminal where one is needed and there, else
/// without.
@MainActor
struct Walk {
  let runner: FlowRunner
  let attendance: Attendance
  private let openedTerminal: DeviceTerminal?
  private let refusals = Refusals()

  /// The answers in advance that were refused, and whether the session stands at an effect that
  /// failed.
  private final class Refusals {
    var problems: [Problem] = []
    var standsAtEffect = false

    /// Whether a face shows what happens.
    var isShown = false

    /// Says something where the person is; nil: on standard error.
    var tell: ((String) -> Void)?

    /// The terminal on which the person was asked.
    var terminal: DeviceTerminal?

    /// What was warned about.
    var warnings: [Problem] = []
  }

  /// The terminal on which a person was asked; nil when no one was.
  var usedTerminal: DeviceTerminal? { refusals.terminal }

  /// Whether a person was asked anything.
  var isAttended: Bool { refusals.isShown }

  /// Creates a walk, on a terminal that is open already if there is one.
  init(runner: FlowRunner, attendance: Attendance, terminal: DeviceTerminal? = nil) {
    self.runner = runner
    self.attendance = attendance
    openedTerminal = terminal
  }

  /// Walks to the end; what was done until then and stays is told of a walk that was left.
  ///
  /// - Parameter keepsOpen: Whether the terminal is needed again after a completed walk.
  /// - Returns: The result.
  /// - Throws: ``ProgramEnding`` when the session cannot go on.
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

  private func tellWhatStays() {
    if let line = StandingEffects.line(runner.session.standingEffects) {
      Output.message("stackflow: \(line)")
    }
  }

  private func walk(keepsOpen: Bool) async throws -> FlowResult {
    runner.onAnnouncements = { [refusals, unowned runner] announcements in
      for case .givenAnswerRefused(let problem) in announcements
      where !refusals.problems.contains(problem) {
        refusals.problems.append(problem)
      }
      for announcement in announcements {
        switch announcement {
        case .failed(let failure): refusals.standsAtEffect = failure.effect != nil
        case .didPush, .didPop: refusals.standsAtEffect = false
        case .effectFailed(_, let message) where !refusals.isShown:
          // What the flow stops at is told at its end.
          if case .failed = runner.state { break }
          Output.message("stackflow: left out, because it failed: \(message)")
        case .answerWarned(let problem) where !refusals.warnings.contains(problem):
          refusals.warnings.append(problem)
          let words = "the answer '\(problem.field)' was accepted with a warning: "
          if let tell = refusals.tell {
            tell("Note: \(words)\(problem.message)")
          } else {
            Output.message("stackflow: \(words)\(problem.message)")
          }
        default: break
        }
      }
    }
    runner.start()
    passWhatNeedsNobody()
    if case .finished(let result) = runner.state { return result }
    if !attendance.isAlone, let terminal = openTerminal() {
      return try await ask(on: terminal, keepsOpen: keepsOpen)
    }
    return try passAlone()
  }

  // MARK: With a person

  private func openTerminal() -> DeviceTerminal? { openedTerminal ?? (try? DeviceTerminal()) }

  /// Asks until the session is over; then the terminal is put back, unless it is needed again.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - keepsOpen: Whether the terminal is needed again.
  ///   - isAside: Whether the question is about the walk itself, where there is nothing else to do.
  /// - Returns: The result.
  /// - Throws: ``ProgramEnding`` when a signal ends the program.
  func ask(
    on terminal: DeviceTerminal, keepsOpen: Bool = false, isAside: Bool = false
  ) async throws -> FlowResult {
    if case .notStarted = runner.state { runner.start() }
    let face = LineFace(runner: runner, terminal: terminal, editor: ReadlineEditor())
    face.passes = { step in passes(step) }
    face.isStyled = terminal.traits.understandsEscapes && Output.allowsStyles(onTerminal: true)
    face.textEditor = ExternalEditor()
    face.tellsWords = !isAside
    refusals.isShown = true
    refusals.tell = { [unowned face] in face.tell($0) }
    defer { refusals.tell = nil }
    let ending = await face.walk(timeout: attendance.timeout)
    refusals.terminal = terminal
    if case .finished(let result) = ending, result.outcome == .completed, keepsOpen {
    } else {
      terminal.close()
    }
    switch ending {
    case .finished(let result):
      if let reason = reason(for: result.outcome) {
        let place = face.openQuestion.map { " at the question '\($0)'" } ?? ""
        Output.message("stackflow: \(reason)\(place)")
      }
      // Whoever leaves where a step failed leaves because of it.
      switch result.outcome {
      case .left(.quit), .left(.endOfInput):
        if refusals.standsAtEffect { throw ProgramEnding(.effectFailed) }
      default: break
      }
      return result
    case .signal(let signal): throw ProgramEnding(signal)
    }
  }

  /// Why the walk ended where nobody ended it.
  private func reason(for outcome: FlowOutcome) -> String? {
    switch outcome {
    case .left(.endOfInput): "the input ended"
    case .left(.timeout): "the time was up"
    default: nil
    }
  }

  // MARK: Without one

  /// Passes what a person would only look at, as the options allow.
  private func passWhatNeedsNobody() {
    while case .asking(let step) = runner.state, passes(step) {
      runner.send(.next(step.kind == .commit ? .text("yes") : nil))
    }
  }

  private func passes(_ step: StepState) -> Bool {
    guard attendance.isYes else { return false }
    // A no that was given in advance is stronger.
    return step.kind == .review
      || (step.kind == .commit && !refusals.problems.contains { $0.field == step.id })
  }

  /// Goes on without anybody: notes go to standard error, a question is a failure.
  private func passAlone() throws -> FlowResult {
    var shown: [StepSection] = []
    while true {
      switch runner.state {
      case .finished(let result):
        return result
      case .failed(let failure):
        throw Output.fail(
          failure.effect == nil ? .flowFailed : .effectFailed,
          "\(failure.place): \(failure.message)")
      case .needs(.effect(let request)):
        // What needs no yes was done already.
        let question = runner.effectQuestion ?? .permission([request])
        runner.refuseEffect(EffectOptions.refusal(of: question, request))
      case .notStarted, .needs(.approval), .needs(.lookUp):
        throw Output.fail(.flowFailed, "the flow waits for a decision that nobody makes")
      case .asking(let step):
        if passes(step) {
          runner.send(.next(step.kind == .commit ? .text("yes") : nil))
          continue
        }
        guard passesAlone(step) else { throw missing() }
        let rows = StepRows.heading(of: step, in: runner.session, after: shown)
        for words in rows.compactMap(\.words) { Output.message(words) }
        shown = step.sections
        runner.send(.next(nil))
      }
    }
  }

  private func passesAlone(_ step: StepState) -> Bool {
    switch step.kind {
    case .note, .stop: true
    case .repeat: false
    case .form: step.visibleFields.isEmpty
    case .review, .commit, .ask: false
    }
  }

  private var topStepID: String? {
    guard case .asking(let step) = runner.state, step.kind == .form else { return nil }
    return step.id
  }

  /// Everything that is still needed, each with the option that gives it.
  private func missing() -> ProgramEnding {
    guard refusals.problems.isEmpty else {
      for problem in refusals.problems {
        let isStep = problem.field == topStepID
        let what =
          isStep ? "the answers of '\(problem.field)' are" : "the answer '\(problem.field)' is"
        Output.message("stackflow: \(what) refused: \(problem.message)")
      }
      return ProgramEnding(.invalidAnswers)
    }
    // What was given in advance and is known to be refused, wherever the walk stands.
    for step in runner.session.forecast.steps where step.fate == .refused {
      guard let problem = step.problem else { continue }
      Output.message("stackflow: the answer '\(step.id)' is refused: \(problem)")
    }
    let why = attendance.isAlone ? "--no-input is set" : "there is no terminal to ask on"
    Output.message("stackflow: answers are missing, and \(why):")
    let missing = runner.session.missingAnswers.filter { answer in
      !attendance.isYes || answer.need != .review && answer.need != .yes
    }
    for line in MissingList.lines(missing) { Output.message(line) }
    return ProgramEnding(.missingAnswers)
  }
}
