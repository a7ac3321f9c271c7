// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Finds answers under which formulas are all true, or that there are none.
///
/// It first looks at the formulas near the goals, with everything further away left free: most
/// contradictions stand close together, and what contradicts itself then does so in the whole flow
/// too. Where there's no contradiction it looks further, in the end at all formulas below the goals.
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

  /// How many formulas each look expands: the last one all of them.
  private static let looks = [12, 60, 300, 1_500, Int.max]

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
    for mostFormulas in Self.looks {
      var encoding = Encoding(
        goals, facts: facts, rules: rules, mostFormulas: mostFormulas, limit: limit - work)
      let outcome = encoding.search.solve()
      work += encoding.search.work
      switch outcome {
      case .unsatisfiable: return .impossible
      case .satisfiable where !encoding.isLoose:
        self.encoding = encoding
        return .possible(encoding.answers)
      default: if work > limit || !encoding.isLoose { return .undecided }
      }
    }
    return .undecided
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
