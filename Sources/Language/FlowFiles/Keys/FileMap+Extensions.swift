// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// The maps of a file of extensions.
extension FileMap {
  /// Every kind of map of a file of extensions.
  package static let ofExtensions = [extensionsFile, function, overload, fieldType, action]

  package static let extensionsFile = FileMap(
    "extensionsFile", "What a program adds to the language.",
    [
      FileKey(
        .extensions, .wholeNumber, "The version of the file: 1.", isRequired: true,
        examples: [1]),
      FileKey(.functions, .names(.map("function")), "Functions of expressions."),
      FileKey(.types, .names(.map("fieldType")), "Types of fields."),
      FileKey(.widgets, .names(.list(.word)), "Widgets, with the types that they're for."),
      FileKey(.actions, .names(.map("action")), "Actions of 'run' steps."),
    ])

  static let function = FileMap(
    "function", "A function of expressions.",
    [
      FileKey(.overloads, .list(.map("overload")), "Its overloads.", isRequired: true),
      FileKey(.summary, .word, "What it returns."),
    ])

  static let overload = FileMap(
    "overload", "An overload of a function.",
    [
      FileKey(.parameters, .list(.word), "The types of its parameters.", isRequired: true),
      FileKey(.returns, .word, "The type of its result.", isRequired: true),
      FileKey(.method, .boolean, "Whether it's called on its first parameter."),
    ])

  static let fieldType = FileMap(
    "fieldType", "A type of fields.",
    [
      FileKey(
        .type, .oneOf(basicTypes.map(\.rawValue)), "The type of the language that it's based on.",
        isRequired: true)
    ]
      + literalConstraints + [
        FileKey(.messages, .names(.text), "Messages that replace the usual ones."),
        FileKey(.help, .text, "A longer explanation."),
        FileKey(.hint, .text, "A short explanation next to the field."),
        FileKey(.widget, .word, "The widget of its fields."),
        FileKey(.parses, .boolean, "Whether the program reads its texts."),
      ]
  ).with(formsOf: basicTypes) { key, type in literal(shape(of: key, for: type)) }

  /// The constraints, whose limits an expression can't compute.
  private static let literalConstraints = constraints.map {
    FileKey(named: $0.name, literal($0.shape), $0.summary, examples: $0.examples, only: $0.types)
  }

  private static func literal(_ shape: FileShape) -> FileShape {
    if case .setting(let literal) = shape { literal } else { shape }
  }

  /// The types that another one can be based on.
  private static let basicTypes = FieldType.allCases.filter { !$0.isChoice }

  static let action = FileMap(
    "action", "An action of 'run' steps.",
    [FileKey(.with, .map("type"), "The types of its arguments.")])
}
