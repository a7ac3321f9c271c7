// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel

// Comparisons and `in`.
extension ConditionReader {
  /// Returns the formula of a comparison of two expressions.
  func comparison(
    _ binary: BinaryOperator, _ left: ParsedExpression, _ right: ParsedExpression, depth: Int
  ) -> FormulaID {
    // Two conditions are equal if both are true or both are false. If one side is a condition, so
    // is the other, unless its type is unknown.
    if binary == .equal || binary == .notEqual,
      isCondition(left) && !mayBeNonBoolean(right) || isCondition(right) && !mayBeNonBoolean(left)
    {
      let one = formula(left, depth: depth)
      let other = formula(right, depth: depth)
      let equal = facts.formulas.either(one, other, facts.formulas.not(other))
      return binary == .equal ? equal : facts.formulas.not(equal)
    }
    return comparison(binary, term(left, depth: depth), term(right, depth: depth))
  }

  /// Returns whether the value of an expression is known to be a bool.
  private func isCondition(_ expression: ParsedExpression, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    let inner = depth + 1
    if let value = facts.unfolded(expression) { return isCondition(value, depth: inner) }
    switch expression.kind {
    case .not, .logical, .hasName, .hasField, .literal(.bool), .call(_, "hasValue", _),
      .call(nil, "isOther", _),
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

  /// Returns whether an expression that's compared with a bool may have values of other types.
  private func mayBeNonBoolean(_ expression: ParsedExpression, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth else { return true }
    let inner = depth + 1
    if let value = facts.unfolded(expression) { return mayBeNonBoolean(value, depth: inner) }
    switch expression.kind {
    case .name(let name, _):
      return facts.numbers[name].map { facts.names[$0].type != .bool } ?? true
    case .call(let target?, "orValue", let arguments) where arguments.count == 1:
      return mayBeNonBoolean(arguments[0], depth: inner) || mayBeNonBoolean(target, depth: inner)
    case .call(let first?, "or", let arguments) where arguments.count == 1:
      return mayBeNonBoolean(arguments[0], depth: inner) || mayBeNonBoolean(first, depth: inner)
    case .conditional(_, let first, let second):
      return mayBeNonBoolean(first, depth: inner) || mayBeNonBoolean(second, depth: inner)
    case .call(nil, "dyn", _), .index, .select, .invalid: return true
    default: return false
    }
  }

  /// The maximum number of comparisons to keep; further ones aren't analyzed.
  private static let maximumComparisons = 100_000

  /// Returns the formula of a comparison of two terms, comparing each branch of conditional terms.
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
    if facts.comparisons.count < Self.maximumComparisons {
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
      // Normalize the direction of the comparison.
      let (function, operands): (BinaryOperator, [TermID]) =
        switch binary {
        case .equal: (.equal, left.number < right.number ? [left, right] : [right, left])
        case .greater, .greaterOrEqual: (binary.mirrored, [right, left])
        default: (binary, [left, right])
        }
      return truth(of: facts.terms.number(.call(function.rawValue, operands)))
    }
  }

  /// Returns the value of a literal term, or nil if an ordering is needed and values of its type,
  /// such as bytes, have none here.
  private func ordered(_ term: TermID, _ binary: BinaryOperator) -> Value? {
    literal(term).flatMap { value in
      binary == .equal || Predicate.order(value, value) != nil ? value : nil
    }
  }

  /// Returns the formula that a term equals itself, which isn't constant, since NaN doesn't.
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

  /// Moves a literal summand to the other side of a comparison: `x + 2 == 5` becomes `x == 3`.
  ///
  /// If the difference overflows, so does the expression, which then fails anyway.
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

  /// Returns whether a term is a name with a few known values.
  private func hasListedValues(_ term: TermID) -> Bool {
    guard case .name(let name) = facts.terms[term] else { return false }
    return facts.domain(ofName: name).isFinite
  }

  /// Returns whether the domain of a name's values determines their sizes.
  private func hasKnownSize(_ name: Int) -> Bool {
    facts.names[name].type == .string || facts.domain(ofName: name).isFinite
  }

  /// Returns the formula of `element in list`.
  func membership(_ element: ParsedExpression, in list: ParsedExpression, depth: Int) -> FormulaID {
    if isCondition(element), case .list(let elements) = list.kind, elements.count <= 8,
      !elements.contains(where: \.isOptional)
    {
      return facts.formulas.any(
        elements.map { comparison(.equal, element, $0.value, depth: depth) })
    }
    let left = term(element, depth: depth)
    if case .list(let elements) = list.kind, !elements.contains(where: \.isOptional),
      elements.count <= 256
    {
      let items = elements.map { term($0.value, depth: depth) }
      return membership(left, of: items)
    }
    return membership(left, in: term(list, depth: depth))
  }

  /// Returns the formula of `element in list`, considering each branch of a conditional list.
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
      switch facts.domain(ofName: name) {
      case .lists: return facts.formulas.atom(right, .contains(value))
      case .listOf(let choices):
        let isChoice =
          if value.isPlain, let positions = facts.positions(ofName: name) {
            positions[value] != nil
          } else {
            choices.contains { $0.isEqual(to: value) }
          }
        if !isChoice { return FormulaTable.false }
      default: break
      }
    }
    let term = facts.terms.number(.call(BinaryOperator.isIn.rawValue, [left, right]))
    let isElement = truth(of: term)
    addSize(of: right, where: isElement, term)
    return isElement
  }

  /// Records that a list isn't empty if a formula about a term is true.
  private func addSize(of list: TermID, where formula: FormulaID, _ term: TermID) {
    let size = facts.terms.number(.call("size()", [list]))
    let isFilled = atom(size, .greater, .int(0))
    // A search that doesn't read the formula can assume that it's false, whatever the size is.
    facts.remember(facts.formulas.implies(formula, isFilled), of: term)
    if hasListedValues(list) {
      facts.remember(facts.formulas.implies(formula, isFilled), of: list)
    }
  }

  /// Returns the formula that an answer is a text beside its choices, or nil if these aren't listed.
  func otherness(_ answer: ParsedExpression, depth: Int) -> FormulaID? {
    guard case .name(let name, _) = answer.kind, let number = facts.numbers[name],
      case .field(let field) = facts.names[number].kind, case .listed(let choices)? = field.choices
    else { return nil }
    let values = choices.map { facts.terms.number(.literal($0.value.value)) }
    return facts.formulas.not(membership(term(answer, depth: depth), of: values))
  }

  /// The maximum number of choices whose data is read for each of them.
  private static let maximumFoldedChoices = 64

  /// Returns the value of a key in the data of an answer's choice, by the choice, and the formula that the choice has
  /// it; nil for anything else, for values that aren't plain, and for too many choices.
  func choiceData(
    _ key: String, of operand: ParsedExpression, depth: Int
  ) -> (value: TermID, presence: FormulaID)? {
    guard case .call(target: nil, "data", let arguments) = operand.kind, arguments.count == 1,
      case .name(let name, _) = arguments[0].kind, let number = facts.numbers[name],
      case .field(let field) = facts.names[number].kind, field.type == .choice,
      case .listed(let choices)? = field.choices, choices.count <= Self.maximumFoldedChoices
    else { return nil }
    var groups: [(value: Value, choices: [TermID])] = []
    for choice in choices {
      guard let value = choice.data.first(where: { $0.key.name == key })?.value.value else {
        continue
      }
      guard value.elements == nil, value.map == nil else { return nil }
      let chosen = facts.terms.number(.literal(choice.value.value))
      if let group = groups.firstIndex(where: { $0.value == value }) {
        groups[group].choices.append(chosen)
      } else {
        groups.append((value, [chosen]))
      }
    }
    guard let last = groups.popLast() else { return nil }
    let answer = term(arguments[0], depth: depth)
    var value = facts.terms.number(.literal(last.value))
    for group in groups.reversed() {
      value = facts.terms.number(
        .conditional(
          membership(answer, of: group.choices), facts.terms.number(.literal(group.value)), value))
    }
    let all = (groups + [last]).flatMap(\.choices)
    let isAlways = all.count == choices.count && !field.takesOthers
    return (value, isAlways ? FormulaTable.true : membership(answer, of: all))
  }

  /// Returns the formula of a macro over a list, or nil if the macro isn't analyzed.
  ///
  /// `list.exists(x, x == v)` is read as `v in list`, and `list.all(x, x != v)` as its negation.
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

  /// Returns the expressions that a bound variable is compared with, if the comparison is the whole
  /// condition, or nil otherwise.
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
  /// Whether comparing an integer with the value gives the same result after converting the integer
  /// to a double.
  fileprivate var isExactAsDouble: Bool {
    switch self {
    case .int(let number): number.magnitude < 1 << 53
    case .double(let number): number.magnitude < 0x1p53
    default: false
    }
  }
}
