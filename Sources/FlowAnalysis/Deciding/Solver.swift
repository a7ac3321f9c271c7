// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Finds answers under which formulas are all true, or that there are none.
///
/// The search is that of Davis, Putnam, Logemann and Loveland over the samples of each term: what a
/// formula forces is drawn first, and only then is a term's set of samples split. It counts its work
/// and gives up at a limit.
struct Solver {
  /// What a search came to.
  enum Outcome {
    /// Nothing makes all formulas true.
    case impossible

    /// These samples do.
    case possible(Answers)

    /// The limit was reached.
    case undecided
  }

  /// What makes formulas true: for each term that matters, a sample.
  struct Answers {
    /// The terms with their samples and the predicates that were asked of them.
    let samples: [(term: TermID, sample: AnswerSamples.Sample, asked: [Predicate])]
  }

  /// A term with the samples that it can have.
  private struct Variable {
    let term: TermID
    let samples: [AnswerSamples.Sample]
    let predicates: [Predicate]
    let all: SampleSet
  }

  private let facts: FlowFacts
  private var variables: [Variable] = []
  private var atoms: [Atom: (variable: Int, holds: SampleSet)] = [:]
  private var goals: [FormulaID]

  /// How many parts of formulas were looked at.
  private(set) var work = 0

  /// How many may be.
  private let limit: Int

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - goals: The formulas that must all be true.
  ///   - facts: The flow that they speak of.
  ///   - limit: How many parts of formulas may be looked at.
  init(_ goals: [FormulaID], facts: FlowFacts, limit: Int) {
    self.facts = facts
    self.goals = goals
    self.limit = limit
    var asked: [TermID: [Predicate]] = [:]
    var order: [TermID] = []
    var seen: Set<Atom> = []
    var visited: Set<FormulaID> = []
    func visit(_ id: FormulaID) {
      guard visited.insert(id).inserted else { return }
      switch facts.formulas[id] {
      case .constant: break
      case .not(let operand): visit(operand)
      case .all(let operands), .any(let operands): for operand in operands { visit(operand) }
      case .atom(let atom):
        guard seen.insert(atom).inserted else { return }
        if asked[atom.term] == nil { order.append(atom.term) }
        asked[atom.term, default: []].append(atom.predicate)
      }
    }
    for goal in goals { visit(goal) }
    for term in order { add(term, asked[term] ?? []) }
  }

  private mutating func add(_ term: TermID, _ predicates: [Predicate]) {
    var found = AnswerSamples(of: facts.domain(of: term), asked: predicates).samples
    // A question without an acceptable answer is a finding of its own; its answer may be anything,
    // so that what follows is not called unreachable too.
    if found.isEmpty { found = AnswerSamples(of: .anything, asked: predicates).samples }
    // Samples that no predicate tells apart are one.
    var samples: [AnswerSamples.Sample] = []
    var signatures: Set<[Bool]> = []
    for sample in found {
      let signature = predicates.map { AnswerSamples.holds($0, of: sample) }
      if signatures.insert(signature).inserted { samples.append(sample) }
    }
    let index = variables.count
    variables.append(
      Variable(
        term: term, samples: samples, predicates: predicates, all: SampleSet(all: samples.count)))
    for predicate in predicates {
      var holds = SampleSet(count: samples.count)
      for (number, sample) in samples.enumerated()
      where AnswerSamples.holds(predicate, of: sample) {
        holds.insert(number)
      }
      atoms[Atom(term: term, predicate: predicate)] = (index, holds)
    }
  }

  /// Searches.
  mutating func solve() -> Outcome {
    var state = variables.map(\.all)
    switch search(&state) {
    case nil: return .undecided
    case false?: return .impossible
    case true?:
      return .possible(
        Answers(
          samples: zip(variables, state).compactMap { variable, possible in
            guard possible != variable.all, let number = possible.least else { return nil }
            return (variable.term, variable.samples[number], variable.predicates)
          }))
    }
  }

  /// Whether the goals can be true, which the state then is a case of; nil at the limit.
  private mutating func search(_ state: inout [SampleSet]) -> Bool? {
    // Splits that are still to be tried the other way.
    var open: [(state: [SampleSet], variable: Int, set: SampleSet)] = []
    while true {
      if work > limit { return nil }
      if propagate(&state) {
        guard let (variable, holds) = firstOpenAtom(in: state) else { return true }
        open.append((state, variable, state[variable].subtracting(holds)))
        state[variable] = state[variable].intersection(holds)
      } else {
        guard let other = open.popLast() else { return false }
        state = other.state
        state[other.variable] = other.set
      }
    }
  }

  /// Draws what the goals force; false when they contradict each other.
  private mutating func propagate(_ state: inout [SampleSet]) -> Bool {
    var isChanged = true
    while isChanged {
      isChanged = false
      for goal in goals {
        guard require(goal, true, &state, &isChanged) else { return false }
        if work > limit { return true }
      }
    }
    return true
  }

  /// Makes a formula true or false as far as that is forced; false when it cannot be.
  private mutating func require(
    _ id: FormulaID, _ truth: Bool, _ state: inout [SampleSet], _ isChanged: inout Bool
  ) -> Bool {
    work += 1
    switch facts.formulas[id] {
    case .constant(let constant): return constant == truth
    case .not(let operand): return require(operand, !truth, &state, &isChanged)
    case .atom(let atom):
      guard let (variable, holds) = atoms[atom] else { return true }
      let old = state[variable]
      let new = truth ? old.intersection(holds) : old.subtracting(holds)
      if new.isEmpty { return false }
      if new != old {
        state[variable] = new
        isChanged = true
      }
      return true
    case .all(let operands):
      return truth
        ? requireEach(operands, true, &state, &isChanged)
        : requireOne(of: operands, false, &state, &isChanged)
    case .any(let operands):
      return truth
        ? requireOne(of: operands, true, &state, &isChanged)
        : requireEach(operands, false, &state, &isChanged)
    }
  }

  private mutating func requireEach(
    _ operands: [FormulaID], _ truth: Bool, _ state: inout [SampleSet], _ isChanged: inout Bool
  ) -> Bool {
    for operand in operands {
      guard require(operand, truth, &state, &isChanged) else { return false }
    }
    return true
  }

  private mutating func requireOne(
    of operands: [FormulaID], _ truth: Bool, _ state: inout [SampleSet], _ isChanged: inout Bool
  ) -> Bool {
    var candidate: FormulaID?
    for operand in operands {
      switch value(of: operand, in: state) {
      case truth: return true
      case nil:
        if candidate != nil { return true }
        candidate = operand
      default: continue
      }
    }
    guard let candidate else { return false }
    return require(candidate, truth, &state, &isChanged)
  }

  /// The truth of a formula where the possible samples agree on it.
  private mutating func value(of id: FormulaID, in state: [SampleSet]) -> Bool? {
    work += 1
    switch facts.formulas[id] {
    case .constant(let truth): return truth
    case .not(let operand): return value(of: operand, in: state).map { !$0 }
    case .atom(let atom):
      guard let (variable, holds) = atoms[atom] else { return nil }
      if state[variable].intersection(holds).isEmpty { return false }
      return state[variable].subtracting(holds).isEmpty ? true : nil
    case .all(let operands): return combined(operands, absorbing: false, state)
    case .any(let operands): return combined(operands, absorbing: true, state)
    }
  }

  private mutating func combined(
    _ operands: [FormulaID], absorbing: Bool, _ state: [SampleSet]
  ) -> Bool? {
    var isOpen = false
    for operand in operands {
      guard let truth = value(of: operand, in: state) else {
        isOpen = true
        continue
      }
      if truth == absorbing { return absorbing }
    }
    return isOpen ? nil : !absorbing
  }

  /// The first atom that a goal still depends on; nil when all goals are true.
  private mutating func firstOpenAtom(in state: [SampleSet]) -> (Int, SampleSet)? {
    for goal in goals where value(of: goal, in: state) == nil {
      if let found = openAtom(in: goal, state) { return found }
    }
    return nil
  }

  private mutating func openAtom(
    in id: FormulaID, _ state: [SampleSet]
  ) -> (Int, SampleSet)? {
    switch facts.formulas[id] {
    case .constant: return nil
    case .not(let operand): return openAtom(in: operand, state)
    case .atom(let atom): return atoms[atom]
    case .all(let operands), .any(let operands):
      for operand in operands where value(of: operand, in: state) == nil {
        if let found = openAtom(in: operand, state) { return found }
      }
      return nil
    }
  }
}

extension FlowFacts {
  /// What values a term can have.
  func domain(of term: TermID) -> AnswerDomain {
    switch terms[term] {
    case .name(let name): AnswerDomain(of: names[name])
    case .call("size()", _): .integer(.init(least: .int(0), greatest: nil, unit: nil))
    default: .anything
    }
  }
}
