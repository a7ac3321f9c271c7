// SPDX-License-Identifier: Apache-2.0

package import FlowSessions
package import Localization

/// The text of `FlowSession/Explanation`.
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
      let (because, past) = (facts(reasons), facts(stops.flatMap(\.reasons)))
      if because.isEmpty, past.isEmpty { return [catalog.text(.whyAlways)] }
      if because.isEmpty { return [catalog.text(.whyNoEnd)] + past }
      return [catalog.text(.whyAsked)] + because
        + (past.isEmpty ? [] : [catalog.text(.whyAskedNoEnd)] + past)
    case .skipped(let reasons):
      return [catalog.text(.whySkipped)] + facts(reasons.filter { $0.holds == false })
    case .ended(let stop):
      return [catalog.text(.whyEnded)] + facts(stop.reasons)
    case .ahead(let reasons, let stops):
      let (because, ends) = (facts(reasons), facts(stops.flatMap(\.reasons)))
      if because.isEmpty, ends.isEmpty { return [catalog.text(.whyLater)] }
      if because.isEmpty { return [catalog.text(.whyLaterNoEnd)] + ends }
      return [catalog.text(.whyLaterWhen)] + because
        + (ends.isEmpty ? [] : [catalog.text(.whyLaterAndNoEnd)] + ends)
    }
  }

  /// The values that conditions read, in the words that the user saw, each once.
  ///
  /// A condition that reads nothing is shown as it's written.
  private func facts(_ reasons: [FlowSession.Reason]) -> [String] {
    var shown: Set<String> = []
    return reasons.flatMap { $0.reads.isEmpty ? [$0.condition] : $0.reads.map(fact) }
      .filter { shown.insert($0).inserted }
      .map { "  \($0)" }
  }

  private func fact(_ reading: FlowSession.Reason.Reading) -> String {
    let name = MessageValue.quoted(reading.label)
    guard let answer = reading.answer else { return catalog.text(.whyReadNothing, ["name": name]) }
    return answer.isEmpty
      ? catalog.text(.whyReadEmpty, ["name": name])
      : catalog.text(.whyRead, ["name": name, "value": .text(answer)])
  }
}
