// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Answers that are known to be possible together, with the rules of everything that they read.
///
/// What's possible here is mostly possible a step further on, with one more answer. So the answers
/// found for one question are kept and tried for the next, where only what they leave open has to be
/// searched for. They grow; what they say of a formula never changes.
///
/// It's a class because what was asked of it is remembered, and a search that fails changes nothing
/// else.
final class PossibleAnswers {
  /// The truth of formulas, as far as it was asked for.
  private var truths: [FormulaID: Bool] = [:]

  /// The formulas that are open, as far as it was asked for since the last answer was added.
  private var unknown: Set<FormulaID> = []

  /// For each term with an answer its value; an inner nil where only what was asked of it is known.
  private(set) var values: [TermID: Value?] = [:]

  /// The names whose rules hold.
  private(set) var names: Set<Int> = []

  /// How many stops aren't reached.
  private(set) var stopsBefore = 0

  /// No answers yet.
  init() {}

  /// The answers that a search found.
  ///
  /// - Parameter encoding: The search, which ended with an assignment.
  init(_ encoding: Encoding) { add(encoding) }

  /// Adds the answers that a search found for what these leave open.
  func add(_ encoding: Encoding) {
    unknown = []
    for (id, variable) in encoding.variables {
      let value = encoding.search.values[variable]
      if value != 0 { truths[id] = value > 0 }
    }
    for found in encoding.answers.samples where values[found.term] == nil {
      let bounds = encoding.facts.domain(of: found.term).textBounds
      values[found.term] = .some(found.sample.value(asked: found.asked, in: bounds))
    }
    names.formUnion(encoding.names)
    stopsBefore = max(stopsBefore, encoding.rules.stopsBefore)
  }

  /// The truth of a formula, where it's known already.
  func knownTruth(of id: FormulaID) -> Bool? { truths[id] }

  /// The truth of a formula; nil while it's open.
  ///
  /// - Complexity: O(*n*) in the parts that weren't asked for before and are open.
  func truth(of root: FormulaID, in facts: FlowFacts, work: inout Int) -> Bool? {
    var open = [(id: root, isEntered: false)]
    func known(_ id: FormulaID) -> Bool? {
      if case .not(let operand) = facts.formulas[id] { return truths[operand].map { !$0 } }
      return truths[id]
    }
    while let (id, isEntered) = open.popLast() {
      work += 1
      guard truths[id] == nil, isEntered || !unknown.contains(id) else { continue }
      switch facts.formulas[id] {
      case .constant(let truth): truths[id] = truth
      case .not(let operand):
        if isEntered {
          if let truth = truths[operand] { truths[id] = !truth }
        } else {
          unknown.insert(id)
          open += [(id, true), (operand, false)]
        }
      case .atom(let atom):
        if case .some(.some(let value)) = values[atom.term] {
          truths[id] = atom.predicate.holds(of: value)
        }
        unknown.insert(id)
      case .all(let operands), .any(let operands):
        let isAny = if case .any = facts.formulas[id] { true } else { false }
        work += operands.count
        if operands.contains(where: { known($0) == isAny }) {
          truths[id] = isAny
        } else if isEntered {
          if operands.allSatisfy({ known($0) == !isAny }) { truths[id] = !isAny }
        } else {
          unknown.insert(id)
          open.append((id, true))
          for operand in operands where known(operand) == nil { open.append((operand, false)) }
        }
      }
    }
    return known(root)
  }
}
