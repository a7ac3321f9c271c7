// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

extension FileShape {
  /// A kind of node of a YAML file, by which validators tell one shape from another.
  enum NodeKind: CaseIterable, Hashable {
    case map
    case list
    case scalar

    /// The types of JSON Schema that nodes of any kind may have: all but nothing.
    static var allTypes: [Value] { allCases.flatMap(\.types) }

    /// The types of JSON Schema that it may have.
    var types: [Value] {
      switch self {
      case .map: ["object"]
      case .list: ["array"]
      case .scalar: ["string", "number", "boolean"]
      }
    }
  }

  /// The kinds of nodes that it accepts.
  var nodeKinds: Set<NodeKind> {
    switch self {
    case .word, .id, .value, .oneOf, .expression, .condition, .template, .wholeNumber, .boolean:
      [.scalar]
    case .list: [.list]
    case .names: [.map]
    case .map(let name): name == FileMap.type.name ? [.scalar, .map] : [.map]
    case .text: [.scalar, .map]
    case .setting(let shape): shape.nodeKinds.union([.map])
    case .answer(let type):
      switch type {
      case .choices, .list: [.list]
      case .map: [.map]
      case .choice: Set(NodeKind.allCases)
      default: [.scalar]
      }
    case .any(let shapes): shapes.reduce(into: []) { $0.formUnion($1.nodeKinds) }
    case .literal, .data, .output: Set(NodeKind.allCases)
    }
  }

  /// The words among the values that it accepts, which completion offers.
  var words: [Value] {
    switch self {
    case .oneOf(let words): words.map { .string($0) }
    case .boolean, .answer(.boolean): [true, false]
    case .setting(let shape): shape.words
    case .any(let shapes): shapes.flatMap(\.words)
    default: []
    }
  }
}
