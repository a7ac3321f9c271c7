// SPDX-License-Identifier: Apache-2.0

import FlowModel

extension FlowGraph {
  /// The graph in Graphviz's DOT language; every line ends with a line break.
  public var dot: String {
    var text = "digraph \(Self.dotText(id)) {\n  node [shape=box];\n"
    for (index, node) in nodes.enumerated() {
      let shape =
        switch node.kind {
        case .start, .end: "oval"
        case .join: "point"
        case .step(.stop): "octagon"
        case .step(.note), .step(.review): "note"
        case .step(.compute): "parallelogram"
        case .step(.commit): "hexagon"
        case .step(.run): "cds"
        case .step(.write): "folder"
        case .step(.ask), .step(.form), .step(.group), .step(.repeat), .step(.flow): "box"
        }
      let floor = node.isFloor ? ", penwidth=3" : ""
      text += "  n\(index) [label=\(Self.dotText(node.label)), shape=\(shape)\(floor)];\n"
    }
    for edge in edges {
      let condition = edge.condition.map { " [label=\(Self.dotText($0))]" } ?? ""
      text += "  n\(edge.from) -> n\(edge.to)\(condition);\n"
    }
    return text + "}\n"
  }

  /// Returns a text in quotes, in which an `&` would begin one of HTML's character references.
  private static func dotText(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "&": quoted += "&amp;"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
