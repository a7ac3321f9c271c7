// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

@testable import FlowFiles

// Where a mutation must be noticed that is no mistake at its own place.
extension FlowMutations {
  /// The keys of expressions that may have no value.
  private static let optionalKeys: Set<String> = ["default", "output", "from", "each", "over"]

  /// What the loader says when an expression gives what it reads without a stand-in, which may be
  /// the end of it, and so stand in for the value of the whole.
  func expectationWithoutPresence(
    _ code: FlowSites.Code, isEnd: Bool
  ) -> FlowMutant.Expectation {
    let own = sites.lines(code.scalar.range)
    let steps = sites.steps(around: code.scalar.range)
    if let step = steps.last, step.head.key.text == "compute", code.key == "value" {
      // The compute takes what may be absent, and whoever reads it does not.
      let readers = sites.readers(of: step).map { sites.lines($0.scalar.range) }
      return .any([own] + readers)
    }
    // A setting whose value is computed is written `default: { value: … }`.
    let setting = steps.last?.entries.first { $0.value.range.holds(code.scalar.range) }
    let isOptional =
      Self.optionalKeys.contains(code.key)
      || code.key == "value" && Self.optionalKeys.contains(setting?.key.text ?? "")
    guard isEnd, !code.isTemplate, isOptional else { return .all([own]) }
    return .nothing(because: "the value may be absent here")
  }

  /// Whether an expression reads a choice that is a text: the answer by its name or as a field, or
  /// what is computed from it.
  func readsChoice(_ text: String, _ code: FlowSites.Code) -> Bool {
    var names: Set<String> = []
    for choice in sites.choices where choice.text == text {
      if let step = sites.steps(around: choice.place).last { names.insert(step.id) }
    }
    // A compute reads earlier ones alone, so one way through the file finds all.
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
