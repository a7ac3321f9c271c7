// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import Localization

/// The text of ``FlowSession/Explanation``.
package struct WhyText {
  /// The language.
  private let catalog: MessageCatalog

  /// Creates a value.
  package init(catalog: MessageCatalog) { self.catalog = catalog }

  /// The lines that explain why a step is asked or was skipped.
  package func lines(_ explanation: FlowSession.Explanation) -> [String] {
    switch explanation {
    case .unknown:
      return [catalog.text(.whyFailed)]
    case .asked(let reasons, let stops):
      if reasons.isEmpty, stops.isEmpty { return [catalog.text(.whyAlways)] }
      if reasons.isEmpty {
        return [catalog.text(.whyNoEnd)] + stops.map(line)
      }
      return [catalog.text(.whyAsked)] + reasons.flatMap(lines)
        + (stops.isEmpty ? [] : [catalog.text(.whyAskedNoEnd)] + stops.map(line))
    case .skipped(let reasons):
      return [catalog.text(.whySkipped)] + reasons.filter { $0.holds == false }.flatMap(lines)
    case .ended(let stop):
      return [catalog.text(.whyEnded), line(stop)]
        + stop.reasons.flatMap(reads)
    case .ahead(let reasons, let stops):
      if reasons.isEmpty, stops.isEmpty { return [catalog.text(.whyLater)] }
      let ends = stops.flatMap { [line($0)] + $0.reasons.flatMap(reads) }
      if reasons.isEmpty { return [catalog.text(.whyLaterNoEnd)] + ends }
      return [catalog.text(.whyLaterWhen)] + reasons.flatMap(lines)
        + (stops.isEmpty ? [] : [catalog.text(.whyLaterAndNoEnd)] + ends)
    }
  }

  /// A stop with the conditions that lead to it.
  private func line(_ stop: FlowSession.EarlierStop) -> String {
    guard !stop.reasons.isEmpty else {
      return "  "
        + catalog.text(.whyStop, ["id": .quoted(stop.id), "line": .count(stop.line)])
    }
    // A false condition is the reason why the flow didn't end there.
    let shown = stop.reasons.first { $0.holds == false }.map { [$0] } ?? stop.reasons
    return "  "
      + catalog.text(
        .whyStopBecause,
        [
          "id": .quoted(stop.id), "conditions": .text(catalog.all(of: shown.map(condition))),
        ])
  }

  private func lines(_ reason: FlowSession.Reason) -> [String] {
    ["  \(condition(reason))"] + reads(reason)
  }

  private func condition(_ reason: FlowSession.Reason) -> String {
    let message: MessageID =
      switch reason.holds {
      case true?: .whyTrue
      case false?: .whyFalse
      case nil: .whyOpen
      }
    return catalog.text(
      message, ["condition": .text(reason.condition), "line": .count(reason.line)])
  }

  private func reads(_ reason: FlowSession.Reason) -> [String] {
    reason.reads.map { reading in
      let name = MessageValue.text(reading.name)
      guard let text = reading.text else {
        return "    " + catalog.text(.whyReadNothing, ["name": name])
      }
      return "    "
        + (text.isEmpty
          ? catalog.text(.whyReadEmpty, ["name": name])
          : catalog.text(.whyRead, ["name": name, "value": .text(text)]))
    }
  }
}
