// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowExpressions
package import FlowModel
import RegularExpressions
import SourceDiagnostics

/// The schema of a field's answers.
package struct FieldSchema {
  let field: FieldDefinition

  /// The type of its answers, taking the choices into account.
  let type: ValueType

  /// The language of titles.
  let language: String

  /// Creates the schema of a field, whose answers have a type, with titles in a language.
  package init(field: FieldDefinition, type: ValueType, language: String) {
    self.field = field
    self.type = type
    self.language = language
  }

  /// The schema, with everything that's known about the field except when it's asked.
  package var schema: ValueMap {
    var schema = ValueMap()
    if let label = field.texts[.label] { schema["title"] = .string(label.words(in: language)) }
    let explanations = [FieldText.description, .help, .hint]
    if let text = explanations.lazy.compactMap({ field.texts[$0] }).first {
      schema["description"] = .string(text.words(in: language).trimmedEnd)
    }
    schema.merge(shape)
    for constraint in field.constraints where constraint.kind.applies(to: field.type) {
      Self.add(constraint, asIs: isNative(constraint), to: &schema)
    }
    if refusesBlanks { schema["pattern"] = "\\S" }
    letBeAlone(in: &schema)
    if let words { schema["oneOf"] = words }
    if let generate = field.generate {
      schema["x-stackflow-generate"] = .map(
        ValueMap([
          ("length", .int(Int64(generate.length))), ("from", .string(generate.alphabet)),
        ]))
    }
    switch field.settings[.default] {
    // An empty text means that the field is left empty.
    case .literal(let literal):
      if literal.value != "" || field.answersEmpty { schema["default"] = literal.value }
    case .computed(let source): schema["x-stackflow-default"] = .string(source.text.oneLine)
    case nil: break
    }
    if case .computed(let source)? = field.settings[.required] {
      schema["x-stackflow-required"] = .string(source.text.oneLine)
    }
    if case .literal(let literal)? = field.settings[.suggest] { schema["examples"] = literal.value }
    Self.add(field.validations, in: language, to: &schema)
    return schema
  }

  /// Whether its answer isn't a blank, though no pattern says so.
  private var refusesBlanks: Bool {
    guard field.type == .string || field.type == .text, field.settings[.required] == nil,
      !field.constraints.contains(where: { $0.kind == .pattern })
    else { return false }
    if case .literal(let literal)? = field.settings[.default],
      case .string(let text) = literal.value
    {
      return !text.isBlank
    }
    return true
  }

  /// The answers of a question with words of its own for yes and no, each with its word; nil for others.
  private var words: Value? {
    guard field.type == .boolean, field.texts[.yes] != nil || field.texts[.no] != nil else {
      return nil
    }
    return .list(
      [(true, field.texts[.yes]), (false, field.texts[.no])].map { isYes, text in
        var answer = ValueMap([("const", .bool(isYes))])
        answer["title"] = text.map { .string($0.words(in: language)) }
        return .map(answer)
      })
  }

  /// The schema of its type and choices.
  private var shape: ValueMap {
    guard field.type.hasItems else { return field.type.schema(choice: choice) }
    var shape = field.type.schema(
      choice: field.choosesItems
        ? choice : part(field.items?.type ?? .string, field.items?.constraints))
    if field.type == .map, let names = field.items?.names, !names.isEmpty {
      shape["propertyNames"] = .map(part(.string, names))
    }
    return shape
  }

  /// Adds the rule of choices that go with no other, each of which is enough.
  private func letBeAlone(in schema: inout ValueMap) {
    guard field.type == .choices, case .listed(let choices)? = field.choices,
      case let alone = choices.filter(\.isAlone).compactMap(\.value.value.schemaLiteral),
      !alone.isEmpty
    else { return }
    var others = ValueMap([
      ("not", .map(ValueMap([("contains", .map(ValueMap([("enum", .list(alone))])))])))
    ])
    others["minItems"] = schema["minItems"]
    schema["minItems"] = nil
    schema["anyOf"] = .list([
      .map(others),
      .map(
        ValueMap([
          ("maxItems", 1), ("items", .map(ValueMap([("enum", .list(alone))]))),
          ("minItems", 1),
        ])),
    ])
  }

  /// Returns the schema of an item or a name, which can be an empty text.
  private func part(_ type: FieldType, _ constraints: [ConstraintDefinition]?) -> ValueMap {
    let part = FieldSchema(
      field: FieldDefinition(type: type, constraints: constraints ?? []), type: .dyn,
      language: language)
    var schema = part.schema
    if type == .string, schema["minLength"] == 1 { schema["minLength"] = nil }
    if part.refusesBlanks { schema["pattern"] = nil }
    return schema
  }

  /// The schema of a choice, or of a text beside the choices.
  private var choice: ValueMap {
    guard field.takesOthers else { return listedChoice }
    var text = FieldType.string.schema(choice: ValueMap())
    for constraint in field.constraints where !constraint.kind.applies(to: field.type) {
      Self.add(constraint, asIs: isNative(constraint), to: &text)
    }
    // Beside the choices, a blank is none, whatever a pattern says.
    if text["pattern"] == nil {
      text["pattern"] = "\\S"
    } else {
      text["allOf"] = [["pattern": "\\S"]]
    }
    let label = field.texts[.other].flatMap { $0.isUsual ? nil : $0.literalWords(in: language) }
    if let label { text["title"] = .string(label) }
    let refused = names + (label.map { [.string($0)] } ?? [])
    if !refused.isEmpty {
      let named = Value.map(ValueMap([("enum", .list(refused))]))
      text["not"] = .map(ValueMap([("anyOf", .list([text["not"] ?? false, named]))]))
    }
    return ValueMap([("anyOf", .list([.map(listedChoice), .map(text)]))])
  }

  /// The values and the labels of the choices, which stand for the choices wherever they're given.
  private var names: [Value] {
    guard case .listed(let choices)? = field.choices else { return [] }
    let values = choices.compactMap(\.value.value.schemaLiteral)
    let names =
      values + choices.compactMap { $0.label?.literalWords(in: language).map { .string($0) } }
    var left = Set(names)
    return names.filter { left.remove($0) != nil }
  }

  private var listedChoice: ValueMap {
    switch field.choices {
    case .listed(let choices):
      let literals = choices.compactMap(\.value.value.schemaLiteral)
      let isPlain = choices.allSatisfy { choice in
        choice.label == nil && choice.hint == nil && choice.when == nil
          && choice.disabledWhen == nil && choice.lockedWhen == nil && !choice.isAlone
      }
      guard !isPlain else { return ValueMap([("enum", .list(literals))]) }
      return ValueMap([("oneOf", .list(choices.compactMap(described)))])
    case .computed(let from, let value, _, _, _):
      let element =
        switch type {
        case .list(let element), .map(_, let element): element
        default: type
        }
      var schema = element.schema
      schema["x-stackflow-choices"] = .map(
        ValueMap(
          [("from", from.text.oneLine), ("value", value?.text.oneLine ?? "item")]
            .map { ($0.0, .string($0.1)) }))
      return schema
    case nil: return ValueMap()
    }
  }

  private func described(_ choice: ChoiceDefinition) -> Value? {
    guard let literal = choice.value.value.schemaLiteral else { return nil }
    var schema = ValueMap([("const", literal)])
    if let label = choice.label { schema["title"] = .string(label.words(in: language)) }
    if let hint = choice.hint { schema["description"] = .string(hint.words(in: language)) }
    if let when = choice.when { schema["x-stackflow-when"] = .string(when.text.oneLine) }
    if let disabled = choice.disabledWhen {
      schema["x-stackflow-disabled-when"] = .string(disabled.text.oneLine)
    }
    if let locked = choice.lockedWhen {
      schema["x-stackflow-locked-when"] = .string(locked.text.oneLine)
    }
    return .map(schema)
  }

  // MARK: Constraints

  /// Returns whether JSON Schema has an equivalent keyword.
  private func isNative(_ constraint: ConstraintDefinition) -> Bool {
    switch constraint.kind {
    case .min, .max: return !field.type.isTime
    case .multipleOf:
      // Validators use floating-point division, so 0.07 isn't a multiple of 0.01 for them.
      guard case .literal(let literal) = constraint.value else { return false }
      switch literal.value {
      case .int: return true
      case .double(let unit): return unit == unit.rounded() && abs(unit) < 1e15
      default: return false
      }
    case .must: return false
    case .unique: return true
    case .minLength, .maxLength, .minItems, .maxItems, .pattern, .format: return true
    }
  }

  /// Adds a constraint, under a key of our own if JSON Schema can't express it.
  static func add(
    _ constraint: ConstraintDefinition, asIs isNative: Bool, to schema: inout ValueMap
  ) {
    let own = "x-stackflow-\(constraint.kind.schemaName)"
    switch constraint.value {
    case .computed(let source):
      schema[own] = .map(ValueMap([("value", .string(source.text.oneLine))]))
    case .literal(let literal):
      guard isNative else {
        schema[own] = literal.value
        return
      }
      switch (constraint.kind, literal.value) {
      case (.min, _): schema["minimum"] = literal.value
      case (.max, _): schema["maximum"] = literal.value
      case (.multipleOf, .int(let unit)):
        // A negative unit has the same multiples; 0 has no meaning.
        if unit != 0, unit != .min { schema["multipleOf"] = .int(abs(unit)) }
      case (.multipleOf, .double(let unit)):
        if unit != 0 { schema["multipleOf"] = .double(abs(unit)) }
      case (.minLength, .int(let count)): schema["minLength"] = .int(max(1, count))
      case (.maxLength, .int(let count)):
        // A negative maximum allows nothing, like 0, since an empty text isn't an answer.
        schema["maxLength"] = .int(max(0, count))
      case (.minItems, .int(let count)):
        schema[schema["type"] == "object" ? "minProperties" : "minItems"] = .int(max(0, count))
      case (.maxItems, .int(let count)):
        schema[schema["type"] == "object" ? "maxProperties" : "maxItems"] = .int(max(0, count))
      case (.unique, .bool(let isUnique)): if isUnique { schema["uniqueItems"] = true }
      case (.pattern, .string(let text)): add(pattern: text, to: &schema)
      case (.format, .string(let name)): add(format: name, to: &schema)
      default: break
      }
    }
  }

  private static func add(pattern: String, to schema: inout ValueMap) {
    let written = (try? RegularExpression(pattern))?.ecmaScriptPattern
    if let written { schema["pattern"] = .string(written) }
    if written != pattern { schema["x-stackflow-pattern"] = .string(pattern) }
  }

  private static func add(format name: String, to schema: inout ValueMap) {
    switch TextFormat(rawValue: name) {
    case .email, .uri, .hostname, .ipv4, .ipv6, .uuid: schema["format"] = .string(name)
    // JSON Schema has no format for versions, and its patterns use another syntax.
    case .semver, .regex, nil: schema["x-stackflow-format"] = .string(name)
    }
  }

  /// Adds checks as CEL expressions.
  static func add(
    _ validations: [ValidationDefinition], in language: String, to schema: inout ValueMap
  ) {
    let checks = validations.map { validation -> Value in
      var check = ValueMap([
        ("check", .string(validation.check.text.oneLine)),
        ("message", .string(validation.message.words(in: language))),
      ])
      if validation.level != .error { check["level"] = .string(validation.level.rawValue) }
      return .map(check)
    }
    if !checks.isEmpty { schema["x-stackflow-validate"] = .list(checks) }
  }
}

extension ConstraintKind {
  /// The constraint's name in schema keys, such as `min-length`.
  fileprivate var schemaName: String {
    rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
    }
  }
}

extension String {
  /// The text without trailing white space.
  var trimmedEnd: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }
}
