// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// Reads expressions as formulas and terms.
///
/// Everything that a reader reads is evaluated at the same moment: `now` has one value in it, which
/// differs from that of every other reader.
///
/// The reader understands `&&`, `||`, `!`, and `?:`, `has(x)` and `x.hasValue()`, Boolean names,
/// and comparisons and `in` with literals, also through `x.orValue(literal)`, `?:`, and computed
/// values. Anything else becomes a separate atom, which may be true or false.
struct ConditionReader {
  let facts: FlowFacts
  private let moment: Int

  init(_ facts: FlowFacts) {
    self.facts = facts
    moment = facts.moments
    facts.moments += 1
  }

  /// The maximum depth to which expressions are analyzed.
  static let maximumDepth = 60

  /// The maximum number of parts of a list that's one literal; a larger one is a call with its elements, which are
  /// shared.
  private static let maximumLiteralSize = 10_000

  // MARK: Formulas

  func formula(_ expression: ParsedExpression, depth: Int = 0) -> FormulaID {
    guard depth < Self.maximumDepth else { return opaque(expression) }
    let inner = depth + 1
    if let value = facts.unfolded(expression) { return formula(value, depth: inner) }
    switch expression.kind {
    case .literal(.bool(let truth)): return facts.formulas.constant(truth)
    case .not(let operand): return facts.formulas.not(formula(operand, depth: inner))
    case .logical(.and, let operands):
      return facts.formulas.all(operands.map { formula($0, depth: inner) })
    case .logical(.or, let operands):
      return facts.formulas.any(operands.map { formula($0, depth: inner) })
    case .conditional(let condition, let first, let second):
      return facts.formulas.either(
        formula(condition, depth: inner), formula(first, depth: inner),
        formula(second, depth: inner))
    case .hasName(let name):
      guard let number = facts.numbers[name], !facts.names[number].type.isOptional else {
        return opaque(expression)
      }
      return facts.presence(of: number)
    case .call(let target?, "hasValue", let arguments) where arguments.isEmpty:
      return presence(of: target, depth: inner) ?? opaque(expression)
    case .hasField(let operand, let field):
      return choiceData(field, of: operand, depth: inner)?.presence
        ?? truth(of: term(expression, depth: depth))
    case .macro(let macro, let list, let variables, nil, let body):
      return quantified(macro, list, variables, body, depth: inner) ?? opaque(expression)
    case .name(let name, _):
      guard let number = facts.numbers[name] else { return opaque(expression) }
      return facts.computedConditions[number]
        ?? truth(of: facts.terms.number(.name(number)))
    case .call(target: nil, "isOther", let arguments) where arguments.count == 1:
      return otherness(arguments[0], depth: inner) ?? opaque(expression)
    case .binary(.isIn, let element, let list):
      return membership(element, in: list, depth: inner)
    case .binary(let binary, let left, let right) where binary.isComparison:
      return comparison(binary, left, right, depth: inner)
    default: return truth(of: term(expression, depth: depth))
    }
  }

  /// Returns the formula that a term is true.
  func truth(of term: TermID) -> FormulaID {
    if let known = facts.truths[term] { return known }
    let formula: FormulaID
    switch facts.terms[term] {
    case .literal(.bool(let truth)): formula = facts.formulas.constant(truth)
    case .conditional(let condition, let first, let second):
      formula = facts.formulas.either(condition, truth(of: first), truth(of: second))
    default: formula = facts.formulas.atom(term, .isTrue)
    }
    facts.truths[term] = formula
    return formula
  }

  /// Returns the formula that an optional has a value, or nil if it's neither a name nor an
  /// alternative of names.
  func presence(of optional: ParsedExpression, depth: Int) -> FormulaID? {
    guard depth < Self.maximumDepth else { return nil }
    switch optional.kind {
    case .name(let name, _):
      guard let number = facts.numbers[name], !facts.names[number].type.isOptional else {
        return nil
      }
      return facts.presence(of: number)
    case .select(let operand, let field, _):
      return choiceData(field, of: operand, depth: depth + 1)?.presence
    case .call(let first?, "or", let arguments) where arguments.count == 1:
      guard let one = presence(of: first, depth: depth + 1),
        let other = presence(of: arguments[0], depth: depth + 1)
      else { return nil }
      return facts.formulas.any([one, other])
    default: return nil
    }
  }

  /// Returns the atom of an expression that isn't analyzed.
  private func opaque(_ expression: ParsedExpression) -> FormulaID {
    facts.formulas.atom(opaqueTerm(expression), .isTrue)
  }

  // MARK: Terms

  func term(_ expression: ParsedExpression, depth: Int = 0) -> TermID {
    guard depth < Self.maximumDepth else { return opaqueTerm(expression) }
    let inner = depth + 1
    if let value = facts.unfolded(expression) { return term(value, depth: inner) }
    func call(_ function: String, _ operands: [ParsedExpression]) -> TermID {
      self.call(function, operands.map { term($0, depth: inner) }, expression)
    }
    switch expression.kind {
    case .literal(let value): return facts.terms.number(.literal(value))
    case .name(let name, _): return nameTerm(name)
    case .select(let operand, let field, let isOptional):
      if !isOptional, let data = choiceData(field, of: operand, depth: inner) { return data.value }
      return call(isOptional ? ".?\(field)" : ".\(field)", [operand])
    case .index(let operand, let key, let isOptional):
      return call(isOptional ? "[?]" : "[]", [operand, key])
    case .hasField(let operand, let field):
      return call("has.\(field)", [operand])
    case .hasName: return opaqueTerm(expression)
    case .not(let operand): return call("!", [operand])
    case .negate(let operand): return call("-", [operand])
    case .binary: return chain(expression, depth: inner)
    case .logical(let logical, let operands): return call(logical.rawValue, operands)
    case .conditional(let condition, let first, let second):
      let formula = formula(condition, depth: inner)
      return facts.terms.number(
        .conditional(formula, term(first, depth: inner), term(second, depth: inner)))
    case .call(let target?, "orValue", let arguments) where arguments.count == 1:
      let other = term(arguments[0], depth: inner)
      return value(of: target, or: other, depth: inner)
        ?? self.call("orValue", [term(target, depth: inner), other], expression)
    case .call(nil, let function, let arguments) where Self.moment(function, arguments) != nil:
      return facts.terms.number(.literal(Self.moment(function, arguments) ?? .null))
    // A label depends on the name, since equal answers of different questions may have different
    // labels.
    case .call(target: nil, let function, _) where NameFunction(rawValue: function) != nil:
      return opaqueTerm(expression)
    case .call(let target, let function, let arguments):
      // Distinguish functions from methods, except for `size`, where they're the same.
      let isMethod = target != nil && function != "size"
      if function == "size", let operand = target ?? arguments.first, arguments.count < 2 {
        return size(of: term(operand, depth: inner), expression)
      }
      return call((isMethod ? "." : "") + function + "()", (target.map { [$0] } ?? []) + arguments)
    case .list(let elements):
      guard !elements.contains(where: \.isOptional) else { return opaqueTerm(expression) }
      let operands = elements.map { term($0.value, depth: inner) }
      let list = Value.list(operands.compactMap(literal))
      var left = Self.maximumLiteralSize
      if list.elements?.count == operands.count, list.isSmaller(than: &left) {
        return facts.terms.number(.literal(list))
      }
      return self.call("[…]", operands, expression)
    case .map, .macro, .invalid: return opaqueTerm(expression)
    }
  }

  /// Returns the value of an optional, or a fallback if it has none.
  ///
  /// Returns nil if it's neither a name nor an alternative of names.
  private func value(of optional: ParsedExpression, or other: TermID, depth: Int) -> TermID? {
    guard depth < Self.maximumDepth else { return nil }
    switch optional.kind {
    case .name(let name, _):
      guard let presence = presence(of: optional, depth: depth) else { return nil }
      return facts.terms.number(.conditional(presence, nameTerm(name), other))
    case .select(let operand, let field, _):
      guard let data = choiceData(field, of: operand, depth: depth + 1) else { return nil }
      return facts.terms.number(.conditional(data.presence, data.value, other))
    case .call(let first?, "or", let arguments) where arguments.count == 1:
      return value(of: arguments[0], or: other, depth: depth + 1).flatMap {
        value(of: first, or: $0, depth: depth + 1)
      }
    default: return nil
    }
  }

  /// Returns the value of a literal term, or nil if the term isn't a literal.
  func literal(_ term: TermID) -> Value? {
    guard case .literal(let value) = facts.terms[term] else { return nil }
    return value
  }

  /// Returns the value of `timestamp('…')` or `duration('…')`, or nil for any other call.
  private static func moment(_ function: String, _ arguments: [ParsedExpression]) -> Value? {
    guard arguments.count == 1, case .literal(.string(let text)) = arguments[0].kind else {
      return nil
    }
    switch function {
    case "timestamp": return (try? Timestamp(text)).map { .timestamp($0) }
    case "duration": return (try? TimeSpan(cel: text)).map { .duration($0) }
    default: return nil
    }
  }

  private func nameTerm(_ name: String) -> TermID {
    guard let number = facts.numbers[name] else {
      if name == "now" || name == "today" {
        return facts.terms.number(.moment(moment, isToday: name == "today"))
      }
      return marked(facts.terms.number(.local(name)), where: facts.itemNames.contains(name))
    }
    return facts.computed[number] ?? facts.terms.number(.name(number))
  }

  /// Returns the term of a chain of operators, without recursion on its left side.
  private func chain(_ expression: ParsedExpression, depth: Int) -> TermID {
    var links: [(BinaryOperator, ParsedExpression)] = []
    var position = expression
    while case .binary(let binary, let left, let right) = position.kind {
      links.append((binary, right))
      position = left
      guard links.count < Self.maximumDepth else { return opaqueTerm(expression) }
    }
    var result = term(position, depth: depth)
    for (binary, right) in links.reversed() {
      result = call(binary.rawValue, [result, term(right, depth: depth)], expression)
    }
    return result
  }

  /// Returns the size of a term, considering each branch of a conditional term.
  private func size(of operand: TermID, _ source: ParsedExpression) -> TermID {
    if let known = facts.sizes[operand] { return known }
    let size: TermID
    switch facts.terms[operand] {
    case .literal(.list(let values)):
      size = facts.terms.number(.literal(.int(Int64(values.count))))
    case .conditional(let condition, let first, let second):
      size = facts.terms.number(
        .conditional(condition, self.size(of: first, source), self.size(of: second, source)))
    default: size = call("size()", [operand], source)
    }
    facts.sizes[operand] = size
    return size
  }

  private func call(_ function: String, _ operands: [TermID], _ source: ParsedExpression) -> TermID
  {
    let isDeep = operands.contains { facts.terms.depth(of: $0) >= TermTable.maximumDepth }
    return isDeep ? opaqueTerm(source) : facts.terms.number(.call(function, operands))
  }

  /// Marks a term that reads something of the current item, so that it differs from that of every
  /// other item.
  private func marked(_ term: TermID, where isItems: Bool) -> TermID {
    guard isItems, facts.itemMark != 0 else { return term }
    let mark = facts.terms.number(.literal(.int(Int64(facts.itemMark))))
    return facts.terms.number(.call("in item", [term, mark]))
  }

  /// Returns the term of an expression that isn't analyzed.
  ///
  /// If it reads the time, each moment has its own term.
  func opaqueTerm(_ expression: ParsedExpression) -> TermID {
    let term = marked(
      facts.terms.number(.opaque(expression)),
      where: facts.itemMark != 0 && expression.reads { facts.itemNames.contains($0) })
    return markedWithContext(expression, term)
  }

  /// Marks a term with the moment and the language that its expression depends on.
  private func markedWithContext(_ expression: ParsedExpression, _ term: TermID) -> TermID {
    var term = term
    if facts.languageChanges > 0, expression.readsLabel {
      let language = facts.terms.number(.literal(.int(Int64(facts.languageChanges))))
      term = facts.terms.number(.call("at", [term, language]))
    }
    guard expression.readsTime else { return term }
    let now = facts.terms.number(.moment(moment, isToday: false))
    return facts.terms.number(.call("at", [term, now]))
  }
}

extension ParsedExpression {
  /// Whether it reads `now` or `today`, so that its value can change over time.
  fileprivate var readsTime: Bool { reads(["now", "today"]) }

  /// Whether it reads the label of an answer, which depends on the language.
  fileprivate var readsLabel: Bool {
    var open = [self]
    while let next = open.popLast() {
      if case .call(target: nil, "label", _) = next.kind { return true }
      open += next.children
    }
    return false
  }

  /// Returns whether it reads any of several names.
  func reads(_ names: Set<String>) -> Bool { reads { names.contains($0) } }

  /// Returns whether it reads a name that satisfies a predicate.
  func reads(_ isRead: (String) -> Bool) -> Bool {
    var open = [self]
    while let next = open.popLast() {
      switch next.kind {
      case .name(let name, _) where isRead(name): return true
      case .hasName(let name) where isRead(name): return true
      default: open += next.children
      }
    }
    return false
  }
}

extension ValueType {
  /// Whether it's an optional type.
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}
