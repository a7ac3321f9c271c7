// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

/// Reads a question of copier.
struct CopierQuestion {
  let key: YAMLScalar
  let value: YAMLNode
  let file: SourceFile
  let names: TemplateNames
  let files: TemplateFiles

  var name: Identifier {
    Identifier(key.text, at: SourcePlace(file, key.range))
  }

  /// The question if nothing is known about it.
  var unknown: ForeignQuestion { ForeignQuestion(name: name, kind: .anything) }

  func entry(_ key: CopierKey) -> YAMLNode? {
    guard case .map(let entries) = value.content else { return nil }
    let key = key.rawValue
    if let entry = entries.last(where: { $0.key.text == key }) { return entry.value }
    // Entries of another map: `<<: *name`.
    for entry in entries where entry.key.text == "<<" {
      guard case .map(let merged) = entry.value.content,
        let entry = merged.last(where: { $0.key.text == key })
      else { continue }
      return entry.value
    }
    return nil
  }

  func source(_ scalar: YAMLScalar) -> JinjaSource {
    JinjaSource(scalar.text, in: file, map: scalar.map(in: file))
  }

  func isTemplate(_ scalar: YAMLScalar) -> Bool {
    files.delimiters.begin(in: scalar.text)
  }

  /// The default, if the file gives one.
  var defaultNode: YAMLNode? {
    if case .map = value.content { return entry(.default) }
    return value
  }

  /// The name of its type; nil if it isn't fixed.
  var typeName: String? {
    if let node = entry(.type) {
      guard let scalar = node.scalarValue, !isTemplate(scalar) else { return nil }
      return scalar.text
    }
    guard let node = defaultNode else { return "yaml" }
    switch node.scalarValue?.pythonValue {
    case .bool?: return "bool"
    case .int?: return "int"
    case .double?: return "float"
    case .string?: return "str"
    default: return "yaml"
    }
  }

  var isMultiple: Bool {
    guard let scalar = entry(.multiselect)?.scalarValue else { return false }
    return scalar.pythonValue == .bool(true)
  }

  // MARK: Choices

  /// A choice with its value.
  struct Choice {
    let value: YAMLScalar

    /// The label that's shown for it; nil for the value.
    var label: YAMLScalar?

    /// The template with the reason why it can't be chosen; nil if it always can.
    var validator: YAMLScalar?

    var isConditional: Bool { validator != nil }
  }

  /// The choices; nil if they aren't listed, or their values aren't fixed.
  var choices: [Choice]? {
    guard let node = entry(.choices) else { return [] }
    func choice(_ node: YAMLNode) -> Choice? {
      switch node.content {
      case .scalar(let scalar):
        return isTemplate(scalar) ? nil : Choice(value: scalar)
      case .map(let entries):
        guard let scalar = entries.last(where: { $0.key.text == "value" })?.value.scalarValue,
          !isTemplate(scalar)
        else { return nil }
        return Choice(
          value: scalar,
          validator: entries.last { $0.key.text == "validator" }?.value.scalarValue)
      case .list, .broken: return nil
      }
    }
    let found: [Choice?]
    switch node.content {
    case .list(let items):
      found = items.map { item in
        // A pair has a label and a value.
        guard case .list(let pair) = item.content else { return choice(item) }
        guard pair.count == 2, var found = choice(pair[1]) else { return nil }
        found.label = pair[0].scalarValue
        return found
      }
    case .map(let entries):
      found = entries.map { entry in
        var found = choice(entry.value)
        found?.label = entry.key
        return found
      }
    case .scalar, .broken: return nil
    }
    let choices = found.compactMap { $0 }
    return choices.count == found.count ? choices : nil
  }

  /// The text of a scalar as an answer of the type `str`; nil if Python writes it in another way.
  func answer(_ scalar: YAMLScalar) -> String? {
    // Quotes and words are the same in every way of reading a scalar.
    guard let value = scalar.pythonValue else { return nil }
    return try? value.text()
  }

  // MARK: The question

  /// Reads the question.
  func question(_ constructs: inout [String]) -> ForeignQuestion {
    var question = unknown
    let choices = choices
    question.isRestricted =
      entry(.validator) != nil || choices?.contains { $0.isConditional } != false
    question.isFree = !question.isRestricted && entry(.when) == nil
    switch (typeName, choices) {
    case ("str"?, let choices?):
      let texts = choices.compactMap { answer($0.value) }
      guard texts.count == choices.count, Set(texts).count == texts.count else { break }
      question.kind =
        choices.isEmpty
        ? (isMultiple ? .anything : .text)
        : isMultiple ? .choices(texts) : .choice(texts)
      question.choicePlaces = choices.map { SourcePlace(file, $0.value.range) }
    case ("bool"?, let choices?) where choices.isEmpty: question.kind = .boolean
    case ("int"?, let choices?) where choices.isEmpty: question.kind = .integer
    default: break
    }
    readWhen(&question, &constructs)
    return question
  }

  /// Reads the condition under which the question is asked, and its value where it isn't.
  private func readWhen(_ question: inout ForeignQuestion, _ constructs: inout [String]) {
    guard let node = entry(.when) else { return }
    guard let scalar = node.scalarValue else {
      question.kind = .anything
      return
    }
    let value = scalar.pythonValue
    guard case .string? = value, isTemplate(scalar) else {
      let isAsked = value.flatMap { try? $0.text() }.flatMap(\.asTruth)
      if isAsked != true { notAsked(&question) }
      return
    }
    guard let nodes = try? JinjaParser.parse(scalar.text, files.delimiters) else {
      constructs.append("when")
      question.kind = .anything
      return
    }
    guard let expression = nodes.withoutLastBreak.condition(names) else {
      // Its value may be missing, or a default that isn't judged.
      if defaultNode == nil { question.kind = .anything }
      return
    }
    names.beginCondition()
    var translator = ConditionTranslator(names, source(scalar), TemplateScope())
    let condition = translator.condition(expression)
    constructs += translator.constructs
    guard let condition else { return }
    let when = condition.expression(in: source(scalar), at: expression.range)
    guard let node = defaultNode else {
      question.when = when
      return
    }
    guard let scalar = node.scalarValue, !isTemplate(scalar),
      let literal = literal(of: scalar, for: question.kind)
    else { return }
    question.when = when
    question.otherwise = LiteralValue(literal, at: SourcePlace(file, scalar.range))
  }

  /// Reads a question that's never asked, so its default is computed.
  private func notAsked(_ question: inout ForeignQuestion) {
    guard let scalar = defaultNode?.scalarValue, isTemplate(scalar),
      let nodes = try? JinjaParser.parse(scalar.text, files.delimiters),
      let expression = nodes.withoutLastBreak.asExpression
    else {
      // A fixed one can be given another value on the command line, as a switch.
      if defaultNode == nil { question.kind = .anything }
      return
    }
    switch typeName {
    case "str"? where entry(.choices) == nil && !isMultiple:
      question.kind = .computed(expression, isTruth: false)
    case "bool"?:
      question.kind =
        nodes.withoutLastBreak.condition(names).map { .computed($0, isTruth: true) } ?? .boolean
    default: question.kind = .anything
    }
  }

  private func literal(of scalar: YAMLScalar, for kind: ForeignQuestion.Kind) -> Value? {
    switch (kind, scalar.pythonValue) {
    case (.boolean, .bool(let truth)?): .bool(truth)
    case (.boolean, .string(let text)?): text.asTruth.map { .bool($0) }
    case (.integer, .int(let number)?): .int(number)
    case (.text, _?): answer(scalar).map { .string($0) }
    case (.choice(let texts), _?):
      answer(scalar).flatMap { texts.contains($0) ? .string($0) : nil }
    default: nil
    }
  }

  // MARK: Texts

  /// Checks the names that its templates read.
  ///
  /// - Parameter later: The names of the questions that are asked later.
  /// - Returns: The constructs that weren't understood.
  func checkTexts(before later: Set<String>) -> [String] {
    var constructs: [String] = []
    func check(_ node: YAMLNode) {
      switch node.content {
      case .scalar(let scalar):
        guard isTemplate(scalar) else { return }
        var translator = TextTranslator(names, files, source(scalar), path: file.name)
        translator.ignorePresence()
        translator.expectLater(later)
        _ = translator.text()
        constructs += translator.constructs
      case .list(let items): for item in items { check(item) }
      case .map(let entries): for entry in entries { check(entry.value) }
      case .broken: break
      }
    }
    check(value)
    return constructs
  }

  /// Reports a default that isn't a choice, or that its own validator refuses.
  func checkDefault() {
    guard let scalar = defaultNode?.scalarValue, !isTemplate(scalar), let type = typeName,
      entry(.when).map({ $0.scalarValue?.pythonValue == .bool(true) }) != false,
      entry(.secret)?.scalarValue?.pythonValue != .bool(true), !isMultiple
    else { return }
    if let choices, !choices.isEmpty, !choices.contains(where: \.isConditional) {
      checkDefault(scalar, among: choices, type)
    }
    guard let node = entry(.validator), let validator = node.scalarValue else { return }
    let value: JinjaValue
    switch (type, scalar.pythonValue) {
    case ("str", let found?): value = (try? found.text()).map { .string($0) } ?? .undefined
    case ("int", .int(let number)?): value = .int(number)
    case ("bool", .bool(let truth)?): value = .bool(truth)
    default: return
    }
    guard value != .undefined, scalar.pythonValue != JinjaValue.none,
      let nodes = try? JinjaParser.parse(validator.text, files.delimiters),
      let expression = nodes.withoutLastBreak.asExpression
    else { return }
    var evaluator = JinjaEvaluator { [name = key.text] expression in
      if case .name(name) = expression.kind { return value }
      return nil
    }
    guard let message = try? evaluator.value(of: expression).text() else { return }
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    names.report(
      Diagnostic(
        "refused-value", "the default of '\(key.text)' is refused by its own validator: \(words)",
        at: SourcePlace(file, scalar.range),
        notes: [.init("the validator is here", at: SourcePlace(file, validator.range))]))
  }

  private func checkDefault(_ scalar: YAMLScalar, among choices: [Choice], _ type: String) {
    guard type == "str", scalar.pythonValue != JinjaValue.none, let text = answer(scalar) else {
      return
    }
    let texts = choices.compactMap { answer($0.value) }
    guard texts.count == choices.count, !texts.contains(text) else { return }
    let near = NearMiss.nearest(to: text, in: texts)
    let words = texts.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    names.report(
      Diagnostic(
        "refused-value",
        "the default '\(text)' is none of the choices"
          + (near.map { "; did you mean '\($0)'?" } ?? ", which are \(words)"),
        at: SourcePlace(file, scalar.range)))
  }
}

extension String {
  /// The truth that copier reads from a text.
  var asTruth: Bool? {
    let text = lowercased()
    if let number = Double(text) { return number != 0 }
    switch text {
    case "y", "yes", "t", "true", "on": return true
    case "n", "no", "f", "false", "off", "~", "null", "none", "": return false
    default: return nil
    }
  }
}

extension [JinjaNode] {
  /// The condition that a text means, such as `{{ a == 'b' }}`; nil if it can be another text.
  func condition(_ names: TemplateNames) -> JinjaExpression? {
    asExpression?.truthOfText(names)
  }
}

extension JinjaExpression {
  /// The condition with the truth that the text of the value has for copier; nil if that can be
  /// another one than the value's own.
  fileprivate func truthOfText(_ names: TemplateNames) -> JinjaExpression? {
    func with(_ kind: Kind) -> JinjaExpression { JinjaExpression(kind: kind, range: range) }
    switch kind {
    case .comparison, .not, .test, .literal(.bool), .filter(_, "bool", _): return self
    case .name:
      switch names.question(self, in: TemplateScope())?.kind {
      case .boolean?, .integer?, .computed(_, isTruth: true)?: return self
      default: return nil
      }
    case .and(let left, let right):
      guard let left = left.truthOfText(names), let right = right.truthOfText(names) else {
        return nil
      }
      return with(.and(left, right))
    case .or(let left, let right):
      guard let left = left.truthOfText(names), let right = right.truthOfText(names) else {
        return nil
      }
      return with(.or(left, right))
    case .literal(.string(let text)): return text.asTruth.map { with(.literal(.bool($0))) }
    case .conditional(let test, let then, let otherwise?):
      guard let then = then.truthOfText(names), let otherwise = otherwise.truthOfText(names) else {
        return nil
      }
      return with(.conditional(test, then: then, otherwise: otherwise))
    default: return nil
    }
  }
}
