// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowForms
import FlowHosts
import Localization
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
  static func catalog(for language: String?) -> MessageCatalog {
    (language ?? SystemHost.language).flatMap { MessageCatalog.builtIn(for: $0) } ?? .english
  }

  /// Asks, and leaves the terminal.
  ///
  /// - Returns: The answer.
  /// - Throws: ``ProgramEnding`` unless there is an answer.
  func ask() async throws -> Answer {
    let runner = try runner()
    let refusals = Refusals()
    runner.onAnnouncements = { announcements in
      for case .givenAnswerRefused(let problem) in announcements {
        refusals.messages.append(problem.message)
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
        ProgramOutput.message(
          "stackflow: \(Self.words(for: problem.message, at: "\(problem.place)"))")
      }
      throw ProgramEnding(.usage)
    }
    let options = SessionOptions(
      answers: answer.map { [Self.name: .text($0)] } ?? [:],
      language: language ?? SystemHost.language, zone: SystemHost.zone)
    let runner = try FlowRunner(
      flow: flow, inputs: choices?.inputs ?? [:], options: options,
      clock: { SystemHost.now })
    runner.services.paths = SystemPaths()
    return runner
  }

  /// A message about a key of the flow, in the words of the command line.
  private static func words(for message: String, at place: String) -> String {
    // The last part of a place such as "step 'answer' › pattern" is the key.
    guard let key = place.part(after: " › ") else { return message }
    let option = QuestionOptions.option(forKey: key)
    var words = message.replacingEnd("'max'", with: "--max")
    if words.hasPrefix("'\(key)' ") {
      words = option + words.dropFirst(key.count + 2)
    } else {
      words = "\(option): \(words)"
    }
    return words
  }
}

extension String {
  /// The text after the last occurrence of a separator; nil where there is none.
  fileprivate func part(after separator: String) -> String? {
    var rest = self[...]
    var found: Substring?
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        rest = rest.dropFirst(separator.count)
        found = rest
      } else {
        rest = rest.dropFirst()
      }
    }
    return found.map(String.init)
  }

  /// The text with another end, if it has this one.
  fileprivate func replacingEnd(_ end: String, with other: String) -> String {
    hasSuffix(end) ? dropLast(end.count) + other : self
  }
}
