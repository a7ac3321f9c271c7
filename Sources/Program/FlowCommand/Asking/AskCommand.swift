// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import CLibrary
import FlowExpressions
import FlowHosts
public import FlowModel
import FlowSessions
import ProgramParts

/// Asks one question: `stackflow ask TYPE LABEL`.
struct AskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Ask one question, and print the answer.",
    discussion: """
      For shell scripts. Standard output carries the answer and nothing else; of several choices, \
      each is a line. Choices come from --choices, or from standard input, one in a line. The exit \
      status tells an answer (0) from a user who left (1, or 130 for Ctrl-C).

      Example: stackflow ask choice 'Which color?' --choices red,green,blue
      """)

  @Argument(help: "The type of the answer.")
  var type: FieldType

  @Argument(help: "The question.")
  var label: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The answer that Enter gives; several choices with commas between them, one with a comma in "
        + "quotation marks.", valueName: "value"))
  var `default`: String?

  @Option(help: ArgumentHelp("A short hint beside the question.", valueName: "text"))
  var hint: String?

  @Option(help: ArgumentHelp("A longer explanation, which F1 shows.", valueName: "text"))
  var helpText: String?

  @Flag(help: "Allow an empty answer.")
  var optional = false

  @OptionGroup(title: "What the answer must be") var rules: QuestionOptions

  @Option(
    help: ArgumentHelp(
      "What can be chosen: a,b or a=Label,b=Label; \\ before a comma or = makes it part of the "
        + "text. - is standard input: a choice in each line, perhaps with a tab and a label.",
      valueName: "list"))
  var choices: String?

  @Option(
    help: ArgumentHelp(
      "The label of a row for a text beside the choices, which is an answer, too.",
      valueName: "label"))
  var other: String?

  @Option(
    help: ArgumentHelp(
      "Strings that Tab completes: a,b; one with a comma is in quotation marks.",
      valueName: "list"))
  var suggest: String?

  @Flag(help: "Ask twice for a secret.")
  var confirm = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The answer, which is checked as a typed one; no one is asked.", valueName: "text"))
  var answer: String?

  @OptionGroup(title: "Looks") var looks: QuestionLooks

  @Option(help: "How the answer is written.")
  var format = TextOrJSON.text

  @Flag(
    name: [.customShort("0"), .long],
    help: "End each choice of standard input and of the answer with NUL, not with a line break.")
  var null = false

  @Option(help: "Give up after this time, such as 90s or 5m, or a number of seconds.")
  var timeout: TimeLimit?

  @Option(help: "The language of the program's words, such as de or de-AT.")
  var lang: String?

  @Option(help: "The maximum size of standard input in bytes.")
  var maxBytes = ByteLimit.ofChoices

  @MainActor
  func run() async throws {
    var question = SingleQuestion(field: FieldDefinition(type: type))
    question.field.texts[.label] = label.map { LocalizedText(words: $0) }
    question.field.texts[.hint] = hint.map { LocalizedText(words: $0) }
    question.field.texts[.help] = helpText.map { LocalizedText(words: $0) }
    if optional { question.field.settings[.required] = false }
    question.field.texts[.other] = try otherLabel
    question.field.constraints = try rules.constraints(of: question.field)
    question.field.messages = try rules.messages(for: question.field.constraints)
    question.field.settings[.suggest] = try suggestions
    question.field.flags[.confirm] = try isConfirmed
    if let list = try choiceList {
      question.choices = list
      question.field.choices = list.source
    }
    question.field.settings[.default] = try defaultValue(among: question.choices)
    question.answer = answer
    question.attendance.timeout = timeout?.duration
    question.attendance.looks = try looks.looks()
    question.language = lang
    do throws(SystemFiles.Failure) {
      try SystemFiles.checkStandardOutput()
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    let given = try await question.ask()
    let shown = ProgramOutput.resultIsSeen ? given.masked : given.value
    let text = format.text(of: shown, end: null ? "\0" : "\n")
    ProgramOutput.result(text, as: format.escapes)
  }

  // MARK: Options that belong to types

  private var suggestions: Setting? {
    get throws(ProgramEnding) {
      guard let suggest else { return nil }
      guard type == .string else { throw misfit("--suggest", "string") }
      let words = try ChoiceList.words(of: suggest, for: "--suggest")
      return .literal(LiteralValue(.list(words.map { .string($0.text) })))
    }
  }

  private var otherLabel: LocalizedText? {
    get throws(ProgramEnding) {
      guard let other else { return nil }
      guard type.isChoice else { throw misfit("--other", "choice' or 'choices") }
      return LocalizedText(words: other)
    }
  }

  private var isConfirmed: Bool {
    get throws(ProgramEnding) {
      guard !confirm || type == .secret else { throw misfit("--confirm", "secret") }
      return confirm
    }
  }

  private func misfit(_ option: String, _ types: String) -> ProgramEnding {
    ProgramOutput.fail(
      .usage, "\(option) is for the type '\(types)'; the type here is '\(type.rawValue)'")
  }

  private var choiceList: ChoiceList? {
    get throws(ProgramEnding) {
      guard type == .choice || type == .choices else {
        guard choices == nil else {
          throw ProgramOutput.fail(
            .usage,
            "--choices is for the types 'choice' and 'choices'; the type here is "
              + "'\(type.rawValue)'")
        }
        return nil
      }
      let list: ChoiceList
      if let choices, choices != "-" {
        list = try ChoiceList(listed: choices)
      } else if choices == nil, isatty(STDIN_FILENO) == 1 {
        throw ProgramOutput.fail(
          .usage,
          "there are no choices; give --choices a,b,c, or one in each line of standard input")
      } else {
        list = try ChoiceList(
          ofStandardInput: null ? 0 : UInt8(ascii: "\n"), limit: maxBytes.count)
      }
      guard !list.elements.isEmpty else {
        throw ProgramOutput.fail(
          .usage, "standard input has no choices; give one in each line, or --choices a,b,c")
      }
      return list
    }
  }

  private func defaultValue(among list: ChoiceList?) throws(ProgramEnding) -> Setting? {
    guard let text = `default` else { return nil }
    guard type != .secret else {
      throw ProgramOutput.fail(.usage, "--default isn't for the type 'secret'")
    }
    guard let list else { return try QuestionOptions.setting(text, of: type, for: "--default") }
    func value(_ text: String) throws(ProgramEnding) -> Value {
      guard let value = list.value(named: text) else {
        if other != nil, !text.isEmpty { return .string(text) }
        throw ProgramOutput.fail(.usage, "--default: \(list.complaint(about: text))")
      }
      return .string(value)
    }
    if type == .choice { return .literal(LiteralValue(try value(text))) }
    // The whole text may be one choice, as when it's typed.
    if let whole = list.value(named: text) {
      return .literal(LiteralValue(.list([.string(whole)])))
    }
    var values: [Value] = []
    for word in try ChoiceList.words(of: text, for: "--default") {
      values.append(try value(word.text))
    }
    return .literal(LiteralValue(.list(values)))
  }
}

extension FieldType: ExpressibleByArgument {}
