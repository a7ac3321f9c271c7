// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

// The questions of cookiecutter.
extension QuestionImporter {
  /// Translates the questions, and the names that are never asked.
  mutating func steps(of template: CookiecutterTemplate) -> [StepDefinition] {
    let prompts = template.entries.last { $0.key.text == "__prompts__" }?.value
    var steps: [StepDefinition] = []
    for entry in template.inOrder where entry.key.text != "__prompts__" {
      steps += self.steps(of: entry, template, prompts?.entry(entry.key.text))
    }
    return steps
  }

  private mutating func steps(
    of entry: YAMLEntry, _ template: CookiecutterTemplate, _ prompt: YAMLNode?
  ) -> [StepDefinition] {
    let name = entry.key.text
    let place = SourcePlace(template.file, entry.key.range)
    let isRendered = !name.hasPrefix("_") || name.hasPrefix("__")
    guard let scalar = entry.value.scalarValue else {
      return listOrDictionary(entry, isRendered: isRendered, template, prompt)
    }
    guard let known = scalar.jsonValue else {
      return leave(name, "its value isn't understood", at: place)
    }
    if name.hasPrefix("_"), !isRendered || !template.isTemplate(scalar.text) {
      context.answers[name] = ImportedValue(known)
      return []
    }
    if case .bool(let truth) = known {
      var field = FieldDefinition(type: .boolean)
      field.settings[.default] = .literal(LiteralValue(.bool(truth)))
      label(&field, name, template, prompt)
      note(name, known)
      return asked(name, field, .boolean)
    }
    guard known != .none else { return leave(name, "its default is null", at: place) }
    let source = JinjaSource(scalar.text, in: template.file, map: template.map(of: scalar))
    guard let value = value(source, .text, of: "the default of '\(name)'") else {
      guard !name.hasPrefix("_") else {
        return leave(name, "its value isn't translated", at: place)
      }
      var field = FieldDefinition(type: .string)
      label(&field, name, template, prompt)
      return asked(name, field, .text)
    }
    evaluate(name, source)
    if name.hasPrefix("_") { return computed(name, value) }
    var field = FieldDefinition(type: .string)
    if case .string(let words)? = value.constant, words.utf8.contains(UInt8(ascii: "\n")) {
      field.type = .text
    }
    if !value.isFilled { field.settings[.required] = .literal(LiteralValue(.bool(false))) }
    field.settings[.default] = value.setting
    label(&field, name, template, prompt)
    return asked(name, field, .text)
  }

  /// Translates a choice, and remembers a dictionary or a list that's never asked.
  private mutating func listOrDictionary(
    _ entry: YAMLEntry, isRendered: Bool, _ template: CookiecutterTemplate, _ prompt: YAMLNode?
  ) -> [StepDefinition] {
    let name = entry.key.text
    let place = SourcePlace(template.file, entry.key.range)
    let hasTemplates = entry.value.allTexts.contains(where: template.isTemplate)
    if case .list(let items) = entry.value.content, !name.hasPrefix("_") {
      return choice(name, items, template, prompt, at: place)
    }
    if isRendered, hasTemplates, let expression = template.rendered(entry.value) {
      guard case .map = entry.value.content else {
        let source = JinjaSource("", in: template.file, map: SourceMap(verbatimAt: 0, count: 0))
        names.beginCondition()
        guard let value = try? importer(source).value(expression, TemplateScope()) else {
          return leave(name, "its value isn't translated", at: place)
        }
        return computed(name, value)
      }
      context.dictionaries[name] = expression
      if !name.hasPrefix("_") {
        context.report.change("the dictionary '\(name)' isn't asked", at: place)
      }
      return []
    }
    guard !isRendered || !hasTemplates, var value = entry.value.jsonValue else {
      return leave(name, "a template in a list or a dictionary isn't understood", at: place)
    }
    if isRendered { value = value.rendered }
    if !name.hasPrefix("_") {
      context.report.change(
        "the dictionary '\(name)' isn't asked; it has the value of the template", at: place)
    }
    context.answers[name] = ImportedValue(value)
    return []
  }

  private mutating func choice(
    _ name: String, _ items: [YAMLNode], _ template: CookiecutterTemplate, _ prompt: YAMLNode?,
    at place: SourcePlace
  ) -> [StepDefinition] {
    let scalars = items.compactMap(\.scalarValue)
    if items.count == 2, let first = scalars.first?.jsonValue, case .bool(let truth) = first,
      scalars.last?.jsonValue == .bool(!truth)
    {
      var field = FieldDefinition(type: .boolean)
      field.settings[.default] = .literal(LiteralValue(.bool(truth)))
      label(&field, name, template, prompt)
      note(name, first)
      return asked(name, field, .boolean)
    }
    guard !scalars.contains(where: { $0.value == .null || $0.jsonValue?.typeName == "boolean" })
    else { return leave(name, "its choices aren't texts", at: place) }
    let texts = scalars.compactMap { try? $0.jsonValue?.text() }
    guard !texts.isEmpty, texts.count == items.count, Set(texts).count == texts.count,
      !texts.contains(where: template.isTemplate)
    else { return leave(name, "its choices aren't different fixed texts", at: place) }
    let choices = texts.map { text in
      var choice = ChoiceDefinition(value: LiteralValue(.string(text)))
      if let label = prompt?.entry(text)?.scalarValue, label.text != text {
        choice.label = plain(label.text)
      }
      return choice
    }
    var field = FieldDefinition(type: .choice, choices: .listed(choices))
    field.settings[.default] = .literal(LiteralValue(.string(texts[0])))
    label(&field, name, template, prompt)
    note(name, .string(texts[0]))
    return asked(name, field, .text)
  }

  private func label(
    _ field: inout FieldDefinition, _ name: String, _ template: CookiecutterTemplate,
    _ prompt: YAMLNode?
  ) {
    guard let text = prompt?.scalarValue ?? prompt?.entry("__prompt__")?.scalarValue else { return }
    field.texts[.label] = plain(text.text)
  }

  /// A prompt, which isn't a template, without its styles.
  private func plain(_ text: String) -> LocalizedText {
    let text = text.withoutMarkup
    return LocalizedText(TextTemplate(parts: text.isEmpty ? [] : [.words(text)]))
  }
}

extension String {
  /// The text without the tags of Rich's markup, such as `[bold red]` and `[/]`; a tag after a backslash is text.
  fileprivate var withoutMarkup: String {
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "[") {
      let after = rest.index(after: start)
      let isTag =
        rest[after...].first.map { ("a"..."z").contains($0) || "#/@".contains($0) } ?? false
      guard isTag, let end = rest[after...].firstIndex(of: "]"), !rest[after..<end].contains("[")
      else {
        result += rest[...start]
        rest = rest[after...]
        continue
      }
      let next = rest.index(after: end)
      if rest[..<start].hasSuffix("\\") {
        result += rest[..<start].dropLast() + rest[start..<next]
      } else {
        result += rest[..<start]
      }
      rest = rest[next...]
    }
    return result + rest
  }
}

extension CookiecutterTemplate {
  /// Returns what cookiecutter renders of a value with templates: all texts in it, and numbers as texts; nil if that
  /// isn't understood.
  fileprivate func rendered(_ node: YAMLNode) -> JinjaExpression? {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.style.isText else {
        return scalar.jsonValue.map {
          JinjaExpression(kind: .literal($0.rendered), range: SourceRange(at: 0))
        }
      }
      guard let nodes = try? JinjaParser.parse(scalar.text, delimiters),
        let text = nodes.withoutLastBreak.asExpression
      else { return nil }
      if case .literal(.string) = text.kind { return text }
      return JinjaExpression(kind: .concat([text]), range: text.range)
    case .list(let items):
      let parts = items.compactMap { rendered($0) }
      guard parts.count == items.count else { return nil }
      return JinjaExpression(kind: .list(parts), range: SourceRange(at: 0))
    case .map(let entries):
      var pairs: [JinjaExpression.Pair] = []
      for entry in entries {
        guard !isTemplate(entry.key.text), let value = rendered(entry.value) else { return nil }
        let key = JinjaExpression(
          kind: .literal(.string(entry.key.text)), range: SourceRange(at: 0))
        pairs.append(.init(key: key, value: value))
      }
      return JinjaExpression(kind: .dictionary(pairs), range: SourceRange(at: 0))
    case .broken: return nil
    }
  }
}

extension JinjaValue {
  /// The value as cookiecutter renders it: numbers are texts.
  fileprivate var rendered: JinjaValue {
    switch self {
    case .int, .double: (try? text()).map { .string($0) } ?? self
    case .list(let items): .list(items.map(\.rendered))
    case .dictionary(let pairs):
      .dictionary(pairs.map { .init(key: $0.key, value: $0.value.rendered) })
    default: self
    }
  }
}

extension YAMLNode {
  /// The value of a key of a map.
  func entry(_ key: String) -> YAMLNode? {
    guard case .map(let entries) = content else { return nil }
    return entries.last { $0.key.text == key }?.value
  }

  /// The value that Python reads from JSON.
  fileprivate var jsonValue: JinjaValue? {
    switch content {
    case .scalar(let scalar): return scalar.jsonValue
    case .list(let items):
      let values = items.compactMap(\.jsonValue)
      return values.count == items.count ? .list(values) : nil
    case .map(let entries):
      let pairs = entries.compactMap { entry in
        entry.value.jsonValue.map { JinjaValue.Pair(key: .string(entry.key.text), value: $0) }
      }
      return pairs.count == entries.count ? .dictionary(pairs) : nil
    case .broken: return nil
    }
  }
}

extension YAMLScalar {
  fileprivate var jsonValue: JinjaValue? {
    guard !style.isText else { return .string(text) }
    switch value {
    case .null: return JinjaValue.none
    case .bool(let truth): return .bool(truth)
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .hugeInt, .string: return nil
    }
  }
}
