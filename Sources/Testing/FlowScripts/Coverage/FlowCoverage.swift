// SPDX-License-Identifier: Apache-2.0

package import FlowAnalysis
public import FlowModel
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
/// `disabledWhen`, `when` of arguments and parts of files, and `${if …}` in their content) seen true
/// and seen false, and each `${for …}` with and without elements. If the
/// analyzer proves that a condition is constant, only that value has to be seen, and nothing that
/// follows a condition that's never true has to be covered.
///
/// The contents of a used flow are measured with that flow's own scripts; here it only has to be
/// entered.
///
/// Four more measures are counted separately, because they deserve a look but aren't branches of the
/// flow: arrows from step to step, constraints and checks that both accept and refuse, answers
/// exactly at a limit, and going back from each step.
public struct FlowCoverage: Sendable {
  /// Something that no script covers.
  public struct Gap: Hashable, Sendable {
    /// The place in the flow file.
    public let place: SourcePlace

    /// A message: "'worker' is never chosen for 'kind'".
    public let message: String

    /// The action of a test that covers it: "chooses 'worker' for 'kind'".
    package let claim: String
  }

  /// Everything to cover, in the order of the file.
  private let items: [CoverageItem]

  private var trace = ScriptTrace()

  private let graph: FlowGraph

  /// The arrows of the graph that scripts took.
  private var edges: Set<FlowGraph.Edge> = []

  /// The definition, to draw it.
  package let definition: FlowDefinition

  /// Creates the coverage of a flow, without any scripts.
  ///
  /// - Complexity: The same as analyzing the flow.
  public init(of flow: CheckedFlow) {
    let definition = flow.definition
    graph = FlowGraph(definition)
    var inventory = CoverageInventory(FlowConstants(of: definition, graph: graph))
    inventory.addSteps()
    inventory.visit(graph)
    self.definition = definition
    items = inventory.items
  }

  /// Adds the trace of a script.
  public mutating func add(_ trace: ScriptTrace) {
    self.trace.formUnion(trace)
    edges.formUnion(TakenEdges(graph).edges(of: trace))
  }

  /// The number of items that must be covered.
  public var count: Int { count(of: .flow) }

  /// The items that must be covered and aren't, in the order of the file.
  public var gaps: [Gap] { gaps(of: .flow) }

  /// The number of items that are covered, of those that must be.
  package var coveredCount: Int { coveredCount(of: .flow) }

  /// Returns the number of items of a measure.
  package func count(of measure: CoverageMeasure) -> Int { items.count { $0.measure == measure } }

  /// Returns the number of covered items of a measure.
  package func coveredCount(of measure: CoverageMeasure) -> Int {
    items.count { $0.measure == measure && isCovered($0) }
  }

  private func isCovered(_ item: CoverageItem) -> Bool { item.isCovered(by: trace, edges: edges) }

  /// Returns the items of a measure that aren't covered, in the order of the file.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  package func gaps(of measure: CoverageMeasure) -> [Gap] {
    items.filter { $0.measure == measure && !isCovered($0) }
      .map { Gap(place: $0.place, message: $0.message, claim: $0.claim) }
      .sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }

  // MARK: Lines

  /// A line of the flow file with what must be covered in it.
  struct Line: Hashable, Sendable {
    /// The 1-based number of the line.
    let number: Int

    /// Whether scripts came there.
    var isHit = false

    /// Whether each of its branches is covered: the values of conditions, choices, undos, both ways of
    /// constraints and checks, and the arrows to next steps.
    var branches: [Bool] = []
  }

  /// The lines with something to cover, in order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  var lines: [Line] {
    var lines: [Int: Line] = [:]
    for item in items where item.measure == .flow || item.isBranch {
      let number = item.place.start.line
      let isCovered = isCovered(item)
      lines[number, default: Line(number: number)].isHit =
        lines[number]?.isHit == true || isCovered
      if item.isBranch { lines[number]?.branches.append(isCovered) }
    }
    return lines.values.sorted { $0.number < $1.number }
  }

  // MARK: The graph

  /// Returns the marks of a graph of the flow.
  ///
  /// - Parameter graph: The graph, with any number of exits.
  /// - Returns: The marks.
  /// - Complexity: O(*n* · *m*) in the number of items, and in that of moves and nodes.
  package func marks(of graph: FlowGraph) -> FlowGraph.Marks {
    var marks = FlowGraph.Marks()
    let taken = TakenEdges(graph).edges(of: trace)
    for edge in graph.edges { marks.edges[edge] = taken.contains(edge.bare) ? .covered : .missed }
    var counts: [SourcePlace: (all: Int, covered: Int)] = [:]
    for item in items where item.measure == .flow {
      let isCovered = isCovered(item)
      counts[item.owner, default: (0, 0)].all += 1
      if isCovered { counts[item.owner, default: (0, 0)].covered += 1 }
    }
    for (index, node) in graph.nodes.enumerated() {
      guard let place = node.place, let (all, covered) = counts[place] else { continue }
      marks.nodes[index] = covered == 0 ? .missed : covered == all ? .covered : .partly
    }
    return marks
  }
}
