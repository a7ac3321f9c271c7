// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowSessions

// The answers that a step was submitted with, as a value.
extension TakenAnswers {
  /// Returns the answers as a value.
  func value(for audience: Audience) -> Value {
    .object([
      "step": .string(step), "answers": .record(values.mapValues(audience.answer)),
      "kept": kept.isEmpty ? nil : .record(kept.mapValues(audience.answer)),
      "agreement": agreement.map { .string(String($0, radix: 16)) },
    ])
  }

  /// Reads what a step was submitted with.
  init(_ reader: inout WalkReader) throws(SavedWalkError) {
    let kept: [String: Value] = try reader.record("kept") { $0 }
    guard !kept.isEmpty || reader.value("kept") == nil else { throw reader.missing("kept") }
    self.init(
      step: try reader.needed("step"), values: try reader.record("answers") { $0 }, kept: kept,
      agreement: try reader.fingerprint("agreement"))
  }
}
