// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionChecker {
  mutating func checkCall(_ index: Int) -> ValueType {
    guard case .call(let target, let name, let arguments) = node(index).kind else { return .dyn }
    if target == nil, let taken = environment.nameFunctions[name] {
      return checkNameFunction(index, name, arguments, taken)
    }
    for argument in arguments { check(argument) }
    guard let target else {
      let isGlobal = name.hasPrefix(".")
      let plain = isGlobal ? String(name.dropFirst()) : name
      for candidate in candidates(for: plain, isGlobal: isGlobal) {
        guard let function = environment.functions[candidate] else { continue }
        return resolve(function, index, arguments, asMethod: false, isNamespaced: false)
      }
      noteUnknownFunction(index, plain, isMethod: false)
      return .unknown
    }
    // `a.b.c()` is either the function `a.b.c` or a method of `a.b`.
    if let path = ParsedExpression(tree, target).qualifiedName,
      path.isGlobal || !bound.contains(where: { TextBytes.equal($0.name, path.parts[0]) })
    {
      let full = path.parts.joined(separator: ".") + "." + name
      for candidate in candidates(for: full, isGlobal: path.isGlobal) {
        guard let function = environment.functions[candidate] else { continue }
        return resolve(function, index, arguments, asMethod: false, isNamespaced: true)
      }
    }
    check(target)
    guard let function = environment.functions[name] else {
      if noteElementTest(index, target, name, arguments) { return .bool }
      noteUnknownFunction(index, name, isMethod: true)
      return .unknown
    }
    let type = resolve(
      function, index, [target] + arguments, asMethod: true, isNamespaced: false)
    if name == "hasValue" || name == "orValue" { noteRedundant(index, target, name) }
    if name == "value" { requireValue(of: target, at: index) }
    return type
  }

  /// Checks a call such as `label(kind)`, which takes the name and not its value.
  private mutating func checkNameFunction(
    _ index: Int, _ function: String, _ arguments: [Int], _ taken: String
  ) -> ValueType {
    if arguments.count == 1, case .name(let name, isGlobal: false) = node(arguments[0]).kind,
      let position = bound.lastIndex(where: { TextBytes.equal($0.name, name) }),
      let answer = answer(iteratedBy: position),
      let variable = scope.variable(named: "\(function)(\(answer))[]")
    {
      check(arguments[0])
      result.resolutions[index] = .element(of: variable.name)
      return variable.type
    }
    guard arguments.count == 1, case .name(let name, _) = node(arguments[0]).kind,
      !bound.contains(where: { TextBytes.equal($0.name, name) })
    else {
      note(
        "no-overload", "'\(function)' takes the bare name of an answer",
        at: arguments.first.map { range($0) } ?? range(index))
      return .unknown
    }
    check(arguments[0])
    if let answer = scope.variable(named: name)?.isElementOf,
      let variable = scope.variable(named: "\(function)(\(answer))[]")
    {
      result.resolutions[index] = .element(of: variable.name)
      return variable.type
    }
    guard case .variable(let full, let isOptional) = result.resolutions[arguments[0]] else {
      if case .type = result.resolutions[arguments[0]] {
        note(
          "no-overload", "'\(function)' takes the bare name of an answer", at: range(arguments[0]))
      }
      return .unknown
    }
    guard let variable = scope.variable(named: "\(function)(\(full))") else {
      note(
        "no-overload", "'\(function)' takes \(taken), but '\(full)' isn't one",
        at: range(arguments[0]), subject: .unfitName(full))
      return .unknown
    }
    result.resolutions[index] = .variable(variable.name, isOptional: isOptional)
    guard isOptional else { return variable.type }
    unproven[index] = index
    return .optional(variable.type)
  }

  /// Returns the name whose elements a bound name is, one after the other; nil if it's anything else.
  private func answer(iteratedBy position: Int) -> String? {
    guard
      case .macro(let macro, let target, let variables, _, _) = node(bound[position].macro).kind,
      variables.count == 1, ![.bind, .optionalMap, .optionalFlatMap].contains(macro)
    else { return nil }
    return source(ofElements: target)
  }

  /// Returns the name of which an expression has some of the elements; nil if it isn't known.
  func source(ofElements index: Int) -> String? {
    switch (node(index).kind, result.resolutions[index]) {
    case (.name, .variable(let name, _)): return name
    case (.name, .bound(let position)):
      guard bound.indices.contains(position),
        case .macro(let macro, let target, _, _, _) = node(bound[position].macro).kind,
        [.bind, .optionalMap, .optionalFlatMap].contains(macro)
      else { return nil }
      return source(ofElements: target)
    case (.macro(.filter, let target, _, _, _), _), (.macro(.sortBy, let target, _, _, _), _):
      return source(ofElements: target)
    case (.call(let target?, "orValue", let arguments), _):
      guard arguments.count == 1, case .list(let elements) = node(arguments[0]).kind,
        elements.isEmpty
      else { return nil }
      return source(ofElements: target)
    default: return nil
    }
  }

  /// Finds the overloads of an operator for its operands.
  mutating func resolveOperator(_ name: String, _ index: Int, _ operands: [Int]) -> ValueType {
    guard let function = environment.functions[name] else { return .dyn }
    return resolve(function, index, operands, asMethod: false, isNamespaced: false)
  }

  private mutating func resolve(
    _ function: FunctionDeclaration, _ index: Int, _ arguments: [Int], asMethod: Bool,
    isNamespaced: Bool
  ) -> ValueType {
    var types = arguments.map { type($0) }
    if let found = resolve(function, types, asMethod: asMethod) {
      result.resolutions[index] = .function(
        function, overloads: found.overloads, isNamespaced: isNamespaced)
      let type = requireTypes(of: arguments, for: function, found, asMethod: asMethod, at: index)
      checkArguments(function.name, arguments, index)
      if function.name == "math.greatest" || function.name == "math.least",
        let first = types.first, first.isNumeric, types.allSatisfy({ $0 == first })
      {
        return first
      }
      return type
    }
    // Names that are proven to have a value also work in forms made for optionals.
    if asMethod, function.name == "or" {
      // An alternative that always has a value also works as an optional.
      for position in types.indices.dropFirst() where isProvenName(arguments[position]) {
        types[position] = .optional(types[position])
        makeOptional(arguments[position])
      }
      if case .optional = types.first, let found = resolve(function, types, asMethod: true) {
        result.resolutions[index] = .function(
          function, overloads: found.overloads, isNamespaced: false)
        return found.type
      }
    }
    if asMethod, let redundant = redundantOptional(function, types, arguments[0]) {
      types[0] = .optional(types[0])
      if let found = resolve(function, types, asMethod: true) {
        makeOptional(arguments[0])
        result.resolutions[index] = .function(
          function, overloads: found.overloads, isNamespaced: false)
        note(
          "redundant-presence-test", .warning,
          "'\(tree.source(of: range(arguments[0])))' always has a value here, so '\(redundant)' is not needed",
          at: node(index).nameRange)
        return found.type
      }
    }
    if noteUnproven(
      among: arguments,
      where: { checker, types in
        checker.resolve(function, types, asMethod: asMethod) != nil
      })
    {
      return .unknown
    }
    noteNoOverload(function, index, arguments, asMethod: asMethod)
    return .unknown
  }

  /// Whether an expression is the name of an answer that has a value here.
  private func isProvenName(_ index: Int) -> Bool {
    guard environment.options.allowsHasOfNames, isPlainName(index) else { return false }
    if case .optional = result.types[index] { return false }
    return true
  }

  /// The method's name, if it's a method of optionals and its target isn't an optional.
  private func redundantOptional(
    _ function: FunctionDeclaration, _ types: [ValueType], _ target: Int
  ) -> String? {
    guard environment.options.allowsHasOfNames, let first = types.first else { return nil }
    if case .optional = first { return nil }
    guard ["hasValue", "orValue", "value", "or"].contains(function.name) else { return nil }
    return isPlainName(target) ? function.name : nil
  }

  /// Makes a proven name or field an optional anyway.
  mutating func makeOptional(_ target: Int) {
    madeOptional.insert(target)
    result.types[target] = .optional(result.types[target])
    if case .variable(let name, _) = result.resolutions[target] {
      result.resolutions[target] = .variable(name, isOptional: true)
    } else {
      result.resolutions[target] = .optionalField
    }
  }

  /// The overloads that take these types, and their result type.
  func overloads(
    _ function: FunctionDeclaration, _ types: [ValueType], asMethod: Bool
  ) -> [Int] {
    let overloads = function.overloads
    return overloads.indices.filter {
      overloads[$0].isMethod == asMethod && overloads[$0].parameters.count == types.count
    }
  }

  mutating func resolve(
    _ function: FunctionDeclaration, _ types: [ValueType], asMethod: Bool
  ) -> (type: ValueType, overloads: [Int])? {
    var found: [Int] = []
    var type: ValueType?
    let all = function.overloads
    for position in overloads(function, types, asMethod: asMethod) {
      let overload = all[position]
      let (parameters, overloadResult) = instantiate(overload)
      // Null agrees with times and opaque types in lists and comparisons, but no function takes it.
      guard
        !zip(types, parameters).contains(where: { $0 == .null && !$1.isDynamic && $1 != .null }),
        substitution.assign(types, to: parameters)
      else { continue }
      found.append(position)
      let resolved = substitution.resolve(overloadResult)
      if let known = type {
        if known != .dyn, known != resolved { type = .dyn }
      } else {
        type = resolved
      }
    }
    return type.map { ($0, found) }
  }

  /// The types of an overload, with new undecided types for its type parameters.
  mutating func instantiate(
    _ overload: FunctionOverload
  ) -> (parameters: [ValueType], result: ValueType) {
    var fresh: [String: ValueType] = [:]
    for type in overload.parameters + [overload.result] { collect(type, into: &fresh) }
    guard !fresh.isEmpty else { return (overload.parameters, overload.result) }
    return (
      overload.parameters.map { replace($0, fresh) }, replace(overload.result, fresh)
    )
  }

  private mutating func collect(_ type: ValueType, into fresh: inout [String: ValueType]) {
    if case .parameter(let name) = type {
      if fresh[name] == nil { fresh[name] = substitution.fresh() }
      return
    }
    for component in type.components { collect(component, into: &fresh) }
  }

  private func replace(_ type: ValueType, _ fresh: [String: ValueType]) -> ValueType {
    if case .parameter(let name) = type { return fresh[name] ?? type }
    return type.replacingComponents { replace($0, fresh) }
  }

  // MARK: Macros

  mutating func checkMacro(_ index: Int) -> ValueType {
    guard
      case .macro(let macro, let target, let variables, let filter, let body) = node(index).kind
    else { return .dyn }
    check(target)
    var range = proven(target, as: macro, at: index)
    if case .optional(let inner) = range, let root = unproven[target],
      macro != .optionalMap, macro != .optionalFlatMap, macro != .bind
    {
      noteMayBeUnasked(root)
      range = substitution.resolve(inner)
    }
    let depth = bound.count
    result.boundStart[index] = depth
    for (name, type) in zip(variables, boundTypes(macro, target, range, variables.count)) {
      bound.append(BoundName(name: name, type: type, guardsBefore: guards.count, macro: index))
    }
    switch (macro, range) {
    case (.bind, _):
      bound[depth].expandedLength = expandedLength(target)
      bound[depth].value = target
    case (_, .list): bound[bound.count - 1].conditions = elementConditions(of: target)
    default: break
    }
    noteHiddenNames(from: depth)
    noteKnowledge(ofNamesBoundBy: index, from: depth)
    result.localCount = max(result.localCount, bound.count)
    let guardDepth = guards.count
    if let filter {
      check(filter)
      expectCondition(filter)
      assume(filter, isTrue: true)
    }
    let bodyType = check(body)
    guards.removeSubrange(guardDepth...)
    switch macro {
    case .all, .exists, .existsOne, .filter: expectCondition(body)
    case .sortBy: expectKey(body)
    case .transformMapEntry: expectEntry(body)
    default: break
    }
    bound.removeSubrange(depth...)
    revealNames()
    return macroResult(macro, range, bodyType, body)
  }

  private mutating func boundTypes(
    _ macro: Macro, _ target: Int, _ range: ValueType, _ count: Int
  ) -> [ValueType] {
    // A mistake in the list isn't reported again for each use of its elements.
    if range == .unknown { return Array(repeating: .unknown, count: count) }
    switch macro {
    case .bind: return [range]
    case .optionalMap, .optionalFlatMap:
      switch range {
      case .optional(let inner): return [inner]
      case .dyn:
        requireType(of: target, "'\(macro.rawValue)' is for optionals")
        return [.dyn]
      case .undecided:
        _ = substitution.assign(.dyn, to: range)
        return [.dyn]
      default:
        note(
          "type-mismatch", "'\(macro.rawValue)' is for optionals, not for \(named(range))",
          at: self.range(target))
        return [.unknown]
      }
    default: break
    }
    switch range {
    case .list(let element): return count == 2 ? [.int, element] : [element]
    case .map where macro == .sortBy, .record where macro == .sortBy: break
    case .map(let key, let value):
      return count == 2 ? [key, value] : [key]
    case .record(let record):
      return count == 2 ? [.string, substitution.commonType(of: record)] : [.string]
    case .dyn:
      requireType(of: target, "'\(macro.rawValue)' iterates over lists and maps")
      return Array(repeating: .dyn, count: count)
    case .undecided:
      _ = substitution.assign(.dyn, to: range)
      return Array(repeating: .dyn, count: count)
    default: break
    }
    note(
      "no-range", "'\(macro.rawValue)' iterates over lists and maps, not over \(named(range))",
      at: self.range(target))
    return Array(repeating: .unknown, count: count)
  }

  private mutating func macroResult(
    _ macro: Macro, _ range: ValueType, _ bodyType: ValueType, _ body: Int
  ) -> ValueType {
    switch macro {
    case .all, .exists, .existsOne: return .bool
    case .map, .transformList: return .list(bodyType)
    case .filter:
      switch range {
      case .list: return range
      case .map(let key, _): return .list(key)
      case .record: return .list(.string)
      case .unknown: return .unknown
      default: return .list(.dyn)
      }
    case .transformMap:
      switch range {
      case .list: return .map(.int, bodyType)
      case .map(let key, _): return .map(key, bodyType)
      case .record: return .map(.string, bodyType)
      default: return .map(.dyn, bodyType)
      }
    case .transformMapEntry:
      guard case .record(let record) = substitution.resolve(bodyType) else { return bodyType }
      return .map(.string, substitution.commonType(of: record))
    case .sortBy: return range.isDynamic && range != .unknown ? .list(.dyn) : range
    case .bind: return bodyType
    case .optionalMap: return .optional(bodyType)
    case .optionalFlatMap:
      switch substitution.resolve(bodyType) {
      case .optional, .dyn, .unknown: return bodyType
      case .undecided:
        let inner = substitution.fresh()
        _ = substitution.assign(bodyType, to: .optional(inner))
        return .optional(inner)
      default:
        note(
          "type-mismatch", "'optFlatMap' expects an optional here, not \(named(type(body)))",
          at: self.range(body))
        return .optional(.unknown)
      }
    }
  }

  private mutating func expectKey(_ body: Int) {
    switch type(body) {
    case .int, .uint, .double, .bool, .string, .bytes, .timestamp, .duration, .undecided: break
    case .dyn: requireType(of: body, "sorting needs an ordered key")
    case let other:
      if noteUnproven(among: [body], where: { _, _ in true }) { return }
      note("type-mismatch", "\(named(other)) can't be sorted by", at: range(body))
    }
  }

  private mutating func expectEntry(_ body: Int) {
    switch type(body) {
    case .map, .dyn, .record, .undecided: break
    case let other:
      note(
        "type-mismatch", "'transformMapEntry' expects a map here, not \(named(other))",
        at: range(body))
    }
  }
}
