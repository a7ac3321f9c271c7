// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

// The maps of a flow file: fields, and what is in steps.
extension FileMap {
  static let ask = FileMap(
    name: "ask", says: "One question.",
    keys: common("ask", "The id: the answer's name in expressions, and the handle of tests.") + [
      FileKey(
        "type", .oneOf(FieldType.allCases.map(\.rawValue)), "The type of its answer.",
        isNeeded: true),
      FileKey("label", .text, "The question."),
      FileKey("help", .text, "A longer explanation, on demand and after the second wrong answer."),
      FileKey("hint", .text, "A short explanation next to the field."),
      FileKey(
        "choices", .any([.list(.any([.word, .map("choice")])), .map("computedChoices")]),
        "What may be chosen: a list, or { from: CEL }."),
      FileKey("empty", .text, "The text that is shown when there are no choices."),
      FileKey("default", .setting, "What is offered."),
      FileKey("required", .setting, "Whether it must be answered; true where none is given."),
    ] + ConstraintKind.allCases.map { FileKey($0.rawValue, .setting, $0.says) } + [
      FileKey(
        "messages", .names(.text),
        "Texts instead of the usual ones, by constraint, and for 'required' and 'type'."),
      FileKey("validate", .list(.map("check")), "Checks; the field's own name is the candidate."),
      FileKey("suggest", .setting, "Texts completed with Tab; other values are allowed."),
      FileKey(
        "priority", .oneOf(FieldPriority.allCases.map(\.rawValue)), "How important the question is."
      ),
      FileKey("confirm", .truth, "Whether a secret is asked twice."),
      FileKey("remember", .truth, "Whether an undone answer is offered again."),
      FileKey(
        "widget", .word,
        "How a face that has several ways shows the field: search for a string, lines or editor for "
          + "a text, slider or stepper for a number, buttons or toggle for yes and no, calendar for "
          + "a date or a moment, clock for a time, stepper for a duration, tree for a path, list, "
          + "menu, search or buttons for a choice, checklist or search for choices, and line where "
          + "one line is typed."),
      FileKey("sets", .oneOf(["language"]), "The answer is the language of the steps above."),
    ],
    rules: [
      ("if", ["properties": ["type": ["enum": ["choice", "choices"]]], "required": ["type"]]),
      ("then", ["required": ["choices"]]),
    ])

  /// The maps that are in steps, and a migration.
  static let inner = [
    FileMap(
      name: "migration", says: "How answers change from one version to the next.",
      keys: [
        FileKey("from", .wholeNumber, "The version that saved them.", isNeeded: true),
        FileKey("rename", .names(.word), "New names of answers: { old: new }."),
        FileKey("drop", .list(.word), "Answers that are no longer needed."),
        FileKey(
          "set", .names(.expression), "Answers that are computed; the saved ones are 'saved'."),
      ]),
    FileMap(
      name: "check", says: "A check with what it says when it fails.",
      keys: [
        FileKey("check", .expression, "What must hold.", isNeeded: true),
        FileKey("message", .text, "What is said when it does not.", isNeeded: true),
        FileKey("level", .oneOf(["error", "warning"]), "Whether it refuses, or can be confirmed."),
        FileKey("at", .word, "The field of a form that it belongs to."),
      ]),
    FileMap(
      name: "choice", says: "Something to choose.",
      keys: [
        FileKey("value", .word, "The answer when it's chosen.", isNeeded: true),
        FileKey("label", .text, "What the person sees."),
        FileKey("hint", .text, "A short explanation next to it."),
        FileKey("when", .expression, "When it is offered."),
        FileKey("disabledWhen", .expression, "When it is shown but cannot be chosen."),
        FileKey("disabled", .text, "Why it cannot be chosen."),
      ]),
    FileMap(
      name: "computedChoices", says: "Choices from data, one for each element of a list.",
      keys: [
        FileKey("from", .expression, "The list; 'item' is an element.", isNeeded: true),
        FileKey("value", .expression, "What the answer is; the element where none is given."),
        FileKey("label", .text, "What the person sees."),
        FileKey("hint", .text, "A short explanation next to it."),
      ]),
    FileMap(
      name: "undo", says: "A command or an action that takes another back.", keys: call,
      rules: [("anyOf", [["required": ["command"]], ["required": ["action"]]])]),
    FileMap(
      name: "argument", says: "Arguments of a command under a condition, or for each of a list.",
      keys: [
        FileKey("when", .expression, "The condition under which they're in the command."),
        FileKey("each", .expression, "A list; they're repeated for each of its elements."),
        FileKey("args", .list(.template), "The arguments; the element where none are given."),
      ],
      rules: [("anyOf", [["required": ["args"]], ["required": ["each"]]])]),
    FileMap(
      name: "part", says: "A part of a file's text.",
      keys: [
        FileKey("text", .template, "The text."),
        FileKey("from", .word, "A file beside the flow that has the text."),
        FileKey("when", .expression, "The condition under which it's in the file."),
        FileKey("each", .expression, "A list; it's repeated for each of its elements."),
        FileKey("verbatim", .truth, "Whether ${ is nothing but a text in it."),
      ],
      rules: [("oneOf", [["required": ["text"]], ["required": ["from"]]])]),
  ]
}

extension ConstraintKind {
  /// What the key says, in a sentence.
  fileprivate var says: String {
    switch self {
    case .min: "The least value of a number, date, time or duration."
    case .max: "The greatest value of a number, date, time or duration."
    case .multipleOf: "What a number must be a multiple of."
    case .minLength: "The least number of characters."
    case .maxLength: "The greatest number of characters."
    case .pattern: "A regular expression (RE2) that is searched for; ^ and $ hold it to the whole."
    case .format: "A named form of text: email, uri, hostname, ipv4, ipv6, uuid, semver, regex."
    case .minItems: "The least number of chosen ones."
    case .maxItems: "The greatest number of chosen ones."
    case .must: "What must be at a path: exist, file, directory or absent."
    }
  }
}
