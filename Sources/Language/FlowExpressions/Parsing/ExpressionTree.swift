// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// All parts of a parsed expression in one array, each after its own parts.
///
/// The tree uses indices instead of references, so a tree of any depth is freed without recursion,
/// the checker's findings are in parallel arrays, and each part is a contiguous range of the array.
final class ExpressionTree: Sendable {
  let text: String
  let nodes: [ExpressionNode]

  init(text: String, nodes: [ExpressionNode]) {
    self.text = text
    self.nodes = nodes
  }

  /// Whether it has parts that create lists or maps of values.
  var makesValues: Bool {
    nodes.contains { node in
      switch node.kind {
      case .list, .map, .macro, .call, .binary(.add, _, _): true
      default: false
      }
    }
  }

  func source(of range: SourceRange) -> String {
    String(
      decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}

/// A part of a parsed expression.
struct ExpressionNode: Sendable {
  var kind: Kind
  /// The range in the text.
  var range: SourceRange
  /// The range of the name of a field, function, or macro.
  var nameRange: SourceRange
  /// The index of the first node that belongs to this one.
  var start: Int

  enum Kind: Sendable {
    case literal(Value)
    case name(String, isGlobal: Bool)
    case select(Int, field: String, isOptional: Bool)
    case index(Int, Int, isOptional: Bool)
    case hasField(Int, field: String)
    case hasName(String)
    case not(Int)
    case negate(Int)
    case binary(BinaryOperator, Int, Int)
    case logical(LogicalOperator, [Int])
    case conditional(Int, Int, Int)
    case call(target: Int?, function: String, arguments: [Int])
    case list([Element])
    case map([Entry])
    case macro(Macro, target: Int, variables: [String], filter: Int?, body: Int)
    case invalid
  }

  struct Element: Sendable {
    let value: Int
    let isOptional: Bool
  }

  struct Entry: Sendable {
    let key: Int
    let value: Int
    let isOptional: Bool
  }

  var children: [Int] {
    switch kind {
    case .literal, .name, .hasName, .invalid: []
    case .select(let operand, _, _), .hasField(let operand, _), .not(let operand),
      .negate(let operand):
      [operand]
    case .index(let a, let b, _), .binary(_, let a, let b): [a, b]
    case .logical(_, let operands): operands
    case .conditional(let a, let b, let c): [a, b, c]
    case .call(let target, _, let arguments): (target.map { [$0] } ?? []) + arguments
    case .list(let elements): elements.map(\.value)
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .macro(_, let target, _, let filter, let body):
      [target] + (filter.map { [$0] } ?? []) + [body]
    }
  }
}

extension ExpressionNode.Kind {
  /// Whether both are the same, apart from the indices of their parts.
  func hasSameShape(as other: ExpressionNode.Kind) -> Bool {
    switch (self, other) {
    case (.literal(let a), .literal(let b)): a == b
    case (.name(let a, let global), .name(let b, let otherGlobal)):
      global == otherGlobal && TextBytes.equal(a, b)
    case (.select(_, let a, let optional), .select(_, let b, let otherOptional)):
      optional == otherOptional && TextBytes.equal(a, b)
    case (.index(_, _, let a), .index(_, _, let b)): a == b
    case (.hasField(_, let a), .hasField(_, let b)): TextBytes.equal(a, b)
    case (.hasName(let a), .hasName(let b)): TextBytes.equal(a, b)
    case (.not, .not), (.negate, .negate), (.conditional, .conditional), (.invalid, .invalid): true
    case (.binary(let a, _, _), .binary(let b, _, _)): a == b
    case (.logical(let a, let x), .logical(let b, let y)): a == b && x.count == y.count
    case (.call(let t, let a, let x), .call(let u, let b, let y)):
      (t == nil) == (u == nil) && TextBytes.equal(a, b) && x.count == y.count
    case (.list(let x), .list(let y)): x.map(\.isOptional) == y.map(\.isOptional)
    case (.map(let x), .map(let y)): x.map(\.isOptional) == y.map(\.isOptional)
    case (.macro(let a, _, let x, let p, _), .macro(let b, _, let y, let q, _)):
      a == b && x == y && (p == nil) == (q == nil)
    default: false
    }
  }

  /// Hashes what ``hasSameShape(as:)`` compares.
  func hashShape(into hasher: inout Hasher) {
    switch self {
    case .literal(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .name(let name, let isGlobal):
      hasher.combine(isGlobal ? 1 : 2)
      hasher.combine(textBytes: name)
    case .select(_, let field, let isOptional):
      hasher.combine(isOptional ? 3 : 4)
      hasher.combine(textBytes: field)
    case .index(_, _, let isOptional): hasher.combine(isOptional ? 5 : 6)
    case .hasField(_, let field):
      hasher.combine(7)
      hasher.combine(textBytes: field)
    case .hasName(let name):
      hasher.combine(8)
      hasher.combine(textBytes: name)
    case .not: hasher.combine(9)
    case .negate: hasher.combine(10)
    case .binary(let binary, _, _): hasher.combine(binary)
    case .logical(let logical, let operands):
      hasher.combine(logical)
      hasher.combine(operands.count)
    case .conditional: hasher.combine(11)
    case .call(let target, let function, let arguments):
      hasher.combine(target == nil)
      hasher.combine(textBytes: function)
      hasher.combine(arguments.count)
    case .list(let elements): hasher.combine(elements.map(\.isOptional))
    case .map(let entries): hasher.combine(entries.map(\.isOptional))
    case .macro(let macro, _, let variables, let filter, _):
      hasher.combine(macro)
      hasher.combine(variables.count)
      hasher.combine(filter == nil)
    case .invalid: hasher.combine(12)
    }
  }
}
