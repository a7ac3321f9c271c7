// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

// Comparisons and `in`: what one answer is asked about literals.
extension ConditionReader {
  /// A comparison of two expressions.
  func comparison(
    _ binary: BinaryOperator, _ left: ParsedExpression, _ right: ParsedExpression, depth: Int
  ) -> FormulaID {
    // Two conditions are equal when both are true, or neither. Where one side is a condition the
    // other is one too, unless nothing is known of its type.
    if binary == .equal || binary == .notEqual,
      isCondition(left) && !mayBeOther(right) || isCondition(right) && !mayBeOther(left)
    {
      let one = formula(left, depth: depth)
      let other = formula(right, depth: depth)
      let equal = facts.formulas.either(one, other, facts.formulas.not(other))
      return binary == .equal ? equal : facts.formulas.not(equal)
    }
    return comparison(binary, term(left, depth: depth), term(right, depth: depth))
  }

  /// Whether an expression is known to give a bool.
  private func isCondition(_ expression: ParsedExpression, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    let inner = depth + 1
    switch expression.kind {
    case .not, .logical, .hasName, .hasField, .literal(.bool), .call(_, "hasValue", _),
      .macro(.exists, _, _, _, _), .macro(.all, _, _, _, _), .macro(.existsOne, _, _, _, _):
      return true
    case .binary(let binary, _, _): return binary.isComparison || binary == .isIn
    case .name(let name, _):
      return facts.numbers[name].map { facts.names[$0].type == .bool } ?? false
    case .call(let target?, "orValue", let arguments) where arguments.count == 1:
      return isCondition(arguments[0], depth: inner) || isCondition(target, depth: inner)
    case .conditional(_, let first, let second):
      return isCondition(first, depth: inner) && isCondition(second, depth: inner)
    default: return false
    }
  }

  /// Whether an expression may give something else than a bool where a bool is compared with it:
  /// its values are of more than one type.
  private func mayBeOther(_ expression: ParsedExpression, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth else { return true }
    let inner = depth + 1
    switch expression.kind {
    case .name(let name, _):
      return facts.numbers[name].map { facts.names[$0].type != .bool } ?? true
    case .call(let target?, "orValue", let arguments) where arguments.count == 1:
      return mayBeOther(arguments[0], depth: inner) || mayBeOther(target, depth: inner)
    case .call(let first?, "or", let arguments) where arguments.count == 1:
      return mayBeOther(arguments[0], depth: inner) || mayBeOther(first, depth: inner)
    case .conditional(_, let first, let second):
      return mayBeOther(first, depth: inner) || mayBeOther(second, depth: inner)
    case .call(nil, "dyn", _), .index, .select, .invalid: return true
    default: return false
    }
  }

  /// The most comparisons of terms that are kept; what is compared past them isn't looked into.
  private static let mostComparisons = 100_000

  /// A comparison of two terms, with the branches of conditional terms compared each.
  func comparison(_ binary: BinaryOperator, _ left: TermID, _ right: TermID) -> FormulaID {
    if binary == .notEqual { return facts.formulas.not(comparison(.equal, left, right)) }
    let key = FlowFacts.Comparison(binary: binary, left: left, right: right)
    if let known = facts.comparisons[key] { return known }
    let formula = unknownComparison(binary, left, right)
    facts.comparisons[key] = formula
    return formula
  }

  private func unknownComparison(
    _ binary: BinaryOperator, _ left: TermID, _ right: TermID
  ) -> FormulaID {
    if facts.comparisons.count < Self.mostComparisons {
      if case .conditional(let condition, let first, let second) = facts.terms[left] {
        return facts.formulas.either(
          condition, comparison(binary, first, right), comparison(binary, second, right))
      }
      if case .conditional(let condition, let first, let second) = facts.terms[right] {
        return facts.formulas.either(
          condition, comparison(binary, left, first), comparison(binary, left, second))
      }
    }
    switch (ordered(left, binary), ordered(right, binary)) {
    case (let a?, let b?):
      return facts.formulas.constant(Predicate.compares(binary, b).holds(of: a))
    case (let value?, nil): return atom(right, binary.mirrored, value)
    case (nil, let value?): return atom(left, binary, value)
    case (nil, nil):
      if left == right, binary == .equal { return sameTerm(left, right) }
      // One spelling for both directions.
      let (function, operands): (BinaryOperator, [TermID]) =
        switch binary {
        case .equal: (.equal, left.number < right.number ? [left, right] : [right, left])
        case .greater, .greaterOrEqual: (binary.mirrored, [right, left])
        default: (binary, [left, right])
        }
      return truth(of: facts.terms.number(.call(function.rawValue, operands)))
    }
  }

  /// The value of a literal; nil where it is asked for an order and its type has none here, as bytes.
  private func ordered(_ term: TermID, _ binary: BinaryOperator) -> Value? {
    literal(term).flatMap { value in
      binary == .equal || Predicate.order(value, value) != nil ? value : nil
    }
  }

  /// A term compared with itself: true of everything but numbers that are none, so not decided.
  private func sameTerm(_ left: TermID, _ right: TermID) -> FormulaID {
    truth(of: facts.terms.number(.call(BinaryOperator.equal.rawValue, [left, right])))
  }

  private func atom(_ term: TermID, _ binary: BinaryOperator, _ value: Value) -> FormulaID {
    if case .call("double()", let operands) = facts.terms[term], value.isExactAsDouble,
      facts.type(of: operands[0]) == .int
    {
      return comparison(binary, operands[0], facts.terms.number(.literal(value)))
    }
    if let (inner, difference) = shifted(term, value) {
      return comparison(binary, inner, facts.terms.number(.literal(difference)))
    }
    if binary == .equal, case .list(let elements) = value, !hasListedValues(term) {
      let size = facts.terms.number(.call("size()", [term]))
      let hasSize = facts.formulas.atom(size, .compares(.equal, .int(Int64(elements.count))))
      if elements.isEmpty { return hasSize }
      let isEqual = facts.formulas.atom(term, .compares(.equal, value))
      facts.remember(facts.formulas.implies(isEqual, hasSize), of: term, size)
      return isEqual
    }
    if case .call("size()", let operands) = facts.terms[term], operands.count == 1,
      case .name(let name) = facts.terms[operands[0]], hasKnownSize(name),
      case .int(let number) = value, let bound = Int(exactly: number)
    {
      return facts.formulas.atom(operands[0], .size(binary, bound))
    }
    return facts.formulas.atom(term, .compares(binary, value))
  }

  /// A whole number with a literal added or subtracted, and what it's compared with without it: where
  /// that can't be computed the expression fails anyway.
  private func shifted(_ term: TermID, _ value: Value) -> (TermID, Value)? {
    guard case .call(let function, let operands) = facts.terms[term], operands.count == 2,
      case .int(let number) = value, case .int(let added)? = literal(operands[1]),
      facts.type(of: operands[0]) == .int
    else { return nil }
    switch function {
    case "+":
      let (difference, overflow) = number.subtractingReportingOverflow(added)
      return overflow ? nil : (operands[0], .int(difference))
    case "-":
      let (sum, overflow) = number.addingReportingOverflow(added)
      return overflow ? nil : (operands[0], .int(sum))
    default: return nil
    }
  }

  /// Whether a term is a name with few values, which are known.
  private func hasListedValues(_ term: TermID) -> Bool {
    guard case .name(let name) = facts.terms[term] else { return false }
    return AnswerDomain(of: facts.names[name]).isFinite
  }

  /// Whether the size of a name's values is decided together with the values.
  private func hasKnownSize(_ name: Int) -> Bool {
    let facts = facts.names[name]
    return facts.type == .string || AnswerDomain(of: facts).isFinite
  }

  /// `element in list`.
  func membership(_ element: ParsedExpression, in list: ParsedExpression, depth: Int) -> FormulaID {
    let left = term(element, depth: depth)
    if case .list(let elements) = list.kind, !elements.contains(where: \.isOptional),
      elements.count <= 256
    {
      let items = elements.map { term($0.value, depth: depth) }
      return membership(left, of: items)
    }
    return membership(left, in: term(list, depth: depth))
  }

  /// `element in list`, with the branches of a conditional list looked at each.
  private func membership(_ left: TermID, in right: TermID, splits: Int = 0) -> FormulaID {
    if splits < 8, case .conditional(let condition, let first, let second) = facts.terms[right] {
      return facts.formulas.either(
        condition, membership(left, in: first, splits: splits + 1),
        membership(left, in: second, splits: splits + 1))
    }
    if case .literal(.list(let values)) = facts.terms[right] {
      return membership(left, of: values.map { facts.terms.number(.literal($0)) })
    }
    if let value = literal(left), case .name(let name) = facts.terms[right] {
      switch AnswerDomain(of: facts.names[name]) {
      case .lists: return facts.formulas.atom(right, .contains(value))
      case .listOf(let choices) where !choices.contains(where: { $0.isEqual(to: value) }):
        return FormulaTable.false
      default: break
      }
    }
    let term = facts.terms.number(.call(BinaryOperator.isIn.rawValue, [left, right]))
    let isElement = truth(of: term)
    addSize(of: right, where: isElement, term)
    return isElement
  }

  /// Remembers that a list isn't empty where a formula about a term is true.
  private func addSize(of list: TermID, where formula: FormulaID, _ term: TermID) {
    let size = facts.terms.number(.call("size()", [list]))
    let isFilled = atom(size, .greater, .int(0))
    facts.remember(facts.formulas.implies(formula, isFilled), of: term, size)
    if hasListedValues(list) {
      facts.remember(facts.formulas.implies(formula, isFilled), of: list)
    }
  }

  /// What a macro says of the elements of a list; nil where it isn't looked into.
  ///
  /// `list.exists(x, x == v)` is `v in list`. Of others it's known that a list of which one element
  /// is something isn't empty.
  func quantified(
    _ macro: Macro, _ list: ParsedExpression, _ variables: [String], _ body: ParsedExpression,
    depth: Int
  ) -> FormulaID? {
    guard variables.count == 1, let variable = variables.first, depth < Self.maximumDepth else {
      return nil
    }
    switch macro {
    case .exists:
      if let found = elements(equalTo: variable, .equal, body), !found.isEmpty {
        return facts.formulas.any(found.map { membership($0, in: list, depth: depth) })
      }
    case .all:
      if let found = elements(equalTo: variable, .notEqual, body), !found.isEmpty {
        return facts.formulas.not(
          facts.formulas.any(found.map { membership($0, in: list, depth: depth) }))
      }
    default: break
    }
    return nil
  }

  /// What a bound name is compared with by the whole of a condition; nil where it's anything else.
  private func elements(
    equalTo variable: String, _ binary: BinaryOperator, _ body: ParsedExpression
  ) -> [ParsedExpression]? {
    func isVariable(_ expression: ParsedExpression) -> Bool {
      if case .name(variable, isGlobal: false) = expression.kind { true } else { false }
    }
    switch body.kind {
    case .binary(binary, let left, let right):
      let other = isVariable(left) ? right : isVariable(right) ? left : nil
      guard let other, !other.reads([variable]) else { return nil }
      return [other]
    case .binary(.isIn, let left, let right) where binary == .equal && isVariable(left):
      guard case .list(let items) = right.kind, items.count <= 32,
        items.allSatisfy({ !$0.isOptional && !$0.value.reads([variable]) })
      else { return nil }
      return items.map(\.value)
    default: return nil
    }
  }

  private func membership(_ left: TermID, of items: [TermID]) -> FormulaID {
    let values = items.compactMap(literal)
    if values.count == items.count, case .name = facts.terms[left] {
      return facts.formulas.atom(left, .isIn(values))
    }
    return facts.formulas.any(items.map { comparison(.equal, left, $0) })
  }
}

extension Value {
  /// Whether it's a number that a whole number as a double is compared with alike.
  fileprivate var isExactAsDouble: Bool {
    switch self {
    case .int(let number): number.magnitude < 1 << 53
    case .double(let number): number.magnitude < 0x1p53
    default: false
    }
  }
}

extension BinaryOperator {
  /// The operator with its sides exchanged.
  var mirrored: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
