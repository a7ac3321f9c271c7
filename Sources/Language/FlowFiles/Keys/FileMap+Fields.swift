// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// The maps of a flow file: fields, and maps within steps.
extension FileMap {
  static let ask = FileMap(
    "ask", "One question.",
    common(.ask, "The id: the answer's name in expressions, and the handle of tests.") + [
      FileKey(
        .type, typeWord, "The type of its answer, or a type that the flow's extensions declare.",
        isRequired: true),
      dataKey,
    ] + texts(ofAllTypes: true) + [
      FileKey(
        .choices, .any([.list(.any([.value, .map("choice")])), .map("computedChoices")]),
        "The choices: a list, or { from: CEL }.", examples: [["one", "two"]],
        only: FieldType.allCases.filter(\.isChoice)),
      FileKey(
        .of,
        .any([
          .oneOf(FieldType.allCases.filter { $0.isItem && !$0.isChoice }.map(\.rawValue)),
          .map("item"),
        ]),
        "The type of the items of a list or a map, or that and their constraints or choices; string "
          + "by default.", only: FieldType.allCases.filter(\.hasItems)
      ),
      FileKey(
        .keys, .map("itemName"), "The constraints on the names of a map.", only: [.map]),
    ] + texts(ofAllTypes: false) + settings(ofAllTypes: true) + constraints + [
      FileKey(
        .messages, .names(.text),
        "Messages that replace the usual ones, by constraint, and for 'required' and 'type'."),
      FileKey(
        .validate, .list(.map("check")),
        "Checks of the answer; the field's own name is the candidate."),
    ] + settings(ofAllTypes: false) + [
      FileKey(
        .priority,
        .setting(.oneOf(FieldPriority.allCases.map(\.rawValue))),
        "The importance of the question; { value: CEL } computes one of these words."
      )
    ] + flags(ofAllTypes: false) + [
      FileKey(
        .generate, .any([.wholeNumber, .map("generated")]),
        "The length of a random text that Enter takes for a secret, or a map with 'length' and 'from'.",
        examples: [24], only: [.secret]
      )
    ] + flags(ofAllTypes: true) + [
      FileKey(
        .widget, .word,
        "How a face that has several ways shows the field: search for a string, lines or editor for "
          + "a text, slider or stepper for a number, buttons or toggle for yes and no, calendar for "
          + "a date or a moment, clock for a time, stepper for a duration, tree for a path, list, "
          + "menu, search or buttons for a choice, checklist or search for choices, lines for a list "
          + "or a map, and line where one line is typed."),
      FileKey(
        .sets, .oneOf(["language"]),
        "What the answer sets: the language of the steps that follow.", only: [.choice]
      ),
    ]
  ).with(formsOf: FieldType.allCases, shape(of:for:)) { $0.isChoice ? [.choices] : [] }

  /// The word for a type of fields, of the language or of a program.
  static let typeWord = FileShape.any([
    .oneOf(FieldType.allCases.map(\.rawValue)), .answer(.string),
  ])

  /// Returns the shape of the value of a key for fields of a type.
  static func shape(of key: FileKey, for type: FieldType) -> FileShape {
    if let constraint = ConstraintKind(rawValue: key.name) {
      return .setting(constraint.shape(for: type))
    }
    let setting = FieldSetting.allCases.first { $0.entry.key == key.name }
    if setting?.content == .answer {
      // Only the answer of a map is one.
      return type == .map ? key.shape : .setting(.answer(type))
    }
    // A program may have more.
    guard key.name == FlowKey.widget.rawValue else { return key.shape }
    return .any([.oneOf(type.kind.widgets.map(\.rawValue)), .answer(.string)])
  }

  /// The keys of texts, of settings, and of flags, for fields of all types or only of some.
  private static func texts(ofAllTypes: Bool) -> [FileKey] {
    FieldText.allCases.map(\.entry).filter { ($0.types == nil) == ofAllTypes }
      .map { FileKey($0, $0.key == FieldText.other.entry.key ? .any([.text, .boolean]) : .text) }
  }

  private static func settings(ofAllTypes: Bool) -> [FileKey] {
    FieldSetting.allCases.filter { ($0.entry.types == nil) == ofAllTypes }.map {
      switch $0.content {
      case .answer: FileKey($0.entry, .any([.setting(.literal), .names(.value)]))
      case .truth: FileKey($0.entry, .setting(.boolean))
      case .texts: FileKey($0.entry, .setting(.list(.answer(.string))))
      }
    }
  }

  private static func flags(ofAllTypes: Bool) -> [FileKey] {
    // A flag without types may be set for any field.
    FieldFlag.allCases.map(\.entry).filter { ($0.types == nil) == ofAllTypes }
      .map { FileKey(named: $0.key, .boolean, $0.summary) }
  }

  /// The items of a list or a map.
  static let item = FileMap(
    "item", "The items of a list or a map.",
    [
      FileKey(
        .type, .oneOf(FieldType.allCases.filter(\.isItem).map(\.rawValue)),
        "The type of an item.", isRequired: true),
      FileKey(
        .choices, .any([.list(.any([.value, .map("choice")])), .map("computedChoices")]),
        "The choices, of which each item of the type choice is one: a list, or { from: CEL }.",
        examples: [["one", "two"]], only: [.choice]),
    ] + constraints(where: { ![.must, .unique, .minItems, .maxItems].contains($0) })
  ).with(formsOf: FieldType.allCases.filter(\.isItem), shape(of:for:)) {
    $0 == .choice ? [.choices] : []
  }

  /// The names of a map.
  static let itemName = FileMap(
    "itemName", "The names of a map.",
    constraints(where: { $0.applies(to: .string) }).map {
      FileKey(named: $0.name, shape(of: $0, for: .string), $0.summary, examples: $0.examples)
    })

  /// The keys of constraints.
  static let constraints = constraints(where: { _ in true })

  private static func constraints(where fits: (ConstraintKind) -> Bool) -> [FileKey] {
    ConstraintKind.allCases.filter(fits).map { kind in
      FileKey(
        named: kind.rawValue, .setting(kind.shape(for: nil)), kind.summary, examples: kind.examples,
        // An answer beside the choices is a text.
        only: FieldType.allCases.filter {
          kind.applies(to: $0) || $0.isChoice && kind.applies(to: .string)
        })
    }
  }

  /// A type of an input that's a list or a map, and a computed setting: parts of other definitions of
  /// the schema.
  static let type = FileMap(
    "type", "A list or a map.",
    [
      FileKey(.type, .oneOf(["list", "map"]), "Which of them it is.", isRequired: true),
      FileKey(.of, .map("type"), "The type of its values."),
    ])

  static let setting = FileMap(
    "setting", "A computed setting.",
    [FileKey(.value, .expression, "What it is.", isRequired: true)])

  /// The maps within steps, and the map of a migration.
  static let inner = [
    migration, check, choice, computedChoices, item, itemName, generated, undo, argument, part,
  ]

  static let migration = FileMap(
    "migration", "The change of saved answers from one version to the next.",
    [
      FileKey(.from, .wholeNumber, "The version that saved the answers.", isRequired: true),
      FileKey(.rename, .names(.word), "New names for answers: { old: new }."),
      FileKey(.drop, .list(.word), "Answers to drop."),
      FileKey(
        .set, .names(.expression), "Answers to compute; 'saved' is the saved answers."),
    ])

  static let check = FileMap(
    "check", "A check, and the message that's shown when it fails.",
    [
      FileKey(.check, .condition, "What must hold.", isRequired: true),
      FileKey(.message, .text, "The message if it doesn't.", isRequired: true),
      FileKey(
        .level, .oneOf(["error", "warning"]),
        "Whether a failure refuses the answer, or only warns."),
      FileKey(.at, .word, "The field of a form that it belongs to."),
    ])

  static let choice = FileMap(
    "choice", "Something to choose.",
    [
      FileKey(.value, .value, "The answer when it's chosen.", isRequired: true),
      FileKey(.label, .text, "The text that the user sees."),
      FileKey(.hint, .text, "A short explanation next to it."),
      FileKey(
        .section, .text,
        "The title of the part of the list that it's in. It's shown once, above the first of "
          + "consecutive choices with the same title."),
      FileKey(.separator, .boolean, "Whether there's a line above it in the list."),
      FileKey(.when, .condition, "When it is offered."),
      FileKey(
        .disabledWhen, .condition,
        "The condition for showing it without letting the user choose it."),
      FileKey(
        .lockedWhen, .condition,
        "The condition under which it's always a part of the answer, and can't be unmarked; of several choices."
      ),
      FileKey(.disabled, .text, "Why it can't be chosen, or why it's always chosen."),
      FileKey(
        .alone, .boolean,
        "Whether it goes with no other choice, such as 'none of these'; of several choices."),
      FileKey(
        .data, .names(.literal),
        "What expressions read of it, as data(answer).key: texts, numbers, true or false, and lists and maps of these."
      ),
    ])

  static let computedChoices = FileMap(
    "computedChoices", "Choices from data, one for each element of a list.",
    [
      FileKey(.from, .expression, "The list; 'item' is an element.", isRequired: true),
      FileKey(.value, .expression, "The value of the answer; by default, the element."),
      FileKey(.label, .text, "The text that the user sees."),
      FileKey(.hint, .text, "A short explanation next to it."),
      FileKey(
        .section, .text,
        "The title of the part of the list that it's in, shown once above consecutive choices "
          + "with the same title."),
    ])

  static let generated = FileMap(
    "generated", "A random text that Enter takes for a secret.",
    [
      FileKey(.length, .wholeNumber, "The number of characters.", isRequired: true),
      FileKey(.from, .literal, "Its characters; by default, letters and digits."),
    ])

  static let undo = FileMap(
    "undo", "A command or an action that undoes another one.", call,
    rules: [.atLeastOne([["command"], ["action"]])])

  static let argument = FileMap(
    "argument", "Arguments of a command with a condition, or one for each element of a list.",
    [
      FileKey(.when, .condition, "The condition for including them in the command."),
      FileKey(.each, .expression, "A list; they're repeated for each of its elements."),
      FileKey(.args, .list(.template), "The arguments; by default, the element."),
    ],
    rules: [.atLeastOne([["args"], ["each"]])])

  static let part = FileMap(
    "part", "A part of a file's text.",
    [
      FileKey(.text, .template, "The text."),
      FileKey(.from, .word, "A file next to the flow that contains the text."),
      FileKey(.when, .condition, "The condition for including it in the file."),
      FileKey(.each, .expression, "A list; it's repeated for each of its elements."),
      FileKey(.verbatim, .boolean, "Whether ${ has no special meaning in it."),
    ],
    rules: [.exactlyOne([["text"], ["from"]])])
}

extension ConstraintKind {
  /// Returns the shape of literal limits for fields of a type, or of any type.
  fileprivate func shape(for type: FieldType?) -> FileShape {
    if type == nil, [.min, .max, .multipleOf].contains(self) { return .literal }
    switch valueType(for: type ?? .string).need {
    case .answer(.integer): return .wholeNumber
    case .answer(.boolean): return .boolean
    case .answer(let type): return .answer(type)
    case .texts: return .list(.answer(.string))
    case .pattern: return .answer(.string)
    case .format: return .oneOf(TextFormat.allCases.map(\.rawValue))
    case .requirement: return .oneOf(PathRequirement.allCases.map(\.rawValue))
    }
  }

  fileprivate var examples: [Value] { self == .pattern ? ["^[a-z][a-z0-9-]*$"] : [] }

  /// A description of the key, in a sentence.
  fileprivate var summary: String {
    switch self {
    case .min: "The minimum of a number, date, time, or duration."
    case .max: "The maximum of a number, date, time, or duration."
    case .multipleOf: "The number that the answer must be a multiple of."
    case .minLength: "The minimum number of characters."
    case .maxLength: "The maximum number of characters."
    case .pattern:
      "A regular expression (RE2) that must match somewhere; ^ and $ anchor it to the whole text."
    case .format: "A text format: email, uri, hostname, ipv4, ipv6, uuid, semver, or regex."
    case .unique: "Whether the items of a list must differ."
    case .minItems: "The minimum number of selected choices, or of items."
    case .maxItems: "The maximum number of selected choices, or of items."
    case .must: "What must be at the path: exist, file, directory, or absent."
    }
  }
}
