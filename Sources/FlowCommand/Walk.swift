// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import FlowShell
import GNUReadline
import SourceDiagnostics

/// Walks a session to its end: with a person at the terminal where one is needed and there, else
/// without.
@MainActor
struct Walk {
  let runner: FlowRunner
  let attendance: AttendanceOptions

  /// - Throws: ``ProgramEnding`` when the session cannot go on.
  func run() async throws -> FlowResult {
    var refused: [Problem] = []
    runner.onAnnouncements = { announcements in
      for case .givenAnswerRefused(let problem) in announcements { refused.append(problem) }
    }
    runner.start()
    passWhatNeedsNobody()
    if case .finished(let result) = runner.state { return result }
    if !attendance.noInput, let terminal = openTerminal() {
      runner.onAnnouncements = nil
      return try await ask(on: terminal)
    }
    return try passAlone(refused: { refused })
  }

  // MARK: With a person

  private func openTerminal() -> DeviceTerminal? { try? DeviceTerminal() }

  func ask(on terminal: DeviceTerminal) async throws -> FlowResult {
    if case .notStarted = runner.state { runner.start() }
    let face = LineFace(runner: runner, terminal: terminal, editor: ReadlineEditor())
    face.passes = { step in passes(step) }
    let ending = await face.walk(timeout: attendance.timeout?.duration)
    terminal.close()
    switch ending {
    case .finished(let result): return result
    case .signal(let signal): throw ProgramEnding(signal)
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
    attendance.yes && (step.kind == .review || step.kind == .commit)
  }

  /// Goes on without anybody: notes go to standard error, a question is a failure.
  private func passAlone(refused: () -> [Problem]) throws -> FlowResult {
    while true {
      switch runner.state {
      case .finished(let result):
        return result
      case .failed(let failure):
        let start = failure.place.start
        throw Output.fail(
          .flowFailed,
          "\(failure.place.file.name):\(start.line):\(start.column): \(failure.message)")
      case .notStarted, .needs:
        throw Output.fail(.flowFailed, "the flow waits for a decision that nobody makes")
      case .asking(let step):
        if passes(step) {
          runner.send(.next(step.kind == .commit ? .text("yes") : nil))
          continue
        }
        guard passesAlone(step) else { throw missing(refused()) }
        for text in [step.title, step.text].compactMap({ $0 }) { Output.message(text) }
        runner.send(.next(nil))
      }
    }
  }

  private func passesAlone(_ step: StepState) -> Bool {
    switch step.kind {
    case .note, .stop: true
    case .form: step.visibleFields.isEmpty
    case .review, .commit, .ask: false
    }
  }

  /// Everything that is still needed, each with the option that gives it.
  private func missing(_ refused: [Problem]) -> ProgramEnding {
    guard refused.isEmpty else {
      for problem in refused {
        Output.message("stackflow: the answer '\(problem.field)' is refused: \(problem.message)")
      }
      return ProgramEnding(.invalidAnswers)
    }
    if case .asking(let step) = runner.state, step.kind == .review {
      return Output.fail(
        .missingAnswers, "'\(step.id)' waits for somebody to check the answers; pass it with --yes")
    }
    let why = attendance.noInput ? "--no-input is set" : "there is no terminal to ask on"
    Output.message("stackflow: answers are missing, and \(why):")
    for answer in runner.session.missingAnswers {
      let option = answer.isCommit ? "--set \(answer.id)=yes" : "--set \(answer.id)=…"
      let label = answer.label == answer.id ? "" : "  \(answer.label)"
      let condition = answer.condition.map { "  (when \($0))" } ?? ""
      Output.message("  \(option)\(label)\(condition)")
    }
    return ProgramEnding(.missingAnswers)
  }
}
