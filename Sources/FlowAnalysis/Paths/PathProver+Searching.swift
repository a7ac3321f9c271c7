// SPDX-License-Identifier: Apache-2.0

import FlowForms

// Searches for answers, and what's kept of one for the next.
extension PathProver {
  /// What was searched for, and how much work it took.
  struct Searches {
    /// The work done so far: formulas encoded, and literals looked at.
    fileprivate(set) var work = 0

    /// How many searches there were.
    fileprivate(set) var count = 0

    /// How many answers were evaluated before they were shown.
    fileprivate var replays = 0

    /// What was decided.
    fileprivate var decided: [Question: Bool] = [:]

    /// Answers that are possible together, the last that helped first.
    fileprivate var possible: [PossibleAnswers] = []
  }

  /// What's asked of a search.
  fileprivate struct Question: Hashable {
    let goals: Set<FormulaID>
    let stopsBefore: Int
    let candidate: Int?
  }

  /// How much work one search may do.
  static let searchLimit = 1_500_000

  /// How much work one search may do after all of them together have done a lot.
  static let laterSearchLimit = 1_000

  /// How much work all searches may do before they must be short: some in any case, and some for
  /// each formula of the flow.
  private static let totalLimit = (base: 4_000_000, forEachFormula: 400)

  /// How many possible answers are kept.
  private static let mostKept = 6

  /// How much work one search may do that only extends answers that were kept.
  private static let extensionLimit = 1_500

  /// The work done for the flow and for those inside it: formulas and terms read, and what searches
  /// looked at.
  var work: Int {
    facts.formulas.formulas.count + facts.terms.terms.count + searches.work
      + subflows.values.reduce(0) { $0 + $1.prover.work }
  }

  /// How much work the next search may do.
  private var limit: Int {
    let total = Self.totalLimit
    let most = total.base + total.forEachFormula * facts.formulas.formulas.count
    return searches.work > most ? Self.laterSearchLimit : Self.searchLimit
  }

  /// Searches for answers under which formulas are true at a point.
  ///
  /// - Parameters:
  ///   - formulas: The formulas.
  ///   - path: The way to the point; its conditions and stops count.
  ///   - candidate: A name whose own rules don't count yet, because they're what is asked.
  /// - Returns: Answers, that there are none, or that the limit was reached.
  func search(
    _ formulas: [FormulaID], at path: FlowPath, candidate: Int? = nil
  ) -> Solver.Outcome {
    guard let goals = goals(formulas, at: path) else { return .impossible }
    var solver = Solver(
      goals, facts: facts,
      rules: Encoding.Rules(stopsBefore: path.stopsBefore, candidate: candidate), limit: limit)
    let outcome = solver.solve()
    searches.work += solver.work
    searches.count += 1
    return outcome
  }

  /// Whether formulas can be true at a point; nil where that isn't decided.
  ///
  /// It answers as ``search(_:at:candidate:)`` does, mostly without a search: from what was decided
  /// before, or from answers that were found for something else.
  func isPossible(
    _ formulas: [FormulaID], at path: FlowPath, candidate: Int? = nil
  ) -> Bool? {
    guard let goals = goals(formulas, at: path) else { return false }
    let question = Question(
      goals: Set(goals), stopsBefore: path.stopsBefore, candidate: candidate)
    searches.work += goals.count
    if let known = searches.decided[question] { return known }
    let rules = Encoding.Rules(stopsBefore: path.stopsBefore, candidate: candidate)
    if extendKept(goals, rules, firstOpenName: candidate ?? .max)
      || extendKept(goals, rules, firstOpenName: firstName(of: formulas, at: path))
    {
      searches.decided[question] = true
      return true
    }
    var solver = Solver(goals, facts: facts, rules: rules, limit: limit)
    let outcome = solver.solve()
    searches.work += solver.work
    searches.count += 1
    switch outcome {
    case .undecided: return nil
    case .impossible:
      searches.decided[question] = false
      return false
    case .possible:
      searches.decided[question] = true
      if candidate == nil, let encoding = solver.encoding {
        searches.possible.insert(PossibleAnswers(encoding), at: 0)
        if searches.possible.count > Self.mostKept { searches.possible.removeLast() }
      }
      return true
    }
  }

  /// How many answers are evaluated; past them none are shown.
  private static let mostReplays = 200

  /// Answers that lead to a point without a name, like those that a search found; nil where none were
  /// found that do when everything on the way is evaluated.
  func replay(_ answers: Solver.Answers, without name: Int, at path: FlowPath) -> Solver.Answers? {
    searches.replays += 1
    guard searches.replays <= Self.mostReplays else { return nil }
    return AnswerReplay(facts, path: path, subject: name).answers(like: answers)
  }

  /// The formulas and the conditions on the way; nil when they can't be true.
  private func goals(_ formulas: [FormulaID], at path: FlowPath) -> [FormulaID]? {
    if let stop = facts.firstUnconditionalStop, stop < path.stopsBefore { return nil }
    let goals = formulas + path.conditions.map { facts.conditions[$0].formula }
    return goals.contains(FormulaTable.false) ? nil : goals
  }

  /// The first name that the formulas read, or the last condition on the way; only their nearest parts
  /// are looked at.
  private func firstName(of formulas: [FormulaID], at path: FlowPath) -> Int {
    let subjects =
      formulas.isEmpty
      ? path.conditions.suffix(1).map { facts.conditions[$0].formula } : formulas
    searches.work += subjects.count
    return subjects.compactMap { facts.names(of: $0, limit: 8).min() }.min() ?? 0
  }

  /// Whether answers that were kept make the goals true, with others that they leave open.
  ///
  /// - Parameters:
  ///   - goals: The goals.
  ///   - rules: What holds besides.
  ///   - firstOpenName: The name from which on kept answers don't count. What's found then isn't
  ///     kept, because later answers depend on those that it replaces.
  /// - Returns: Whether they do; false also where that takes too much work.
  private func extendKept(
    _ goals: [FormulaID], _ rules: Encoding.Rules, firstOpenName: Int
  ) -> Bool {
    for (index, kept) in searches.possible.enumerated() {
      var goals = goals
      var rules = rules
      if kept.stopsBefore < rules.stopsBefore {
        searches.work += rules.stopsBefore - kept.stopsBefore
        for stop in kept.stopsBefore..<rules.stopsBefore
        where facts.stopNames[stop].contains(where: kept.names.contains) {
          goals.append(facts.formulas.not(facts.stops[stop].formula))
        }
      }
      if firstOpenName == .max { rules.stopsBefore = max(rules.stopsBefore, kept.stopsBefore) }
      var encoding = Encoding(
        goals, facts: facts, rules: rules, fixed: kept, firstOpenName: firstOpenName,
        limit: Self.extensionLimit)
      let outcome = encoding.isBlocked ? .undecided : encoding.search.solve()
      searches.work += encoding.search.work
      guard case .satisfiable = outcome, !encoding.isLoose else { continue }
      if firstOpenName == .max { kept.add(encoding) }
      if index > 0 { searches.possible.insert(searches.possible.remove(at: index), at: 0) }
      return true
    }
    return false
  }
}
