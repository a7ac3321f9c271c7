// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import ProgramParts

/// Asks for a yes: `stackflow confirm LABEL`.
struct ConfirmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Ask for yes or no, and exit with 0 or 1.",
    discussion: """
      For shell scripts: the exit status is 0 for yes, and 1 for no and for a user who leaves \
      (130 for Ctrl-C). Nothing is written to standard output.

      Example: stackflow confirm 'Deploy now?' && ./deploy
      """)

  @Argument(help: "The question; without one, 'Are you sure?'.")
  var label: String?

  @Option(help: ArgumentHelp("The answer that Enter gives: yes or no.", valueName: "answer"))
  var `default`: String?

  @Option(help: ArgumentHelp("A short hint beside the question.", valueName: "text"))
  var hint: String?

  @Option(help: ArgumentHelp("A longer explanation, which F1 shows.", valueName: "text"))
  var helpText: String?

  @Option(help: ArgumentHelp("The answer, yes or no; no one is asked.", valueName: "answer"))
  var answer: String?

  @OptionGroup(title: "Looks") var looks: QuestionLooks

  @Option(help: "Give up after this time, such as 90s or 5m, or a number of seconds.")
  var timeout: TimeLimit?

  @Option(help: "The language of the program's words, such as de or de-AT.")
  var lang: String?

  @MainActor
  func run() async throws {
    var question = SingleQuestion(field: FieldDefinition(type: .boolean))
    question.field.texts[.label] = LocalizedText(
      words: label ?? SingleQuestion.catalog(for: lang).text(.confirmQuestion))
    question.field.texts[.hint] = hint.map { LocalizedText(words: $0) }
    question.field.texts[.help] = helpText.map { LocalizedText(words: $0) }
    question.field.settings[.default] = try `default`.map { (text) throws(ProgramEnding) in
      try QuestionOptions.setting(text, of: .boolean, for: "--default")
    }
    question.answer = answer
    question.wayToAnswer = "--answer yes|no"
    question.attendance.timeout = timeout?.duration
    question.attendance.looks = try looks.looks()
    question.language = lang
    let given = try await question.ask()
    // No is an ending like leaving: both mean that it should not be done.
    guard given.value == .bool(true) else { throw ProgramEnding(.left) }
  }
}
