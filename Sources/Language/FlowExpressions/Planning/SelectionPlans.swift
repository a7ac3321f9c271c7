// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// `operand.field`, `operand.?field`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class SelectPlan: Plan, @unchecked Sendable {
  let operand: Plan
  let field: String
  let isOptional: Bool

  init(_ operand: Plan, _ field: String, isOptional: Bool, _ range: SourceRange) {
    self.operand = operand
    self.field = field
    self.isOptional = isOptional
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try operand.evaluate(&frame)
    if !isOptional, case .map(let map) = value, let found = map[field] { return found }
    return try Selection.select(field, from: value, isOptional: isOptional, at: range)
  }
}

/// `has(operand.field)`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class HasFieldPlan: ConditionPlan, @unchecked Sendable {
  let operand: Plan
  let field: String

  init(_ operand: Plan, _ field: String, _ range: SourceRange) {
    self.operand = operand
    self.field = field
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try Selection.has(field, in: try operand.evaluate(&frame), at: range)
  }
}

/// `operand[key]`, `operand[?key]`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class IndexPlan: Plan, @unchecked Sendable {
  let operand: Plan
  let key: Plan
  let isOptional: Bool

  init(_ operand: Plan, _ key: Plan, isOptional: Bool, _ range: SourceRange) {
    self.operand = operand
    self.key = key
    self.isOptional = isOptional
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value: Value
    do throws(EvaluationError) {
      value = try operand.evaluate(&frame)
    } catch {
      throw key.lacking(&frame, after: error)
    }
    return try Selection.index(
      value, by: try key.evaluate(&frame), isOptional: isOptional, at: range)
  }
}

/// A list literal.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class ListPlan: Plan, @unchecked Sendable {
  let elements: [(plan: Plan, isOptional: Bool)]

  init(_ elements: [(plan: Plan, isOptional: Bool)], _ range: SourceRange) {
    self.elements = elements
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    try frame.context.chargeCreation(elements: elements.count)
    for (position, element) in elements.enumerated() {
      do throws(EvaluationError) {
        let value = try element.plan.evaluate(&frame)
        if !element.isOptional {
          values.append(value)
        } else if case .optional(let inner) = value {
          if let inner { values.append(inner) }
        } else {
          throw EvaluationError(.noOverload, "'?' takes an optional here", at: element.plan.range)
        }
      } catch {
        throw elements[(position + 1)...].reduce(error) { $1.plan.lacking(&frame, after: $0) }
      }
    }
    return .list(values)
  }
}

/// A map literal.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class MapPlan: Plan, @unchecked Sendable {
  let entries: [(key: Plan, value: Plan, isOptional: Bool)]

  init(_ entries: [(key: Plan, value: Plan, isOptional: Bool)], _ range: SourceRange) {
    self.entries = entries
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var map = ValueMap()
    try frame.context.chargeCreation(elements: entries.count)
    for (position, entry) in entries.enumerated() {
      do throws(EvaluationError) {
        try add(entry, to: &map, &frame)
      } catch {
        throw entries[(position + 1)...].reduce(error) { $1.value.lacking(&frame, after: $0) }
      }
    }
    return .map(map)
  }

  private func add(
    _ entry: (key: Plan, value: Plan, isOptional: Bool), to map: inout ValueMap,
    _ frame: inout Frame
  ) throws(EvaluationError) {
    let key = try entry.key.evaluate(&frame)
    var value = try entry.value.evaluate(&frame)
    guard ValueMap.isKey(key) else {
      throw EvaluationError(
        .invalidKey, "\(key.type.briefWithArticle) cannot be a key", at: entry.key.range)
    }
    if entry.isOptional {
      guard case .optional(let inner) = value else {
        throw EvaluationError(.noOverload, "'?' takes an optional here", at: entry.value.range)
      }
      guard let inner else { return }
      value = inner
    }
    guard map.insert(key, value) else {
      throw EvaluationError(.invalidKey, "the map has a key twice", at: entry.key.range)
    }
  }
}
