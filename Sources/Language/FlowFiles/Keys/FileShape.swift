// SPDX-License-Identifier: Apache-2.0

package import FlowModel

/// The shape of values that a key of a file accepts.
package indirect enum FileShape: Sendable {
  /// A name or a word: the source text of a scalar.
  case word

  /// A name that expressions can read.
  case id

  /// A word that may be empty, as a choice may.
  case value

  /// One of several words.
  case oneOf([String])

  /// A CEL expression: the source text of a scalar, whatever its YAML type.
  case expression

  /// An expression of type bool.
  case condition

  /// A text with `${…}`: the source text of a scalar.
  case template

  /// A text with `${…}`, or one for each language.
  case text

  /// A literal of any type.
  case literal

  /// A literal answer of fields of a type.
  case answer(FieldType)

  /// A literal of a shape, or `{ value: CEL }`.
  case setting(FileShape)

  /// Any data, also nothing.
  case data

  /// A whole number.
  case wholeNumber

  /// `true` or `false`.
  case boolean

  /// A value whose leaves are expressions.
  case output

  case list(FileShape)

  /// A map from names to values of a shape.
  case names(FileShape)

  /// A map with its own definition in the schema.
  case map(String)

  /// One of several shapes.
  case any([FileShape])
}

extension FileShape {
  /// The shape in words.
  package var described: String {
    switch self {
    case .word, .value: "a word"
    case .id: "an id"
    case .oneOf(let words): words.prefix(16).joined(separator: " | ")
    case .expression: "an expression"
    case .condition: "a condition"
    case .template: "a text with ${…}"
    case .text: "a text, or one for each language"
    case .literal: "a literal"
    case .answer(let type): type.kind.described
    case .setting(let literal): "\(literal.described), or { value: expression }"
    case .data: "any data"
    case .wholeNumber: "a whole number"
    case .boolean: "true or false"
    case .output: "an expression, or maps and lists of them"
    case .list: "a list"
    case .names: "a map with names"
    case .map(let name): "a map (\(name))"
    case .any(let shapes): shapes.map(\.described).joined(separator: ", or ")
    }
  }

  /// Whether its values are expressions, or have expressions as leaves.
  package var isCode: Bool {
    switch self {
    case .expression, .condition, .output: true
    case .word, .id, .value, .oneOf, .template, .text, .literal, .answer, .setting, .data,
      .wholeNumber, .boolean, .list, .names, .map, .any:
      false
    }
  }

  /// Whether its values are conditions.
  var isCondition: Bool { if case .condition = self { true } else { false } }

  /// Whether its values can have keys that the author names.
  var hasNames: Bool {
    switch self {
    case .names, .output, .data: true
    case .any(let shapes): shapes.contains { $0.hasNames }
    case .list(let inner), .setting(let inner): inner.hasNames
    case .word, .id, .value, .oneOf, .expression, .condition, .template, .text, .literal, .answer,
      .wholeNumber, .boolean, .map:
      false
    }
  }

  /// Whether its values can be texts with `${…}`.
  var takesText: Bool {
    switch self {
    case .template, .text: true
    case .any(let shapes): shapes.contains { $0.takesText }
    case .word, .id, .value, .oneOf, .expression, .condition, .literal, .answer, .setting, .data,
      .wholeNumber, .boolean, .output, .list, .names, .map:
      false
    }
  }
}
