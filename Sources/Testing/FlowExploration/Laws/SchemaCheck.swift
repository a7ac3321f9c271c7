// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import RegularExpressions
import Synchronization

/// Validates values against a JSON Schema with the keywords that `FlowSchema` writes.
///
/// It doesn't check formats, and not patterns that our own regular expressions don't take.
final class SchemaCheck: Sendable {
  let schema: Value

  /// The patterns that were met.
  private let patterns = Mutex<[String: RegularExpression?]>([:])

  init(_ schema: Value) { self.schema = schema }

  /// Returns what's wrong with a value, with its path; nil if it's valid.
  ///
  /// - Complexity: O(*n* · *m*) in the sizes of the value and the schema.
  func complaint(about value: Value) -> String? { complaint(value, schema, at: "") }

  /// Returns the regular expression of a pattern, which is compiled once; nil if ours don't take it.
  private func expression(_ pattern: String) -> RegularExpression? {
    patterns.withLock { known in
      if let found = known[pattern] { return found }
      let made = try? RegularExpression(pattern)
      known[pattern] = .some(made)
      return made
    }
  }

  private func isValid(_ value: Value, _ schema: Value) -> Bool {
    complaint(value, schema, at: "") == nil
  }

  private func complaint(_ value: Value, _ schema: Value, at path: String) -> String? {
    guard case .map(let keys) = schema else {
      return schema == false ? "'\(path)' isn't allowed" : nil
    }
    for entry in keys {
      if let found = complaint(value, entry.key.plainText, entry.value, keys, at: path) {
        return found
      }
    }
    return nil
  }

  private func complaint(
    _ value: Value, _ key: String, _ rule: Value, _ schema: ValueMap, at path: String
  ) -> String? {
    func wrong(_ isValid: Bool) -> String? { isValid ? nil : "'\(path)' breaks '\(key)'" }
    switch key {
    case "type":
      let names = rule.elements ?? [rule]
      return wrong(names.contains { value.hasType($0.plainText) })
    case "const": return wrong(value.isSame(as: rule))
    case "enum": return wrong(rule.elements?.contains { value.isSame(as: $0) } ?? true)
    case "allOf":
      return rule.elements?.lazy.compactMap { self.complaint(value, $0, at: path) }.first
    case "anyOf": return wrong(rule.elements?.contains { isValid(value, $0) } ?? true)
    case "oneOf": return wrong(rule.elements?.count { isValid(value, $0) } ?? 1 == 1)
    case "not": return wrong(!isValid(value, rule))
    case "if":
      let branch: Value = isValid(value, rule) ? "then" : "else"
      return schema[branch].flatMap { complaint(value, $0, at: path) }
    default: break
    }
    switch value {
    case .map(let map): return complaint(map, key, rule, schema, at: path)
    case .list(let items): return complaint(items, key, rule, schema, at: path)
    case .string(let text):
      switch (key, rule) {
      case ("minLength", .int(let count)): return wrong(text.unicodeScalars.count >= count)
      case ("maxLength", .int(let count)): return wrong(text.unicodeScalars.count <= count)
      case ("pattern", .string(let pattern)):
        return expression(pattern).flatMap { wrong($0.matches(text)) }
      default: return nil
      }
    case .int, .double, .uint:
      guard let number = value.asDouble, let limit = rule.asDouble else { return nil }
      switch key {
      case "minimum": return wrong(number >= limit)
      case "maximum": return wrong(number <= limit)
      case "exclusiveMinimum": return wrong(number > limit)
      case "exclusiveMaximum": return wrong(number < limit)
      case "multipleOf": return wrong(number.truncatingRemainder(dividingBy: limit) == 0)
      default: return nil
      }
    default: return nil
    }
  }

  private func complaint(
    _ map: ValueMap, _ key: String, _ rule: Value, _ schema: ValueMap, at path: String
  ) -> String? {
    func inside(_ name: Value) -> String {
      path.isEmpty ? name.plainText : "\(path).\(name.plainText)"
    }
    func wrong(_ isValid: Bool) -> String? { isValid ? nil : "'\(path)' breaks '\(key)'" }
    switch (key, rule) {
    case ("required", _):
      return rule.elements?.first { map[$0] == nil }.map { "'\(inside($0))' is missing" }
    case ("properties", _):
      guard case .map(let properties) = rule else { return nil }
      for entry in properties {
        if let value = map[entry.key],
          let found = complaint(value, entry.value, at: inside(entry.key))
        {
          return found
        }
      }
      return nil
    case ("additionalProperties", _):
      var known = ValueMap()
      if case .map(let properties)? = schema["properties"] { known = properties }
      for entry in map where known[entry.key] == nil {
        if let found = complaint(entry.value, rule, at: inside(entry.key)) { return found }
      }
      return nil
    case ("propertyNames", _):
      return map.lazy.compactMap { self.complaint($0.key, rule, at: inside($0.key)) }.first
    case ("minProperties", .int(let count)): return wrong(map.count >= count)
    case ("maxProperties", .int(let count)): return wrong(map.count <= count)
    default: return nil
    }
  }

  private func complaint(
    _ items: [Value], _ key: String, _ rule: Value, _ schema: ValueMap, at path: String
  ) -> String? {
    switch (key, rule) {
    case ("items", _):
      let first = schema["prefixItems"]?.elements?.count ?? 0
      for (index, item) in items.enumerated().dropFirst(first) {
        if let found = complaint(item, rule, at: "\(path)[\(index)]") { return found }
      }
      return nil
    case ("prefixItems", .list(let rules)):
      for (index, (item, rule)) in zip(items, rules).enumerated() {
        if let found = complaint(item, rule, at: "\(path)[\(index)]") { return found }
      }
      return nil
    case ("minItems", .int(let count)):
      return items.count >= count ? nil : "'\(path)' breaks 'minItems'"
    case ("maxItems", .int(let count)):
      return items.count <= count ? nil : "'\(path)' breaks 'maxItems'"
    case ("uniqueItems", true):
      return Set(items).count == items.count ? nil : "'\(path)' breaks 'uniqueItems'"
    case ("contains", _):
      return items.contains { isValid($0, rule) } ? nil : "'\(path)' breaks 'contains'"
    default: return nil
    }
  }
}

/// The value that was made last; another is made only for something else.
final class LastMade<Key: Equatable & Sendable, Made: Sendable>: Sendable {
  private let last = Mutex<(key: Key, made: Made)?>(nil)

  func value(for key: Key, making make: () -> Made) -> Made {
    last.withLock { last in
      if let last, last.key == key { return last.made }
      let made = make()
      last = (key, made)
      return made
    }
  }
}

extension Value {
  fileprivate func isSame(as other: Value) -> Bool {
    if let number = asDouble, let other = other.asDouble { return number == other }
    return self == other
  }

  fileprivate func hasType(_ name: String) -> Bool {
    switch (name, self) {
    case ("object", .map), ("array", .list), ("string", .string), ("boolean", .bool),
      ("null", .null),
      ("number", .int), ("number", .uint), ("number", .double), ("integer", .int),
      ("integer", .uint):
      true
    case ("integer", .double(let number)): number == number.rounded()
    default: false
    }
  }
}
