// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

// The value of an expression as data. A list or a map whose parts differ in type has none that says which records in it
// are of answers, but its literal has: each part is data by its own type.
extension CompiledExpression {
  /// Returns the value of the expression as data.
  ///
  /// - Complexity: O(*n*) in the size of the value and of the expression.
  package func data(_ value: Value) -> Value { data(value, of: root) }

  private func data(_ value: Value, of part: ParsedExpression) -> Value {
    switch (part.kind, value) {
    case (.map(let entries), .map(let map)):
      let parts = Self.parts(of: entries)
      var result = ValueMap()
      for entry in map {
        let part = parts[entry.key.plainText]
        result[entry.key] = part.map { data(entry.value, of: $0) } ?? entry.value
      }
      return .map(result)
    case (.list(let elements), .list(let values)) where elements.count == values.count:
      return .list(zip(elements, values).map { data($1, of: $0.value) })
    case (.conditional(_, let first, let second), _):
      return data(value, of: Self.mayGive(value, first) ? first : second)
    case (.macro(.bind, _, _, _, let body), _): return data(value, of: body)
    default: return type(of: part).data(value)
    }
  }

  /// Returns the shape of the value as data, from that of the value.
  func data(_ shape: SecretShape) -> SecretShape { data(shape, of: root) }

  private func data(_ shape: SecretShape, of part: ParsedExpression) -> SecretShape {
    switch (part.kind, shape.kind) {
    case (_, .clean), (_, .secret): return shape
    case (.map(let entries), .record(let shapes)):
      let parts = Self.parts(of: entries)
      return .record(
        shapes.map { name, shape in (name, parts[name].map { data(shape, of: $0) } ?? shape) })
    case (.map(let entries), .elements(let element)):
      return .elements(entries.reduce(.clean) { $0.or(data(element, of: $1.value)) })
    case (.list(let elements), .elements(let element)):
      return .elements(elements.reduce(.clean) { $0.or(data(element, of: $1.value)) })
    case (.conditional(_, let first, let second), _):
      return data(shape, of: first).or(data(shape, of: second))
    case (.macro(.bind, _, _, _, let body), _): return data(shape, of: body)
    default: return type(of: part).data(shape)
    }
  }

  /// The values of a map literal by its literal keys.
  private static func parts(
    of entries: [ParsedExpression.MapEntry]
  ) -> [String: ParsedExpression] {
    var parts: [String: ParsedExpression] = [:]
    for entry in entries {
      if case .literal(let key) = entry.key.kind { parts[key.plainText] = entry.value }
    }
    return parts
  }

  /// Returns whether an expression can have a value, by the keys of its literal.
  private static func mayGive(_ value: Value, _ part: ParsedExpression) -> Bool {
    guard case .map(let entries) = part.kind else { return true }
    guard case .map(let map) = value else { return false }
    let parts = parts(of: entries)
    guard parts.count == entries.count else { return true }
    return map.allSatisfy { parts[$0.key.plainText] != nil }
      && entries.allSatisfy { entry in
        guard !entry.isOptional, case .literal(let key) = entry.key.kind else { return true }
        return map[key] != nil
      }
  }
}
