// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// The maps of a flow file: the file itself, its inputs, and its steps.
extension FileMap {
  /// Every kind of map of a flow file with a definition in the schema.
  package static let all = [flowFile, input, flowFunction] + steps + inner

  /// The kinds of steps.
  package static let steps = StepKeyword.allCases.map { step($0) }

  /// Returns a kind of step.
  static func step(_ keyword: StepKeyword) -> FileMap {
    switch keyword {
    case .ask: ask
    case .form: form
    case .group: group
    case .note: note
    case .compute: compute
    case .repeat: list
    case .flow: flow
    case .run: run
    case .write: write
    case .review: review
    case .commit: commit
    case .stop: stop
    }
  }

  /// The types of inputs that are single words.
  package static var inputTypes: [String] {
    FieldType.allCases.filter { !$0.isChoice }.map(\.rawValue)
  }

  static let flowFile = FileMap(
    "flowFile", "A flow: its questions, their order, and their conditions.",
    [
      FileKey(
        .flow, .wholeNumber, "The version of the flow language: 1.", isRequired: true,
        examples: [1]),
      FileKey(.id, .word, "The flow's name.", isRequired: true),
      FileKey(.version, .wholeNumber, "The flow's own version, which saved answers carry."),
      FileKey(.title, .text, "The title of the flow."),
      FileKey(
        .language, .word, "The language tag of texts without one; en by default."),
      FileKey(.inputs, .names(.map("input")), "Values that the caller supplies."),
      FileKey(
        .functions, .names(.map("flowFunction")), "Functions that the expressions of the flow call."
      ),
      FileKey(.steps, .list(.map("step")), "The steps, in order.", isRequired: true),
      FileKey(
        .output, .output,
        "What the flow returns; by default, every answer. '<<' in a map adds its entries to another one, "
          + "and answers is every answer."),
      FileKey(
        .migrate, .list(.map("migration")), "Changes to answers that earlier versions saved."),
      FileKey(
        .extensions, .word,
        "The file that declares what a program adds to the language, relative to the flow's folder."
      ),
      FileKey(.allow, .list(.word), "Ids of warnings to allow everywhere."),
      FileKey(
        .updatable, .boolean,
        "Whether what the flow writes is recorded, so that stackflow update can update it."),
    ])

  static let input = FileMap(
    "input", "A value that the caller supplies.",
    [
      FileKey(
        .type, .map("type"), "The type: a word, a list or map with 'of', or a record.",
        isRequired: true),
      FileKey(
        .of, .map("type"), "The type of the values of a list or a map.", only: [.list, .map]),
      FileKey(
        .env, .word, "The environment variable that supplies it if the caller doesn't.",
        examples: ["USER"]),
      FileKey(.default, .literal, "The value if the caller gives none."),
    ]
  ).with(formsOf: FieldType.allCases.filter { !$0.isChoice }) { key, type in
    key.name == FlowKey.default.rawValue ? .answer(type) : key.shape
  } requiring: {
    $0.hasItems ? [.of] : []
  }

  static let flowFunction = FileMap(
    "flowFunction", "A function of the flow: its parameters, and what it returns.",
    [
      FileKey(.with, .names(.map("type")), "The types of its parameters, in order."),
      FileKey(
        .value, .expression, "What it returns; only the parameters and other functions are known.",
        isRequired: true),
    ])

  /// Returns the keys that every step has, beginning with the one that names its kind.
  static func common(_ kind: StepKeyword, _ summary: String) -> [FileKey] {
    [
      FileKey(named: kind.rawValue, .id, summary, isRequired: true),
      FileKey(
        .when, .condition, "The condition; always true by default.", examples: ["kind == 'http'"]),
      FileKey(.title, .text, "Its title."),
      FileKey(.allow, .list(.word), "Ids of warnings to allow in this step."),
    ]
  }

  /// The name of an answer in data.
  static let dataKey = FileKey(
    .key, .word,
    "The name of the answer in data (results, answers, schemas) instead of the id, such as "
      + "postfix/main_mailer_type.")

  /// A text that belongs to a step.
  static let description = FileKey(
    .description, .text, "A text that's always shown below its title.")

  static let form = FileMap(
    "form", "Several fields in one step, submitted together.",
    common(.form, "The form's id.") + [
      description, dataKey,
      FileKey(
        .fields, .list(.map("element")), "Fields, notes, and computed values.", isRequired: true),
      FileKey(.validate, .list(.map("check")), "Checks of the whole form."),
      FileKey(
        .over, .expression,
        "A list; makes the form a matrix, which asks its fields for each element, as a table."),
      FileKey(.as, .word, "The name of the element of a matrix; item by default."),
      FileKey(
        .heading, .text,
        "The heading of a row of a matrix; by default the element, or the number of a record."),
    ])

  static let group = FileMap(
    "group", "Steps with a common condition or title.",
    common(.group, "The group's id.") + [
      FileKey(.steps, .list(.map("step")), "The steps.", isRequired: true)
    ])

  static let note = FileMap(
    "note", "A text to read.",
    common(.note, "The note's id.") + [
      FileKey(.text, .text, "The text.", isRequired: true)
    ])

  static let compute = FileMap(
    "compute", "A computed value for later expressions.",
    common(.compute, "The name of the value.") + [
      FileKey(.value, .expression, "What it is.", isRequired: true)
    ])

  static let list = FileMap(
    "repeat", "A list of records, each of which the same steps ask for.",
    common(.repeat, "The list's id; expressions read its records by this name.") + [
      description, dataKey,
      FileKey(.steps, .list(.map("step")), "The steps that ask for an item.", isRequired: true),
      FileKey(
        named: ConstraintKind.minItems.rawValue, .setting(.wholeNumber),
        "The minimum number of items."),
      FileKey(
        named: ConstraintKind.maxItems.rawValue, .setting(.wholeNumber),
        "The maximum number of items."),
      FileKey(
        .fill, .boolean,
        "Whether the next record opens by itself until there's the minimum number of items."),
      FileKey(.summary, .text, "The line that summarizes each item."),
      FileKey(.validate, .list(.map("check")), "Checks of the whole list."),
      FileKey(.over, .expression, "A list; the steps are asked once for each element."),
    ])

  static let flow = FileMap(
    "flow", "A flow in another file; only its output is visible here.",
    common(.flow, "The id; expressions read its output by this name.") + [
      dataKey,
      FileKey(.use, .word, "The file's path, relative to this file's folder.", isRequired: true),
      FileKey(.with, .names(.output), "The values of its inputs."),
    ])

  static let review = FileMap(
    "review", "The answers so far; choosing one goes back to it.",
    common(.review, "The review's id."))

  static let commit = FileMap(
    "commit",
    "A point of no return that the user confirms with a yes; nothing before it can be undone.",
    common(.commit, "The commit's id.") + [
      FileKey(.text, .text, "What is agreed to.", isRequired: true), description,
    ])

  static let stop = FileMap(
    "stop", "The end of the session.",
    common(.stop, "The stop's id.") + [
      FileKey(.text, .text, "Why it ends."),
      FileKey(
        .outcome, .oneOf(StopOutcome.allCases.map(\.rawValue)),
        "The outcome; failed by default."),
    ])

  static let run = FileMap(
    "run", "Runs a command, or an action that the embedding program registered.",
    common(.run, "The step's id; expressions read what it captures by this name.") + call + [
      FileKey(
        .undo, .any([.map("undo"), .list(.any([.template, .map("argument")]))]),
        "What takes it back."),
      FileKey(.reads, .boolean, "Whether it only reads, and so runs again at each push."),
      FileKey(
        .capture, .oneOf(CaptureDefinition.Kind.allCases.map(\.rawValue)),
        "The part of its result that's kept under the step's id."),
      FileKey(.type, .map("type"), "The type of the captured JSON."),
      FileKey(.of, .map("type"), "The type of the values of a captured list or map."),
      FileKey(
        .onError, .oneOf(EffectErrorPolicy.allCases.map(\.rawValue)), "What to do if it fails."
      ),
      FileKey(.secret, .boolean, "Whether its capture is a secret."),
    ],
    rules: [.atLeastOne([["command"], ["action"]])])

  static let write = FileMap(
    "write", "Writes a file, or the files of a tree.",
    common(.write, "The step's id.") + [
      FileKey(
        .path, .template, "The file's path, relative to and inside the working directory."),
      FileKey(
        .content, .any([.template, .list(.any([.template, .map("part")]))]),
        "The file's text, or a list of parts."),
      FileKey(.json, .output, "A value to write as JSON."),
      FileKey(.yaml, .output, "A value to write as YAML."),
      FileKey(.copy, .word, "A file next to the flow to copy."),
      FileKey(
        .tree, .word,
        "A folder next to the flow, whose templates are evaluated and whose other files are copied."
      ),
      FileKey(
        .to, .template,
        "The folder that a tree is written to; the working directory by default."),
      FileKey(
        .suffix, .value,
        "The end of the names of a tree's templates; .tmpl by default. Empty: all texts."),
      FileKey(
        .skip, .list(.word), "Patterns of the files and folders of a tree that are left out."),
      FileKey(
        .links, .oneOf(LoadingContext.TreeLinks.allCases.map(\.rawValue)),
        "Whether a tree has links as they are, or what they lead to; keep by default."),
      FileKey(
        .lines, .oneOf(LoadingContext.TreeLines.allCases.map(\.rawValue)),
        "Whether a control that's alone on a line of a template takes the line; take by default."),
      FileKey(.each, .expression, "A list for whose elements a tree is written once each."),
      FileKey(
        .exists, .oneOf(ExistingFilePolicy.allCases.map(\.rawValue) + ["replace"]),
        "What to do if a file exists with different content; ask by default."),
      FileKey(.mode, .word, "Its permission bits as a text, such as \"0755\"."),
      FileKey(.secret, .boolean, "Whether only its owner may read it, and it may hold secrets."),
      FileKey(
        .onError, .oneOf(EffectErrorPolicy.allCases.map(\.rawValue)), "What to do if it fails."
      ),
    ],
    rules: [
      .exactlyOne([
        ["path", "content"], ["path", "json"], ["path", "yaml"], ["path", "copy"], ["tree"],
      ])
    ])

  /// The keys of a command or an action.
  static let call = [
    FileKey(
      .command, .list(.any([.template, .map("argument")])),
      "The program and its arguments; no shell is involved."),
    FileKey(.action, .word, "The name of an action that the embedding program registered."),
    FileKey(.with, .names(.output), "The command's environment, or the action's arguments."),
    FileKey(.stdin, .text, "The command's standard input."),
    FileKey(
      .pass, .list(.word), "Variables of the caller's environment that the command can see."),
    FileKey(.timeout, .word, "The maximum duration, such as 90s."),
  ]
}
