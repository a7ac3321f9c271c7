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

    /// Answers under which as much is asked as was found to be possible together, and then answers
    /// that were found for something else, the last that helped first.
    fileprivate var possible = [PossibleAnswers(), PossibleAnswers()]
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

  /// How many parts of a formula are looked at for the first name that it reads.
  private static let nearestParts = 24

  /// How many possible answers are kept.
  private static let mostKept = 5

  /// How many names before the first that a question reads get other answers than the first that are
  /// kept, and how much work that may take.
  private static let windowWidths = [0, 8, 48]
  private static let windowLimit = 8_000

  /// How much work one search may do that only extends answers that were kept.
  private static let extensionLimit = 1_500

  /// The work done for the flow and for those inside it: formulas and terms read, and what searches
  /// looked at.
  var work: Int {
    facts.formulas.formulas.count + facts.terms.terms.count + facts.terms.work + searches.work
      + subflows.values.reduce(0) { $0 + $1.prover.work }
  }

  /// How much work the next search may do.
  private var limit: Int { isShort ? Self.laterSearchLimit : Self.searchLimit }

  /// Whether so much was searched for that every search must be short.
  private var isShort: Bool {
    searches.work > Self.totalLimit.base
      + Self.totalLimit.forEachFormula * facts.formulas.formulas.count
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
        searches.possible.insert(PossibleAnswers(encoding), at: 1)
        if searches.possible.count > Self.mostKept { searches.possible.removeLast() }
      }
      return true
    }
  }

  /// Lets the first answers that are kept make a formula true, where that only takes what they leave
  /// open.
  ///
  /// They're those of a walk on which as much is asked as possible. Most of what is possible is so
  /// with a few other answers than these.
  func prefer(_ formula: FormulaID, stopsBefore: Int) {
    guard formula != FormulaTable.true, let first = searches.possible.first else { return }
    _ = extend(
      first, [formula], Encoding.Rules(stopsBefore: stopsBefore), firstOpenName: .max)
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

  /// The last name that the formulas read, or the last condition on the way, and the first; only their
  /// nearest parts are looked at for it.
  private func names(of formulas: [FormulaID], at path: FlowPath) -> (last: Int, first: Int) {
    let subjects =
      formulas.isEmpty
      ? path.conditions.suffix(1).map { facts.conditions[$0].formula } : formulas
    searches.work += subjects.count * Self.nearestParts
    let last = max(0, subjects.reduce(0) { max($0, facts.lastName(of: $1)) })
    let first = subjects.compactMap { facts.names(of: $0, limit: Self.nearestParts).min() }.min()
    return (last, min(first ?? last, last))
  }

  /// Whether answers that were kept make the goals true, with others that they leave open.
  ///
  /// - Parameters:
  ///   - goals: The goals.
  ///   - rules: What holds besides.
  ///   - firstOpenName: The name from which on kept answers don't count. What's found then isn't
  ///     kept, because later answers depend on those that it replaces.
  ///   - skipped: How many of the first answers to leave out.
  /// - Returns: Whether they do; false also where that takes too much work.
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

  /// Whether the first answers that are kept make the goals true with others for some names before
  /// those that the goals read, the nearest first.
  private func extendFirst(
    _ goals: [FormulaID], _ rules: Encoding.Rules, before first: Int
  ) -> Bool {
    guard !isShort else { return false }
    for width in Self.windowWidths where width <= first {
      let outcome = extend(
        searches.possible[0], goals, rules, firstOpenName: first - width, limit: Self.windowLimit)
      // Where some take too much work, more take more.
      if outcome != .unsatisfiable { return outcome == .satisfiable }
    }
    return false
  }

  private func extend(
    _ kept: PossibleAnswers, _ goals: [FormulaID], _ rules: Encoding.Rules, firstOpenName: Int,
    limit: Int = PathProver.extensionLimit
  ) -> ClauseSearch.Outcome {
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
      limit: limit)
    let outcome = encoding.solve()
    searches.work += encoding.search.work
    if outcome == .satisfiable, firstOpenName == .max { kept.add(encoding) }
    return outcome
  }
}
