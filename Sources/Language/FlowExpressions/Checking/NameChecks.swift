// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionChecker {
  // MARK: Names

  /// Checks a bare name, or `has(name)`.
  mutating func checkName(_ index: Int) -> ValueType {
    switch node(index).kind {
    case .hasName(let name): return checkHasName(index, name)
    case .name(let name, let isGlobal):
      if !isGlobal, let position = bound.lastIndex(where: { TextBytes.equal($0.name, name) }) {
        result.resolutions[index] = .bound(position)
        return bound[position].type
      }
      if let type = resolve([name], isGlobal: isGlobal, index) { return type }
      noteUnknownName(index, name)
      return .unknown
    default: return .dyn
    }
  }

  private mutating func checkHasName(_ index: Int, _ name: String) -> ValueType {
    if let position = bound.lastIndex(where: { TextBytes.equal($0.name, name) }) {
      result.resolutions[index] = .bound(position)
      note(
        "redundant-presence-test", .warning, "'\(name)' always has a value here", at: range(index))
      return .bool
    }
    for candidate in candidates(for: name, isGlobal: false) {
      guard let variable = scope.variable(named: candidate) else { continue }
      result.resolutions[index] = .variable(candidate, isOptional: true)
      result.references.append(
        NameReference(
          name: candidate, range: node(index).nameRange, isOptional: true, isPresenceTest: true))
      if variable.presence == .always || prover.isPresent(candidate, given: guardsOfScope) {
        note(
          "redundant-presence-test", .warning, "'\(name)' always has a value here",
          at: range(index))
      }
      return .bool
    }
    noteUnknownName(index, name)
    return .bool
  }

  /// The full names that a name can refer to, innermost namespace first.
  func candidates(for name: String, isGlobal: Bool) -> [String] {
    let container = environment.options.container
    guard !isGlobal, !container.isEmpty else { return [name] }
    var candidates: [String] = []
    var parts = container.split(separator: ".")
    while !parts.isEmpty {
      candidates.append(parts.joined(separator: ".") + "." + name)
      parts.removeLast()
    }
    candidates.append(name)
    return candidates
  }

  /// Resolves a name of one or more parts; `nil` if it refers to nothing.
  private mutating func resolve(_ parts: [String], isGlobal: Bool, _ index: Int) -> ValueType? {
    let name = parts.count == 1 ? parts[0] : parts.joined(separator: ".")
    for candidate in candidates(for: name, isGlobal: isGlobal) {
      if let variable = scope.variable(named: candidate) {
        return use(variable, as: candidate, index)
      }
      if let type = ValueType.namedTypes[candidate] {
        result.resolutions[index] = .type(type)
        return .type(type)
      }
    }
    return nil
  }

  private mutating func use(
    _ variable: VariableDeclaration, as name: String, _ index: Int
  ) -> ValueType {
    let isOptional =
      variable.presence == .maybe && !prover.isPresent(name, given: guardsOfScope)
    result.resolutions[index] = .variable(name, isOptional: isOptional)
    result.references.append(
      NameReference(
        name: name, range: range(index), isOptional: isOptional, isPresenceTest: false))
    guard isOptional else { return variable.type }
    unproven[index] = index
    return .optional(variable.type)
  }

  /// The guards that refer only to names of the scope.
  ///
  /// A guard that refers to a variable bound by a macro may hold for one element and not for
  /// another, and the bound name may be spelled like a name of the scope.
  private var guardsOfScope: [Guard] {
    guard !bound.isEmpty else { return guards }
    return guards.filter { !mentionsBoundName($0.expression) }
  }

  private func mentionsBoundName(_ expression: ParsedExpression) -> Bool {
    bound.contains { expression.reads($0.name) }
  }

  // MARK: Selections

  mutating func checkSelection(
    _ index: Int, _ operand: Int, _ field: String, isOptional: Bool
  ) -> ValueType {
    // A chain of selections can be the name of a variable, unless its root is a bound name.
    if !isOptional, let path = ParsedExpression(tree, index).qualifiedName,
      path.isGlobal || !bound.contains(where: { TextBytes.equal($0.name, path.parts[0]) }),
      let type = resolve(path.parts, isGlobal: path.isGlobal, index)
    {
      return type
    }
    check(operand)
    let operandType = type(operand)
    let (target, wasOptional) =
      if case .optional(let inner) = operandType { (substitution.resolve(inner), true) } else {
        (operandType, false)
      }
    if let root = unproven[operand], wasOptional, !isOptional { unproven[index] = root }
    let (selected, mayBeAbsent) = fieldType(index, field, of: target)
    if mayBeAbsent, !isOptional, !wasOptional, !isProven(index) {
      result.resolutions[index] = .optionalField
      unproven[index] = index
      return .optional(selected)
    }
    return wasOptional || isOptional ? .optional(selected) : selected
  }

  /// The type of a field, and whether it may be absent.
  private mutating func fieldType(
    _ index: Int, _ field: String, of target: ValueType
  ) -> (ValueType, Bool) {
    switch target {
    case .map(_, let value): return (value, false)
    case .record(let record):
      if let found = record[field] { return (found.type, found.isOptional) }
      noteUnknownField(index, field, record)
      return (.unknown, false)
    case .unknown: return (.unknown, false)
    case .undecided:
      _ = substitution.assign(.dyn, to: target)
      return (.dyn, false)
    case .dyn:
      if case .select(let operand, _, _) = node(index).kind {
        requireType(of: operand, "only a record or map has a field '\(field)'")
      } else if case .hasField(let operand, _) = node(index).kind {
        requireType(of: operand, "only a record or map has a field '\(field)'")
      }
      return (.dyn, false)
    default:
      noteNoFields(index, field, target)
      return (.unknown, false)
    }
  }

  /// The guards whose names refer to the same things here: those without names that a macro has
  /// bound since.
  var guardsOfFields: [Guard] {
    let outer = prover.conditions
    guard !bound.isEmpty else { return outer + guards }
    let inner = guards.enumerated().filter { position, fact in
      !bound.contains { $0.guardsBefore > position && fact.expression.reads($0.name) }
    }
    return outer.filter { !mentionsBoundName($0.expression) } + inner.map(\.element)
  }

  /// Whether a guard proves that the selected field is present.
  private func isProven(_ index: Int) -> Bool {
    guard case .select(let operand, let field, _) = node(index).kind else { return false }
    if isKeptForField(field, of: operand) { return true }
    let target = ParsedExpression(tree, operand)
    return guardsOfFields.contains { fact in
      LiteralPresenceProver.proves(fact.expression, isTrue: fact.isTrue) { kind in
        switch kind {
        case .hasField(let other, let name): TextBytes.equal(name, field) && other == target
        case .call(let other?, "hasValue", _):
          if case .select(let inner, let name, _) = other.kind {
            TextBytes.equal(name, field) && inner == target
          } else {
            false
          }
        default: false
        }
      }
    }
  }

  mutating func checkHas(_ index: Int, _ operand: Int, _ field: String) -> ValueType {
    check(operand)
    var target = type(operand)
    if case .optional(let inner) = target {
      target = substitution.resolve(inner)
    } else if case .record(let record) = target, record[field]?.isOptional == false {
      note(
        "redundant-presence-test", .warning, "'\(field)' is always present here",
        at: range(index))
    }
    _ = fieldType(index, field, of: target)
    return .bool
  }

  mutating func checkIndex(
    _ index: Int, _ operand: Int, _ key: Int, isOptional: Bool
  ) -> ValueType {
    check(operand)
    check(key)
    let operandType = type(operand)
    let (target, wasOptional) =
      if case .optional(let inner) = operandType { (substitution.resolve(inner), true) } else {
        (operandType, false)
      }
    if let root = unproven[operand], wasOptional, !isOptional { unproven[index] = root }
    let element: ValueType
    switch target {
    case .list(let type):
      element = type
      let found = self.type(key)
      if substitution.assign(found, to: .int) {
        requireType(of: key, as: .int, "the index of a list is an int")
      } else {
        noteIndex(key, "a list", .int)
      }
    case .map(let keyType, let type):
      element = type
      if !substitution.assign(self.type(key), to: keyType) { noteIndex(key, "the map", keyType) }
    case .record(let record):
      return checkRecordIndex(index, key, record, isOptional: isOptional || wasOptional)
    case .dyn:
      requireType(of: operand, "only a list, map or record has elements")
      element = .dyn
    case .unknown: element = .unknown
    case .undecided:
      _ = substitution.assign(.dyn, to: target)
      element = .dyn
    default:
      note("no-index", "\(named(target)) has no elements to index", at: node(index).nameRange)
      element = .unknown
    }
    return isOptional || wasOptional ? .optional(element) : element
  }

  private mutating func checkRecordIndex(
    _ index: Int, _ key: Int, _ record: RecordType, isOptional: Bool
  ) -> ValueType {
    guard case .literal(.string(let field)) = node(key).kind else {
      if substitution.assign(type(key), to: .string) {
        requireType(of: key, as: .string, "the index of a record is a string")
      } else {
        noteIndex(key, "a record", .string)
      }
      return isOptional ? .optional(.dyn) : .dyn
    }
    guard let found = record[field] else {
      noteUnknownField(index, field, record)
      return isOptional ? .optional(.unknown) : .unknown
    }
    return isOptional ? .optional(found.type) : found.type
  }

  private mutating func noteIndex(_ key: Int, _ what: String, _ wanted: ValueType) {
    if noteUnproven(
      among: [key],
      where: { checker, types in
        checker.substitution.assign(types[0], to: wanted)
      })
    {
      return
    }
    note(
      "type-mismatch", "the index of \(what) is \(named(wanted)), not \(named(type(key)))",
      at: range(key))
  }
}

extension ParsedExpression {
  /// Whether it contains a name, bound in it or not.
  fileprivate func reads(_ name: String) -> Bool {
    let nodes = tree.nodes
    return nodes[nodes[index].start...index].contains { node in
      guard case .name(let other, _) = node.kind else { return false }
      return TextBytes.equal(other, name)
    }
  }
}
