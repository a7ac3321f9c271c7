// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

@testable import FlowFiles

// Expectations of mutations that are mistakes elsewhere.
extension FlowMutations {
  /// The keys of expressions that may be optional.
  private static let optionalKeys: Set<String> = ["default", "output", "from", "each", "over"]

  /// Returns the expectation if an expression loses an `orValue(…)`, which may be at its end and so
  /// provide the value of the whole.
  func expectationWithoutPresence(
    _ code: FlowSites.Code, isEnd: Bool
  ) -> FlowMutant.Expectation {
    let own = sites.lines(code.scalar.range)
    let steps = sites.steps(around: code.scalar.range)
    if let step = steps.last, step.head.key.text == "compute", code.key == "value" {
      // The computed value may be optional, but its readers need a value.
      let readers = sites.readers(of: step).map { sites.lines($0.scalar.range) }
      return .any([own] + readers)
    }
    // A computed setting is written `default: { value: … }`.
    let setting = steps.last?.entries.first { $0.value.range.holds(code.scalar.range) }
    let isOptional =
      Self.optionalKeys.contains(code.key)
      || code.key == "value" && Self.optionalKeys.contains(setting?.key.text ?? "")
    guard isEnd, !code.isTemplate, isOptional else { return .all([own]) }
    return .nothing(because: "the value may be absent here")
  }

  /// Returns whether an expression reads a choice that's a text: the answer by name or as a field,
  /// or a value computed from it.
  func readsChoice(_ text: String, _ code: FlowSites.Code) -> Bool {
    var names: Set<String> = []
    for choice in sites.choices where choice.text == text {
      if let step = sites.steps(around: choice.place).last { names.insert(step.id) }
    }
    // Computed values read only earlier ones, so one pass finds all.
    for step in sites.steps where step.head.key.text == "compute" {
      let reads = sites.codes.contains {
        step.node.range.holds($0.scalar.range) && Self.reads($0, anyOf: names)
      }
      if reads { names.insert(step.id) }
    }
    return Self.reads(code, anyOf: names)
  }

  private static func reads(_ code: FlowSites.Code, anyOf names: Set<String>) -> Bool {
    code.names.contains { names.contains($0.name) } || !code.members.isDisjoint(with: names)
  }
}
