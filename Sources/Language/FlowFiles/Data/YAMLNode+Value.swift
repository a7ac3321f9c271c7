// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension YAMLNode {
  /// The data that this node represents, or nil if part of it is broken.
  ///
  /// An integer that's too large for 64 bits becomes a double.
  ///
  /// - Complexity: O(*n*) in the size of the node.
  package var dataValue: Value? { dataValue { $0.dataValue } }

  /// The same data, in which a number or a flag that's written in another way than usual is its source text: `1.10`.
  ///
  /// - Complexity: O(*n*) in the size of the node.
  package var spelledValue: Value? {
    dataValue { scalar in
      let value = scalar.dataValue
      return value == .null || value.plainText == scalar.text ? value : .string(scalar.text)
    }
  }

  /// The data that this node represents, with that of a scalar as a function says, or nil if part of it is broken.
  package func dataValue(of scalarValue: (YAMLScalar) -> Value) -> Value? {
    switch content {
    case .broken: return nil
    case .scalar(let scalar): return scalarValue(scalar)
    case .list(let items):
      var values: [Value] = []
      values.reserveCapacity(items.count)
      for item in items {
        guard let value = item.dataValue(of: scalarValue) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .map(let entries):
      var map = ValueMap()
      for entry in entries {
        guard let value = entry.value.dataValue(of: scalarValue) else { return nil }
        map[.string(entry.key.text)] = value
      }
      return .map(map)
    }
  }
}

extension YAMLScalar {
  /// The data that this scalar represents.
  package var dataValue: Value {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .hugeInt: .double(Double(text) ?? .infinity)
    case .double(let number): .double(number)
    case .string: .string(text)
    }
  }
}
