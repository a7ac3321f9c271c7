// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Creates a plan from a checked tree.
struct ExpressionPlanner {
  let environment: ExpressionEnvironment
  let tree: ExpressionTree
  let checked: CheckedExpression
  var mistakes: [ExpressionMistake] = []
  /// The names of the scope by slot, in order of first use.
  private(set) var slotNames: [String] = []
  private var slots: [String: Int] = [:]
  /// The total number of names that `cel.bind` binds.
  private(set) var bindingCount = 0
  /// The values of names that `cel.bind` binds around the current node, by their positions among
  /// the bound values.
  private var bindings: [Int: (number: Int, value: Plan, bindsNames: Bool)] = [:]

  init(environment: ExpressionEnvironment, tree: ExpressionTree, checked: CheckedExpression) {
    self.environment = environment
    self.tree = tree
    self.checked = checked
    // Assign slots in source order, whatever the order of planning.
    for reference in checked.references { _ = slot(reference.name) }
  }

  func range(_ index: Int) -> SourceRange { tree.nodes[index].range }

  private mutating func slot(_ name: String) -> Int {
    if let slot = slots[name] { return slot }
    slots[name] = slotNames.count
    slotNames.append(name)
    return slotNames.count - 1
  }

  /// Returns the plan of a node and its parts.
  mutating func plan(_ index: Int) -> Plan {
    if let plan = resolved(index) { return plan }
    let range = range(index)
    switch tree.nodes[index].kind {
    case .literal(let value): return ConstantPlan(value, range)
    case .select(let operand, let field, let isOptional):
      return SelectPlan(plan(operand), field, isOptional: isOptional, range)
    case .hasField(let operand, let field): return HasFieldPlan(plan(operand), field, range)
    case .index(let operand, let key, let isOptional):
      return IndexPlan(plan(operand), plan(key), isOptional: isOptional, range)
    case .not(let operand): return NotPlan(plan(operand), range)
    case .negate(let operand): return NegatePlan(plan(operand), range)
    case .binary: return operators(index)
    case .logical(let logical, let operands):
      return LogicalPlan(logical, operands.map { plan($0) }, range)
    case .conditional(let condition, let first, let second):
      return ConditionalPlan(plan(condition), plan(first), plan(second), range)
    case .call: return call(index)
    case .list(let elements):
      return ListPlan(elements.map { (plan($0.value), $0.isOptional) }, range)
    case .map(let entries):
      return MapPlan(entries.map { (plan($0.key), plan($0.value), $0.isOptional) }, range)
    case .macro: return macro(index)
    case .name(let name, _), .hasName(let name):
      return FailingPlan(.unknown(name, at: range), range)
    case .invalid:
      return FailingPlan(EvaluationError(.noOverload, "nothing can be evaluated here"), range)
    }
  }

  /// Returns the plan of a node whose meaning the checker resolved beyond its kind.
  private mutating func resolved(_ index: Int) -> Plan? {
    let range = range(index)
    switch checked.resolutions[index] {
    case .none, .function: return nil
    case .variable(let name, let isOptional):
      if case .hasName = tree.nodes[index].kind {
        return OptionalVariablePlan(slot(name), isTest: true, range)
      }
      return isOptional
        ? OptionalVariablePlan(slot(name), isTest: false, range) : VariablePlan(slot(name), range)
    case .element(let table):
      guard case .call(_, _, let arguments) = tree.nodes[index].kind else { return nil }
      return IndexPlan(
        VariablePlan(slot(table), range), plan(arguments[0]), isOptional: false, range)
    case .bound(let position):
      if case .hasName = tree.nodes[index].kind { return ConstantPlan(.bool(true), range) }
      if let (number, value, bindsNames) = bindings[position] {
        return BindingPlan(number, value, bindsNames: bindsNames, range)
      }
      return BoundPlan(position, range)
    case .type(let type): return ConstantPlan(.type(type), range)
    case .optionalField:
      guard case .select(let operand, let field, _) = tree.nodes[index].kind else { return nil }
      return SelectPlan(plan(operand), field, isOptional: true, range)
    case .dynamicPath(let parts, let isGlobal):
      var candidates: [[String]] = []
      for count in stride(from: parts.count, to: 0, by: -1) {
        candidates.append(
          names(for: parts.prefix(count).joined(separator: "."), isGlobal: isGlobal))
      }
      return DynamicPathPlan(parts, candidates: candidates, range)
    }
  }

  private func names(for name: String, isGlobal: Bool) -> [String] {
    let container = environment.options.container
    guard !isGlobal, !container.isEmpty else { return [name] }
    var names: [String] = []
    var parts = container.split(separator: ".")
    while !parts.isEmpty {
      names.append(parts.joined(separator: ".") + "." + name)
      parts.removeLast()
    }
    names.append(name)
    return names
  }

  // MARK: OperatorEvaluation

  private mutating func operators(_ index: Int) -> Plan {
    var chain: [Int] = []
    var position = index
    while case .binary(_, let left, _) = tree.nodes[position].kind {
      chain.append(position)
      position = left
    }
    if chain.count == 1, case .binary(let binary, let left, let right) = tree.nodes[index].kind {
      return single(binary, left, right, range(index))
    }
    let first = plan(position)
    var links: [(binary: BinaryOperator, operand: Plan, range: SourceRange)] = []
    for link in chain.reversed() {
      guard case .binary(let binary, _, let right) = tree.nodes[link].kind else { continue }
      links.append((binary, plan(right), range(link)))
    }
    // A comparison at the end is the common case, and gets a plan of its own.
    if let last = links.last, last.binary.isComparison {
      links.removeLast()
      let inner: Plan =
        links.isEmpty
        ? first : OperatorChainPlan(first, links, links.last?.range ?? first.range)
      return comparison(last.binary, inner, last.operand, range(index))
    }
    return OperatorChainPlan(first, links, range(index))
  }

  private mutating func single(
    _ binary: BinaryOperator, _ left: Int, _ right: Int, _ range: SourceRange
  ) -> Plan {
    let (a, b) = (plan(left), plan(right))
    if binary.isComparison { return comparison(binary, a, b, range) }
    return OperatorChainPlan(a, [(binary, b, range)], range)
  }

  private func comparison(
    _ binary: BinaryOperator, _ left: Plan, _ right: Plan, _ range: SourceRange
  ) -> Plan {
    switch binary {
    case .equal, .notEqual:
      let wanted = binary == .equal
      if let constant = right as? ConstantPlan, case .string(let text) = constant.value {
        return TextEqualityPlan(left, text, wanted: wanted, range)
      }
      if let constant = left as? ConstantPlan, case .string(let text) = constant.value {
        return TextEqualityPlan(right, text, wanted: wanted, range)
      }
      return EqualityPlan(left, right, wanted: wanted, range)
    default: return OrderPlan(left, right, binary, range)
    }
  }

  // MARK: Calls

  private mutating func call(_ index: Int) -> Plan {
    guard case .call(let target, let name, let arguments) = tree.nodes[index].kind else {
      return FailingPlan(EvaluationError(.noOverload, "this is no call"), range(index))
    }
    let range = range(index)
    guard case .function(let function, let indices, let isNamespaced) = checked.resolutions[index]
    else {
      return FailingPlan(
        EvaluationError(.noOverload, "there is no function '\(name)'"), range)
    }
    let isMethod = target != nil && !isNamespaced
    let operands = (isMethod ? target.map { [$0] } ?? [] : []) + arguments
    let plans = operands.map { plan($0) }
    let all = function.overloads
    let overloads = indices.map { all[$0] }
    if function.name == "size", plans.count == 1 { return SizePlan(plans[0], range) }
    if function.name == "startsWith", isMethod, plans.count == 2,
      let constant = plans[1] as? ConstantPlan, case .string(let prefix) = constant.value
    {
      return StartsWithPlan(plans[0], prefix, range)
    }
    if let pattern = pattern(function.name, plans, range) { return pattern }
    if all.count == 1, let presence = presence(function.name, plans, isMethod: isMethod, range) {
      return presence
    }
    if overloads.count == 1, let only = overloads.first, checked.isChecked {
      switch only.implementation {
      case .unary(let body) where plans.count == 1:
        return UnaryCallPlan(function.name, only.parameters[0], body, plans[0], range)
      case .binary(let body) where plans.count == 2:
        return BinaryCallPlan(
          function.name, (only.parameters[0], only.parameters[1]), body, plans[0], plans[1], range
        )
      default: break
      }
    }
    return CallPlan(function.name, overloads, isMethod: isMethod, plans, range)
  }

  private mutating func macro(_ index: Int) -> Plan {
    guard
      case .macro(let macro, let target, let variables, let filter, let body) =
        tree.nodes[index].kind
    else { return FailingPlan(EvaluationError(.noOverload, "this is no macro"), range(index)) }
    let range = range(index)
    let first = checked.boundStart[index] ?? 0
    let targetPlan = plan(target)
    if macro == .bind { return bind(first, target, targetPlan, body, range) }
    let filterPlan = filter.map { plan($0) }
    let bodyPlan = plan(body)
    let bindsTwo = variables.count == 2
    let weight = index - body + (body - tree.nodes[body].start) + 1
    switch macro {
    case .all, .exists:
      return QuantifierPlan(
        targetPlan, bodyPlan, settling: macro == .exists, first: first, bindsTwo: bindsTwo,
        weight: weight, range)
    case .existsOne:
      return ExistsOnePlan(
        targetPlan, bodyPlan, first: first, bindsTwo: bindsTwo, weight: weight, range)
    case .filter:
      return ListLoopPlan(
        targetPlan, filter: bodyPlan, transform: nil, first: first, bindsTwo: bindsTwo,
        weight: weight, range)
    case .map, .transformList:
      return ListLoopPlan(
        targetPlan, filter: filterPlan, transform: bodyPlan, first: first, bindsTwo: bindsTwo,
        weight: weight, range)
    case .transformMap, .transformMapEntry:
      return MapLoopPlan(
        targetPlan, filter: filterPlan, transform: bodyPlan,
        givesEntries: macro == .transformMapEntry, first: first, weight: weight, range)
    case .sortBy: return SortByPlan(targetPlan, bodyPlan, first: first, weight: weight, range)
    case .optionalMap, .optionalFlatMap, .bind:
      return OptionalMapPlan(
        targetPlan, first, bodyPlan, isFlat: macro == .optionalFlatMap, range)
    }
  }

  private mutating func bind(
    _ position: Int, _ value: Int, _ valuePlan: Plan, _ body: Int, _ range: SourceRange
  ) -> Plan {
    let bindsNames = tree.nodes[tree.nodes[value].start...value].contains { node in
      if case .macro = node.kind { true } else { false }
    }
    let number = bindingCount
    bindingCount += 1
    bindings[position] = (number, valuePlan, bindsNames)
    defer { bindings[position] = nil }
    return BindPlan(number, plan(body), range)
  }
}
