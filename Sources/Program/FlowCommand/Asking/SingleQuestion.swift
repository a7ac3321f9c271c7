// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts
import SourceDiagnostics
import StackFlowShell
import TerminalIO

/// One question, asked as a flow of its own that's made in code.
@MainActor
struct SingleQuestion {
  var field: FieldDefinition

  var choices: ChoiceList?

  /// The answer, if it was given in advance; then no one is asked.
  var answer: String?

  /// How to give it, in the words of the command line: `--answer TEXT`.
  var wayToAnswer = "--answer TEXT"

  var attendance = Attendance()

  /// The language tag of the texts; nil: that of the environment.
  var language: String?

  struct Answer {
    /// The answer; nil if it was left empty.
    let value: Value?

    /// The same with dots in place of a secret.
    let masked: Value?
  }

  private static let name = "answer"

  /// The program's own words in a language; nil: that of the environment.
  nonisolated static func catalog(for language: String?) -> MessageCatalog {
    (language ?? SystemHost.language).flatMap { MessageCatalog.builtIn(for: $0) } ?? .english
  }

  /// Asks, and leaves the terminal.
  ///
  /// - Returns: The answer.
  /// - Throws: ``ProgramEnding`` unless there is an answer.
  func ask() async throws -> Answer {
    let runner = try runner()
    let refusals = Refusals()
    runner.onAnnouncements = { [isGiven = answer != nil] announcements in
      for announcement in announcements {
        switch announcement {
        case .givenAnswerRefused(let problem): refusals.messages.append(problem.message)
        case .answerUnderstood(_, let message) where isGiven:
          ProgramOutput.message("stackflow: \(message)")
        default: break
        }
      }
    }
    runner.start()
    if case .finished(let result) = runner.state { return try answer(of: result, in: runner) }
    if let message = refusals.messages.first {
      throw ProgramOutput.fail(
        .invalidAnswers,
        runner.session.catalog.text(.questionRefused, ["problem": .text(message)]))
    }
    if case .failed(let failure) = runner.state {
      throw ProgramOutput.fail(.flowFailed, failure.message)
    }
    guard answer == nil, let terminal = try? DeviceTerminal(holdsThread: true) else {
      throw ProgramOutput.fail(
        .missingAnswers,
        runner.session.catalog.text(.questionUnasked, ["option": .text(wayToAnswer)]))
    }
    var attendance = attendance
    attendance.looks.isSingle = true
    let result = try await Walk(runner: runner, attendance: attendance)
      .ask(on: terminal, isAside: true)
    terminal.close(discardingInput: true)
    return try answer(of: result, in: runner)
  }

  /// The messages of refusals, in a class because a closure collects them.
  private final class Refusals { var messages: [String] = [] }

  private func answer(
    of result: FlowResult, in runner: FlowRunner
  ) throws(ProgramEnding) -> Answer {
    guard result.outcome == .completed else { throw ProgramEnding(result.outcome) }
    return Answer(
      value: Self.part(of: result.output), masked: Self.part(of: runner.session.maskedOutput))
  }

  private static func part(of output: Value) -> Value? {
    guard case .map(let map) = output, let value = map[.string(name)], value != .null else {
      return nil
    }
    return value
  }

  // MARK: The flow

  private func runner() throws -> FlowRunner {
    let definition = FlowDefinition(
      id: "question", language: Self.catalog(for: language).language,
      inputs: choices.map { [$0.definition] } ?? [],
      steps: [StepDefinition(id: Identifier(Self.name), kind: .ask(field))])
    let loaded = FlowFile.check(definition)
    var problems = loaded.diagnostics.diagnostics.filter { $0.severity == .error }
    if problems.isEmpty {
      // To offer what is refused is a mistake of the command line, not a matter of style.
      problems = loaded.diagnostics.diagnostics.filter { $0.id == "refused-value" }
    }
    guard problems.isEmpty, let flow = loaded.flow else {
      for problem in problems {
        ProgramOutput.message("stackflow: \(Self.words(for: problem))")
      }
      throw ProgramEnding(.usage)
    }
    let options = SessionOptions(
      answers: answer.map { [Self.name: .text($0)] } ?? [:],
      language: language ?? SystemHost.language, zone: .ofUser)
    let runner = try FlowRunner(
      flow: flow, inputs: choices?.inputs ?? [:], options: options,
      clock: { SystemHost.now })
    runner.services.paths = SystemPaths()
    return runner
  }

  /// The message of a problem, with the option of the command line in place of the key of the flow.
  private static func words(for problem: Diagnostic) -> String {
    guard let key = problem.place.key else { return problem.message }
    let option = QuestionOptions.option(forKey: key)
    let words = [key, ConstraintKind.max.rawValue].reduce(problem.message) { words, key in
      words.replacingParts("'\(key)'", with: QuestionOptions.option(forKey: key))
    }
    return words.hasPrefix(option) ? words : "\(option): \(words)"
  }
}
