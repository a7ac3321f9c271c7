// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

// Fields, texts, and literals.
extension DefinitionWriter {
  func add(_ field: FieldDefinition, to map: inout Entries) {
    map.add(.type, .text(field.typeName ?? field.type.rawValue))
    func addTexts(where isIncluded: (FieldText) -> Bool) {
      for key in FieldText.allCases.filter(isIncluded) {
        map.add(
          named: key.entry.key,
          field.texts[key].map { key == .other && $0.isUsual ? .boolean(true) : text($0) })
      }
    }
    addTexts { $0.entry.types == nil }
    let choices = field.choices.map(self.choices)
    if !field.choosesItems { map.add(.choices, choices) }
    if let items = field.items {
      add(items, choices: field.choosesItems ? choices : nil, to: &map)
    }
    addTexts { $0.entry.types != nil }
    for key in FieldSetting.allCases {
      let isMap = key.content == .answer && field.type == .map
      map.add(
        named: key.entry.key, field.settings[key].map { isMap ? mapSetting($0) : setting($0) })
    }
    add(field.constraints, to: &map)
    if !field.messages.isEmpty {
      map.add(.messages, .map(field.messages.map { ($0.key.name, text($0.text)) }))
    }
    map.add(
      .validate, list(field.validations.map(validation).numbered("check")).map { .unnamed($0) })
    map.add(
      .priority,
      field.computedPriority.map { setting(.computed($0)) }
        ?? field.priority.map { .text($0.rawValue) })
    func addFlags(where isIncluded: (FieldFlag) -> Bool) {
      for key in FieldFlag.allCases.filter(isIncluded) where field.flags.has(key) != key.isUsual {
        map.add(named: key.entry.key, .boolean(field.flags.has(key)))
      }
    }
    addFlags { $0.entry.types != nil }
    if let generate = field.generate {
      if generate.alphabet == GeneratedSecret.lettersAndDigits {
        map.add(.generate, .scalar(String(generate.length)))
      } else {
        var inner = Entries()
        inner.add(.length, .scalar(String(generate.length)))
        inner.add(.from, .text(generate.alphabet))
        map.add(.generate, inner.lines)
      }
    }
    addFlags { $0.entry.types == nil }
    map.add(.widget, field.widget.map { .text($0.name) })
    map.add(.sets, field.sets.map { .text($0.name) })
  }

  private func add(_ items: ItemsDefinition, choices: YAMLLines?, to map: inout Entries) {
    if items.constraints.isEmpty, choices == nil {
      map.add(.of, .text(items.type.rawValue))
    } else {
      var whole = Entries()
      whole.add(.type, .text(items.type.rawValue))
      whole.add(.choices, choices)
      add(items.constraints, to: &whole)
      map.add(.of, whole.lines)
    }
    if !items.names.isEmpty {
      var names = Entries()
      add(items.names, to: &names)
      map.add(.keys, names.lines)
    }
  }

  func add(_ constraints: [ConstraintDefinition], to map: inout Entries) {
    for constraint in constraints {
      // In single quotes, a backslash is a backslash.
      if isReadable, constraint.kind == .pattern,
        case .literal(let literal) = constraint.value, case .string(let pattern) = literal.value,
        pattern.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) })
      {
        let quoted = "'" + pattern.replacingParts("'", with: "''") + "'"
        map.add(named: constraint.kind.rawValue, .scalar(quoted))
        continue
      }
      map.add(named: constraint.kind.rawValue, setting(constraint.value))
    }
  }

  func validation(_ validation: ValidationDefinition) -> YAMLLines {
    var map = Entries()
    map.add(.check, code(validation.check))
    map.add(.message, text(validation.message))
    if validation.level != .error { map.add(.level, .text(validation.level.rawValue)) }
    map.add(.at, validation.field.map { .text($0.name) })
    return map.lines
  }

  private func choices(_ choices: ChoicesDefinition) -> YAMLLines {
    switch choices {
    case .listed(let choices): return .unnamed(.list(choices.map(choice)))
    case .computed(let from, let value, let label, let hint, let section):
      var computed = Entries()
      computed.add(.from, code(from))
      computed.add(.value, value.map(code))
      computed.add(.label, label.map(text))
      computed.add(.hint, hint.map(text))
      computed.add(.section, section.map(text))
      return computed.lines
    }
  }

  private func choice(_ choice: ChoiceDefinition) -> YAMLLines {
    if isReadable, choice == ChoiceDefinition(value: choice.value) {
      return literal(choice.value.value)
    }
    var map = Entries()
    map.add(.value, literal(choice.value.value))
    map.add(.label, choice.label.map(text))
    map.add(.hint, choice.hint.map(text))
    map.add(.section, choice.section.map(text))
    if choice.isSeparated { map.add(.separator, .boolean(true)) }
    map.add(.when, choice.when.map(code))
    map.add(.disabledWhen, choice.disabledWhen.map(code))
    map.add(.lockedWhen, choice.lockedWhen.map(code))
    map.add(.disabled, choice.disabled.map(text))
    if choice.isAlone { map.add(.alone, .boolean(true)) }
    if !choice.data.isEmpty {
      map.add(.data, .map(choice.data.map { ($0.key.name, literal($0.value.value)) }))
    }
    return .named("choice '\(choice.value.value.plainText)'", map.lines)
  }

  /// Returns a list, or nil if it's empty.
  func list(_ items: [YAMLLines]) -> YAMLLines? { items.isEmpty ? nil : .list(items) }

  // MARK: Texts and expressions

  /// Returns an expression in quotes, so that none of it is read as YAML.
  func code(_ source: ExpressionSource) -> YAMLLines { .scalar(YAMLLines.quoted(source.text)) }

  func text(_ text: LocalizedText) -> YAMLLines {
    if text.variants.count == 1, let only = text.variants.first, only.language == nil {
      return template(only.template)
    }
    return .map(text.variants.map { ($0.language ?? language, template($0.template)) })
  }

  func template(_ template: TextTemplate) -> YAMLLines {
    let text = source(of: template)
    return isReadable && YAMLLines.isBlock(text) ? .block(text) : .text(text)
  }

  // MARK: Literals

  /// Returns the setting of a map; one with the key `value` alone would be read as an expression.
  private func mapSetting(_ setting: Setting) -> YAMLLines {
    guard case .literal(let literal) = setting, case .map(let map) = literal.value else {
      return self.setting(setting)
    }
    if map.count == 1, map.first?.key == .string(FlowKey.value.rawValue) {
      // A literal in JSON is one in expressions, too.
      let source = JSONWriter().text(of: .map(map)) ?? "{}"
      return .map([(FlowKey.value.rawValue, code(ExpressionSource(source)))])
    }
    return self.literal(literal.value)
  }

  func setting(_ setting: Setting) -> YAMLLines {
    switch setting {
    case .literal(let literal):
      // The reader would read a map as { value: … }; only the default of a map is one.
      if case .map = literal.value { return .scalar("null") }
      return self.literal(literal.value)
    case .computed(let source): return .map([(FlowKey.value.rawValue, code(source))])
    }
  }

  /// Returns a literal.
  ///
  /// A value that can't be a literal in a file becomes null, which the reader rejects.
  func literal(_ value: Value) -> YAMLLines {
    switch value {
    case .bool(let isTrue): .boolean(isTrue)
    case .int(let number): .scalar(String(number))
    case .uint(let number): .scalar(String(number))
    case .double(let number):
      if number.isNaN {
        .scalar(".nan")
      } else if number.isInfinite {
        .scalar(number < 0 ? "-.inf" : ".inf")
      } else {
        .scalar("\(number)")
      }
    case .string(let text): .text(text)
    case .timestamp(let time): .text(time.description)
    case .duration(let span): .text(span.iso8601)
    case .list(let items): .list(items.map(literal))
    case .map(let map):
      .map(
        map.map { entry in
          guard case .string(let key) = entry.key else { return ("", .scalar("null")) }
          return (key, literal(entry.value))
        })
    case .null, .bytes, .type, .optional, .network: .scalar("null")
    }
  }
}
