// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel

// Inputs as values.
extension FieldInput {
  /// Returns the input as a value.
  func value(for audience: Audience) -> Value {
    switch self {
    case .empty: "none"
    case .offered: "offered"
    case .default: "default"
    case .remembered(let value, let origin):
      .object(["remembered": audience.answer(value), "origin": .string(origin.rawValue)])
    case .text(let text): .object(["text": .string(text)])
    case .value(let value): .object(["value": audience.answer(value)])
    }
  }

  /// Reads an input.
  init(_ value: Value) throws(SavedWalkError) {
    switch value {
    case .string("none"): self = .empty
    case .string("offered"): self = .offered
    case .string("default"): self = .default
    case .map(let map):
      if case .string(let text)? = map["text"] {
        self = .text(text)
      } else if let value = map["value"] {
        self = .value(value)
      } else {
        var reader = WalkReader(map, refusingUnknown: false)
        self = .remembered(
          try reader.needed("remembered", reader.value("remembered")),
          try reader.needed("origin", try reader.word("origin", as: AnswerOrigin.self)))
      }
    default: throw SavedWalkError(entry: "an input has no type")
    }
  }
}
