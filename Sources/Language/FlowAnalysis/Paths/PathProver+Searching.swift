// SPDX-License-Identifier: Apache-2.0

// Searches for answers, and what's kept from one search for the next.
extension PathProver {
  /// The results of searches, and the work that they took.
  struct Searches {
    /// The work done so far: formulas encoded, and literals examined.
    fileprivate(set) var work = 0

    /// The number of searches.
    fileprivate(set) var count = 0

    /// The number of replays of answers.
    fileprivate var replays = 0

    /// The results of questions; an inner nil if a search reached its limit.
    fileprivate var decided: [Question: Bool?] = [:]

    /// The path to the first place about which a search reached its limit; nil if none did.
    fileprivate var firstUndecided: FlowPath?

    /// The answers that are kept.
    ///
    /// The first ones reach as many questions as possible; the others were found for other
    /// questions, most recently useful first.
    fileprivate var possible = [PossibleAnswers(), PossibleAnswers()]
  }

  fileprivate struct Question: Hashable {
    let goals: Set<FormulaID>
    let stopsBefore: Int
    let candidate: Int?
  }

  /// The maximum amount of work of a search.
  static let searchLimit = 1_500_000

  /// The maximum amount of work of a search once the total limit is reached.
  static let laterSearchLimit = 1_000

  /// The maximum total amount of work before searches must be short: a base, and some for each
  /// formula of the flow.
  private static let totalLimit = (base: 500_000, forEachFormula: 1_000)

  /// The maximum number of subformulas to examine for the first name that a formula reads.
  private static let maximumExaminedParts = 24

  /// The maximum number of sets of answers to keep.
  private static let maximumKept = 5

  /// How many names before the first one that a question reads may get answers other than the first
  /// kept ones, and the maximum amount of work for that.
  private static let windowWidths = [0, 8, 48]
  private static let windowLimit = 8_000

  /// The maximum amount of work of a search that only extends kept answers, and that once the total
  /// limit is reached.
  private static let extensionLimit = 1_500
  private static let laterExtensionLimit = 250

  /// The work done for the flow and its nested flows: formulas and terms read, and the work of
  /// searches.
  var work: Int {
    facts.formulas.formulas.count + facts.terms.terms.count + facts.terms.work + searches.work
      + subflows.values.reduce(0) { $0 + $1.prover.work }
  }

  /// The maximum amount of work of the next search.
  private var limit: Int { isShort ? Self.laterSearchLimit : Self.searchLimit }

  /// The path to the first place about which a search reached its limit; nil if none did.
  var firstUndecided: FlowPath? { searches.firstUndecided }

  /// Whether the total limit is reached, so that every search must be short.
  private var isShort: Bool { searches.work > totalLimit }

  private var totalLimit: Int {
    Self.totalLimit.base + Self.totalLimit.forEachFormula * facts.formulas.formulas.count
  }

  /// Whether half of what all searches may take together is used.
  var isNearLimits: Bool {
    2 * searches.work > totalLimit || 2 * searches.replays > Self.maximumReplays
      || facts.isNearLimits || subflows.values.contains { $0.prover.isNearLimits }
  }

  /// Searches for answers under which formulas are true at a point.
  ///
  /// - Parameters:
  ///   - formulas: The formulas.
  ///   - path: The path to the point; its conditions and stops are taken into account.
  ///   - candidate: A name whose own rules are ignored, because they're what the question is about.
  /// - Returns: Answers, or that there are none, or that the limit was reached.
  func search(
    _ formulas: [FormulaID], at path: FlowPath, candidate: Int? = nil
  ) -> Solver.Outcome {
    guard let goals = goals(formulas, at: path) else { return .impossible }
    let rules = Encoding.Rules(stopsBefore: path.stopsBefore, candidate: candidate)
    return solve(goals, rules, at: path).outcome
  }

  private func solve(
    _ goals: [FormulaID], _ rules: Encoding.Rules, at path: FlowPath
  ) -> (outcome: Solver.Outcome, encoding: Encoding?) {
    var solver = Solver(goals, facts: facts, rules: rules, limit: limit)
    let outcome = solver.solve()
    searches.work += solver.work
    searches.count += 1
    if case .undecided = outcome, searches.firstUndecided == nil { searches.firstUndecided = path }
    return (outcome, solver.encoding)
  }

  /// Returns whether formulas can be true at a point, or nil if that isn't decided.
  ///
  /// The result is that of ``search(_:at:candidate:)``, but usually needs no search: it comes from
  /// earlier decisions, or from answers that were found for other questions.
  func isPossible(
    _ formulas: [FormulaID], at path: FlowPath, candidate: Int? = nil
  ) -> Bool? {
    guard let goals = goals(formulas, at: path) else { return false }
    let question = Question(
      goals: Set(goals), stopsBefore: path.stopsBefore, candidate: candidate)
    searches.work += goals.count
    if let known = searches.decided[question] { return known }
    let rules = Encoding.Rules(stopsBefore: path.stopsBefore, candidate: candidate)
    if extendKept(goals, rules, firstOpenName: candidate ?? .max) {
      searches.decided[question] = true
      return true
    }
    let (last, first) = names(of: formulas, at: path)
    if extend(searches.possible[0], goals, rules, firstOpenName: last) == .satisfiable
      || extendFirst(goals, rules, before: first)
      || extendKept(goals, rules, firstOpenName: first, skipping: 1)
    {
      searches.decided[question] = true
      return true
    }
    let (outcome, encoding) = solve(goals, rules, at: path)
    switch outcome {
    case .undecided:
      searches.decided[question] = .some(nil)
      return nil
    case .impossible:
      searches.decided[question] = false
      return false
    case .possible:
      searches.decided[question] = true
      if candidate == nil, let encoding {
        searches.possible.insert(PossibleAnswers(encoding), at: 1)
        if searches.possible.count > Self.maximumKept { searches.possible.removeLast() }
      }
      return true
    }
  }

  /// Returns whether a stop at the current place ends every path, which it may even if its condition isn't
  /// literally `true`.
  func endsEveryPath(_ formula: FormulaID, after stops: Int) -> Bool {
    if formula == FormulaTable.true { return true }
    var all = FlowPath()
    all.stopsBefore = stops
    let firstUndecided = searches.firstUndecided
    let isPassed = isPossible([facts.formulas.not(formula)], at: all)
    // The question is about the stop's own condition, which isn't on the path of the search.
    if isPassed == nil { searches.firstUndecided = firstUndecided ?? path }
    return isPassed == false
  }

  /// Extends the first kept answers so that they make a formula true, if that only takes answers
  /// that they leave open.
  ///
  /// The first kept answers reach as many questions as possible. Most of what's possible is
  /// possible with only a few changes to them.
  func prefer(_ formula: FormulaID, stopsBefore: Int) {
    guard formula != FormulaTable.true, let first = searches.possible.first else { return }
    _ = extend(
      first, [formula], Encoding.Rules(stopsBefore: stopsBefore), firstOpenName: .max)
  }

  /// The maximum number of replays; after that, no answers are shown.
  private static let maximumReplays = 200

  /// Returns answers that lead to a point without a name when everything on the path is evaluated:
  /// the ones that a search found, or similar ones.
  ///
  /// Returns nil if there are none.
  func replay(_ answers: Solver.Answers, without name: Int, at path: FlowPath) -> Solver.Answers? {
    searches.replays += 1
    guard searches.replays <= Self.maximumReplays else { return nil }
    return AnswerReplay(facts, path: path, subject: name, answers).answers(like: answers)
  }

  /// Returns formulas together with the conditions on the path, or nil if they can't be true.
  private func goals(_ formulas: [FormulaID], at path: FlowPath) -> [FormulaID]? {
    if let stop = facts.firstUnconditionalStop, stop < path.stopsBefore { return nil }
    let goals = formulas + path.conditions.map { facts.conditions[$0].formula }
    return goals.contains(FormulaTable.false) ? nil : goals
  }

  /// Returns the first and the last name that formulas read, or that the last condition on the path
  /// reads if there are no formulas.
  ///
  /// For the first name, only a few subformulas are examined.
  private func names(of formulas: [FormulaID], at path: FlowPath) -> (last: Int, first: Int) {
    let subjects =
      formulas.isEmpty
      ? path.conditions.suffix(1).map { facts.conditions[$0].formula } : formulas
    searches.work += subjects.count * Self.maximumExaminedParts
    let last = max(0, subjects.reduce(0) { max($0, facts.lastName(of: $1)) })
    let first = subjects.compactMap { facts.names(of: $0, limit: Self.maximumExaminedParts).min() }
      .min()
    return (last, min(first ?? last, last))
  }

  /// Returns whether kept answers make the goals true, extended by answers that they leave open.
  ///
  /// - Parameters:
  ///   - goals: The goals.
  ///   - rules: Conditions that hold in addition.
  ///   - firstOpenName: The first name whose kept answer is ignored. If there's such a name, new
  ///     answers aren't kept, because later answers depend on those that they'd replace.
  ///   - skipped: The number of kept sets of answers to skip.
  /// - Returns: Whether they do; also false if that takes too much work.
  private func extendKept(
    _ goals: [FormulaID], _ rules: Encoding.Rules, firstOpenName: Int, skipping skipped: Int = 0
  ) -> Bool {
    for (index, kept) in searches.possible.enumerated().dropFirst(skipped)
    where extend(kept, goals, rules, firstOpenName: firstOpenName) == .satisfiable {
      if index > 1 { searches.possible.insert(searches.possible.remove(at: index), at: 1) }
      return true
    }
    return false
  }

  /// Returns whether the first kept answers make the goals true with other answers for some names
  /// just before those that the goals read.
  private func extendFirst(
    _ goals: [FormulaID], _ rules: Encoding.Rules, before first: Int
  ) -> Bool {
    guard !isShort else { return false }
    for width in Self.windowWidths where width <= first {
      let outcome = extend(
        searches.possible[0], goals, rules, firstOpenName: first - width, limit: Self.windowLimit)
      // If a narrow window takes too much work, so does a wider one.
      if outcome != .unsatisfiable { return outcome == .satisfiable }
    }
    return false
  }

  private func extend(
    _ kept: PossibleAnswers, _ goals: [FormulaID], _ rules: Encoding.Rules, firstOpenName: Int,
    limit: Int? = nil
  ) -> ClauseSearch.Outcome {
    let limit = limit ?? (isShort ? Self.laterExtensionLimit : Self.extensionLimit)
    var goals = goals
    var rules = rules
    if kept.stopsBefore < rules.stopsBefore {
      let stops = kept.stops(before: rules.stopsBefore, in: facts, work: &searches.work)
      // Looking at all of them for each of many stops would take quadratic time.
      guard stops.reached.count + stops.left.count <= limit else { return .undecided }
      searches.work += stops.reached.count + stops.left.count
      let reached = stops.reached.filter { facts.applies($0) }
      let left = stops.left.filter { facts.applies($0) }
      // The other answers don't change that a stop is reached.
      if !reached.isEmpty, firstOpenName == .max { return .unsatisfiable }
      for stop in reached + left {
        goals.append(facts.formulas.not(facts.stops[stop].formula))
      }
    }
    if firstOpenName == .max { rules.stopsBefore = max(rules.stopsBefore, kept.stopsBefore) }
    var encoding = Encoding(
      goals, facts: facts, rules: rules, fixed: kept, firstOpenName: firstOpenName,
      limit: limit)
    let outcome = encoding.solve()
    searches.work += encoding.search.work
    if outcome == .satisfiable, firstOpenName == .max { kept.add(encoding) }
    return outcome
  }
}
