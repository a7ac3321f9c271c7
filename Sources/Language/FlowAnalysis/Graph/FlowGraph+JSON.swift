// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

extension FlowGraph {
  /// The graph as a JSON object on one line.
  ///
  /// The object has the keys `flow`, `nodes`, and `edges`. A node has `id`, `kind`, `label`,
  /// `floor`, and `groups`. An edge has `from`, `to`, and, if it's conditional, `condition`.
  public var json: String {
    let nodes = nodes.map { node -> Value in
      [
        "id": .string(node.id), "kind": .string(node.kind.word), "label": .string(node.label),
        "floor": .bool(node.isFloor), "groups": .list(node.groups.map { .string($0) }),
      ]
    }
    let edges = edges.map { edge -> Value in
      var map = ValueMap()
      map["from"] = .string(self.nodes[edge.from].id)
      map["to"] = .string(self.nodes[edge.to].id)
      if let condition = edge.condition { map["condition"] = .string(condition) }
      return .map(map)
    }
    let graph: Value = ["flow": .string(id), "nodes": .list(nodes), "edges": .list(edges)]
    return (JSONWriter().text(of: graph) ?? "{}") + "\n"
  }
}
