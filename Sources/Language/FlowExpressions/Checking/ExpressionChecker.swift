// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Resolves names and overloads, deduces types, and notes mistakes.
///
/// The rules are those of the language's reference checker; the messages are our own.
struct ExpressionChecker {
  let environment: ExpressionEnvironment
  let scope: any VariableScope
  let tree: ExpressionTree
  let prover: any PresenceProver
  /// The search for the names that were meant.
  let nearMisses: NearMissSearch

  var result: CheckedExpression
  var mistakes: [ExpressionMistake] = []
  var substitution = TypeSubstitution()
  /// The known facts about the value of each checked node beyond its type.
  var known: [KnownValues?]
  /// The conditions that hold wherever the expression is evaluated, once they're needed.
  var conditions: [Guard]?
  /// The names bound by macros around the current node, innermost last.
  var bound: [BoundName] = []
  /// The conditions that hold at the current node.
  var guards: [Guard] = []
  /// Maps each node that's optional only because a name or field may be absent to that name or
  /// field.
  var unproven: [Int: Int] = [:]
  /// Proven names and fields that were made optionals for a call that takes one.
  var madeOptional: Set<Int> = []

  init(
    environment: ExpressionEnvironment, scope: any VariableScope, tree: ExpressionTree,
    prover: any PresenceProver
  ) {
    self.environment = environment
    self.scope = scope
    self.tree = tree
    self.prover = prover
    nearMisses = (scope as? any SharedScope)?.nearMisses ?? NearMissSearch()
    let count = tree.nodes.count
    result = CheckedExpression(
      types: Array(repeating: .dyn, count: count),
      resolutions: Array(repeating: .none, count: count),
      isChecked: environment.options.checksTypes)
    known = Array(repeating: nil, count: count)
  }

  /// Checks the whole expression, and returns its type.
  mutating func checkRoot(_ root: Int, expecting expected: ValueType?) -> ValueType {
    guard environment.options.checksTypes else {
      resolveUnchecked(root)
      return .dyn
    }
    let type = check(root)
    if let expected { expect(root, type, expected) }
    for index in result.types.indices {
      result.types[index] = substitution.resolve(result.types[index], undecidedIsDynamic: true)
    }
    result.references.sort { $0.range.lowerBound < $1.range.lowerBound }
    result.knownValues = known[root]
    result.knownParts = known.indices.map { isLiteral($0) ? nil : known[$0] }
    if !result.knownParts.contains(where: { $0 != nil }) { result.knownParts = [] }
    result.elementsOf = source(ofElements: root)
    if isStrict, result.types[root].isOpen, result.types.contains(where: \.isUnknown) {
      result.types[root] = .unknown
    }
    return result.types[root]
  }

  /// Whether the maximum number of mistakes was found.
  var isFull: Bool { mistakes.count >= 100 }

  func node(_ index: Int) -> ExpressionNode { tree.nodes[index] }

  func range(_ index: Int) -> SourceRange { tree.nodes[index].range }

  func type(_ index: Int) -> ValueType { substitution.resolve(result.types[index]) }

  mutating func note(
    _ id: DiagnosticID, _ message: String, at range: SourceRange,
    notes: [ExpressionMistake.Note] = [], fixIts: [FixIt] = [],
    subject: ExpressionMistake.Subject? = nil
  ) {
    note(id, .error, message, at: range, notes: notes, fixIts: fixIts, subject: subject)
  }

  mutating func note(
    _ id: DiagnosticID, _ severity: Severity, _ message: String, at range: SourceRange,
    notes: [ExpressionMistake.Note] = [], fixIts: [FixIt] = [],
    subject: ExpressionMistake.Subject? = nil
  ) {
    guard !isFull else { return }
    let mistake = ExpressionMistake(
      id, severity, message, at: range, notes: notes, fixIts: fixIts, subject: subject)
    if !mistakes.contains(mistake) { mistakes.append(mistake) }
  }

  /// Checks a node and its parts, and records its type.
  @discardableResult
  mutating func check(_ index: Int) -> ValueType {
    let type = deduce(index)
    known[index] = knowledge(of: index)
    result.types[index] = narrowed(type, index)
    known[index] = narrowed(known[index], index)
    return result.types[index]
  }

  private mutating func deduce(_ index: Int) -> ValueType {
    switch node(index).kind {
    case .literal(let value): return value.type
    case .name, .hasName: return checkName(index)
    case .select(let operand, let field, let isOptional):
      return checkSelection(index, operand, field, isOptional: isOptional)
    case .hasField(let operand, let field): return checkHas(index, operand, field)
    case .index(let operand, let key, let isOptional):
      return checkIndex(index, operand, key, isOptional: isOptional)
    case .not(let operand):
      check(operand)
      expectCondition(operand, isTight: true)
      return .bool
    case .negate(let operand):
      check(operand)
      return resolveOperator("-_", index, [operand])
    case .binary: return checkBinaryChain(index)
    case .logical(let logical, let operands): return checkLogical(logical, operands)
    case .conditional(let condition, let first, let second):
      return checkConditional(condition, first, second)
    case .call: return checkCall(index)
    case .list(let elements): return checkList(elements)
    case .map(let entries): return checkMap(entries)
    case .macro: return checkMacro(index)
    case .invalid: return .unknown
    }
  }

  // MARK: Operators

  /// Checks a chain of operators of any length, without recursion on the left side.
  private mutating func checkBinaryChain(_ index: Int) -> ValueType {
    var chain: [Int] = []
    var position = index
    while case .binary(_, let left, _) = node(position).kind {
      chain.append(position)
      position = left
    }
    check(position)
    for link in chain.reversed() {
      guard case .binary(let binary, let left, let right) = node(link).kind else { continue }
      check(right)
      result.types[link] = checkBinary(link, binary, left, right)
      known[link] = knowledge(of: link)
    }
    return result.types[index]
  }

  private mutating func checkBinary(
    _ index: Int, _ binary: BinaryOperator, _ left: Int, _ right: Int
  ) -> ValueType {
    let (a, b) = (type(left), type(right))
    noteMissingQuotes(binary, left, right)
    noteUnknownChoices(binary, left, right)
    noteOtherForms(binary, left, right)
    // Common cases, without a search.
    if a == b {
      switch (binary, a) {
      case (.equal, .string), (.equal, .int), (.equal, .bool), (.notEqual, .string),
        (.notEqual, .int):
        return .bool
      case (.add, .int), (.add, .string), (.add, .double), (.subtract, .int), (.multiply, .int):
        return a
      case (.less, .int), (.lessOrEqual, .int), (.greater, .int), (.greaterOrEqual, .int):
        return .bool
      default: break
      }
    }
    return resolveOperator(binary.functionName, index, [left, right])
  }

  private mutating func checkLogical(_ logical: LogicalOperator, _ operands: [Int]) -> ValueType {
    let depth = guards.count
    for (position, operand) in operands.enumerated() {
      check(operand)
      if position == 0, noteAlternative(logical, operands) {
        check(operands[1])
        return .unknown
      }
      if position == 0 || !noteLoneLiteral(operand, after: operands[position - 1]) {
        expectCondition(operand)
      }
      assume(operand, isTrue: logical == .and)
    }
    guards.removeSubrange(depth...)
    return .bool
  }

  private mutating func checkConditional(
    _ condition: Int, _ first: Int, _ second: Int
  ) -> ValueType {
    check(condition)
    expectCondition(condition)
    let depth = guards.count
    assume(condition, isTrue: true)
    let a = check(first)
    guards.removeSubrange(depth...)
    assume(condition, isTrue: false)
    let b = check(second)
    guards.removeSubrange(depth...)
    if let joined = substitution.join(a, b) { return substitution.resolve(joined) }
    if noteUnproven(
      among: [first, second],
      where: { checker, types in
        checker.substitution.join(types[0], types[1]) != nil
      })
    {
      return .unknown
    }
    note(
      "type-mismatch",
      "the branches are of different types, \(named(type(first))) and \(named(type(second)))",
      at: range(first).union(range(second)),
      fixIts: numberFixIts([first, second]))
    return .unknown
  }

  // MARK: Lists and maps

  private mutating func checkList(_ elements: [ExpressionNode.Element]) -> ValueType {
    var joined: ValueType?
    for element in elements {
      var type = check(element.value)
      if element.isOptional { type = unwrapOptional(element.value, type) }
      joined = join(joined, type)
    }
    if joined == .dyn { noteUnprovenElements(elements.map(\.value)) }
    return .list(joined ?? substitution.fresh())
  }

  private mutating func checkMap(_ entries: [ExpressionNode.Entry]) -> ValueType {
    var keys: ValueType?
    var values: ValueType?
    for entry in entries {
      let key = check(entry.key)
      checkKey(entry.key, substitution.resolve(key))
      keys = join(keys, key)
      var value = check(entry.value)
      if entry.isOptional { value = unwrapOptional(entry.value, value) }
      values = join(values, value)
    }
    if values == .dyn { noteUnprovenElements(entries.map(\.value)) }
    return .map(keys ?? substitution.fresh(), values ?? substitution.fresh())
  }

  private mutating func checkKey(_ index: Int, _ type: ValueType) {
    switch type {
    case .bool, .int, .uint, .string, .undecided, .parameter: break
    case .dyn: requireType(of: index, "a key is a bool, int, uint or string")
    default:
      if noteUnproven(among: [index], where: { _, _ in true }) { return }
      note(
        "invalid-key", "a key is a bool, int, uint or string, not \(named(type))", at: range(index)
      )
    }
  }

  /// The common type of the elements so far; `dyn` if they differ.
  private mutating func join(
    _ joined: ValueType?, _ type: ValueType
  ) -> ValueType {
    substitution.join(joined, type) ?? .dyn
  }

  /// Notes elements that may have no value, if all would be of one type otherwise.
  private mutating func noteUnprovenElements(_ elements: [Int]) {
    guard elements.contains(where: { unproven[$0] != nil }) else { return }
    _ = noteUnproven(among: elements) { checker, types in
      var joined: ValueType?
      for type in types {
        guard let common = checker.substitution.join(joined, type) else { return false }
        joined = common
      }
      return true
    }
  }

  private mutating func unwrapOptional(_ index: Int, _ type: ValueType) -> ValueType {
    switch substitution.resolve(type) {
    case .optional(let inner): return inner
    case .dyn:
      requireType(of: index, "'?' takes an optional")
      return .dyn
    case .unknown: return .unknown
    case .undecided:
      let inner = substitution.fresh()
      _ = substitution.assign(.optional(inner), to: type)
      return inner
    case let other:
      note(
        "type-mismatch", "'?' takes an optional here, not \(named(other))", at: range(index))
      return .unknown
    }
  }
}
