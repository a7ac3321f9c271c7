// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

// Values of expressions as data. Expressions read the answers in a record by their ids, and data has them by
// their keys; the type of a value says which records in it are of answers.
extension ValueType {
  /// Whether records in values of the type have other names in data.
  private var hasKeys: Bool {
    switch self {
    case .record(let record): record.fields.contains { $0.key != nil || $0.type.hasKeys }
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.hasKeys
    default: false
    }
  }

  /// Returns a value of the type as data.
  ///
  /// - Complexity: O(*n*) in the size of the value if a record in it has keys; otherwise O(*n*) in that of the
  ///   type.
  package func data(_ value: Value) -> Value { hasKeys ? renamed(value) : value }

  private func renamed(_ value: Value) -> Value {
    switch (self, value) {
    case (.optional(let inner), .optional(let value)):
      return .optional(value.map { inner.renamed($0) })
    case (.optional(let inner), _): return inner.renamed(value)
    case (.list(let element), .list(let values)) where element.hasKeys:
      return .list(values.map { element.renamed($0) })
    case (.map(_, let inner), .map(let map)) where inner.hasKeys:
      var result = ValueMap()
      for entry in map { result[entry.key] = inner.renamed(entry.value) }
      return .map(result)
    case (.record(let record), .map(let map)) where hasKeys:
      let fields = Dictionary(record.fields.map { ($0.name, $0) }) { first, _ in first }
      var result = ValueMap()
      for entry in map {
        let field = fields[entry.key.plainText]
        let key = field?.key.map { Value.string($0) } ?? entry.key
        result[key] = field.map { $0.type.renamed(entry.value) } ?? entry.value
      }
      return .map(result)
    default: return value
    }
  }

  /// Returns the shape of a value of the type as data, from that of the value.
  func data(_ shape: SecretShape) -> SecretShape {
    guard hasKeys, !shape.isClean else { return shape }
    switch (self, shape.kind) {
    case (.optional(let inner), _): return inner.data(shape)
    case (.list(let inner), .elements(let element)), (.map(_, let inner), .elements(let element)):
      return .elements(inner.data(element))
    case (.record(let record), .record(let parts)):
      let fields = Dictionary(record.fields.map { ($0.name, $0) }) { first, _ in first }
      return .record(
        parts.map { name, shape in
          let field = fields[name]
          return (field?.key ?? name, field?.type.data(shape) ?? shape)
        })
    default: return shape
    }
  }
}
