// SPDX-License-Identifier: Apache-2.0

/// Finds an assignment under which clauses are all true, or learns that there's none.
///
/// The search propagates through watched literals, learns a clause from each conflict, and jumps
/// back to the decision that caused it. It decides only what a gate needs: when each gate that has a
/// value has a reason for it, the remaining variables don't matter and the search ends.
///
/// Work is counted in literals looked at, inside every loop, so a search never exceeds its limit by
/// more than one clause.
struct ClauseSearch {
  /// The result of a search.
  enum Outcome {
    case satisfiable
    case unsatisfiable

    /// The limit was reached first.
    case undecided
  }

  /// A run of literals in ``literals``.
  struct Run {
    let start: Int
    let count: Int
  }

  // MARK: Clauses

  /// The literals of all clauses and gates; in a clause the first two are the watched ones.
  var literals: [Literal] = []
  var clauses: [Run] = []

  /// For each literal the clauses to look at when it becomes false.
  var watches: [[Int32]] = []

  /// For each literal the operands of which one must be true when the literal is; none where the
  /// literal needs no reason.
  var operands: [Run?] = []

  /// Whether the clauses contradict each other without any decision.
  var isContradictory = false

  // MARK: Assignment

  /// For each variable 1 for true, -1 for false, 0 while it has no value.
  var values: [Int8] = []

  /// For each variable the value that it had last.
  var saved: [Int8] = []

  /// For each variable the number of decisions made before it got its value.
  var levels: [Int32] = []

  /// For each variable the clause that forced its value; -1: a decision or a fact.
  var reasons: [Int32] = []

  /// The literals that are true, in the order in which they became so.
  var trail: [Literal] = []

  /// For each decision the length of the trail before it.
  var trailLimits: [Int] = []

  /// For each decision how much of the trail had reasons before it.
  var justifiedLimits: [Int] = []

  /// How much of the trail was propagated.
  var propagated = 0

  /// How much of the trail has reasons.
  var justified = 0

  /// Marks of the analysis of a conflict.
  var isMarked: [Bool] = []

  // MARK: Work

  /// How many literals were looked at.
  var work = 0

  /// How many may be.
  let limit: Int

  /// Prepares a search that may look at a number of literals.
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

  /// Whether a literal is true (1), false (-1) or open (0).
  func value(of literal: Literal) -> Int8 {
    let value = values[literal.variable]
    return literal.isTrue ? value : -value
  }

  /// Adds a clause before any decision: at least one of its literals is true.
  mutating func add(clause: [Literal]) {
    work += clause.count
    // What's assigned before any decision stays so.
    guard !clause.contains(where: { value(of: $0) == 1 }) else { return }
    let open = clause.filter { value(of: $0) == 0 }
    switch open.count {
    case 0: isContradictory = true
    case 1: add(fact: open[0])
    default: attach(open)
    }
  }

  /// Adds a clause of two literals or more whose first two may be watched.
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

  /// Makes a literal true exactly when at least one of its operands is.
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

  /// Searches.
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

  /// Draws what the facts force, before any decision.
  ///
  /// - Returns: Whether they contradict nothing.
  mutating func propagateFacts() -> Bool {
    if !isContradictory, propagate() != nil { isContradictory = true }
    return !isContradictory
  }

  /// Undoes all decisions, so that clauses can be added; they're made again where they can be.
  mutating func restart() {
    goBack(to: 0)
    justified = 0
  }

  /// A literal that gives a reason to the first gate without one; nil when all have theirs.
  ///
  /// It's one that was true before, if there is one.
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

  /// Whether a literal was true when it last had a value.
  private func wasTrue(_ literal: Literal) -> Bool {
    saved[literal.variable] == (literal.isTrue ? 1 : -1)
  }
}
