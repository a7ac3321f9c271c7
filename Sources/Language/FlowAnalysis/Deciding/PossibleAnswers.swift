// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// Answers that are known to be possible together and to satisfy the rules of everything that they
/// read.
///
/// An answer that's possible at one step is usually possible at the next, with one more answer. So
/// the answers found for one question are kept and tried for the next one, where only what they
/// leave open needs a search. Answers are only added; the truth of a formula never changes.
///
/// It's a class because it caches the truth of formulas. A failed search changes nothing else.
final class PossibleAnswers {
  /// The cached truth of formulas.
  private var truths: [FormulaID: Bool] = [:]

  /// The formulas found to be open since the last answers were added.
  private var unknown: Set<FormulaID> = []

  /// The value of each term with an answer; an inner nil if only the truth of its predicates is
  /// known.
  private(set) var values: [TermID: Value?] = [:]

  /// The names whose rules are satisfied.
  private(set) var names: Set<Int> = []

  /// The number of stops that aren't reached.
  private(set) var stopsBefore = 0

  /// The stops after ``stopsBefore`` that were examined: those that these answers reach, and those
  /// for which more answers are needed.
  private var stopsReached: [Int] = []
  private var stopsLeft: [Int] = []
  private var examinedStops = 0

  /// Creates an empty set of answers.
  init() {}

  /// Creates a set of the answers that a search found.
  ///
  /// - Parameter encoding: The encoding of a search that found an assignment.
  init(_ encoding: Encoding) { add(encoding) }

  /// Adds the answers that a search found for what was left open.
  func add(_ encoding: Encoding) {
    unknown = []
    stopsReached = []
    stopsLeft = []
    examinedStops = 0
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

  /// Returns the stops before a place that these answers reach, and those for which more answers
  /// are needed, those that depend on these answers.
  ///
  /// - Complexity: O(1) for each stop, once until answers are added, and O(log *n*) in the result.
  func stops(
    before end: Int, in facts: FlowFacts, work: inout Int
  ) -> (reached: ArraySlice<Int>, left: ArraySlice<Int>) {
    examinedStops = max(examinedStops, stopsBefore)
    while examinedStops < end {
      work += 1
      let stop = examinedStops
      examinedStops += 1
      guard facts.stopNames[stop].contains(where: names.contains) else { continue }
      switch truth(of: facts.stops[stop].formula, in: facts, work: &work) {
      case true?: stopsReached.append(stop)
      case false?: break
      case nil: stopsLeft.append(stop)
      }
    }
    return (
      stopsReached[..<stopsReached.partitioningIndex { $0 >= end }],
      stopsLeft[..<stopsLeft.partitioningIndex { $0 >= end }]
    )
  }

  /// Returns the truth of a formula if it's cached.
  func knownTruth(of id: FormulaID) -> Bool? { truths[id] }

  /// Returns the truth of a formula, or nil if it's open.
  ///
  /// - Complexity: O(*n*) in the number of subformulas that aren't cached.
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
