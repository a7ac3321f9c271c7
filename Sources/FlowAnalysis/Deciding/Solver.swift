// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Finds answers under which formulas are all true, or that there are none.
struct Solver {
  /// The result of a search.
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
    /// A term with its sample and the predicates that were asked of it.
    typealias Found = (term: TermID, sample: AnswerSamples.Sample, asked: [Predicate])

    /// The terms that matter.
    let samples: [Found]
  }

  private let goals: [FormulaID]
  private let facts: FlowFacts
  private let rules: Encoding.Rules
  private let limit: Int

  /// How much work was done: formulas encoded, and literals looked at.
  private(set) var work = 0

  /// The encoding in which the answers were found.
  private(set) var encoding: Encoding?

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - goals: The formulas that must all be true.
  ///   - facts: The flow that they speak of.
  ///   - rules: What holds besides.
  ///   - limit: How much work may be done.
  init(_ goals: [FormulaID], facts: FlowFacts, rules: Encoding.Rules, limit: Int) {
    self.facts = facts
    self.goals = goals
    self.rules = rules
    self.limit = limit
  }

  /// Searches.
  ///
  /// - Complexity: O(*limit*).
  mutating func solve() -> Outcome {
    var encoding = Encoding(goals, facts: facts, rules: rules, limit: limit)
    let outcome = encoding.solve()
    work = encoding.search.work
    switch outcome {
    case .unsatisfiable: return .impossible
    case .satisfiable:
      self.encoding = encoding
      return .possible(encoding.answers)
    case .undecided: return .undecided
    }
  }
}

extension Encoding {
  /// What the assignment that was found says of terms.
  var answers: Solver.Answers {
    Solver.Answers(
      samples: terms.compactMap { term in
        let questions = asked[term] ?? []
        guard questions.contains(where: { search.values[$0.variable] != 0 }),
          let samples = samples[term],
          let found = samples.first(where: { search.values[$0.variable] != -1 })
        else { return nil }
        let isAny = samples.allSatisfy { search.values[$0.variable] != -1 }
        return isAny && samples.count > 1
          ? nil : (term, found.sample, questions.map(\.predicate))
      })
  }
}
