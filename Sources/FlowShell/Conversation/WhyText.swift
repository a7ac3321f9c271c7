// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// The text of ``FlowSession/Explanation``.
enum WhyText {
  /// The lines that explain why a step is asked or was skipped.
  static func lines(_ explanation: FlowSession.Explanation, id: String?) -> [String] {
    switch explanation {
    case .unknown:
      return ["There is no step or field '\(id ?? "")'."]
    case .asked(let reasons, let stops):
      if reasons.isEmpty, stops.isEmpty { return ["This is always asked."] }
      if reasons.isEmpty {
        return ["This is asked because the flow did not end before:"] + stops.map(line)
      }
      return ["This is asked because:"] + reasons.flatMap(lines)
        + (stops.isEmpty ? [] : ["and because the flow did not end before:"] + stops.map(line))
    case .skipped(let reasons):
      return ["This is skipped because:"] + reasons.filter { $0.holds == false }.flatMap(lines)
    case .ended(let stop):
      return ["This is not reached, because the flow ends before:", line(stop)]
        + stop.reasons.flatMap(reads)
    case .ahead(let reasons, let stops):
      if reasons.isEmpty, stops.isEmpty { return ["This comes later, and is always asked."] }
      let ends = stops.flatMap { [line($0)] + $0.reasons.flatMap(reads) }
      if reasons.isEmpty { return ["This comes later, unless the flow ends before:"] + ends }
      return ["This comes later. It is asked when:"] + reasons.flatMap(lines)
        + (stops.isEmpty ? [] : ["and the flow does not end before:"] + ends)
    }
  }

  /// A stop with the conditions that lead to it.
  private static func line(_ stop: FlowSession.EarlierStop) -> String {
    guard !stop.reasons.isEmpty else { return "  at '\(stop.id)' (line \(stop.line))" }
    // A false condition is the reason why the flow didn't end there.
    let shown = stop.reasons.first { $0.holds == false }.map { [$0] } ?? stop.reasons
    return "  at '\(stop.id)': " + shown.map(condition).joined(separator: " and ")
  }

  private static func lines(_ reason: FlowSession.Reason) -> [String] {
    ["  \(condition(reason))"] + reads(reason)
  }

  private static func condition(_ reason: FlowSession.Reason) -> String {
    let outcome =
      switch reason.holds {
      case true?: " is true"
      case false?: " is false"
      case nil: ""
      }
    return "\(reason.condition)\(outcome) (line \(reason.line))"
  }

  private static func reads(_ reason: FlowSession.Reason) -> [String] {
    reason.reads.map { reading in
      "    \(reading.name) is \(reading.text.map { $0.isEmpty ? "empty" : $0 } ?? "not answered")"
    }
  }
}
