// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// An encoding of formulas as clauses, which encodes shared parts once and only what a search
/// needs.
///
/// Each formula gets one variable, however often it's used. The variable is unconstrained until the
/// search gives it a value; then the formula's operands are encoded too. This way, most
/// contradictions and most solutions are found close to the goals. Each term gets a variable for
/// each sample that its predicates distinguish.
struct Encoding {
  /// Conditions that hold in addition to the goals.
  struct Rules {
    /// The number of stops that weren't reached.
    var stopsBefore = 0

    /// A name whose own rules are ignored; nil if there's none.
    var candidate: Int?
  }

  let facts: FlowFacts
  let rules: Rules

  /// The fixed answers, if any.
  let fixed: PossibleAnswers?

  /// The number of the first name whose answer isn't fixed.
  let firstOpenName: Int

  var search: ClauseSearch

  /// Whether a term was left unconstrained for lack of budget, so that a solution may be wrong.
  private(set) var isLoose = false

  /// Whether the goals depend on a fixed answer about which too little is known.
  private(set) var isBlocked = false

  /// The names with open answers that the goals and their rules read.
  private(set) var names: Set<Int> = []

  /// The names that were encountered whose values trigger rules.
  private var triggering: [Int] = []

  /// The names in ``triggering``.
  private var isTriggering: Set<Int> = []

  /// The rules that were triggered so far.
  private var rulesRequired: Set<TriggeredRule> = []

  /// The sample that was chosen for each name whose value triggers rules.
  private(set) var chosen: [TermID: AnswerSamples.Sample] = [:]

  private(set) var variables: [FormulaID: Int] = [:]

  /// The terms, in the order in which they were encountered.
  private(set) var terms: [TermID] = []

  /// The predicates of each term, with their variables.
  private(set) var asked: [TermID: [(predicate: Predicate, variable: Int)]] = [:]

  /// The samples of each term, with their variables; missing for terms that were left
  /// unconstrained.
  var samples: [TermID: [(sample: AnswerSamples.Sample, variable: Int)]] = [:]

  /// The variables whose formulas aren't encoded yet.
  private var pending: [Int: FormulaID] = [:]

  /// The number of predicates of each term that its samples take into account.
  private var encoded: [TermID: Int] = [:]

  /// The terms with predicates that their samples don't take into account yet.
  private var incomplete: [TermID] = []

  /// The number of literals on the trail that were examined for formulas to expand.
  private var examinedCount = 0

  /// The literal that's always true.
  let always: Literal

  /// Encodes formulas that must all be true.
  ///
  /// - Parameters:
  ///   - goals: The formulas.
  ///   - facts: The facts of the flow that they're about.
  ///   - rules: Conditions that hold in addition.
  ///   - fixed: The fixed answers; nil if all are open.
  ///   - firstOpenName: The first name whose answer is open even if it's among the fixed answers.
  ///     Earlier names don't depend on it.
  ///   - limit: The maximum amount of work for encoding and searching.
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
  /// - Complexity: O(*limit*). At most as much is encoded ahead of need as is needed.
  mutating func solve() -> ClauseSearch.Outcome {
    var reach = 8
    while !isBlocked {
      guard settle() else { return search.isContradictory ? .unsatisfiable : .undecided }
      let outcome = search.solve()
      guard case .satisfiable = outcome else { return outcome }
      search.work += search.trail.count
      let needed = search.trail.compactMap { pending[$0.variable] }
      if !needed.isEmpty {
        search.restart()
        expand(needed, further: reach)
        // The part that's encoded ahead of need is never more than the search may examine.
        reach = min(reach * 2, search.limit)
        continue
      }
      if isLoose || isBlocked { return .undecided }
      let violated = rulesViolated()
      if violated.isEmpty { return .satisfiable }
      search.restart()
      for rule in violated { require(rule) }
    }
    return .undecided
  }

  /// Encodes what the facts need, and returns false if they're contradictory or the limit is
  /// reached.
  private mutating func settle() -> Bool {
    while search.propagateFacts(), search.work <= search.limit {
      var needed: [FormulaID] = []
      while examinedCount < search.trail.count {
        if let id = pending[search.trail[examinedCount].variable] { needed.append(id) }
        examinedCount += 1
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

  /// Returns the literal of a formula; a new formula is expanded later.
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
      // Try the previous value first.
      if let truth = fixed?.knownTruth(of: id) { search.saved[variable] = truth ? 1 : -1 }
      pending[variable] = id
      return Literal(variable: variable)
    }
  }

  /// Encodes formulas, and some of their subformulas ahead of need.
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

  /// Returns operands with the atoms first.
  ///
  /// The search tries operands in order, and an atom doesn't lead back to earlier questions.
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
    for rule in facts.triggered[atom] ?? [] where isOpen(rule) { require(rule) }
    for name in read {
      if facts.triggeringNames.contains(name), isTriggering.insert(name).inserted {
        triggering.append(name)
      }
      guard !isFixed(name), names.insert(name).inserted else { continue }
      search.work += 1
      for axiom in name == rules.candidate ? [] : facts.axioms(of: name)
      where search.work <= search.limit {
        require(axiom)
      }
      // Stops are in the order of their numbers.
      for stop in facts.stopsReading[name] ?? [] {
        guard stop < rules.stopsBefore, search.work <= search.limit else { break }
        guard facts.applies(stop) else { continue }
        require(facts.formulas.not(facts.stops[stop].formula))
      }
    }
  }

  // MARK: Triggered rules

  /// The maximum number of samples of a name to try for one that triggers no rule.
  private static let maximumTries = 16

  /// Returns whether a rule applies here, and isn't required yet.
  private func isOpen(_ rule: TriggeredRule) -> Bool {
    switch rule {
    case .axiom(_, let name): name != rules.candidate && !rulesRequired.contains(rule)
    case .stop(let stop):
      stop < rules.stopsBefore && facts.applies(stop) && !rulesRequired.contains(rule)
    }
  }

  private mutating func require(_ rule: TriggeredRule) {
    guard rulesRequired.insert(rule).inserted else { return }
    switch rule {
    case .axiom(let formula, _): require(formula)
    case .stop(let stop): require(facts.formulas.not(facts.stops[stop].formula))
    }
  }

  /// Returns the rules that the chosen value of a name triggers.
  private func rules(triggeredBy value: Value, of term: TermID) -> [TriggeredRule] {
    facts.rules(of: term, being: value).filter { isOpen($0) }
  }

  /// Chooses samples of the names whose values trigger rules, and returns the rules that they
  /// trigger and that weren't required yet.
  private mutating func rulesViolated() -> [TriggeredRule] {
    var violated: [TriggeredRule] = []
    for name in triggering {
      let term = facts.terms.number(.name(name))
      if let value = fixed?.values[term], value != nil, name < firstOpenName { continue }
      let predicates = asked[term]?.map(\.predicate) ?? []
      let bounds = facts.domain(ofName: name).textBounds
      let possible =
        samples[term].map { $0.filter { search.values[$0.variable] != -1 }.map(\.sample) }
        ?? firstSamples(ofName: name)
      var first: [TriggeredRule] = []
      for sample in possible.prefix(Self.maximumTries) {
        search.work += 1
        let rules =
          sample.value(asked: predicates, in: bounds)
          .map { self.rules(triggeredBy: $0, of: term) } ?? []
        if rules.isEmpty {
          chosen[term] = sample
          first = []
          break
        }
        if first.isEmpty { first = rules }
      }
      violated += first
    }
    return violated
  }

  /// Returns samples of a name of which nothing was asked.
  private func firstSamples(ofName name: Int) -> [AnswerSamples.Sample] {
    switch facts.domain(ofName: name) {
    case .values(let values): values.prefix(Self.maximumTries).map { .value($0) }
    case let domain: AnswerSamples(of: domain, asked: []).samples
    }
  }

  /// Returns whether the rules of a name are already satisfied by its fixed answer.
  private func isFixed(_ name: Int) -> Bool {
    name < firstOpenName && fixed?.names.contains(name) == true
  }

  // MARK: Samples

  private mutating func encodeSamples(of term: TermID) {
    guard let asked = asked[term], encoded[term] != asked.count else { return }
    encoded[term] = asked.count
    let predicates = asked.map(\.predicate)
    if let found = listedSamples(of: term, predicates) {
      if !isLoose { encode(found, asked, of: term) }
      return
    }
    let domain = facts.domain(of: term)
    if encodeOrder(of: term, domain, asked) { return }
    let literals = predicates.reduce(1) { $0 + $1.literals.count }
    let sizes = predicates.count { $0.asksForSize }
    // Make sure first that it isn't too much.
    let count = max(domain.count, literals * (3 + 3 * sizes))
    guard count < search.limit, search.work + count * literals <= search.limit else {
      isLoose = true
      return
    }
    search.work += count * literals
    var found = AnswerSamples(of: domain, asked: predicates).samples
    // A question without a valid answer is a separate finding. Assume that it has any answer, so
    // that what follows isn't reported as unreachable too.
    if found.isEmpty { found = AnswerSamples(of: .anything, asked: predicates).samples }
    encode(found, asked, of: term)
  }

  /// Returns the listed values that predicates can tell from all others, and one of the others; nil
  /// if the term has no listed values, or a predicate does more than compare with values.
  private mutating func listedSamples(
    of term: TermID, _ predicates: [Predicate]
  ) -> [AnswerSamples.Sample]? {
    guard case .name(let name) = facts.terms[term],
      case .values(let values) = facts.domain(ofName: name), !values.isEmpty,
      let positions = facts.positions(ofName: name)
    else { return nil }
    var found: Set<Int> = []
    var literalCount = 0
    for predicate in predicates {
      switch predicate {
      case .compares(.equal, _), .isIn: break
      default: return nil
      }
      for literal in predicate.literals {
        guard literal.isPlain else { return nil }
        literalCount += 1
        if let position = positions[literal] { found.insert(position) }
      }
    }
    let cost = (found.count + 1) * (literalCount + 1)
    guard cost < search.limit, search.work + cost <= search.limit else {
      isLoose = true
      return []
    }
    search.work += cost
    // The first of the others is the one to show, unless it triggers rules.
    let first = values.indices.prefix(found.count + 1).first { !found.contains($0) }
    var other = first
    if let first, !rules(triggeredBy: values[first], of: term).isEmpty,
      let free = facts.firstWithoutRules(values, ofName: name), !found.contains(free)
    {
      other = free
    }
    if let other { found.insert(other) }
    return found.sorted().map { .value(values[$0]) }
  }

  /// Adds clauses for which samples satisfy which predicates, and that a term has a sample.
  private mutating func encode(
    _ found: [AnswerSamples.Sample], _ asked: [(predicate: Predicate, variable: Int)],
    of term: TermID
  ) {
    // Merge samples that no predicate distinguishes, and prefer those that trigger no rules.
    let triggers =
      if case .name(let name) = facts.terms[term] {
        facts.triggeringNames.contains(name)
      } else {
        false
      }
    func isTrigger(_ sample: AnswerSamples.Sample) -> Bool {
      guard triggers, case .value(let value) = sample else { return false }
      return !rules(triggeredBy: value, of: term).isEmpty
    }
    var signatures: [[Bool]: Int] = [:]
    var kept: [(sample: AnswerSamples.Sample, holds: [Bool])] = []
    for sample in found {
      let signature = asked.map { AnswerSamples.holds($0.predicate, of: sample) }
      if let place = signatures[signature] {
        if triggers, isTrigger(kept[place].sample), !isTrigger(sample) {
          kept[place].sample = sample
        }
      } else {
        signatures[signature] = kept.count
        kept.append((sample, signature))
      }
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
