// SPDX-License-Identifier: Apache-2.0

extension ParsedExpression {
  /// The number of its parts, itself included.
  package var partCount: Int { index - tree.nodes[index].start + 1 }

  /// Returns the expression with names replaced by other expressions.
  ///
  /// Its text and the locations of its parts mean nothing afterward.
  ///
  /// - Parameters:
  ///   - values: The expressions by name.
  ///   - limit: The maximum number of parts of the result.
  /// - Returns: The expression; nil if it has too many parts, or if a macro in it binds a name that's replaced or
  ///   that an expression reads.
  /// - Complexity: O(*n*) in the number of parts of the result, and of the expressions.
  package func replacing(_ values: [String: ParsedExpression], limit: Int) -> ParsedExpression? {
    var taken = Set(values.keys)
    for value in values.values { taken.formUnion(value.ownNodes.compactMap(\.kind.name)) }
    let first = tree.nodes[index].start
    var nodes: [ExpressionNode] = []
    var places: [Int] = []
    for node in ownNodes {
      switch node.kind {
      case .name(let name, let isGlobal):
        guard let value = values[name] else { break }
        guard !isGlobal, nodes.count + value.partCount <= limit else { return nil }
        let shift = nodes.count - value.tree.nodes[value.index].start
        for var node in value.ownNodes {
          node.kind = node.kind.moved { $0 + shift }
          node.start += shift
          nodes.append(node)
        }
        places.append(nodes.count - 1)
        continue
      case .hasName(let name) where values[name] != nil: return nil
      case .macro(_, _, let variables, _, _) where !taken.isDisjoint(with: variables): return nil
      default: break
      }
      guard nodes.count < limit else { return nil }
      var moved = node
      moved.kind = node.kind.moved { places[$0 - first] }
      moved.start = moved.children.map { nodes[$0].start }.min() ?? nodes.count
      places.append(nodes.count)
      nodes.append(moved)
    }
    return ParsedExpression(ExpressionTree(text: "", nodes: nodes), nodes.count - 1)
  }

  private var ownNodes: ArraySlice<ExpressionNode> {
    tree.nodes[tree.nodes[index].start...index]
  }
}

extension ExpressionNode.Kind {
  /// The name from a scope that it reads; nil if it reads none itself.
  fileprivate var name: String? {
    switch self {
    case .name(let name, _), .hasName(let name): name
    default: nil
    }
  }

  /// Returns the kind with other indices of its parts.
  fileprivate func moved(_ place: (Int) -> Int) -> Self {
    switch self {
    case .literal, .name, .hasName, .invalid: self
    case .select(let operand, let field, let isOptional):
      .select(place(operand), field: field, isOptional: isOptional)
    case .index(let operand, let key, let isOptional):
      .index(place(operand), place(key), isOptional: isOptional)
    case .hasField(let operand, let field): .hasField(place(operand), field: field)
    case .not(let operand): .not(place(operand))
    case .negate(let operand): .negate(place(operand))
    case .binary(let binary, let left, let right): .binary(binary, place(left), place(right))
    case .logical(let logical, let operands): .logical(logical, operands.map(place))
    case .conditional(let condition, let first, let second):
      .conditional(place(condition), place(first), place(second))
    case .call(let target, let function, let arguments):
      .call(target: target.map(place), function: function, arguments: arguments.map(place))
    case .list(let elements):
      .list(
        elements.map { .init(value: place($0.value), isOptional: $0.isOptional) })
    case .map(let entries):
      .map(
        entries.map {
          .init(key: place($0.key), value: place($0.value), isOptional: $0.isOptional)
        })
    case .macro(let macro, let target, let variables, let filter, let body):
      .macro(
        macro, target: place(target), variables: variables, filter: filter.map(place),
        body: place(body))
    }
  }
}
