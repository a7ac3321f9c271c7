// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
public import FlowForms
public import SourceDiagnostics

/// How much of a flow its scripts walk.
///
/// ```swift
/// var coverage = FlowCoverage(of: flow)
/// for script in scripts { coverage.add(ScriptRun.run(script, on: flow).trace) }
/// for gap in coverage.gaps { print(gap.place.start.line, gap.message) }
/// ```
///
/// Covered must be: each step passed, each `stop` reached, each field answered or left empty where
/// its step was submitted, each listed choice chosen, each `run` and `write` done, and undone where
/// that is possible, each condition (`when` of steps, fields and choices, `disabledWhen`, `when` of
/// arguments and parts of files) seen true and seen false. A condition that the analyzer proves to
/// be constant is asked for the one value that it has, and nothing after a condition that is never
/// true is asked for at all.
///
/// What is in the file of a flow inside the flow is measured with the scripts of that file, and
/// here the flow has only to be entered.
///
/// Constraints and checks that never refused an answer are told apart, in ``neverRefused``: a limit
/// that no script comes near is worth a look, but no branch of the flow.
public struct FlowCoverage: Sendable {
  /// Something that no script does.
  public struct Gap: Hashable, Sendable {
    /// Where it is.
    public let place: SourcePlace

    /// What is missing: "'worker' is never chosen for 'kind'".
    public let message: String
  }

  /// What there is to cover, in the file's order.
  private let items: [CoverageItem]

  /// What the scripts met.
  private var trace = ScriptTrace()

  /// Looks at what there is to cover in a flow.
  ///
  /// - Complexity: that of analyzing the flow.
  public init(of flow: CheckedFlow) {
    let definition = flow.definition
    var inventory = CoverageInventory(definition, FlowConstants(of: definition))
    inventory.visit(definition.steps)
    items = inventory.items
  }

  /// Adds what a script met.
  public mutating func add(_ trace: ScriptTrace) { self.trace.formUnion(trace) }

  /// How many things must be covered.
  public var count: Int { items.count { $0.isRequired } }

  /// What must be covered and isn't, in the file's order.
  public var gaps: [Gap] { missing { $0.isRequired } }

  /// The constraints and checks that refused no answer, in the file's order.
  public var neverRefused: [Gap] { missing { !$0.isRequired } }

  private func missing(where isWanted: (CoverageItem) -> Bool) -> [Gap] {
    items.filter { isWanted($0) && !$0.isCovered(by: trace) }
      .map { Gap(place: $0.place, message: $0.message) }
      .sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }
}
