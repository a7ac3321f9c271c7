// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

/// Formulas as clauses, each shared part once.
///
/// Every formula below the goals gets one variable, whatever the number of places at which it
/// stands. A term gets a variable for each sample that its predicates tell apart.
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

  /// How many formulas are expanded; the others are free.
  let mostFormulas: Int

  /// Whether a formula was left free that isn't, so that what's found possible may not be.
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

  private var open: [FormulaID] = []

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
  ///   - mostFormulas: How many formulas to expand.
  ///   - limit: How much work encoding and searching may do.
  init(
    _ goals: [FormulaID], facts: FlowFacts, rules: Rules, fixed: PossibleAnswers? = nil,
    firstOpenName: Int = .max, mostFormulas: Int = .max, limit: Int
  ) {
    self.facts = facts
    self.rules = rules
    self.fixed = fixed
    self.firstOpenName = firstOpenName
    self.mostFormulas = mostFormulas
    search = ClauseSearch(limit: limit)
    always = Literal(variable: search.makeVariable())
    search.add(fact: always)
    for goal in goals { require(goal) }
    expandAll()
    for term in terms { encodeSamples(of: term) }
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
      open.append(id)
      return Literal(variable: variable)
    }
  }

  private mutating func expandAll() {
    var next = 0
    while next < open.count {
      guard next < mostFormulas, search.work <= search.limit else {
        isLoose = true
        return
      }
      let id = open[next]
      next += 1
      guard let variable = variables[id] else { continue }
      let literal = Literal(variable: variable)
      switch facts.formulas[id] {
      case .constant, .not: break
      case .any(let operands):
        search.add(gate: literal, anyOf: operands.map { self.literal(of: $0) })
      case .all(let operands):
        search.add(gate: !literal, anyOf: operands.map { !self.literal(of: $0) })
      case .atom(let atom): add(atom, variable)
      }
    }
  }

  private mutating func add(_ atom: Atom, _ variable: Int) {
    let read = facts.terms.names(of: atom.term)
    if fixed?.values[atom.term] != nil, (read.last ?? -1) < firstOpenName { isBlocked = true }
    if asked[atom.term] == nil { terms.append(atom.term) }
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
    guard let asked = asked[term] else { return }
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
