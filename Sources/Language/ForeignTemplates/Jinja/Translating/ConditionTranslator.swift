// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Translates conditions of Jinja into our expressions, at one place in a template.
///
/// The translation is true exactly where Jinja's condition counts as true. A part that can't be
/// translated becomes the name of an input, which may be true or false.
struct ConditionTranslator {
  let names: TemplateNames
  let source: JinjaSource
  let scope: TemplateScope

  /// The value of a name that always has the same; nil for any other.
  var fixed: (String) -> JinjaValue? = { _ in nil }

  /// The constructs of the template that weren't understood.
  private(set) var constructs: [String] = []

  /// The maximum number of names, and of their combinations of values, to try.
  private static let maximumTries = (names: 3, combinations: 64)

  init(_ names: TemplateNames, _ source: JinjaSource, _ scope: TemplateScope) {
    self.names = names
    self.source = source
    self.scope = scope
  }

  /// Translates a condition; nil if nothing is known about it and there are too many such conditions.
  mutating func condition(_ expression: JinjaExpression) -> TranslatedText? {
    let range = expression.range
    if let (value, isTruth) = names.computed(expression, in: scope), isTruth, names.work() {
      var inner = ConditionTranslator(names, source, TemplateScope())
      return inner.condition(value)?.moved(to: range)
    }
    switch expression.kind {
    // Someone switches a part off.
    case .literal: return unknown(expression)
    case .not(let operand): return condition(operand).map { negated($0, at: range) }
    case .and(let left, let right):
      guard let left = condition(left), let right = condition(right) else { return nil }
      return limited(.joined([left, right], by: " && ", at: range), expression)
    case .or(let left, let right):
      guard let left = condition(left), let right = condition(right) else { return nil }
      return limited(.joined([left, right], by: " || ", at: range), expression)
    case .conditional(let test, let then, let otherwise?):
      guard let test = condition(test), let then = branch(then), let otherwise = branch(otherwise)
      else { return nil }
      let yes = TranslatedText.joined([test, then], by: " && ", at: range)
      let no = TranslatedText.joined([negated(test, at: range), otherwise], by: " && ", at: range)
      return limited(.joined([yes, no], by: " || ", at: range), expression)
    case .test(let operand, let name, let arguments):
      return test(expression, operand, name, arguments)
    case .comparison(let first, let operands) where operands.count == 1:
      return comparison(expression, first, operands[0])
    default: break
    }
    if let term = term(expression) {
      // A choice may be the empty text.
      if case .choice? = term.question?.kind, let tried = tried(expression) { return tried }
      let truth: TranslatedText =
        switch term.type {
        case .boolean: term.text
        case .text: .joined([term.text], by: "", at: range) + TranslatedText(" != ''", at: range)
        case .integer: .joined([term.text], by: "", at: range) + TranslatedText(" != 0", at: range)
        case .texts:
          TranslatedText("size(", at: range) + term.text + TranslatedText(") > 0", at: range)
        }
      let whole = term.type == .boolean ? truth : .joined([truth], by: "", at: range)
      return guarded(whole, term.absent, isTrueWithout: false, range)
    }
    return tried(expression) ?? unknown(expression)
  }

  /// Translates what a condition is in a branch of another one, where a literal is meant.
  private mutating func branch(_ expression: JinjaExpression) -> TranslatedText? {
    guard case .literal(let value) = expression.kind else { return condition(expression) }
    return TranslatedText(value.isTrue ? "true" : "false", at: expression.range)
  }

  private func negated(_ text: TranslatedText, at range: SourceRange) -> TranslatedText {
    .joined([text], by: "", at: range).negated
  }

  private mutating func limited(
    _ text: TranslatedText, _ expression: JinjaExpression
  ) -> TranslatedText? {
    text.count <= TranslatedText.maximumCount ? text : unknown(expression)
  }

  /// Adds to a condition that names have a value.
  private func guarded(
    _ text: TranslatedText, _ absent: Set<String>, isTrueWithout: Bool, _ range: SourceRange
  ) -> TranslatedText {
    guard !absent.isEmpty else { return text }
    let tests = absent.sorted().map {
      TranslatedText(isTrueWithout ? "!has(\($0))" : "has(\($0))", at: range)
    }
    return .joined(tests + [text], by: isTrueWithout ? " || " : " && ", at: range)
  }

  // MARK: Unknown conditions

  private mutating func unknown(_ expression: JinjaExpression) -> TranslatedText? {
    noteConstructs(in: expression)
    let isPure = isPure(expression)
    return names.input(for: isPure ? expression : nil).map {
      TranslatedText($0, at: expression.range)
    }
  }

  /// Whether a condition has the same value wherever it occurs: it reads only questions.
  private func isPure(_ expression: JinjaExpression) -> Bool {
    if names.question(expression, in: scope) != nil { return true }
    switch expression.kind {
    case .name, .call: return false
    case .filter(_, "random", _), .filter(_, "shuffle", _): return false
    default: return expression.children.allSatisfy(isPure)
    }
  }

  /// Notes own filters and functions, whose results decide what's reached.
  private mutating func noteConstructs(in expression: JinjaExpression) {
    switch expression.kind {
    case .filter(_, let name, _) where !names.dialect.filters.contains(name):
      constructs.append(name)
    case .test(_, let name, _) where !ForeignDialect.tests.contains(name): constructs.append(name)
    case .call(let function, _):
      if case .name(let name) = function.kind, scope[name] == nil,
        !names.dialect.names.contains(name)
      {
        constructs.append(name)
      }
    default: break
    }
    for child in expression.children { noteConstructs(in: child) }
  }

  // MARK: Tests and comparisons

  private mutating func test(
    _ expression: JinjaExpression, _ operand: JinjaExpression, _ name: String,
    _ arguments: JinjaArguments
  ) -> TranslatedText? {
    let signs = ["eq": "==", "equalto": "==", "==": "==", "ne": "!=", "!=": "!=", "in": "in"]
    if let sign = signs[name], arguments.values.count == 1, arguments.named.isEmpty {
      return comparison(expression, operand, .init(sign: sign, value: arguments.values[0]))
    }
    if name == "defined" || name == "undefined",
      let question = names.question(operand, in: scope), question.mayBeAbsent
    {
      return TranslatedText(
        name == "defined" ? "has(\(question.id))" : "!has(\(question.id))", at: expression.range)
    }
    return tried(expression) ?? unknown(expression)
  }

  private mutating func comparison(
    _ expression: JinjaExpression, _ first: JinjaExpression, _ operand: JinjaExpression.Operand
  ) -> TranslatedText? {
    let range = expression.range
    guard let left = term(first), let right = term(operand.value) else {
      return tried(expression) ?? unknown(expression)
    }
    let absent = left.absent.union(right.absent)
    func compared(_ sign: String) -> TranslatedText {
      .joined([left.text, right.text], by: " \(sign) ", at: range)
    }
    let isNegated = operand.sign == "!=" || operand.sign == "not in"
    switch (operand.sign, left.type, right.type) {
    case ("==", let one, let two) where one == two:
      return guarded(compared("=="), absent, isTrueWithout: false, range)
    case ("!=", let one, let two) where one == two:
      return guarded(compared("!="), absent, isTrueWithout: true, range)
    case ("in", .text, .texts), ("in", .integer, .texts):
      guard left.type == .text else { break }
      return guarded(compared("in"), absent, isTrueWithout: false, range)
    case ("not in", .text, .texts):
      return guarded(compared("in").negated, absent, isTrueWithout: true, range)
    case ("<", .integer, .integer), ("<=", .integer, .integer), (">", .integer, .integer),
      (">=", .integer, .integer):
      return guarded(compared(operand.sign), absent, isTrueWithout: false, range)
    case ("==", let one, let two), ("!=", let one, let two):
      // A truth equals 0 or 1.
      guard !one.isNumber || !two.isNumber else { break }
      reportMismatch(expression, first, left, operand.value, right)
      return TranslatedText(isNegated ? "true" : "false", at: range)
    case ("in", .texts, .texts), ("not in", .texts, .texts):
      guard case .list = operand.value.kind else { break }
      reportMismatch(expression, first, left, operand.value, right)
      return TranslatedText(isNegated ? "true" : "false", at: range)
    default: break
    }
    return tried(expression) ?? unknown(expression)
  }

  /// Reports a comparison of values that are never equal, because of their types.
  private func reportMismatch(
    _ expression: JinjaExpression, _ first: JinjaExpression, _ left: Term,
    _ second: JinjaExpression, _ right: Term
  ) {
    guard let question = left.question ?? right.question else { return }
    let other = left.question == nil ? left : right
    let isElement = if case .texts = left.type, case .texts = right.type { true } else { false }
    let words =
      isElement
      ? "'\(question.name)' is a list, so it's never one of these texts"
      : "'\(question.name)' is \(question.kind.words), so it's never \(other.type.words)"
    var notes = [Diagnostic.Note("'\(question.name)' is asked here", at: question.name.place)]
    if case .choices = question.kind, other.type == .text {
      notes.append(.init("'… in \(question.name)' tells whether the list has it", at: nil))
    }
    names.report(
      Diagnostic("wrong-type", words, at: source.place(expression.range), notes: notes))
  }

  // MARK: Terms

  /// A value of ours that equals one of Jinja's.
  struct Term {
    enum Kind: Hashable {
      case text, integer, boolean

      /// A list of texts.
      case texts

      var isNumber: Bool { self == .integer || self == .boolean }

      var words: String {
        switch self {
        case .text: "a text"
        case .integer: "a number"
        case .boolean: "true or false"
        case .texts: "a list"
        }
      }
    }

    let text: TranslatedText
    let type: Kind

    /// The questions that may be without a value, in which case the term has none.
    var absent: Set<String> = []

    /// The question, if it's one.
    var question: ForeignQuestion?

    func moved(to range: SourceRange) -> Term {
      Term(text: text.moved(to: range), type: type, absent: absent, question: question)
    }
  }

  /// Translates an expression exactly; nil if that's impossible.
  func term(_ expression: JinjaExpression) -> Term? {
    guard names.work() else { return nil }
    let range = expression.range
    if let question = names.question(expression, in: scope) {
      return term(question, at: range)
    }
    switch expression.kind {
    case .literal(.string(let text)):
      return Term(text: TranslatedText(text.asExpressionLiteral, at: range), type: .text)
    case .literal(.int(let number)):
      return Term(text: TranslatedText(String(number), at: range), type: .integer)
    case .literal(.bool(let truth)):
      return Term(text: TranslatedText(truth ? "true" : "false", at: range), type: .boolean)
    case .list(let items), .tuple(let items):
      let terms = items.compactMap { term($0) }
      guard terms.count == items.count, !items.isEmpty,
        terms.allSatisfy({ $0.type == .text && $0.absent.isEmpty })
      else { return nil }
      var text = TranslatedText("[", at: range)
      for (index, term) in terms.enumerated() {
        if index > 0 { text = text + TranslatedText(", ", at: range) }
        text = text + term.text
      }
      guard text.count <= TranslatedText.maximumCount else { return nil }
      return Term(text: text + TranslatedText("]", at: range), type: .texts)
    case .name(let name):
      switch scope[name] {
      case .value(let expression, let scope)?:
        return ConditionTranslator(names, source, scope).term(expression)?.moved(to: range)
      case .element(of: let question)?:
        return Term(text: TranslatedText(name, at: range), type: .text, question: question)
      case .anything?, .imported?, nil: return nil
      }
    case .filter(let operand, "length", let arguments),
      .filter(let operand, "count", let arguments):
      guard arguments.isEmpty, let term = term(operand), term.absent.isEmpty,
        term.type == .text || term.type == .texts
      else { return nil }
      let text = TranslatedText("size(", at: range) + term.text + TranslatedText(")", at: range)
      return Term(text: text, type: .integer)
    case .filter(let operand, "default", let arguments), .filter(let operand, "d", let arguments):
      // A value that's always there has no default.
      guard arguments.value(1, "boolean") == nil, let term = term(operand), term.absent.isEmpty
      else { return nil }
      return term
    default: return nil
    }
  }

  private func term(_ question: ForeignQuestion, at range: SourceRange) -> Term? {
    let type: Term.Kind
    switch question.kind {
    case .text, .choice: type = .text
    case .integer: type = .integer
    case .boolean: type = .boolean
    case .choices: type = .texts
    case .computed(let value, isTruth: false):
      let term = ConditionTranslator(names, source, TemplateScope()).term(value)
      return term?.type == .text ? term?.moved(to: range) : nil
    case .computed, .anything: return nil
    }
    return Term(
      text: TranslatedText(question.id, at: range), type: type,
      absent: question.mayBeAbsent ? [question.id] : [], question: question)
  }

  // MARK: Trying values

  /// The text of an expression that reads nothing that's asked; nil for any other.
  func constantText(of expression: JinjaExpression) -> String? {
    var evaluator = evaluator([:], in: scope, depth: 0)
    return try? evaluator.value(of: expression).text()
  }

  /// Translates a condition by trying all values of the questions that it reads.
  private func tried(_ expression: JinjaExpression) -> TranslatedText? {
    guard let combinations = combinations(of: expression) else { return nil }
    var found: [TranslatedText] = []
    for (values, condition) in combinations {
      var evaluator = evaluator(values, in: scope, depth: 0)
      guard let isTrue = try? evaluator.truth(of: expression) else { return nil }
      if isTrue { found.append(condition) }
    }
    let range = expression.range
    if found.isEmpty { return TranslatedText("false", at: range) }
    if found.count == combinations.count { return TranslatedText("true", at: range) }
    let text = TranslatedText.joined(found, by: " || ", at: range)
    return text.count <= TranslatedText.maximumCount ? text : nil
  }

  /// Returns the texts that an expression can give, each with the condition under which it does.
  ///
  /// - Returns: The texts in the order of the choices; nil if they aren't known.
  func alternatives(
    of expression: JinjaExpression
  ) -> [(text: String, condition: TranslatedText)]? {
    guard let combinations = combinations(of: expression) else { return nil }
    var found: [(text: String, conditions: [TranslatedText])] = []
    for (values, condition) in combinations {
      var evaluator = evaluator(values, in: scope, depth: 0)
      guard let text = try? evaluator.value(of: expression).text() else { return nil }
      if let index = found.firstIndex(where: { $0.text == text }) {
        found[index].conditions.append(condition)
      } else {
        found.append((text, [condition]))
      }
    }
    return found.map { ($0.text, .joined($0.conditions, by: " || ", at: expression.range)) }
  }

  /// The values of the questions that an expression reads, each with the condition that they're given;
  /// nil if it reads something else, or there are too many.
  func combinations(
    of expression: JinjaExpression
  ) -> [(values: [String: JinjaValue], condition: TranslatedText)]? {
    var questions: [ForeignQuestion] = []
    guard collect(&questions, expression, scope, depth: 0), !questions.isEmpty,
      questions.count <= Self.maximumTries.names
    else { return nil }
    var combinations: [[JinjaValue]] = [[]]
    for question in questions {
      guard let values = question.values, !values.isEmpty, !question.mayBeAbsent,
        combinations.count * values.count <= Self.maximumTries.combinations
      else { return nil }
      combinations = combinations.flatMap { known in values.map { known + [$0] } }
    }
    return combinations.map { combination in
      let parts = zip(questions, combination).map { question, value in
        TranslatedText(question.expression(of: value), at: expression.range)
      }
      return (
        Dictionary(uniqueKeysWithValues: zip(questions.map(\.name.name), combination)),
        .joined(parts, by: " && ", at: expression.range)
      )
    }
  }

  func evaluator(
    _ values: [String: JinjaValue], in scope: TemplateScope, depth: Int
  ) -> JinjaEvaluator {
    JinjaEvaluator { expression throws(JinjaFailure) in
      guard names.work() else { throw .limit }
      if let value = fixedValue(expression, in: scope) { return value }
      if let (value, isTruth) = names.computed(expression, in: scope) {
        guard depth < 4 else { throw .limit }
        var evaluator = evaluator(values, in: TemplateScope(), depth: depth + 1)
        return isTruth
          ? .bool(try evaluator.truth(of: value))
          : .string(try evaluator.value(of: value).text())
      }
      if let question = names.question(expression, in: scope) { return values[question.name.name] }
      guard case .name(let name) = expression.kind,
        case .value(let value, let inner)? = scope[name], depth < 4
      else { return nil }
      var evaluator = evaluator(values, in: inner, depth: depth + 1)
      return try evaluator.value(of: value)
    }
  }

  /// Collects the questions that an expression reads, and returns whether it reads nothing else.
  private func fixedValue(_ expression: JinjaExpression, in scope: TemplateScope) -> JinjaValue? {
    if let question = names.question(expression, in: scope) { return fixed(question.name.name) }
    if case .name(let name) = expression.kind, scope[name] == nil, names.otherNames.contains(name) {
      return fixed(name)
    }
    guard case .attribute(let operand, let part) = expression.kind,
      case .name(let name) = operand.kind, scope[name] == nil
    else { return nil }
    return fixed("\(name).\(part)")
  }

  private func collect(
    _ questions: inout [ForeignQuestion], _ expression: JinjaExpression, _ scope: TemplateScope,
    depth: Int
  ) -> Bool {
    guard names.work() else { return false }
    if fixedValue(expression, in: scope) != nil { return true }
    if let (value, _) = names.computed(expression, in: scope) {
      return depth < 4 && collect(&questions, value, TemplateScope(), depth: depth + 1)
    }
    if let question = names.question(expression, in: scope) {
      if !questions.contains(where: { $0.name.name == question.name.name }) {
        questions.append(question)
      }
      return questions.count <= Self.maximumTries.names
    }
    if case .name(let name) = expression.kind {
      guard case .value(let value, let inner)? = scope[name], depth < 4 else { return false }
      return collect(&questions, value, inner, depth: depth + 1)
    }
    for child in expression.children {
      // The name of a method isn't read.
      guard collect(&questions, child, scope, depth: depth) else { return false }
    }
    return true
  }
}

extension ForeignQuestion {
  /// Our expression that's true if the question has a value.
  fileprivate func expression(of value: JinjaValue) -> String {
    switch value {
    case .bool(true): id
    case .bool(false): "!\(id)"
    case .string(let text): "\(id) == \(text.asExpressionLiteral)"
    default: "false"
    }
  }
}

extension ForeignQuestion.Kind {
  var words: String {
    switch self {
    case .text, .choice: "a text"
    case .integer: "a number"
    case .boolean: "true or false"
    case .choices: "a list"
    case .computed(_, isTruth: true): "true or false"
    case .computed: "a text"
    case .anything: "anything"
    }
  }
}
