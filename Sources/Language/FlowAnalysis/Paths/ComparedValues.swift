// SPDX-License-Identifier: Apache-2.0

import FlowChecks
package import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The values that the expressions of a flow compare a name with, directly or through other names.
///
/// Behavior changes next to these values: at a literal, at a limit of a question, and at the ends of a
/// list that's indexed.
package struct ComparedValues: Sendable {
  /// The literals, those in the name's own expressions first.
  package fileprivate(set) var literals: [Value] = []

  /// The numbers of elements of list literals, whose indices end there.
  package fileprivate(set) var sizes: [Int] = []

  /// Whether it's compared with `now` or `today`.
  package fileprivate(set) var readsTime = false

  fileprivate mutating func formUnion(_ other: ComparedValues) {
    literals += other.literals.filter { !literals.contains($0) }
    sizes += other.sizes.filter { !sizes.contains($0) }
    readsTime = readsTime || other.readsTime
  }
}

/// Collects what names are compared with.
///
/// The names in one comparison, calculation, call, or index form a group, and so do a computed value and
/// the names in its expression, and a field and the names in its limits. Literals count for all names that
/// groups connect.
struct ComparisonReader {
  /// The names and values in one comparison.
  private struct Group {
    var names: [String] = []
    var values = ComparedValues()
  }

  private var groups: [Group] = []

  /// The values that each name is compared with.
  var valuesByName: [String: ComparedValues] {
    var direct: [String: ComparedValues] = [:]
    var parents: [String: String] = [:]
    func root(_ name: String) -> String {
      var name = name
      while let parent = parents[name], parent != name { name = parent }
      return name
    }
    for group in groups {
      guard let first = group.names.first else { continue }
      for name in group.names {
        direct[name, default: ComparedValues()].formUnion(group.values)
        let (one, other) = (root(first), root(name))
        if one != other { parents[other] = one }
      }
    }
    var shared: [String: ComparedValues] = [:]
    for group in groups {
      guard let first = group.names.first else { continue }
      shared[root(first), default: ComparedValues()].formUnion(group.values)
    }
    for name in direct.keys {
      if let all = shared[root(name)] { direct[name]?.formUnion(all) }
    }
    return direct
  }

  /// Reads all expressions of a flow and of those that it uses.
  ///
  /// - Complexity: O(*n*) in the size of the expressions.
  mutating func read(_ prover: PathProver) {
    for expression in prover.facts.compiledExpressions { read(expression.root, prover.facts) }
    let compared = Set(groups.flatMap(\.names))
    for name in prover.facts.names {
      switch name.kind {
      case .compute(let source):
        if let compiled = prover.facts.compiled(source) {
          groups.append(Group(names: [name.id.name] + compiled.freeNames))
        }
      case .field(let field):
        var limits = Group(names: [name.id.name])
        let items = field.items
        for constraint in field.constraints + (items?.constraints ?? []) + (items?.names ?? []) {
          switch constraint.value {
          case .literal(let literal): limits.values.literals.append(literal.value)
          case .computed(let source):
            limits.names += prover.facts.compiled(source)?.freeNames ?? []
          }
        }
        // Limits alone don't make a difference elsewhere.
        if limits.names.count > 1 || compared.contains(name.id.name) { groups.append(limits) }
      default: break
      }
    }
    let uses = prover.subflows.sorted { $0.key.range.lowerBound < $1.key.range.lowerBound }
    for (_, used) in uses { read(used.prover) }
  }

  /// Finds the comparisons in an expression.
  private mutating func read(
    _ expression: ParsedExpression, _ facts: FlowFacts, depth: Int = 0
  ) {
    if depth < ConditionReader.maximumDepth, let value = facts.unfolded(expression) {
      return read(value, facts, depth: depth + 1)
    }
    switch expression.kind {
    case .literal, .invalid: break
    case .not, .logical, .conditional, .list, .map:
      for part in expression.children { read(part, facts, depth: depth) }
    default:
      var group = Group()
      Self.gather(expression, &group)
      if !group.names.isEmpty { groups.append(group) }
    }
  }

  private static func gather(_ expression: ParsedExpression, _ group: inout Group) {
    switch expression.kind {
    case .literal(let value): group.values.literals.append(value)
    case .name(let name, _):
      if name == "now" || name == "today" {
        group.values.readsTime = true
      } else {
        group.names.append(name)
      }
    // The fields of records are asked under their own names.
    case .select(_, let field, _), .hasField(_, let field): group.names.append(field)
    case .hasName(let name): group.names.append(name)
    case .list(let elements): group.values.sizes.append(elements.count)
    // Parts of texts aren't compared with anything.
    case .binary(.add, let left, let right):
      for part in [left, right] where !part.isText { gather(part, &group) }
      return
    default: break
    }
    for part in expression.children { gather(part, &group) }
  }
}

extension ParsedExpression {
  /// Whether it's a literal text.
  fileprivate var isText: Bool {
    if case .literal(.string) = kind { true } else { false }
  }
}
