// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowForms

// Scalars as a person types them: their source text goes through the parser of their field.
extension ScriptLoading {
  /// The value that an entry expects of the answer that its key names.
  func expectedValue(of entry: YAMLEntry) -> Value? {
    guard case .scalar(let scalar) = entry.value.content, scalar.value != .null else {
      return entry.value.expectedValue
    }
    return flow.value(typed: scalar.text, for: entry.key.text) ?? entry.value.expectedValue
  }

  /// The inputs of a map; a scalar that an input of its type can't be is left as data, so that the
  /// session says what is wrong with it.
  mutating func inputs(_ node: YAMLNode) -> [String: Value] {
    var inputs: [String: Value] = [:]
    for entry in map(node, "a map of inputs") ?? [] {
      inputs[entry.key.text] = entry.value.dataValue
      guard let input = flow.inputs.first(where: { $0.name == entry.key.text }),
        case .scalar(let scalar) = entry.value.content, scalar.value != .null,
        let value = input.value(typed: scalar.text)
      else { continue }
      inputs[entry.key.text] = value
    }
    return inputs
  }
}

extension YAMLNode {
  /// The data that this node expects: numbers whose source isn't how numbers are written are their
  /// source, so that `1.10` is found in a text as well as in a number.
  var expectedValue: Value? {
    switch content {
    case .broken: return nil
    case .scalar(let scalar):
      switch scalar.value {
      case .int(let number) where "\(number)" != scalar.text: return .string(scalar.text)
      case .double(let number) where number.isFinite && "\(number)" != scalar.text:
        return .string(scalar.text)
      default: return scalar.dataValue
      }
    case .list(let items):
      let values = items.map(\.expectedValue)
      return values.contains { $0 == nil } ? nil : .list(values.compactMap { $0 })
    case .map(let entries):
      var map = ValueMap()
      for entry in entries {
        guard let value = entry.value.expectedValue else { return nil }
        map[.string(entry.key.text)] = value
      }
      return .map(map)
    }
  }
}
