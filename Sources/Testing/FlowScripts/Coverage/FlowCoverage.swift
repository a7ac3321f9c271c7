// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
public import FlowForms
public import SourceDiagnostics

/// The coverage of a flow by its scripts.
///
/// ```swift
/// var coverage = FlowCoverage(of: flow)
/// for script in scripts { coverage.add(ScriptRun.run(script, on: flow).trace) }
/// for gap in coverage.gaps { print(gap.place.start.line, gap.message) }
/// ```
///
/// To be covered, each step must be passed, each `stop` reached, each field answered or left empty
/// where its step was submitted, each listed choice chosen, each `run` and `write` performed, and
/// undone where that's possible, and each condition (`when` of steps, fields, and choices,
/// `disabledWhen`, `when` of arguments and parts of files) seen true and seen false. If the
/// analyzer proves that a condition is constant, only that value has to be seen, and nothing that
/// follows a condition that's never true has to be covered.
///
/// The contents of a used flow are measured with that flow's own scripts; here it only has to be
/// entered.
///
/// Constraints and checks that never refused an answer are reported separately, in
/// ``neverRefused``. A limit that no script comes near deserves a look, but it isn't a branch of
/// the flow.
public struct FlowCoverage: Sendable {
  /// Something that no script covers.
  public struct Gap: Hashable, Sendable {
    /// The place in the flow file.
    public let place: SourcePlace

    /// A message: "'worker' is never chosen for 'kind'".
    public let message: String
  }

  /// Everything to cover, in the order of the file.
  private let items: [CoverageItem]

  private var trace = ScriptTrace()

  /// Creates the coverage of a flow, without any scripts.
  ///
  /// - Complexity: The same as analyzing the flow.
  public init(of flow: CheckedFlow) {
    let definition = flow.definition
    var inventory = CoverageInventory(definition, FlowConstants(of: definition))
    inventory.visit(definition.steps)
    items = inventory.items
  }

  /// Adds the trace of a script.
  public mutating func add(_ trace: ScriptTrace) { self.trace.formUnion(trace) }

  /// The number of items that must be covered.
  public var count: Int { required.count }

  /// The items that must be covered and aren't, in the order of the file.
  public var gaps: [Gap] { missing { $0.isRequired } }

  /// The constraints and checks that never refused an answer, in the order of the file.
  public var neverRefused: [Gap] { missing { !$0.isRequired } }

  /// The number of items that are covered, of those that must be.
  public var coveredCount: Int { required.count { $0.isCovered(by: trace) } }

  private var required: [CoverageItem] { items.filter(\.isRequired) }

  private func missing(where isWanted: (CoverageItem) -> Bool) -> [Gap] {
    items.filter { isWanted($0) && !$0.isCovered(by: trace) }
      .map { Gap(place: $0.place, message: $0.message) }
      .sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }

  // MARK: Lines

  /// A line of the flow file with what must be covered in it.
  public struct Line: Hashable, Sendable {
    /// The 1-based number of the line.
    public let number: Int

    /// Whether scripts came there.
    public var isHit = false

    /// Whether each of its branches is covered: the values of conditions, choices, and undos.
    public var branches: [Bool] = []
  }

  /// The lines with something that must be covered, in order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  public var lines: [Line] {
    var lines: [Int: Line] = [:]
    for item in required {
      let number = item.place.start.line
      let isCovered = item.isCovered(by: trace)
      lines[number, default: Line(number: number)].isHit =
        lines[number]?.isHit == true || isCovered
      if item.isBranch { lines[number]?.branches.append(isCovered) }
    }
    return lines.values.sorted { $0.number < $1.number }
  }
}
