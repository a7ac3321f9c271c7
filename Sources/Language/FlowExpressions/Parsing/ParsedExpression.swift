// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A parsed expression, or a part of one.
///
/// It refers to a node in a tree that all parts share, so it's cheap to copy. Two expressions are
/// equal if they're literally the same, apart from whitespace, comments, redundant parentheses, and
/// the spelling of literals. Locations don't count.
public struct ParsedExpression: Sendable {
  let tree: ExpressionTree
  let index: Int

  init(_ tree: ExpressionTree, _ index: Int) {
    self.tree = tree
    self.index = index
  }

  /// The kinds of expressions, with their parts.
  package enum Kind: Sendable, Hashable {
    /// A literal that isn't a list or map.
    case literal(Value)

    /// A name; global if it's written with a leading dot, which skips bound names.
    case name(String, isGlobal: Bool)

    /// `operand.field`, `operand.?field`.
    case select(ParsedExpression, field: String, isOptional: Bool)

    /// `operand[index]`, `operand[?index]`.
    case index(ParsedExpression, ParsedExpression, isOptional: Bool)

    /// `has(operand.field)`.
    case hasField(ParsedExpression, field: String)

    /// `has(name)`, which only flows support.
    case hasName(String)

    /// `!operand`.
    case not(ParsedExpression)

    /// `-operand`. In a number literal, the sign is part of the literal.
    case negate(ParsedExpression)

    /// An operator that evaluates both operands.
    case binary(BinaryOperator, ParsedExpression, ParsedExpression)

    /// `&&` or `||` of two or more operands: `a && b && c` is one.
    case logical(LogicalOperator, [ParsedExpression])

    /// `condition ? first : second`.
    case conditional(ParsedExpression, ParsedExpression, ParsedExpression)

    /// `function(…)`, `target.function(…)`.
    case call(target: ParsedExpression?, function: String, arguments: [ParsedExpression])

    /// `[a, ?b]`.
    case list([ListElement])

    /// `{k: v, ?k: v}`.
    case map([MapEntry])

    /// A macro. For `cel.bind(x, value, t)`, the target is the value.
    case macro(
      Macro, target: ParsedExpression, variables: [String], filter: ParsedExpression?,
      body: ParsedExpression)

    /// A part that couldn't be parsed; never part of a compiled expression.
    case invalid
  }

  /// An element of a list literal.
  package struct ListElement: Sendable, Hashable {
    /// The element.
    package let value: ParsedExpression

    /// Whether it's an optional, which is left out if it has no value.
    package let isOptional: Bool
  }

  /// An entry of a map literal.
  package struct MapEntry: Sendable, Hashable {
    /// The key.
    package let key: ParsedExpression

    /// The value.
    package let value: ParsedExpression

    /// Whether the value is an optional, which is left out if it has no value.
    package let isOptional: Bool
  }

  /// The range in the text, in UTF-8 offsets.
  package var range: SourceRange { tree.nodes[index].range }

  /// The part of the source text that the expression was read from.
  package var source: String { tree.source(of: range) }

  /// The kind of expression and its parts.
  ///
  /// Reading this allocates, so read it once.
  package var kind: Kind {
    switch tree.nodes[index].kind {
    case .literal(let value): .literal(value)
    case .name(let name, let isGlobal): .name(name, isGlobal: isGlobal)
    case .select(let operand, let field, let isOptional):
      .select(at(operand), field: field, isOptional: isOptional)
    case .index(let operand, let index, let isOptional):
      .index(at(operand), at(index), isOptional: isOptional)
    case .hasField(let operand, let field): .hasField(at(operand), field: field)
    case .hasName(let name): .hasName(name)
    case .not(let operand): .not(at(operand))
    case .negate(let operand): .negate(at(operand))
    case .binary(let binary, let left, let right): .binary(binary, at(left), at(right))
    case .logical(let logical, let operands): .logical(logical, operands.map(at))
    case .conditional(let condition, let first, let second):
      .conditional(at(condition), at(first), at(second))
    case .call(let target, let function, let arguments):
      .call(target: target.map(at), function: function, arguments: arguments.map(at))
    case .list(let elements):
      .list(elements.map { ListElement(value: at($0.value), isOptional: $0.isOptional) })
    case .map(let entries):
      .map(
        entries.map { MapEntry(key: at($0.key), value: at($0.value), isOptional: $0.isOptional) })
    case .macro(let macro, let target, let variables, let filter, let body):
      .macro(
        macro, target: at(target), variables: variables, filter: filter.map(at), body: at(body))
    case .invalid: .invalid
    }
  }

  /// The direct parts, in source order.
  package var children: [ParsedExpression] { tree.nodes[index].children.map(at) }

  private func at(_ index: Int) -> ParsedExpression { ParsedExpression(tree, index) }

  /// The names in a chain of selections from a name, `a.b.c`, or `nil` for anything else.
  var qualifiedName: (parts: [String], isGlobal: Bool)? {
    var parts: [String] = []
    var position = index
    while true {
      switch tree.nodes[position].kind {
      case .name(let name, let isGlobal):
        parts.append(name)
        return (parts.reversed(), isGlobal)
      case .select(let operand, let field, isOptional: false):
        parts.append(field)
        position = operand
      default: return nil
      }
    }
  }
}

extension ParsedExpression {
  /// Returns whether both are the same, apart from names and texts that are the same in another way, and from the
  /// literal pattern and language of a date, which each language writes in its own way.
  ///
  /// - Parameters:
  ///   - other: The other expression.
  ///   - areSame: Returns whether two names, fields, or texts that differ are the same.
  /// - Returns: Whether they're the same.
  /// - Complexity: O(*n*) in the size of the expressions.
  package func isSame(
    as other: ParsedExpression, where areSame: (String, String) -> Bool
  ) -> Bool {
    let a = nodesOfEveryLanguage
    let b = other.nodesOfEveryLanguage
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { one, other in
      if one.kind.hasSameShape(as: other.kind) { return true }
      switch (one.kind, other.kind) {
      case (.call(nil, "formatDate", _), .call(nil, "formatDate", _)): return true
      case (.name(let x, let global), .name(let y, let otherGlobal)):
        return global == otherGlobal && areSame(x, y)
      case (.select(_, let x, let optional), .select(_, let y, let otherOptional)):
        return optional == otherOptional && areSame(x, y)
      case (.hasField(_, let x), .hasField(_, let y)), (.hasName(let x), .hasName(let y)),
        (.literal(.string(let x)), .literal(.string(let y))):
        return areSame(x, y)
      default: return false
      }
    }
  }

  /// Its nodes in postorder, without the literals that say how a date is written.
  private var nodesOfEveryLanguage: [ExpressionNode] {
    var left: Set<Int> = []
    let range = tree.nodes[index].start...index
    for position in range {
      guard case .call(nil, "formatDate", let arguments) = tree.nodes[position].kind else {
        continue
      }
      for argument in arguments.dropFirst() {
        if case .literal = tree.nodes[argument].kind { left.insert(argument) }
      }
    }
    return range.compactMap { left.contains($0) ? nil : tree.nodes[$0] }
  }
}

extension ParsedExpression: Hashable {
  /// Returns whether both are literally the same, apart from their locations.
  ///
  /// - Complexity: O(*n*) in the size of the expressions.
  public static func == (left: ParsedExpression, right: ParsedExpression) -> Bool {
    let a = left.tree.nodes[left.tree.nodes[left.index].start...left.index]
    let b = right.tree.nodes[right.tree.nodes[right.index].start...right.index]
    guard a.count == b.count else { return false }
    // Both are in postorder, where kinds and their numbers of parts determine the tree.
    return zip(a, b).allSatisfy { $0.kind.hasSameShape(as: $1.kind) }
  }

  /// Hashes the expression without its locations.
  public func hash(into hasher: inout Hasher) {
    for node in tree.nodes[tree.nodes[index].start...index] { node.kind.hashShape(into: &hasher) }
  }
}

extension ParsedExpression: CustomStringConvertible {
  /// The text that the expression was read from.
  public var description: String { source }
}
