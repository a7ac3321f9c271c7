// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Translates the questions of a template into steps that ask them.
struct QuestionImporter {
  let context: ImportContext

  /// Whether a line break at the end of a template in the template's own file is dropped.
  let dropsBreak: Bool

  /// The answers of tests where the template has no default: the values by the names of steps.
  private(set) var samples: [(id: String, value: Value)] = []

  /// The values of the template's own defaults if each is taken, by the names in the template, where they're known.
  private(set) var originals: [String: JinjaValue] = [:]

  /// The same values, by the names of steps, in their order.
  private(set) var defaults: [(id: String, value: Value)] = []

  var names: TemplateNames { context.names }

  init(_ context: ImportContext, dropsBreak: Bool) {
    self.context = context
    self.dropsBreak = dropsBreak
  }

  // MARK: Parts

  func importer(_ source: JinjaSource) -> ExpressionImporter {
    ExpressionImporter(context: context, source: source, depth: 0)
  }

  /// Translates a text of the template's own file.
  ///
  /// - Returns: The parts; nil if it isn't understood, which is noted.
  func parts(
    _ source: JinjaSource, of what: String, isValue: Bool = false
  ) -> [ImportedPart]? {
    var importer = TextImporter(context, source)
    importer.isValue = isValue
    let parts = importer.text(dropsBreak: dropsBreak)
    guard let failure = importer.failures.first else { return parts }
    context.report.leave("\(what): \(failure.words)", at: failure.place)
    return nil
  }

  /// A text that's shown, without blanks at its ends.
  func shown(_ text: String, at source: JinjaSource, of what: String) -> LocalizedText? {
    guard let parts = parts(source, of: what) else { return nil }
    return LocalizedText(TextTemplate(parts: parts.trimmed.definition))
  }

  /// Translates a default whose text is the value.
  func value(
    _ source: JinjaSource, _ kind: ImportedValue.Kind, of what: String
  ) -> ImportedValue? {
    names.beginCondition()
    do throws(JinjaFailure) {
      if kind == .text {
        guard let parts = parts(source, of: what, isValue: true) else { return nil }
        return try ImportedValue(textOf: parts)
      }
      var nodes = try JinjaParser.parse(source.text, context.files.delimiters)
      nodes = nodes.withoutLastBreak
      let expressions = importer(source)
      if kind == .boolean {
        guard let found = try truthOfText(nodes, expressions) else {
          throw JinjaFailure(construct: what)
        }
        return found
      }
      guard let expression = nodes.asExpression else { throw JinjaFailure(construct: what) }
      let value = try expressions.value(expression, TemplateScope())
      guard value.kind == kind, !value.isOptional else { throw JinjaFailure(construct: what) }
      return value
    } catch {
      context.report.leave(
        "\(what): \(error.construct)", at: source.place(SourceRange(at: 0)))
      return nil
    }
  }

  /// The truth that copier reads from a text; nil if that isn't known.
  func truthOfText(
    _ nodes: [JinjaNode], _ expressions: ExpressionImporter
  ) throws(JinjaFailure) -> ImportedValue? {
    names.beginCondition()
    if let condition = nodes.condition(names) {
      return try expressions.condition(condition, TemplateScope())
    }
    guard let expression = nodes.asExpression else { return nil }
    if case .string(let text)? = expressions.constant(expression, TemplateScope()) {
      return text.asTruth.map { ImportedValue(.bool($0)) }
    }
    let value = try expressions.value(expression, TemplateScope())
    return value.kind == .boolean || value.kind == .integer ? try expressions.truth(of: value) : nil
  }

  /// Notes that a question isn't asked, so that what reads it is left, too.
  func leave(_ name: String, _ reason: String, at place: SourcePlace) -> [StepDefinition] {
    context.report.leave("question '\(name)': \(reason)", at: place)
    return []
  }

  /// A step that computes what's never asked.
  mutating func computed(_ name: String, _ value: ImportedValue) -> [StepDefinition] {
    if value.kind == .constant {
      context.answers[name] = value
      return []
    }
    let id = context.id(name)
    var answer = value.constant.map { ImportedValue($0) } ?? ImportedValue(id, value.kind)
    answer.isFilled = value.isFilled
    context.answers[name] = answer
    return [StepDefinition(id: Identifier(id), kind: .compute(ExpressionSource(value.code)))]
  }

  /// A step that asks a question.
  ///
  /// - Parameters:
  ///   - name: The name in the template.
  ///   - definition: The question, with its default.
  ///   - kind: The kind of its values.
  ///   - when: The condition under which it's asked.
  ///   - fallback: The value where it isn't asked.
  ///   - isAsked: Whether it's asked if every default before it is taken.
  ///   - isRefused: Whether the template refuses a value.
  /// - Returns: The step.
  mutating func asked(
    _ name: String, _ definition: FieldDefinition, _ kind: ImportedValue.Kind,
    when: ImportedValue? = nil, else fallback: ImportedValue? = nil, isAsked: Bool = true,
    isRefused: (JinjaValue) -> Bool = { _ in false }
  ) -> [StepDefinition] {
    var field = definition
    let id = context.id(name)
    var answer = ImportedValue(id, kind)
    let isRequired =
      field.settings[.required].map { setting in
        if case .literal(let literal) = setting { literal.value != .bool(false) } else { true }
      } ?? true
    answer.isFilled = kind == .text && isRequired
    if case .listed(let choices)? = field.choices, field.type == .choice {
      answer.known = choices.compactMap { choice in
        switch choice.value.value {
        case .double(let number): .double(number)
        default: nil
        }
      }
    }
    if when != nil, let fallback {
      field.settings[.otherwise] = fallback.setting
      answer.isFilled = answer.isFilled && fallback.isFilled
    } else if when != nil {
      answer.isOptional = true
    }
    context.answers[name] = answer
    // Some templates refuse their own defaults.
    let isAnswered =
      isRequired && field.settings[.default] == nil || originals[name].map(isRefused) == true
    if isAsked, isAnswered {
      sample(field, id: id, name: name, isRefused)
    }
    if let value = originals[name]?.literal { defaults.append((id, value)) }
    return [
      StepDefinition(
        id: Identifier(id), key: id == name ? nil : Identifier(name), kind: .ask(field),
        when: when.map { ExpressionSource($0.code) })
    ]
  }

  /// Evaluates a default of the template as its own program does, if every default before it is taken.
  mutating func evaluate(_ name: String, _ source: JinjaSource) {
    guard var nodes = try? JinjaParser.parse(source.text, context.files.delimiters) else { return }
    if dropsBreak { nodes = nodes.withoutLastBreak }
    guard let expression = nodes.asExpression else { return }
    let (names, originals) = (names, originals)
    var evaluator = JinjaEvaluator { expression in
      names.question(expression, in: TemplateScope()).flatMap { originals[$0.name.name] }
    }
    guard let text = try? evaluator.value(of: expression).text() else { return }
    self.originals[name] = .string(text)
  }

  /// Notes a fixed default of the template.
  mutating func note(_ name: String, _ value: JinjaValue) { originals[name] = value }

  /// The truth of a condition of ours, if every default before it is taken; nil if it isn't known.
  func truth(of condition: ExpressionSource?) -> Bool? {
    guard let condition else { return true }
    var (variables, values): ([VariableDeclaration], [String: Value]) = ([], [:])
    for (name, answer) in context.answers where answer.code.isNameInExpressions {
      guard let type = answer.kind.type, let value = originals[name]?.literal else { continue }
      variables.append(VariableDeclaration(answer.code, type))
      values[answer.code] = value
    }
    let environment = ExpressionEnvironment(
      variables: variables, functions: FlowLibrary.functions)
    let compiled = environment.compile(condition.text, expecting: .bool)
    guard let found = try? compiled.expression?.evaluate(in: values) else { return nil }
    return found == .bool(true)
  }

  /// Answers a question by a text that a check accepts, if the check refuses its default.
  ///
  /// - Returns: Whether the default is refused.
  mutating func accept(_ check: ExpressionSource, by name: String) -> Bool {
    guard truth(of: check) == false, let id = context.answers[name]?.code else { return false }
    let value = originals[name]
    for text in Self.samples {
      originals[name] = .string(text)
      guard truth(of: check) == true else { continue }
      samples.removeAll { $0.id == id }
      samples.append((id, .string(text)))
      // Values that follow from the default aren't known any more.
      defaults = []
      return true
    }
    originals[name] = value
    return true
  }

  /// The truth of a condition of the template, if every default before it is taken; nil if it isn't known.
  func truth(of expression: JinjaExpression) -> Bool? {
    let (names, originals) = (names, originals)
    var evaluator = JinjaEvaluator { expression in
      names.question(expression, in: TemplateScope()).flatMap { originals[$0.name.name] }
    }
    return try? evaluator.truth(of: expression)
  }

  /// Notes what a test answers where there's no default.
  private mutating func sample(
    _ field: FieldDefinition, id: String, name: String, _ isRefused: (JinjaValue) -> Bool
  ) {
    let value: JinjaValue
    switch (field.type, field.choices) {
    case (.choice, .listed(let choices)?), (.choices, .listed(let choices)?):
      let first: JinjaValue =
        switch choices.first?.value.value {
        case .string(let text)?: .string(text)
        case .double(let number)?: .double(number)
        case .bool(let truth)?: .bool(truth)
        case .int(let number)?: .int(number)
        default: .string("")
        }
      value = field.type == .choices ? .list([first]) : first
    case (.boolean, _): value = .bool(true)
    case (.integer, _): value = .int(1)
    case (.number, _): value = .double(1)
    case (.list, _): value = .list([.string("example")])
    default:
      value =
        Self.samples.map { JinjaValue.string($0) }.first { !isRefused($0) } ?? .string("example")
    }
    originals[name] = value
    if let literal = value.literal { samples.append((id, literal)) }
  }

  /// Texts of the forms that validators expect.
  private static let samples = [
    "example", "ada@example.org", "https://example.org", "https://example.org/", "1.0.0", "1.0",
    "Example", "EXAMPLE", "example_name", "example-name", "example.org", "example/name",
    "org/example",
    "2026", "1", "./example", "/example", "0000-0002-1825-0097", "ada", "Ada Lovelace",
  ]
}

extension TextImporter.Failure {
  /// The construct in words.
  var words: String { "'\(construct)' isn't understood" }
}

extension ImportedValue {
  /// The value as a setting of a field.
  var setting: Setting {
    if let value = constant?.literal { return .literal(LiteralValue(value)) }
    return .computed(ExpressionSource(code))
  }
}

extension ImportedValue.Kind {
  /// The type in expressions.
  fileprivate var type: ValueType? {
    switch self {
    case .text: .string
    case .integer: .int
    case .number: .double
    case .boolean: .bool
    case .list(let kind): kind.type.map { .list($0) }
    case .constant: nil
    }
  }
}

extension JinjaValue {
  /// The value as a literal of a flow file; nil if it has none.
  var literal: Value? {
    switch self {
    case .string(let text): return .string(text)
    case .int(let number): return .int(number)
    case .bool(let truth): return .bool(truth)
    case .double(let number): return .double(number)
    case .list(let items), .tuple(let items):
      let values = items.compactMap(\.literal)
      return values.count == items.count ? .list(values) : nil
    case .none, .undefined, .dictionary: return nil
    }
  }
}

extension FieldDefinition {
  /// Whether it's answered by an empty text if it's left empty.
  var hasEmptyDefault: Bool {
    guard case .literal(let literal)? = settings[.default] else { return false }
    return literal.value == .string("")
  }
}

extension [ImportedPart] {
  /// The parts without blanks at their ends.
  var trimmed: [ImportedPart] {
    var parts = self
    while case .words(let words)? = parts.last {
      let rest = words.reversed().drop(while: \.isWhitespace).reversed()
      parts.removeLast()
      guard rest.isEmpty else {
        parts.append(.words(String(rest)))
        break
      }
    }
    while case .words(let words)? = parts.first {
      let rest = words.drop(while: \.isWhitespace)
      parts.removeFirst()
      guard rest.isEmpty else {
        parts.insert(.words(String(rest)), at: 0)
        break
      }
    }
    return parts
  }
}
