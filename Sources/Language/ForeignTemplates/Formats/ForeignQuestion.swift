// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// A question, or another name, of a foreign template.
struct ForeignQuestion {
  /// The values that it can have.
  enum Kind: Hashable {
    case text
    case integer
    case boolean

    /// One of some texts.
    case choice([String])

    /// A list of some texts.
    case choices([String])

    /// The value of an expression, which isn't asked.
    case computed(JinjaExpression, isTruth: Bool)

    /// Anything, so nothing is proven about it.
    case anything
  }

  /// The name in the template.
  let name: Identifier

  /// The values.
  var kind: Kind

  /// The places of its choices.
  var choicePlaces: [SourcePlace] = []

  /// The condition under which it's asked; nil if it always is.
  var when: ExpressionSource?

  /// The value where it isn't asked; nil for none.
  var otherwise: LiteralValue?

  /// Whether a validator may refuse values, or combinations of them.
  var isRestricted = false

  /// Whether every value, and with it every combination of values, can be given.
  var isFree = true

  /// The name in our expressions.
  var id: String { name.name.withoutReservedNames }

  /// Whether it can be without a value.
  var mayBeAbsent: Bool { when != nil && otherwise == nil }

  /// The values, if they're few.
  var values: [JinjaValue]? {
    switch kind {
    case .boolean: [.bool(false), .bool(true)]
    case .choice(let texts): texts.map { .string($0) }
    case .text, .integer, .choices, .computed, .anything: nil
    }
  }

  /// The step of a flow that asks it; nil if nothing is known about its values.
  var step: StepDefinition? {
    var field: FieldDefinition
    switch kind {
    case .boolean: field = FieldDefinition(type: .boolean)
    case .integer: field = FieldDefinition(type: .integer)
    case .text:
      // The text may be empty, and then it's an answer, too.
      field = FieldDefinition(
        type: .text,
        settings: [
          .default: .literal(LiteralValue(.string(""), at: name.place)),
          .required: .literal(LiteralValue(.bool(false), at: name.place)),
        ])
    case .choice(let texts), .choices(let texts):
      let choices = texts.enumerated().map { index, text in
        let place = choicePlaces.indices.contains(index) ? choicePlaces[index] : name.place
        return ChoiceDefinition(value: LiteralValue(.string(text), at: place))
      }
      let isSingle = if case .choice = kind { true } else { false }
      field = FieldDefinition(type: isSingle ? .choice : .choices, choices: .listed(choices))
    case .computed, .anything: return nil
    }
    field.settings[.otherwise] = when == nil ? nil : otherwise.map { .literal($0) }
    field.typePlace = name.place
    return StepDefinition(
      id: Identifier(id, at: name.place), kind: .ask(field), when: when, place: name.place)
  }
}

extension String {
  /// Whether it can be a name in our expressions.
  var isNameInExpressions: Bool {
    guard let first = utf8.first, !(first >= 0x30 && first <= 0x39) else { return false }
    return utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39
    }
  }
}
