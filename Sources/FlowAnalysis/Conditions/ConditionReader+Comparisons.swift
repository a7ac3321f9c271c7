// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

// Comparisons and `in`: what one answer is asked about literals.
extension ConditionReader {
  /// A comparison of two expressions.
  func comparison(
    _ binary: BinaryOperator, _ left: ParsedExpression, _ right: ParsedExpression, depth: Int
  ) -> FormulaID {
    // A bool compared with a literal is the bool.
    if binary == .equal || binary == .notEqual {
      for (one, other) in [(left, right), (right, left)] {
        guard case .literal(.bool(let truth)) = other.kind else { continue }
        let formula = formula(one, depth: depth)
        return truth == (binary == .equal) ? formula : facts.formulas.not(formula)
      }
    }
    return comparison(binary, term(left, depth: depth), term(right, depth: depth))
  }

  /// A comparison of two terms, with the branches of conditional terms compared each.
  func comparison(
    _ binary: BinaryOperator, _ left: TermID, _ right: TermID, splits: Int = 0
  ) -> FormulaID {
    if binary == .notEqual {
      return facts.formulas.not(comparison(.equal, left, right, splits: splits))
    }
    if splits < 8 {
      if case .conditional(let condition, let first, let second) = facts.terms[left] {
        return facts.formulas.either(
          condition, comparison(binary, first, right, splits: splits + 1),
          comparison(binary, second, right, splits: splits + 1))
      }
      if case .conditional(let condition, let first, let second) = facts.terms[right] {
        return facts.formulas.either(
          condition, comparison(binary, left, first, splits: splits + 1),
          comparison(binary, left, second, splits: splits + 1))
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
    if case .call("size()", let operands) = facts.terms[term], operands.count == 1,
      case .name(let name) = facts.terms[operands[0]], hasKnownSize(name),
      case .int(let number) = value, let bound = Int(exactly: number)
    {
      return facts.formulas.atom(operands[0], .size(binary, bound))
    }
    return facts.formulas.atom(term, .compares(binary, value))
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
    return truth(of: facts.terms.number(.call(BinaryOperator.isIn.rawValue, [left, right])))
  }

  private func membership(_ left: TermID, of items: [TermID]) -> FormulaID {
    let values = items.compactMap(literal)
    if values.count == items.count, case .name = facts.terms[left] {
      return facts.formulas.atom(left, .isIn(values))
    }
    return facts.formulas.any(items.map { comparison(.equal, left, $0) })
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
