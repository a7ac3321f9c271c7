// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// The words of ``FlowSession/Explanation``.
enum WhyText {
  /// The lines that explain why a step is asked or was skipped.
  static func lines(_ explanation: FlowSession.Explanation, id: String?) -> [String] {
    switch explanation {
    case .unknown:
      return ["There is no step or field '\(id ?? "")'."]
    case .asked(let reasons):
      if reasons.isEmpty { return ["This is always asked."] }
      return ["This is asked because:"] + reasons.flatMap(lines)
    case .skipped(let reasons):
      return ["This is skipped because:"] + reasons.filter { $0.holds == false }.flatMap(lines)
    case .ahead(let reasons):
      if reasons.isEmpty { return ["This comes later, and is always asked."] }
      return ["This comes later. It is asked when:"] + reasons.flatMap(lines)
    }
  }

  private static func lines(_ reason: FlowSession.Reason) -> [String] {
    let outcome =
      switch reason.holds {
      case true?: " is true"
      case false?: " is false"
      case nil: ""
      }
    let reads = reason.reads.map { reading in
      "    \(reading.name) is \(reading.text.map { $0.isEmpty ? "empty" : $0 } ?? "not answered")"
    }
    return ["  \(reason.condition)\(outcome) (line \(reason.line))"] + reads
  }
}
