// SPDX-License-Identifier: Apache-2.0

/// Finds an assignment that satisfies a set of clauses, or proves that there's none.
///
/// This is conflict-driven clause learning with two watched literals and backjumping. The search
/// decides only what gates need: once each gate with a value is justified by its operands, the
/// remaining variables don't matter, and the search ends.
///
/// Work is measured in examined literals and counted in every loop, so a search never exceeds its
/// limit by more than one clause.
struct ClauseSearch {
  /// The result of a search.
  enum Outcome {
    case satisfiable
    case unsatisfiable

    /// The limit was reached before a result.
    case undecided
  }

  /// A run of literals in ``literals``.
  struct Run {
    let start: Int
    let count: Int
  }

  // MARK: Clauses

  /// The literals of all clauses and gates; the first two of a clause are watched.
  var literals: [Literal] = []
  var clauses: [Run] = []

  /// The clauses to visit when a literal becomes false, for each literal.
  var watches: [[Int32]] = []

  /// The operands of which one must be true if a literal is, for each literal; nil if the literal
  /// needs no justification.
  var operands: [Run?] = []

  /// Whether the clauses are contradictory without any decision.
  var isContradictory = false

  // MARK: Assignment

  /// The value of each variable: 1 for true, -1 for false, or 0 if it's unassigned.
  var values: [Int8] = []

  /// The last value of each variable.
  var saved: [Int8] = []

  /// The decision level at which each variable was assigned.
  var levels: [Int32] = []

  /// The clause that forced each variable's value; -1 for decisions and facts.
  var reasons: [Int32] = []

  /// The true literals, in the order of assignment.
  var trail: [Literal] = []

  /// The length of the trail before each decision.
  var trailLimits: [Int] = []

  /// The length of the justified part of the trail before each decision.
  var justifiedLimits: [Int] = []

  /// The length of the propagated part of the trail.
  var propagated = 0

  /// The length of the justified part of the trail.
  var justified = 0

  /// The variables marked during the analysis of a conflict.
  var isMarked: [Bool] = []

  // MARK: Work

  /// The number of examined literals.
  var work = 0

  /// The maximum number of literals to examine.
  let limit: Int

  /// Creates a search that examines at most a number of literals.
  init(limit: Int) { self.limit = limit }

  /// Adds a variable.
  mutating func makeVariable() -> Int {
    let variable = values.count
    values.append(0)
    saved.append(0)
    levels.append(0)
    reasons.append(-1)
    isMarked.append(false)
    watches.append([])
    watches.append([])
    operands.append(nil)
    operands.append(nil)
    return variable
  }

  /// Returns 1 if a literal is true, -1 if it's false, or 0 if it's unassigned.
  func value(of literal: Literal) -> Int8 {
    let value = values[literal.variable]
    return literal.isTrue ? value : -value
  }

  /// Adds a clause, of which at least one literal must be true, before any decision.
  mutating func add(clause: [Literal]) {
    work += clause.count
    // Values assigned before any decision are final.
    guard !clause.contains(where: { value(of: $0) == 1 }) else { return }
    let open = clause.filter { value(of: $0) == 0 }
    switch open.count {
    case 0: isContradictory = true
    case 1: add(fact: open[0])
    default: attach(open)
    }
  }

  /// Adds a clause of at least two literals, of which the first two can be watched.
  mutating func attach(_ clause: [Literal]) {
    let number = Int32(clauses.count)
    clauses.append(Run(start: literals.count, count: clause.count))
    literals += clause
    watches[clause[0].index].append(number)
    watches[clause[1].index].append(number)
  }

  /// Adds a literal that is always true.
  mutating func add(fact literal: Literal) {
    switch value(of: literal) {
    case 1: break
    case -1: isContradictory = true
    default: assign(literal, reason: -1)
    }
  }

  /// Makes a literal true if and only if at least one of its operands is.
  mutating func add(gate literal: Literal, anyOf operands: [Literal]) {
    for operand in operands { add(clause: [!operand, literal]) }
    self.operands[literal.index] = Run(start: literals.count, count: operands.count)
    literals += operands
    add(clause: operands + [!literal])
  }

  mutating func assign(_ literal: Literal, reason: Int32) {
    values[literal.variable] = literal.isTrue ? 1 : -1
    levels[literal.variable] = Int32(trailLimits.count)
    reasons[literal.variable] = reason
    trail.append(literal)
  }

  // MARK: Search

  /// Runs the search.
  mutating func solve() -> Outcome {
    while !isContradictory, work <= limit {
      if let conflict = propagate() {
        guard !trailLimits.isEmpty else {
          isContradictory = true
          return .unsatisfiable
        }
        learn(from: conflict)
      } else {
        guard let decision = nextDecision() else {
          return work <= limit ? .satisfiable : .undecided
        }
        trailLimits.append(trail.count)
        justifiedLimits.append(justified)
        assign(decision, reason: -1)
      }
    }
    return isContradictory ? .unsatisfiable : .undecided
  }

  /// Propagates the facts before any decision.
  ///
  /// - Returns: Whether there's no contradiction.
  mutating func propagateFacts() -> Bool {
    if !isContradictory, propagate() != nil { isContradictory = true }
    return !isContradictory
  }

  /// Undoes all decisions so that clauses can be added.
  ///
  /// The search prefers the previous values later.
  mutating func restart() {
    goBack(to: 0)
    justified = 0
  }

  /// Returns a literal that justifies the first unjustified gate, or nil if all gates are
  /// justified.
  ///
  /// Literals that were true before are preferred.
  private mutating func nextDecision() -> Literal? {
    while justified < trail.count, work <= limit {
      work += 1
      if let run = operands[trail[justified].index] {
        var candidate: Literal?
        var isSaved = false
        var isJustified = false
        for index in run.start..<run.start + run.count {
          work += 1
          let operand = literals[index]
          let value = value(of: operand)
          if value == 1 {
            isJustified = true
            break
          }
          if value == 0, candidate == nil || !isSaved && wasTrue(operand) {
            candidate = operand
            isSaved = wasTrue(operand)
          }
        }
        if !isJustified, let candidate { return candidate }
      }
      justified += 1
    }
    return nil
  }

  /// Returns whether a literal was true when it last had a value.
  private func wasTrue(_ literal: Literal) -> Bool {
    saved[literal.variable] == (literal.isTrue ? 1 : -1)
  }
}
