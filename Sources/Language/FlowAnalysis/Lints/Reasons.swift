// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The conditions and stops on a path that make something impossible.
struct Reasons {
  /// A note about each condition and stop, and about the answers whose rules are involved.
  let notes: [Diagnostic.Note]

  /// Finds the conditions and stops that make goals impossible.
  ///
  /// - Parameters:
  ///   - goals: Formulas that can't be true together with the path.
  ///   - path: The path.
  ///   - prover: The prover.
  ///   - candidate: A name whose own rules are ignored.
  init(
    for goals: [FormulaID], at path: FlowPath, _ prover: PathProver, candidate: Int? = nil
  ) {
    var needed = path
    if path.conditions.count <= 12 {
      for condition in path.conditions {
        var without = needed
        without.conditions.removeAll { $0 == condition }
        if prover.isPossible(goals, at: without, candidate: candidate) == false {
          needed = without
        }
      }
    }
    let facts = prover.facts
    var notes = needed.conditions.map { number -> Diagnostic.Note in
      let condition = facts.conditions[number]
      return .init(
        "this is reached only when `\(condition.expression.root.oneLine)`",
        at: condition.source.place)
    }
    var names: Set<Int> = []
    for goal in goals { names.formUnion(facts.names(of: goal)) }
    for number in needed.conditions {
      names.formUnion(facts.names(of: facts.conditions[number].formula))
    }
    var withoutStops = needed
    withoutStops.stopsBefore = 0
    if needed.stopsBefore > 0 {
      if prover.isPossible(goals, at: withoutStops, candidate: candidate) == false {
        needed = withoutStops
      } else if let stop = Self.stop(
        goals, needed, prover, candidate: candidate)
      {
        let check = facts.stops[stop].check
        notes.append(
          .init(
            check == nil ? "the flow stops here first" : "this check is true from here on",
            at: check?.place ?? facts.stops[stop].id.place))
      }
    }
    for name in names.sorted().prefix(3) where name != candidate {
      guard let words = facts.names[name].rules else { continue }
      notes.append(
        .init("'\(facts.names[name].id.name)' is \(words)", at: facts.names[name].id.place))
    }
    self.notes = notes
  }

  /// Returns the first stop that makes the goals impossible.
  private static func stop(
    _ goals: [FormulaID], _ path: FlowPath, _ prover: PathProver, candidate: Int?
  ) -> Int? {
    var low = 0
    var high = path.stopsBefore
    // Adding stops never makes more possible, so binary search finds the first relevant stop.
    while low < high {
      let middle = (low + high) / 2
      var shorter = path
      shorter.stopsBefore = middle
      if prover.isPossible(goals, at: shorter, candidate: candidate) == false {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low > 0 ? low - 1 : nil
  }
}

extension NameFacts {
  /// A description of its possible values; nil if they're unbounded.
  fileprivate var rules: String? {
    guard let field else { return nil }
    switch AnswerDomain(of: self) {
    case .values(let values) where values.count <= 8:
      return "one of \(values.map(AnswerDescription.literal).joined(separator: ", "))"
    case .integer(let bounds), .number(let bounds):
      switch (bounds.least, bounds.greatest) {
      case (let least?, let greatest?):
        return "from \(least.plainText) to \(greatest.plainText)"
      case (let least?, nil): return "\(least.plainText) or more"
      case (nil, let greatest?): return "\(greatest.plainText) or less"
      case (nil, nil): return nil
      }
    case .date, .time, .moment: return limits(of: field, "earlier", "later")
    case .span: return limits(of: field, "shorter", "longer")
    default: return nil
    }
  }

  /// The least and the greatest value that the file gives, with the words for less and more.
  private func limits(of field: FieldDefinition, _ less: String, _ more: String) -> String? {
    switch (field.literal(.min), field.literal(.max)) {
    case (let first?, let last?): "from \(first.plainText) to \(last.plainText)"
    case (let first?, nil): "\(first.plainText) or \(more)"
    case (nil, let last?): "\(last.plainText) or \(less)"
    case (nil, nil): nil
    }
  }
}
