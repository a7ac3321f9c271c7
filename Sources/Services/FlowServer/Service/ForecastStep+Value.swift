// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

extension FlowForecast.Step {
  /// The step as a JSON object: `id`, `kind`, `question`, and `fate`, and where they apply `key`, `condition`,
  /// `holds` (null: not known yet), `given`, `drawn`, `answer`, `default`, and `problem`.
  var value: Value {
    .object([
      "id": .string(id), "key": dataName == id ? nil : .string(dataName),
      "kind": .string(kind.rawValue), "question": .string(question),
      "fate": .string(fate.rawValue), "condition": condition.value,
      "holds": condition == nil ? nil : holds.map { .bool($0) } ?? .null,
      "given": isGiven ? true : nil, "drawn": isDrawn ? true : nil, "answer": answer,
      "default": defaultValue,
      "problem": problem.value,
    ])
  }
}
