// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
package import SourceDiagnostics

/// A type that observes a session to measure the coverage of scripts.
///
/// The states and the log of a session don't contain this information. A group whose steps are all
/// skipped looks the same whether its condition was true or not, and the steps of an item come and
/// go within one event. Evaluating conditions again from outside would be a second implementation
/// of what the flow means. So the session reports the two things that nothing else shows, at the
/// point where they're determined. Without an observer, which is how all faces work, that only
/// costs a comparison with nil.
///
/// Copies of a session share its observer, including the copies that fill items with data. An event
/// that waits for a fact is handled and reported twice, so observers should keep sets rather than
/// counts.
package protocol SessionObserver: AnyObject, Sendable {
  /// Tells the observer that a condition or a check was evaluated.
  func evaluated(_ condition: SourcePlace, isTrue: Bool)

  /// Tells the observer that the session moved on from a step, what was submitted there, and what
  /// was computed after it.
  func walked(from step: WalkedStep?, computing places: [SourcePlace])
}

/// A step that was submitted or passed.
package struct WalkedStep: Hashable, Sendable {
  /// A visible field of the step.
  package struct Field: Hashable, Sendable {
    /// The id without the positions of items: `env[].key`.
    package let id: String

    /// The answer, or nil if the field was left empty.
    package let value: Value?
  }

  /// The id without the positions of items.
  package let id: String

  /// The visible fields, in order.
  package let fields: [Field]
}

extension FlowSession {
  /// Tells the observer that the walk continues after the top step.
  func observe(
    _ submission: Submission?, of live: StepState?, computing computed: [ComputedValue]
  ) {
    guard let observer = self.observer else { return }
    var walked: WalkedStep?
    if let submission, let step = topStep?.step {
      walked = WalkedStep(id: step.id, fields: fields(of: step, live, submission))
    }
    observer.walked(
      from: walked, computing: computed.compactMap { flow.placeOfValue(at: $0.planIndex) })
  }

  private func fields(
    of step: CheckedStep, _ live: StepState?, _ submission: Submission
  ) -> [WalkedStep.Field] {
    zip(step.elements, submission.values).enumerated().compactMap { index, pair in
      let isVisible = live.map { $0.elements[index].isVisible } ?? true
      guard isVisible, pair.0.field != nil else { return nil }
      return WalkedStep.Field(id: pair.0.id, value: pair.1)
    }
  }
}

extension CheckedFlow {
  /// Returns the place of the expression of a computed value, or of the use of a flow.
  fileprivate func placeOfValue(at index: Int) -> SourcePlace? {
    switch plan[index] {
    case .compute(let compute): compute.expression.source.place
    case .call(let call): call.place
    case .branch, .step, .result, .itemEnd: nil
    }
  }
}
