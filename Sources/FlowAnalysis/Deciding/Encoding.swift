// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

/// Formulas as clauses, each shared part once, and no more of them than a search needs.
///
/// A formula gets one variable, whatever the number of places at which it's used, and is free until
/// the search gives it a value: then what it's made of is encoded too. So most contradictions are
/// found near the goals, and most answers too. A term gets a variable for each sample that its
/// predicates tell apart.
struct Encoding {
  /// What holds besides the goals.
  struct Rules {
    /// How many stops weren't reached.
    var stopsBefore = 0

    /// A name whose own rules don't count; nil: there's none.
    var candidate: Int?
  }

  let facts: FlowFacts
  let rules: Rules

  /// Answers that are fixed; nil: none are.
  let fixed: PossibleAnswers?

  /// The name from which on answers aren't fixed.
  let firstOpenName: Int

  /// The clauses.
  var search: ClauseSearch

  /// Whether a term was left free that isn't, so that what's found possible may not be.
  private(set) var isLoose = false

  /// Whether the goals depend on a fixed answer of which too little is known.
  private(set) var isBlocked = false

  /// The names that the goals and their rules read, and whose answers aren't fixed.
  private(set) var names: Set<Int> = []

  /// The variables of formulas.
  private(set) var variables: [FormulaID: Int] = [:]

  /// The terms in the order in which they were found.
  private(set) var terms: [TermID] = []

  /// What's asked of each term, with the variables.
  private(set) var asked: [TermID: [(predicate: Predicate, variable: Int)]] = [:]

  /// The samples of each term with their variables; none where its predicates are free.
  private(set) var samples: [TermID: [(sample: AnswerSamples.Sample, variable: Int)]] = [:]

  /// The variables whose formulas are free until they have a value.
  private var pending: [Int: FormulaID] = [:]

  /// How many of the predicates of each term its samples tell apart.
  private var encoded: [TermID: Int] = [:]

  /// The terms of which more is asked than their samples tell apart.
  private var incomplete: [TermID] = []

  /// How many facts were looked at for what must be expanded.
  private var looked = 0

  /// The variable that's always true.
  private let always: Literal

  /// Encodes formulas that must all be true.
  ///
  /// - Parameters:
  ///   - goals: The formulas.
  ///   - facts: The flow that they speak of.
  ///   - rules: What holds besides.
  ///   - fixed: Answers that are given; nil: all are open.
  ///   - firstOpenName: The name from which on answers are open all the same. Nothing before it
  ///     depends on them.
  ///   - limit: How much work encoding and searching may do.
  init(
    _ goals: [FormulaID], facts: FlowFacts, rules: Rules, fixed: PossibleAnswers? = nil,
    firstOpenName: Int = .max, limit: Int
  ) {
    self.facts = facts
    self.rules = rules
    self.fixed = fixed
    self.firstOpenName = firstOpenName
    search = ClauseSearch(limit: limit)
    always = Literal(variable: search.makeVariable())
    search.add(fact: always)
    for goal in goals { require(goal) }
  }

  /// Searches.
  ///
  /// - Complexity: O(*limit*). What's encoded ahead of need is at most as much as what was needed.
  mutating func solve() -> ClauseSearch.Outcome {
    var reach = 8
    while !isBlocked {
      guard settle() else { return search.isContradictory ? .unsatisfiable : .undecided }
      let outcome = search.solve()
      guard case .satisfiable = outcome else { return outcome }
      search.work += search.trail.count
      let needed = search.trail.compactMap { pending[$0.variable] }
      if needed.isEmpty { return isLoose || isBlocked ? .undecided : .satisfiable }
      search.restart()
      expand(needed, further: reach)
      reach *= 2
    }
    return .undecided
  }

  /// Encodes what the facts need; false where they contradict each other, or the limit was reached.
  private mutating func settle() -> Bool {
    while search.propagateFacts(), search.work <= search.limit {
      var needed: [FormulaID] = []
      while looked < search.trail.count {
        if let id = pending[search.trail[looked].variable] { needed.append(id) }
        looked += 1
        search.work += 1
      }
      if !needed.isEmpty {
        expand(needed, further: 0)
      } else if incomplete.isEmpty {
        return true
      } else {
        let terms = incomplete
        incomplete = []
        for term in terms { encodeSamples(of: term) }
      }
    }
    return false
  }

  private mutating func require(_ goal: FormulaID) { search.add(fact: literal(of: goal)) }

  /// The literal of a formula, which is expanded later when it's new.
  private mutating func literal(of id: FormulaID) -> Literal {
    search.work += 1
    switch facts.formulas[id] {
    case .constant(let truth): return truth ? always : !always
    case .not(let operand): return !literal(of: operand)
    case .atom, .all, .any:
      if let known = variables[id] { return Literal(variable: known) }
      if let fixed, firstOpenName == .max || facts.lastName(of: id) < firstOpenName,
        let truth = fixed.truth(of: id, in: facts, work: &search.work)
      {
        return truth ? always : !always
      }
      let variable = search.makeVariable()
      variables[id] = variable
      // What was so before is tried first.
      if let truth = fixed?.knownTruth(of: id) { search.saved[variable] = truth ? 1 : -1 }
      pending[variable] = id
      return Literal(variable: variable)
    }
  }

  /// Encodes formulas, and some of those that they're made of.
  private mutating func expand(_ needed: [FormulaID], further: Int) {
    var open = needed
    var next = 0
    while next < open.count, next < needed.count + further, search.work <= search.limit {
      let id = open[next]
      next += 1
      guard let variable = variables[id], pending.removeValue(forKey: variable) != nil else {
        continue
      }
      let literal = Literal(variable: variable)
      var operands: [Literal] = []
      switch facts.formulas[id] {
      case .constant, .not: break
      case .any(let parts):
        operands = simplestFirst(parts).map { self.literal(of: $0) }
        search.add(gate: literal, anyOf: operands)
      case .all(let parts):
        operands = simplestFirst(parts).map { !self.literal(of: $0) }
        search.add(gate: !literal, anyOf: operands)
      case .atom(let atom): add(atom, variable)
      }
      guard open.count < needed.count + further else { continue }
      open += operands.compactMap { pending[$0.variable] }
    }
  }

  /// Operands with the atoms first: a search tries them in this order, and what an answer decides
  /// doesn't lead back to earlier questions.
  private func simplestFirst(_ operands: [FormulaID]) -> [FormulaID] {
    let atoms = operands.filter { facts.formulas.isAtom($0) }
    guard !atoms.isEmpty, atoms.count < operands.count else { return operands }
    return atoms + operands.filter { !facts.formulas.isAtom($0) }
  }

  private mutating func add(_ atom: Atom, _ variable: Int) {
    let read = facts.terms.names(of: atom.term)
    if fixed?.values[atom.term] != nil, (read.last ?? -1) < firstOpenName { isBlocked = true }
    if asked[atom.term] == nil { terms.append(atom.term) }
    if incomplete.last != atom.term { incomplete.append(atom.term) }
    asked[atom.term, default: []].append((atom.predicate, variable))
    for lemma in facts.lemmas[atom.term] ?? [] { require(lemma) }
    for name in read where !isFixed(name) && names.insert(name).inserted {
      search.work += 1
      if name != rules.candidate { for axiom in facts.axioms(of: name) { require(axiom) } }
      for stop in facts.stopsReading[name] ?? [] where stop < rules.stopsBefore {
        require(facts.formulas.not(facts.stops[stop].formula))
      }
    }
  }

  /// Whether the rules of a name hold already.
  private func isFixed(_ name: Int) -> Bool {
    name < firstOpenName && fixed?.names.contains(name) == true
  }

  // MARK: Samples

  private mutating func encodeSamples(of term: TermID) {
    guard let asked = asked[term], encoded[term] != asked.count else { return }
    encoded[term] = asked.count
    let predicates = asked.map(\.predicate)
    let literals = predicates.reduce(1) { $0 + $1.literals.count }
    let sizes = predicates.count { $0.asksForSize }
    let domain = facts.domain(of: term)
    // Not before it's known that it isn't too much.
    let count = max(domain.count, literals * (3 + 3 * sizes))
    guard count < search.limit, search.work + count * literals <= search.limit else {
      isLoose = true
      return
    }
    search.work += count * literals
    var found = AnswerSamples(of: domain, asked: predicates).samples
    // A question without an acceptable answer is a finding of its own; its answer may be anything,
    // so that what follows isn't called unreachable too.
    if found.isEmpty { found = AnswerSamples(of: .anything, asked: predicates).samples }
    encode(found, asked, of: term)
  }

  /// Says which sample makes which predicates true, and that a term has one.
  private mutating func encode(
    _ found: [AnswerSamples.Sample], _ asked: [(predicate: Predicate, variable: Int)],
    of term: TermID
  ) {
    // Samples that no predicate tells apart are one.
    var signatures: Set<[Bool]> = []
    var kept: [(sample: AnswerSamples.Sample, holds: [Bool])] = []
    for sample in found {
      let signature = asked.map { AnswerSamples.holds($0.predicate, of: sample) }
      if signatures.insert(signature).inserted { kept.append((sample, signature)) }
    }
    let variables = kept.map { _ in search.makeVariable() }
    samples[term] = zip(kept, variables).map { ($0.sample, $1) }
    search.add(clause: variables.map { Literal(variable: $0) })
    for (index, question) in asked.enumerated() {
      var holding = [Literal(variable: question.variable, isTrue: false)]
      var failing = [Literal(variable: question.variable)]
      for (sample, variable) in zip(kept, variables) {
        let literal = Literal(variable: variable)
        if sample.holds[index] { holding.append(literal) } else { failing.append(literal) }
        search.add(clause: [
          !literal, Literal(variable: question.variable, isTrue: sample.holds[index]),
        ])
      }
      search.add(clause: holding)
      search.add(clause: failing)
    }
  }
}
