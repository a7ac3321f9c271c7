// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Selections of fields and elements.
enum Selection {
  /// `value.field`, `value.?field`.
  static func select(
    _ field: String, from value: Value, isOptional: Bool, at range: SourceRange
  ) throws(EvaluationError) -> Value {
    switch value {
    case .map(let map):
      if let found = map[field] { return isOptional ? .optional(found) : found }
      if isOptional { return .optional(nil) }
      throw EvaluationError(.noSuchKey, "the map has no key '\(field)'", at: range)
    case .optional(let inner):
      guard let inner else { return .optional(nil) }
      return try select(field, from: inner, isOptional: true, at: range)
    default:
      throw EvaluationError(
        .noOverload, "\(value.type.briefWithArticle) has no field '\(field)'", at: range)
    }
  }

  /// `has(value.field)`.
  static func has(
    _ field: String, in value: Value, at range: SourceRange
  ) throws(EvaluationError) -> Bool {
    switch value {
    case .map(let map): return map[field] != nil
    case .optional(let inner):
      guard let inner else { return false }
      return try has(field, in: inner, at: range)
    default:
      throw EvaluationError(
        .noOverload, "\(value.type.briefWithArticle) has no field '\(field)'", at: range)
    }
  }

  /// `value[key]`, `value[?key]`.
  static func index(
    _ value: Value, by key: Value, isOptional: Bool, at range: SourceRange
  ) throws(EvaluationError) -> Value {
    switch value {
    case .list(let list):
      guard let position = wholeNumber(key) else {
        if isOptional, case .double = key { return .optional(nil) }
        throw EvaluationError(
          .noOverload, "the index of a list is an int, not \(key.type.briefWithArticle)", at: range)
      }
      guard list.indices.contains(position) else {
        if isOptional { return .optional(nil) }
        throw EvaluationError(
          .indexOutOfRange, "the index is outside the list of \(list.count) elements", at: range)
      }
      return isOptional ? .optional(list[position]) : list[position]
    case .map(let map):
      if let found = map[key] { return isOptional ? .optional(found) : found }
      if isOptional { return .optional(nil) }
      throw EvaluationError(.noSuchKey, "the map has no such key", at: range)
    case .optional(let inner):
      guard let inner else { return .optional(nil) }
      return try index(inner, by: key, isOptional: true, at: range)
    default:
      throw EvaluationError(
        .noOverload, "\(value.type.briefWithArticle) has no elements to index", at: range)
    }
  }

  /// A number as an index, or `nil` if it isn't whole.
  static func wholeNumber(_ value: Value) -> Int? {
    switch value {
    case .int(let int): Int(exactly: int)
    case .uint(let uint): Int(clamping: uint)
    case .double(let double): Int(exactly: double)
    default: nil
    }
  }
}
