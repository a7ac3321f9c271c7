// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Comparisons of a term with many whole numbers.
extension Encoding {
  /// The number of predicates above which whole numbers are encoded by their order.
  private static let manyPredicates = 64

  /// Adds clauses for the comparisons of a term with whole numbers if there are many, and returns
  /// whether it did.
  ///
  /// Each sample and each predicate would take a clause. Instead, a chain of variables says from
  /// which sample on the value is, which determines the predicates and the samples.
  ///
  /// - Complexity: O(*n* log *n*) in the number of predicates.
  mutating func encodeOrder(
    of term: TermID, _ domain: AnswerDomain, _ asked: [(predicate: Predicate, variable: Int)]
  ) -> Bool {
    guard asked.count > Self.manyPredicates, case .integer = domain else { return false }
    var comparisons: [(binary: BinaryOperator, number: Int64, variable: Int)] = []
    for (predicate, variable) in asked {
      guard case .compares(let binary, .int(let number)) = predicate else { return false }
      comparisons.append((binary, number, variable))
    }
    search.work += asked.count
    let found = AnswerSamples(of: domain, asked: asked.map(\.predicate)).samples
    let numbers = found.compactMap { sample -> Int64? in
      if case .value(.int(let number)) = sample { number } else { nil }
    }.sorted()
    guard !numbers.isEmpty, numbers.count == found.count else { return false }
    // Whether the value is at least each number.
    var isFrom = numbers.indices.map { index in
      index == 0 ? always : Literal(variable: search.makeVariable())
    }
    isFrom.append(!always)
    var isNumber: [Int64: Literal] = [:]
    for (index, number) in numbers.enumerated() {
      let literal = Literal(variable: search.makeVariable())
      isNumber[number] = literal
      search.add(clause: [!literal, isFrom[index]])
      search.add(clause: [!literal, !isFrom[index + 1]])
      search.add(clause: [!isFrom[index], isFrom[index + 1], literal])
      search.add(clause: [!isFrom[index + 1], isFrom[index]])
    }
    for (binary, number, variable) in comparisons {
      let question = Literal(variable: variable)
      let truth: Literal
      switch binary {
      case .greaterOrEqual: truth = isFrom[numbers.partitioningIndex { $0 >= number }]
      case .greater: truth = isFrom[numbers.partitioningIndex { $0 > number }]
      case .less: truth = !isFrom[numbers.partitioningIndex { $0 >= number }]
      case .lessOrEqual: truth = !isFrom[numbers.partitioningIndex { $0 > number }]
      default: truth = isNumber[number] ?? !always
      }
      search.add(clause: [!question, truth])
      search.add(clause: [question, !truth])
    }
    samples[term] = found.compactMap { sample in
      guard case .value(.int(let number)) = sample else { return nil }
      return isNumber[number].map { (sample, $0.variable) }
    }
    return true
  }
}
