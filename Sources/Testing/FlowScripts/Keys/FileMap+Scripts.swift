// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowFiles
import FlowModel
import FlowSessions

// The maps of files of scripted tests. The loader takes only their keys, and the schema describes them.
extension FileMap {
  /// A document of a file of scripted tests.
  package static let script = FileMap(
    "script", "A scripted test of a flow, or a beginning that tests share.",
    [
      FileKey(named: "test", .word, "The name of the test, which says what it shows."),
      FileKey(named: "beginning", .word, "The name of a beginning that tests share."),
      FileKey(
        named: "begin", .word,
        "The beginning or the test above whose settings and steps come before the test's own."),
      FileKey(
        named: "each", .list(.names(.data)),
        "The rows of a table; the test runs once for each, in which ${COLUMN} has the row's value."),
      FileKey(
        named: "clock", .word,
        "The time of all events, such as 2026-01-31T09:00:00Z; 2026-01-01T00:00:00Z by default."),
      FileKey(named: "inputs", .names(.data), "The values of the flow's inputs, by name."),
      FileKey(named: "language", .word, "The language of the texts; the flow's own by default."),
      FileKey(
        named: "given", .names(.data), "Answers that are given in advance, by id, as --set does."),
      FileKey(
        named: "defaults", .boolean, "Whether defaults are taken unasked, as --defaults does."),
      FileKey(
        named: "priority", .oneOf(FieldPriority.allCases.map(\.rawValue)),
        "The lowest priority of what's asked, as --priority gives it; low by default."),
      FileKey(named: "secrets", .names(.value), "The values for { secret: NAME }, by name."),
      FileKey(
        named: "runs", .names(.any([.map("outcome"), .list(.map("outcome"))])),
        "The results of commands and actions, by the ids of their steps; a list has one for each run."
      ),
      FileKey(
        named: "files", .names(.value),
        "The contents of the files that exist at the start, by path."
      ),
      FileKey(named: "steps", .list(.map("command")), "What the user does, in order."),
      FileKey(
        named: "outcome", .oneOf(ScriptLoading.endings),
        "How the walk ends; completed by default."),
      FileKey(named: "output", .data, "The whole output of the flow."),
    ],
    rules: [.exactlyOne([["test"], ["beginning"]])])

  /// A step of a script.
  static let scriptCommand = FileMap(
    "command", "Something that the user does, or that must be true.",
    commandKeys + gestureKeys + screenKeys,
    rules: [.exactlyOne(commandKeys.names.map { [$0] }, or: screenKeys.names)])

  /// The keys of which a command has one.
  static let commandKeys = [
    FileKey(named: "answer", .names(.data), "Answers by id, in the order in which the flow asks."),
    FileKey(named: "reject", .names(.data), "Answers by id that must be refused."),
    FileKey(
      named: "accept", .oneOf(["offered", "default", "suggestions"]),
      "Takes what's offered, as Enter alone does, the default, or every suggestion."),
    FileKey(named: "back", .word, "Goes back a number of steps, or to the step with an id."),
    FileKey(named: "confirm", .word, "Accepts the warning of a field."),
    FileKey(named: "retry", .word, "Retries a step that failed."),
    FileKey(named: "deny", .map("denial"), "The delegate denies the next request."),
    FileKey(
      named: "leave", .oneOf(LeaveReason.allCases.map(\.rawValue)), "Ends the walk."),
    FileKey(named: "expect", .map("expectation"), "What must be true now."),
    FileKey(
      named: "add", .names(.names(.data)),
      "Adds an item to a list of records: { LIST: { ID: ANSWER } }."
    ),
    FileKey(
      named: "edit", .names(.names(.data)),
      "Changes an item of a list: { \"LIST[0]\": { ID: ANSWER } }."
    ),
    FileKey(named: "restore", .word, "Puts the item that was removed last back: LIST."),
    FileKey(named: "remove", .word, "Removes an item of a list: \"LIST[0]\"."),
    FileKey(
      named: "move", .names(.wholeNumber), "Moves an item of a list: { \"LIST[2]\": POSITION }."),
    FileKey(named: "done", .word, "Submits a list as it is."),
  ]

  /// The keys that perform the command that they stand next to.
  static let gestureKeys = [
    FileKey(named: "keys", .word, "The keys that amount to the command, such as fra<Enter>."),
    FileKey(
      named: "click", .any([.word, .list(.wholeNumber)]),
      "A click that amounts to the command: on a text, or at [column, row], from 0."),
  ]

  /// The keys that stand next to a command, or alone.
  static let screenKeys = [
    FileKey(named: "resize", .list(.wholeNumber), "The new size of the window: [columns, rows]."),
    FileKey(
      named: "screen", .any([.value, .names(.any([.value, .list(.value)]))]),
      "The screen: a picture, or pictures by face and size, such as 'full 60x12', and 'contains'."),
  ]

  /// The expectations of a script.
  static let scriptExpectation = FileMap(
    "expectation",
    "What must be true: maps match as subsets, lists match exactly, and texts match as parts.",
    [
      FileKey(named: "at", .word, "The id of the step."),
      FileKey(named: "field", .word, "The id of the focused field."),
      FileKey(named: "absent", .list(.word), "Ids that have no answer."),
      FileKey(named: "answers", .names(.data), "Submitted answers, by id."),
      FileKey(
        named: "origin", .names(.oneOf(AnswerOrigin.allCases.map(\.rawValue))),
        "The origins of submitted answers, by id."),
      FileKey(named: "suggests", .names(.data), "Suggestions that are offered, by id."),
      FileKey(named: "default", .names(.data), "Defaults that are offered, by id."),
      FileKey(
        named: "choices", .any([.list(.data), .names(.list(.data))]),
        "The choices of the focused field, or of fields by id."),
      FileKey(named: "label", .value, "A part of the label of the focused field."),
      FileKey(named: "text", .value, "A part of the title or the text of the step."),
      FileKey(
        named: "error", .any([.value, .names(.value)]),
        "A part of the error of a field, or of fields by id."),
      FileKey(
        named: "warning", .any([.value, .names(.value)]),
        "A part of the warning of a field, or of fields by id."),
      FileKey(named: "refused", .value, "A part of the reason why the last move was denied."),
      FileKey(
        named: "can-go-back-to", .any([.word, .list(.word)]),
        "Ids of steps to which it's possible to go back."),
      FileKey(named: "can-go-back", .boolean, "Whether it's possible to go back."),
      FileKey(
        named: "files", .names(.data),
        "Parts of the contents of files, by path; null if there must be no such file."),
      FileKey(
        named: "ran", .list(.word), "The ids of the commands and actions that ran, in order."),
      FileKey(named: "undone", .list(.word), "The ids of the steps that were undone, in order."),
    ])

  /// The keys of the result of a command or an action, without its undo.
  static let outcomeKeys = [
    FileKey(named: "status", .wholeNumber, "The exit status, from 0 to 255; 0 by default."),
    FileKey(named: "text", .value, "The standard output."),
    FileKey(named: "lines", .list(.value), "The standard output, by lines."),
    FileKey(named: "json", .data, "The standard output or the value of an action, as data."),
    FileKey(named: "error", .value, "The standard error."),
  ]

  /// The result of a command or an action.
  static let scriptOutcome = FileMap(
    "outcome", "The result of a command or an action, which isn't actually run.",
    outcomeKeys + [
      FileKey(
        named: "undo", .any([.map("undo"), .list(.map("undo"))]),
        "The result of undoing it; a list has one for each attempt.")
    ])

  /// The result of an undo.
  static let scriptUndo = FileMap("undo", "The result of an undo.", outcomeKeys)

  /// The request that a delegate denies.
  static let scriptDenial = FileMap(
    "denial", "The request that's denied, with the reason.",
    [
      FileKey(named: "push", .data, "The reason to deny the next push."),
      FileKey(named: "pop", .data, "The reason to deny the next pop."),
    ], rules: [.single])

  /// Every kind of map of a file of scripted tests.
  package static let scriptMaps = [
    script, scriptCommand, scriptExpectation, scriptOutcome, scriptUndo, scriptDenial,
  ]
}

extension [FileKey] {
  /// The names of the keys, in their order.
  var names: [String] { map(\.name) }
}
