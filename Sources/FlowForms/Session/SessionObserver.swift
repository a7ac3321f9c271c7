// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// Hears what a session meets while it handles events, to measure how much of a flow scripts
/// cover.
///
/// A session's states and log do not hold it: a group whose steps are all skipped looks the same
/// whether its condition held or not, and the steps of an item come and go within one event. To
/// evaluate conditions once more from outside would be a second opinion on what the flow means. So
/// the session tells the two things that nothing else shows, where each of them is decided; without
/// an observer, which is how all faces walk, that costs the comparison of a reference with nil.
///
/// Copies of a session share its observer, also the copies in which items are filled with data:
/// what they meet is met. An event that waits for a fact is handled twice and told twice, so an
/// observer keeps sets, not counts.
package protocol SessionObserver: AnyObject, Sendable {
  /// A condition or a check came to a value.
  func evaluated(_ condition: SourcePlace, isTrue: Bool)

  /// The session went on from a step: what was submitted there, and what was computed after it.
  func walked(from step: WalkedStep?, computing places: [SourcePlace])
}

/// A step that was left with its answers.
package struct WalkedStep: Hashable, Sendable {
  /// A field that stood on it.
  package struct Field: Hashable, Sendable {
    /// Its id, without the positions of items: `env[].key`.
    package let id: String

    /// Its answer; nil: it was left empty.
    package let value: Value?
  }

  /// Its id, without the positions of items.
  package let id: String

  /// Its visible fields, in order.
  package let fields: [Field]
}

extension FlowSession {
  /// Tells the observer that the walk goes on from the top.
  func observe(
    _ submission: Submission?, of live: StepState?, computing computed: [ComputedValue]
  ) {
    guard let observer else { return }
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
  /// Where the file says how a value is computed, or which flow is used.
  fileprivate func placeOfValue(at index: Int) -> SourcePlace? {
    switch plan[index] {
    case .compute(let compute): compute.expression.source.place
    case .call(let call): call.place
    case .branch, .step, .result, .itemEnd: nil
    }
  }
}
