// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowAnalysis

/// Data derived from a flow (its plan, schemas, graph, differences, and layout) grows linearly with
/// the flow, however the conditions of its questions depend on each other.
///
/// The test counts the derived values, and for the checker, every condition and name that it
/// reports to a follower and every question that it asks one. Doubling a flow at most doubles the
/// count, plus an eighth for longer names. The plan may grow quadratically, since it lists all
/// conditions of a path.
@Suite struct DerivedGrowthTests {
  /// A way in which questions depend on each other, with the source of each step.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// Returns the steps of a flow with a number of questions.
    let steps: @Sendable (Int) -> String

    init(testDescription: String, step: @escaping @Sendable (Int) -> String) {
      self.testDescription = testDescription
      steps = { (0..<$0).map(step).joined() }
    }

    init(_ list: GrowthTests.LongList) {
      testDescription = list.testDescription
      steps = list.steps
    }
  }

  private static func guarded(
    by earlier: @escaping @Sendable (Int) -> [Int]
  ) -> @Sendable (Int) -> String {
    { number in
      let guards = earlier(number).filter { $0 >= 0 }.map { "q\($0).orValue(true)" }
      let when = guards.isEmpty ? "" : ", when: \"\(guards.joined(separator: " && "))\""
      return "  - { ask: q\(number), type: boolean\(when) }\n"
    }
  }

  private static let dependencies = [
    Shape(testDescription: "chain", step: guarded { [$0 - 1] }),
    Shape(testDescription: "ladder", step: guarded { Array($0 - 5..<$0) }),
    Shape(testDescription: "grid", step: guarded { [$0 - 1, $0 - 16] }),
    Shape(testDescription: "ternaries") { number in
      let when = number == 0 ? "true" : "has(q\(number - 1)) ? q\(number - 1) : true"
      return "  - { ask: q\(number), type: boolean, when: \"\(when)\" }\n"
    },
    Shape(testDescription: "computes") { number in
      let before = number == 0 ? "true" : "c\(number - 1)"
      return """
          - { ask: q\(number), type: boolean, when: "\(before)" }
          - compute: c\(number)
            value: "\(before) ? q\(number).orValue(true) : !q\(number).orValue(false)"

        """
    },
    Shape(testDescription: "stops") { number in
      """
        - { ask: q\(number), type: boolean }
        - { stop: s\(number), when: "q\(number) && q\(max(0, number - 1))" }

      """
    },
  ]

  static let shapes =
    dependencies
    + (GrowthTests.lists.filter { !$0.hasErrors } + [GrowthTests.form] + GrowthTests.forms)
    .map { Shape($0) }

  /// A flow and its text.
  fileprivate struct Flow {
    let text: String
    let definition: FlowDefinition

    init(_ shape: Shape, _ count: Int, id: String = "q") throws {
      text = "flow: 1\nid: t\nsteps:\n\(shape.steps(count))"
      definition = try #require(FlowFile.read(Array(text.utf8), name: "t.flow.yaml").definition)
    }
  }

  /// Data that's derived from a flow, with its size.
  struct Product: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// Whether it may grow quadratically.
    var isSquare = false

    fileprivate let size: @Sendable (Flow) throws -> Int
  }

  /// Counts the calls of a checker, and the facts that they're given.
  final class Counter: FlowFollower {
    var count = 0

    /// The number of facts of texts that were assumed, and of those that were asked about.
    var facts = 0

    /// The number of facts that were asked about, which are counted as calls, too.
    var asked = 0

    func checked(_ source: ExpressionSource, _ expression: CompiledExpression) { count += 1 }
    func declare(function name: String, _ parameters: [String], _ body: CompiledExpression) {}
    func enter(_ condition: CompiledExpression, from source: ExpressionSource) { count += 1 }
    func leave() {}
    func suspend(_ count: Int) {}
    func resume() {}
    func declare(
      _ id: Identifier, as type: ValueType, _ kind: DeclaredKind, knowing values: KnownValues?
    ) { count += 1 }
    func pass(stop id: Identifier, outcome: StopOutcome) { count += 1 }
    func enterItem(of list: Identifier, as element: String) {}
    func pass(form id: Identifier, checks: [ValidationDefinition]) { count += checks.count }
    func hide(_ name: String) {}
    func assume(_ guards: [Guard]) { facts += guards.count }
    func leaveItem() {}
    func pass(flow id: Identifier) {}
    func follower(of flow: SubflowDefinition) -> (any FlowFollower)? { nil }
    func reachOutput() {}
    func isPresent(_ name: String, given guards: [Guard]) -> Bool {
      count += 1 + guards.count
      facts += guards.count
      asked += guards.count
      return true
    }
    func explain(
      _ diagnostic: inout Diagnostic, name: String, at range: SourceRange,
      in source: ExpressionSource
    ) {}
  }

  static let products = [
    Product(testDescription: "checker") { flow in
      let counter = Counter()
      _ = FlowChecker.check(flow.definition, follower: counter)
      return counter.count
    },
    Product(testDescription: "schema of answers") { flow in
      FlowSchema.answers(of: flow.definition).partCount
    },
    Product(testDescription: "schema of the output") { flow in
      FlowSchema.output(of: flow.definition).partCount
    },
    Product(testDescription: "graph") { flow in
      let graph = FlowGraph(flow.definition)
      return graph.nodes.count + graph.edges.count
        + graph.edges.reduce(0) { $0 + ($1.condition?.utf8.count ?? 0) }
    },
    Product(testDescription: "graph of one exit") { flow in
      FlowGraph(flow.definition, maximumExits: 1).dot.utf8.count
    },
    Product(testDescription: "difference") { flow in
      let difference = FlowDifference(from: flow.definition, to: flow.definition)
      return difference.answers.count + difference.added.count
    },
    Product(testDescription: "layout") { flow in
      FlowFormatter.format(Array(flow.text.utf8), name: "t.flow.yaml").text.utf8.count
    },
    Product(testDescription: "plan", isSquare: true) { flow in
      let checked = try #require(FlowChecker.check(flow.definition, follower: Counter()).flow)
      var session = try FlowSession(flow: checked)
      session.send(.start, now: .epoch)
      return session.forecast.steps.reduce(0) { $0 + 1 + ($1.condition?.utf8.count ?? 0) }
    },
  ]

  @Test(arguments: products, dailyPart(of: shapes, every: 24, named: "shapes of flows"))
  func doublingAFlowAtMostDoublesDerivedData(product: Product, shape: Shape) throws {
    let sizes = try [60, 120, 240].map {
      try product.size(try Flow(shape, $0))
    }
    let factor = product.isSquare ? 4.5 : 2.25
    for (small, large) in zip(sizes, sizes.dropFirst()) {
      #expect(small > 0)
      #expect(Double(large) <= factor * Double(small), "\(sizes)")
    }
  }
}

extension Value {
  /// The number of values in it.
  var partCount: Int {
    switch self {
    case .list(let elements): elements.reduce(1) { $0 + $1.partCount }
    case .map(let map): map.keys.reduce(1) { $0 + (map[$1]?.partCount ?? 0) }
    default: 1
    }
  }
}
