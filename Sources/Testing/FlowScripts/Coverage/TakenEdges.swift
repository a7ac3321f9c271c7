// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowModel
import SourceDiagnostics

/// Finds the arrows of a graph that the moves of a trace took.
///
/// A trace has the steps that were submitted, and what was computed. A list is passed without being
/// submitted on the way to its first item and between two items, so a move may lead through lists
/// and through joins.
struct TakenEdges {
  private let graph: FlowGraph
  private let next: [Int: [Int]]
  private var steps: [String: Int] = [:]
  private var values: [SourcePlace: Int] = [:]

  /// Creates the finder.
  ///
  /// - Complexity: O(*n*) in the size of the graph.
  init(_ graph: FlowGraph) {
    self.graph = graph
    next = Dictionary(grouping: graph.edges, by: \.from).mapValues { $0.map(\.to) }
    for (index, node) in graph.nodes.enumerated() {
      if !node.path.isEmpty { steps[node.path] = index }
      if let place = node.place { values[place] = index }
    }
  }

  /// Returns the arrows that a trace took, without their conditions.
  ///
  /// - Complexity: O(*m* · *n*) in the number of different moves and the size of the graph.
  func edges(of trace: ScriptTrace) -> Set<FlowGraph.Edge> {
    var taken: Set<FlowGraph.Edge> = []
    // A used flow's own steps aren't in the graph, so what follows them follows their flow.
    for move in trace.moves {
      guard let from = node(move.from), let to = node(move.to) else { continue }
      let path = path(from: from, to: to)
      for (from, to) in zip(path, path.dropFirst()) {
        taken.insert(FlowGraph.Edge(from: from, to: to, condition: nil))
      }
    }
    return taken
  }

  private func node(_ point: ScriptTrace.Move.Point) -> Int? {
    switch point {
    case .start: 0
    case .end: graph.nodes.count - 1
    case .step(let id): steps[id] ?? flow(around: id)
    case .value(let place): values[place]
    }
  }

  /// Returns the node of the used flow or the matrix that contains a step.
  private func flow(around id: String) -> Int? {
    var id = id[...]
    while let dot = id.lastIndex(of: ".") {
      id = id[..<dot]
      if let node = steps[String(id)] { return node }
      if id.hasSuffix("[]"), let node = steps[String(id.dropLast(2))] { return node }
    }
    return nil
  }

  /// Returns a shortest path that leads only through lists and joins; empty if there's none.
  private func path(from start: Int, to end: Int) -> [Int] {
    var before: [Int: Int] = [:]
    var open = [start]
    var position = 0
    while position < open.count {
      let node = open[position]
      position += 1
      for next in next[node] ?? [] where before[next] == nil {
        before[next] = node
        if next == end {
          var path = [end]
          repeat { path.append(before[path[path.count - 1]] ?? start) } while path.last != start
          return path.reversed()
        }
        switch graph.nodes[next].kind {
        case .join, .step(.repeat): open.append(next)
        default: break
        }
      }
    }
    return []
  }
}
