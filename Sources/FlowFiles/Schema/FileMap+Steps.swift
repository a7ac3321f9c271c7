// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

// The maps of a flow file: the file itself, its inputs and its steps.
extension FileMap {
  /// Every kind of map.
  static var all: [FileMap] {
    [
      flowFile, input, group, note, compute, list, flow, run, write, review, commit, stop, form,
      ask,
    ] + inner
  }

  /// The kinds of steps.
  static let steps = [
    "ask", "form", "group", "note", "compute", "repeat", "flow", "run", "write", "review", "commit",
    "stop",
  ]

  /// The types of inputs that a word names.
  static var inputTypes: [String] {
    FieldType.allCases.filter { !$0.isChoice }.map(\.rawValue)
  }

  static let flowFile = FileMap(
    name: "flowFile", says: "A flow: what is asked, in which order and under which conditions.",
    keys: [
      FileKey("flow", .wholeNumber, "The version of the flow language: 1.", isNeeded: true),
      FileKey("id", .word, "The flow's name.", isNeeded: true),
      FileKey("version", .wholeNumber, "The flow's own version, which saved answers carry."),
      FileKey("title", .text, "The title of the flow."),
      FileKey(
        "language", .word, "The language tag of texts that name none; en where none is given."),
      FileKey("inputs", .names(.map("input")), "Values that the caller gives."),
      FileKey("steps", .list(.map("step")), "What is asked, in this order.", isNeeded: true),
      FileKey("output", .output, "What the flow returns; every answer where none is given."),
      FileKey(
        "migrate", .list(.map("migration")), "How answers saved by earlier versions change."),
      FileKey("allow", .list(.word), "Findings that are allowed everywhere."),
    ])

  static let input = FileMap(
    name: "input", says: "A value that the caller gives.",
    keys: [
      FileKey(
        "type", .map("type"), "What it may be: a word, list or map with 'of', or a record.",
        isNeeded: true),
      FileKey("of", .map("type"), "The type of the values of a list or a map."),
      FileKey("env", .word, "The environment variable that gives it when the caller does not."),
      FileKey("default", .literal, "The value when the caller gives none."),
    ])

  /// The keys that every step has, after the one that names its kind.
  static func common(_ kind: String, _ says: String) -> [FileKey] {
    [
      FileKey(kind, .word, says, isNeeded: true),
      FileKey("when", .expression, "When it is reached; always where none is given."),
      FileKey("title", .text, "Its title."),
      FileKey("allow", .list(.word), "Findings that are allowed here."),
    ]
  }

  static let form = FileMap(
    name: "form", says: "Several fields on one step, submitted as a whole.",
    keys: common("form", "The form's id.") + [
      FileKey(
        "fields", .list(.map("element")), "Fields, notes and computed values.", isNeeded: true),
      FileKey("validate", .list(.map("check")), "Checks of the whole form."),
    ])

  static let group = FileMap(
    name: "group", says: "Steps under one condition.",
    keys: common("group", "The group's id.") + [
      FileKey("steps", .list(.map("step")), "The steps.", isNeeded: true)
    ])

  static let note = FileMap(
    name: "note", says: "A text to read.",
    keys: common("note", "The note's id.") + [
      FileKey("text", .text, "The text.", isNeeded: true)
    ])

  static let compute = FileMap(
    name: "compute", says: "A value for later expressions, never asked.",
    keys: common("compute", "The name of the value.") + [
      FileKey("value", .expression, "What it is.", isNeeded: true)
    ])

  static let list = FileMap(
    name: "repeat", says: "A list of records, each asked for by the same steps.",
    keys: common("repeat", "The list's id, under which its records are read.") + [
      FileKey("steps", .list(.map("step")), "What is asked for each item.", isNeeded: true),
      FileKey("minItems", .setting, "The least number of items."),
      FileKey("maxItems", .setting, "The greatest number of items."),
      FileKey("summary", .text, "A line for each item."),
      FileKey("validate", .list(.map("check")), "Checks of the whole list."),
      FileKey("over", .expression, "A list for each of whose elements the steps are asked once."),
    ])

  static let flow = FileMap(
    name: "flow", says: "A flow of another file; of it only its output is seen here.",
    keys: common("flow", "The id under which its output is read.") + [
      FileKey("use", .word, "The file, from this one's folder.", isNeeded: true),
      FileKey("with", .names(.output), "What its inputs are given."),
    ])

  static let review = FileMap(
    name: "review", says: "The answers so far; choosing one goes back to it.",
    keys: common("review", "The review's id."))

  static let commit = FileMap(
    name: "commit", says: "A typed yes; nothing before it can be undone afterwards.",
    keys: common("commit", "The commit's id.") + [
      FileKey("text", .text, "What is agreed to.", isNeeded: true)
    ])

  static let stop = FileMap(
    name: "stop", says: "The end of the session.",
    keys: common("stop", "The stop's id.") + [
      FileKey("text", .text, "Why it ends."),
      FileKey(
        "outcome", .oneOf(StopOutcome.allCases.map(\.rawValue)),
        "How it ends; failed where none is given."),
    ])

  static let run = FileMap(
    name: "run", says: "A command of the machine, or an action that the embedder registered.",
    keys: common("run", "The step's id, under which what is captured is read.") + call + [
      FileKey(
        "undo", .any([.map("undo"), .list(.any([.template, .map("argument")]))]),
        "What takes it back."),
      FileKey("reads", .truth, "Whether it changes nothing, and is run anew at each push."),
      FileKey(
        "capture", .oneOf(CaptureDefinition.Kind.allCases.map(\.rawValue)),
        "What of its result is kept under the step's id."),
      FileKey("type", .map("type"), "What captured JSON must be."),
      FileKey("of", .map("type"), "The type of the values of a captured list or map."),
      FileKey(
        "onError", .oneOf(EffectErrorPolicy.allCases.map(\.rawValue)), "What happens when it fails."
      ),
      FileKey("secret", .truth, "Whether its capture is a secret."),
    ],
    rules: [("anyOf", [["required": ["command"]], ["required": ["action"]]])])

  static let write = FileMap(
    name: "write", says: "A file that is written.",
    keys: common("write", "The step's id.") + [
      FileKey(
        "path", .template, "The file, from the working directory and inside it.", isNeeded: true),
      FileKey(
        "content", .any([.template, .list(.any([.template, .map("part")]))]),
        "Its text, or a list of parts."),
      FileKey("json", .output, "A value that is written as JSON."),
      FileKey("yaml", .output, "A value that is written as YAML."),
      FileKey("copy", .word, "A file beside the flow that is copied."),
      FileKey(
        "exists", .oneOf(ExistingFilePolicy.allCases.map(\.rawValue)),
        "What happens when the file is there and holds something else; ask where none is given."),
      FileKey("mode", .word, "Its permission bits as a text, such as \"0755\"."),
      FileKey("secret", .truth, "Whether only its owner may read it, and it may hold secrets."),
      FileKey(
        "onError", .oneOf(EffectErrorPolicy.allCases.map(\.rawValue)), "What happens when it fails."
      ),
    ],
    rules: [
      ("oneOf", .list(["content", "json", "yaml", "copy"].map { ["required": [.string($0)]] }))
    ])

  /// The keys of a command or an action.
  static let call = [
    FileKey(
      "command", .list(.any([.template, .map("argument")])),
      "The program and its arguments; there is no shell."),
    FileKey("action", .word, "The name of an action that the embedder registered."),
    FileKey("with", .names(.output), "The command's environment, or the action's arguments."),
    FileKey("stdin", .text, "What the command reads."),
    FileKey("pass", .list(.word), "Variables of the caller's environment that it may see."),
    FileKey("timeout", .word, "How long it may take, such as 90s."),
  ]
}
