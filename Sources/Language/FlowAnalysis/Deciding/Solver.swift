// SPDX-License-Identifier: Apache-2.0

/// Finds answers that make all formulas true, or proves that there are none.
struct Solver {
  /// The result of a search.
  enum Outcome {
    /// No answers make all formulas true.
    case impossible

    /// These answers make all formulas true.
    case possible(Answers)

    /// The limit was reached.
    case undecided
  }

  /// Answers that make formulas true: a sample for each term that matters.
  struct Answers {
    /// A term with its sample and its predicates.
    typealias Found = (term: TermID, sample: AnswerSamples.Sample, asked: [Predicate])

    /// The terms that matter.
    let samples: [Found]
  }

  private let goals: [FormulaID]
  private let facts: FlowFacts
  private let rules: Encoding.Rules
  private let limit: Int

  /// The work done: formulas encoded, and literals examined.
  private(set) var work = 0

  /// The encoding in which the answers were found, if any.
  private(set) var encoding: Encoding?

  /// Creates a solver.
  ///
  /// - Parameters:
  ///   - goals: The formulas that must all be true.
  ///   - facts: The flow that they speak of.
  ///   - rules: What holds besides.
  ///   - limit: The maximum amount of work.
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
  /// The answers in the assignment that was found.
  var answers: Solver.Answers {
    Solver.Answers(
      samples: terms.compactMap { term in
        let questions = asked[term] ?? []
        guard questions.contains(where: { search.values[$0.variable] != 0 }),
          let samples = samples[term],
          let first = samples.first(where: { search.values[$0.variable] != -1 })
        else { return nil }
        let isAny = samples.allSatisfy { search.values[$0.variable] != -1 }
        return isAny && samples.count > 1
          ? nil : (term, chosen[term] ?? first.sample, questions.map(\.predicate))
      })
  }
}
