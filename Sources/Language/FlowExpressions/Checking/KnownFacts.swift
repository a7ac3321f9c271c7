// SPDX-License-Identifier: Apache-2.0

/// A name that a macro binds.
struct BoundName {
  let name: String
  let type: ValueType

  /// The number of guards where it was bound; those guards refer to something else of the same
  /// name.
  let guardsBefore: Int

  /// The known facts about its values beyond their type.
  var known: KnownValues?

  /// The literals of the list that the macro iterates over, if the list is used only there; then
  /// each of them is checked as if it were written directly.
  var literals: [Int] = []

  /// The expression that it stands for, bound by `cel.bind`; nil: it's an element or the like.
  var value: Int?

  /// The macro that binds it; only the nodes between its target and itself can refer to the name.
  let macro: Int

  /// The position of the first bound name that hides a name in `value`, in which case `value` no
  /// longer says the same; nil if none does.
  var hiddenBy: Int?

  /// The length of `value` in bytes with bound expressions in place of their names, or any length
  /// above the maximum.
  var expandedLength = 0

  /// The conditions that it satisfies because the list that it goes through was filtered.
  var conditions: [ExpressionChecker.ElementCondition] = []
}

// The known facts about the values of a node's parts, and what follows for its own value.
extension ExpressionChecker {
  /// Methods that return the elements, or an element, of the list or optional that they're called
  /// on.
  private static let elementPreservingMethods: Set<String> = [
    "sort", "reverse", "value", "unwrapOpt",
  ]

  /// Functions that return their argument, wrapped in an optional or unwrapped.
  private static let elementPreservingFunctions: Set<String> = [
    "optional.of", "optional.ofNonZeroValue", "optional.unwrap",
  ]

  /// The known facts about a node's value from its parts, or `nil` if nothing is known.
  ///
  /// Whether a value is optional doesn't matter: the knowledge is about the value inside.
  func knowledge(of index: Int) -> KnownValues? {
    switch node(index).kind {
    case .literal(let value): Self.knowledge(of: value)
    case .name: knowledge(ofName: index)
    case .select(let operand, let field, _): knowledge(ofName: index) ?? known[operand]?[field]
    case .index(let operand, let key, _): knowledge(of: operand, at: key)
    case .binary(let binary, let left, let right):
      .result(of: binary, known[left], known[right], of: result.types[left])
    case .negate(let operand): known[operand]?.negated
    case .conditional(_, let first, let second): .joined([known[first], known[second]])
    case .list(let elements):
      .list(
        KnownValues.joined(elements.map { known[$0.value] }),
        count: elements.count { !$0.isOptional }...elements.count)
    case .map(let entries): knowledge(of: entries)
    case .call: knowledge(ofCall: index)
    case .macro(let macro, let target, _, _, let body):
      switch macro {
      case .filter: .list(known[target]?.element, of: 0...mostElements(of: target))
      case .sortBy: known[target]
      case .map, .transformList: knowledge(ofMapped: index)
      case .bind, .optionalMap, .optionalFlatMap: known[body]
      case .all, .exists, .existsOne, .transformMap, .transformMapEntry: nil
      }
    case .hasField, .hasName, .not, .logical, .invalid: nil
    }
  }

  /// The greatest number of elements of a list.
  private func mostElements(of list: Int) -> Int { known[list]?.sizes?.upperBound ?? Int.max }

  /// The known facts about the list that a macro makes of a list or a map.
  private func knowledge(ofMapped index: Int) -> KnownValues? {
    guard case .macro(_, let target, _, let filter, let body) = node(index).kind else { return nil }
    let most = mostElements(of: target)
    return .list(
      known[body], of: (filter == nil ? known[target]?.sizes?.lowerBound ?? 0 : 0)...most)
  }

  /// The known facts about a function's value whatever its arguments are.
  private static func knowledge(ofFunction name: String) -> KnownValues? {
    switch name {
    case "addDays", "date": .written(.date)
    case "time": .written(.time)
    default: nil
    }
  }

  private static func knowledge(of value: Value) -> KnownValues? {
    switch value {
    case .string, .int, .uint, .double, .bool: .oneOf([value])
    default: nil
    }
  }

  /// The known facts about a name in scope, or a name bound by a macro.
  private func knowledge(ofName index: Int) -> KnownValues? {
    switch result.resolutions[index] {
    case .variable(let name, _): scope.variable(named: name)?.knownValues
    case .bound: boundPosition(of: index).flatMap { bound[$0].known }
    default: nil
    }
  }

  private func knowledge(of operand: Int, at key: Int) -> KnownValues? {
    if case .literal(.string(let name)) = node(key).kind { return known[operand]?[name] }
    return known[operand]?.element
  }

  private func knowledge(of entries: [ExpressionNode.Entry]) -> KnownValues? {
    var fields: [String: KnownValues] = [:]
    for entry in entries {
      // A computed key may equal any of the others.
      guard case .literal(.string(let name)) = node(entry.key).kind else { return nil }
      fields[name] = known[entry.value]
    }
    return .record(fields)
  }

  private func knowledge(ofCall index: Int) -> KnownValues? {
    guard case .call(let target, _, let arguments) = node(index).kind,
      case .function(let function, _, let isNamespaced) = result.resolutions[index]
    else { return nil }
    if let known = Self.knowledge(ofFunction: function.name) { return known }
    let operands = (isNamespaced ? [] : target.map { [$0] } ?? []) + arguments
    if let known = KnownValues.result(of: function.name, operands.map { known[$0] }) {
      return known
    }
    let first = operands.first.flatMap { known[$0] }
    if function.name == "min" || function.name == "max" { return first?.element }
    guard target != nil, !isNamespaced else {
      if function.name == "optional.none" { return .oneOf([]) }
      return Self.elementPreservingFunctions.contains(function.name) ? first : nil
    }
    switch function.name {
    case "or", "orValue": return .joined(operands.map { known[$0] })
    case "first", "last": return first?.element
    case "flatten" where arguments.isEmpty: return .list(first?.element?.element, of: 0...Int.max)
    case "distinct", "slice":
      return .list(first?.element, of: 0...(first?.sizes?.upperBound ?? Int.max))
    case let name where Self.elementPreservingMethods.contains(name): return first
    default: return nil
    }
  }

  /// Records what's known about the names that a macro binds, starting at a position.
  mutating func noteKnowledge(ofNamesBoundBy index: Int, from position: Int) {
    guard case .macro(let macro, let target, _, let filter, let body) = node(index).kind,
      let last = bound.indices.last, last >= position
    else { return }
    switch macro {
    case .bind, .optionalMap, .optionalFlatMap: bound[last].known = known[target]
    default:
      bound[last].known = known[target]?.element
      guard case .list(let elements) = node(target).kind else { return }
      let start = node(filter ?? body).start
      let name = bound[last].name
      let uses = tree.nodes[start...body].count { node in
        if case .name(name, _) = node.kind { true } else { false }
      }
      if uses == 1 { bound[last].literals = elements.map(\.value) }
    }
  }
}
