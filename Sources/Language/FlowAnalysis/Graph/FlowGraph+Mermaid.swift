// SPDX-License-Identifier: Apache-2.0

import FlowModel

extension FlowGraph {
  /// The graph as a Mermaid flowchart; every line ends with a line break.
  public var mermaid: String {
    var text = "flowchart TD\n"
    for (index, node) in nodes.enumerated() {
      let label = Self.mermaidText(node.label)
      let shape =
        switch node.kind {
        case .start, .end: "([\(label)])"
        case .join: "(( ))"
        case .step(.stop): "[[\(label)]]"
        case .step(.note), .step(.review): ">\(label)]"
        case .step(.compute): "[/\(label)/]"
        case .step(.commit): "{{\(label)}}"
        case .step(.run): "[/\(label)\\]"
        case .step(.write): "[(\(label))]"
        case .step(.ask), .step(.form), .step(.group), .step(.repeat), .step(.flow): "[\(label)]"
        }
      text += "  n\(index)\(shape)\(node.isFloor ? ":::floor" : "")\n"
    }
    for edge in edges {
      let condition = edge.condition.map { "|\(Self.mermaidText($0))|" } ?? ""
      text += "  n\(edge.from) -->\(condition) n\(edge.to)\n"
    }
    if nodes.contains(where: \.isFloor) { text += "  classDef floor stroke-width:4px\n" }
    return text
  }

  /// Returns a text in quotes, with the special characters of Mermaid as entities.
  private static func mermaidText(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "#", "<", ">", "&", ";", "`", "|": quoted += "#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
