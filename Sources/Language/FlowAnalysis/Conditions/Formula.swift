// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// The number of a formula in its table.
struct FormulaID: Hashable {
  let number: Int
}

/// A condition as a formula over atoms.
enum Formula: Hashable {
  case constant(Bool)
  case atom(Atom)
  case not(FormulaID)
  case all([FormulaID])
  case any([FormulaID])
}

/// A predicate applied to a term.
struct Atom: Hashable {
  let term: TermID
  let predicate: Predicate
}

/// A predicate on values.
enum Predicate: Hashable {
  /// The value is true.
  case isTrue

  /// The value compares with a literal; the operator is `==` or an ordering.
  case compares(BinaryOperator, Value)

  /// The value is one of several literals.
  case isIn([Value])

  /// The value contains a literal as an element.
  case contains(Value)

  /// The size of the value compares with a number.
  case size(BinaryOperator, Int)
}

/// The table of all formulas of a flow, in which each formula occurs once.
struct FormulaTable {
  private(set) var formulas: [Formula] = []
  private var numbers: [Formula: FormulaID] = [:]

  static let `true` = FormulaID(number: 0)
  static let `false` = FormulaID(number: 1)

  init() {
    _ = number(.constant(true))
    _ = number(.constant(false))
  }

  subscript(id: FormulaID) -> Formula { formulas[id.number] }

  private mutating func number(_ formula: Formula) -> FormulaID {
    if let known = numbers[formula] { return known }
    let id = FormulaID(number: formulas.count)
    formulas.append(formula)
    numbers[formula] = id
    return id
  }

  func constant(_ truth: Bool) -> FormulaID { truth ? Self.true : Self.false }

  mutating func atom(_ term: TermID, _ predicate: Predicate) -> FormulaID {
    number(.atom(Atom(term: term, predicate: predicate)))
  }

  mutating func not(_ operand: FormulaID) -> FormulaID {
    switch self[operand] {
    case .constant(let truth): constant(!truth)
    case .not(let inner): inner
    default: number(.not(operand))
    }
  }

  mutating func all(_ operands: some Sequence<FormulaID>) -> FormulaID {
    combine(operands, neutral: Self.true) { .all($0) }
  }

  mutating func any(_ operands: some Sequence<FormulaID>) -> FormulaID {
    combine(operands, neutral: Self.false) { .any($0) }
  }

  /// Returns the formula for `condition` and `first`, or not `condition` and `second`.
  mutating func either(
    _ condition: FormulaID, _ first: FormulaID, _ second: FormulaID
  ) -> FormulaID {
    let yes = all([condition, first])
    let no = all([not(condition), second])
    return any([yes, no])
  }

  mutating func implies(_ premise: FormulaID, _ conclusion: FormulaID) -> FormulaID {
    let negated = not(premise)
    return any([negated, conclusion])
  }

  private mutating func combine(
    _ operands: some Sequence<FormulaID>, neutral: FormulaID, _ make: ([FormulaID]) -> Formula
  ) -> FormulaID {
    let absorbing = not(neutral)
    var seen: Set<FormulaID> = []
    var kept: [FormulaID] = []
    for operand in operands where operand != neutral && seen.insert(operand).inserted {
      if operand == absorbing { return absorbing }
      if case .not(let inner) = self[operand], seen.contains(inner) { return absorbing }
      kept.append(operand)
    }
    if kept.count < 2 { return kept.first ?? neutral }
    return number(make(kept))
  }

  /// Returns whether a formula is an atom, a constant, or the negation of an atom.
  func isAtom(_ id: FormulaID) -> Bool {
    switch self[id] {
    case .atom, .constant: true
    case .not(let operand): if case .atom = self[operand] { true } else { false }
    case .all, .any: false
    }
  }

  /// Returns the atoms of a formula in breadth-first order.
  ///
  /// - Parameters:
  ///   - id: The formula.
  ///   - limit: The maximum number of subformulas to examine; the atoms of others are omitted.
  /// - Returns: The atoms, without duplicates.
  func atoms(of id: FormulaID, limit: Int = .max) -> [Atom] {
    var found: [Atom] = []
    var seen: Set<FormulaID> = [id]
    var open = [id]
    var next = 0
    while next < open.count, next < limit {
      switch self[open[next]] {
      case .constant: break
      case .atom(let atom): found.append(atom)
      case .not(let operand): if seen.insert(operand).inserted { open.append(operand) }
      case .all(let operands), .any(let operands):
        for operand in operands where seen.insert(operand).inserted { open.append(operand) }
      }
      next += 1
    }
    return found
  }
}
