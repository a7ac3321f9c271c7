// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions

// Reads scalars as if a user typed them: the parser of the field gets their source text.
extension ScriptLoading {
  /// Returns the value that an entry expects of the answer named by its key.
  func expectedValue(of entry: YAMLEntry) -> Value? {
    guard case .scalar(let scalar) = entry.value.content, scalar.value != .null else {
      var typing = RecordTyping(flow)
      return entry.value.expectedValue.map {
        typing.answer($0, to: entry.key.text, spelled: entry.value.spelledValue)
      }
    }
    return flow.value(typed: scalar.text, for: entry.key.text) ?? entry.value.expectedValue
  }

  /// Reads a map of inputs.
  ///
  /// A scalar that doesn't have the type of its input stays data, so that the session reports it.
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
  /// The expected data.
  ///
  /// A number whose source isn't its standard form stays text, so that `1.10` matches text as well
  /// as a number.
  var expectedValue: Value? {
    dataValue { scalar in
      switch scalar.value {
      case .int(let number) where "\(number)" != scalar.text: .string(scalar.text)
      case .double(let number) where number.isFinite && "\(number)" != scalar.text:
        .string(scalar.text)
      default: scalar.dataValue
      }
    }
  }
}
