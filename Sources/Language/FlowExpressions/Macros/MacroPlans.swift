// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The iteration over elements that all macros over lists and maps share.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
class LoopPlan: Plan, @unchecked Sendable {
  let target: Plan
  /// The position of the first bound value.
  let first: Int
  /// Whether an index or key is bound in addition to the element.
  let bindsTwo: Bool
  /// The cost of one iteration.
  let weight: Int

  init(_ target: Plan, first: Int, bindsTwo: Bool, weight: Int, _ range: SourceRange) {
    self.target = target
    self.first = first
    self.bindsTwo = bindsTwo
    self.weight = weight
    super.init(range)
  }

  /// Evaluates the target, and runs a body for each element with the names bound, until the body
  /// returns false.
  @inline(__always)
  final func loop(
    _ frame: inout Frame,
    _ body: (inout Frame, Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    try loop(over: try target.evaluate(&frame), &frame, body)
  }

  @inline(__always)
  final func loop(
    over range: Value, _ frame: inout Frame,
    _ body: (inout Frame, Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    switch range {
    case .list(let list):
      for (position, element) in list.enumerated() {
        try charge(&frame)
        if bindsTwo {
          frame.locals[first] = .int(Int64(position))
          frame.locals[first + 1] = element
        } else {
          frame.locals[first] = element
        }
        guard try body(&frame, element) else { return }
      }
    case .map(let map):
      for entry in map {
        try charge(&frame)
        frame.locals[first] = entry.key
        if bindsTwo { frame.locals[first + 1] = entry.value }
        guard try body(&frame, entry.key) else { return }
      }
    default:
      throw EvaluationError(
        .noOverload, "\(range.type.briefWithArticle) has no elements to iterate over",
        at: target.range)
    }
  }

  @inline(__always)
  private func charge(_ frame: inout Frame) throws(EvaluationError) {
    do throws(EvaluationError) {
      try frame.context.charge(weight)
    } catch {
      throw error.located(at: range)
    }
  }
}

/// `all` and `exists`: an element that settles the result absorbs the failures of others.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class QuantifierPlan: LoopPlan, @unchecked Sendable {
  let condition: Plan
  /// The value that settles the result: false for `all`, true for `exists`.
  let settling: Bool

  init(
    _ target: Plan, _ condition: Plan, settling: Bool, first: Int, bindsTwo: Bool, weight: Int,
    _ range: SourceRange
  ) {
    self.condition = condition
    self.settling = settling
    super.init(target, first: first, bindsTwo: bindsTwo, weight: weight, range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .bool(try truth(&frame))
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    var failure: EvaluationError?
    var isSettled = false
    try loop(&frame) { (frame, _) throws(EvaluationError) in
      do throws(EvaluationError) {
        isSettled = try condition.truth(&frame) == settling
      } catch {
        if error.isFinal { throw error }
        failure = failure?.merged(with: error) ?? error
      }
      return !isSettled
    }
    if isSettled { return settling }
    if let failure { throw failure }
    return !settling
  }
}

/// `exists_one`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class ExistsOnePlan: LoopPlan, @unchecked Sendable {
  let condition: Plan

  init(
    _ target: Plan, _ condition: Plan, first: Int, bindsTwo: Bool, weight: Int,
    _ range: SourceRange
  ) {
    self.condition = condition
    super.init(target, first: first, bindsTwo: bindsTwo, weight: weight, range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var count = 0
    try loop(&frame) { (frame, _) throws(EvaluationError) in
      if try condition.truth(&frame) { count += 1 }
      return true
    }
    return .bool(count == 1)
  }
}

/// `map`, `filter`, `transformList`: macros that produce a list.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class ListLoopPlan: LoopPlan, @unchecked Sendable {
  let filter: Plan?
  /// The new value of an element, or `nil` to keep the element.
  let transform: Plan?

  init(
    _ target: Plan, filter: Plan?, transform: Plan?, first: Int, bindsTwo: Bool, weight: Int,
    _ range: SourceRange
  ) {
    self.filter = filter
    self.transform = transform
    super.init(target, first: first, bindsTwo: bindsTwo, weight: weight, range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    try loop(&frame) { (frame, element) throws(EvaluationError) in
      if let filter, !(try filter.truth(&frame)) { return true }
      values.append(try transform?.evaluate(&frame) ?? element)
      return true
    }
    return .list(values)
  }
}

/// `transformMap` and `transformMapEntry`: macros that produce a map.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class MapLoopPlan: LoopPlan, @unchecked Sendable {
  let filter: Plan?
  let transform: Plan
  /// Whether the transform returns whole entries.
  let givesEntries: Bool

  init(
    _ target: Plan, filter: Plan?, transform: Plan, givesEntries: Bool, first: Int, weight: Int,
    _ range: SourceRange
  ) {
    self.filter = filter
    self.transform = transform
    self.givesEntries = givesEntries
    super.init(target, first: first, bindsTwo: true, weight: weight, range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var result = ValueMap()
    try loop(&frame) { (frame, _) throws(EvaluationError) in
      if let filter, !(try filter.truth(&frame)) { return true }
      let key = frame.locals[first]
      let value = try transform.evaluate(&frame)
      if !givesEntries {
        _ = result.insert(key, value)
        return true
      }
      guard case .map(let entries) = value else {
        throw EvaluationError(
          .noOverload, "'transformMapEntry' expects a map here", at: transform.range)
      }
      try frame.context.charge(entries.count)
      for entry in entries where !result.insert(entry.key, entry.value) {
        throw EvaluationError(.invalidKey, "the map has a key twice", at: transform.range)
      }
      return true
    }
    return .map(result)
  }
}

/// `sortBy`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class SortByPlan: LoopPlan, @unchecked Sendable {
  let key: Plan

  init(_ target: Plan, _ key: Plan, first: Int, weight: Int, _ range: SourceRange) {
    self.key = key
    super.init(target, first: first, bindsTwo: false, weight: weight, range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let list = try target.evaluate(&frame)
    guard case .list = list else {
      throw EvaluationError.noOverload("sortBy", [list]).located(at: range)
    }
    var keyed: [(key: Value, value: Value)] = []
    try loop(over: list, &frame) { (frame, element) throws(EvaluationError) in
      keyed.append((try key.evaluate(&frame), element))
      return true
    }
    do throws(EvaluationError) {
      return .list(try frame.context.sorted(keyed).map(\.value))
    } catch {
      throw error.located(at: range)
    }
  }
}

/// `optMap` and `optFlatMap`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class OptionalMapPlan: Plan, @unchecked Sendable {
  let target: Plan
  let position: Int
  let body: Plan
  let isFlat: Bool

  init(_ target: Plan, _ position: Int, _ body: Plan, isFlat: Bool, _ range: SourceRange) {
    self.target = target
    self.position = position
    self.body = body
    self.isFlat = isFlat
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try target.evaluate(&frame)
    guard case .optional(let inner) = value else {
      throw EvaluationError.noOverload(isFlat ? "optFlatMap" : "optMap", [value])
        .located(at: range)
    }
    guard let inner else { return .optional(nil) }
    frame.locals[position] = inner
    let result = try body.evaluate(&frame)
    guard isFlat else { return .optional(result) }
    guard case .optional = result else {
      throw EvaluationError(.noOverload, "'optFlatMap' expects an optional here", at: body.range)
    }
    return result
  }
}
