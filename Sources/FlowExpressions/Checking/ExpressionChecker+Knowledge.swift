// SPDX-License-Identifier: Apache-2.0

/// A name that a macro binds.
struct BoundName {
  let name: String
  let type: ValueType

  /// How many guards held where it was bound: they speak of something else by the same name.
  let guardsBefore: Int

  /// What is known of its values beyond their type.
  var known: KnownValues?

  /// The literals of the list that it goes through, when it is written at one place alone: there
  /// each of them stands as if it were written itself.
  var literals: [Int] = []

  /// The expression that it stands for, bound by `cel.bind`; nil: it's an element or the like.
  var value: Int?

  /// What holds of it because the list that it goes through was filtered.
  var conditions: [ExpressionChecker.ElementCondition] = []
}

// What is known of the values of a node's parts, carried through to its own.
extension ExpressionChecker {
  /// Methods whose value has the elements, or is the element, of the list or optional before them.
  private static let keepingMethods: Set<String> = [
    "distinct", "sort", "reverse", "slice", "value", "unwrapOpt",
  ]

  /// Functions whose value is their argument, as an optional or out of one.
  private static let keepingFunctions: Set<String> = [
    "optional.of", "optional.ofNonZeroValue", "optional.unwrap",
  ]

  /// What is known of a node whose parts are known; nil where nothing is.
  ///
  /// Whether a value is optional plays no part: what is known is known of the value that it has.
  func knowledge(of index: Int) -> KnownValues? {
    switch node(index).kind {
    case .literal(let value): Self.knowledge(of: value)
    case .name: knowledge(ofName: index)
    case .select(let operand, let field, _): knowledge(ofName: index) ?? known[operand]?[field]
    case .index(let operand, let key, _): knowledge(of: operand, at: key)
    case .binary(.add, let left, let right):
      if let left = known[left]?.element, let right = known[right]?.element {
        left.joined(with: right).map { .list($0) }
      } else {
        nil
      }
    case .conditional(_, let first, let second): .joined([known[first], known[second]])
    case .list(let elements):
      KnownValues.joined(elements.map { known[$0.value] }).map { .list($0) }
    case .map(let entries): knowledge(of: entries)
    case .call: knowledge(ofCall: index)
    case .macro(let macro, let target, _, _, let body):
      switch macro {
      case .filter, .sortBy: known[target]?.element.map { .list($0) }
      case .map, .transformList: known[body].map { .list($0) }
      case .bind, .optionalMap, .optionalFlatMap: known[body]
      case .all, .exists, .existsOne, .transformMap, .transformMapEntry: nil
      }
    case .binary, .hasField, .hasName, .not, .negate, .logical, .invalid: nil
    }
  }

  /// What is known of the value of a function whatever it is given.
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

  /// What is known of a name of the scope, or of one that a macro binds.
  private func knowledge(ofName index: Int) -> KnownValues? {
    switch result.resolutions[index] {
    case .variable(let name, _): scope.variable(named: name)?.knownValues
    case .bound(let position): bound[position].known
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
      // A key that is computed may be any of the others.
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
    if function.name == "min" || function.name == "max" {
      return (target ?? arguments.first).flatMap { known[$0]?.element }
    }
    guard let target, !isNamespaced else {
      if function.name == "optional.none" { return .oneOf([]) }
      guard Self.keepingFunctions.contains(function.name) else { return nil }
      return arguments.first.flatMap { known[$0] }
    }
    switch function.name {
    case "or", "orValue": return .joined([known[target]] + arguments.map { known[$0] })
    case "first", "last": return known[target]?.element
    case "flatten" where arguments.isEmpty:
      return known[target]?.element?.element.map { .list($0) }
    case let name where Self.keepingMethods.contains(name): return known[target]
    default: return nil
    }
  }

  /// Notes what is known of the names that a macro binds, which are those from a position on.
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
