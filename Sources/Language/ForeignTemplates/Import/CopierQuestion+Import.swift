// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

// The questions of copier.
extension QuestionImporter {
  /// Translates a question.
  mutating func steps(of question: CopierQuestion) -> [StepDefinition] {
    let name = question.key.text
    let place = question.name.place
    guard let type = question.typeName else {
      return leave(name, "its type depends on answers", at: place)
    }
    let anyText: [CopierQuestion.Choice]? = type == "str" && !question.isMultiple ? [] : nil
    guard let choices = question.choices ?? anyText else {
      return leave(name, "its choices depend on answers", at: place)
    }
    if question.choices == nil {
      context.report.leave(
        "the choices of '\(name)', which depend on answers, so any text is taken", at: place)
    }
    if let ask = question.entry(.ask)?.scalarValue {
      context.report.leave(
        "the condition 'ask' of '\(name)', so it's always asked",
        at: SourcePlace(question.file, ask.range))
    }
    if question.isNeverAsked { return neverAsked(question, type, choices) }
    guard var field = field(question, type, choices) else {
      return leave(name, "questions of type '\(type)' aren't translated", at: place)
    }
    let kind = field.importedKind
    // A text that isn't asked has this value.
    var fallback: ImportedValue?
    if let node = question.defaultNode, node.scalarValue?.pythonValue != JinjaValue.none {
      guard let value = defaultValue(node, question, kind, field) else {
        return askedAnyway(question, field, kind)
      }
      fallback = value
      noteDefault(value, node, question, kind)
      let mayBeEmpty = value.constant.map { $0 == .string("") } ?? !value.isFilled
      if kind == .text, !field.type.isChoice, mayBeEmpty {
        field.settings[.required] = .literal(LiteralValue(.bool(false)))
      }
      field.settings[.default] = value.setting
    }
    texts(of: question, into: &field)
    validate(question, &field)
    if kind == .text, !field.type.isChoice { acceptEmpty(question, &field) }
    return conditional(question, field, kind, else: fallback) ?? neverAsked(question, type, choices)
  }

  /// The steps of a question that's asked under its condition, or always; nil if it's never asked.
  private mutating func conditional(
    _ question: CopierQuestion, _ field: FieldDefinition, _ kind: ImportedValue.Kind,
    else fallback: ImportedValue?
  ) -> [StepDefinition]? {
    let name = question.key.text
    guard let node = question.entry(.when), let scalar = node.scalarValue,
      question.isTemplate(scalar)
    else { return asked(name, field, kind, isRefused: isRefused(by: question)) }
    names.beginCondition()
    do throws(JinjaFailure) {
      let nodes = try JinjaParser.parse(scalar.text, context.files.delimiters).withoutLastBreak
      let source = question.source(scalar)
      guard let when = try truthOfText(nodes, importer(source)) else {
        throw JinjaFailure(construct: "when")
      }
      switch when.constant {
      case .bool(true)?: return asked(name, field, kind, isRefused: isRefused(by: question))
      case .bool(false)?: return nil
      default:
        let isAsked = nodes.condition(names).flatMap { truth(of: $0) } ?? true
        return asked(
          name, field, kind, when: when, else: fallback, isAsked: isAsked,
          isRefused: isRefused(by: question))
      }
    } catch {
      context.report.leave(
        "the condition of '\(name)', so it's always asked: \(error.construct)",
        at: SourcePlace(question.file, scalar.range))
      return asked(name, field, kind, isRefused: isRefused(by: question))
    }
  }

  /// A step that asks a question without its default, which isn't translated.
  ///
  /// Where it isn't asked, the default is its value, so it's always asked.
  private mutating func askedAnyway(
    _ question: CopierQuestion, _ definition: FieldDefinition, _ kind: ImportedValue.Kind
  ) -> [StepDefinition] {
    let (name, place) = (question.key.text, question.name.place)
    context.report.leave(
      question.entry(.when) == nil
        ? "the default of '\(name)', so it's asked without one"
        : "the default of '\(name)', so it's always asked, without one", at: place)
    var field = definition
    texts(of: question, into: &field)
    validate(question, &field)
    return asked(name, field, kind, isRefused: isRefused(by: question))
  }

  private mutating func neverAsked(
    _ question: CopierQuestion, _ type: String, _ choices: [CopierQuestion.Choice]
  ) -> [StepDefinition] {
    let name = question.key.text
    let place = question.name.place
    guard let node = question.defaultNode else {
      return leave(name, "it's never asked, and has no default", at: place)
    }
    let kind: ImportedValue.Kind
    switch type {
    case "bool": kind = .boolean
    case "int": kind = .integer
    case "float": kind = .number
    default: kind = .text
    }
    if type == "yaml" || type == "json" {
      // The text is read as YAML, which gives a list or a truth back as it was.
      guard let scalar = node.scalarValue else {
        guard let value = node.pythonValue else {
          return leave(name, "its default isn't translated", at: place)
        }
        return computed(name, ImportedValue(value))
      }
      guard question.isTemplate(scalar) else {
        guard let value = scalar.pythonValue else {
          return leave(name, "its default isn't translated", at: place)
        }
        return computed(name, ImportedValue(value))
      }
      names.beginCondition()
      guard
        let nodes = try? JinjaParser.parse(scalar.text, context.files.delimiters).withoutLastBreak,
        let expression = nodes.asExpression,
        let value = try? importer(question.source(scalar)).value(expression, TemplateScope()),
        value.kind != .text, value.kind != .constant || value.constant != .undefined,
        !value.isOptional
      else { return leave(name, "its default of type '\(type)' isn't understood", at: place) }
      context.report.noteComputed(name, at: place)
      return computed(name, value)
    }
    guard let value = defaultValue(node, question, question.isMultiple ? .list(kind) : kind, nil)
    else {
      guard let field = field(question, type, choices) else {
        return leave(name, "its default isn't translated", at: place)
      }
      return askedAnyway(question, field, field.importedKind)
    }
    context.report.noteComputed(name, at: place)
    noteDefault(value, node, question, kind)
    return computed(name, value)
  }

  /// Remembers a default as the answer that the previews of later questions see.
  private mutating func noteDefault(
    _ value: ImportedValue, _ node: YAMLNode, _ question: CopierQuestion, _ kind: ImportedValue.Kind
  ) {
    if let known = value.constant {
      note(question.key.text, known)
    } else if kind == .text, let scalar = node.scalarValue {
      evaluate(question.key.text, question.source(scalar))
    }
  }

  // MARK: Fields

  private func field(
    _ question: CopierQuestion, _ type: String, _ choices: [CopierQuestion.Choice]
  ) -> FieldDefinition? {
    guard choices.isEmpty else { return choiceField(question, type, choices) }
    switch type {
    case "str", "path":
      let isLong = question.entry(.multiline)?.scalarValue?.pythonValue == .bool(true)
      if question.entry(.secret)?.scalarValue?.pythonValue == .bool(true) {
        context.report.change(
          "question '\(question.key.text)' is a secret there; here it's shown, because files read it",
          at: question.name.place)
      }
      return FieldDefinition(type: isLong ? .text : .string)
    case "bool": return FieldDefinition(type: .boolean)
    case "int": return FieldDefinition(type: .integer)
    case "float": return FieldDefinition(type: .number)
    case "yaml", "json":
      // A list is typed as one.
      guard let items = itemType(of: question) else { return nil }
      context.report.change(
        "question '\(question.key.text)' is typed as a list, not as \(type.uppercased())",
        at: question.name.place)
      return FieldDefinition(
        type: .list, settings: [.required: .literal(LiteralValue(.bool(true)))],
        items: items == .string ? nil : ItemsDefinition(of: items))
    default: return nil
    }
  }

  /// The type of the items of a default; nil unless it's a list of texts, of numbers, or of truths alone.
  private func itemType(of question: CopierQuestion) -> FieldType? {
    guard case .list(let nodes)? = question.defaultNode?.content else { return nil }
    let types = Set(
      nodes.map { node -> FieldType? in
        guard let scalar = node.scalarValue else { return nil }
        return switch scalar.pythonValue {
        case .string?: question.answer(scalar) == nil ? nil : .string
        case .int?: .integer
        case .double?: .number
        case .bool?: .boolean
        default: nil
        }
      })
    return types.isEmpty ? .string : types.count == 1 ? types.first ?? nil : nil
  }

  private func choiceField(
    _ question: CopierQuestion, _ type: String, _ choices: [CopierQuestion.Choice]
  ) -> FieldDefinition? {
    var definitions: [ChoiceDefinition] = []
    for choice in choices {
      guard let value = question.value(choice.value, type)?.literal else { return nil }
      var definition = ChoiceDefinition(value: LiteralValue(value))
      if let label = choice.label, label.text != choice.value.text {
        definition.label = shown(label.text, at: question.source(label), of: "a label")
      }
      if let validator = choice.validator {
        guard let checks = checks(question.source(validator)), checks.count == 1 else {
          context.report.leave(
            "choice '\(choice.value.text)': its condition isn't understood",
            at: SourcePlace(question.file, validator.range))
          return nil
        }
        definition.disabledWhen = ExpressionSource(checks[0].condition.code)
        definition.disabled = LocalizedText(
          TextTemplate(parts: checks[0].message.trimmed.definition))
      }
      definitions.append(definition)
    }
    guard Set(definitions.map(\.value.value)).count == definitions.count else { return nil }
    return FieldDefinition(
      type: question.isMultiple ? .choices : .choice, choices: .listed(definitions))
  }

  private func texts(of question: CopierQuestion, into field: inout FieldDefinition) {
    if let help = question.entry(.help)?.scalarValue {
      let lines = help.text.trimmingBlanks.split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      // A block of Jinja isn't cut.
      let isCut =
        lines.count == 2
        && (try? JinjaParser.parse(String(lines[0]), context.files.delimiters)) != nil
        && (try? JinjaParser.parse(String(lines[1]), context.files.delimiters)) != nil
      let source = question.source(help)
      func text(_ words: Substring) -> LocalizedText? {
        shown(
          String(words), at: JinjaSource(String(words), in: source.file, map: source.map),
          of: "the help of '\(question.key.text)'")
      }
      field.texts[.label] = text(isCut ? lines[0] : help.text.trimmingBlanks[...])
      if isCut { field.texts[.description] = text(lines[1]) }
    }
    if let hint = question.entry(.placeholder)?.scalarValue {
      field.texts[.hint] = shown(
        hint.text, at: question.source(hint), of: "the placeholder of '\(question.key.text)'")
    }
  }

  private func defaultValue(
    _ node: YAMLNode, _ question: CopierQuestion, _ kind: ImportedValue.Kind,
    _ field: FieldDefinition?
  ) -> ImportedValue? {
    guard let scalar = node.scalarValue else {
      guard case .list(let items) = node.content, case .list = kind else { return nil }
      let values = items.compactMap { item -> JinjaValue? in
        guard let scalar = item.scalarValue, !question.isTemplate(scalar) else { return nil }
        let type = question.typeName ?? "str"
        guard type == "yaml" || type == "json" else { return question.value(scalar, type) }
        return kind == .list(.text) ? question.value(scalar, "str") : scalar.pythonValue
      }
      return values.count == items.count ? ImportedValue(.list(values)) : nil
    }
    guard question.isTemplate(scalar) else {
      let type = question.typeName ?? "str"
      guard let value = question.value(scalar, type) else { return nil }
      if let field, case .listed(let choices)? = field.choices, let literal = value.literal,
        !choices.contains(where: { $0.value.value == literal })
      {
        return nil
      }
      return ImportedValue(value)
    }
    return value(question.source(scalar), kind, of: "the default of '\(question.key.text)'")
  }

  /// Lets a text with a default be left empty, unless the template refuses that.
  ///
  /// An optional text with a computed default is a text that may be empty.
  private func acceptEmpty(_ question: CopierQuestion, _ field: inout FieldDefinition) {
    guard field.settings[.required] == nil, let setting = field.settings[.default],
      refusal(of: .string(""), by: question) == ""
    else { return }
    field.settings[.required] = .literal(LiteralValue(.bool(false)))
    guard case .literal(let literal) = setting, literal.value != "" else { return }
    field.settings[.default] = .computed(
      ExpressionSource(literal.value.plainText.asExpressionLiteral))
  }

  // MARK: Checks

  private func validate(_ question: CopierQuestion, _ field: inout FieldDefinition) {
    guard let scalar = question.entry(.validator)?.scalarValue else { return }
    let source = question.source(scalar)
    // The checks see the candidate.
    let name = question.key.text
    context.answers[name] = ImportedValue(name.asNameInExpressions, field.importedKind)
    defer { context.answers[name] = nil }
    guard let checks = checks(source) else {
      context.report.leave(
        "the validator of '\(name)' isn't translated", at: SourcePlace(question.file, scalar.range))
      return
    }
    if field.importedKind == .text, !field.type.isChoice {
      let refusal = refusal(of: .string(""), by: question)
      if refusal != "" {
        field.settings[.required] = nil
        if field.hasEmptyDefault { field.settings[.default] = nil }
      }
      if let refusal, !refusal.isEmpty {
        field.messages.append(
          MessageDefinition(
            key: "required", text: LocalizedText(TextTemplate(parts: [.words(refusal)]))))
      }
    }
    for check in checks {
      if case .bool? = check.condition.constant { continue }
      field.validations.append(
        ValidationDefinition(
          check: ExpressionSource(check.condition.negated.code),
          message: LocalizedText(TextTemplate(parts: check.message.trimmed.definition))))
    }
  }

  /// The words with which the validator of a question refuses a value; nil if that isn't known.
  private func refusal(of value: JinjaValue, by question: CopierQuestion) -> String? {
    guard let scalar = question.entry(.validator)?.scalarValue else { return "" }
    guard let nodes = try? JinjaParser.parse(scalar.text, context.files.delimiters),
      let expression = nodes.withoutLastBreak.asExpression
    else { return nil }
    var evaluator = JinjaEvaluator { [name = question.key.text, names, originals] expression in
      if case .name(name) = expression.kind { return value }
      return names.question(expression, in: TemplateScope()).flatMap { originals[$0.name.name] }
    }
    return (try? evaluator.value(of: expression).text())?.trimmingBlanks
  }

  private func isRefused(by question: CopierQuestion) -> (JinjaValue) -> Bool {
    { refusal(of: $0, by: question)?.isEmpty == false }
  }

  /// The messages of a validator, each with the condition under which it's shown.
  ///
  /// - Returns: The checks; nil if they aren't understood.
  private func checks(
    _ source: JinjaSource
  ) -> [(condition: ImportedValue, message: [ImportedPart])]? {
    names.beginCondition()
    var importer = TextImporter(context, source)
    importer.showsBranches = true
    let parts = importer.text()
    guard importer.failures.isEmpty else { return nil }
    var found: [(ImportedValue, [ImportedPart])] = []
    for part in parts.trimmed {
      switch part {
      case .words(let words) where words.allSatisfy(\.isWhitespace): break
      case .branches(let branches, let otherwise):
        var before = ImportedValue(.bool(true))
        for branch in branches + [(ImportedValue(.bool(true)), otherwise)] {
          let condition = ImportedValue.joined(before, "&&", branch.condition)
          if !branch.parts.trimmed.isEmpty { found.append((condition, branch.parts)) }
          before = .joined(before, "&&", branch.condition.negated)
        }
      default: return nil
      }
    }
    return found
  }
}

extension ImportReport {
  /// Notes that a question became a computed value.
  fileprivate mutating func noteComputed(_ name: String, at place: SourcePlace) {
    change("'\(name)' is never asked, so it's computed, and can't be given", at: place)
  }
}

extension FieldDefinition {
  /// The kind of its values.
  fileprivate var importedKind: ImportedValue.Kind {
    func kind(_ choices: ChoicesDefinition?) -> ImportedValue.Kind {
      guard case .listed(let listed)? = choices else { return .text }
      return switch listed.first?.value.value {
      case .int?: .integer
      case .bool?: .boolean
      case .double?: .number
      default: .text
      }
    }
    return switch type {
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .choice: kind(choices)
    case .choices: .list(kind(choices))
    case .list:
      switch items?.type {
      case .integer?: .list(.integer)
      case .number?: .list(.number)
      case .boolean?: .list(.boolean)
      default: .list(.text)
      }
    default: .text
    }
  }
}

extension CopierQuestion {
  /// Whether it's never asked, whatever the answers are.
  fileprivate var isNeverAsked: Bool {
    guard let scalar = entry(.when)?.scalarValue, !isTemplate(scalar) else { return false }
    return scalar.pythonValue.flatMap { try? $0.text() }.flatMap(\.asTruth) != true
  }

  /// A fixed value as one of a type; nil if it isn't one.
  fileprivate func value(_ scalar: YAMLScalar, _ type: String) -> JinjaValue? {
    guard let value = scalar.pythonValue else { return nil }
    switch (type, value) {
    case ("str", _), ("path", _): return answer(scalar).map { .string($0) }
    case ("bool", .bool): return value
    case ("bool", .string(let text)): return text.asTruth.map { .bool($0) }
    case ("int", .int): return value
    case ("int", .string(let text)): return Int64(text).map { .int($0) }
    case ("float", .double): return value
    case ("float", .int(let number)): return .double(Double(number))
    case ("yaml", .string), ("yaml", .int), ("yaml", .bool):
      // A text is read as YAML again.
      guard case .string(let text) = value else { return value }
      return text.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } ? value : nil
    default: return nil
    }
  }
}

extension YAMLNode {
  /// The value that Python reads.
  var pythonValue: JinjaValue? {
    switch content {
    case .scalar(let scalar): return scalar.pythonValue
    case .list(let items):
      let values = items.compactMap(\.pythonValue)
      return values.count == items.count ? .list(values) : nil
    case .map(let entries):
      let pairs = entries.compactMap { entry -> JinjaValue.Pair? in
        guard let key = entry.key.pythonValue, let value = entry.value.pythonValue else {
          return nil
        }
        return .init(key: key, value: value)
      }
      return pairs.count == entries.count ? .dictionary(pairs) : nil
    case .broken: return nil
    }
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
